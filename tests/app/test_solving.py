"""The solver's endpoint: verdicts, budgets, what is refused, and progress as lines."""

import json
from random import Random
from typing import Any

import httpx
import pytest

from app.edge.clients import prefers
from app.settings import Settings, settings
from app.solving import child
from engine.codes import format_code, game_code
from engine.variants import VARIANTS, Variant
from tests.app.client import CODE, EASY, answer, get, post, problem
from tests.app.conftest import Lines
from tests.engine.walks import small_code

LINES = "application/x-ndjson"
ONE_KING_TO_MOVE_ABOUT = "SCX-S4C-KSAS2S3S4S5S6S7S8S9STSJSQS......;;HDC;500;0"
FIELDS = ["verdict", "line", "actions", "score", "positions", "budget"]
SCRIPT = """
import json, os, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    {}
"""
DIES_AT_ONCE = "os._exit(3)"
DIES_LATER = "say(progress=[1, None, 10]); os._exit(3)"
IS_MISTAKEN = 'say(mistake="secret")'
IS_MISTAKEN_LATER = 'say(progress=[1, None, 10]); say(mistake="secret")'
BREAKS_A_RULE = 'say(answer=["won", ["0-3"], 1])'
GOES_ON = """
    say(progress=[7, None, 250])
    say(progress=[9, 31, 900])
    say(progress=[9, 30, 1001])
    say(answer=["unknown", [], 1000])
"""


def solve(code: str = CODE, log: list[str] | None = None, **fields: Any) -> Any:
    found = answer(post("/v1/solve", {"code": code, "log": log or [], **fields}))
    assert list(found) == FIELDS
    return found


def solve_in_lines(code: str = CODE, log: list[str] | None = None, **fields: Any) -> httpx.Response:
    return post("/v1/solve", {"code": code, "log": log or [], **fields}, headers={"Accept": LINES})


def lines_of(response: httpx.Response) -> list[dict[str, Any]]:
    assert response.status_code == 200
    assert response.headers["content-type"] == LINES
    assert response.text.endswith("\n")
    return [json.loads(line) for line in response.text.splitlines()]


def check(code: str, log: list[str], found: Any) -> None:
    """A won answer is what a replay says; another has nothing to replay."""
    if found["verdict"] != "won":
        assert (found["line"], found["actions"], found["score"]) == ([], None, None)
        return
    assert found["actions"] == len(found["line"])
    claim = {"status": "won", "score": found["score"]}
    body = {"code": code, "log": [*log, *found["line"]], "claim": claim}
    assert answer(post("/v1/verify", body))["valid"] is True


