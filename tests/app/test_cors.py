"""Pages of other origins."""

from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI

from app.main import app as service
from app.main import create_app
from app.settings import settings
from tests.app.client import CODE, any_problem, ask, get, post

PAGE = "https://cards.example"
EXPOSED = {"etag", "content-language", "retry-after", "x-request-id"}


def names(response: httpx.Response, header: str) -> set[str]:
    return {name.strip().lower() for name in response.headers.get(header, "").split(",")}


def preflight(
    app: FastAPI = service, origin: str = PAGE, method: str = "POST", path: str = "/v1/play"
) -> httpx.Response:
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type, traceparent",
    }
    return ask("OPTIONS", path, app=app, headers=headers)


@pytest.fixture
def listing() -> Iterator[FastAPI]:
    """The service with a list of origins."""
    with pytest.MonkeyPatch.context() as patch:
        some = settings.model_copy(update={"allowed_origins": [PAGE, "https://two.example"]})
        patch.setattr("app.edge.middleware.settings", some)
        yield create_app()


class TestEveryOrigin:
    @pytest.mark.parametrize(
        "path", [f"/v1/games/{CODE}", "/v1/variants", "/nothing", "/v1/games/x", "/readyz"]
    )
    def test_every_answer_may_be_read(self, path: str) -> None:
        response = get(path, headers={"Origin": PAGE})
        assert response.headers["access-control-allow-origin"] == "*"
        assert names(response, "access-control-expose-headers") == EXPOSED
        assert "access-control-allow-credentials" not in response.headers

    def test_answers_to_posts_may_be_read(self) -> None:
        for body in ({}, {"suits": 3}):
            response = post("/v1/games", body, headers={"Origin": PAGE})
            assert response.headers["access-control-allow-origin"] == "*"

    def test_an_answer_that_is_known_may_be_read(self) -> None:
        headers = {"Origin": PAGE, "If-None-Match": "*"}
        response = get(f"/v1/games/{CODE}", headers=headers)
        assert response.status_code == 304
        assert response.headers["access-control-allow-origin"] == "*"

    @pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
    def test_a_preflight_is_answered_for_a_day(self, method: str) -> None:
        response = preflight(method=method)
        assert response.status_code in {200, 204}
        assert response.headers["access-control-allow-origin"] == "*"
        assert response.headers["access-control-max-age"] == "86400"
        assert {"get", "head", "post"} <= names(response, "access-control-allow-methods")
        allowed = names(response, "access-control-allow-headers")
        assert {"content-type", "traceparent"} <= allowed

    @pytest.mark.parametrize("method", ["DELETE", "PUT", "nonsense", ""])
    def test_a_preflight_for_another_method_is_told_what_is_allowed(self, method: str) -> None:
        response = preflight(method=method)
        assert (response.status_code, response.content) == (204, b"")
        assert method not in names(response, "access-control-allow-methods")

    def test_a_cookie_makes_no_difference(self) -> None:
        response = get("/v1/variants", headers={"Origin": PAGE, "Cookie": "a=b"})
        assert response.headers["access-control-allow-origin"] in {"*", PAGE}
        assert "access-control-allow-credentials" not in response.headers


class TestListedOrigins:
    def test_a_listed_origin_may_read(self, listing: FastAPI) -> None:
        response = get("/v1/variants", app=listing, headers={"Origin": PAGE})
        assert response.headers["access-control-allow-origin"] == PAGE
        assert {"origin", "accept-language"} <= names(response, "vary")

    def test_errors_may_be_read_too(self, listing: FastAPI) -> None:
        response = get("/nothing", app=listing, headers={"Origin": PAGE})
        assert response.headers["access-control-allow-origin"] == PAGE

    def test_another_origin_may_not(self, listing: FastAPI) -> None:
        for origin in ("https://evil.example", f"{PAGE}.evil", "null", "http://cards.example"):
            response = get("/v1/variants", app=listing, headers={"Origin": origin})
            assert "access-control-allow-origin" not in response.headers

    def test_a_kept_answer_depends_on_the_origin(self, listing: FastAPI) -> None:
        for headers in ({}, {"Origin": PAGE}, {"Origin": "https://evil.example"}):
            response = get(f"/v1/games/{CODE}", app=listing, headers=headers)
            assert "origin" in names(response, "vary")

    def test_a_preflight_of_a_listed_origin_is_answered(self, listing: FastAPI) -> None:
        response = preflight(listing)
        assert response.status_code in {200, 204}
        assert response.headers["access-control-allow-origin"] == PAGE
        assert response.headers["access-control-max-age"] == "86400"

    def test_a_preflight_of_another_origin_is_a_problem(self, listing: FastAPI) -> None:
        response = preflight(listing, origin="https://evil.example")
        found = any_problem(response, "origin-not-allowed")
        assert 400 <= response.status_code < 500
        assert "evil" not in str(found)
        assert "access-control-allow-origin" not in response.headers


def test_an_options_request_that_is_no_preflight_goes_to_the_routes() -> None:
    response = ask("OPTIONS", "/v1/play", headers={"Origin": PAGE})
    any_problem(response, "method-not-allowed")
