"""What is counted, for Prometheus."""

from prometheus_client import Counter, Histogram

from engine.violations import Rule

REQUESTS = Counter("spider_requests", "Requests answered.", ["method", "route", "status"])
LATENCY = Histogram("spider_request_seconds", "Time to answer, in seconds.", ["route"])
ACTIONS = Counter("spider_actions_replayed", "Actions of logs replayed.")
VIOLATIONS = Counter("spider_violations", "Actions refused, by the rule they break.", ["code"])

for rule in Rule:
    VIOLATIONS.labels(rule.value)

_METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}


def count_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request; what a client makes up does not become a label."""
    REQUESTS.labels(method if method in _METHODS else "other", route, status).inc()
    LATENCY.labels(route).observe(seconds)
