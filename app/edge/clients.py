"""Clients: which media type one would rather have, and whether it is still there for the answer."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.wording.languages import weight

_MOST_CONSIDERED = 20
_Result = TypeVar("_Result")


def prefers(accept: str, media_type: str, default: str) -> bool:
    """Whether an `Accept` header likes the media type better than the default.

    Of two with the same weight, the one that is named comes before one that a ``*`` stands for.
    """
    ranges: dict[str, float] = {}
    for item in accept.lower().split(",", maxsplit=_MOST_CONSIDERED)[:_MOST_CONSIDERED]:
        name, *parameters = item.replace(" ", "").split(";")
        ranges.setdefault(name, weight(parameters))
    return _liking(ranges, media_type) > _liking(ranges, default)


def _liking(ranges: dict[str, float], media_type: str) -> tuple[float, int]:
    """The weight of a media type, and how exactly it is named."""
    names = (media_type, media_type.partition("/")[0] + "/*", "*/*")
    for exactness, name in zip((2, 1, 0), names, strict=True):
        if name in ranges:
            return (ranges[name], exactness) if ranges[name] else (0.0, 0)
    return 0.0, 0


async def unless_gone(receive: Receive, work: Coroutine[Any, Any, _Result]) -> _Result | None:
    """What the work comes to; none where the client goes away first, which ends the work.

    The request's body must have been read.
    """
    working, leaving = asyncio.create_task(work), asyncio.create_task(_left(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class NoAnswer(Response):
    """What a client gets that has gone: nothing."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send nothing."""
