"""Words for tests of the solver: questions, answers as plain data, and who agrees with them."""

import json
import sys
from typing import TypeAlias

from engine.actions import format_log, parse_log
from engine.codes import parse_code, start
from engine.solver import Solution, Verdict, solve
from engine.state import State, Status
from tests import slow_family, slow_model
from tests.engine.playing import played, record

Question: TypeAlias = tuple[str, list[str], int, bool]
"""A game code, a log, a budget, and whether lines are to be shortened."""
Answer: TypeAlias = list[object]


def solved(state: State, budget: int, *, shorten: bool = False) -> Solution:
    """Solve a state, which stays as it is, within the budget."""
    before = record(state)
    solution = solve(state, budget, shorten=shorten)
    assert record(state) == before
    assert 0 <= solution.positions <= budget
    assert solution.verdict is Verdict.WON or not solution.line
    return solution


def answer(question: Question) -> Answer:
    """The answer to a question as plain data."""
    code, log, budget, shorten = question
    state = played(start(parse_code(code)), *log)
    solution = solve(state, budget, shorten=shorten)
    return [solution.verdict.value, format_log(solution.line), solution.positions]


def check_win(code: str, line: list[str]) -> None:
    """Play a line that wins in the engine and in every slow model that knows the game."""
    state = played(start(parse_code(code)), *line)
    assert state.status is Status.WON
    game = slow_family.start(code)
    for action in line:
        game, refusal = slow_family.act(game, action)
        assert refusal is None, f"{code} {' '.join(line)}: {action} breaks {refusal}"
    assert (game.status, game.table.score, game.table.moves) == ("won", state.score, state.moves)
    if code.startswith("SP") and code[5] != "3" and code[6] in slow_model.UNDO_LIMIT:
        model = slow_model.start(code)
        for action in line:
            model, refusal = slow_model.act(model, action)
            assert refusal is None, f"{code} {' '.join(line)}: {action} breaks {refusal}"
        assert (model.status, model.score, model.moves) == ("won", state.score, state.moves)


def log_of(solution: Solution) -> list[str]:
    """The line of a solution as it is written."""
    line = format_log(solution.line)
    assert parse_log(line) == [*solution.line]
    return line


if __name__ == "__main__":
    sys.stdout.write(json.dumps([*map(answer, json.load(sys.stdin))]))
