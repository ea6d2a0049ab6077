"""The state of a game in play, and the record of each action that changed it."""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.actions import Move
from engine.cards import Card, Suit
from engine.rulesets import RuleSet


class Status(StrEnum):
    """Whether a game goes on, and how it ended."""

    PLAYING = "playing"
    WON = "won"
    RESIGNED = "resigned"


class Position(NamedTuple):
    """Where the cards lie, and the counters: what a game code stands for.

    Columns are listed deepest card first, with the number of hidden ones beside them; the stock is
    in the order in which it will be dealt; `runs` holds the suits of the runs that have left.
    """

    columns: tuple[tuple[Card, ...], ...]
    hidden: tuple[int, ...]
    stock: tuple[Card, ...]
    runs: tuple[Suit, ...]
    score: int
    moves: int


class RunLeft(NamedTuple):
    """A run that left `column`, what it brought, and the card that turned up below it, if any."""

    column: int
    suit: Suit
    points: int
    flip: Card | None


@dataclass(slots=True)
class Step:
    """What a move or a deal did: enough to undo it and to animate it. Never changed once made.

    `move` is None for a deal. `cost` is the real change of the score (0 or less) before the runs.
    """

    move: Move | None
    cards: list[Card]
    flip: Card | None
    cost: int
    runs: tuple[RunLeft, ...]
    won: bool
    score_before: int
    moves_before: int


class State:
    """A game in play. Changed in place by `engine.play`; `copy` is cheap.

    `stock` never changes: `dealt` says how many of its cards are gone. `history` is the undo stack,
    `forgotten` whether an action has fallen off its far end.
    """

    __slots__ = (
        "columns",
        "dealt",
        "forgotten",
        "hidden",
        "history",
        "moves",
        "rules",
        "runs",
        "runs_to_win",
        "score",
        "status",
        "stock",
        "undos",
    )

    def __init__(self, position: Position, rules: RuleSet, runs_to_win: int) -> None:
        self.rules = rules
        self.runs_to_win = runs_to_win
        self.columns = [list(cards) for cards in position.columns]
        self.hidden = list(position.hidden)
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
        twin.columns = [cards.copy() for cards in self.columns]
        twin.hidden = self.hidden.copy()
        twin.runs = self.runs.copy()
        twin.history = self.history.copy()
        return twin
