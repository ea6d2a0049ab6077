"""The service, with endpoints beside the real ones that read the same body and answer at once."""

import time

from fastapi import APIRouter, Request, Response

from app.bodies import StrictRoute
from app.main import create_app
from app.routes import games
from app.schemas import PlayAnswer, PlayRequest, ReplayAnswer, ReplayRequest
from bench.logs import a_log
from engine.actions import format_log
from engine.codes import format_code

_fixed = APIRouter(prefix="/fixed", route_class=StrictRoute, include_in_schema=False)
_replay_answers: dict[int, ReplayAnswer] = {}
_play_answers: dict[int, PlayAnswer] = {}


async def _real_answer(length: int) -> tuple[ReplayAnswer, PlayAnswer]:
    code, log = a_log(length + 1)
    *texts, action = format_log(log)
    replayed = await games.replay_log(ReplayRequest(code=format_code(code), log=texts))
    request = Request({"type": "http", "headers": [], "query_string": b""})
    body = PlayRequest(code=format_code(code), log=texts, action=action)
    return replayed, await games.play_action(request, Response(), body)


@_fixed.post("/replay")
async def fixed_replay(body: ReplayRequest) -> ReplayAnswer:
    """Validate the body, answer what was worked out before."""
    return _replay_answers[len(body.log)]


@_fixed.post("/play")
async def fixed_play(body: PlayRequest) -> PlayAnswer:
    """Validate the body, answer what was worked out before."""
    return _play_answers[len(body.log)]


@_fixed.get("/prepare/{length}")
async def prepare(length: int) -> str:
    """Work out the answers for a log of this length."""
    _replay_answers[length], _play_answers[length] = await _real_answer(length)
    return "ready"


@_fixed.get("/cpu")
async def cpu() -> float:
    """The CPU seconds that this process has used."""
    return time.process_time()


app = create_app()
app.include_router(_fixed)
