"""A service that really listens, and requests that no client would send."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import httpx

ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 30
LOG_SECONDS = 10
BY_MODULE = ("-m", "app")
BY_UVICORN = ("-m", "uvicorn", "app.main:app", "--host", "127.0.0.1", "--port", "{port}")


class Reply(NamedTuple):
    """An answer as it came over the socket."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Server:
    """A running service."""

    process: subprocess.Popen[bytes]
    port: int
    output: Path

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False) as client:
            return client.request(method, path, **options)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def send(self, head: str, *pieces: bytes) -> Reply:
        """Send a request as it stands; the answer, the first of them if there are several."""
        with self.connect() as connection:
            request = "".join(f"{line}\r\n" for line in (*head.splitlines(), ""))
            connection.sendall(request.encode("latin-1"))
            for piece in pieces:
                try:
                    connection.sendall(piece)
                except (BrokenPipeError, ConnectionResetError):
                    break
            return read_reply(connection)

    def send_and_read_all(self, request: bytes) -> bytes:
        """Send bytes that are no request; all that comes until the connection is closed."""
        received = b""
        with self.connect() as connection:
            connection.sendall(request)
            while piece := connection.recv(65_536):
                received += piece
        return received

    def lines(self) -> list[dict[str, Any]]:
        """What the service has logged so far."""
        return [json.loads(line) for line in self.output.read_text("utf-8").splitlines()]

    def children(self) -> list[int]:
        """The processes that it has started and that live."""
        return children_of(self.process.pid)

    def errors(self) -> list[dict[str, Any]]:
        """What it has logged of mistakes."""
        return [line for line in self.lines() if line["level"] == "error"]

    def line_of(self, request_id: str) -> dict[str, Any]:
        """The one line of a request; it may come a little later than the answer."""
        end = time.monotonic() + LOG_SECONDS
        found: list[dict[str, Any]] = []
        while not found and time.monotonic() < end:
            found = [line for line in self.lines() if line.get("request_id") == request_id]
        assert len(found) == 1, found
        return found[0]


def children_of(process: int) -> list[int]:
    """The living children of a process, as Linux tells of them."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            state, parent = file.read_text("ascii", "replace").rpartition(")")[2].split()[:2]
            if int(parent) == process and state != "Z":
                found.append(int(file.parent.name))
    return found


def read_reply(connection: socket.socket) -> Reply:
    """Read one answer up to its end."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += _receive(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in rest:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    while len(body) < int(headers.get("content-length", "0")):
        body += _receive(connection)
    return Reply(int(first.split()[1]), headers, body)


def _receive(connection: socket.socket) -> bytes:
    received = connection.recv(65_536)
    assert received, "the connection was closed before the answer's end"
    return received


@contextmanager
def served(
    folder: Path, command: tuple[str, ...] = BY_MODULE, env: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """Run the service on a free port until the end of the block."""
    port = _free_port()
    output = folder / f"{port}.log"
    words = [sys.executable, *(word.format(port=port) for word in command)]
    own = {name: value for name, value in os.environ.items() if not name.startswith("SPIDER_")}
    own |= {"PORT": str(port), "SPIDER_HOST": "127.0.0.1", "PYTHONUNBUFFERED": "1", **(env or {})}
    with (
        output.open("wb") as file,
        subprocess.Popen(words, cwd=ROOT, env=own, stdout=file, stderr=file) as process,
    ):
        server = Server(process, port, output)
        try:
            _wait(server)
            yield server
        finally:
            process.kill()


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _wait(server: Server) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert server.process.poll() is None, server.output.read_text("utf-8")
        try:
            server.connect().close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the service does not listen")
