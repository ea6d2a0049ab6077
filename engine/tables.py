"""Which card may lie on which: the switches of a rule set as numbers, worked out once."""

from collections.abc import Callable
from functools import cache

from engine.cards import ACE, CARDS, KING, RANK, Card
from engine.rulesets import Build, DealTo, Empty, Group, RuleSet, Runs

TAKES = 1
"""The card at the end of a column takes the card; of no card: an empty column takes it."""
JOINS = 2
"""The two move together."""
ALSO_JOINS = 4
"""The two move together in the other kind of group."""
RUN = 8
"""The two lie so in a run; of no card: a run may end with it."""
RANKS = 16
"""As far as rank goes the card may be put there."""
DESCENDS = 32
"""The card is one rank lower."""

_RED = (1, 2)
_WITH_EQUAL = (Build.ONE_SUIT_OR_EQUAL, Build.ANY_SUIT_OR_EQUAL)


class Tables:
    """A rule set in the form that the hot path reads.

    ``lies[below << 6 | card]`` holds the bits above for `card` lying on `below`, where 0 stands for
    no card. Any cards move together where `any_group` is true; `undo_limit` is -1 where there is
    none.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.lies = _lies(rules)
        self.any_group = rules.group is Group.ANY_CARDS
        self.whole_column_to_empty = rules.whole_column_to_empty
        self.runs_leave = rules.runs is Runs.LEAVE
        self.runs_taken = rules.runs is Runs.TAKEN
        self.runs_stay = rules.runs is Runs.STAY
        self.deals = rules.deal_to is not DealTo.NONE
        self.deals_to_filled = rules.deal_to is DealTo.FILLED_COLUMNS
        self.deal_over_empty = rules.deal_over_empty
        self.refill = rules.refill
        self.move_price = rules.move_price
        self.deal_price = rules.deal_price
        self.deal_counts = rules.deal_counts
        self.run_points = rules.run_points
        self.undo_limit = -1 if rules.undo_limit is None else rules.undo_limit
        self.undo_restores = rules.undo_restores
        self.undo_price = rules.undo_price
        self.undo_counts = rules.undo_counts
        self.deal_ends_undo = rules.deal_ends_undo
        self.run_ends_undo = rules.run_ends_undo


@cache
def tables(rules: RuleSet) -> Tables:
    """The tables of a rule set."""
    return Tables(rules)


def _lies(rules: RuleSet) -> bytearray:
    """The bits of every pair of cards, and of every card on its own."""
    lies = bytearray(1 << 12)
    bits = _bits(rules)
    for card in CARDS:
        if rules.empty is Empty.ANY_CARD or card & RANK == KING:
            lies[card] |= TAKES
        if rules.wraps or card & RANK == ACE:
            lies[card] |= RUN
        for below in CARDS:
            for bit, may_lie in bits.items():
                if may_lie(below, card):
                    lies[below << 6 | card] |= bit
    return lies


def _bits(rules: RuleSet) -> dict[int, Callable[[Card, Card], bool]]:
    """What each bit asks of a card and the card below it."""

    def one_lower(below: Card, card: Card) -> bool:
        if rules.wraps and below & RANK == ACE:
            return card & RANK == KING
        return (below & RANK) - (card & RANK) == 1

    def equal(below: Card, card: Card) -> bool:
        return below & RANK == card & RANK

    def one_suit(below: Card, card: Card) -> bool:
        return below >> 4 == card >> 4 and one_lower(below, card)

    def one_colour(below: Card, card: Card) -> bool:
        return (below >> 4 in _RED) == (card >> 4 in _RED) and one_lower(below, card)

    def or_equal(first: Callable[[Card, Card], bool]) -> Callable[[Card, Card], bool]:
        return lambda below, card: first(below, card) or equal(below, card)

    takes = {
        Build.ONE_SUIT: one_suit,
        Build.ANY_SUIT: one_lower,
        Build.ONE_SUIT_OR_EQUAL: or_equal(one_suit),
        Build.ANY_SUIT_OR_EQUAL: or_equal(one_lower),
    }
    joins = {
        Group.ONE_SUIT: one_suit,
        Group.ONE_COLOUR: one_colour,
        Group.ANY_SUIT: one_lower,
        Group.ONE_SUIT_OR_EQUAL: one_suit,
        Group.ANY_CARDS: lambda _below, _card: True,
    }
    bits: dict[int, Callable[[Card, Card], bool]] = {
        TAKES: takes[rules.build],
        JOINS: joins[rules.group],
        RUN: one_suit,
        RANKS: or_equal(one_lower) if rules.build in _WITH_EQUAL else one_lower,
        DESCENDS: one_lower,
    }
    if rules.group is Group.ONE_SUIT_OR_EQUAL:
        bits[ALSO_JOINS] = equal
    return bits
