"""The service under a prefix."""

from collections.abc import Callable

import pytest

from app.edge.forwarding import client_address, place_under_prefix
from app.settings import settings
from tests.app.client import CODE, answer, get, problem

GATEWAY = "10.1.2.3"
Trust = Callable[[str], None]
MALFORMED = [
    "",
    "/",
    "//",
    "//evil",
    "//evil.example/api",
    "/..",
    "/api/../../evil",
    "/./",
    "/api//v2",
    "api",
    "javascript:alert(1)",
    "https://evil.example",
    "/a b",
    "/a?b",
    "/a#b",
    "/a%2Fb",
    "/<script>",
    '/"',
    "/a\\b",
    "/a:b",
    "/a@b",
    "/é",
    "/a,/b",
    "/" + "a" * 10_000,
    "/a" * 5000,
]


@pytest.fixture
def trust(monkeypatch: pytest.MonkeyPatch) -> Trust:
    """Set who is believed."""

    def set_trusted(addresses: str) -> None:
        some = settings.model_copy(update={"forwarded_allow_ips": addresses})
        monkeypatch.setattr("app.edge.forwarding.settings", some)

    return set_trusted


def prefix_seen(prefix: str, client: str = GATEWAY, port: int = 4000) -> str:
    """The prefix that the service takes from a request."""
    headers = [(b"X-Forwarded-Prefix", prefix.encode())]
    response = get("/problems/not-found", headers=headers, client=(client, port))
    kind: str = answer(response)["type"]
    return kind.removesuffix("/problems/not-found")


class TestTrust:
    def test_nobody_is_believed_without_a_list(self, trust: Trust) -> None:
        trust("")
        for client in (GATEWAY, "127.0.0.1", "::1"):
            assert prefix_seen("/api", client) == ""

    @pytest.mark.parametrize(
        "trusted",
        [GATEWAY, f"192.0.2.1, {GATEWAY}", "10.0.0.0/8", "*", f"nonsense,{GATEWAY}", "10.1.2.0/24"],
    )
    def test_a_listed_forwarder_is_believed(self, trust: Trust, trusted: str) -> None:
        trust(trusted)
        assert prefix_seen("/api") == "/api"

    @pytest.mark.parametrize("trusted", ["10.1.2.4", "192.168.0.0/16", "nonsense", ",", "::/0"])
    def test_another_is_not(self, trust: Trust, trusted: str) -> None:
        trust(trusted)
        assert prefix_seen("/api") == ""

    def test_networks_of_version_6_are_read(self, trust: Trust) -> None:
        trust("2001:db8::/32")
        assert prefix_seen("/api", "2001:db8::5") == "/api"
        assert prefix_seen("/api", "2001:db9::5") == ""


