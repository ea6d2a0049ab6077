"""One request's search for a win: from the question to the answer, won games included."""

from typing import NamedTuple

from app import schemas
from app.edge.metrics import SOLVE_POSITIONS, SOLVES
from app.solving.asking import ask
from app.solving.child import Question, Report
from app.solving.pools import solvers
from app.wording.texts import N_
from engine.actions import parse_log
from engine.replay import replay
from engine.solver import Verdict
from engine.state import State, Status

_INTERRUPTED = N_("The search was interrupted; try again, or with a smaller budget.")


class Found(NamedTuple):
    """What a search has come to; the line is written as a log is."""

    verdict: Verdict
    line: list[str]
    positions: int


class Search(NamedTuple):
    """What is to be solved: the state after a log, and how; lines may be shortened or not."""

    code: str
    log: list[str]
    state: State
    budget: int
    shorten: bool

    async def answer(self, report: Report) -> schemas.SolveAnswer:
        """What is known of the position when the search has ended."""
        if self.state.status is Status.WON:
            return self._answer(Found(Verdict.WON, [], 0))
        return self._answer(await self._counted(report))

    async def _counted(self, report: Report) -> Found:
        """Have it solved, and count what came of it."""
        fields = {"code": self.code, "log": self.log, "budget": self.budget}
        question = Question("solve", {**fields, "shorten": self.shorten})
        verdict, line, positions = await ask(solvers(), question, report, SOLVES, _INTERRUPTED)
        SOLVES.labels(verdict).inc()
        SOLVE_POSITIONS.inc(positions)
        return Found(Verdict(verdict), line, positions)

    def _answer(self, found: Found) -> schemas.SolveAnswer:
        won = found.verdict is Verdict.WON
        return schemas.SolveAnswer(
            verdict=found.verdict.value,
            line=found.line,
            actions=len(found.line) if won else None,
            score=self._final_score(found.line) if won else None,
            positions=found.positions,
            budget=self.budget,
        )

    def _final_score(self, line: list[str]) -> int:
        """The score at the end of a line, which the rules must agree to."""
        state, _, violation, _ = replay(self.state.copy(), parse_log(line))
        if violation is not None or state.status is not Status.WON:
            raise AssertionError("the line does not win")
        return state.score
