"""The rule sets are the table of the rules, row by row."""

import pytest

from engine.rulesets import RULE_SETS, Group
from engine.variants import SPIDER, VARIANTS
from tests.engine.playing import SUITS

TABLE = {
    "C": ("classic", Group.ONE_SUIT, False, True, 100, True, 0),
    "R": ("relaxed", Group.ANY_SUIT, False, True, 100, True, 0),
    "T": ("tavern-jack", Group.ONE_SUIT, False, False, 200, False, 1),
    "D": ("deal-anytime", Group.ONE_SUIT, True, True, 100, True, 0),
    "W": ("windows", Group.ONE_SUIT, False, True, None, False, 1),
}


def test_each_rule_set_has_the_switches_of_its_row() -> None:
    assert {
        rules.letter: (
            rules.id,
            rules.group,
            rules.deal_over_empty,
            rules.whole_column_to_empty,
            rules.undo_limit,
            rules.undo_restores,
            rules.undo_price,
        )
        for rules in SPIDER.rules
    } == TABLE


def test_scores_are_500_less_one_a_move_and_100_a_run_and_a_deal_is_free_in_windows_only() -> None:
    for rules in SPIDER.rules:
        points = (rules.start_score, rules.move_price, rules.deal_price, rules.run_points)
        assert points == (500, 1, 0 if rules.letter == "W" else 1, 100)


def test_a_rule_set_is_found_by_its_id() -> None:
    assert [*RULE_SETS] == [rules.id for rules in RULE_SETS.values()]
    assert {*SPIDER.rules} <= {*RULE_SETS.values()}


@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize(
    ("rules", "one_suit"), [("C", "C"), ("R", "C"), ("T", "T"), ("D", "D"), ("W", "W")]
)
def test_with_one_suit_relaxed_is_classic(rules: str, one_suit: str, suits: int) -> None:
    (played,) = [known for known in SPIDER.rules if known.letter == rules]
    canonical = SPIDER.canonical_rules(played, suits)
    assert canonical.letter == (one_suit if suits == 1 else rules)


def test_spider_is_played_with_one_suit_and_classic_rules_by_default() -> None:
    assert (SPIDER.default_suits, SPIDER.default_rules.letter) == (1, "C")


def test_spider_has_104_cards_ten_columns_fifty_in_stock_and_eight_runs() -> None:
    assert VARIANTS["spider"] is SPIDER
    assert (SPIDER.cards, len(SPIDER.columns), SPIDER.stock, SPIDER.runs) == (104, 10, 50, 8)
    assert sorted(SPIDER.blocks) == [*SUITS]
