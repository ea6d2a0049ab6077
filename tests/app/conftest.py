"""What several modules need: the log lines of a test, and a service that really listens."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI

from app.edge.logs import JsonLines
from app.main import create_app
from tests.app.server import Server, served

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Reads the lines that have been logged so far."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("spider")
    before = (logger.handlers, logger.level, logger.propagate)
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logger.handlers, logger.level, logger.propagate = before


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    """A service that has not been started, and that leaves the logs alone."""
    monkeypatch.setattr("app.main.set_up_logs", lambda level: None)
    return create_app()


@pytest.fixture(scope="session")
def listening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service as it is started by ``python -m app``."""
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running
