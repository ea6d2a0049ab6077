"""One request's search: from the question to the answer, won games and failures included."""

import asyncio
import logging
from typing import NamedTuple

from app import schemas
from app.edge.metrics import SOLVE_POSITIONS, SOLVES
from app.problems import Problem
from app.solving.child import ChildEnded, Found, Question, Report
from app.solving.solvers import solvers
from app.wording.problemtexts import Code
from app.wording.texts import N_
from engine.actions import parse_log
from engine.replay import replay
from engine.solver import Verdict
from engine.state import State, Status

_log = logging.getLogger("spider")
_INTERRUPTED = N_("The search was interrupted; try again, or with a smaller budget.")


class Search(NamedTuple):
    """A question, and the state that it is about."""

    question: Question
    state: State

    async def answer(self, report: Report) -> schemas.SolveAnswer:
        """What is known of the position when the search has ended."""
        if self.state.status is Status.WON:
            return self._answer(Found(Verdict.WON, [], 0))
        return self._answer(await _counted(self.question, report))

    def _answer(self, found: Found) -> schemas.SolveAnswer:
        won = found.verdict is Verdict.WON
        return schemas.SolveAnswer(
            verdict=found.verdict.value,
            line=found.line,
            actions=len(found.line) if won else None,
            score=self._final_score(found.line) if won else None,
            positions=found.positions,
            budget=self.question.budget,
        )

    def _final_score(self, line: list[str]) -> int:
        """The score at the end of a line, which the rules must agree to."""
        state, _, violation, _ = replay(self.state.copy(), parse_log(line))
        if violation is not None or state.status is not Status.WON:
            raise AssertionError("the line does not win")
        return state.score


async def _counted(question: Question, report: Report) -> Found:
    """Have it solved, and count what came of it."""
    try:
        found = await solvers().solve(question, report)
    except asyncio.CancelledError:
        SOLVES.labels("dropped").inc()
        raise
    except ChildEnded:
        SOLVES.labels("interrupted").inc()
        _log.warning("a search was interrupted", extra={"code": question.code})
        headers = {"Retry-After": "5"}
        raise Problem(Code.SOLVE_INTERRUPTED, _INTERRUPTED, headers=headers) from None
    SOLVES.labels(found.verdict.value).inc()
    SOLVE_POSITIONS.inc(found.positions)
    return found
