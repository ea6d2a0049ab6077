"""Forecasts: how likely a game is to be won after a plan, once what it uncovers is known.

The cards that turn up are put in place, the best plan from there is looked for, and the traits
after that plan tell how likely a win is, as learned from games that were played out
(`engine.learned`). Everything is whole numbers, so that it is the same on every machine.
"""

from engine.experience import Experience
from engine.odds import CERTAIN
from engine.packing import DEAL, pack, unpack
from engine.plans import Planner
from engine.play import apply_deal
from engine.sight import UNKNOWN, Sight, seen
from engine.state import ROOM, WON


class Forecast:
    """Tells how likely a win is."""

    def __init__(self, sight: Sight, known: Experience) -> None:
        # A board of its own, as cards of the stock will be put in place there.
        board, budget = seen(sight.board).board, known.weighing.inner
        self.planner = Planner(board, known, budget, 0)
        self.board = self.planner.board
        self.odds = known.odds
        self.budget = budget
        self.root = bytearray(self.planner.stride)

    def after(self, packed: bytearray, dealing: bool, world: bytearray) -> int:
        """How likely a win is once `world`'s cards come, in order, from `CERTAIN` down to 0.

        `packed` is the position after a plan, its last action left out if that is a deal.
        """
        board = self.board
        unpack(board, packed, 0)
        used = 0
        if dealing:
            place = board.dealt
            while place < board.stock_size and used < len(world):
                board.stock[place] = world[used]
                place += 1
                used += 1
            dealt = board.dealt
            apply_deal(board)
            used = board.dealt - dealt
            board.history.clear()
            if board.over == WON:
                return CERTAIN
        self._turn_up(world, used)
        pack(board, self.root, 0)
        return self.best()

    def _turn_up(self, world: bytearray, used: int) -> None:
        """Put the next cards of the world in the place of those that have turned up."""
        board = self.board
        for pile in range(board.pile_count):
            first = pile * ROOM
            for place in range(first + board.face_down[pile], first + board.sizes[pile]):
                if board.cards[place] == UNKNOWN and used < len(world):
                    board.cards[place] = world[used]
                    used += 1

    def best(self) -> int:
        """How likely a win is after the best plan from the root."""
        planner = self.planner
        best = planner.search(self.root, 0, self.budget)
        if planner.won:
            return CERTAIN
        if best < 0:
            return 0
        odds = self.odds.odds(
            planner.best_counts, planner.deals_left, planner.plan_events[best] == DEAL
        )
        return self.odds.chance(odds)
