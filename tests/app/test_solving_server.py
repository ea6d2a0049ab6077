"""Solving by a service that really listens: who hangs up, what is killed, and how all ends."""

import json
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.app.client import CODE, EASY, answer, problem
from tests.app.server import BY_UVICORN, Reply, Server, children_of, read_reply, served

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux")

SECONDS = 30
LINES = "application/x-ndjson"
JSON = "application/json"
HARD = {"code": CODE, "log": [], "budget": 10_000_000}
TWO_WORKERS = {"SPIDER_SOLVE_WORKERS": "2", "SPIDER_SOLVE_QUEUE": "1"}


@pytest.fixture(scope="module")
def solving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that solves two games at once, while one more waits."""
    with served(tmp_path_factory.mktemp("solving"), env=TWO_WORKERS) as running:
        yield running


@pytest.fixture
def server(solving: Server) -> Iterator[Server]:
    """The service; after each test it solves as before, and has logged no mistake."""
    before = len(solving.errors())
    yield solving
    soon(lambda: figure(solving, "spider_solves_running") == 0)
    body = {"code": EASY, "log": [], "budget": 1000}
    assert answer(solving.ask("POST", "/v1/solve", json=body))["verdict"] == "won"
    assert solving.errors()[before:] == []


def soon(what: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + SECONDS
    while not what():
        assert time.monotonic() < end, "not so in time"
        time.sleep(0.02)


def figure(server: Server, name: str) -> float:
    lines = server.ask("GET", "/metrics").text.splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))


def cpu(process: int) -> float:
    """The processor's ticks that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def solve_hard(server: Server, accept: str = JSON, request_id: str = "hard") -> socket.socket:
    """Ask for what takes long; the connection on which the answer would come."""
    body = json.dumps(HARD).encode()
    head = (
        f"POST /v1/solve HTTP/1.1\r\nHost: spider\r\nContent-Type: {JSON}\r\nAccept: {accept}\r\n"
        f"X-Request-ID: {request_id}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    connection = server.connect()
    connection.sendall(head.encode() + body)
    return connection


def working(server: Server, count: int = 1) -> list[int]:
    """The processes of so many searches, once they work."""
    soon(lambda: figure(server, "spider_solves_running") == count)
    soon(lambda: len([child for child in server.children() if cpu(child) > 20]) >= count)
    return [child for child in server.children() if cpu(child) > 20]


def lines_of(body: bytes) -> list[dict[str, object]]:
    """The lines of a chunked answer."""
    rest, found = body, b""
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        found, rest = found + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
    return [json.loads(line) for line in found.splitlines()]


def read_all(connection: socket.socket) -> Reply:
    """An answer up to the end of the connection."""
    received = b""
    while piece := connection.recv(65_536):
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").lower().split("\r\n")
    headers = dict(line.split(": ", 1) for line in rest)
    return Reply(int(first.split()[1]), headers, body)


class TestOthers:
    def test_they_are_answered_while_all_solve(self, server: Server) -> None:
        held = [solve_hard(server) for _ in range(3)]
        working(server, 2)
        soon(lambda: figure(server, "spider_solves_waiting") == 1)
        for _ in range(20):
            body = {"code": CODE, "log": [], "action": "0-3"}
            assert answer(server.ask("POST", "/v1/play", json=body))["accepted"] is True
        assert answer(server.ask("GET", "/readyz"))["status"] == "ok"
        response = server.ask("POST", "/v1/solve", json=HARD)
        problem(response, 503, "busy")
        assert response.headers["retry-after"] == "5"
        for connection in held:
            connection.close()

    def test_those_who_wait_are_answered_in_the_end(self, server: Server) -> None:
        held = [solve_hard(server) for _ in range(2)]
        working(server, 2)
        with server.connect() as connection:
            body = json.dumps({"code": EASY, "log": [], "budget": 1000}).encode()
            head = f"POST /v1/solve HTTP/1.1\r\nHost: a\r\nContent-Type: {JSON}\r\n"
            connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            soon(lambda: figure(server, "spider_solves_waiting") == 1)
            held[0].close()
            assert json.loads(read_reply(connection).body)["line"] == ["1-0x2"]
        held[1].close()


@pytest.mark.parametrize("accept", [JSON, LINES])
class TestDropped:
    def test_who_hangs_up_ends_the_search(self, server: Server, accept: str) -> None:
        name = f"dropped-{accept.partition('/')[2]}"
        dropped = 'spider_solves_total{outcome="dropped"}'
        before = figure(server, dropped)
        connection = solve_hard(server, accept, name)
        (process,) = working(server)
        connection.close()
        soon(lambda: process not in server.children())
        soon(lambda: figure(server, dropped) == before + 1)
        assert server.line_of(name)["status"] in ({499} if accept == JSON else {499, 200})

    def test_who_hangs_up_while_waiting_gives_the_seat_back(
        self, server: Server, accept: str
    ) -> None:
        held = [solve_hard(server) for _ in range(2)]
        working(server, 2)
        for _ in range(3):
            with solve_hard(server, accept):
                soon(lambda: figure(server, "spider_solves_waiting") == 1)
            soon(lambda: figure(server, "spider_solves_waiting") == 0)
        for connection in held:
            connection.close()

    def test_a_process_that_is_killed_is_a_problem(self, server: Server, accept: str) -> None:
        with solve_hard(server, accept) as connection:
            (process,) = working(server)
            os.kill(process, signal.SIGKILL)
            if accept == JSON:
                reply = read_reply(connection)
                assert (reply.status, reply.headers["retry-after"]) == (503, "5")
                assert json.loads(reply.body)["code"] == "solve-interrupted"
            else:
                connection.shutdown(socket.SHUT_RDWR)


class TestLines:
    def test_they_come_while_the_search_goes_on(self, server: Server) -> None:
        with solve_hard(server, LINES) as connection:
            file = connection.makefile("rb")
            assert file.readline() == b"HTTP/1.1 200 OK\r\n"
            found = (json.loads(line) for line in file if line.startswith(b"{"))
            began = time.monotonic()
            shares = [next(found)["progress"]["share"] for _ in range(4)]
            assert time.monotonic() - began > 0.5, "no more than a few a second"
            assert shares == sorted(shares)
            assert 0 <= shares[0] < shares[-1] < 1
            file.close()

    def test_a_killed_process_is_the_last(self, server: Server) -> None:
        with solve_hard(server, LINES) as connection:
            received = connection.recv(65_536)
            (process,) = working(server)
            os.kill(process, signal.SIGKILL)
            while not received.endswith(b"0\r\n\r\n"):
                received += connection.recv(65_536)
            assert received.startswith(b"HTTP/1.1 200 ")
            last = lines_of(received.partition(b"\r\n\r\n")[2])[-1]
            assert list(last) == ["problem"]
            assert b'"code":"solve-interrupted"' in received


class TestEnd:
    @pytest.mark.parametrize("accept", [JSON, LINES])
    def test_a_stop_ends_searches_in_time(self, tmp_path: Path, accept: str) -> None:
        with served(tmp_path, env={"SPIDER_GRACEFUL_SECONDS": "1"}) as running:
            with solve_hard(running, accept) as connection:
                processes = working(running)
                running.process.send_signal(signal.SIGTERM)
                reply = read_all(connection)
            if accept == JSON:
                assert (reply.status, reply.headers["retry-after"]) == (503, "5")
                assert json.loads(reply.body)["code"] == "not-ready"
            else:
                assert reply.status == 200
                assert [*lines_of(reply.body)[-1]] == ["problem"]
                assert b'"code":"not-ready"' in reply.body
            assert running.process.wait(timeout=SECONDS) in {0, -signal.SIGTERM}
            soon(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))
            assert [line["message"] for line in running.errors() if "exception" in line] == []

    def test_a_stop_takes_idle_processes_along(self, tmp_path: Path) -> None:
        with served(tmp_path) as running:
            body = {"code": EASY, "log": [], "budget": 1000}
            answer(running.ask("POST", "/v1/solve", json=body))
            (process,) = running.children()
            running.process.send_signal(signal.SIGTERM)
            assert running.process.wait(timeout=SECONDS) in {0, -signal.SIGTERM}
            assert not Path(f"/proc/{process}").exists()
            assert {line["level"] for line in running.lines()} == {"info"}

    def test_a_service_that_is_killed_leaves_none_behind(self, tmp_path: Path) -> None:
        with served(tmp_path, env=TWO_WORKERS) as running:
            body = {"code": EASY, "log": [], "budget": 1000}
            with solve_hard(running):
                working(running)
                answer(running.ask("POST", "/v1/solve", json=body))
                processes = running.children()
                assert len(processes) == 2
                running.process.kill()
            soon(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))

    def test_several_processes_of_the_service_have_their_own(self, tmp_path: Path) -> None:
        command = (*BY_UVICORN, "--workers", "2", "--timeout-graceful-shutdown", "1")
        with served(tmp_path, command) as running:
            body = {"code": EASY, "log": [], "budget": 1000}
            for _ in range(4):
                assert answer(running.ask("POST", "/v1/solve", json=body))["line"] == ["1-0x2"]
            with solve_hard(running):
                started = [*running.children(), *grandchildren(running)]
                assert grandchildren(running)
                running.process.send_signal(signal.SIGTERM)
                assert running.process.wait(timeout=2 * SECONDS) in {0, -signal.SIGTERM}
            soon(lambda: not any(Path(f"/proc/{process}").exists() for process in started))


def grandchildren(server: Server) -> list[int]:
    return [own for child in server.children() for own in children_of(child)]


def test_solving_can_be_switched_off(tmp_path: Path) -> None:
    with served(tmp_path, env={"SOLVE": "off"}) as running:
        problem(running.ask("POST", "/v1/solve", json=HARD), 403, "solve-off")
        assert running.children() == []
        assert answer(running.ask("GET", "/readyz"))["status"] == "ok"
        assert "/v1/solve" in answer(running.ask("GET", "/openapi.json"))["paths"]
