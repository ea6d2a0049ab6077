"""The service keeps what its OpenAPI document promises, whatever is made up to fit it or not."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from schemathesis.config import SchemathesisConfig

from app.main import create_app
from app.settings import settings

# What fits the schema can still be no game code or no action (422), or too long (413).
ACCEPTED = ["2xx", "401", "403", "404", "409", "413", "422", "5xx"]
CONFIG = SchemathesisConfig.from_dict(
    {
        "seed": 1,
        "generation": {"max-examples": 60, "deterministic": True, "database": "none"},
        "checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}},
    }
)


@asynccontextmanager
async def started(app: FastAPI) -> AsyncIterator[None]:
    """The service's start without its logs."""
    app.state.ready = True
    yield


def service() -> FastAPI:
    app = create_app()
    app.router.lifespan_context = started
    return app


schema = schemathesis.openapi.from_asgi("/openapi.json", service(), config=CONFIG)


@pytest.fixture(autouse=True, scope="module")
def quick_searches() -> Iterator[None]:
    """Small budgets, as most requests leave the budget open."""
    small = settings.model_copy(update={"solve_budget": 300, "max_solve_budget": 1000})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.routes.solving.settings", small)
        yield


@schema.parametrize()
def test_answers_are_as_documented(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate()
