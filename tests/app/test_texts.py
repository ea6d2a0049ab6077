"""Translations: every sentence that the code marks is there in every language, fields and all."""

from string import Formatter

import pytest

from tools.catalogues import LANGUAGES, out_of_step, read, template

Sentence = str | list[str] | tuple[str, ...]


def forms(text: Sentence) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_code_marks_sentences() -> None:
    found = {message.id for message in template() if isinstance(message.id, str)}
    assert "The log breaks a rule" in found
    assert "Nothing goes on an ace" in found
    assert len(found) > 80


@pytest.mark.parametrize("language", LANGUAGES)
class TestCatalogues:
    def test_every_sentence_is_translated(self, language: str) -> None:
        catalogue = read(language)
        missing = []
        for message in template():
            if message.id:
                found = catalogue.get(message.id, message.context)
                if found is None or not all(forms(found.string)):
                    missing.append(message.id)
        assert missing == []

    def test_every_translation_has_the_fields_of_its_sentence(self, language: str) -> None:
        catalogue = read(language)
        wrong = []
        for message in template():
            found = catalogue.get(message.id, message.context) if message.id else None
            wanted = set().union(*map(fields, forms(message.id)))
            wrong += [
                (message.id, text)
                for text in (forms(found.string) if found is not None else [])
                if text and fields(text) != wanted
            ]
        assert wrong == []

    def test_plural_sentences_have_every_form(self, language: str) -> None:
        catalogue = read(language)
        for message in catalogue:
            if message.pluralizable:
                assert len(forms(message.string)) == catalogue.num_plurals

    def test_no_translation_is_for_a_sentence_that_is_gone(self, language: str) -> None:
        wanted = template()
        assert [
            message.id
            for message in read(language)
            if message.id and wanted.get(message.id, message.context) is None
        ] == []

    def test_the_files_are_in_step(self, language: str) -> None:
        assert out_of_step(language) == []
