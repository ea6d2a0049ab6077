"""The game's endpoints: request → code and log → replay → view → answer."""

import asyncio
import secrets
from collections.abc import Collection, Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic_core import to_json

from app import schemas
from app.answers import state_answer, targets_answer, verify_answer, violation_answer
from app.bodies import StrictRoute, log_too_long
from app.caching import ONE_DAY, cached_bytes
from app.edge.metrics import ACTIONS, VIOLATIONS
from app.imports import UnknownNumberError, imported_deck
from app.openapi.operations import (
    GAME_PROBLEMS,
    NEW_GAME_PROBLEMS,
    READING_PROBLEMS,
    REPLAY_PROBLEMS,
    shown,
)
from app.problems import IllegalLog, InvalidAction, InvalidCode, InvalidRequest, Problem
from app.settings import settings
from app.turns import PIECE, turn
from app.wording.languages import speak
from app.wording.problemtexts import Code
from app.wording.texts import N_
from engine.actions import Action, format_action, format_log, parse_log
from engine.cards import Card
from engine.codes import GameCode, format_code, game_code, parse_code, start
from engine.deals import NUMBERS
from engine.errors import ActionError, CodeError
from engine.events import Event, events
from engine.replay import Replay, replay
from engine.steps import Outcome, play
from engine.variants import SPIDER, VARIANTS, Variant
from engine.violations import Violation

router = APIRouter(prefix="/v1", tags=["Games"], route_class=StrictRoute)

LONGEST_QUERY_LOG = 4000

_QUERY_LOG_TOO_LONG = N_(
    "A log in the address may have up to {limit} characters; send a longer one to {path}."
)
_ONLY_ONE = N_("It is there more than once.")
_ONE_OF = N_("One of these is expected: {expected}.")
_NOT_BOTH = N_("A game is made from a number or from another program's deal, not from both.")
_NONE_OFFERED = N_("This variant has no deals of other programs.")
_NO_SUCH_DEAL = N_("The program has no deal of this number.")


@router.post("/games", responses=NEW_GAME_PROBLEMS)
async def create_game(body: schemas.NewGameRequest) -> schemas.NewGameAnswer:
    """Make a game: a code, and the state before the first action."""
    game = _offer(body)
    return schemas.NewGameAnswer(code=format_code(game), state=state_answer(game, start(game)))


@router.get("/games/{code}", responses=GAME_PROBLEMS, response_model=schemas.State)
async def get_game(
    request: Request,
    code: Annotated[
        str, Path(description="A game code.", openapi_examples=shown("SP1-S4C-AAAAAAD"))
    ],
    log: Annotated[
        str,
        Query(
            description="A log, with commas; up to 4,000 characters.",
            openapi_examples=shown("0-3,9-7"),
        ),
    ] = "",
) -> Response:
    """Get a game's state, perhaps after a log."""
    if len(request.query_params.getlist("log")) > 1:
        raise InvalidRequest([(("query", "log"), _ONLY_ONE, {})])
    if len(log) > LONGEST_QUERY_LOG:
        fields = {"limit": LONGEST_QUERY_LOG, "path": "/v1/replay"}
        raise Problem(Code.URI_TOO_LONG, _QUERY_LOG_TOO_LONG, fields)
    game, actions = read_game(code, log.split(",") if log else [])
    async with turn(len(actions)):
        state = (await replay_legal(game, actions)).state
    body = to_json(state_answer(game, state))
    return cached_bytes(request, body, "application/json", ONE_DAY)


@router.post("/replay", responses=REPLAY_PROBLEMS)
async def replay_log(body: schemas.ReplayRequest) -> schemas.ReplayAnswer:
    """Replay a log: the state after it, and the events from an action on."""
    game, log = read_game(body.code, body.log)
    told: list[Event] = []
    async with turn(len(log)):
        played = await replay_legal(game, log, body.events_from)
        for place, outcome in enumerate(played.outcomes):
            told += events(outcome)
            if place % PIECE == PIECE - 1:
                await asyncio.sleep(0)
    return schemas.ReplayAnswer(state=state_answer(game, played.state), events=told)


@router.post("/play", responses=REPLAY_PROBLEMS)
async def play_action(
    request: Request, response: Response, body: schemas.PlayRequest
) -> schemas.PlayAnswer:
    """Play one more action: what it does, or which rule it breaks."""
    language = speak(request, response)
    game, log = read_game(body.code, [*body.log, body.action])
    action = log.pop()
    async with turn(len(log)):
        state = (await replay_legal(game, log)).state
    outcome = play(state, action)
    if isinstance(outcome, Violation):
        VIOLATIONS.labels(outcome.code.value).inc()
        violation, told = violation_answer(language, outcome), []
    else:
        violation, told = None, events(outcome)
        log.append(action)
    return schemas.PlayAnswer(
        accepted=violation is None,
        violation=violation,
        action=format_action(action),
        events=told,
        log=format_log(log),
        state=state_answer(game, state),
    )


