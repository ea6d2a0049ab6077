"""Every error is a problem of one shape."""

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.exceptions import HTTPException

from app.main import create_app
from app.wording.problemtexts import KINDS, Code
from tests.app.client import CODE, EASY, answer, any_problem, ask, get, post, post_bytes, problem

TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
REQUESTS: dict[Code, tuple[str, str, dict[str, Any]]] = {
    Code.INVALID_JSON: (
        "POST",
        "/v1/games",
        {"content": b"{", "headers": {"Content-Type": "application/json"}},
    ),
    Code.INVALID_REQUEST: ("POST", "/v1/games", {"json": {"suits": 3}}),
    Code.INVALID_CODE: ("GET", "/v1/games/SP1", {}),
    Code.INVALID_ACTION: ("GET", f"/v1/games/{CODE}?log=x", {}),
    Code.ILLEGAL_LOG: ("GET", f"/v1/games/{CODE}?log=undo", {}),
    Code.LOG_TOO_LONG: ("POST", "/v1/replay", {"json": {"code": CODE, "log": ["deal"] * 10_001}}),
    Code.BODY_TOO_LARGE: ("POST", "/v1/replay", {"json": "a" * 2**20}),
    Code.URI_TOO_LONG: ("GET", f"/v1/games/{CODE}?log={'a' * 4001}", {}),
    Code.UNSUPPORTED_MEDIA_TYPE: ("POST", "/v1/games", {"content": b"{}"}),
    Code.GAME_OVER: ("POST", "/v1/solve", {"json": {"code": CODE, "log": ["resign"]}}),
    Code.NOT_FOUND: ("GET", "/nothing", {}),
    Code.METHOD_NOT_ALLOWED: ("PUT", "/v1/games", {}),
    Code.NOT_READY: ("GET", "/readyz", {}),
}
STATUSES = {
    Code.INVALID_JSON: 400,
    Code.INVALID_REQUEST: 422,
    Code.INVALID_CODE: 422,
    Code.INVALID_ACTION: 422,
    Code.ILLEGAL_LOG: 422,
    Code.LOG_TOO_LONG: 413,
    Code.BODY_TOO_LARGE: 413,
    Code.URI_TOO_LONG: 414,
    Code.UNSUPPORTED_MEDIA_TYPE: 415,
    Code.GAME_OVER: 422,
    Code.NOT_FOUND: 404,
    Code.METHOD_NOT_ALLOWED: 405,
    Code.NOT_READY: 503,
}


@pytest.fixture(scope="module")
def failing() -> FastAPI:
    """The service with routes that make mistakes."""
    app = create_app()

    @app.get("/mistake")
    async def make_a_mistake() -> None:
        raise RuntimeError("secret")

    @app.get("/teapot")
    async def refuse() -> None:
        raise HTTPException(418, "secret")

    return app


@pytest.mark.parametrize("code", REQUESTS)
class TestOneShape:
    def test_every_kind_of_error_has_it(self, code: Code) -> None:
        method, path, options = REQUESTS[code]
        found = problem(ask(method, path, **options), STATUSES[code], code)
        assert found["traceparent"] is None

    def test_its_type_carries_the_prefix(self, code: Code) -> None:
        method, path, options = REQUESTS[code]
        response = ask(method, path, root_path="/games/api", **options)
        problem(response, STATUSES[code], code, prefix="/games/api")

    def test_it_repeats_the_trace_and_the_id(self, code: Code) -> None:
        method, path, options = REQUESTS[code]
        ids = {"traceparent": TRACEPARENT, "X-Request-ID": "one.2_three-4"}
        options = {**options, "headers": {**options.get("headers", {}), **ids}}
        found = problem(ask(method, path, **options), STATUSES[code], code)
        assert (found["traceparent"], found["request_id"]) == (TRACEPARENT, "one.2_three-4")

    def test_its_title_is_the_kinds(self, code: Code) -> None:
        method, path, options = REQUESTS[code]
        kind = answer(get(f"/problems/{code}"))
        assert ask(method, path, **options).json()["title"] == kind["title"]


