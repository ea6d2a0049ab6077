"""Plans: legal, blind, and each ends with something new."""

from random import Random

import pytest

from engine.actions import Command
from engine.codes import parse_code, start
from engine.compiled import Form, form
from engine.exhaustion import can_never_deal, explore, unseen
from engine.packing import DEAL
from engine.play import apply
from engine.sight import seen
from engine.state import WON
from engine.variants import VARIANTS
from tests.engine.planning import searched
from tests.engine.twins import some_game

_BUDGET = 60 if form() is Form.COMPILED else 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_plans_are_legal_and_end_with_something_new(variant: str) -> None:
    rng = Random(variant)
    for length in (5, 40):
        state = some_game(VARIANTS[variant], rng, length)
        planner, board = searched(state, _BUDGET), seen(state).board
        for plan in range(planner.plan_count):
            line, trial, blind = planner.line(plan), state.copy(), board.copy()
            for place, action in enumerate(line, 1):
                before = unseen(blind)
                assert not apply(trial, action)
                assert not apply(blind, action)
                ended = unseen(blind) < before or blind.over == WON
                assert ended == (place == len(line))
            assert (line[-1] is Command.DEAL) == (planner.plan_events[plan] == DEAL)
            assert not can_never_deal(blind)


@pytest.mark.parametrize("variant", VARIANTS)
def test_where_nothing_can_be_found_there_is_no_plan(variant: str) -> None:
    rng = Random(variant)
    for length in (100, 200):
        state = some_game(VARIANTS[variant], rng, length)
        explored = explore(seen(state).board, 2000 if _BUDGET > 4 else 50)
        if explored.ended and not explored.found:
            assert searched(state, _BUDGET).plan_count == 0


def test_the_best_plan_has_the_highest_score_and_is_found_again() -> None:
    state = start(parse_code("SP1-S4C-AAAAAAD"))
    planner, again = searched(state, _BUDGET), searched(state, _BUDGET)
    scores = list(planner.plan_scores)[: planner.plan_count]
    assert planner.best == scores.index(max(scores))
    assert planner.line(planner.best) == again.line(again.best)
    assert planner.looked <= _BUDGET
