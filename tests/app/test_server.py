"""The service as it really listens: hostile bytes, HEAD, prefixes, logs and a graceful stop."""

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.compiled import form
from tests.app.client import BIGGEST_PROBLEM, CODE, answer, problem
from tests.app.server import BY_UVICORN, Reply, Server, read_reply, served

JSON = "Host: spider\nContent-Type: application/json"


@pytest.fixture(scope="module")
def trusting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that believes the forwarder on this machine."""
    folder = tmp_path_factory.mktemp("trusting")
    with served(folder, env={"FORWARDED_ALLOW_IPS": "127.0.0.1"}) as running:
        yield running


@pytest.fixture(scope="module")
def rooted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that uvicorn starts with a root path."""
    command = (*BY_UVICORN, "--root-path", "/api")
    with served(tmp_path_factory.mktemp("rooted"), command) as running:
        yield running


def problem_code(reply: Reply) -> str:
    """The code of a problem, after a look at what all of them have."""
    assert reply.headers["content-type"] == "application/problem+json"
    assert len(reply.body) < BIGGEST_PROBLEM
    body = json.loads(reply.body)
    assert body["status"] == reply.status
    code: str = body["code"]
    return code


@pytest.fixture
def server(listening: Server) -> Iterator[Server]:
    """The service; after each test it answers as before, and has logged no mistake."""
    before = len(listening.errors())
    yield listening
    assert answer(listening.ask("GET", "/healthz")) == {"status": "ok"}
    assert listening.errors()[before:] == []


class TestStart:
    def test_it_listens_on_the_port_and_is_ready(self, server: Server) -> None:
        assert answer(server.ask("GET", "/readyz")) == {"status": "ok", "engine": form()}
        assert answer(server.ask("POST", "/v1/games", json={}))["state"]["status"] == "playing"

    def test_every_line_is_json(self, server: Server) -> None:
        assert {line["level"] for line in server.lines()} <= {"info", "warning"}
        started = next(line for line in server.lines() if line["message"] == "started")
        assert (started["ready"], started["engine"]) == (True, form())

    def test_a_request_has_exactly_one_line(self, server: Server) -> None:
        response = server.ask("GET", f"/v1/games/{CODE}?log=0-3")
        line = server.line_of(response.headers["x-request-id"])
        assert (line["path"], line["status"]) == (f"/v1/games/{CODE}", 200)
        assert line["client"] == "127.0.0.1"

    def test_it_does_not_say_what_it_is_made_of(self, server: Server) -> None:
        assert "server" not in server.ask("GET", "/healthz").headers


class TestHead:
    @pytest.mark.parametrize(
        "path",
        [
            f"/v1/games/{CODE}",
            "/v1/variants",
            "/healthz",
            "/docs",
            "/openapi.json",
            "/docs/swagger-ui.css",
            "/nothing",
            "/v1/games/x",
        ],
    )
    def test_head_has_the_headers_of_get(self, server: Server, path: str) -> None:
        full = server.ask("GET", path, headers={"X-Request-ID": "one"})
        response = server.ask("HEAD", path, headers={"X-Request-ID": "one"})
        for headers in (full.headers, response.headers):
            del headers["date"]
        assert (response.status_code, response.headers) == (full.status_code, full.headers)
        assert response.content == b""

    def test_the_connection_can_be_used_again(self, server: Server) -> None:
        with server.connect() as connection:
            for _ in range(3):
                connection.sendall(b"HEAD /v1/variants HTTP/1.1\r\nHost: spider\r\n\r\n")
                head = connection.recv(65_536)
                assert head.startswith(b"HTTP/1.1 200 ")
                assert head.endswith(b"\r\n\r\n")
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: spider\r\n\r\n")
            assert read_reply(connection).body == b'{"status":"ok"}'