class TestKinds:
    @pytest.mark.parametrize("code", Code)
    @pytest.mark.parametrize("language", ["en", "bg", "ca", "ru"])
    def test_every_code_is_explained(self, code: Code, language: str) -> None:
        kind = answer(get(f"/problems/{code}?lang={language}"))
        assert list(kind) == ["code", "type", "status", "title", "text"]
        assert (kind["code"], kind["type"]) == (code, f"/problems/{code}")
        assert kind["status"] == STATUSES.get(code, KINDS[code].status)
        assert kind["title"]
        assert kind["text"]

    def test_the_type_of_a_kind_carries_the_prefix(self) -> None:
        kind = answer(get("/problems/not-found", root_path="/api"))
        assert kind["type"] == "/api/problems/not-found"

    @pytest.mark.parametrize("code", ["nothing", "NOT-FOUND", "not_found", "%00", "é"])
    def test_an_unknown_code_is_not_found(self, code: str) -> None:
        problem(get(f"/problems/{code}"), 404, "not-found")


class TestNotFound:
    @pytest.mark.parametrize(
        "path",
        [
            "/",
            "/v1",
            "/v1/",
            "/v2/games",
            "/v1/games/a/b",
            "/v1/games/a%2Fb",
            "//healthz",
            "/v1//games",
            "/healthz/x",
            "/docs/favicon-32x32.png",
            "/docs/..%2F..%2Fmain.py",
            "/docs/__init__.py",
            "/HEALTHZ",
        ],
    )
    def test_a_path_that_is_not_there(self, path: str) -> None:
        problem(get(path), 404, "not-found")

    @pytest.mark.parametrize(
        "path",
        [
            "/healthz/",
            "/readyz/",
            "/metrics/",
            "/docs/",
            "/openapi.json/",
            "/v1/variants/",
            "/v1/variants/spider/",
            f"/v1/games/{CODE}/",
            "/v1/games/",
            "/problems/not-found/",
            "/problems/",
        ],
    )
    def test_a_trailing_slash_is_never_redirected(self, path: str) -> None:
        response = get(path)
        assert "location" not in response.headers
        problem(response, 404, "not-found")

    @pytest.mark.parametrize("path", ["games", "replay", "play", "targets", "verify"])
    def test_a_trailing_slash_is_not_found_for_posts_too(self, path: str) -> None:
        problem(post(f"/v1/{path}/", {}), 404, "not-found")

    def test_a_variant_that_is_not_there(self) -> None:
        found = problem(get("/v1/variants/patience"), 404, "not-found")
        assert "/v1/variants" in found["detail"]


class TestMethodNotAllowed:
    @pytest.mark.parametrize(
        ("method", "path", "allowed"),
        [
            ("GET", "/v1/games", {"POST"}),
            ("PUT", "/v1/play", {"POST"}),
            ("POST", f"/v1/games/{CODE}", {"GET", "HEAD"}),
            ("DELETE", "/v1/variants/spider", {"GET", "HEAD"}),
            ("PATCH", "/healthz", {"GET", "HEAD"}),
            ("OPTIONS", "/v1/verify", {"POST"}),
            ("TRACE", "/docs", {"GET", "HEAD"}),
            ("BREW", "/metrics", {"GET", "HEAD"}),
        ],
    )
    def test_allow_lists_what_is(self, method: str, path: str, allowed: set[str]) -> None:
        response = ask(method, path)
        found = problem(response, 405, "method-not-allowed")
        assert method in found["detail"]
        assert set(response.headers["allow"].split(", ")) == allowed

    def test_head_is_not_allowed_where_get_is_not(self) -> None:
        response = ask("HEAD", "/v1/play")
        assert response.status_code == 405
        assert response.headers["allow"] == "POST"
        assert response.content == b""


class TestMistakes:
    def test_a_mistake_of_the_service_is_a_problem(self, failing: FastAPI) -> None:
        found = problem(get("/mistake", app=failing), 500, "internal-error")
        assert "secret" not in str(found)

    def test_a_mistake_answers_head_without_a_body(self, failing: FastAPI) -> None:
        response = ask("HEAD", "/mistake", app=failing)
        assert (response.status_code, response.content) == (500, b"")

    def test_a_mistake_may_be_read_by_a_page(self, failing: FastAPI) -> None:
        response = get("/mistake", app=failing, headers={"Origin": "https://a.example"})
        assert response.headers["access-control-allow-origin"] == "*"

    def test_the_service_goes_on(self, failing: FastAPI) -> None:
        get("/mistake", app=failing)
        assert answer(get("/healthz", app=failing)) == {"status": "ok"}

    def test_another_http_error_is_a_problem_too(self, failing: FastAPI) -> None:
        response = get("/teapot", app=failing)
        assert 400 <= response.status_code < 600
        assert "secret" not in str(any_problem(response))