@router.post("/targets", responses=REPLAY_PROBLEMS)
async def list_targets(
    request: Request, response: Response, body: schemas.TargetsRequest
) -> schemas.TargetsAnswer:
    """List, for one group, every column's verdict and its reason."""
    language = speak(request, response)
    game, log = read_game(body.code, body.log)
    async with turn(len(log)):
        state = (await replay_legal(game, log)).state
    return targets_answer(language, state, body.column, body.count)


@router.post("/verify", responses=READING_PROBLEMS)
async def verify_log(
    request: Request, response: Response, body: schemas.VerifyRequest
) -> schemas.VerifyAnswer:
    """Verify that a log is legal, and that it reaches what is claimed."""
    language = speak(request, response)
    game, log = read_game(body.code, body.log)
    async with turn(len(log)):
        played = await _replay(game, log)
    return verify_answer(language, played, body.claim)


def read_game(code: str, texts: list[str]) -> tuple[GameCode, list[Action]]:
    """The game and the log that are meant; the code is read first."""
    try:
        game = parse_code(code)
        if len(texts) > settings.max_log_actions:
            raise log_too_long()
        return game, parse_log(texts)
    except CodeError as error:
        raise InvalidCode(error) from None
    except ActionError as error:
        raise InvalidAction(error) from None


async def _replay(game: GameCode, log: list[Action], outcomes_from: int | None = None) -> Replay:
    """Replay the log piece by piece: between two pieces other requests have their turn."""
    state, outcomes = start(game), list[Outcome]()
    applied, violation = 0, None
    while applied < len(log) and violation is None:
        if applied:
            await asyncio.sleep(0)
        piece = log[applied : applied + PIECE]
        kept_from = None if outcomes_from is None else max(0, outcomes_from - applied)
        _, played, violation, kept = replay(state, piece, kept_from)
        outcomes += kept
        applied += played
    ACTIONS.inc(applied)
    if violation is not None:
        VIOLATIONS.labels(violation.code.value).inc()
    return Replay(state, applied, violation, outcomes)


async def replay_legal(
    game: GameCode, log: list[Action], outcomes_from: int | None = None
) -> Replay:
    """Replay the log. Raises the problem of its first illegal action."""
    played = await _replay(game, log, outcomes_from)
    if played.violation is not None:
        raise IllegalLog(played.applied, format_action(log[played.applied]), played.violation)
    return played


def _offer(body: schemas.NewGameRequest) -> GameCode:
    """The game that is asked for, with the variant's defaults where the request leaves it open."""
    variant = VARIANTS.get(body.variant or SPIDER.id)
    if variant is None:
        raise _not_offered(["variant"], VARIANTS)
    suits = variant.default_suits if body.suits is None else body.suits
    if suits not in variant.blocks:
        raise _not_offered(["suits"], variant.blocks)
    offered = {rules.id: rules for rules in variant.rules}
    rules = variant.default_rules if body.rules is None else offered.get(body.rules)
    if rules is None:
        raise _not_offered(["rules"], offered)
    if body.import_ is not None and body.number is not None:
        raise InvalidRequest([(("body", "number"), _NOT_BOTH, {})])
    if body.import_ is not None:
        return game_code(variant, suits, rules, _import(body.import_, variant, suits))
    number = secrets.randbelow(NUMBERS) if body.number is None else body.number
    return game_code(variant, suits, rules, number)


def _import(asked: schemas.Import, variant: Variant, suits: int) -> tuple[Card, ...]:
    """The deck that another program deals for this number."""
    if asked.program not in variant.imports:
        raise _not_offered(("import", "program"), variant.imports)
    try:
        return imported_deck(asked.program, asked.number, variant, suits)
    except UnknownNumberError:
        raise InvalidRequest([(("body", "import", "number"), _NO_SUCH_DEAL, {})]) from None


def _not_offered(path: Sequence[str], offered: Collection[object]) -> InvalidRequest:
    if not offered:
        return InvalidRequest([(("body", *path), _NONE_OFFERED, {})])
    expected = ", ".join(str(item) for item in offered)
    return InvalidRequest([(("body", *path), _ONE_OF, {"expected": expected})])
