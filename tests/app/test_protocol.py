"""What is no HTTP, or has no end, is refused at the door."""

import json
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from app.edge.protocol import MOST_HEAD_BYTES
from tests.app.server import Server, served

GET = b"GET /healthz HTTP/1.1\r\nHost: spider\r\n"
POST = (
    b"POST /v1/games HTTP/1.1\r\nHost: spider\r\nContent-Type: application/json\r\n"
    b"Connection: close\r\n"
)


def _parts(answer: bytes) -> tuple[str, dict[str, object]]:
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.decode().splitlines()[0], json.loads(body)


@pytest.mark.parametrize(
    "request_", [b"nonsense\r\n\r\n", GET + b"no colon\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n"]
)
def test_what_is_no_http_is_a_problem(listening: Server, request_: bytes) -> None:
    status, problem = _parts(listening.send_and_read_all(request_))
    assert status == "HTTP/1.1 400 Bad Request"
    assert problem["code"] == "invalid-http"


def test_headers_without_end_are_a_problem(listening: Server) -> None:
    request = GET + b"X: " + b"a" * MOST_HEAD_BYTES
    status, problem = _parts(listening.send_and_read_all(request))
    assert status == "HTTP/1.1 431 Request Header Fields Too Large"
    assert problem["code"] == "head-too-large"


def test_an_address_without_end_is_a_problem_that_names_another_way(listening: Server) -> None:
    request = b"GET /v1/games/SP1-S4C-AAAAAAD?log=" + b"a" * MOST_HEAD_BYTES
    status, problem = _parts(listening.send_and_read_all(request))
    assert status.startswith("HTTP/1.1 414 ")
    assert problem["code"] == "uri-too-long"
    assert "/v1/replay" in str(problem["detail"])


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that waits for a request, and for its end, for half a second."""
    times = {"SPIDER_READ_SECONDS": "0.5", "SPIDER_GRACEFUL_SECONDS": "1"}
    with served(tmp_path_factory.mktemp("hasty"), env=times) as running:
        yield running


@pytest.mark.parametrize("part", [b"", b"GET /hea", POST + b"Content-Length: 9\r\n\r\n{"])
def test_a_request_that_does_not_arrive_is_given_up(hasty: Server, part: bytes) -> None:
    status, problem = _parts(hasty.send_and_read_all(part))
    assert status == "HTTP/1.1 408 Request Timeout"
    assert problem["code"] == "request-timeout"


def test_a_connection_may_be_used_again_after_the_time_of_one_request(hasty: Server) -> None:
    with closing(HTTPConnection("127.0.0.1", hasty.port)) as connection:
        connection.connect()
        socket = connection.sock
        for _ in range(3):
            connection.request("GET", "/healthz")
            assert connection.getresponse().read() == b'{"status":"ok"}'
            assert connection.sock is socket
            time.sleep(0.3)


def test_a_request_that_a_stop_cuts_short_is_told_so(tmp_path: Path) -> None:
    times = {"SPIDER_GRACEFUL_SECONDS": "1"}
    with served(tmp_path, env=times) as running, running.connect() as connection:
        connection.sendall(POST + b"Content-Length: 9\r\n\r\n{")
        time.sleep(0.3)
        running.process.terminate()
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
        status, problem = _parts(answer)
    assert status == "HTTP/1.1 503 Service Unavailable"
    assert problem["code"] == "not-ready"
    assert b"retry-after: " in answer


def test_to_ask_for_another_protocol_is_not_worth_a_warning(listening: Server) -> None:
    before = len(listening.lines())
    listening.send_and_read_all(GET + b"Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n")
    new = listening.lines()[before:]
    assert {line["level"] for line in new} <= {"info"}


def test_trailers_have_the_same_limit(listening: Server) -> None:
    trailers = b"".join(b"X%d: %s\r\n" % (line, b"a" * 1000) for line in range(40))
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
    with listening.connect() as connection:
        connection.sendall(chunked + trailers)
        connection.sendall(trailers)
        assert b" 431 " in connection.recv(4096)


def test_a_large_body_is_no_large_head(listening: Server) -> None:
    body = b"{}" + b" " * (4 * MOST_HEAD_BYTES)
    request = POST + b"Content-Length: %d\r\n\r\n" % len(body) + body
    assert listening.send_and_read_all(request).startswith(b"HTTP/1.1 200 OK")


def test_a_head_below_the_limit_is_read(listening: Server) -> None:
    request = GET + b"Connection: close\r\nX: " + b"a" * (MOST_HEAD_BYTES - 1000) + b"\r\n\r\n"
    assert listening.send_and_read_all(request).startswith(b"HTTP/1.1 200 OK")
