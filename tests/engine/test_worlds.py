"""Worlds: drawn from the heap, the same for the same sight, each order as likely as another."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from engine.cards import parse_card
from engine.codes import game_code, start
from engine.rulesets import RuleSet
from engine.sight import Sight, seen
from engine.state import Position, State
from engine.variants import SPIDER, VARIANTS
from engine.worlds import sampled_worlds, single_cards
from tests.engine.twins import some_game, twin


def opening(suits: int, number: int = 3) -> tuple[list[bytearray], tuple[int, ...]]:
    """Worlds of a new game of Spider, of each a few cards, and the heap."""
    sight = seen(start(game_code(SPIDER, suits, SPIDER.default_rules, number)))
    return sampled_worlds(sight, 2000, 3), sight.unseen


@pytest.mark.parametrize("id_", VARIANTS)
def test_a_world_is_a_part_of_the_heap_and_the_same_for_all_that_looks_alike(id_: str) -> None:
    rng = Random(f"worlds {id_}")
    state = some_game(VARIANTS[id_], rng, 20)
    sight = seen(state)
    whole = len(sight.unseen)
    for length in (0, 1, 10, whole, whole + 5):
        worlds = sampled_worlds(sight, 4, length)
        assert [len(world) for world in worlds] == [min(length, whole)] * 4
        assert all(Counter(world) <= Counter(sight.unseen) for world in worlds)
        assert sampled_worlds(seen(twin(state, rng)), 4, length) == worlds
        assert sampled_worlds(sight, 2, length) == worlds[:2]


FOUR = (2, 9, 20, 40)
"""A heap of four different cards."""


def small(hidden: int, runs: int = 0, rules: RuleSet = SPIDER.default_rules) -> Sight:
    """What is seen where so many of the four cards are hidden and the others are in the stock."""
    columns = ((*FOUR[:hidden], 5), *[()] * 9)
    position = Position(columns, (hidden, *[0] * 9), FOUR[hidden:], (0,) * runs, 0, 0)
    return seen(State(position, rules, SPIDER.runs))


def test_another_sight_has_other_worlds() -> None:
    sights = [small(4), small(3), small(3, 1), small(0), small(0, 2)]
    sights += [small(4, rules=rules) for rules in SPIDER.rules[1:]]
    assert {sight.unseen for sight in sights} == {FOUR}
    assert len({str(sampled_worlds(sight, 8, 4)) for sight in sights}) == len(sights)


@pytest.mark.parametrize("suits", SPIDER.blocks)
@pytest.mark.parametrize("place", range(3))
def test_every_card_comes_as_often_as_it_should(suits: int, place: int) -> None:
    worlds, heap = opening(suits)
    found = Counter(world[place] for world in worlds)
    for card, count in Counter(heap).items():
        chance = count / len(heap)
        # Five standard deviations: the draw is the same each time.
        slack = 5 * (len(worlds) * chance * (1 - chance)) ** 0.5
        assert abs(found[card] - len(worlds) * chance) < slack, card


def test_every_order_comes_as_often_as_another() -> None:
    found = Counter(map(bytes, sampled_worlds(small(2), 2400, 4)))
    assert {*found} == {*map(bytes, permutations(FOUR))}
    assert all(50 < count < 150 for count in found.values())


def test_single_cards_are_counted_and_sorted() -> None:
    two, nine = parse_card("2H"), parse_card("9C")
    assert single_cards((two, two, nine)) == [(two, 2), (nine, 1)]
    assert single_cards((nine,)) == [(nine, 1)]
    assert single_cards(()) == []
