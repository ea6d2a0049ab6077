"""Settings come from the environment."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from app.settings import Settings


def read(monkeypatch: pytest.MonkeyPatch, **variables: str) -> Settings:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return Settings()


def test_without_any_the_service_is_open_and_believes_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("PORT", "FORWARDED_ALLOW_IPS"):
        monkeypatch.delenv(name, raising=False)
    found = read(monkeypatch)
    assert (found.port, found.allowed_origins, found.forwarded_allow_ips) == (8000, ["*"], "")
    assert (found.max_body_bytes, found.max_log_actions) == (2**20, 10_000)


@pytest.mark.parametrize(
    ("variable", "value", "name", "expected"),
    [
        ("PORT", "1234", "port", 1234),
        ("FORWARDED_ALLOW_IPS", "10.0.0.0/8,*", "forwarded_allow_ips", "10.0.0.0/8,*"),
        (
            "SPIDER_ALLOWED_ORIGINS",
            "https://a, https://b",
            "allowed_origins",
            ["https://a", "https://b"],
        ),
        ("SPIDER_MAX_LOG_ACTIONS", "5", "max_log_actions", 5),
        ("SPIDER_MAX_BODY_BYTES", "1", "max_body_bytes", 1),
        ("SPIDER_PREFIX", "/a/b", "prefix", "/a/b"),
        ("SPIDER_LOG_LEVEL", "warning", "log_level", "warning"),
        ("SPIDER_GRACEFUL_SECONDS", "0", "graceful_seconds", 0),
        ("SOLVE", "off", "solve", False),
        ("SOLVE", "on", "solve", True),
        ("SPIDER_SOLVE_BUDGET", "100", "solve_budget", 100),
        ("SPIDER_MAX_SOLVE_BUDGET", "100", "max_solve_budget", 100),
        ("SPIDER_SOLVE_WORKERS", "3", "solve_workers", 3),
        ("SPIDER_SOLVE_QUEUE", "0", "solve_queue", 0),
        ("SPIDER_OUTLOOK_BUDGET", "1", "outlook_budget", 1),
        ("SPIDER_HINT_WORKERS", "3", "hint_workers", 3),
        ("SPIDER_HINT_QUEUE", "0", "hint_queue", 0),
        ("SPIDER_DAILY_SECRET", "s" * 16, "daily_secret", SecretStr("s" * 16)),
    ],
)
def test_a_variable_sets_it(
    variable: str, value: str, name: str, expected: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert getattr(read(monkeypatch, **{variable: value}), name) == expected


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "many"),
        ("PORT", "65536"),
        ("SPIDER_MAX_BODY_BYTES", "0"),
        ("SPIDER_MAX_LOG_ACTIONS", "-1"),
        ("SPIDER_PREFIX", "//evil"),
        ("SPIDER_PREFIX", "api"),
        ("SPIDER_PREFIX", "/api/"),
        ("SPIDER_LOG_LEVEL", "loud"),
        ("SOLVE", "perhaps"),
        ("SPIDER_SOLVE_WORKERS", "0"),
        ("SPIDER_SOLVE_QUEUE", "-1"),
        ("SPIDER_OUTLOOK_BUDGET", "0"),
        ("SPIDER_HINT_WORKERS", "0"),
        ("SPIDER_DAILY_SECRET", ""),
        ("SPIDER_DAILY_SECRET", "s" * 15),
    ],
)
def test_nonsense_stops_the_start(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValidationError):
        read(monkeypatch, **{variable: value})


@pytest.mark.parametrize(
    ("limit", "expected"),
    [("max 100000", 7), ("400000 100000", 3), ("50000 100000", 1), ("nonsense", 7), (None, 7)],
)
def test_one_processor_is_left_to_the_service(
    limit: str | None, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SPIDER_SOLVE_WORKERS", "SPIDER_HINT_WORKERS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.sched_getaffinity", lambda process: set(range(8)), raising=False)
    file = tmp_path / "cpu.max"
    if limit is not None:
        file.write_text(limit, "ascii")
    monkeypatch.setattr("app.settings._CPU_LIMIT", file)
    assert (Settings().solve_workers, Settings().hint_workers) == (expected, expected)


@pytest.mark.parametrize("secret", ["needle", "needle in a haystack"])
def test_a_secret_is_never_shown(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        shown = repr(read(monkeypatch, SPIDER_DAILY_SECRET=secret))
    except ValidationError as error:
        shown = str(error)
    assert "daily_secret" in shown
    assert "needle" not in shown


def test_settings_do_not_change(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValidationError):
        read(monkeypatch).port = 1  # type: ignore[misc]
