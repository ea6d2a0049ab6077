"""The state of a game in play, and the record of each action that changed it."""

from collections import deque
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from engine.actions import CELL, RESERVE, Command, Move, Take
from engine.cards import Card, Suit
from engine.rulesets import RuleSet
from engine.tables import tables


class Status(StrEnum):
    """Whether a game goes on, and how it ended."""

    PLAYING = "playing"
    WON = "won"
    RESIGNED = "resigned"


class Position(NamedTuple):
    """Where the cards lie, and the counters: what a game code stands for.

    Columns are listed deepest card first, with the number of hidden ones beside them; the stock is
    in the order in which it will be dealt; `runs` holds the suits of the runs that have left. Cells
    hold a card or none, reserves a list of cards of which the last can be played.
    """

    columns: tuple[tuple[Card, ...], ...]
    hidden: tuple[int, ...]
    stock: tuple[Card, ...]
    runs: tuple[Suit, ...]
    score: int
    moves: int
    cells: tuple[tuple[Card, ...], ...] = ()
    reserves: tuple[tuple[Card, ...], ...] = ()


class RunLeft(NamedTuple):
    """A run that left `column`, what it brought, and the card that turned up below it, if any."""

    column: int
    cards: list[Card]
    points: int
    flip: Card | None


class Step:
    """What an action did: enough to undo it and to animate it. Not changed once it is remembered.

    `cards` were moved by a `Move`, or dealt to the columns `dealt_to`; `refill` are the cards that
    the stock gave to the column that a move had emptied. `cost` is the real change of the score (0
    or less) before the runs.
    """

    dealt_to: Sequence[int] = ()
    refill: Sequence[Card] = ()
    cost = 0
    runs: tuple[RunLeft, ...] = ()
    won = False

    def __init__(
        self,
        action: Move | Take | Command,
        cards: list[Card],
        flip: Card | None,
        score_before: int,
        moves_before: int,
    ) -> None:
        self.action = action
        self.cards = cards
        self.flip = flip
        self.score_before = score_before
        self.moves_before = moves_before

    def __eq__(self, other: object) -> bool:
        """Whether two steps did the same."""
        return isinstance(other, Step) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


class State:
    """A game in play. Changed in place by `engine.play`; `copy` is cheap.

    `piles` are the columns, then the cells, then the reserves; `columns` are the same lists again.
    `stock` never changes: `dealt` says how many of its cards are gone. `history` is the undo stack,
    `forgotten` whether an action has fallen off its far end.
    """

    __slots__ = (
        "cells",
        "columns",
        "dealt",
        "forgotten",
        "hidden",
        "history",
        "moves",
        "piles",
        "rules",
        "runs",
        "runs_to_win",
        "score",
        "status",
        "stock",
        "tables",
        "takes",
        "undos",
    )

    def __init__(self, position: Position, rules: RuleSet, runs_to_win: int) -> None:
        self.rules = rules
        self.tables = tables(rules)
        self.takes = self.tables.takes
        self.runs_to_win = runs_to_win
        piles = (*position.columns, *position.cells, *position.reserves)
        self.piles = [list(cards) for cards in piles]
        self.columns = self.piles[: len(position.columns)]
        self.cells = len(position.cells)
        self.hidden = [*position.hidden, *[0] * (len(piles) - len(self.columns))]
        self.stock = position.stock
        self.dealt = 0
        self.runs = list(position.runs)
        self.score = position.score
        self.moves = position.moves
        self.undos = 0
        self.status = Status.WON if len(self.runs) == runs_to_win else Status.PLAYING
        self.history: deque[Step] = deque(maxlen=rules.undo_limit)
        self.forgotten = False

    def copy(self) -> "State":
        """A state that can be played on without changing this one."""
        twin = object.__new__(State)
        for name in State.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.piles = [cards.copy() for cards in self.piles]
        twin.columns = twin.piles[: len(self.columns)]
        twin.hidden = self.hidden.copy()
        twin.runs = self.runs.copy()
        twin.history = self.history.copy()
        return twin

    def pile(self, place: int) -> int | None:
        """The index in `piles` of a place (`engine.actions`); None for one that is not there."""
        columns = len(self.columns)
        if place < CELL:
            return place if 0 <= place < columns else None
        if place < RESERVE:
            return columns + place - CELL if place - CELL < self.cells else None
        index = columns + self.cells + place - RESERVE
        return index if index < len(self.piles) else None
