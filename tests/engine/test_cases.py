"""Positions that other programs get wrong, with what must be true of them in each rule set."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine.actions import parse_log
from engine.cards import SUITS
from engine.replay import replay
from engine.state import State
from engine.violations import Violation
from tests.engine.playing import GOLDEN, allowed, attempt, broken_rule, record, shown, started
from tests.engine.tables import COLUMNS

CASES: list[dict[str, Any]] = json.loads(
    (GOLDEN.parent / "data" / "positions.json").read_text(encoding="ascii")
)


def games() -> Iterator[Any]:
    for case in CASES:
        for rules, game in case["rules"].items():
            yield pytest.param(
                game, case["each_from_start"], id=f"{case['id']}-{rules} {case['about']}"
            )


def seen(state: State) -> dict[str, object]:
    """A state as the cases write it."""
    return {
        "columns": [
            {
                "hidden": state.hidden[column],
                "cards": [card for card in shown(state, column).split() if card != "##"],
            }
            for column in COLUMNS
        ],
        "stock": len(state.stock) - state.dealt,
        "runs": [SUITS[suit] for suit in state.runs],
        "score": state.score,
        "moves": state.moves,
        "undos": state.undos,
        "status": state.status.value,
        "legal_moves": allowed(state),
        "legal_deal": broken_rule(state, "deal") is None,
    }


@pytest.mark.parametrize(("game", "each_from_start"), [*games()])
def test_each_step_of_a_case_is_as_it_is_written(
    game: dict[str, Any], each_from_start: bool
) -> None:
    first, *steps = game["steps"]
    state = started(game["code"])
    assert seen(state) == first["state"]
    assert [step["action"] for step in steps] == game["log"][: len(steps)]
    for step in steps:
        if each_from_start:
            state = started(game["code"])
        before = record(state)
        outcome = attempt(state, step["action"])
        if "violation" in step:
            assert isinstance(outcome, Violation)
            assert outcome.code == step["violation"]
            assert record(state) == before
        else:
            assert not isinstance(outcome, Violation)
            assert seen(state) == step["state"]


@pytest.mark.parametrize(("game", "each_from_start"), [*games()])
def test_a_cases_log_is_replayed_up_to_its_first_violation(
    game: dict[str, Any], each_from_start: bool
) -> None:
    if each_from_start:
        return
    result = replay(started(game["code"]), parse_log(game["log"]))
    *_, last = game["steps"]
    reached = [step["state"] for step in game["steps"] if "state" in step]
    assert seen(result.state) == reached[-1]
    assert result.applied == len(reached) - 1
    assert (result.violation and result.violation.code) == last.get("violation")