class TestInvalidRequest:
    def test_at_most_20_errors_are_listed(self) -> None:
        found = problem(
            post("/v1/replay", {"code": CODE, "log": [0] * 5000}), 422, "invalid-request"
        )
        assert [error["pointer"] for error in found["errors"]] == [f"/log/{n}" for n in range(20)]
        assert "5000" in found["detail"]

    def test_every_error_has_a_pointer_and_a_message(self) -> None:
        body = {"code": 3, "log": "deal", "column": "0", "extra": True}
        found = problem(post("/v1/targets", body), 422, "invalid-request")
        assert {error["pointer"] for error in found["errors"]} == {
            "/code",
            "/log",
            "/column",
            "/count",
            "/extra",
        }
        for error in found["errors"]:
            assert list(error) == ["pointer", "message"]
            assert error["message"]

    @pytest.mark.parametrize("body", [[], "a", 3, True, None])
    def test_a_body_that_is_no_object_is_pointed_at_as_a_whole(self, body: object) -> None:
        found = problem(post("/v1/games", body), 422, "invalid-request")
        assert [error["pointer"] for error in found["errors"]] == [""]

    def test_pointers_are_escaped(self) -> None:
        found = problem(post("/v1/games", {"a/b~c": 1}), 422, "invalid-request")
        assert found["errors"][0]["pointer"] == "/a~1b~0c"

    def test_no_input_is_echoed(self) -> None:
        body = {
            "code": ["needle"],
            "log": [{"needle": "needle"}],
            "action": 987654321,
            "x": "needle",
        }
        response = post("/v1/play", body)
        problem(response, 422, "invalid-request")
        assert "needle" not in response.text
        assert "987654321" not in response.text

    def test_long_names_make_no_long_answer(self) -> None:
        body = {f"{number}{'é' * 500}": 1 for number in range(50)}
        problem(post("/v1/games", body), 422, "invalid-request")

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("column", True),
            ("column", "3"),
            ("column", 3.0),
            ("column", 3.5),
            ("column", None),
            ("column", [3]),
            ("column", {}),
            ("column", 10**300),
            ("column", -(10**300)),
            ("column", 1e300),
            ("code", 3),
            ("code", None),
            ("code", [CODE]),
            ("log", None),
            ("log", "0-3"),
            ("log", {"0": "deal"}),
            ("log", ["deal", 3]),
            ("log", ["deal", None]),
            ("log", [["deal"]]),
        ],
    )
    def test_types_are_not_coerced(self, field: str, value: object) -> None:
        body = {"code": CODE, "log": [], "column": 0, "count": 1, field: value}
        found = problem(post("/v1/targets", body), 422, "invalid-request")
        assert all(error["pointer"].startswith(f"/{field}") for error in found["errors"])

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("/v1/games", {}),
            ("/v1/replay", {"code": CODE, "log": []}),
            ("/v1/play", {"code": CODE, "log": [], "action": "deal"}),
            ("/v1/targets", {"code": CODE, "log": [], "column": 0, "count": 1}),
            ("/v1/verify", {"code": CODE, "log": []}),
            ("/v1/solve", {"code": EASY, "log": []}),
        ],
    )
    def test_unknown_fields_are_refused(self, path: str, body: dict[str, Any]) -> None:
        answer(post(path, body))
        found = problem(post(path, {**body, "seed": 1}), 422, "invalid-request")
        assert [error["pointer"] for error in found["errors"]] == ["/seed"]
        for name in body:
            rest = {field: value for field, value in body.items() if field != name}
            found = problem(post(path, rest), 422, "invalid-request")
            assert [error["pointer"] for error in found["errors"]] == [f"/{name}"]


def test_no_error_names_the_implementation() -> None:
    for method, path, options in REQUESTS.values():
        text = ask(method, path, **options).text.lower()
        for word in ("pydantic", "fastapi", "starlette", "traceback", "python"):
            assert word not in text


def test_bodies_are_looked_at_only_where_there_is_something_to_post_to() -> None:
    problem(post_bytes(b"{", "/nothing"), 404, "not-found")
    problem(post_bytes(b"{", "/healthz"), 405, "method-not-allowed")
