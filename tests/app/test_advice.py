"""Outlook and hints: what is told, in which language, by whom it is found, and what is refused."""

import asyncio
from typing import Any

import httpx
import pytest

from app.main import app
from app.settings import settings
from app.wording.advice import hint_message, outlook_message
from app.wording.languages import LANGUAGES
from engine.actions import parse_action
from engine.codes import format_code, game_code
from engine.hints import Reason as HintReason
from engine.outlook import Reason
from engine.variants import VARIANTS, Variant
from tests.app.client import CODE, EASY, answer, get, post, problem
from tests.app.test_messages import is_in
from tests.app.test_solving import DIES_AT_ONCE, IS_MISTAKEN, ONE_KING_TO_MOVE_ABOUT, work_by
from tests.engine.playing import played, started
from tests.engine.tables import draw
from tests.engine.test_outlook import MIXED_GROUP, NINE_CARDS

OUTLOOK = ["legal_moves", "stuck", "outlook", "reason", "message"]
SUGGESTION = ["action", "reason", "params", "message", "share"]
TAKES_LONG = "SPX-S1C-ASKS2SQS3SJS.4STS5S9S6S8S7S.AS7S8S6S9S5STS.4SJS3SQS2SKS......;;SSSSSS;500;0"
"""All face up, without any order: a few hundred positions say nothing of it."""
PATHS = ["/v1/outlook", "/v1/hint"]


def outlook(code: str = CODE, log: list[str] | None = None) -> Any:
    found = answer(post("/v1/outlook", {"code": code, "log": log or []}))
    assert list(found) == OUTLOOK
    assert (found["reason"] is None) == (found["message"] is None)
    return found


def hints(code: str = CODE, log: list[str] | None = None, **fields: Any) -> Any:
    found = answer(post("/v1/hint", {"code": code, "log": log or [], **fields}))
    assert list(found) == ["level", "suggestions"]
    assert found["level"] == fields.get("level", "deep")
    for suggestion in found["suggestions"]:
        assert list(suggestion) == SUGGESTION
        share = suggestion["share"]
        assert share is None or (found["level"] == "deep" and 0 <= share <= 1)
        assert suggestion["params"]["plan"][0] == suggestion["action"]
        played(started(code), *(log or []), suggestion["action"])
    assert len(found["suggestions"]) <= 3
    return found["suggestions"]


def set_to(monkeypatch: pytest.MonkeyPatch, **values: Any) -> None:
    changed = settings.model_copy(update=values)
    monkeypatch.setattr("app.solving.advice.settings", changed)
    monkeypatch.setattr("app.solving.pools.settings", changed)


def figure(name: str) -> float:
    lines = get("/metrics").text.splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(name + " "))


class TestOutlook:
    def test_a_fresh_deal_is_open(self) -> None:
        assert outlook() == {
            "legal_moves": len(answer(get(f"/v1/games/{CODE}"))["legal"]["moves"]),
            "stuck": False,
            "outlook": "open",
            "reason": None,
            "message": None,
        }

    def test_a_dead_game_says_why(self) -> None:
        found = outlook(draw(NINE_CARDS))
        assert (found["outlook"], found["reason"]) == ("dead", "too-few-cards")
        assert found["legal_moves"] > 0
        assert found["message"].startswith("There are fewer cards on the table than columns")

    def test_a_game_without_any_move_is_stuck(self) -> None:
        found = outlook(draw(MIXED_GROUP))
        assert (found["legal_moves"], found["stuck"], found["reason"]) == (0, True, "no-moves")
        assert outlook(draw(MIXED_GROUP, rules="R"))["outlook"] == "open"

    def test_moves_that_lead_nowhere_are_counted_all_the_same(self) -> None:
        found = outlook(ONE_KING_TO_MOVE_ABOUT)
        assert (found["stuck"], found["outlook"], found["reason"]) == (False, "dead", "no-progress")
        assert found["legal_moves"] == 6

    def test_a_finished_game(self) -> None:
        won = outlook(EASY, ["1-0x2"])
        assert (won["legal_moves"], won["stuck"], won["outlook"]) == (0, False, "open")
        given_up = outlook(CODE, ["resign"])
        assert (given_up["outlook"], given_up["reason"]) == ("dead", "game-over")

    def test_what_is_soon_known_needs_no_worker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(DIES_AT_ONCE, monkeypatch)
        for code in (CODE, EASY, draw(NINE_CARDS), ONE_KING_TO_MOVE_ABOUT):
            assert outlook(code)["outlook"] != "unknown"

    def test_the_rest_is_asked_of_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by('say(answer=["dead", "no-win"])', monkeypatch)
        assert outlook(TAKES_LONG)["reason"] == "no-win"
        work_by(
            'say(answer=["unknown" if question["budget"] == 20_000 else "open", None])', monkeypatch
        )
        assert outlook(TAKES_LONG)["outlook"] == "unknown"

    def test_the_worker_knows_the_question(self) -> None:
        assert outlook(TAKES_LONG)["outlook"] in {"open", "dead", "unknown"}

    def test_a_small_budget_is_never_passed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(DIES_AT_ONCE, monkeypatch)
        set_to(monkeypatch, outlook_budget=20)
        assert outlook(TAKES_LONG)["outlook"] == "unknown"

    @pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
    def test_every_variant_has_one(self, variant: Variant) -> None:
        code = format_code(game_code(variant, variant.default_suits, variant.default_rules, 2))
        assert outlook(code)["outlook"] in {"open", "dead", "unknown"}