def work_by(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the questions answered by a worker of this script."""
    monkeypatch.setattr(child, "_COMMAND", ("-c", SCRIPT.format(script.strip())))


def set_to(monkeypatch: pytest.MonkeyPatch, **values: Any) -> Settings:
    changed = settings.model_copy(update=values)
    monkeypatch.setattr("app.routes.solving.settings", changed)
    return changed


class TestVerdicts:
    def test_a_position_that_one_move_wins(self) -> None:
        found = solve(EASY, budget=10_000)
        assert (found["verdict"], found["line"], found["actions"]) == ("won", ["1-0x2"], 1)
        assert (found["score"], found["budget"]) == (1142 - 1 + 100, 10_000)
        assert 0 < found["positions"] <= 10_000

    def test_the_line_goes_on_where_the_log_ends(self) -> None:
        log = ["1-2", "1-3", "undo"]
        found = solve(EASY, log, budget=10_000)
        assert found["verdict"] == "won"
        check(EASY, log, found)

    def test_a_position_in_which_there_is_nothing_to_gain(self) -> None:
        found = solve(ONE_KING_TO_MOVE_ABOUT, budget=10_000)
        assert found["verdict"] == "lost"
        check(ONE_KING_TO_MOVE_ABOUT, [], found)

    def test_a_budget_that_is_spent(self) -> None:
        found = solve(CODE, ["0-3"], budget=100)
        assert found["verdict"] == "unknown"
        assert found["positions"] <= 100 + 200
        check(CODE, ["0-3"], found)

    @pytest.mark.parametrize("seed", range(6))
    def test_what_is_said_to_be_won_is_won(self, seed: int) -> None:
        code = format_code(small_code(Random(seed), "CRTDW"[seed % 5], 1, 6))
        check(code, [], solve(code, budget=1_500))

    @pytest.mark.parametrize("variant", [*VARIANTS.values()][::6], ids=lambda variant: variant.id)
    def test_other_games_are_solved_too(self, variant: Variant) -> None:
        code = format_code(game_code(variant, variant.default_suits, variant.default_rules, 1))
        check(code, [], solve(code, budget=200))

    def test_a_game_that_is_won_needs_no_search(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(DIES_AT_ONCE, monkeypatch)
        won = {"verdict": "won", "line": [], "actions": 0, "score": 1241}
        expected = {**won, "positions": 0, "budget": 50}
        assert solve(EASY, ["1-0x2"], budget=50) == expected
        assert lines_of(solve_in_lines(EASY, ["1-0x2"], budget=50)) == [{"answer": expected}]

    def test_the_same_question_has_the_same_answer(self) -> None:
        code = format_code(small_code(Random(4), "C", 1, 6))
        answers = [solve(code, budget=1_000) for _ in range(3)]
        assert answers[0] == answers[1] == answers[2]

    def test_a_long_log_fits(self) -> None:
        log = ["1-2", "undo"] * 5_000
        assert solve(EASY, log, budget=1_000)["line"] == ["1-0x2"]

    def test_a_log_is_read_in_any_form_of_its_actions(self) -> None:
        assert solve(EASY.lower(), ["1-2x1", "2-1x1"], budget=1_000)["verdict"] == "won"

    @pytest.mark.parametrize(("shorten", "expected"), [(True, 2), (False, 1), (None, 2)])
    def test_it_is_asked_for_shorter_lines_or_not(
        self, shorten: bool | None, expected: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by('say(answer=["lost", [], 1 + question["shorten"]])', monkeypatch)
        fields: dict[str, Any] = {} if shorten is None else {"shorten": shorten}
        assert solve(**fields)["positions"] == expected

    def test_it_is_for_nobody_to_keep(self) -> None:
        response = post("/v1/solve", {"code": EASY, "log": [], "budget": 1_000})
        assert response.headers["cache-control"] == "no-store"
        assert "Accept" in response.headers["vary"].split(", ")


class TestBudget:
    @pytest.mark.parametrize("fields", [{}, {"budget": None}])
    def test_it_may_be_left_open(
        self, fields: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by('say(answer=["lost", [], question["budget"]])', monkeypatch)
        assert settings.solve_budget == 3_000_000
        found = solve(**fields)
        assert (found["budget"], found["positions"]) == (3_000_000, 3_000_000)

    def test_where_it_is_open_it_is_no_more_than_the_largest(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_to(monkeypatch, solve_budget=500, max_solve_budget=300)
        assert solve(EASY)["budget"] == 300

    def test_the_largest_is_allowed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert settings.max_solve_budget == 20_000_000
        assert solve(EASY, budget=20_000_000)["budget"] == 20_000_000
        set_to(monkeypatch, max_solve_budget=300)
        assert solve(EASY, budget=300)["budget"] == 300

    @pytest.mark.parametrize("most", [20_000_000, 300])
    def test_more_is_refused_with_the_limit(
        self, most: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_to(monkeypatch, max_solve_budget=most)
        body = {"code": EASY, "log": [], "budget": most + 1}
        found = problem(post("/v1/solve", body), 422, "invalid-request")
        assert [error["pointer"] for error in found["errors"]] == ["/budget"]
        assert str(most) in found["errors"][0]["message"]

    @pytest.mark.parametrize("budget", [0, -1, 2**53, "1000", 1000.5, True, [1000]])
    def test_what_is_no_number_of_positions_is_refused(self, budget: object) -> None:
        body = {"code": EASY, "log": [], "budget": budget}
        found = problem(post("/v1/solve", body), 422, "invalid-request")
        assert [error["pointer"] for error in found["errors"]] == ["/budget"]

    @pytest.mark.parametrize("shorten", [None, 1, "true"])
    def test_shorten_is_true_or_false(self, shorten: object) -> None:
        body = {"code": EASY, "log": [], "shorten": shorten}
        found = problem(post("/v1/solve", body), 422, "invalid-request")
        assert [error["pointer"] for error in found["errors"]] == ["/shorten"]


@pytest.mark.parametrize("accept", ["application/json", LINES])
class TestRefusals:
    """They are the same for both kinds of answers."""

    def refused(self, body: dict[str, Any], accept: str, status: int, code: str) -> Any:
        body = {"code": CODE, "log": [], **body}
        return problem(post("/v1/solve", body, headers={"Accept": accept}), status, code)

    def test_a_game_that_was_given_up(self, accept: str) -> None:
        found = self.refused({"log": ["0-3", "resign"]}, accept, 422, "game-over")
        assert found["detail"] == "The game is over: it has been given up."

    def test_a_code_or_a_log_that_is_none(self, accept: str) -> None:
        self.refused({"code": "SP1"}, accept, 422, "invalid-code")
        assert self.refused({"log": ["x"]}, accept, 422, "invalid-action")["index"] == 0
        assert self.refused({"log": ["0-3", "0-0"]}, accept, 422, "illegal-log")["index"] == 1
        self.refused({"log": ["deal"] * 10_001}, accept, 413, "log-too-long")

    def test_a_variant_that_the_solver_does_not_know(
        self, accept: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(
            "app.routes.solving.supports", lambda variant, rules: variant.id != "scorpion"
        )
        self.refused({"code": "SC1-S4C-AAAAAAD"}, accept, 422, "unsupported")

    def test_a_service_that_does_not_solve(
        self, accept: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = get("/openapi.json").text
        set_to(monkeypatch, solve=False)
        for body in ({}, {"log": ["resign"]}, {"code": "SP1"}):
            self.refused(body, accept, 403, "solve-off")
        assert get("/openapi.json").text == before

    def test_a_worker_that_ends(self, accept: str, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(DIES_AT_ONCE, monkeypatch)
        response = post("/v1/solve", {"code": CODE, "log": []}, headers={"Accept": accept})
        problem(response, 503, "solve-interrupted")
        assert response.headers["retry-after"] == "5"

    def test_a_worker_that_cannot_be_started(
        self, accept: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.executable", "/nothing/here")
        self.refused({}, accept, 503, "solve-interrupted")

    @pytest.mark.parametrize("script", [IS_MISTAKEN, BREAKS_A_RULE])
    def test_a_mistake_of_the_solver(
        self, accept: str, script: str, lines: Lines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(script, monkeypatch)
        found = self.refused({}, accept, 500, "internal-error")
        assert "secret" not in json.dumps(found)
        assert [line["message"] for line in lines()] == ["mistake", "request"]

    @pytest.mark.parametrize("language", ["en", "bg", "ca", "ru"])
    def test_they_are_told_in_the_readers_language(self, accept: str, language: str) -> None:
        body = {"code": CODE, "log": ["resign"]}
        headers = {"Accept": accept, "Accept-Language": language}
        response = post("/v1/solve", body, headers=headers)
        problem(response, 422, "game-over")
        assert response.headers["content-language"] == language


class TestVariants:
    def test_every_variant_says_whether_it_can_be_solved(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        variants = answer(get("/v1/variants"))["variants"]
        assert {variant["solver"] for variant in variants} <= {True, False}
        assert answer(get("/v1/variants/spider"))["solver"] is True
        monkeypatch.setattr("app.answers.supports", lambda variant, rules: rules.id != "relaxed")
        assert answer(get("/v1/variants/spider"))["solver"] is False


class TestLines:
    def test_progress_and_the_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(GOES_ON, monkeypatch)
        response = solve_in_lines(budget=1_000)
        found = lines_of(response)
        assert found[:-1] == [
            {"progress": {"depth": 7, "best": None, "positions": 250, "share": 0.25}},
            {"progress": {"depth": 9, "best": 31, "positions": 900, "share": 0.9}},
            {"progress": {"depth": 9, "best": 30, "positions": 1001, "share": 1.0}},
        ]
        assert list(found[-1]) == ["answer"]
        assert found[-1]["answer"] == solve(budget=1_000)

    def test_it_is_for_nobody_to_keep(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(GOES_ON, monkeypatch)
        headers = solve_in_lines().headers
        assert headers["cache-control"] == "no-store"
        assert "Accept" in headers["vary"].split(", ")
        assert headers["x-accel-buffering"] == "no"
        assert "content-length" not in headers
        assert headers["x-request-id"]

    def test_the_answer_is_the_same_as_without(self) -> None:
        assert lines_of(solve_in_lines(EASY, budget=900))[-1] == {"answer": solve(EASY, budget=900)}

    def test_a_worker_that_ends_later_is_a_last_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(DIES_LATER, monkeypatch)
        response = solve_in_lines()
        progress, last = lines_of(response)
        assert list(progress) == ["progress"]
        assert last["problem"]["code"] == "solve-interrupted"
        assert last["problem"]["status"] == 503
        assert last["problem"]["request_id"] == response.headers["x-request-id"]

    def test_a_later_mistake_is_a_last_line_too(
        self, lines: Lines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(IS_MISTAKEN_LATER, monkeypatch)
        response = solve_in_lines()
        assert lines_of(response)[-1]["problem"]["code"] == "internal-error"
        assert "secret" not in response.text
        mistake, request = lines()
        assert (mistake["message"], request["message"]) == ("mistake", "request")
        assert "secret" in mistake["exception"]
        assert mistake["request_id"] == request["request_id"]

    @pytest.mark.parametrize(
        ("accept", "expected"),
        [
            ("", False),
            ("*/*", False),
            ("application/*", False),
            ("text/html", False),
            ("application/json", False),
            (LINES, True),
            (LINES.upper(), True),
            (f"{LINES}; q=0.5", True),
            (f"{LINES};q=0", False),
            (f"{LINES}, */*", True),
            (f"{LINES}, application/json", False),
            (f"application/json, {LINES}", False),
            (f"application/json;q=0.9, {LINES}", True),
            (f"application/json, {LINES};q=0.9", False),
            (f"{LINES};q=0.2, */*;q=0.1", True),
            (f"{LINES};q=0.1, */*;q=0.2", False),
            ("application/json;q=0, */*", True),
            (f"{LINES};q=high", False),
            (f"text/html, {LINES};charset=utf-8;q=0.4", True),
            ("," * 9_999 + LINES, False),
        ],
    )
    def test_it_is_for_those_who_like_it_better(self, accept: str, expected: bool) -> None:
        assert prefers(accept, LINES, "application/json") is expected


class TestFigures:
    def figure(self, name: str) -> float:
        found = [line for line in get("/metrics").text.splitlines() if line.startswith(name + " ")]
        return float(found[0].split()[-1]) if found else -1

    @pytest.mark.parametrize(
        ("script", "outcome"),
        [
            ('say(answer=["won", ["1-0x2"], 70])', "won"),
            ('say(answer=["lost", [], 70])', "lost"),
            ('say(answer=["unknown", [], 70])', "unknown"),
            (DIES_AT_ONCE, "interrupted"),
        ],
    )
    def test_searches_are_counted_by_what_came_of_them(
        self, script: str, outcome: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(script, monkeypatch)
        counter = f'spider_solves_total{{outcome="{outcome}"}}'
        names = (counter, "spider_solve_positions_total", "spider_solve_seconds_count")
        before = [self.figure(name) for name in names]
        assert min(before) >= 0
        post("/v1/solve", {"code": EASY, "log": []})
        positions = 0 if outcome == "interrupted" else 70
        expected = [before[0] + 1, before[1] + positions, before[2] + 1]
        assert [self.figure(name) for name in names] == expected

    def test_what_runs_and_what_waits_has_its_figure(self) -> None:
        solve(EASY, budget=100)
        assert self.figure("spider_solves_running") == 0
        assert self.figure("spider_solves_waiting") == 0
