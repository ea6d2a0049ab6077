"""Replay: a log as one fold, up to the first action that breaks a rule."""

from collections import Counter
from random import Random

import pytest

from engine.actions import parse_log
from engine.events import events
from engine.refusals import violation
from engine.replay import replay
from engine.state import Status
from engine.steps import play
from engine.violations import Rule, Violation
from tests.engine.playing import (
    RULES,
    SUITS,
    counters,
    golden_wins,
    played,
    record,
    started,
    with_rules,
)
from tests.engine.walks import small_table


def test_an_empty_log_is_the_start() -> None:
    state = started("SP1-S4C-ABCDEFG")
    before = record(state)
    result = replay(state, [])
    assert (result.applied, result.violation, result.outcomes) == (0, None, [])
    assert record(result.state) == before


def test_a_legal_log_is_applied_whole() -> None:
    code, log = golden_wins()[0]
    result = replay(started(code), parse_log(log))
    assert (result.applied, result.violation) == (len(log), None)
    assert record(result.state) == record(played(started(code), *log))


def test_the_first_illegal_action_ends_the_replay_and_nothing_after_it_is_played() -> None:
    code, log = golden_wins()[0]
    result = replay(started(code), parse_log([*log[:20], "0-10", *log[20:]]))
    assert result.applied == 20
    assert result.violation == (Rule.NO_SUCH_COLUMN, {"column": 10, "columns": 10})
    assert record(result.state) == record(played(started(code), *log[:20]))


def test_an_illegal_first_action_leaves_the_start() -> None:
    state = started("SP1-S4C-ABCDEFG")
    before = record(state)
    result = replay(state, parse_log(["undo", "deal"]))
    assert (result.applied, result.violation) == (0, (Rule.NOTHING_TO_UNDO, {}))
    assert record(result.state) == before


@pytest.mark.parametrize("rules", RULES)
def test_every_prefix_and_its_refusal_is_what_play_gives_step_by_step(rules: str) -> None:
    rng = Random(f"replay {rules}")
    state = small_table(rng, rules, 2)
    start = state.copy()
    texts = [f"{rng.randrange(10)}-{rng.randrange(10)}" for _ in range(200)]
    log = [
        action
        for action in parse_log([*texts, "deal", "undo"] * 3)
        if not isinstance(play(state, action), Violation)
    ]
    assert len(log) > 5
    step = start.copy()
    for place, action in enumerate(log):
        for wrong in parse_log(["0-0", "9-9x99", "1-10"]):
            result = replay(start.copy(), [*log[:place], wrong, *log[place:]])
            assert (result.applied, result.violation) == (place, violation(step, wrong))
            assert record(result.state) == record(step)
        play(step, action)


@pytest.mark.parametrize("first", [0, 1, 50, 91, 92, 500])
def test_the_outcomes_from_an_action_on_are_kept(first: int) -> None:
    code, log = golden_wins()[1]
    outcomes = []
    state = started(code)
    for action in parse_log(log):
        outcome = play(state, action)
        assert not isinstance(outcome, Violation)
        outcomes.append(events(outcome))
    result = replay(started(code), parse_log(log), first)
    assert [events(outcome) for outcome in result.outcomes] == outcomes[first:]


def test_no_outcome_is_kept_unless_asked_for() -> None:
    code, log = golden_wins()[0]
    assert replay(started(code), parse_log(log)).outcomes == []


def test_outcomes_before_a_refusal_are_kept() -> None:
    code, log = golden_wins()[0]
    result = replay(started(code), parse_log([*log[:3], "0-0", *log[3:]]), 1)
    assert len(result.outcomes) == 2


def test_there_are_won_games_for_every_number_of_suits() -> None:
    wins = [code[5] for code, _ in golden_wins()]
    assert all(wins.count(str(suits)) >= 5 for suits in SUITS)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("code", "log"), golden_wins(), ids=[f"{code}-{len(log)}" for code, log in golden_wins()]
)
def test_a_won_game_is_won_in_every_rule_set_with_the_same_score(
    code: str, log: list[str], rules: str
) -> None:
    suits = int(code[5])
    result = replay(started(with_rules(code, rules)), parse_log(log))
    assert (result.applied, result.violation) == (len(log), None)
    assert result.state.status is Status.WON
    assert counters(result.state) == (1300 - len(log), len(log), 0)
    assert Counter(result.state.runs) == dict.fromkeys(range(suits), 8 // suits)
