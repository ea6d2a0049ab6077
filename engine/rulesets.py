"""Rule sets: records of switches. A code names one by its letter, JSON by its id.

A variant may fix some of the switches for good: `engine.variants` does that by making a copy.
"""

from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """Which face-up cards at the end of a column move together."""

    ONE_SUIT = "one_suit"
    ONE_COLOUR = "one_colour"
    ANY_SUIT = "any_suit"
    ONE_SUIT_OR_EQUAL = "one_suit_or_equal"
    ANY_CARDS = "any_cards"


class Build(StrEnum):
    """Which cards may be put on the card at the end of a column."""

    ONE_SUIT = "one_suit"
    ANY_SUIT = "any_suit"
    ONE_SUIT_OR_EQUAL = "one_suit_or_equal"
    ANY_SUIT_OR_EQUAL = "any_suit_or_equal"


class Empty(StrEnum):
    """Which cards may be put in an empty column."""

    ANY_CARD = "any_card"
    KINGS = "kings"


class Runs(StrEnum):
    """What becomes of a finished run: it leaves at once, when it is taken, or at the end of all."""

    LEAVE = "leave"
    TAKEN = "taken"
    STAY = "stay"


class DealTo(StrEnum):
    """Which columns a deal puts a card on."""

    EVERY_COLUMN = "every_column"
    FILLED_COLUMNS = "filled_columns"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """How a game is played and scored; `docs/rules.md` tells where each rule comes from.

    Points and prices are whole points, prices positive. `wraps`: a king goes on an ace, and a run
    may begin with any card. `refill` is how many cards the stock gives to a column that becomes
    empty. `undo_limit` is None where any number of actions can be undone; `undo_restores` gives an
    undone action's price and move back, without it both stay spent; `undo_counts` adds a move for
    an undo; `deal_ends_undo` and `run_ends_undo` say that nothing before one can be undone.
    `one_suit_same_as` names the rule set that plays the same game where all cards are of one suit.
    """

    id: str
    letter: str
    group: Group
    build: Build = Build.ANY_SUIT
    empty: Empty = Empty.ANY_CARD
    wraps: bool = False
    runs: Runs = Runs.LEAVE
    deal_to: DealTo = DealTo.EVERY_COLUMN
    deal_over_empty: bool = False
    refill: int = 0
    whole_column_to_empty: bool = True
    undo_limit: int | None = 100
    undo_restores: bool = True
    undo_price: int = 0
    undo_counts: bool = False
    deal_ends_undo: bool = False
    run_ends_undo: bool = False
    start_score: int = 500
    move_price: int = 1
    deal_price: int = 1
    deal_counts: bool = True
    run_points: int = 100
    one_suit_same_as: str | None = None


CLASSIC = RuleSet(id="classic", letter="C", group=Group.ONE_SUIT)
RELAXED = RuleSet(id="relaxed", letter="R", group=Group.ANY_SUIT, one_suit_same_as="classic")
TAVERN_JACK = RuleSet(
    id="tavern-jack",
    letter="T",
    group=Group.ONE_SUIT,
    undo_limit=200,
    whole_column_to_empty=False,
    undo_restores=False,
    undo_price=1,
)
DEAL_ANYTIME = RuleSet(id="deal-anytime", letter="D", group=Group.ONE_SUIT, deal_over_empty=True)
WINDOWS = RuleSet(
    id="windows",
    letter="W",
    group=Group.ONE_SUIT,
    undo_limit=None,
    undo_restores=False,
    undo_price=1,
    undo_counts=True,
    deal_ends_undo=True,
    run_ends_undo=True,
    deal_price=0,
    deal_counts=False,
)

RULE_SETS = {rules.id: rules for rules in (CLASSIC, RELAXED, TAVERN_JACK, DEAL_ANYTIME, WINDOWS)}
"""Every rule set by its id, before a variant has fixed any switch."""
