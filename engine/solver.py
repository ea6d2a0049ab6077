"""The solver: whether a position can be won, with all cards known, and by which line.

Budgets count positions, not seconds, so that the same question has the same answer on every
machine. A loss is told only after an exhaustive search; every line is replayed before it leaves.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from engine.actions import Action
from engine.appraisal import Weights
from engine.beam import Beam
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
"""Sets of weights that win different deals: others are tried before wider beams."""
_SHORT = Weights(-40, 0, 64, -56, -40, -40, 840, 32, 0, 15)
"""The set for short lines."""
_BOLD = Weights(-24, 0, 64, -56, -8, -8, 1320, 56, 0, 15)
_DEEP = Weights(-80, -20, 64, -50, -10, -20, 900, 40, 60, 15)
"""The sets that gain most from a wide beam."""

_FIRST = (
    _Stage(_SHORT, 4),
    _Stage(_SHORT, 12),
    *(_Stage(weights, 12) for weights in _SETS[:2]),
)
_LATER = (
    *(_Stage(weights, 30) for weights in _SETS),
    *(_Stage(weights, 100) for weights in _SETS[:3]),
    *(_Stage(weights, 1000) for weights in (_BOLD, _SETS[2], _DEEP, _SETS[0])),
    *(_Stage(weights, width) for width in (3000, 10_000) for weights in (_BOLD, _SETS[2], _DEEP)),
)

_PROOF = 25_000
"""How many positions an exhaustive search gets before wider beams are tried."""
_QUICK = 6000
"""How many positions a quick search gets."""
_MOST_KEPT = 500_000
"""How many positions an exhaustive search may keep in memory."""
_FIRST_WIDTH, _LEAST_WIDTH, _MOST_WIDTH = 64, 16, 3000
"""How wide the beams are that look for shorter lines."""
_MOST_TRIES = 4
"""How many sets are tried in turn where none does well."""
_SHARE_OF_WIDEST = 0.65
_MIDDLES = ((2, 0.4), (4, 0.5), (6, 0.5), (3, 0.6), (5, 1.0))
"""From which tenths of a line on its end is searched for, and the share of the budget for it."""
_NARROW, _DEEPEST, _DEEPEST_OF_WIDE = 2000, 2, 4
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
    if _replayed(state, line).over != WON:
        raise AssertionError("the solver's line does not win")
    return Solution(Verdict.WON, line, search.positions)


def wins_quickly(state: State) -> bool:
    """Whether the narrowest search of all wins, which takes some thousand positions."""
    stage, room = _FIRST[0], packed_room(state)
    beam = Beam(state, stage.weights, stage.width, 1, _DEEPEST * room)
    return beam.run(_QUICK, _unheard) is not None


def _unheard(_depth: int, _positions: int) -> None:
    """How far a search has come, which nobody asked for."""


class _Search:
    """A budget and what has been spent of it."""

    def __init__(self, state: State, budget: int, report: Report | None) -> None:
        self.state = state
        self.budget = budget
        self.report = report
        self.positions = 0
        self.best: int | None = None
        self.seed = self.exhausted = 0
        self.lost = False
        self.winner, self.cost = _FIRST[0], 0

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
        room = packed_room(self.state)
        for stage in stages:
            if self.lost or self.positions >= self.budget:
                break
            deepest = _DEEPEST if stage.width < _NARROW else _DEEPEST_OF_WIDE
            beam, line = self.beam(stage, deepest * room)
            self.winner, self.cost = stage, beam.positions * 3 // (2 * stage.width)
            if line is None and not beam.dropped:
                # So few positions: they can all be looked at.
                line = self.exhaust(_MOST_KEPT)
            if line is not None:
                return line
        return None

    def beam(
        self, stage: _Stage, most_depth: int, state: State | None = None
    ) -> tuple[Beam, list[Action] | None]:
        """Search with what is left of the budget for a line of at most `most_depth` actions."""
        self.seed += 1
        beam = Beam(state or self.state, stage.weights, stage.width, self.seed, most_depth)
        line = beam.run(self.budget - self.positions, self.looked)
        self.positions += beam.positions
        if line is not None and state is None:
            self.best = len(line)
        return beam, line

    def exhaust(self, most: int) -> list[Action] | None:
        """Look at everything that can be reached, as far as `most` positions and the budget go."""
        most = min(most, self.budget - self.positions)
        if most <= self.exhausted:  # it would come no further than the last time
            return None
        self.exhausted = most
        found = exhaust(self.state, most, lambda positions: self.looked(0, positions))
        self.positions += found.positions
        self.lost = found.ended
        if found.line is not None:
            self.best = len(found.line)
        return found.line

    def looked(self, depth: int, positions: int) -> None:
        """Report how far the search that goes on has come."""
        if self.report is not None:
            self.report(Progress(depth, self.best, self.positions + positions))

    def shorter(self, line: list[Action]) -> list[Action]:
        """A line as short as the rest of the budget finds.

        Narrow beams show which set of weights does well here; it gets a wide one. Where none does
        well others have their turn. What is left is spent on the line's end.
        """
        sets = [_SHORT, self.winner.weights, *_SETS]
        width, best = _FIRST_WIDTH, self.winner.weights
        for tries in range(_MOST_TRIES):
            spent = self.positions
            beam, found = self.beam(_Stage(sets[tries], width), len(line) - 1)
            if not beam.dropped:
                return found or line
            if found is not None:
                line, best = found, sets[tries]
                self.cost = max(self.cost, (self.positions - spent) // width)
                line = self.wider(line, best)
                break
            width = _FIRST_WIDTH if tries == 0 else self.affordable_width(1 / _MOST_TRIES)
            if width < _LEAST_WIDTH:
                break
        return self.with_shorter_end(line, best)

    def wider(self, line: list[Action], weights: Weights) -> list[Action]:
        """The line, or a shorter one that a beam finds with much of what is left of the budget."""
        width = self.affordable_width(_SHARE_OF_WIDEST)
        if width < 2 * _FIRST_WIDTH:
            return line
        _, found = self.beam(_Stage(weights, width), len(line) - 1)
        return found or line

    def with_shorter_end(self, line: list[Action], weights: Weights) -> list[Action]:
        """The line, or one with a shorter way from somewhere in the middle."""
        for places, share in _MIDDLES:
            kept = line[: len(line) * places // 10]
            width = self.affordable_width(share * 10 / (10 - places))
            if width >= _LEAST_WIDTH:
                stage, most_depth = _Stage(weights, width), len(line) - len(kept) - 1
                _, found = self.beam(stage, most_depth, _replayed(self.state, kept))
                if found is not None:
                    line = kept + found
                    self.best = len(line)
        return line

    def affordable_width(self, share: float) -> int:
        """How wide a beam may be that spends about this share of what is left of the budget."""
        return min(_MOST_WIDTH, int((self.budget - self.positions) * share) // (self.cost + 1))


def _replayed(state: State, line: Sequence[Action]) -> State:
    """The state after the line, which must be legal."""
    twin = state.copy()
    for action in line:
        if twin.over != PLAYING or apply(twin, action):
            raise AssertionError(f"the solver broke a rule: {action}")
    return twin