class TestPrefix:
    @pytest.mark.parametrize("prefix", ["/api", "/games/spider", "/a.b_c~d-e/f", "/v1", "/docs"])
    @pytest.mark.parametrize("stripped", [True, False])
    def test_paths_come_with_and_without_it(
        self, trust: Trust, prefix: str, stripped: bool
    ) -> None:
        trust("*")
        headers = {"X-Forwarded-Prefix": prefix}
        for path in (f"/v1/games/{CODE}", "/v1/variants", "/healthz", "/docs", "/openapi.json"):
            asked = path if stripped else prefix + path
            assert get(asked, headers=headers).status_code == 200, asked

    def test_a_slash_at_its_end_is_taken_off(self, trust: Trust) -> None:
        trust("*")
        assert prefix_seen("/api/") == "/api"

    @pytest.mark.parametrize("prefix", MALFORMED)
    def test_a_malformed_one_is_ignored(self, trust: Trust, prefix: str) -> None:
        trust("*")
        assert prefix_seen(prefix) == ""

    def test_one_that_is_named_twice_is_ignored(self, trust: Trust) -> None:
        trust("*")
        headers = [(b"X-Forwarded-Prefix", b"/a"), (b"X-Forwarded-Prefix", b"/b")]
        kind = answer(get("/problems/not-found", headers=headers))
        assert kind["type"] == "/problems/not-found"

    @pytest.mark.parametrize("path", ["/api/nothing", "/nothing", "/api", "/api/", "/apiv1/games"])
    def test_what_is_not_there_is_a_problem_under_it(self, trust: Trust, path: str) -> None:
        trust("*")
        response = get(path, headers={"X-Forwarded-Prefix": "/api"})
        problem(response, 404, "not-found", prefix="/api")

    def test_without_the_header_a_path_with_it_is_not_there(self) -> None:
        problem(get("/api/v1/variants"), 404, "not-found")

    def test_documents_know_it(self, trust: Trust) -> None:
        trust("*")
        headers = {"X-Forwarded-Prefix": "/api"}
        assert answer(get("/openapi.json", headers=headers))["servers"] == [{"url": "/api"}]
        assert answer(get("/openapi.json"))["servers"] == [{"url": "/"}]
        page = get("/api/docs", headers=headers).text
        for name in ("openapi.json", "docs/swagger-ui.css", "docs/swagger-ui-bundle.js"):
            assert f"/api/{name}" in page

    def test_answers_are_the_same_under_it(self, trust: Trust) -> None:
        trust("*")
        headers = {"X-Forwarded-Prefix": "/api"}
        under = get(f"/api/v1/games/{CODE}?log=0-3", headers=headers)
        assert under.content == get(f"/v1/games/{CODE}?log=0-3").content

    def test_the_setting_names_it_for_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        some = settings.model_copy(update={"prefix": "/spider"})
        monkeypatch.setattr("app.edge.middleware.settings", some)
        for path in ("/nothing", "/spider/nothing"):
            problem(get(path), 404, "not-found", prefix="/spider")
        assert get("/spider/v1/variants").content == get("/v1/variants").content


@pytest.mark.parametrize(
    ("root", "path", "prefix", "placed"),
    [
        ("", "/v1/games", "", ("", "/v1/games")),
        ("", "/v1/games", "/api", ("/api", "/api/v1/games")),
        ("", "/api/v1/games", "/api", ("/api", "/api/v1/games")),
        ("/api", "/api/v1/games", "", ("/api", "/api/v1/games")),
        ("/api", "/api/api/v1/games", "", ("/api", "/api/v1/games")),
        ("/api", "/api/v1/games", "/other", ("/other", "/other/v1/games")),
        ("/api/", "/api/v1/games", "", ("/api", "/api/v1/games")),
        ("", "/v1/v1/games", "/v1", ("/v1", "/v1/v1/games")),
        ("", "/v1/games", "/v1", ("/v1", "/v1/v1/games")),
    ],
)
def test_the_path_is_placed_under_the_root(
    root: str, path: str, prefix: str, placed: tuple[str, str]
) -> None:
    scope = {"root_path": root, "path": path}
    place_under_prefix(scope, prefix)
    assert (scope["root_path"], scope["path"]) == placed


@pytest.mark.parametrize(
    ("listed", "client", "told"),
    [
        ("1.2.3.4", GATEWAY, "1.2.3.4"),
        ("6.6.6.6, 1.2.3.4", GATEWAY, "1.2.3.4"),
        ("1.2.3.4, 10.9.9.9", GATEWAY, "1.2.3.4"),
        ("10.9.9.9", GATEWAY, GATEWAY),
        ("", GATEWAY, GATEWAY),
        ("1.2.3.4", "7.7.7.7", "7.7.7.7"),
    ],
)
def test_the_log_names_whom_a_trusted_forwarder_speaks_for(
    trust: Trust, listed: str, client: str, told: str
) -> None:
    trust("10.0.0.0/8")
    headers = [(b"x-forwarded-for", listed.encode())] if listed else []
    scope = {"type": "http", "client": (client, 4000), "headers": headers}
    assert client_address(scope) == told


def test_a_request_without_an_address_has_none() -> None:
    assert client_address({"type": "http", "client": None, "headers": []}) == ""
