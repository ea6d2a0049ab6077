"""Trials: where nothing was learned of a kind of game, a quick search tells what a world holds."""

from engine.odds import CERTAIN
from engine.packing import unpack
from engine.play import apply_deal
from engine.sight import UNKNOWN, Sight, seen
from engine.solver import wins_quickly
from engine.state import ROOM, WON


class Trials:
    """Judges plans by whether a quick search wins after them, with all cards of a world known."""

    def __init__(self, sight: Sight) -> None:
        self.board = seen(sight.board).board

    def after(self, packed: bytearray, dealing: bool, world: bytearray) -> int:
        """`CERTAIN` if a win is found, else 0; `world` has all the cards that are not seen."""
        board = self.board
        unpack(board, packed, 0)
        cards = iter(world)
        for pile in range(board.pile_count):
            first = pile * ROOM
            for place in range(first, first + board.sizes[pile]):
                if board.cards[place] == UNKNOWN:
                    board.cards[place] = next(cards)
        for place in range(board.dealt, board.stock_size):
            board.stock[place] = next(cards)
        state = board.copy()
        if dealing:
            apply_deal(state)
        return CERTAIN if state.over == WON or wins_quickly(state) else 0
