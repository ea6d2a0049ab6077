"""Translation catalogues: find the sentences in the code, update each language, compile.

``python -m tools.catalogues`` writes the files; with ``--check`` it only says what is out of step.
"""

import io
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

APP = Path(__file__).parent.parent / "app"
LANGUAGES = ("bg", "ca", "ru")
_NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)
_KEYWORDS = {"N_": None, "P_": (1, 2), "C_": ((1, "c"), 2)}


def template() -> Catalog:
    """Every sentence in the code that is marked for translation."""
    catalogue = Catalog(fuzzy=False)
    for _, _, message, _, context in extract_from_dir(
        APP, keywords=_KEYWORDS, strip_comment_tags=True
    ):
        catalogue.add(message, context=context)
    return catalogue


def po_file(language: str) -> Path:
    """The file with a language's translations."""
    return APP / "wording" / "locale" / language / "LC_MESSAGES" / "spider.po"


def read(language: str) -> Catalog:
    """A language's translations; none where it has no file yet."""
    path = po_file(language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """The language's translations, with the sentences that the code has now."""
    catalogue = read(language)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def as_po(catalogue: Catalog) -> bytes:
    """The catalogue as a text file, in an order that does not depend on the machine."""
    file = io.BytesIO()
    write_po(file, catalogue, sort_output=True, no_location=True, omit_header=True, width=100)
    header = f'msgid ""\nmsgstr ""\n"Language: {catalogue.locale}\\n"\n'
    plural = f'"Plural-Forms: {catalogue.plural_forms}\\n"\n'
    content = '"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    return (header + plural + content).encode() + file.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """The catalogue compiled."""
    catalogue.revision_date = catalogue.creation_date = _NO_DATE
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def sentences(catalogue: Catalog) -> dict[Any, Any]:
    """The translations alone: by context and sentence, without the file's header."""
    return {
        (message.context, _hashable(message.id)): _hashable(message.string)
        for message in catalogue
        if message.id
    }


def _hashable(text: Any) -> Any:
    return text if isinstance(text, str) else tuple(text or ())


def out_of_step(language: str) -> list[str]:
    """What is wrong with a language's files."""
    wanted, written = updated(language), read(language)
    with po_file(language).with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    faults = [
        f"{language}: not translated: {message.id}" for message in wanted if not message.string
    ]
    if sentences(wanted) != sentences(written):
        faults.append(f"{language}: the code has other sentences than spider.po")
    if sentences(compiled) != sentences(written):
        faults.append(f"{language}: spider.mo is not compiled from spider.po")
    return faults


def main() -> int:
    """Write the files, or say what is out of step."""
    if "--check" in sys.argv[1:]:
        faults = [fault for language in LANGUAGES for fault in out_of_step(language)]
        sys.stderr.writelines(f"{fault}\n" for fault in faults)
        return 1 if faults else 0
    for language in LANGUAGES:
        catalogue = updated(language)
        po_file(language).write_bytes(as_po(catalogue))
        po_file(language).with_suffix(".mo").write_bytes(as_mo(catalogue))
    return 0


if __name__ == "__main__":
    sys.exit(main())
