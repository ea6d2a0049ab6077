"""Rule sets: records of switches. A code names one by its letter, JSON by its id."""

from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """Which face-up cards move together; each is one rank lower than the card it lies on."""

    ONE_SUIT = "one_suit"
    ANY_SUIT = "any_suit"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """How a game is played and scored; `docs/rules.md` tells where each rule comes from.

    Points and prices are whole points, prices positive. `undo_restores` gives an undone action's
    price and move back; without it both stay spent. `one_suit_same_as` names the rule set that
    plays the same game where all cards are of one suit.
    """

    id: str
    letter: str
    group: Group
    undo_limit: int
    deal_over_empty: bool = False
    whole_column_to_empty: bool = True
    undo_restores: bool = True
    undo_price: int = 0
    start_score: int = 500
    move_price: int = 1
    deal_price: int = 1
    run_points: int = 100
    one_suit_same_as: str | None = None


CLASSIC = RuleSet(id="classic", letter="C", group=Group.ONE_SUIT, undo_limit=100)
RELAXED = RuleSet(
    id="relaxed", letter="R", group=Group.ANY_SUIT, undo_limit=100, one_suit_same_as="classic"
)
TAVERN_JACK = RuleSet(
    id="tavern-jack",
    letter="T",
    group=Group.ONE_SUIT,
    undo_limit=200,
    whole_column_to_empty=False,
    undo_restores=False,
    undo_price=1,
)

RULE_SETS = {rules.id: rules for rules in (CLASSIC, RELAXED, TAVERN_JACK)}
"""Every rule set by its id."""


def canonical_rules(rules: RuleSet, suits: int) -> RuleSet:
    """The rule set that stands for `rules` at this number of suits."""
    if suits == 1 and rules.one_suit_same_as is not None:
        return RULE_SETS[rules.one_suit_same_as]
    return rules
