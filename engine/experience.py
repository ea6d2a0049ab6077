"""Experience: what looking ahead knows of a kind of game before it begins.

What traits are worth, what was learned from games that were played out (`engine.learned`), and how
much to look at. `docs/hints.md` tells how the numbers were found.
"""

from array import array
from functools import cache
from typing import NamedTuple

from engine.learned import NETS
from engine.odds import Odds
from engine.rulesets import Build, Empty
from engine.sight import UNKNOWN, Sight
from engine.state import State
from engine.traits import NAMES

_WORTH = {
    "hidden": -1150, "hidden_squared": 111, "open": -1406, "links": 1656, "misfits": -1223,
    "breaks": -582, "lengths_squared": 83, "king_bases": -878, "kings": -1827, "open_parts": 400,
    "inversions": 106, "one_part": 328, "two_parts": -204, "cover": -38, "first_empty": 3666,
    "more_empty": 2321, "runs": 24014, "homes": 1086, "home_in_suit": 1545, "home_off_suit": 656,
    "movable_hidden": 48, "movable_open": 1414, "blank": 426, "fewest_parts": 88, "nearest": -684,
    "second_nearest": -40, "low_ends": 296, "long_parts": -445, "no_need": 91, "one_need": -59,
    "least_need": 38, "second_need": 11, "whole_need": 93, "nearest_need": -114,
    "open_no_need": -287, "matches": 139, "need_less_empty": -1016,
}  # fmt: skip
"""What each trait is worth, in hundredths of a point."""
_DEALS = (0, -11015, -8145, -12673, -9249, -10101)
"""What it is worth to deal rather than to turn up a card, by how many deals are left."""
_MANY_DEALS, _STAGES = -10000, 17


_NO_ODDS = Odds(array("i", [0]))


class Weighing(NamedTuple):
    """How much is looked at, and what decides.

    `root`: positions, for plans. `inner`: positions after each plan and each card that may come.
    `plans`: for how many plans that is done. `worlds`: how many are sampled where several cards
    come at once. `compares`: whether what may come decides between the plans, or how they look.
    """

    root: int
    inner: int
    plans: int
    worlds: int
    compares: bool = True


class Experience(NamedTuple):
    """What is known of a kind of game.

    `odds_share`: how much the odds count, against the traits' worth, when plans are compared, in
    64ths; 0 where nothing was learned, and the odds mean nothing.
    """

    worth: "array[int]"
    odds: Odds
    odds_share: int
    weighing: Weighing


def experience(sight: Sight) -> Experience:
    """What is known of games such as the one that is seen."""
    if _is_spider(sight.board):
        return _of_spider(min(NETS, key=lambda suits: abs(suits - _suits(sight))))
    return Experience(_worth(), _NO_ODDS, 0, Weighing(root=100, inner=0, plans=5, worlds=5))


def _is_spider(board: State) -> bool:
    """Whether the game has Spider's table and is played as Spider is, whatever it is called."""
    rules = board.rules
    return (
        (board.column_count, board.pile_count, board.runs_to_win) == (10, 10, 8)
        and board.tables.runs_leave
        and (rules.build, rules.empty) == (Build.ANY_SUIT, Empty.ANY_CARD)
        and board.tables.deals
        and not (rules.wraps or rules.refill)
    )


def _suits(sight: Sight) -> int:
    """How many suits there are in the deck."""
    board = sight.board
    cards = {card for pile in board.piles for card in pile if card != UNKNOWN}
    return len({card >> 4 for card in cards.union(sight.unseen, board.left)})


@cache
def _of_spider(suits: int) -> Experience:
    odds = Odds(array("i", NETS[suits]))
    return Experience(_worth(), odds, _ODDS_SHARE[suits], _WEIGHING[suits])


_ODDS_SHARE = {1: 32, 2: 40, 4: 32}
_WEIGHING = {
    1: Weighing(root=10_000, inner=40, plans=3, worlds=8, compares=False),
    2: Weighing(root=6000, inner=40, plans=3, worlds=8, compares=False),
    4: Weighing(root=4000, inner=60, plans=8, worlds=24),
}
"""With one or two suits it wins more to look for more plans; with four, to look what may come."""


@cache
def _worth() -> "array[int]":
    """What traits are worth, in their order, and then what deals are."""
    deals = (*_DEALS, *[_MANY_DEALS] * (_STAGES - len(_DEALS)))
    return array("i", [*(_WORTH[name] for name in NAMES), *deals])
