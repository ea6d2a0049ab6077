"""The solver's answers, whatever it does inside: wins that others can play, losses that are true.

Wins are played again by the slow models, and losses searched again, as a whole, by a slow solver
that knows nothing but the slow model. No comparison with the rules asks the engine.
"""

import itertools
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import engine.play
import engine.solver
from engine.actions import format_log, parse_log
from engine.codes import game_code, start
from engine.exhaustion import Exhaustion, Looked, exhaust
from engine.solver import Progress, Verdict, solve
from engine.state import State, Status
from engine.variants import SPIDER, VARIANTS
from tests import slow_family, slow_solver
from tests.engine.family_tables import late_code
from tests.engine.playing import golden_wins, played, record, replayed, started
from tests.engine.small_tables import backwards, bare, blocked, combinations
from tests.engine.solving import Answer, Question, answer, check_win, log_of, solved
from tests.engine.tables import COLUMNS, draw, table
from tests.slow_family import LAYOUTS

WON, LOST, UNKNOWN = Verdict
BUDGET = 3000
"""Enough for every position that is drawn below."""
FEW = 120
"""How many tables the slow solver looks at."""

every_variant = pytest.mark.parametrize("id_", VARIANTS)


def empty(*columns: int) -> str:
    """Draw columns in which nothing lies."""
    return "".join(f"\n{column} -" for column in columns)


ONE_MOVE_LEFT = f"""
    0  KS..2S
    1  AS
    {empty(*COLUMNS[2:])}
    """

# Wins


def test_a_beam_that_drops_nothing_may_find_the_shorter_line() -> None:
    search = engine.solver._Search(table(ONE_MOVE_LEFT), BUDGET, None)
    detour = parse_log(["1-2", "2-1", "1-0"])
    assert format_log(search.shorter(detour)) == ["1-0"]


@every_variant
def test_a_position_with_a_known_way_to_win_is_not_called_lost_and_its_line_wins(id_: str) -> None:
    for suits, letter in combinations(id_):
        rng = Random(f"backwards {id_} {suits} {letter}")
        for budget in (60, 800):
            code, known = backwards(rng, LAYOUTS[id_], suits, letter, rng.randint(2, 20))
            check_win(code, known)
            solution = solved(started(code), budget)
            assert solution.verdict is not LOST, f"{code} {' '.join(known)}"
            if solution.verdict is WON:
                check_win(code, log_of(solution))


@every_variant
def test_a_win_that_is_one_action_away_is_found(id_: str) -> None:
    for suits, letter in combinations(id_):
        rng = Random(f"one action {id_} {suits} {letter}")
        code, (_,) = backwards(rng, LAYOUTS[id_], suits, letter, 1)
        solution = solved(started(code), 1000)
        assert solution.verdict is WON, code
        check_win(code, log_of(solution))


@every_variant
def test_lines_from_late_positions_win(id_: str) -> None:
    suits, letter = (rng := Random(f"late {id_}")).choice(combinations(id_))
    for _ in range(2):
        code = late_code(rng, LAYOUTS[id_], suits, letter)
        solution = solved(started(code), 300)
        if solution.verdict is WON:
            check_win(code, log_of(solution))


@every_variant
def test_shorter_lines_win_too(id_: str) -> None:
    suits, letter = (rng := Random(f"shorter {id_}")).choice(combinations(id_))
    code, _ = backwards(rng, LAYOUTS[id_], suits, letter, 5)
    first, shortened = (solved(started(code), 500, shorten=shorten) for shorten in (False, True))
    assert first.verdict is shortened.verdict
    assert first.positions <= shortened.positions
    assert len(shortened.line) <= len(first.line)
    if shortened.verdict is WON:
        check_win(code, log_of(shortened))


def test_the_last_run_leaves_by_a_move() -> None:
    solution = solved(table(ONE_MOVE_LEFT), 100, shorten=True)
    assert log_of(solution) == ["1-0"]


def test_the_last_run_leaves_by_a_deal() -> None:
    drawing = f"0 KS..2S {empty(*COLUMNS[1:])}\nstock AS"
    solution = solved(table(drawing, "D"), 100, shorten=True)
    assert log_of(solution) == ["deal"]
    assert solved(table(drawing, "C"), 100).verdict is not LOST