@pytest.mark.parametrize("level", ["basic", "deep"])
class TestHints:
    def test_they_are_legal(self, level: str) -> None:
        assert hints(level=level)
        log = [hints(level=level)[0]["action"]]
        assert hints(CODE, log, level=level)

    def test_there_are_none_where_nothing_helps(self, level: str) -> None:
        assert hints(draw(NINE_CARDS), level=level) == []
        assert hints(draw(MIXED_GROUP), level=level) == []

    def test_there_are_none_where_the_game_is_over(self, level: str) -> None:
        assert hints(EASY, ["1-0x2"], level=level) == []
        assert hints(CODE, ["resign"], level=level) == []

    @pytest.mark.parametrize("variant", [*VARIANTS.values()][::5], ids=lambda variant: variant.id)
    def test_other_games_have_them_too(self, level: str, variant: Variant) -> None:
        code = format_code(game_code(variant, variant.default_suits, variant.default_rules, 2))
        for suggestion in hints(code, level=level):
            assert parse_action(suggestion["action"])


class TestLevels:
    def test_the_default_is_deep(self) -> None:
        assert hints() == hints(level="deep")

    @pytest.mark.parametrize("level", [None, "", "Basic", "deepest", 1])
    def test_there_is_no_third(self, level: object) -> None:
        body = {"code": CODE, "log": [], "level": level}
        found = problem(post("/v1/hint", body), 422, "invalid-request")
        assert [error["pointer"] for error in found["errors"]] == ["/level"]

    def test_basic_needs_no_worker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(DIES_AT_ONCE, monkeypatch)
        (win,) = hints(EASY, level="basic")
        assert win == {
            "action": "1-0x2",
            "reason": "win",
            "params": {
                "from": 1,
                "to": 0,
                "count": 2,
                "cards": ["2S", "AS"],
                "steps": 1,
                "plan": ["1-0x2"],
            },
            "message": "Move 2 cards, 2♠ first, from column 2 to column 1: that wins the game.",
            "share": None,
        }

    def test_deep_is_found_by_a_worker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        params = {"from": 0, "to": 9, "count": 1, "cards": ["4S"]}
        params |= {"column": 3, "steps": 3, "plan": ["0-9", "1-2", "3-4"]}
        script = f'say(answer=[["0-9", "turn-up", {params}, 0.25]])'
        work_by(script, monkeypatch)
        assert hints() == [
            {
                "action": "0-9",
                "reason": "turn-up",
                "params": params,
                "message": "Move 4♠ from column 1 to column 10: in 3 actions that turns up a card "
                "of column 4.",
                "share": 0.25,
            }
        ]


