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
    asked = query.get("lang", "").lower()
    if asked in LANGUAGES:
        return asked, True
    return accepted_language(",".join(headers.getlist("accept-language"))), False


def accepted_language(header: str) -> str:
    """The supported language that an `Accept-Language` header likes best; `en-GB` is `en`."""
    liked: list[tuple[float, str]] = []
    for item in header.split(",", maxsplit=_MOST_CONSIDERED)[:_MOST_CONSIDERED]:
        tag, _, weight = item.replace(" ", "").partition(";q=")
        liked.append((_weight(weight), tag.lower().partition("-")[0]))
    liked.sort(key=lambda choice: -choice[0])
    for quality, tag in liked:
        if quality > 0 and tag in LANGUAGES:
            return tag
        if quality > 0 and tag == "*":
            return DEFAULT
    return DEFAULT


def _weight(text: str) -> float:
    try:
        return min(float(text or 1), 1.0)
    except ValueError:
        return 0.0


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
