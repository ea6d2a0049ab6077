"""The reader's language: which one is chosen, and the headers that say so."""

import httpx
import pytest

from app.wording.languages import LANGUAGES, accepted_language
from tests.app.client import CODE, ask, get, post, problem

WITH_TEXT = [
    "/v1/variants",
    "/v1/variants/spider",
    "/problems/not-found",
    "/nothing",
    "/v1/games/x",
]


def vary(response: httpx.Response) -> set[str]:
    return {name.strip().lower() for name in response.headers.get("vary", "").split(",")}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("bg", "bg"),
        ("CA", "ca"),
        ("ru-RU", "ru"),
        ("en-GB", "en"),
        ("en-GB, ru;q=0.9", "en"),
        ("ca-valencia;q=0.3, bg;q=0.8", "bg"),
        ("bg;q=0.1,ru;q=0.9,ca;q=0.5", "ru"),
        ("bg ; q=0.1 , ru ; q=0.9", "ru"),
        ("ru, bg", "ru"),
        ("bg;Q=0.1, ca", "ca"),
        ("de, fr;q=0.9, ca;q=0.1", "ca"),
        ("de, *", "en"),
        ("*", "en"),
        ("bg, *;q=0.5", "bg"),
        ("ru;q=0, ca;q=0.1", "ca"),
        ("bg;q=0", "en"),
        ("bg;q=0.000, *", "en"),
        ("de", "en"),
        ("bulgarian", "en"),
        ("bg;q=x, ca;q=0.1", "ca"),
        ("bg;q=-1, ca;q=0.1", "ca"),
        ("bg;q=nan, ca;q=0.1", "ca"),
        ("ru;q=nan, de;q=nan, bg", "bg"),
        (",,,bg,,", "bg"),
        (";;;", "en"),
        ("bg;level=1;q=0.2, ca;q=0.5", "ca"),
        ("\x00bg", "en"),
        ("bɡ", "en"),
        ("*;q=0.5, en;q=0, bg;q=0.1", "ca"),
        ("en;q=0, *", "bg"),
        ("bg;Q=0.9, en;q=0.1", "bg"),
        ("bg;level=1;q=0.9", "bg"),
        ("B" * 100_000, "en"),
        ("de," * 50_000 + "bg", "en"),
    ],
)
def test_the_language_liked_best_is_taken(header: str, language: str) -> None:
    assert accepted_language(header) == language


@pytest.mark.parametrize("header", ["bg;q=0.9;q=0.8", "en;q=٠", "\x80\xff", "x" * 60_000, "*;*;*"])
def test_a_weird_header_is_passed_over(header: str) -> None:
    raw = [(b"Accept-Language", header.encode("utf-8"))]
    response = get("/v1/variants", headers=raw)
    assert response.status_code == 200
    assert response.headers["content-language"] in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", WITH_TEXT)
class TestHeaders:
    def test_the_header_decides(self, language: str, path: str) -> None:
        response = get(path, headers={"Accept-Language": f"de, {language};q=0.5"})
        assert response.headers["content-language"] == language
        assert "accept-language" in vary(response)

    def test_the_query_comes_first(self, language: str, path: str) -> None:
        other = "bg" if language != "bg" else "ru"
        response = get(f"{path}?lang={language}", headers={"Accept-Language": other})
        assert response.headers["content-language"] == language
        assert "accept-language" not in vary(response)

    def test_an_unsupported_query_is_passed_over(self, language: str, path: str) -> None:
        response = get(f"{path}?lang=de", headers={"Accept-Language": language})
        assert response.headers["content-language"] == language
        assert "accept-language" in vary(response)


def test_a_header_may_come_in_two_lines() -> None:
    response = get("/v1/variants", headers=[("Accept-Language", "de"), ("Accept-Language", "bg")])
    assert response.headers["content-language"] == "bg"


def test_without_a_wish_it_is_english() -> None:
    for path in WITH_TEXT:
        assert get(path).headers["content-language"] == "en"


