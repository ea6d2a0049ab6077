"""Marks for sentences that are translated: Babel finds them by these names.

`N_` marks a sentence, `Plural` one that changes with a number, `C_` a word with its context.
Fields in braces are filled in by name.
"""

import gettext
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

Fields: TypeAlias = Mapping[str, object]


class Plural(NamedTuple):
    """A sentence for one and for many; `number` names the field that decides."""

    one: str
    many: str
    number: str


class Word(NamedTuple):
    """A word that means something only in its context."""

    context: str
    word: str


Text: TypeAlias = str | Plural


def N_(sentence: str) -> str:  # noqa: N802 - gettext's customary name
    """Mark a sentence for translation."""
    return sentence


def P_(one: str, many: str, number: str) -> Plural:  # noqa: N802
    """Mark a sentence that changes with the field `number`."""
    return Plural(one, many, number)


def C_(context: str, word: str) -> Word:  # noqa: N802
    """Mark a word that is translated in a context."""
    return Word(context, word)


def say(catalogue: gettext.NullTranslations, text: Text, fields: Fields) -> str:
    """The sentence in the catalogue's language, its fields filled in."""
    if isinstance(text, Plural):
        number = fields[text.number]
        assert isinstance(number, int)
        return catalogue.ngettext(text.one, text.many, abs(number)).format_map(fields)
    return catalogue.gettext(text).format_map(fields)


def say_word(catalogue: gettext.NullTranslations, word: Word) -> str:
    """The word in the catalogue's language."""
    return catalogue.pgettext(word.context, word.word)
