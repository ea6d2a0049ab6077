"""Legal moves, the best target of a group, and the verdict on every column for one group."""

from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from engine.actions import Move
from engine.cards import Card
from engine.rules import accepts, group_length, move_violation
from engine.rulesets import Group
from engine.state import State, Status
from engine.violations import Violation

SAME_SUIT, OTHER_SUIT, EMPTY = "same_suit", "other_suit", "empty"


class Target(NamedTuple):
    """One column's verdict on a group: its kind and whether it is the best, or why not there."""

    column: int
    kind: str | None
    best: bool
    violation: Violation | None


def legal_moves(state: State) -> list[Move]:
    """Every legal move, sorted by column, then count, then target column."""
    if state.status is not Status.PLAYING:
        return []
    rules = state.rules
    return [
        Move(from_, to, count)
        for from_, source in enumerate(state.columns)
        for count in range(1, group_length(source, state.hidden[from_], rules.group) + 1)
        for to, target in enumerate(state.columns)
        if to != from_ and accepts(target, source[-count], count == len(source), rules)
    ]


def target_kind(state: State, move: Move) -> str:
    """What a legal move's group would lie on: its own suit, another, or an empty column."""
    target = state.columns[move.to]
    if not target:
        return EMPTY
    first = state.columns[move.from_][-move.count]
    return SAME_SUIT if first >> 4 == target[-1] >> 4 else OTHER_SUIT


def best_moves(state: State, moves: list[Move]) -> set[Move]:
    """Of sorted legal `moves`, the one with the best target for each group (rules: Best target)."""
    best: set[Move] = set()
    for _, group in groupby(moves, key=_group):
        first, *others = group
        best.add(min((first, *others), key=partial(_preference, state)) if others else first)
    return best


_group = itemgetter(0, 2)


def _preference(state: State, move: Move) -> tuple[int, int, int]:
    """Sorts first what is better: the suit, the one-suit group that results, the column."""
    kind = target_kind(state, move)
    if kind == SAME_SUIT:
        return 0, -_one_suit_length(state, move.to), move.to
    return (1 if kind == OTHER_SUIT else 2), 0, move.to


def _one_suit_length(state: State, column: int) -> int:
    return group_length(state.columns[column], state.hidden[column], Group.ONE_SUIT)


def targets(state: State, column: int, count: int) -> list[Target]:
    """Every column's verdict on the last `count` cards of `column`; any numbers may be asked."""
    violations = [move_violation(state, column, to, count) for to in range(len(state.columns))]
    moves = [Move(column, to, count) for to, refusal in enumerate(violations) if refusal is None]
    best = best_moves(state, moves)
    return [
        Target(to, target_kind(state, move), move in best, None)
        if refusal is None
        else Target(to, None, False, refusal)
        for to, refusal in enumerate(violations)
        for move in [Move(column, to, count)]
    ]


def face_up_cards(state: State, column: int, count: int) -> list[Card]:
    """The last `count` cards of `column` that are face up; none for a column that is not there."""
    if not 0 <= column < len(state.columns):
        return []
    cards = state.columns[column]
    return cards[max(state.hidden[column], len(cards) - count) :] if count > 0 else []
