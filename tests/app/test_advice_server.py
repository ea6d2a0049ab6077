"""Advice by a service that really listens: searches are not in its way, and who leaves ends it."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.client import CODE, answer
from tests.app.server import Server, read_reply, served
from tests.app.test_solving_server import JSON, cpu, figure, solve_hard, soon

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux")

ALL_FACE_UP = "MM1-S4C-AAAAAAE"
ONE_WORKER = {
    "SPIDER_SOLVE_WORKERS": "1",
    "SPIDER_HINT_WORKERS": "1",
    "SPIDER_OUTLOOK_BUDGET": "5000000",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A service that looks at one outlook at once, for long."""
    with served(tmp_path, env=ONE_WORKER) as running:
        yield running
        assert [line for line in running.errors() if "exception" in line] == []


def look_long(server: Server) -> socket.socket:
    """Ask for an outlook that takes long; the connection on which it would come."""
    body = json.dumps({"code": ALL_FACE_UP, "log": []}).encode()
    head = f"POST /v1/outlook HTTP/1.1\r\nHost: spider\r\nContent-Type: {JSON}\r\n"
    connection = server.connect()
    connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return connection


def working(server: Server) -> int:
    """The process that looks, once it does."""
    soon(lambda: figure(server, "spider_hints_running") == 1)
    soon(lambda: any(cpu(child) > 20 for child in server.children()))
    return next(child for child in server.children() if cpu(child) > 20)


def test_hints_do_not_wait_for_games_that_are_solved(server: Server) -> None:
    with solve_hard(server):
        soon(lambda: figure(server, "spider_solves_running") == 1)
        found = answer(server.ask("POST", "/v1/hint", json={"code": CODE, "log": []}))
        assert found["suggestions"]
        assert figure(server, "spider_solves_running") == 1


def test_who_hangs_up_ends_the_search(server: Server) -> None:
    dropped = 'spider_outlooks_total{outcome="dropped"}'
    with look_long(server):
        process = working(server)
    soon(lambda: process not in server.children())
    soon(lambda: figure(server, dropped) == 1)


def test_a_process_that_is_killed_is_a_problem(server: Server) -> None:
    with look_long(server) as connection:
        os.kill(working(server), signal.SIGKILL)
        reply = read_reply(connection)
    assert (reply.status, reply.headers["retry-after"]) == (503, "5")
    assert json.loads(reply.body)["code"] == "solve-interrupted"


def test_a_stop_takes_the_processes_along(server: Server) -> None:
    answer(server.ask("POST", "/v1/hint", json={"code": CODE, "log": []}))
    (process,) = server.children()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(timeout=30) in {0, -signal.SIGTERM}
    assert not Path(f"/proc/{process}").exists()
