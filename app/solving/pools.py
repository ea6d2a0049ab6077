"""Pools: so many workers at once, so many questions that wait, and the rest is refused.

Games are solved by one pool; hints and outlooks come from another, so that no long search is in
their way.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

from app.edge.metrics import ADVISING, SOLVING, Figures
from app.problems import Problem
from app.settings import settings
from app.solving.child import Child, Question, Report
from app.wording.problemtexts import Code
from app.wording.texts import N_

_IDLE_SECONDS = 60.0
_SOLVERS_BUSY = N_("Too many games are waiting to be solved; try again later.")
_ADVISERS_BUSY = N_("Too many players are waiting for advice; try again soon.")


class Pool:
    """Workers that are started when they are needed, and kept for a while when they are not.

    `figures` show what it does, `busy` is what is said where too many wait.
    """

    def __init__(self, workers: int, queue: int, figures: Figures, busy: str) -> None:
        self._figures = figures
        self._busy = busy
        self._places = asyncio.Semaphore(workers)
        self._queue = queue
        self._waiting = 0
        self._idle: dict[Child, asyncio.Task[None]] = {}

    async def ask(self, question: Question, report: Report) -> Any:
        """The answer, once it was this question's turn; who cancels this ends the search.

        Raises a `Problem` where too many wait already, `ChildEnded` where the worker has ended.
        """
        async with self._place():
            child = await self._child()
            try:
                answer = await child.ask(question, report)
            except BaseException:
                await child.end()
                raise
            self._idle[child] = asyncio.create_task(self._rest(child))
            return answer

    async def close(self) -> None:
        """End the workers that have nothing to do."""
        rests = [*self._idle.values()]
        for rest in rests:
            rest.cancel()
        await asyncio.gather(*rests, return_exceptions=True)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        if self._places.locked() and self._waiting >= self._queue:
            raise Problem(Code.BUSY, self._busy, headers={"Retry-After": "5"})
        self._waiting += 1
        try:
            with self._figures.waiting.track_inprogress():
                await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            with self._figures.running.track_inprogress(), self._figures.seconds.time():
                yield
        finally:
            self._places.release()

    async def _child(self) -> Child:
        """A worker that has nothing to do, or a new one."""
        while self._idle:
            child, rest = self._idle.popitem()
            rest.cancel()
            if child.lives:
                return child
            await child.end()
        return await Child.start()

    async def _rest(self, child: Child) -> None:
        """Keep a worker until it is needed; end it after a time, or when the service ends."""
        try:
            await asyncio.sleep(_IDLE_SECONDS)
        finally:
            if self._idle.pop(child, None) is not None:
                await child.end()


class _Pools:
    """The pools of an event loop: a process that is asked in one belongs to it."""

    def __init__(self) -> None:
        self.solvers = Pool(settings.solve_workers, settings.solve_queue, SOLVING, _SOLVERS_BUSY)
        self.advisers = Pool(settings.hint_workers, settings.hint_queue, ADVISING, _ADVISERS_BUSY)


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Pools] = WeakKeyDictionary()


def _pools() -> _Pools:
    loop = asyncio.get_running_loop()
    if loop not in _of_loops:
        _of_loops[loop] = _Pools()
    return _of_loops[loop]


def solvers() -> Pool:
    """The workers that solve games."""
    return _pools().solvers


def advisers() -> Pool:
    """The workers that look for hints and outlooks."""
    return _pools().advisers


async def close_pools() -> None:
    """End all workers that have nothing to do."""
    await asyncio.gather(solvers().close(), advisers().close())
