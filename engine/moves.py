"""Legal moves, the best target of a group, and the verdict on every column for one group."""

from functools import partial
from itertools import groupby, product
from operator import itemgetter
from typing import NamedTuple

from engine.actions import CELL, RESERVE, Move, Take
from engine.cards import Card
from engine.rules import accepts, column_move_violation, group_length, move_violation, violation
from engine.state import State, Status
from engine.violations import Violation

SAME_SUIT, OTHER_SUIT, EMPTY, IN_CELL = "same_suit", "other_suit", "empty", "cell"


class Target(NamedTuple):
    """One column's verdict on a group: its kind and whether it is the best, or why not there."""

    column: int
    kind: str | None
    best: bool
    violation: Violation | None


def legal_moves(state: State) -> list[Move]:
    """Every legal move, sorted by source, then count, then target; columns first, then cells."""
    if state.status is not Status.PLAYING:
        return []
    joins, hidden = state.tables.joins, state.hidden
    moves = [
        Move(from_, to, count)
        for from_, source in enumerate(state.columns)
        for count in range(1, group_length(source, hidden[from_], joins) + 1)
        for to, target in enumerate(state.columns)
        if to != from_ and accepts(state, target, source[-count], count == len(source))
    ]
    if len(state.piles) > len(state.columns):
        moves += _other_moves(state)
        moves.sort(key=itemgetter(0, 2, 1))
    return moves


def _other_moves(state: State) -> list[Move]:
    """The legal moves from and to cells and from reserves."""
    columns = range(len(state.columns))
    cells = range(CELL, CELL + state.cells)
    reserves = range(RESERVE, RESERVE + len(state.piles) - len(state.columns) - state.cells)
    pairs = [*product(columns, cells), *product(cells, columns), *product(reserves, columns)]
    return [Move(from_, to, 1) for from_, to in pairs if not move_violation(state, from_, to, 1)]


def legal_takes(state: State) -> list[Take]:
    """Every run that may be taken, first column to last."""
    takes = map(Take, range(len(state.columns)))
    return [take for take in takes if violation(state, take) is None]


def target_kind(state: State, move: Move) -> str:
    """What a legal move's group would lie on: its own suit, another, nothing, or a cell."""
    if move.to >= CELL:
        return IN_CELL
    target = state.columns[move.to]
    if not target:
        return EMPTY
    return SAME_SUIT if _first(state, move) >> 4 == target[-1] >> 4 else OTHER_SUIT


def _first(state: State, move: Move) -> Card:
    index = state.pile(move.from_)
    assert index is not None
    return state.piles[index][-move.count]


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
    cards, run = state.columns[move.to], state.tables.run
    if _first(state, move) not in run[cards[-1]]:
        return 0
    return group_length(cards, state.hidden[move.to], (run,))


def targets(state: State, column: int, count: int) -> list[Target]:
    """Every column's verdict on the last `count` cards of `column`; any numbers may be asked."""
    violations = [
        column_move_violation(state, column, to, count) for to in range(len(state.columns))
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
    if not 0 <= column < len(state.columns):
        return []
    cards = state.columns[column]
    return cards[max(state.hidden[column], len(cards) - count) :] if count > 0 else []
