"""Turns: long replays are done a few at a time, so that short requests never wait for many."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.problems import Problem
from app.wording.problemtexts import Code
from app.wording.texts import N_

PIECE = 500
"""How many actions are replayed before other requests have their turn."""

_AT_ONCE = 2
_MOST_WAITING = 50
_BUSY = N_("Too many long logs are waiting to be replayed; try again soon.")

_places = asyncio.Semaphore(_AT_ONCE)
_waiting = 0


@asynccontextmanager
async def turn(actions: int) -> AsyncIterator[None]:
    """The time in which a log of so many actions is replayed; a long one waits for its turn.

    Raises a `Problem` where too many wait already.
    """
    global _waiting  # noqa: PLW0603
    if actions <= PIECE:
        yield
        return
    if _waiting >= _MOST_WAITING:
        raise Problem(Code.BUSY, _BUSY, headers={"Retry-After": "2"})
    _waiting += 1
    try:
        await _places.acquire()
    finally:
        _waiting -= 1
    try:
        yield
    finally:
        _places.release()
