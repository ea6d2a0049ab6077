"""What is counted, for Prometheus."""

from typing import NamedTuple

from prometheus_client import Counter, Gauge, Histogram, Info

from engine.compiled import form
from engine.outlook import Prospect
from engine.solver import Verdict
from engine.violations import Rule

REQUESTS = Counter("spider_requests", "Requests answered.", ["method", "route", "status"])
LATENCY = Histogram("spider_request_seconds", "Time to answer, in seconds.", ["route"])
ACTIONS = Counter("spider_actions_replayed", "Actions of logs replayed.")
VIOLATIONS = Counter("spider_violations", "Actions refused, by the rule they break.", ["code"])
ENGINE = Info("spider_engine", "The form of the engine that runs: compiled or uncompiled.")
SOLVES = Counter("spider_solves", "Searches of the solver, by what came of them.", ["outcome"])
SOLVE_POSITIONS = Counter("spider_solve_positions", "Positions that the solver has looked at.")
SOLVE_SECONDS = Histogram(
    "spider_solve_seconds",
    "Time of a search, in seconds.",
    buckets=(0.1, 0.3, 1, 3, 10, 30, 100, 300),
)
SOLVES_RUNNING = Gauge("spider_solves_running", "Searches that go on.")
SOLVES_WAITING = Gauge("spider_solves_waiting", "Searches that wait for a worker.")
OUTLOOKS = Counter("spider_outlooks", "Outlooks, by what came of them.", ["outcome"])
HINTS = Counter("spider_hints", "Requests for hints, by what came of them.", ["outcome"])
HINT_SECONDS = Histogram(
    "spider_hint_seconds",
    "Time that a worker takes for a hint or an outlook, in seconds.",
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
HINTS_RUNNING = Gauge("spider_hints_running", "Hints and outlooks that workers look for.")
HINTS_WAITING = Gauge("spider_hints_waiting", "Hints and outlooks that wait for a worker.")


class Figures(NamedTuple):
    """What a pool of workers shows of itself."""

    seconds: Histogram
    running: Gauge
    waiting: Gauge


SOLVING = Figures(SOLVE_SECONDS, SOLVES_RUNNING, SOLVES_WAITING)
ADVISING = Figures(HINT_SECONDS, HINTS_RUNNING, HINTS_WAITING)

ENGINE.info({"form": form().value})
for rule in Rule:
    VIOLATIONS.labels(rule.value)
for outcome in (*Verdict, "dropped", "interrupted"):
    SOLVES.labels(str(outcome))
for outcome in (*Prospect, "dropped", "interrupted"):
    OUTLOOKS.labels(str(outcome))
for outcome in ("some", "none", "dropped", "interrupted"):
    HINTS.labels(outcome)

_METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request; what a client makes up does not become a label."""
    REQUESTS.labels(method if method in _METHODS else "other", route, status).inc()
    LATENCY.labels(route).observe(seconds)