class TestHostileBodies:
    @pytest.mark.parametrize(
        "body", [b"{", b'{"number": 1e400}', b"[" * 100_000, b'{"variant": "\\ud800"}', b"\xff"]
    )
    def test_what_is_not_json_is_refused(self, server: Server, body: bytes) -> None:
        reply = server.send(f"POST /v1/games HTTP/1.1\n{JSON}\nContent-Length: {len(body)}\n", body)
        assert (reply.status, problem_code(reply)) == (400, "invalid-json")

    def test_a_chunked_body_over_the_limit_is_refused(self, server: Server) -> None:
        chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
        reply = server.send(
            f"POST /v1/replay HTTP/1.1\n{JSON}\nTransfer-Encoding: chunked\n", *[chunk] * 40
        )
        assert (reply.status, problem_code(reply)) == (413, "body-too-large")

    def test_a_chunked_body_is_read(self, server: Server) -> None:
        reply = server.send(
            f"POST /v1/games HTTP/1.1\n{JSON}\nTransfer-Encoding: chunked\n",
            b'5\r\n{"sui\r\n',
            b'7\r\nts": 4}\r\n',
            b"0\r\n\r\n",
        )
        assert reply.status == 200
        assert json.loads(reply.body)["state"]["suits"] == 4

    def test_a_length_over_the_limit_is_refused_before_the_body_comes(self, server: Server) -> None:
        reply = server.send(f"POST /v1/games HTTP/1.1\n{JSON}\nContent-Length: 99999999999\n")
        assert (reply.status, problem_code(reply)) == (413, "body-too-large")

    @pytest.mark.parametrize(
        "lines",
        [
            "Content-Length: -1",
            "Content-Length: x",
            "Content-Length: 2\nContent-Length: 3",
            "Content-Length: 2\nTransfer-Encoding: chunked",
            "Content-Length: " + "9" * 500,
            "Transfer-Encoding: nonsense",
        ],
    )
    def test_a_length_that_makes_no_sense_is_refused(self, server: Server, lines: str) -> None:
        reply = server.send(f"POST /v1/games HTTP/1.1\n{JSON}\n{lines}\n", b"{}")
        assert 400 <= reply.status < 500
        assert problem_code(reply) in {"invalid-http", "body-too-large"}

    def test_chunks_that_make_no_sense_are_refused(self, server: Server) -> None:
        head = f"POST /v1/games HTTP/1.1\n{JSON}\nTransfer-Encoding: chunked\n"
        reply = server.send(head, b"xyz\r\n{}\r\n0\r\n\r\n")
        assert (reply.status, problem_code(reply)) == (400, "invalid-http")

    def test_a_body_of_just_the_limit_may_come_in_pieces(self, server: Server) -> None:
        pieces = [b'{"suits": 4}', *[b" " * 8192] * 127, b" " * (8192 - 12)]
        head = f"POST /v1/games HTTP/1.1\n{JSON}\nContent-Length: {2**20}\n"
        assert server.send(head, *pieces).status == 200

    def test_a_client_that_goes_away_leaves_no_mistake(self, server: Server) -> None:
        with server.connect() as connection:
            head = f"POST /v1/games HTTP/1.1\n{JSON}\nX-Request-ID: gone\nContent-Length: 50\n\n"
            connection.sendall(head.replace("\n", "\r\n").encode() + b'{"suits":')
        line = server.line_of("gone")
        assert line["status"] not in {200, 404, 500}

    def test_a_wrong_type_is_refused(self, server: Server) -> None:
        reply = server.send(
            "POST /v1/games HTTP/1.1\nHost: spider\nContent-Type: text/plain\nContent-Length: 2\n",
            b"{}",
        )
        assert (reply.status, problem_code(reply)) == (415, "unsupported-media-type")


