"""Request bodies: read up to a limit, and taken for JSON only if they are JSON to the letter.

`json.loads` and the usual request classes let through duplicate keys, NaN, 1e400 and half surrogate
pairs, and take a body of any type and size. All of these are refused here, before validation.
"""

import json
import math
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from app.problems import InvalidRequest, Problem
from app.settings import settings
from app.wording.problemtexts import Code
from app.wording.texts import N_

_MOST_DIGITS = 400
_MOST_KEYS = 100
_DEEPEST = 100
_EMPTY = N_("The body is empty; send a JSON object.")
_NOT_UTF_8 = N_("The body is not UTF-8.")
_NOT_JSON = N_("The body is not JSON: see line {line}, column {column}.")
_TOO_DEEP = N_("The body's values are nested too deeply.")
_NOT_A_NUMBER = N_("NaN and Infinity are no JSON numbers.")
_NUMBER_TOO_LARGE = N_("A number in the body is too large.")
_DUPLICATE_KEY = N_("An object in the body has the same key twice.")
_HALF_PAIR = N_("A string in the body holds half of a surrogate pair.")
_LOG_TOO_LONG = N_("A log may have up to {limit} actions.")
_TOO_MANY_KEYS = N_("An object may have up to {limit} keys.")
_TOO_LARGE = N_("A body may have up to {limit} bytes.")
_MEDIA_TYPE = N_("Send the body with the content type application/json.")
_ENCODING = N_("Send the body in UTF-8 and not compressed.")


class StrictRequest(Request):
    """A request whose `body` has a limit and whose `json` takes nothing but JSON."""

    async def body(self) -> bytes:
        """The whole body. Raises a `Problem` for one that is too large or of another type."""
        if not hasattr(self, "_body"):
            self._check_media_type()
            self._body = await self._read()
        return self._body

    async def json(self) -> Any:
        """The body's value. Raises a `Problem` where it is not JSON."""
        value = read_json(await self.body())
        # Before validation: it would list every wrong item of a long log.
        log = value.get("log") if isinstance(value, dict) else None
        if isinstance(log, list) and len(log) > settings.max_log_actions:
            raise log_too_long()
        return value

    def _check_media_type(self) -> None:
        media_type, *parameters = self.headers.get("content-type", "").lower().split(";")
        if media_type.strip() != "application/json":
            raise Problem(Code.UNSUPPORTED_MEDIA_TYPE, _MEDIA_TYPE)
        for parameter in parameters:
            name, _, value = parameter.strip().partition("=")
            if name == "charset" and value.strip('"') not in ("utf-8", "utf8"):
                raise Problem(Code.UNSUPPORTED_MEDIA_TYPE, _ENCODING)
        if self.headers.get("content-encoding", "identity").lower() != "identity":
            raise Problem(Code.UNSUPPORTED_MEDIA_TYPE, _ENCODING)

    async def _read(self) -> bytes:
        limit = settings.max_body_bytes
        length = self.headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > limit:
            raise _too_large(limit)
        chunks: list[bytes] = []
        size = 0
        async for chunk in self.stream():
            size += len(chunk)
            if size > limit:
                raise _too_large(limit)
            chunks.append(chunk)
        if not size:
            raise Problem(Code.INVALID_JSON, _EMPTY)
        return b"".join(chunks)


class StrictRoute(APIRoute):
    """A route whose handler gets a `StrictRequest`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def strict_handler(request: Request) -> Response:
            return await handler(StrictRequest(request.scope, request.receive))

        return strict_handler


def read_json(body: bytes) -> Any:
    """The value of a JSON text. Raises a `Problem` that says why it is none."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Problem(Code.INVALID_JSON, _NOT_UTF_8) from None
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise Problem(Code.INVALID_JSON, _NOT_JSON, place) from None
    except RecursionError:
        raise Problem(Code.INVALID_JSON, _TOO_DEEP) from None
    if text.count("[") + text.count("{") > _DEEPEST and _depth(value) > _DEEPEST:
        raise Problem(Code.INVALID_JSON, _TOO_DEEP)
    # Only an escape can make half a pair: as bytes it would not be UTF-8.
    if b"\\u" in body and _has_half_pair(value):
        raise Problem(Code.INVALID_JSON, _HALF_PAIR)
    return value


def log_too_long() -> Problem:
    """The problem of a log with more actions than the service replays."""
    return Problem(Code.LOG_TOO_LONG, _LOG_TOO_LONG, {"limit": settings.max_log_actions})


def _too_large(limit: int) -> Problem:
    return Problem(Code.BODY_TOO_LARGE, _TOO_LARGE, {"limit": limit}, {"Connection": "close"})


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > _MOST_KEYS:
        raise InvalidRequest([(("body",), _TOO_MANY_KEYS, {"limit": _MOST_KEYS})])
    value = dict(pairs)
    if len(value) < len(pairs):
        raise Problem(Code.INVALID_JSON, _DUPLICATE_KEY)
    return value


def _constant(_: str) -> None:
    raise Problem(Code.INVALID_JSON, _NOT_A_NUMBER)


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise Problem(Code.INVALID_JSON, _NUMBER_TOO_LARGE)
    return value


def _int(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise Problem(Code.INVALID_JSON, _NUMBER_TOO_LARGE)
    return int(text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_int
)


def _depth(value: Any) -> int:
    """How many lists and objects lie in one another."""
    depth, level = 0, [value]
    while level := [item for item in level if isinstance(item, list | dict)]:
        depth += 1
        level = [part for item in level for part in _parts(item)]
    return depth


def _parts(item: list[Any] | dict[str, Any]) -> list[Any]:
    return list(item.values()) if isinstance(item, dict) else item


def _has_half_pair(value: Any) -> bool:
    """Whether any string in the value cannot be written as UTF-8."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if any("\ud800" <= letter <= "\udfff" for letter in item):
                return True
        elif isinstance(item, dict):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list):
            waiting += item
    return False
