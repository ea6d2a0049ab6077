"""The solver's endpoint: code and log → position → a search elsewhere → verdict and line."""

from fastapi import APIRouter, Request, Response

from app import schemas
from app.bodies import StrictRoute
from app.edge.clients import NoAnswer, prefers, unless_gone
from app.openapi.operations import SOLVE_ANSWERS
from app.problems import InvalidRequest, Problem
from app.routes.games import read_game, replay_legal
from app.settings import settings
from app.solving.child import unheard
from app.solving.lines import MEDIA_TYPE, Lines
from app.solving.search import Search
from app.turns import turn
from app.wording.problemtexts import Code
from app.wording.texts import N_
from engine.actions import format_log
from engine.codes import format_code
from engine.solver import supports
from engine.state import Status

router = APIRouter(prefix="/v1", tags=["Solving"], route_class=StrictRoute)

_OFF = N_("This service does not solve games.")
_UNSUPPORTED = N_("The solver does not know the games of this variant.")
_GIVEN_UP = N_("The game is over: it has been given up.")
_AT_MOST = N_("A number of at most {le} is expected.")


@router.post("/solve", responses=SOLVE_ANSWERS, response_model=schemas.SolveAnswer)
async def solve_game(request: Request, body: schemas.SolveRequest) -> Response:
    """Solve a game from where its log has come to: whether it can be won, and by which line."""
    search = await _search(body)
    accept = ",".join(request.headers.getlist("accept"))
    if prefers(accept, MEDIA_TYPE, "application/json"):
        return Lines(search)
    answer = await unless_gone(request.receive, search.answer(unheard))
    if answer is None:
        return NoAnswer()
    content = answer.model_dump_json().encode()
    return Response(content, headers={"Vary": "Accept"}, media_type="application/json")


async def _search(body: schemas.SolveRequest) -> Search:
    """The search that is asked for. Raises the problem of one that cannot be made."""
    if not settings.solve:
        raise Problem(Code.SOLVE_OFF, _OFF)
    most = settings.max_solve_budget
    budget = min(settings.solve_budget, most) if body.budget is None else body.budget
    if budget > most:
        raise InvalidRequest([(("body", "budget"), _AT_MOST, {"le": most})])
    game, log = read_game(body.code, body.log)
    if not supports(game.variant, game.rules):
        raise Problem(Code.UNSUPPORTED, _UNSUPPORTED)
    async with turn(len(log)):
        state = (await replay_legal(game, log)).state
    if state.status is Status.RESIGNED:
        raise Problem(Code.GAME_OVER, _GIVEN_UP)
    return Search(format_code(game), format_log(log), state, budget, body.shorten)
