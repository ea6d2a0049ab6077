"""Ways: the shortest, whatever the order in which actions were noted."""

from random import Random

from engine.ways import FIRST_PLAN, NOWHERE, Ways


def noted(edges: dict[int, list[tuple[int, int]]], plans: int = 3) -> Ways:
    """Ways by these actions: for each node pairs of an action and where it leads."""
    ways = Ways(8, plans, 100)
    for node in range(8):
        ways.add_node(node)
    for node, leads in edges.items():
        ways.add_node(node)
        for action, end in leads:
            ways.add(node, action, end)
    ways.find(8, plans)
    return ways


#   0 ─10→ 1 ─11→ 2 ─12→ plan 0, and 0 ─13→ 2 noted late
def test_a_shorter_way_counts_though_it_was_noted_later() -> None:
    ways = noted({1: [(11, 2)], 2: [(12, FIRST_PLAN)], 0: [(10, 1), (13, 2)]})
    assert ways.lengths[0] == 2
    assert ways.way(0) == [(0, 13), (2, 12)]


def test_a_plan_that_no_action_was_noted_for_ends_as_it_was_found() -> None:
    ways = noted({0: [(10, 1)], 1: [(11, FIRST_PLAN - 1)]})
    ways.finish(0, 1, 99)
    ways.finish(1, 0, 99)
    assert ways.way(0) == [(0, 10), (1, 99)]
    assert ways.way(1) == [(0, 10), (1, 11)]


def test_what_leads_nowhere_is_not_noted() -> None:
    ways = noted({0: [(10, NOWHERE), (11, 1)], 1: [(12, NOWHERE), (13, FIRST_PLAN)]})
    assert ways.way(0) == [(0, 11), (1, 13)]


def test_nothing_is_left_of_an_earlier_search() -> None:
    ways = noted({0: [(10, FIRST_PLAN)]})
    ways.clear()
    for node in range(3):
        ways.add_node(node)
    ways.add(2, 20, FIRST_PLAN)
    ways.find(3, 1)
    assert ways.lengths[0] == 0


def test_no_way_is_longer_than_by_trying_all() -> None:
    for seed in range(50):
        rng = Random(seed)
        edges = {
            node: [(action, rng.choice([*range(8), FIRST_PLAN, NOWHERE])) for action in range(3)]
            for node in rng.sample(range(8), 8)
        }
        reached, lengths = {0}, list[int]()
        for length in range(1, 9):
            ends = {end for node in reached for _, end in edges[node]}
            if FIRST_PLAN in ends and not lengths:
                lengths.append(length)
            reached = {end for end in ends if end >= 0}
        assert noted(edges).lengths[0] == (lengths[0] if lengths else 0)