def test_a_run_has_to_be_taken_where_runs_are_taken() -> None:
    code, _ = backwards(Random(0), LAYOUTS["bicycle"], 4, "C", 1)
    line = log_of(solved(started(code), 100, shorten=True))
    assert len(line) == 1
    assert line[0].startswith("take-")


def test_a_won_game_is_won_by_an_empty_line() -> None:
    code, log = golden_wins()[0]
    state = replayed(code, log)
    assert state.status is Status.WON
    assert solved(state, 1) == (WON, [], 0)


SINGLE_THREAD = """
    0  2H 3S 4H 5S 6H 7S 8H 9S TH
    1  JS
    2  KS
    3  KH
    4  KD
    5  KC
    6  2S 4S 6S 8S TS QS AS
    7  3H 5H 7H 9H JH QH AH
    8  2D 3D 4D 5D 6D 7D 8D 9D TD JD QD AD
    9  2C 3C 4C 5C 6C 7C 8C 9C TC JC QC AC
    """
"""Eight times there is just one move; each covers what it has just laid open, in another suit."""


def test_a_long_game_that_begins_as_a_single_thread_is_won() -> None:
    code = draw(SINGLE_THREAD)
    game = slow_family.start(code)
    for _ in range(8):
        (only,) = slow_solver.actions(game)
        assert only == "0-1"
        game = slow_solver.after(game, only)
    solution = solved(started(code), BUDGET)
    assert solution.verdict is WON
    assert len(solution.line) >= 40
    check_win(code, log_of(solution))


# Losses


def slow_verdict(code: str, limit: int = FEW) -> str:
    return slow_solver.verdict(slow_family.start(code), limit)


def compare(code: str) -> str:
    """Both verdicts agree, and small budgets never make the solver say what is not true."""
    expected = slow_verdict(code)
    for budget in (1, 2, 5, 50):
        verdict = solved(started(code), budget).verdict
        assert verdict in (UNKNOWN, expected) or (expected, verdict) == ("unknown", WON), code
    if expected != "unknown":
        solution = solved(started(code), BUDGET)
        assert solution.verdict.value == expected, code
        if solution.verdict is WON:
            check_win(code, log_of(solution))
    return expected


@pytest.mark.parametrize("letter", "CRTDW")
def test_the_slow_solver_agrees_on_small_positions_of_each_rule_set(letter: str) -> None:
    ids = ["spider", "spiderette", "will-o-the-wisp"] if letter != "W" else ["spider"]
    seen: Counter[str] = Counter()
    for number in range(45):
        rng = Random(f"rule set {letter} {number}")
        id_ = rng.choice(ids)
        suits = rng.choice([suits for suits, each in combinations(id_) if each == letter])
        seen[compare(blocked(rng, LAYOUTS[id_], suits, letter))] += 1
    assert seen["lost"] >= 10


@every_variant
def test_the_slow_solver_agrees_on_small_positions_of_each_variant(id_: str) -> None:
    variant, rng = LAYOUTS[id_], Random(f"blocked {id_}")
    for _ in range(2):
        compare(blocked(rng, variant, *rng.choice(combinations(id_))))


@pytest.mark.parametrize("id_", [id_ for id_, variant in LAYOUTS.items() if variant.stock])
def test_the_slow_solver_agrees_where_nearly_all_cards_are_in_the_stock(id_: str) -> None:
    rng = Random(f"bare {id_}")
    compare(bare(rng, LAYOUTS[id_], *rng.choice(combinations(id_))))


ALL_FACE_UP = """
    0  4S KH
    1  8S 7H
    2  6H JH
    3  TS KS
    4  TH 8H QH JS AS
    5  2S AH 4H
    6  2H 3H 6S 3S
    7  9H
    8  QS 7S
    9  9S 5H 5S
    """
"""Some moves, but nothing comes of them."""


def test_a_position_may_be_lost_though_every_card_lies_face_up() -> None:
    code = draw(ALL_FACE_UP, suits=2)
    assert not any(started(code).hidden)
    assert len(slow_solver.actions(slow_family.start(code))) > 1
    assert slow_verdict(code) == "lost"
    assert solved(started(code), BUDGET).verdict is LOST


