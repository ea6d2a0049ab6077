"""The solvers: so many workers at once, so many questions that wait, and the rest is refused."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from app.edge.metrics import SOLVE_SECONDS, SOLVES_RUNNING, SOLVES_WAITING
from app.problems import Problem
from app.settings import settings
from app.solving.child import Child, Found, Question, Report
from app.wording.problemtexts import Code
from app.wording.texts import N_

_IDLE_SECONDS = 60.0
_BUSY = N_("Too many games are waiting to be solved; try again later.")


class Solvers:
    """Workers that are started when they are needed, and kept for a while when they are not."""

    def __init__(self, workers: int, queue: int) -> None:
        self._places = asyncio.Semaphore(workers)
        self._queue = queue
        self._waiting = 0
        self._idle: dict[Child, asyncio.Task[None]] = {}

    async def solve(self, question: Question, report: Report) -> Found:
        """Solve when it is this question's turn; who cancels this ends the search.

        Raises a `Problem` where too many wait already, `ChildEnded` where the worker has ended.
        """
        async with self._place():
            child = await self._child()
            try:
                found = await child.ask(question, report)
            except BaseException:
                await child.end()
                raise
            self._idle[child] = asyncio.create_task(self._rest(child))
            return found

    async def close(self) -> None:
        """End the workers that have nothing to do."""
        rests = [*self._idle.values()]
        for rest in rests:
            rest.cancel()
        await asyncio.gather(*rests, return_exceptions=True)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        if self._places.locked() and self._waiting >= self._queue:
            raise Problem(Code.BUSY, _BUSY, headers={"Retry-After": "5"})
        self._waiting += 1
        try:
            with SOLVES_WAITING.track_inprogress():
                await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            with SOLVES_RUNNING.track_inprogress(), SOLVE_SECONDS.time():
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


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Solvers] = WeakKeyDictionary()


def solvers() -> Solvers:
    """The solvers of the running event loop: a process that is asked in one belongs to it."""
    loop = asyncio.get_running_loop()
    if loop not in _of_loops:
        _of_loops[loop] = Solvers(settings.solve_workers, settings.solve_queue)
    return _of_loops[loop]
