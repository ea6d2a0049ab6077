"""The network of whole numbers, small enough to be reckoned by hand."""

from array import array

from engine.odds import CERTAIN, INPUTS, Odds
from engine.traits import COUNT

_NOTHING = array("i", [0] * COUNT)
_UNIT = 1 << 12


def _net(weights: dict[int, int], bias: int, last: int, end: int) -> "array[int]":
    """A network of one hidden unit."""
    first = [weights.get(place, 0) for place in range(INPUTS)]
    return array("i", [*first, bias, last, end])


def test_without_units_the_odds_are_even() -> None:
    odds = Odds(array("i", [0]))
    assert odds.odds(_NOTHING, 5, False) == 0
    assert odds.chance(0) == CERTAIN // 2


def test_a_unit_counts_from_nought_on() -> None:
    odds = Odds(_net({0: 3 * _UNIT}, -5 * _UNIT, 2 * _UNIT, 7))
    for hidden, lifted in ((0, 0), (1, 0), (2, 1), (4, 7)):
        counts = array("i", [hidden, *[0] * (COUNT - 1)])
        assert odds.odds(counts, 0, False) == 2 * lifted * _UNIT + 7


def test_deals_and_the_kind_of_plan_are_inputs_of_their_own() -> None:
    odds = Odds(_net({COUNT + 3: 5, INPUTS - 1: 11}, 0, _UNIT, 0))
    assert [odds.odds(_NOTHING, deals, False) for deals in range(6)] == [0, 0, 0, 5, 0, 0]
    assert odds.odds(_NOTHING, 3, True) == 16
    assert odds.odds(_NOTHING, 9, False) == odds.odds(_NOTHING, 5, False)


def test_more_odds_are_never_less_of_a_chance() -> None:
    odds = Odds(array("i", [0]))
    chances = [odds.chance(place) for place in range(-12 * _UNIT, 12 * _UNIT, 97)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < CERTAIN


def test_large_counts_do_not_overflow() -> None:
    odds = Odds(_net({0: 32_000, 1: 32_000}, 0, 30_000, 0))
    counts = array("i", [100, 1000, *[0] * (COUNT - 2)])
    assert odds.odds(counts, 0, False) == 32_000 * 1100 * 30_000 >> 12
