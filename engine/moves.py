"""Legal moves, the best target of a group, and the verdict on every column for one group."""

from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
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
    moves = bytearray(3 * MOST_MOVES)
    end = write_moves(state, moves)
    return [_move(*moves[place : place + 3]) for place in range(0, end, 3)]


def legal_takes(state: State) -> list[Take]:
    """Every run that may be taken, first column to last."""
    return [Take(column) for column in range(state.column_count) if not refused_take(state, column)]


def target_kind(state: State, move: Move) -> str:
    """What a legal move's group would lie on: its own suit, another, nothing, or a cell."""
    if move.to >= CELL:
        return IN_CELL
    size = state.sizes[move.to]
    if not size:
        return EMPTY
    end = state.cards[move.to * ROOM + size - 1]
    return SAME_SUIT if _first(state, move) >> 4 == end >> 4 else OTHER_SUIT


def _first(state: State, move: Move) -> Card:
    pile = state.pile(move.from_)
    return state.cards[pile * ROOM + state.sizes[pile] - move.count]


def best_moves(state: State, moves: list[Move]) -> set[Move]:
    """Of sorted legal `moves`, the one with the best target for each group (rules: Best target)."""
    best: set[Move] = set()
    for _, group in groupby(moves, key=itemgetter(0, 2)):
        first, *others = group
        best.add(min((first, *others), key=partial(_preference, state)) if others else first)
    return best


_KINDS = [SAME_SUIT, OTHER_SUIT, EMPTY, IN_CELL]


def _preference(state: State, move: Move) -> tuple[int, int, int]:
    """Sorts first what is better: the suit, the one-suit group that results, the column."""
    kind = target_kind(state, move)
    length = _one_suit_length(state, move) if kind == SAME_SUIT else 0
    return _KINDS.index(kind), -length, move.to


def _one_suit_length(state: State, move: Move) -> int:
    """How long the one-suit group is that the moved group's first card comes to lie on."""
    start, end = move.to * ROOM, move.to * ROOM + state.sizes[move.to]
    if not state.lies[state.cards[end - 1] << 6 | _first(state, move)] & RUN:
        return 0
    return group_length(state.cards, start + state.face_down[move.to], end, state.lies, RUN)


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