NEEDS_MIXED_GROUPS = """
    0  TS
    1  KS
    2  JS 3H 3S
    3  8H 4S 6H
    4  8S
    5  9H 5S 4H
    6  TH
    7  QS 6S 2S 5H KH
    8  9S JH 2H AS
    9  7H QH 7S AH
    """
"""Won only where a group of several suits moves."""


def test_a_position_may_be_lost_in_one_rule_set_and_won_in_another() -> None:
    classic, relaxed = (draw(NEEDS_MIXED_GROUPS, letter, suits=2) for letter in "CR")
    assert slow_verdict(classic) == "lost"
    assert solved(started(classic), BUDGET).verdict is LOST
    solution = solved(started(relaxed), BUDGET)
    assert solution.verdict is WON
    check_win(relaxed, log_of(solution))


TOO_FEW_CARDS = """
    0  KS
    1  9S
    2  5S
    3  KH
    4  9H
    5  5H
    6  KD
    7  9D
    8  5D
    9  -
stock QS 8S 4S QH 8H 4H QD 8D 4D AS JS 7S 3S JH 7H 3H JD 7D 3D AH TS 6S 2S TH 6H 2H TD 6D 2D AD
    """
"""Nine cards for ten columns, thirty cards in the stock."""


def test_a_loss_is_proved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[int] = []

    def counted(state: State, budget: int, looked: Looked) -> Exhaustion:
        budgets.append(budget)
        return exhaust(state, budget, looked)

    monkeypatch.setattr(engine.solver, "exhaust", counted)
    assert solved(table(ALL_FACE_UP), BUDGET).verdict is LOST
    assert len(budgets) == 1


@pytest.mark.parametrize("letter", "CRTW")
def test_a_stock_that_can_never_be_dealt_is_lost_by_proof(letter: str) -> None:
    assert solved(table(TOO_FEW_CARDS, letter), 1000).verdict is LOST


def test_the_same_stock_is_dealt_where_columns_may_be_empty() -> None:
    code = draw(TOO_FEW_CARDS, "D")
    solution = solved(started(code), BUDGET)
    assert solution.verdict is WON
    check_win(code, log_of(solution))


WHOLE_COLUMN_FIRST = """
    0  -
    1  KS
    2  JS
    3  2S
    4  JS
    5  2S
    6  2S
    7  KS
    8  KS
    9  3S 4S AS AS AS 3S 5S 3S 4S 7S 5S 6S 8S 9S TS 7S 7S 9S TS 8S 6S QS 6S TS QS QS JS 4S 8S 5S
    stock  9S
    """
"""Whatever lies in the first column is covered for good by the deal: it must not be the five."""


def test_a_whole_column_may_have_to_go_to_an_empty_one_before_the_deal() -> None:
    classic, tavern = (draw(WHOLE_COLUMN_FIRST, letter, suits=1) for letter in "CT")
    assert slow_verdict(tavern) == "lost"
    assert solved(started(tavern), BUDGET).verdict is LOST
    solution = solved(started(classic), BUDGET)
    assert solution.verdict is WON
    line = log_of(solution)
    check_win(classic, line)
    assert moves_a_whole_column(started(classic), line[: line.index("deal")])


def moves_a_whole_column(state: State, log: list[str]) -> bool:
    """Whether one of the moves takes all cards of a column to an empty one."""
    for action in log:
        empty_before = state.sizes.count(0)
        from_, to = (int(place) for place in action.partition("x")[0].split("-"))
        to_empty = not state.sizes[to]
        played(state, action)
        if to_empty and not state.sizes[from_] and state.sizes.count(0) == empty_before:
            return True
    return False


def test_it_may_not_matter_that_whole_columns_never_go_to_empty_ones() -> None:
    for letter in "CT":
        code = draw(SINGLE_THREAD, letter)
        solution = solved(started(code), BUDGET)
        assert solution.verdict is WON
        check_win(code, log_of(solution))


# What does not matter, and what stays


