"""Answers that may be kept, and HEAD."""

import re

import httpx
import pytest

from tests.app.client import CODE, ask, get, post

KEPT_A_DAY = [f"/v1/games/{CODE}", f"/v1/games/{CODE}?log=0-3", "/v1/games/sp1-s1r-aaaaaad"]
KEPT_A_DAY += ["/v1/daily/2026-01-01", "/v1/daily/2025-01-01?suits=4&rules=windows"]
KEPT_AN_HOUR = ["/v1/variants", "/v1/variants/spider", "/problems/not-found"]
READ_WITH_GET = [*KEPT_A_DAY, *KEPT_AN_HOUR, "/healthz", "/openapi.json", "/docs"]
ASSETS = ["/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css"]
STRONG = re.compile(r'"[0-9a-f]{32}"')


def asked_again(path: str, if_none_match: str) -> httpx.Response:
    return get(path, headers={"If-None-Match": if_none_match})


@pytest.mark.parametrize("path", KEPT_A_DAY)
def test_a_game_may_be_kept_for_a_day(path: str) -> None:
    assert get(path).headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize("path", [*KEPT_A_DAY, *KEPT_AN_HOUR])
class TestTags:
    def test_the_tag_is_strong_and_stays(self, path: str) -> None:
        tag = get(path).headers["etag"]
        assert STRONG.fullmatch(tag)
        assert get(path).headers["etag"] == tag

    @pytest.mark.parametrize(
        "known",
        ["{tag}", "W/{tag}", '"x", {tag}', '{tag},"y"', 'W/"x" , W/{tag} , "y"', "*", " * "],
    )
    def test_what_is_known_is_not_sent_again(self, path: str, known: str) -> None:
        full = get(path)
        tag = full.headers["etag"]
        response = asked_again(path, known.format(tag=tag))
        assert (response.status_code, response.content) == (304, b"")
        for name in ("etag", "cache-control", "content-language", "vary"):
            assert response.headers.get(name) == full.headers.get(name)
        assert "content-length" not in response.headers
        assert "content-type" not in response.headers

    @pytest.mark.parametrize(
        "known", ['"x"', "", ",", '"*"', "{bare}", '"{bare}', "x" * 50_000, '"x",' * 9999]
    )
    def test_what_is_not_known_is_sent(self, path: str, known: str) -> None:
        full = get(path)
        response = asked_again(path, known.format(bare=full.headers["etag"].strip('"')))
        assert (response.status_code, response.content) == (200, full.content)

    def test_tags_may_come_in_two_lines(self, path: str) -> None:
        tag = get(path).headers["etag"]
        headers = [("If-None-Match", '"x"'), ("If-None-Match", tag)]
        assert get(path, headers=headers).status_code == 304

    def test_head_knows_it_too(self, path: str) -> None:
        tag = get(path).headers["etag"]
        response = ask("HEAD", path, headers={"If-None-Match": tag})
        assert (response.status_code, response.content) == (304, b"")


def test_the_tag_is_that_of_the_body() -> None:
    tags = {get(f"/v1/games/{CODE}?log={log}").headers["etag"] for log in ("", "0-3", "0-9")}
    assert len(tags) == 3
    assert (
        get(f"/v1/games/{CODE}?log=0-3").headers["etag"]
        == get(f"/v1/games/{CODE.lower()}?log=0-3x1").headers["etag"]
    )
    texts = {get(f"/v1/variants?lang={language}").headers["etag"] for language in ("en", "ca")}
    assert len(texts) == 2


@pytest.mark.parametrize("path", ["/nothing", "/v1/games/x", f"/v1/games/{CODE}?log=0-0"])
def test_errors_are_not_kept(path: str) -> None:
    response = get(path, headers={"If-None-Match": "*"})
    assert response.status_code >= 400
    assert response.headers["cache-control"] == "no-store"
    assert "etag" not in response.headers


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/games", {}),
        ("/v1/replay", {"code": CODE, "log": []}),
        ("/v1/play", {"code": CODE, "log": [], "action": "deal"}),
        ("/v1/targets", {"code": CODE, "log": [], "column": 0, "count": 1}),
        ("/v1/verify", {"code": CODE, "log": []}),
    ],
)
def test_answers_to_posts_are_not_kept(path: str, body: object) -> None:
    response = post(path, body, headers={"If-None-Match": "*"})
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
def test_what_changes_is_not_kept(path: str) -> None:
    assert get(path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", [*READ_WITH_GET, *ASSETS, "/nothing", "/v1/games/x", "/readyz"])
def test_head_is_get_without_a_body(path: str) -> None:
    full = get(path, headers={"X-Request-ID": "one"})
    response = ask("HEAD", path, headers={"X-Request-ID": "one"})
    assert response.status_code == full.status_code
    assert response.headers == full.headers
    assert response.content == b""


def test_head_of_what_changes_has_a_type_and_no_body() -> None:
    response = ask("HEAD", "/metrics")
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["content-type"] == get("/metrics").headers["content-type"]


@pytest.mark.parametrize("path", ASSETS)
def test_assets_may_be_kept(path: str) -> None:
    assert get(path).headers["cache-control"] == "public, max-age=86400"
