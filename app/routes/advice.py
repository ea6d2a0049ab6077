"""Outlook and hints: code and log → position → what is seen of it → what can be said of that."""

from collections.abc import Sequence

from fastapi import APIRouter, Request, Response

from app import schemas
from app.bodies import StrictRoute
from app.edge.clients import NoAnswer, unless_gone
from app.openapi.operations import ADVICE_PROBLEMS
from app.routes.games import read_game, replay_legal
from app.solving.advice import Advice, Game, hints_for, outlook_of
from app.turns import turn
from app.wording.advice import hint_message, outlook_message
from app.wording.languages import speak
from engine.actions import format_log
from engine.codes import format_code
from engine.outlook import Outlook
from engine.state import State
from engine.view import view

router = APIRouter(prefix="/v1", tags=["Advice"], route_class=StrictRoute)


@router.post("/outlook", responses=ADVICE_PROBLEMS, response_model=schemas.OutlookAnswer)
async def get_outlook(
    request: Request, response: Response, body: schemas.OutlookRequest
) -> schemas.OutlookAnswer | Response:
    """Get whether anything is left to be found in a game, from what the player sees of it."""
    language = speak(request, response)
    game = await _game(body.code, body.log)
    found = await unless_gone(request.receive, outlook_of(game))
    return NoAnswer() if found is None else _outlook_answer(language, game.state, found)


@router.post("/hint", responses=ADVICE_PROBLEMS, response_model=schemas.HintAnswer)
async def list_hints(
    request: Request, response: Response, body: schemas.HintRequest
) -> schemas.HintAnswer | Response:
    """List up to three actions that may help, from what the player sees, best first."""
    language = speak(request, response)
    game = await _game(body.code, body.log)
    found = await unless_gone(request.receive, hints_for(game, body.level))
    return NoAnswer() if found is None else _hint_answer(language, body.level, found)


async def _game(code: str, log: list[str]) -> Game:
    """The game that is meant. Raises the problem of one that cannot be read or played."""
    game, actions = read_game(code, log)
    async with turn(len(actions)):
        state = (await replay_legal(game, actions)).state
    return Game(format_code(game), format_log(actions), state)


def _outlook_answer(language: str, state: State, found: Outlook) -> schemas.OutlookAnswer:
    """The outlook of a state, with the figures that the state's view has."""
    shown, reason = view(state), found.reason
    return schemas.OutlookAnswer(
        legal_moves=len(shown["legal"]["moves"]),
        stuck=shown["stuck"],
        outlook=found.prospect.value,
        reason=None if reason is None else reason.value,
        message=None if reason is None else outlook_message(language, reason),
    )


def _hint_answer(
    language: str, level: schemas.HintLevel, found: Sequence[Advice]
) -> schemas.HintAnswer:
    """Suggestions with their sentences."""
    return schemas.HintAnswer(
        level=level,
        suggestions=[
            schemas.Suggestion(
                action=action,
                reason=reason.value,
                params=params,
                message=hint_message(language, reason, params),
                share=share,
            )
            for action, reason, params, share in found
        ],
    )
