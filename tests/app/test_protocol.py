"""What is no HTTP, or has no end, is refused at the door."""

import json

import pytest

from app.protocol import MOST_HEAD_BYTES
from tests.app.server import Server

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


@pytest.mark.parametrize(
    "request_",
    [
        GET + b"X: " + b"a" * MOST_HEAD_BYTES,
        b"GET /" + b"a" * MOST_HEAD_BYTES,
    ],
)
def test_a_head_without_end_is_a_problem(listening: Server, request_: bytes) -> None:
    status, problem = _parts(listening.send_and_read_all(request_))
    assert status == "HTTP/1.1 431 Request Header Fields Too Large"
    assert problem["code"] == "head-too-large"


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
