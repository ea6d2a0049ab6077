"""What the player sees of a game, and nothing else: all that outlook and hints may know.

It depends on the rule set, the face-up cards, the numbers of hidden cards and of those in the
stock, and the runs that have left; not on code, log, score or undo stack. The cards that cannot be
seen are known as a heap: it is the deck without those that can.
"""

from typing import NamedTuple

from engine.cards import Card
from engine.state import Position, State

UNKNOWN = 14
"""Stands for a card that cannot be seen: it lies on nothing, and nothing lies on it."""


class Sight(NamedTuple):
    """A board on which every hidden card and the whole stock are unknown, and those cards sorted.

    The board is a state like any other and can be played on, until an unknown card turns up.
    """

    board: State
    unseen: tuple[Card, ...]


def seen(state: State) -> Sight:
    """What the player sees of `state`, which is not changed."""
    piles, hidden = state.piles, state.hidden
    blind = [
        (*[UNKNOWN] * below, *cards[below:]) for cards, below in zip(piles, hidden, strict=True)
    ]
    columns, cells = state.column_count, state.column_count + state.cell_count
    rest = state.stock[state.dealt : state.stock_size]
    position = Position(
        columns=tuple(blind[:columns]),
        hidden=tuple(hidden[:columns]),
        stock=(UNKNOWN,) * len(rest),
        runs=tuple(sorted(state.runs)),
        score=0,
        moves=0,
        cells=tuple(blind[columns:cells]),
        reserves=tuple(blind[cells:]),
    )
    board = State(position, state.rules, state.runs_to_win)
    board.over = state.over
    under = [card for cards, below in zip(piles, hidden, strict=True) for card in cards[:below]]
    return Sight(board, tuple(sorted([*under, *rest])))
