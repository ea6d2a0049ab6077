"""Exhaustive search: every position that can be reached is looked at, so that a loss is a proof.

Positions are compared whole, never by a hash alone. Two count as one where only columns that the
stock will treat alike, or cells, have changed places; nothing else is left out.

A search of a blind board (`engine.sight`) also ends where a card would be seen that is not known
yet: `explore`.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from engine.actions import Action, Command
from engine.moves import MOST_MOVES, legal_moves, legal_takes, write_moves
from engine.packing import packed_room, unpack
from engine.play import apply, apply_deal, apply_move, apply_take, retract
from engine.rules import refused_deal, refused_take
from engine.state import ROOM, WON, State

Looked: TypeAlias = Callable[[int], None]
"""Called now and then with the number of positions looked at."""

_NOW_AND_THEN = 4096


class Exhaustion(NamedTuple):
    """How far a search came: `ended` if nothing was left to look at, the winning line if any."""

    ended: bool
    line: list[Action] | None
    positions: int


def exhaust(state: State, budget: int, looked: Looked) -> Exhaustion:
    """Look at up to `budget` positions that can be reached from `state`, depth first."""
    if budget < 1:
        return Exhaustion(False, None, 0)
    search = _Search(state, budget)
    ended = search.run(looked)
    line = search.line(state) if search.won else None
    return Exhaustion(ended and line is None, line, search.positions)


class Exploration(NamedTuple):
    """How far a search of a blind board came.

    `found`: a card that is not known yet, a legal deal or a win can be reached; else `ended` says
    whether nothing was left to look at. `completes`: at least a run can leave.
    """

    found: bool
    ended: bool
    completes: bool
    positions: int


def explore(board: State, budget: int) -> Exploration:
    """Look at up to `budget` positions of a blind board, as far as no new card is seen.

    A new card counts only where the stock can still be dealt after it, as else nothing is won.
    """
    if budget < 1:
        return Exploration(False, False, False, 0)
    search = _Search(board, budget)
    search.blind = True
    ended = search.run(_unheard)
    return Exploration(search.news or bool(search.won), ended, search.completes, search.positions)


def _unheard(_: int) -> None:
    """A number of positions that nobody asked for."""


def can_never_deal(state: State) -> bool:
    """Whether the stock can never be dealt, as the table has too few cards to fill the columns.

    The table gets no more cards but by a deal, and without the stock not every run can be made.
    """
    tables = state.tables
    if state.dealt == state.stock_size or tables.deal_over_empty or not tables.deals:
        return False
    cards = 0
    for pile in range(state.pile_count):
        cards += state.sizes[pile]
    return cards < state.column_count


def unseen(state: State) -> int:
    """How many cards are hidden or in the stock."""
    cards = state.stock_size - state.dealt
    for pile in range(state.pile_count):
        cards += state.face_down[pile]
    return cards


class _Search:
    """The positions found so far, each with the one that it came from, and those still to expand.

    A position's name is itself, packed, its columns put in order where their order does not matter.
    On a blind board it never does, since all that it could matter to is a card that is not known.
    """

    def __init__(self, state: State, budget: int) -> None:
        self.board = state.copy()
        self.board.history.clear()
        self.board.floor = 0
        self.moves = bytearray(3 * MOST_MOVES)
        self.name = bytearray(packed_room(state))
        self.order = bytearray(state.pile_count)
        self.blind = self.news = self.completes = False
        self.unseen = unseen(self.board)
        self.runs = len(self.board.left_from)
        root = self.named()
        self.parents: dict[bytes, bytes] = {root: root}
        self.open = [root]
        self.won: bytes = b""
        self.positions = 1
        self.budget = budget
        self.spent = False

    def run(self, looked: Looked) -> bool:
        """Expand positions until none is left (true), there is a win or news, or no budget."""
        told = 0
        while self.open:
            self.expand(self.open.pop())
            if self.won or self.news or self.spent:
                return False
            if self.positions - told >= _NOW_AND_THEN:
                told = self.positions
                looked(told)
        return True

    def expand(self, parent: bytes) -> None:
        """Find every position that one action leads to."""
        board = self.board
        unpack(board, bytearray(parent), 0)
        if can_never_deal(board):
            return
        if not refused_deal(board):
            if self.blind:
                self.news = True
                return
            apply_deal(board)
            self.look(parent)
        end = write_moves(board, self.moves)
        for place in range(0, end, 3):
            apply_move(board, self.moves[place], self.moves[place + 1], self.moves[place + 2])
            self.look(parent)
        if board.tables.runs_taken:
            for column in range(board.column_count):
                if not refused_take(board, column):
                    apply_take(board, column)
                    self.look(parent)

    def look(self, parent: bytes) -> None:
        """Keep the position that the board shows, if it is new, and take the action back."""
        if len(self.board.left_from) > self.runs:
            self.completes = True
        if self.blind and unseen(self.board) < self.unseen:
            self.news = self.news or not can_never_deal(self.board)
        else:
            self.keep(self.named(), parent)
        retract(self.board, 0, 0)

    def keep(self, name: bytes, parent: bytes) -> None:
        """Keep a position by its name, if it is new and the budget allows it."""
        if name not in self.parents and self.positions >= self.budget:
            self.spent = True
        elif name not in self.parents:
            self.parents[name] = parent
            self.open.append(name)
            self.positions += 1
            if self.board.over == WON:
                self.won = name

    def named(self) -> bytes:
        """The name of the position that the board shows."""
        board, order, name = self.board, self.order, self.name
        columns, piles = board.column_count, board.pile_count
        for pile in range(piles):
            order[pile] = pile
        if self.blind or board.dealt == board.stock_size or not board.tables.deals:
            self.sort(0, columns)
        self.sort(columns, columns + board.cell_count)
        end = 2 * piles + 2
        name[end - 2], name[end - 1] = board.dealt, len(board.left_from)
        for place in range(piles):
            pile = order[place]
            size, first = board.sizes[pile], pile * ROOM
            name[place], name[piles + place] = size, board.face_down[pile]
            for card in range(size):
                name[end + card] = board.cards[first + card]
            end += size
        return bytes(name[:end])

    def sort(self, first: int, end: int) -> None:
        """Put a part of the piles in order, by insertion."""
        order = self.order
        for sorted_ in range(first + 1, end):
            pile, place = order[sorted_], sorted_
            while place > first and self.precedes(pile, order[place - 1]):
                order[place] = order[place - 1]
                place -= 1
            order[place] = pile

    def precedes(self, one: int, other: int) -> bool:
        """Whether one pile comes before another: any order will do that tells them apart."""
        board = self.board
        size, hidden = board.sizes[one], board.face_down[one]
        if size != board.sizes[other]:
            return size < board.sizes[other]
        if hidden != board.face_down[other]:
            return hidden < board.face_down[other]
        here, there = one * ROOM, other * ROOM
        for card in range(size):
            if board.cards[here + card] != board.cards[there + card]:
                return board.cards[here + card] < board.cards[there + card]
        return False

    def line(self, state: State) -> list[Action]:
        """The actions that lead from `state` to the won position, columns as they really lie."""
        name, names = self.won, list[bytes]()
        while (parent := self.parents[name]) != name:
            names.append(name)
            name = parent
        self.board = state.copy()
        return [self.step_to(name) for name in reversed(names)]

    def step_to(self, name: bytes) -> Action:
        """Play the action that leads to the position of this name."""
        board = self.board
        deal: list[Action] = [Command.DEAL]
        for action in (*deal, *legal_moves(board), *legal_takes(board)):
            trial = board.copy()
            self.board = trial
            if not apply(trial, action) and self.named() == name:
                return action
        raise AssertionError("a position that nothing leads to")