@pytest.mark.parametrize("path", PATHS)
class TestBoth:
    def body(self, path: str, code: str = TAKES_LONG, log: list[str] | None = None) -> Any:
        return {"code": code, "log": log or []}

    def test_a_code_or_a_log_that_is_none(self, path: str) -> None:
        problem(post(path, self.body(path, "SP1")), 422, "invalid-code")
        problem(post(path, self.body(path, CODE, ["x"])), 422, "invalid-action")
        illegal = problem(post(path, self.body(path, CODE, ["0-3", "0-0"])), 422, "illegal-log")
        assert illegal["index"] == 1
        problem(post(path, self.body(path, CODE, ["deal"] * 10_001)), 413, "log-too-long")
        problem(post(path, {"code": CODE, "log": [], "budget": 1}), 422, "invalid-request")

    def test_a_worker_that_ends(self, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(DIES_AT_ONCE, monkeypatch)
        response = post(path, self.body(path))
        assert problem(response, 503, "solve-interrupted")["detail"].endswith("try again.")
        assert response.headers["retry-after"] == "5"

    def test_a_mistake_of_the_worker(self, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(IS_MISTAKEN, monkeypatch)
        found = problem(post(path, self.body(path)), 500, "internal-error")
        assert "secret" not in str(found)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_is_told_in_the_readers_language(self, path: str, language: str) -> None:
        body = {"code": draw(NINE_CARDS) if path == "/v1/outlook" else EASY, "log": []}
        response = post(path, body, headers={"Accept-Language": language})
        found = answer(response)
        message = found["message"] if path == "/v1/outlook" else found["suggestions"][0]["message"]
        english = answer(post(path, body))
        assert response.headers["content-language"] == language
        assert "Accept-Language" in response.headers["vary"]
        assert response.headers["cache-control"] == "no-store"
        assert (message in str(english)) is (language == "en")

    def test_solving_may_be_switched_off(self, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        changed = settings.model_copy(update={"solve": False})
        monkeypatch.setattr("app.routes.solving.settings", changed)
        answer(post(path, self.body(path)))


STAYS = "time.sleep(60)"
MOVE = {"from": 2, "to": 4, "count": 1, "cards": ["8S"], "column": 6, "plan": list[str]()}


class TestPool:
    def test_a_full_one_says_so_and_solving_goes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        set_to(monkeypatch, hint_workers=1, hint_queue=1)

        async def scene() -> None:
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://spider") as client:
                body = {"code": CODE, "log": []}
                work_by(STAYS, monkeypatch)
                held = [asyncio.create_task(client.post("/v1/hint", json=body)) for _ in range(2)]
                await asyncio.sleep(0.3)
                for path in PATHS:
                    question = {"code": TAKES_LONG, "log": []}
                    response = await client.post(path, json=question)
                    problem(response, 503, "busy")
                    assert response.headers["retry-after"] == "5"
                metrics = (await client.get("/metrics")).text
                assert "spider_hints_running 1.0" in metrics
                assert "spider_hints_waiting 1.0" in metrics
                assert "spider_solves_running 0.0" in metrics
                basic = await client.post("/v1/hint", json={**body, "level": "basic"})
                assert len(answer(basic)["suggestions"]) == 3
                work_by('say(answer=["lost", [], 1])', monkeypatch)
                assert answer(await client.post("/v1/solve", json=body))["verdict"] == "lost"
                for task in held:
                    task.cancel()
                await asyncio.gather(*held, return_exceptions=True)
                assert "spider_hints_running 0.0" in (await client.get("/metrics")).text

        asyncio.run(scene())

    @pytest.mark.parametrize(
        ("path", "script", "counter"),
        [
            ("/v1/outlook", 'say(answer=["dead", "no-win"])', 'outlooks_total{outcome="dead"}'),
            ("/v1/outlook", DIES_AT_ONCE, 'outlooks_total{outcome="interrupted"}'),
            ("/v1/hint", "say(answer=[])", 'hints_total{outcome="none"}'),
            ("/v1/hint", DIES_AT_ONCE, 'hints_total{outcome="interrupted"}'),
        ],
    )
    def test_what_came_of_it_is_counted(
        self, path: str, script: str, counter: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(script, monkeypatch)
        names = [f"spider_{counter}", "spider_hint_seconds_count"]
        before = [figure(name) for name in names]
        post(path, {"code": TAKES_LONG, "log": []})
        assert [figure(name) for name in names] == [value + 1 for value in before]


@pytest.mark.parametrize("language", LANGUAGES)
class TestMessages:
    @pytest.mark.parametrize("reason", Reason)
    def test_every_reason_of_an_outlook_has_one(self, language: str, reason: Reason) -> None:
        told = outlook_message(language, reason)
        assert is_in(language, told, outlook_message("en", reason))

    @pytest.mark.parametrize("steps", [1, 2, 5, 21])
    @pytest.mark.parametrize("reason", HintReason)
    def test_every_reason_of_a_hint_has_one(
        self, language: str, reason: HintReason, steps: int
    ) -> None:
        if reason is HintReason.PREPARE and steps > 1:
            return
        params = {**MOVE, "steps": steps}
        told = hint_message(language, reason, params)
        assert is_in(language, told, hint_message("en", reason, params))
        assert not set(told) & set("{}")
        assert told[:1] == told[:1].upper()
        assert all(number in told for number in ("3", "5"))
        assert steps == 1 or str(steps) in told

    @pytest.mark.parametrize(
        "params",
        [
            {},
            {"from": 2, "count": 13, "cards": ["KS"]},
            {"from": 2, "to": "c0", "count": 1, "cards": ["8S"]},
            {"from": "r1", "to": 4, "count": 1, "cards": ["8S"]},
            {"from": 2, "to": 4, "count": 7, "cards": ["8S"]},
            {"from": 2, "to": 4, "count": 21, "cards": ["8S"]},
        ],
    )
    def test_every_kind_of_action_has_one(self, language: str, params: dict[str, Any]) -> None:
        told = hint_message(language, HintReason.TURN_UP, {**params, "steps": 1})
        assert is_in(language, told, hint_message("en", HintReason.TURN_UP, {**params, "steps": 1}))
        for value in params.values():
            if isinstance(value, str):
                assert value in told
