"""Experience: learned for Spider under each rule set, and something to go by for its relatives."""

from array import array
from random import Random

import pytest

from engine.codes import game_code, start
from engine.experience import Experience, experience
from engine.learned import NETS
from engine.odds import INPUTS, Odds
from engine.rulesets import Build, RuleSet
from engine.sight import seen
from engine.traits import COUNT
from engine.variants import SPIDER, VARIANTS, Variant
from tests.engine.twins import some_game, twin

UNLIKE = [
    variant
    for variant in VARIANTS.values()
    if (len(variant.columns), variant.cards) != (10, 104)
    or variant.default_rules.build is not Build.ANY_SUIT
]
"""Relatives with other columns, another deck or another way to build."""


def opening(variant: Variant, suits: int, rules: RuleSet) -> Experience:
    return experience(seen(start(game_code(variant, suits, rules, 1))))


@pytest.mark.parametrize("suits", SPIDER.blocks)
def test_each_rule_set_of_spider_has_learned_odds(suits: int) -> None:
    for rules in SPIDER.rules:
        known = opening(SPIDER, suits, rules)
        assert 0 < known.odds_share <= 64
        assert min(known.weighing[:4]) > 0
        assert len(known.worth) > COUNT


def test_each_number_of_suits_has_odds_of_its_own() -> None:
    traits = array("i", range(COUNT))
    odds = {
        opening(SPIDER, suits, SPIDER.default_rules).odds.odds(traits, 3, False)
        for suits in SPIDER.blocks
    }
    assert len(odds) == len(SPIDER.blocks) == len(NETS)


@pytest.mark.parametrize("suits", SPIDER.blocks)
def test_a_game_is_the_same_kind_of_game_to_its_end(suits: int) -> None:
    # Whole suits may have left, or have not been seen yet.
    rng = Random(suits)
    for length in (0, 30, 90):
        state = some_game(SPIDER, rng, length)
        count = len({card >> 4 for cards in (*state.piles, state.stock) for card in cards})
        known = experience(seen(state))
        assert known is opening(SPIDER, count, SPIDER.default_rules)
        assert known is experience(seen(twin(state, rng)))


@pytest.mark.parametrize("variant", UNLIKE, ids=lambda variant: variant.id)
def test_relatives_have_learned_nothing_but_look_at_something(variant: Variant) -> None:
    for rules in variant.rules:
        for suits in variant.blocks:
            known = opening(variant, suits, rules)
            assert known.odds_share == 0
            assert min(known.weighing.root, known.weighing.plans, known.weighing.worlds) > 0
            assert known.odds.odds(array("i", bytes(4 * COUNT)), 0, False) == 0


def reckoned(net: "array[int]", inputs: list[int]) -> int:
    """What a network says, in whole numbers without bounds."""
    size = len(net) // (INPUTS + 2)
    units = [net[place * (INPUTS + 1) : (place + 1) * (INPUTS + 1)] for place in range(size)]
    last = net[size * (INPUTS + 1) :]
    odds = last[size]
    for unit, weight in zip(units, last[:size], strict=True):
        total = unit[-1] + sum(map(int.__mul__, unit[:-1], inputs))
        odds += max(0, total) * weight >> 12
    return odds


@pytest.mark.parametrize("suits", NETS)
def test_no_traits_are_too_large_for_the_odds(suits: int) -> None:
    net, rng = array("i", NETS[suits]), Random(suits)
    odds = Odds(net)
    for most in (10, 200, 8000):
        for _ in range(20):
            traits = [rng.randint(0, most) for _ in range(COUNT)]
            deals = rng.randrange(6)
            inputs = [*traits, *(int(stage == deals) for stage in range(6)), 1]
            assert odds.odds(array("i", traits), deals, True) == reckoned(net, inputs)
