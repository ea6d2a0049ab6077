"""Legal moves, the best target of a group, and the verdict on every column for one group."""

from functools import lru_cache
from typing import NamedTuple

from engine.actions import CELL, Move, Take
from engine.cards import Card
from engine.refusals import column_move_violation
from engine.rules import (
    accepts,
    group_length,
    movable,
    refused_move,
    refused_take,
)
from engine.state import PLAYING, ROOM, State
from engine.tables import RUN
from engine.violations import Violation

SAME_SUIT, OTHER_SUIT, EMPTY, IN_CELL = "same_suit", "other_suit", "empty", "cell"
_KINDS = (SAME_SUIT, OTHER_SUIT, EMPTY, IN_CELL)
"""What a group may lie on, best first."""

MOST_MOVES = 20 * 19 * 99
"""No more moves can be legal: columns, others, cards."""


class Target(NamedTuple):
    """One column's verdict on a group: its kind and whether it is the best, or why not there."""

    column: int
    kind: str | None
    best: bool
    violation: Violation | None


def write_moves(state: State, moves: bytearray) -> int:
    """Write every legal move as three bytes (from, to, count) and say how many bytes those are.

    They are sorted by source, then count, then target; columns first, then cells and reserves.
    """
    if state.over != PLAYING:
        return 0
    end = 0
    for from_ in range(state.column_count):
        size = state.sizes[from_]
        for count in range(1, movable(state, from_) + 1):
            first = state.cards[from_ * ROOM + size - count]
            for to in range(state.column_count):
                if to != from_ and accepts(state, to, first, count == size):
                    end = _write(moves, end, from_, to, count)
            if count == 1 and state.cell_count:
                end = _write_to_cells(state, moves, end, from_)
    for pile in range(state.column_count, state.pile_count):
        for to in range(state.column_count):
            if state.sizes[pile] and not refused_move(state, state.place(pile), to, 1):
                end = _write(moves, end, state.place(pile), to, 1)
    return end


def _write_to_cells(state: State, moves: bytearray, end: int, from_: int) -> int:
    for cell in range(state.cell_count):
        if not state.sizes[state.column_count + cell]:
            end = _write(moves, end, from_, CELL + cell, 1)
    return end


def _write(moves: bytearray, end: int, from_: int, to: int, count: int) -> int:
    moves[end] = from_
    moves[end + 1] = to
    moves[end + 2] = count
    return end + 3


@lru_cache(maxsize=1 << 14)
def _move(from_: int, to: int, count: int) -> Move:
    return Move(from_, to, count)


def legal_moves(state: State) -> list[Move]:
    """Every legal move, sorted by source, then count, then target; columns first, then cells."""
    # Every card to every pile is still more, and much less than `MOST_MOVES`.
    moves = bytearray(3 * sum(state.sizes) * state.pile_count)
    end = write_moves(state, moves)
    return [_move(moves[place], moves[place + 1], moves[place + 2]) for place in range(0, end, 3)]


def legal_takes(state: State) -> list[Take]:
    """Every run that may be taken, first column to last."""
    return [Take(column) for column in range(state.column_count) if not refused_take(state, column)]


def target_kind(state: State, move: Move) -> str:
    """What a legal move's group would lie on: its own suit, another, nothing, or a cell."""
    return _KINDS[_kind(state, _first(state, move.from_, move.count), move.to)]


def _kind(state: State, first: Card, to: int) -> int:
    """What a group whose first card is `first` would lie on, as a place in `_KINDS`."""
    if to >= CELL:
        return 3
    size = state.sizes[to]
    if not size:
        return 2
    return int(state.cards[to * ROOM + size - 1] >> 4 != first >> 4)


def _first(state: State, from_: int, count: int) -> Card:
    pile = state.pile(from_)
    return state.cards[pile * ROOM + state.sizes[pile] - count]


def best_moves(state: State, moves: list[Move]) -> set[Move]:
    """Of sorted legal `moves`, the one with the best target for each group (rules: Best target)."""
    best: dict[int, Move] = {}
    least = 0
    for move in moves:
        from_, count = move.from_, move.count
        group, rank = from_ << 8 | count, _rank(state, _first(state, from_, count), move.to)
        if group not in best or rank < least:
            best[group], least = move, rank
    return {*best.values()}


def _rank(state: State, first: Card, to: int) -> int:
    """Lowest for the best target: by the suit, the one-suit group that results, the column."""
    kind = _kind(state, first, to)
    length = 0 if kind else _one_suit_length(state, first, to)
    return (kind * ROOM - length) * ROOM + to


def _one_suit_length(state: State, first: Card, to: int) -> int:
    """How long the one-suit group is that the moved group's first card comes to lie on."""
    start, end = to * ROOM, to * ROOM + state.sizes[to]
    if not state.lies[state.cards[end - 1] << 6 | first] & RUN:
        return 0
    return group_length(state.cards, start + state.face_down[to], end, state.lies, RUN)


def targets(state: State, column: int, count: int) -> list[Target]:
    """Every column's verdict on the last `count` cards of `column`; any numbers may be asked."""
    violations = [
        column_move_violation(state, column, to, count) for to in range(state.column_count)
    ]
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
    if not 0 <= column < state.column_count:
        return []
    cards = state.pile_cards(column)
    return cards[max(state.face_down[column], len(cards) - count) :] if count > 0 else []
