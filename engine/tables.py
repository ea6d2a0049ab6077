"""Which card may lie on which: the switches of a rule set as tables, worked out once."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from engine.cards import ACE, CARDS, KING, RANK, Card
from engine.rulesets import Build, Empty, Group, RuleSet

Table: TypeAlias = Mapping[Card, frozenset[Card]]
"""For each card, the cards that may lie on it."""

_RED = (1, 2)
_WITH_EQUAL = (Build.ONE_SUIT_OR_EQUAL, Build.ANY_SUIT_OR_EQUAL)


class Tables(NamedTuple):
    """What a rule set's switches mean for the cards.

    `takes`: for a column's last card, the cards that may be put on it. `joins`: a group moves if
    its cards lie on each other as one of these tables says; None where any cards move. `opens`:
    the cards that may be put in an empty column. `run`: how a run's cards lie on each other;
    `run_ends`: its last card. `ranks`: the cards that may be put on a card as far as rank goes;
    `descends`: those that are one rank lower.
    """

    takes: Table
    joins: tuple[Table, ...] | None
    opens: frozenset[Card]
    run: Table
    run_ends: frozenset[Card]
    ranks: Table
    descends: Table


@cache
def tables(rules: RuleSet) -> Tables:
    """The tables of a rule set."""
    one_lower = _table(lambda below, card: _is_one_lower(below, card, wraps=rules.wraps))
    equal = _table(lambda below, card: below & RANK == card & RANK)
    one_suit = _both(one_lower, _table(lambda below, card: below >> 4 == card >> 4))
    one_colour = _both(
        one_lower, _table(lambda below, card: (below >> 4 in _RED) == (card >> 4 in _RED))
    )
    takes = {
        Build.ONE_SUIT: one_suit,
        Build.ANY_SUIT: one_lower,
        Build.ONE_SUIT_OR_EQUAL: _either(one_suit, equal),
        Build.ANY_SUIT_OR_EQUAL: _either(one_lower, equal),
    }
    joins = {
        Group.ONE_SUIT: (one_suit,),
        Group.ONE_COLOUR: (one_colour,),
        Group.ANY_SUIT: (one_lower,),
        Group.ONE_SUIT_OR_EQUAL: (one_suit, equal),
        Group.ANY_CARDS: None,
    }
    opens = {
        Empty.ANY_CARD: frozenset(CARDS),
        Empty.KINGS: frozenset(card for card in CARDS if card & RANK == KING),
    }
    ranks = _either(one_lower, equal) if rules.build in _WITH_EQUAL else one_lower
    return Tables(
        takes=takes[rules.build],
        joins=joins[rules.group],
        opens=opens[rules.empty],
        run=one_suit,
        run_ends=frozenset(card for card in CARDS if rules.wraps or card & RANK == ACE),
        ranks=ranks,
        descends=one_lower,
    )


def _is_one_lower(below: Card, card: Card, *, wraps: bool) -> bool:
    if wraps and below & RANK == ACE:
        return card & RANK == KING
    return (below & RANK) - (card & RANK) == 1


def _table(may_lie: Callable[[Card, Card], bool]) -> Table:
    return {below: frozenset(card for card in CARDS if may_lie(below, card)) for below in CARDS}


def _both(first: Table, second: Table) -> Table:
    return {card: first[card] & second[card] for card in CARDS}


def _either(first: Table, second: Table) -> Table:
    return {card: first[card] | second[card] for card in CARDS}
