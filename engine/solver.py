"""The solver: whether a position can be won, with all cards known, and by which line.

Budgets count positions, not seconds, so that the same question has the same answer on every
machine. A loss is told only after an exhaustive search; every line is replayed before it leaves.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from engine.actions import Action
from engine.beam import Beam, Weights
from engine.exhaustion import can_never_deal, exhaust
from engine.packing import packed_room
from engine.play import apply
from engine.rulesets import RuleSet
from engine.state import PLAYING, WON, State
from engine.variants import Variant


class Verdict(StrEnum):
    """What is known of a position."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


class Solution(NamedTuple):
    """The verdict, the line of actions that wins (empty unless won), and what it took."""

    verdict: Verdict
    line: Sequence[Action]
    positions: int


class Progress(NamedTuple):
    """How far a search has come: its depth in actions, the length of the shortest line so far."""

    depth: int
    best: int | None
    positions: int


Report: TypeAlias = Callable[[Progress], None]
"""Called now and then while a search goes on; what it raises ends the search."""


def supports(variant: Variant, rules: RuleSet) -> bool:  # noqa: ARG001
    """Whether games of this variant under this rule set can be solved: all can."""
    return True


class _Stage(NamedTuple):
    """A beam search in the order in which they are tried."""

    weights: Weights
    width: int


_SETS = (
    Weights(-34, -18, 66, -72, -28, -12, 865, 58, 79, 15),
    Weights(-38, -15, 59, -49, -8, -26, 1060, 27, 36, 15),
    Weights(-11, -3, 56, -52, -3, -15, 855, 61, 10, 15),
    Weights(-15, -13, 71, -61, 1, -9, 1056, 57, 50, 15),
    Weights(-11, -13, 59, -45, -24, -23, 925, 38, 12, 15),
    Weights(-39, -11, 63, -65, -7, -18, 869, 49, 60, 15),
)
"""Sets of weights that win different deals: another set does more than twice the width."""
_SHORT = Weights(-40, 0, 64, -56, -40, -40, 840, 32, 0, 15)
"""The set for short lines."""

_FIRST = (_Stage(_SHORT, 4), _Stage(_SHORT, 12), _Stage(_SETS[1], 12))
_WIDTHS = (30, 100, 300, 1000, 3000)
_LATER = tuple(_Stage(weights, width) for width in _WIDTHS for weights in _SETS)

_PROOF = 25_000
"""How many positions an exhaustive search gets before wider beams are tried."""
_MOST_KEPT = 500_000
"""How many positions an exhaustive search may keep in memory."""
_FIRST_WIDTH, _LEAST_WIDTH, _MOST_WIDTH = 64, 16, 3000
"""How wide the beams are that look for shorter lines."""
_DEEPEST = 3
"""How many actions a line may have, for each card that is left: others have lost their way."""


def solve(
    state: State, budget: int, *, shorten: bool = True, report: Report | None = None
) -> Solution:
    """Solve `state`, which is not changed, looking at no more than `budget` positions.

    The game must not be given up. With `shorten`, what is left of the budget after a win is spent
    on shorter lines.
    """
    if state.over == WON:
        return Solution(Verdict.WON, [], 0)
    search = _Search(state, budget, report)
    line = search.any_line()
    if line is None:
        return Solution(Verdict.LOST if search.lost else Verdict.UNKNOWN, [], search.positions)
    if shorten:
        line = search.shorter(line)
    return Solution(Verdict.WON, _replayed(state, line), search.positions)


class _Search:
    """A budget and what has been spent of it."""

    def __init__(self, state: State, budget: int, report: Report | None) -> None:
        self.state = state
        self.budget = budget
        self.report = report
        self.positions = 0
        self.best: int | None = None
        self.seed = 0
        self.lost = False

    def any_line(self) -> list[Action] | None:
        """A line that wins, if one is found; `lost` if it is proved that there is none."""
        if can_never_deal(self.state):
            self.lost, self.positions = True, 1
            return None
        line = self.first_of(_FIRST) or self.exhaust(_PROOF)
        if line is None and not self.lost:
            line = self.first_of(_LATER)
        return line

    def first_of(self, stages: Sequence[_Stage]) -> list[Action] | None:
        """The first line that one of the stages finds."""
        deepest = _DEEPEST * packed_room(self.state)
        for stage in stages:
            if self.lost or self.positions >= self.budget:
                break
            beam, line = self.beam(stage, deepest)
            if line is None and not beam.dropped:
                # So few positions: they can all be looked at.
                line = self.exhaust(_MOST_KEPT)
            if line is not None:
                return line
        return None

    def beam(self, stage: _Stage, most_depth: int) -> tuple[Beam, list[Action] | None]:
        """Search with what is left of the budget for a line of at most `most_depth` actions."""
        self.seed += 1
        beam = Beam(self.state, stage.weights, stage.width, self.seed, most_depth)
        line = beam.run(self.budget - self.positions, self.looked)
        self.positions += beam.positions
        if line is not None:
            self.best = len(line)
        return beam, line

    def exhaust(self, most: int) -> list[Action] | None:
        """Look at everything that can be reached, as far as `most` positions and the budget go."""
        most = min(most, self.budget - self.positions)
        if most < 1:
            return None
        found = exhaust(self.state, most, lambda positions: self.looked(0, positions))
        self.positions += found.positions
        self.lost = found.ended
        return found.line

    def looked(self, depth: int, positions: int) -> None:
        """Report how far the search that goes on has come."""
        if self.report is not None:
            self.report(Progress(depth, self.best, self.positions + positions))

    def shorter(self, line: list[Action]) -> list[Action]:
        """A line as short as the rest of the budget finds, each search wider than the last."""
        width = _FIRST_WIDTH
        while width >= _LEAST_WIDTH and self.positions < self.budget:
            spent = self.positions
            beam, found = self.beam(_Stage(_SHORT, width), len(line) - 1)
            line = found or line
            if not beam.dropped:
                break
            # As wide as the rest allows, with something to spare: a wider beam costs a little more.
            rest, cost = self.budget - self.positions, self.positions - spent
            width = min(_MOST_WIDTH, rest * width * 4 // (cost * 5))
        return line


def _replayed(state: State, line: list[Action]) -> list[Action]:
    """The line, if the rules agree that it wins."""
    twin = state.copy()
    for action in line:
        if twin.over != PLAYING or apply(twin, action):
            raise AssertionError(f"the solver broke a rule: {action}")
    if twin.over != WON:
        raise AssertionError("the solver's line does not win")
    return line
