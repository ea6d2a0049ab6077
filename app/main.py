"""The service: the routes, what surrounds them, and what happens at the start."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.daily.published import calendar
from app.edge.logs import set_up_logs
from app.edge.middleware import Cors, Front, Observe, Prefix, all_answered
from app.golden import replays_golden_game
from app.openapi.document import publish_documents
from app.problems import InvalidRequest, Problem, from_http, problem_response
from app.routes import advice, catalogue, daily, games, service, solving
from app.settings import settings
from app.solving.pools import close_pools
from engine.compiled import form

_LAST_SECONDS = 1.0
_log = logging.getLogger("spider")


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    set_up_logs(settings.log_level)
    calendar()
    app.state.ready = replays_golden_game()
    _log.info("started", extra={"ready": app.state.ready, "engine": app.state.engine})
    yield
    app.state.ready = False
    await all_answered(_LAST_SECONDS)
    await close_pools()
    _log.info("stopped")


async def _answer_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return problem_response(request.scope, error)


async def _answer_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem_response(request.scope, InvalidRequest.from_validation(error))


async def _answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return problem_response(request.scope, from_http(request, error))


def create_app() -> FastAPI:
    """The whole service, ready for a server."""
    app = FastAPI(
        title="Spider engine",
        lifespan=_lifespan,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        exception_handlers={
            Problem: _answer_problem,
            RequestValidationError: _answer_invalid,
            HTTPException: _answer_http,
        },
    )
    app.state.ready = False
    app.state.engine = form()
    for middleware in (Front, Cors, Prefix, Observe):
        app.add_middleware(middleware)
    for routes in (games, solving, advice, daily, catalogue, service):
        app.include_router(routes.router)
    publish_documents(app)
    return app


app = create_app()