@pytest.mark.parametrize("query", ["lang=BG", "lang=bg&lang=bg", "a=b&lang=bg"])
def test_the_query_is_read_in_any_case(query: str) -> None:
    assert get(f"/v1/variants?{query}").headers["content-language"] == "bg"


@pytest.mark.parametrize("query", ["lang=", "lang=b", "lang=../bg", "lang=%00", "lang=bg%0A"])
def test_a_query_that_names_no_language_is_passed_over(query: str) -> None:
    assert get(f"/v1/variants?{query}").headers["content-language"] == "en"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/play", {"code": CODE, "log": [], "action": "0-0"}),
        ("/v1/play", {"code": CODE, "log": [], "action": "deal"}),
        ("/v1/targets", {"code": CODE, "log": [], "column": 0, "count": 1}),
        ("/v1/verify", {"code": CODE, "log": ["0-0"]}),
    ],
)
def test_posts_speak_the_readers_language(path: str, body: object) -> None:
    response = post(path, body, headers={"Accept-Language": "ca"})
    assert response.headers["content-language"] == "ca"
    assert "accept-language" in vary(response)
    response = post(f"{path}?lang=ru", body, headers={"Accept-Language": "ca"})
    assert response.headers["content-language"] == "ru"
    assert "accept-language" not in vary(response)
    assert (
        response.text != post(f"{path}?lang=ca", body).text or '"violation":null' in response.text
    )


@pytest.mark.parametrize("path", [f"/v1/games/{CODE}", "/healthz", "/metrics"])
def test_answers_without_text_have_no_language(path: str) -> None:
    response = get(path, headers={"Accept-Language": "ru"})
    assert "content-language" not in response.headers
    assert "accept-language" not in vary(response)
    assert response.headers.get("etag") == get(path).headers.get("etag")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not-found"),
        ("PUT", "/v1/games", 405, "method-not-allowed"),
        ("GET", f"/v1/games/{CODE}?log=0-0", 422, "illegal-log"),
        ("GET", f"/v1/games/{CODE}?log=x", 422, "invalid-action"),
        ("GET", "/v1/games/x", 422, "invalid-code"),
        ("GET", f"/v1/games/{CODE}?log={'a' * 4001}", 414, "uri-too-long"),
        ("GET", f"/v1/games/{'a' * 20_000}", 414, "uri-too-long"),
        ("GET", "/readyz", 503, "not-ready"),
        ("POST", "/v1/games", 415, "unsupported-media-type"),
    ],
)
def test_problems_are_told_in_every_language(
    language: str, method: str, path: str, status: int, code: str
) -> None:
    headers = {"Accept-Language": language}
    found = problem(ask(method, path, headers=headers), status, code)
    english = problem(ask(method, path), status, code)
    for name in ("title", "detail"):
        assert (found[name] == english[name]) is (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_invalid_requests_are_told_in_every_language(language: str) -> None:
    bodies = [
        {"suits": 3},
        {"suits": "3", "rules": 3, "number": -1, "variant": 1, "extra": 1},
        {"rules": "vista", "number": 2**35},
        [],
    ]
    for body in bodies:
        found = problem(post(f"/v1/games?lang={language}", body), 422, "invalid-request")
        english = problem(post("/v1/games", body), 422, "invalid-request")
        for error, in_english in zip(found["errors"], english["errors"], strict=True):
            assert not set(error["message"]) & set("{}")
            assert (error["message"] == in_english["message"]) is (language == "en")


@pytest.mark.parametrize("language", ["bg", "ca", "ru"])
def test_no_english_is_left_in_a_list_of_choices(language: str) -> None:
    body = {"rules": "vista"}
    found = problem(post(f"/v1/games?lang={language}", body), 422, "invalid-request")
    message = found["errors"][0]["message"]
    assert " or " not in message
    assert "tavern-jack" in message


@pytest.mark.parametrize(
    ("query", "language"), [("lang=bg&lang=xx", "bg"), ("lang=xx&lang=ca", "ca")]
)
def test_the_first_supported_lang_is_taken(query: str, language: str) -> None:
    response = get(f"/v1/variants?{query}")
    assert response.headers["content-language"] == language
    assert "Accept-Language" not in response.headers.get("vary", "")
