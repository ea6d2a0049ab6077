"""The state of a game in play."""

from enum import StrEnum
from typing import NamedTuple

from engine.actions import CELL, RESERVE
from engine.cards import KING, Card, Suit, whole_run
from engine.rulesets import RuleSet
from engine.tables import tables

ROOM = 256
"""How many cards a pile has room for."""
_CELL, _RESERVE, _KING = CELL, RESERVE, KING


class Status(StrEnum):
    """Whether a game goes on, and how it ended."""

    PLAYING = "playing"
    WON = "won"
    RESIGNED = "resigned"


_STATUSES = (*Status,)
PLAYING, WON, RESIGNED = range(3)
"""The same as numbers: their places in `Status`."""


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


class State:
    """A game in play. Changed in place by `engine.play` alone; `copy` is cheap.

    Flat on purpose: this is what the compiled engine works on. Piles are the columns, then the
    cells, then the reserves. Pile p has ``sizes[p]`` cards, of which ``face_down[p]`` are hidden;
    they lie in `cards` from ``p * ROOM`` on, deepest first. `stock` never changes: `dealt` says how
    many of its cards are gone. `left` holds the cards of the runs that have left, thirteen each,
    `left_from` the column of each, with 128 added if a card turned up below it. `history` is the
    undo stack (`engine.records`), of which the records before `floor` are forgotten.
    """

    def __init__(self, position: Position, rules: RuleSet, runs_to_win: int) -> None:
        self.rules = rules
        self.tables = tables(rules)
        self.lies = self.tables.lies
        self.runs_to_win = runs_to_win
        piles = (*position.columns, *position.cells, *position.reserves)
        self.pile_count = len(piles)
        self.column_count = len(position.columns)
        self.cell_count = len(position.cells)
        self.cards = bytearray(self.pile_count * ROOM)
        for pile, cards in enumerate(piles):
            self.cards[pile * ROOM : pile * ROOM + len(cards)] = bytes(cards)
        self.sizes = bytearray(map(len, piles))
        self.face_down = bytearray(self.pile_count)
        self.face_down[: self.column_count] = bytes(position.hidden)
        self.stock = bytearray(position.stock)
        self.stock_size = len(position.stock)
        self.dealt = 0
        self.left = bytearray(card for suit in position.runs for card in whole_run(suit))
        self.left_from = bytearray(len(position.runs))
        self.score = position.score
        self.moves = position.moves
        self.undos = 0
        self.over = WON if len(position.runs) == runs_to_win else PLAYING
        self.history: list[int] = []
        self.floor = 0

    def copy(self) -> "State":
        """A state that can be played on without changing this one."""
        twin = State.__new__(State)
        twin.rules, twin.tables, twin.lies = self.rules, self.tables, self.lies
        twin.runs_to_win = self.runs_to_win
        twin.pile_count = self.pile_count
        twin.column_count = self.column_count
        twin.cell_count = self.cell_count
        twin.cards = bytearray(self.cards)
        twin.sizes = bytearray(self.sizes)
        twin.face_down = bytearray(self.face_down)
        twin.stock, twin.stock_size, twin.dealt = self.stock, self.stock_size, self.dealt
        twin.left, twin.left_from = bytearray(self.left), bytearray(self.left_from)
        twin.score, twin.moves, twin.undos = self.score, self.moves, self.undos
        twin.over = self.over
        twin.history, twin.floor = self.history.copy(), self.floor
        return twin

    @property
    def status(self) -> Status:
        """Whether the game goes on, and how it ended."""
        status: Status = _STATUSES[self.over]
        return status

    @property
    def columns(self) -> list[list[Card]]:
        """The cards of each column, deepest first."""
        return [self.pile_cards(pile) for pile in range(self.column_count)]

    @property
    def piles(self) -> list[list[Card]]:
        """The cards of each pile: the columns, then the cells, then the reserves."""
        return [self.pile_cards(pile) for pile in range(self.pile_count)]

    @property
    def hidden(self) -> list[int]:
        """How many cards of each pile are hidden."""
        return list(self.face_down)

    @property
    def runs(self) -> list[Suit]:
        """The suits of the runs that have left, in the order in which they left."""
        return [card >> 4 for card in self.left[::_KING]]

    @property
    def undo_available(self) -> int:
        """How many actions can be undone, one after the other."""
        return len(self.history) - self.floor

    def pile_cards(self, pile: int) -> list[Card]:
        """The cards of one pile, deepest first."""
        return list(self.cards[pile * ROOM : pile * ROOM + self.sizes[pile]])

    def pile(self, place: int) -> int:
        """The pile at a place (`engine.actions`); -1 for one that is not there."""
        if place < _CELL:
            return place if 0 <= place < self.column_count else -1
        if place < _RESERVE:
            return self.column_count + place - _CELL if place - _CELL < self.cell_count else -1
        pile = self.column_count + self.cell_count + place - _RESERVE
        return pile if pile < self.pile_count else -1

    def place(self, pile: int) -> int:
        """The place of a pile."""
        if pile < self.column_count:
            return pile
        aside = pile - self.column_count
        return _CELL + aside if aside < self.cell_count else _RESERVE + aside - self.cell_count
