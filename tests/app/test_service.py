"""Liveness, readiness and metrics."""

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI
from prometheus_client.parser import text_string_to_metric_families

from app import golden
from engine.compiled import Form, form
from engine.violations import Rule
from tests.app.client import CODE, answer, ask, get, post, problem
from tests.app.conftest import Lines

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples() -> Samples:
    """Every figure of /metrics by its name and labels."""
    response = get("/metrics")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


def labels(figures: Samples, name: str) -> set[str]:
    return {value for _, pairs in figures for label, value in pairs if label == name}


def counted(method: str, path: str, **options: Any) -> dict[str, float]:
    """What one request adds, without the two that look at the metrics."""
    before = samples()
    ask(method, path, **options)
    after = samples()
    return {
        name + "".join(f" {value}" for _, value in pairs): value - before.get((name, pairs), 0)
        for (name, pairs), value in after.items()
        if value != before.get((name, pairs), 0)
        and "/metrics" not in dict(pairs).values()
        and name.startswith("spider_")
        and name.endswith("_total")
    }


def start_and_ask(app: FastAPI, path: str) -> tuple[int, int]:
    """The status of an answer while the service runs, and after it has stopped."""

    async def live() -> None:
        async with app.router.lifespan_context(app):
            statuses.append(await asyncio.to_thread(lambda: get(path, app=app).status_code))

    statuses: list[int] = []
    asyncio.run(live())
    return statuses[0], get(path, app=app).status_code


class TestHealth:
    def test_liveness_is_a_constant(self) -> None:
        assert answer(get("/healthz")) == {"status": "ok"}

    def test_a_service_is_ready_while_it_runs(self, fresh: FastAPI) -> None:
        assert start_and_ask(fresh, "/readyz") == (200, 503)

    @pytest.mark.parametrize("told", Form)
    def test_a_service_that_is_ready_tells_the_form_of_its_engine(
        self, told: Form, fresh: FastAPI
    ) -> None:
        assert fresh.state.engine == form()
        fresh.state.ready, fresh.state.engine = True, told
        assert answer(get("/readyz", app=fresh)) == {"status": "ok", "engine": told}

    def test_a_service_that_is_not_ready_is_alive(self, fresh: FastAPI) -> None:
        assert get("/readyz", app=fresh).status_code == 503
        assert answer(get("/healthz", app=fresh)) == {"status": "ok"}

    def test_without_its_golden_game_it_is_never_ready(
        self, fresh: FastAPI, monkeypatch: pytest.MonkeyPatch, lines: Lines
    ) -> None:
        monkeypatch.setattr("app.main.replays_golden_game", lambda: False)
        assert start_and_ask(fresh, "/readyz") == (503, 503)
        started = next(line for line in lines() if line["message"] == "started")
        assert (started["ready"], started["engine"]) == (False, form())

    def test_not_ready_says_when_to_ask_again(self, fresh: FastAPI) -> None:
        response = get("/readyz", app=fresh)
        problem(response, 503, "not-ready")
        assert int(response.headers["retry-after"]) > 0


class TestGoldenGame:
    def test_it_ends_as_recorded(self) -> None:
        assert golden.replays_golden_game()

    @pytest.mark.parametrize(
        ("old", "new"),
        [("AAAAAAD", "AAAAAAE"), ('"0-9"', '"0-3"'), ('"won"', '"playing"'), ('"0-9", ', "")],
    )
    def test_any_change_is_noticed(
        self,
        old: str,
        new: str,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path_factory: pytest.TempPathFactory,
    ) -> None:
        text = golden._FILE.read_text("utf-8")
        assert old in text
        changed = tmp_path_factory.mktemp("golden") / "golden.json"
        changed.write_text(text.replace(old, new, 1), "utf-8")
        monkeypatch.setattr(golden, "_FILE", changed)
        assert not golden.replays_golden_game()


class TestMetrics:
    def test_requests_are_counted_by_route(self) -> None:
        assert counted("GET", f"/v1/games/{CODE}") == {
            "spider_requests_total GET /v1/games/{code} 200": 1
        }

    def test_errors_are_counted_by_status(self) -> None:
        assert counted("GET", "/v1/games/x") == {
            "spider_requests_total GET /v1/games/{code} 422": 1
        }

    def test_head_is_counted_as_head(self) -> None:
        assert counted("HEAD", "/v1/variants") == {"spider_requests_total HEAD /v1/variants 200": 1}

    def test_unknown_paths_share_a_label(self) -> None:
        before = labels(samples(), "route")
        for path in ("/nothing", "/v1/nothing", "/%00", "/v1/games/a/b", "/docs/nothing"):
            get(path)
        after = labels(samples(), "route")
        assert len(after - before) <= 2
        assert not {"/nothing", "/v1/nothing", "/docs/nothing"} & after

    def test_unknown_methods_share_a_label(self) -> None:
        for method in ("BREW", "SPIDER", "X" * 100):
            ask(method, "/healthz")
        assert not {"BREW", "SPIDER", "X" * 100} & labels(samples(), "method")

    def test_replayed_actions_are_counted(self) -> None:
        body = {"code": CODE, "log": ["0-3", "9-7"]}
        assert counted("POST", "/v1/replay", json=body) == {
            "spider_requests_total POST /v1/replay 200": 1,
            "spider_actions_replayed_total": 2,
        }

    def test_refusals_are_counted_by_code(self) -> None:
        body = {"code": CODE, "log": ["0-3"], "action": "3-3"}
        assert counted("POST", "/v1/play", json=body) == {
            "spider_requests_total POST /v1/play 200": 1,
            "spider_actions_replayed_total": 1,
            "spider_violations_total same-column": 1,
        }

    @pytest.mark.parametrize("path", ["/v1/verify", "/v1/replay"])
    def test_a_log_is_counted_up_to_its_mistake(self, path: str) -> None:
        body = {"code": CODE, "log": ["0-3", "undo", "undo", "deal"]}
        added = counted("POST", path, json=body)
        assert added["spider_actions_replayed_total"] == 2
        assert added["spider_violations_total nothing-to-undo"] == 1

    def test_every_rule_has_its_figure_from_the_start(self) -> None:
        assert labels(samples(), "code") == {rule.value for rule in Rule}

    def test_the_form_of_the_engine_is_told(self) -> None:
        told = {pairs: value for (name, pairs), value in samples().items() if "engine" in name}
        assert told == {(("form", form()),): 1}

    def test_time_is_measured_by_route(self) -> None:
        post("/v1/games", {})
        routes = {
            dict(pairs)["route"]
            for name, pairs in samples()
            if name == "spider_request_seconds_count"
        }
        assert "/v1/games" in routes
        assert all(route == "none" or route.startswith("/") for route in routes)