class TestHostileHeads:
    @pytest.mark.parametrize(
        "path", ["%ZZ", "%", "%F", "%C3%28", "%ED%A0%80", "%00", "a%0d%0ab", "%25", "..%2f", "+"]
    )
    def test_escapes_that_make_no_sense_are_no_code(self, server: Server, path: str) -> None:
        reply = server.send(f"GET /v1/games/{path} HTTP/1.1\nHost: spider\n")
        assert (reply.status, problem_code(reply)) in {(422, "invalid-code"), (404, "not-found")}

    @pytest.mark.parametrize("query", ["log=%ZZ", "log=%ff", "log=%ED%A0%80", "log=%00", "log=%"])
    def test_escapes_in_a_query_are_no_action(self, server: Server, query: str) -> None:
        reply = server.send(f"GET /v1/games/{CODE}?{query} HTTP/1.1\nHost: spider\n")
        assert (reply.status, problem_code(reply)) == (422, "invalid-action")

    @pytest.mark.parametrize(
        "head",
        [
            "GET /v1/games/é HTTP/1.1\nHost: spider",
            "GET /" + "a" * 70_000 + " HTTP/1.1\nHost: spider",
            "BREW /healthz HTTP/1.1\nHost: spider",
            "GET /healthz HTTP/9.9\nHost: spider",
            "nonsense",
            "GET /healthz HTTP/1.1\nHost: spider\nno colon",
            "GET /healthz HTTP/1.1\nX-Request-ID: a\0b",
            "CONNECT spider:80 HTTP/1.1\nHost: spider",
        ],
    )
    def test_what_is_no_http_is_refused_once(self, server: Server, head: str) -> None:
        request = head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n"
        received = server.send_and_read_all(request)
        assert received.count(b"HTTP/1.1 ") == 1
        lines, _, body = received.partition(b"\r\n\r\n")
        assert b"content-type: application/problem+json" in lines.lower().split(b"\r\n")
        assert json.loads(body)["code"] in {"invalid-http", "head-too-large", "uri-too-long"}

    @pytest.mark.parametrize("size", [70_000, 10**6])
    def test_a_large_head_is_refused(self, server: Server, size: int) -> None:
        lines = "\n".join("X-A: " + "a" * 1000 for _ in range(size // 1000))
        reply = server.send(f"GET /healthz HTTP/1.1\nHost: spider\n{lines}\n")
        assert problem_code(reply) in {"head-too-large", "invalid-http"}

    def test_a_head_without_end_is_refused(self, server: Server) -> None:
        with server.connect() as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\n" + b"X: y\r\n" * 5000)
            time.sleep(0.1)
            connection.sendall(b"X-A: " + b"a" * 40_000)
            reply = read_reply(connection)
        assert (reply.status, problem_code(reply)) == (431, "head-too-large")

    def test_many_requests_on_one_connection_are_no_large_head(self, server: Server) -> None:
        head = f"GET /healthz HTTP/1.1\r\nHost: spider\r\nX-A: {'a' * 9000}\r\n\r\n".encode()
        with server.connect() as connection:
            for _ in range(10):
                connection.sendall(head)
                assert read_reply(connection).status == 200

    @pytest.mark.parametrize("path", ["*", "/" + "a" * 20_000, "/?" + "a" * 20_000, "/./healthz"])
    def test_a_strange_path_is_a_problem(self, server: Server, path: str) -> None:
        reply = server.send(f"GET {path} HTTP/1.1\nHost: spider\n")
        assert problem_code(reply) in {"not-found", "uri-too-long"}

    @pytest.mark.parametrize(
        "lines",
        [
            "Accept-Language: " + "bg;q=0," * 5000,
            "Accept-Language: ;q=1;;,=*\nAccept-Language: ",
            "If-None-Match: " + '"x",' * 9999,
            "X-Request-ID: " + "a" * 60_000,
            "traceparent: " + "0" * 60_000,
            "X-Forwarded-For: ,,,\nX-Forwarded-Proto: javascript\nX-Forwarded-Prefix: //evil",
            "Range: bytes=0-1\nExpect: 100-continue",
            "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Key: a\n"
            "Sec-WebSocket-Version: 13",
            "Upgrade: h2c\nConnection: Upgrade, HTTP2-Settings\nHTTP2-Settings: AAMAAABk",
        ],
    )
    def test_strange_headers_do_no_harm(self, server: Server, lines: str) -> None:
        reply = server.send(f"GET /problems/not-found HTTP/1.1\nHost: spider\n{lines}\n")
        assert reply.status == 200
        assert json.loads(reply.body)["type"] == "/problems/not-found"

    def test_no_header_makes_a_line_or_a_header_of_its_own(self, server: Server) -> None:
        reply = server.send("GET /%0AX:%20y HTTP/1.1\nHost: x\nX-Request-ID: a%0d%0aSet-Cookie:x\n")
        line = server.line_of(reply.headers["x-request-id"])
        assert (line["path"], line["status"]) == ("/\nX: y", 404)
        assert "set-cookie" not in reply.headers


class TestGateway:
    @pytest.mark.parametrize(
        "client",
        [None, "203.0.113.9", "203.0.113.9:4711", "[2001:db8::1]:4711", "10.0.0.1, 1.2.3.4"],
    )
    @pytest.mark.parametrize("path", ["/nothing", "/api/nothing"])
    def test_a_forwarder_is_believed_whoever_it_speaks_for(
        self, trusting: Server, client: str | None, path: str
    ) -> None:
        headers = {"X-Forwarded-Prefix": "/api"} | ({"X-Forwarded-For": client} if client else {})
        problem(trusting.ask("GET", path, headers=headers), 404, "not-found", prefix="/api")

    def test_a_player_is_named_in_the_log(self, trusting: Server) -> None:
        response = trusting.ask("GET", "/healthz", headers={"X-Forwarded-For": "203.0.113.9"})
        assert trusting.line_of(response.headers["x-request-id"])["client"] == "203.0.113.9"

    @pytest.mark.parametrize("path", ["/v1/variants", "/api/v1/variants"])
    def test_paths_come_with_and_without_the_prefix(self, trusting: Server, path: str) -> None:
        headers = {"X-Forwarded-Prefix": "/api"}
        assert trusting.ask("GET", path, headers=headers).status_code == 200

    @pytest.mark.parametrize("client", [None, "127.0.0.1", "203.0.113.9"])
    def test_without_a_list_nobody_is_believed(self, server: Server, client: str | None) -> None:
        headers = {"X-Forwarded-Prefix": "/api"} | ({"X-Forwarded-For": client} if client else {})
        problem(server.ask("GET", "/nothing", headers=headers), 404, "not-found")


class TestRootPath:
    @pytest.mark.parametrize("prefix", ["", "/api"])
    def test_paths_come_with_and_without_it(self, rooted: Server, prefix: str) -> None:
        assert rooted.ask("GET", f"{prefix}/v1/games/{CODE}").status_code == 200
        problem(rooted.ask("GET", f"{prefix}/v1/nothing"), 404, "not-found", prefix="/api")
        document = answer(rooted.ask("GET", f"{prefix}/openapi.json"))
        assert document["servers"] == [{"url": "/api"}]
        page = rooted.ask("GET", f"{prefix}/docs").text
        assert '"/api/docs/swagger-ui.css"' in page
        assert rooted.ask("GET", f"{prefix}/docs/swagger-ui.css").status_code == 200
        assert rooted.ask("GET", f"{prefix}/nothing/docs").status_code == 404


class TestStop:
    def test_a_request_in_flight_is_finished(self, tmp_path: Path) -> None:
        body = b'{"suits": 4}'
        with served(tmp_path) as running, running.connect() as connection:
            head = f"POST /v1/games HTTP/1.1\n{JSON}\nContent-Length: {len(body)}\n\n"
            connection.sendall(head.replace("\n", "\r\n").encode() + body[:4])
            time.sleep(0.2)
            running.process.send_signal(signal.SIGTERM)
            for byte in body[4:]:
                time.sleep(0.05)
                connection.sendall(bytes([byte]))
            reply = read_reply(connection)
            assert reply.status == 200
            assert json.loads(reply.body)["state"]["suits"] == 4
            assert running.process.wait(timeout=10) in {0, -signal.SIGTERM}
            messages = [line["message"] for line in running.lines()]
            assert messages.index("request") < messages.index("stopped")

    def test_an_idle_service_stops_at_once(self, tmp_path: Path) -> None:
        with served(tmp_path, env={"SPIDER_LOG_LEVEL": "warning"}) as running:
            running.process.send_signal(signal.SIGTERM)
            assert running.process.wait(timeout=10) in {0, -signal.SIGTERM}
            assert running.lines() == []
