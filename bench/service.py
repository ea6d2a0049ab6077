"""The service over a socket: CPU per request, against endpoints that answer at once."""

import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.logs import a_log
from engine.actions import format_log
from engine.codes import format_code

_ROUNDS = 15
_REQUESTS = 60


@contextmanager
def a_server() -> Iterator[http.client.HTTPConnection]:
    """A connection to a server of its own, which ends with the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "bench.server:app", f"--port={port}"]
    options = ["--loop=uvloop", "--http=httptools", "--no-access-log"]
    environment = os.environ | {"SPIDER_MAX_LOG_ACTIONS": "20000"}
    process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, env=environment)
    try:
        yield _connected(port)
    finally:
        process.terminate()
        process.wait()


def _connected(port: int) -> http.client.HTTPConnection:
    for _ in range(200):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        try:
            connection.connect()
        except OSError:
            time.sleep(0.1)
        else:
            return connection
    raise SystemExit("the server does not start")


def _ask(
    connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None = None
) -> Any:
    connection.request(method, path, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = response.read()
    if response.status != 200:
        raise SystemExit(f"{path}: {response.status} {answer[:300]!r}")
    return answer


def _cpu(connection: http.client.HTTPConnection, path: str, body: bytes, count: int) -> float:
    """CPU seconds that the server spends on `count` requests."""
    before = float(json.loads(_ask(connection, "GET", "/fixed/cpu")))
    for _ in range(count):
        _ask(connection, "POST", path, body)
    return float(json.loads(_ask(connection, "GET", "/fixed/cpu"))) - before


def _ratio(connection: http.client.HTTPConnection, name: str, body: bytes, count: int) -> float:
    """How much more CPU the real endpoint takes: the median over pairs measured in turn."""
    ratios = []
    for _ in range(_ROUNDS):
        real = _cpu(connection, f"/v1/{name}", body, count)
        ratios.append(real / _cpu(connection, f"/fixed/{name}", body, count))
    return statistics.median(ratios)


def measure() -> None:
    """Print what a request costs."""
    print("CPU per request, against an endpoint that reads the same body and answers at once")
    with a_server() as connection:
        for length in (150, 5_000):
            code, log = a_log(length + 1)
            *texts, action = format_log(log)
            game = {"code": format_code(code), "log": texts}
            bodies = {"replay": game, "play": {**game, "action": action}}
            _ask(connection, "GET", f"/fixed/prepare/{length}")
            for name, body in bodies.items():
                count = max(4, _REQUESTS * 150 // length)
                ratio = _ratio(connection, name, json.dumps(body).encode(), count)
                print(f"  /v1/{name}, {length:,} actions: {ratio:.2f} times")
