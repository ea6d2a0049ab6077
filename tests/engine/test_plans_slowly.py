"""Plans against a slow search that keeps every position by its cards, and the scores afresh."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

import pytest

from engine.actions import CELL, Action, Command, Move
from engine.compiled import Form, form
from engine.exhaustion import explore, unseen
from engine.experience import experience
from engine.moves import legal_moves, legal_takes
from engine.packing import DEAL
from engine.play import apply
from engine.refusals import violation
from engine.sight import seen
from engine.state import WON, State
from engine.tables import RUN
from engine.traits import COUNT, Traits
from engine.variants import VARIANTS
from tests.engine.planning import search, searched
from tests.engine.playing import started
from tests.engine.tables import table
from tests.engine.test_outlook import small_codes
from tests.engine.twins import some_game

_QUICK = form() is Form.COMPILED
_LIMIT = 120 if _QUICK else 25


def run_length(state: State, cards: list[int]) -> int:
    """How many of the last cards lie as in a run."""
    length = min(1, len(cards))
    while length < len(cards) and state.lies[cards[-length - 1] << 6 | cards[-length]] & RUN:
        length += 1
    return length


def is_idle(state: State, action: Action) -> bool:
    """Whether a move only changes places, or breaks a run without making a longer one."""
    if not isinstance(action, Move) or max(action.from_, action.to) >= CELL:
        return False
    shown = state.columns[action.from_][state.hidden[action.from_] :]
    target = state.columns[action.to]
    stays, first = shown[: -action.count], shown[-action.count]
    if not target:
        is_first = action.to == state.columns.index([])
        return action.count == len(state.columns[action.from_]) or not is_first
    if not stays or not state.lies[stays[-1] << 6 | first] & RUN:
        return False
    if not state.lies[target[-1] << 6 | first] & RUN:
        return True
    onto = run_length(state, target[state.hidden[action.to] :])
    return run_length(state, stays) >= onto


def too_few(state: State) -> bool:
    """Whether a deal waits for more columns than there are cards."""
    waits = state.tables.deals and not state.tables.deal_over_empty
    return waits and state.dealt < state.stock_size and sum(state.sizes) < state.column_count


def named(state: State) -> tuple[object, ...]:
    """Where the cards lie, but for columns and cells that have changed places."""
    columns = zip(state.hidden, state.columns, strict=False)
    columns_and_hidden = sorted((hidden, tuple(cards)) for hidden, cards in columns)
    aside = [*map(tuple, state.piles[state.column_count :])]
    cells, reserves = sorted(aside[: state.cell_count]), aside[state.cell_count :]
    return (*columns_and_hidden, *cells, *reserves, state.dealt, len(state.left_from))


class Slow(NamedTuple):
    """What is there without anything new: how many positions, how long the plans, one that wins.

    Plans that come to the same count once, by the shortest; if one wins it is the only one.
    """

    positions: int
    lengths: list[int]
    wins: bool


def slow_search(board: State, limit: int) -> Slow | None:
    """Everything that can be reached from a blind board, nearest first; None if it is too much."""
    names, waiting, lengths = {named(board)}, [(board, 1)], list[int]()
    for here, length in waiting:
        if violation(here, Command.DEAL) is None:
            lengths.append(length)
        actions: list[Action] = [*legal_moves(here), *legal_takes(here)]
        for action in actions:
            there = here.copy()
            if is_idle(here, action) or apply(there, action):
                continue
            if there.over == WON:
                return Slow(len(waiting), [length], True)
            if too_few(there) or named(there) in names:
                continue
            names.add(named(there))
            if unseen(there) < unseen(here):
                lengths.append(length)
            else:
                waiting.append((there, length + 1))
        if len(names) > limit:
            return None
    return Slow(len(waiting), lengths, False)


def small_states(id_: str) -> Iterator[State]:
    """Positions from which little can be reached, and some in the midst of games."""
    yield from map(started, small_codes(id_, 3 if _QUICK else 1))
    for number in range(6 if _QUICK else 1):
        yield some_game(VARIANTS[id_], Random(f"plans {id_} {number}"), 60 + 40 * number)


@pytest.mark.parametrize("id_", VARIANTS)
def test_all_is_found_that_a_slow_search_finds(id_: str) -> None:
    for state in small_states(id_):
        slow = slow_search(seen(state).board, _LIMIT)
        if slow is None:
            continue
        planner = searched(state, 3 * _LIMIT)
        assert planner.won == slow.wins
        if not slow.wins:
            assert planner.node_count == planner.looked == slow.positions
            lines = [planner.line(plan) for plan in range(planner.plan_count)]
            assert sorted(map(len, lines)) == sorted(slow.lengths)
            assert (planner.best < 0) == (not slow.lengths)


@pytest.mark.parametrize("id_", VARIANTS)
def test_where_nothing_can_be_found_there_is_no_plan(id_: str) -> None:
    for state in small_states(id_):
        explored = explore(seen(state).board, 2000 if _QUICK else 60)
        if explored.ended and not explored.found:
            planner = searched(state, 200 if _QUICK else 40)
            assert (planner.best, planner.plan_count, planner.won) == (-1, 0, False)


@pytest.mark.parametrize("id_", VARIANTS)
def test_scores_are_what_the_position_after_a_plan_is_worth(id_: str) -> None:
    state = some_game(VARIANTS[id_], Random(f"scores {id_}"), 25)
    planner, known = searched(state, 30 if _QUICK else 2), experience(seen(state))
    scores = list(planner.plan_scores)[: planner.plan_count]
    for plan, found in enumerate(scores):
        planner.show(plan)
        if planner.board.over == WON:
            assert found == max(scores)
            continue
        traits = Traits(planner.board)
        traits.scan_all()
        traits.count()
        dealing = planner.plan_events[plan] == DEAL
        score = sum(count * known.worth[trait] for trait, count in enumerate(traits.counts))
        score += known.worth[COUNT + min(planner.deals_left, 16)] * dealing
        if known.odds_share:
            odds = known.odds.odds(traits.counts, planner.deals_left, dealing)
            share = known.odds_share
            score = (odds * share >> 6) + (score * (64 - share) >> 6)
        assert found == score
        if plan == planner.best:
            assert list(planner.best_counts) == list(traits.counts)
    assert planner.best == (scores.index(max(scores)) if scores else -1)


#   Without the run nine cards are left, and one of the ten columns can never be filled again.
NINE = "0 (5H) KS..2S\n1 AS\n2 KH\n3 KH\n4 KD\n5 KD\n6 KC\n7 KC\n8 QS\n9 JS\nruns"


def test_no_plan_leaves_too_few_cards_to_deal() -> None:
    for rules in "CRTD":
        planner = searched(table(NINE, rules=rules), 50)
        lasts = [planner.line(plan)[-1] for plan in range(planner.plan_count)]
        assert (Move(1, 0, 1) in lasts) == (rules == "D")
        assert Command.DEAL in lasts


@pytest.mark.parametrize("id_", VARIANTS)
def test_a_search_is_found_again_and_a_smaller_one_is_its_beginning(id_: str) -> None:
    state = some_game(VARIANTS[id_], Random(f"again {id_}"), 15)
    small, large = (12, 40) if _QUICK else (1, 3)
    planner = searched(state, large)
    first = found(planner.plan_count, planner.plan_scores), planner.best, planner.looked
    assert planner.looked <= 10 * large
    search(planner, state, small)
    assert planner.looked <= 10 * small
    if planner.looked <= small:
        scores = found(planner.plan_count, planner.plan_scores)
        assert planner.looked <= first[2]
        assert first[0][: len(scores)] == scores
    search(planner, state, large)
    assert (found(planner.plan_count, planner.plan_scores), planner.best, planner.looked) == first


def found(count: int, scores: Iterable[int]) -> list[int]:
    return list(scores)[:count]
