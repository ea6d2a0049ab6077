"""Certificates on demand, where a secret makes the numbers: one search for all who ask for a date.

They are kept in memory, so that a process searches once for each; the oldest are forgotten.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

from app.edge.metrics import SOLVES
from app.solving.asking import ask
from app.solving.child import Question, unheard
from app.solving.pools import solvers
from app.wording.texts import N_
from engine.daily import Certificate
from engine.solver import Verdict

_MOST_KEPT = 4096
_INTERRUPTED = N_("The search was interrupted; try again.")


class Day(NamedTuple):
    """Which date's game is to be certified, and the secret of its numbers as hexadecimal digits.

    The secret goes to the worker with the question, which no other process can read.
    """

    date: str
    suits: int
    secret: str


@dataclass
class _Search:
    """A search that goes on, and how many wait for it."""

    task: asyncio.Task[Certificate]
    waiting: int = 0


class Certificates:
    """What has been certified, and what is being certified."""

    def __init__(self, most_kept: int = _MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._kept: OrderedDict[Day, Certificate] = OrderedDict()
        self._searches: dict[Day, _Search] = {}

    async def of(self, day: Day) -> Certificate:
        """A day's certificate; the search for it ends when nobody waits for it any more.

        Raises a `Problem` where too many wait already, or where the search was interrupted.
        """
        if day in self._kept:
            self._kept.move_to_end(day)
            return self._kept[day]
        if day not in self._searches:
            self._searches[day] = _Search(asyncio.create_task(self._certify(day)))
        search = self._searches[day]
        search.waiting += 1
        try:
            return await asyncio.shield(search.task)
        finally:
            search.waiting -= 1
            if not search.waiting:
                del self._searches[day]
                search.task.cancel()
                await asyncio.wait({search.task})

    async def _certify(self, day: Day) -> Certificate:
        question = Question("certify", day._asdict())
        found = Certificate(*await ask(solvers(), question, unheard, SOLVES, _INTERRUPTED))
        SOLVES.labels(Verdict.WON.value).inc()
        self._kept[day] = found
        if len(self._kept) > self._most_kept:
            self._kept.popitem(last=False)
        return found


certificates = Certificates()