def test_undos_before_do_not_matter() -> None:
    for letter in "CTW":
        fresh = table(ONE_MOVE_LEFT, letter)
        state = played(table(ONE_MOVE_LEFT, letter), "0-2", "0-3", "undo", "0-4x2", "undo", "undo")
        assert solved(state, 300) == solved(fresh, 300)


def test_an_undo_does_not_save_a_lost_game() -> None:
    state = played(table(WHOLE_COLUMN_FIRST, suits=1), "9-0", "deal")
    assert state.undo_available == 2
    assert solved(state, BUDGET).verdict is LOST


# Determinism, budgets and reports


def questions() -> list[Question]:
    """Some questions of every kind, with small budgets."""
    drawn = [draw(SINGLE_THREAD), draw(WHOLE_COLUMN_FIRST, "T", 1), draw(ALL_FACE_UP, suits=2)]
    asked: list[Question] = [(code, [], 1500, False) for code in drawn]
    asked.append((draw(ONE_MOVE_LEFT), ["0-2", "undo", "1-3"], 400, True))
    code, log = golden_wins()[0]
    asked.append((code, log[: len(log) * 3 // 4], 600, True))
    for id_ in ("spider", "scorpion-head", "chelicera", "grounds-for-a-divorce", "bicycle"):
        code, _ = backwards(Random(f"questions {id_}"), LAYOUTS[id_], 4, "C", 12)
        asked.append((code, [], 500, True))
    return asked


def answers(asked: list[Question], folder: Path, **environment: str) -> list[Answer]:
    """The answers of a fresh process that takes the sources from `folder`."""
    finished = subprocess.run(
        [sys.executable, "-m", "tests.engine.solving"],
        input=json.dumps(asked),
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[Answer] = json.loads(finished.stdout)
    return found


SOURCES = Path(engine.play.__file__).parents[1]


def test_the_same_question_has_the_same_answer() -> None:
    asked = questions()
    assert [*map(answer, asked)] == [*map(answer, asked)]


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_question_has_the_same_answer_in_another_process(seed: str) -> None:
    asked = questions()
    assert answers(asked, SOURCES, PYTHONHASHSEED=seed) == [*map(answer, asked)]


@pytest.mark.skipif(
    not engine.play.__file__.endswith(tuple(EXTENSION_SUFFIXES)), reason="nothing is compiled"
)
def test_uncompiled_sources_give_the_same_answers(tmp_path: Path) -> None:
    for package in ("engine", "tests"):
        compiled = shutil.ignore_patterns("__pycache__", *(f"*{end}" for end in EXTENSION_SUFFIXES))
        shutil.copytree(SOURCES / package, tmp_path / package, ignore=compiled)
    asked = questions()
    assert answers(asked, tmp_path) == [*map(answer, asked)]


HARD = game_code(SPIDER, 4, SPIDER.default_rules, 1)
"""A fresh deal, far from won."""


@pytest.mark.parametrize("budget", [1, 2, 3, 7, 50, 333, 1000])
def test_no_more_positions_are_looked_at_than_the_budget_allows(budget: int) -> None:
    solution = solved(start(HARD), budget)
    assert solution.verdict is UNKNOWN
    assert solved(table(ONE_MOVE_LEFT), budget, shorten=True).positions <= budget


def test_reports_come_while_the_search_goes_on() -> None:
    reports: list[Progress] = []
    solution = solve(start(HARD), 10_000, report=reports.append)
    assert reports
    positions = [report.positions for report in reports]
    assert all(before <= after for before, after in pairwise(positions))
    assert positions[-1] <= solution.positions <= 10_000


def test_a_report_tells_the_length_of_the_shortest_line_so_far() -> None:
    reports: list[Progress] = []
    solution = solve(table(SINGLE_THREAD), BUDGET, report=reports.append)
    best = [report.best for report in reports if report.best is not None]
    assert all(length >= len(solution.line) for length in best)
    assert best == sorted(best, reverse=True)


def test_what_a_report_raises_ends_the_search_and_leaves_the_state_alone() -> None:
    state = start(HARD)
    before = record(state)
    calls = itertools.count()

    def stop(_: Progress) -> None:
        next(calls)
        raise InterruptedError

    with pytest.raises(InterruptedError):
        solve(state, 10_000, report=stop)
    assert next(calls) == 1
    assert record(state) == before
