"""The reader's language: which one a request asks for, and its gettext catalogue.

Catalogues are compiled files under `locale/`, one folder a language. English has none: the
sentences in the code are English.
"""

import gettext
from collections.abc import Mapping
from pathlib import Path

from starlette.datastructures import Headers, QueryParams
from starlette.requests import Request
from starlette.responses import Response

_LOCALE = Path(__file__).parent / "locale"
_DOMAIN = "spider"
_MOST_CONSIDERED = 20

DEFAULT = "en"
LANGUAGES: Mapping[str, gettext.NullTranslations] = {
    DEFAULT: gettext.NullTranslations(),
    **{tag: gettext.translation(_DOMAIN, _LOCALE, languages=[tag]) for tag in ("bg", "ca", "ru")},
}
"""Every language that is spoken, by its tag."""


def chosen_language(query: QueryParams, headers: Headers) -> tuple[str, bool]:
    """The tag of the reader's language, and whether ``?lang=`` decided it.

    A supported ``?lang=`` comes first, then `Accept-Language`, then English.
    """
    for asked in query.getlist("lang"):
        if asked.lower() in LANGUAGES:
            return asked.lower(), True
    return accepted_language(",".join(headers.getlist("accept-language"))), False


def accepted_language(header: str) -> str:
    """The supported language that an `Accept-Language` header likes best; `en-GB` is `en`."""
    if not header:
        return DEFAULT
    liked: dict[str, float] = {}
    for item in header.lower().split(",", maxsplit=_MOST_CONSIDERED)[:_MOST_CONSIDERED]:
        tag, *parameters = item.replace(" ", "").split(";")
        liked.setdefault(tag.partition("-")[0], weight(parameters))
    others = liked.get("*", 0.0)
    # Those that are named come first, in their order; then the others, English first.
    ranked = [tag for tag in (*liked, *LANGUAGES) if tag in LANGUAGES]
    best = max(ranked, key=lambda tag: liked.get(tag, others))
    return best if liked.get(best, others) > 0 else DEFAULT


def weight(parameters: list[str]) -> float:
    """The weight among an item's parameters; one that is no number counts for nothing."""
    weights = [value for name, _, value in map(_split, parameters) if name == "q"]
    try:
        found = float(weights[0]) if weights else 1.0
    except ValueError:
        return 0.0
    return found if 0 <= found <= 1 else 0.0


def _split(parameter: str) -> tuple[str, str, str]:
    return parameter.partition("=")


def spoken(request: Request) -> tuple[str, dict[str, str]]:
    """The language to answer in, and the headers that say so and what it depends on."""
    language, by_query = chosen_language(request.query_params, request.headers)
    headers = {"Content-Language": language}
    return language, headers if by_query else {**headers, "Vary": "Accept-Language"}


def speak(request: Request, response: Response) -> str:
    """The language to answer in; `response` gets the headers that say so."""
    language, headers = spoken(request)
    response.headers.update(headers)
    return language
