"""The service while it solves: how long `/v1/play` takes, against a service that does not."""

import http.client
import json
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from app.settings import settings
from bench.logs import a_log
from bench.service import a_server
from engine.actions import format_log
from engine.codes import format_code, game_code
from engine.variants import SPIDER

_ROUNDS = 9
_REQUESTS = 150
_LENGTH = 150
_JSON = {"Content-Type": "application/json"}
_Connection: TypeAlias = http.client.HTTPConnection


@contextmanager
def all_solving(server: _Connection) -> Iterator[None]:
    """Every worker is busy with a four-suit game until the end of the block."""
    held = [_Connection(server.host, server.port) for _ in range(settings.solve_workers)]
    for number, connection in enumerate(held):
        code = format_code(game_code(SPIDER, 4, SPIDER.default_rules, number))
        question = {"code": code, "log": [], "budget": settings.max_solve_budget}
        connection.request("POST", "/v1/solve", json.dumps(question), _JSON)
    _await_running(server, len(held))
    yield
    _await_running(server, len(held))  # they have not ended meanwhile
    for connection in held:
        connection.close()
    _await_running(server, 0)


def _await_running(server: _Connection, count: int) -> None:
    for _ in range(500):
        server.request("GET", "/metrics")
        if f"\nspider_solves_running {count:.1f}\n" in server.getresponse().read().decode():
            return
        time.sleep(0.02)
    raise SystemExit("the searches have ended before their time")


def _seconds(server: _Connection, body: bytes) -> list[float]:
    """How long each of so many requests takes, as its sender sees it."""
    found = []
    for _ in range(_REQUESTS):
        began = time.perf_counter()
        server.request("POST", "/v1/play", body, _JSON)
        server.getresponse().read()
        found.append(time.perf_counter() - began)
    return found


def measure() -> None:
    """Print what solving costs the others: the median over pairs measured in turn."""
    code, log = a_log(_LENGTH + 1)
    *texts, action = format_log(log)
    body = json.dumps({"code": format_code(code), "log": texts, "action": action}).encode()
    medians: list[float] = []
    percentiles: list[float] = []
    with a_server() as server:
        _seconds(server, body)
        for _ in range(_ROUNDS):
            quiet = _seconds(server, body)
            with all_solving(server):
                busy = _seconds(server, body)
            medians.append(statistics.median(busy) / statistics.median(quiet))
            percentiles.append(_percentile(busy) / _percentile(quiet))
    print(f"/v1/play while all workers solve, against a quiet service, {_LENGTH} actions")
    print(f"  median: {statistics.median(medians):.2f} times")
    print(f"  95th percentile: {statistics.median(percentiles):.2f} times")


def _percentile(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]
