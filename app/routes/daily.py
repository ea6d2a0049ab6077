"""The day's game: a date → its certificate, published or made on demand → its code and par."""

from datetime import date
from typing import Annotated, NamedTuple, TypeAlias

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BeforeValidator

from app import schemas
from app.caching import ONE_DAY, cached_answer
from app.daily.certificates import Day, certificates
from app.daily.dates import parse_date, seconds_left, today
from app.daily.published import FIRST, SUITS, calendar
from app.edge.clients import NoAnswer, unless_gone
from app.openapi.operations import DAILY_PROBLEMS, TODAY_PROBLEMS, shown
from app.problems import InvalidRequest, Problem
from app.settings import settings
from app.wording.problemtexts import Code
from app.wording.texts import N_
from engine.codes import format_code, game_code
from engine.daily import Certificate, daily_number, par_score
from engine.rulesets import RuleSet
from engine.variants import SPIDER

router = APIRouter(prefix="/v1/daily", tags=["Daily game"])

_NOT_YET = N_("Today is {today} in UTC; later days have no game yet.")
_ONLY_ONE = N_("It is there more than once.")
_DIGITS = {str(suits): suits for suits in SUITS}
_RULES = {rules.id: rules for rules in SPIDER.rules}


class Kind(NamedTuple):
    """Which of a date's games is meant."""

    suits: int
    rules: RuleSet


def _kind(
    request: Request,
    suits: Annotated[
        schemas.DailySuits,
        BeforeValidator(lambda text: _DIGITS.get(text, text)),
        Query(description="How many suits."),
    ] = 1,
    rules: Annotated[
        schemas.RuleSetId, Query(description="The rule set; the deal is the same in each.")
    ] = "classic",
) -> Kind:
    """Which of a date's games is asked for."""
    twice = [name for name in ("suits", "rules") if len(request.query_params.getlist(name)) > 1]
    if twice:
        raise InvalidRequest([(("query", name), _ONLY_ONE, {}) for name in twice])
    return Kind(suits, _RULES[rules])


_Asked: TypeAlias = Annotated[Kind, Depends(_kind)]


@router.get("", responses=TODAY_PROBLEMS, response_model=schemas.DailyAnswer)
async def get_todays_game(request: Request, kind: _Asked) -> Response:
    """Get the game of today, which is the date in UTC; it may be kept until midnight UTC."""
    day = today()
    answer = await unless_gone(request.receive, _answer(day, kind))
    return NoAnswer() if answer is None else cached_answer(request, answer, seconds_left(day))


@router.get("/{date}", responses=DAILY_PROBLEMS, response_model=schemas.DailyAnswer)
async def get_daily_game(
    request: Request,
    day: Annotated[
        date,
        BeforeValidator(parse_date),
        Path(
            alias="date",
            description="A date of the Gregorian calendar, `YYYY-MM-DD`.",
            openapi_examples=shown("2026-01-01"),
        ),
    ],
    kind: _Asked,
) -> Response:
    """Get the game of a date, which is the same for everyone."""
    answer = await unless_gone(request.receive, _answer(day, kind))
    return NoAnswer() if answer is None else cached_answer(request, answer, ONE_DAY)


async def _answer(day: date, kind: Kind) -> schemas.DailyAnswer:
    """A date's game. Raises the problem of one that is not to be told yet."""
    secret = _secret()
    if secret and day > today():
        raise Problem(Code.NOT_YET, _NOT_YET, {"today": today()})
    found = await _certificate(day, kind.suits, secret)
    number = daily_number(str(day), kind.suits, found.counter if found else 0, secret)
    code = game_code(SPIDER, kind.suits, kind.rules, number)
    return schemas.DailyAnswer.model_validate(
        {
            "date": day,
            "suits": kind.suits,
            "code": format_code(code),
            "certified": found is not None,
            "par": found and _par(found, code.rules),
        }
    )


async def _certificate(day: date, suits: int, secret: bytes) -> Certificate | None:
    """How the date's deal is known to be winnable; none where it is not."""
    if not secret:
        return calendar().get((day, suits))
    if day < FIRST or not settings.solve:
        return None
    return await certificates.of(Day(str(day), suits, secret.hex()))


def _par(found: Certificate, rules: RuleSet) -> schemas.Par:
    return schemas.Par(actions=found.actions, score=par_score(rules, found.actions))


def _secret() -> bytes:
    """The secret of the numbers, empty where there is none."""
    secret = settings.daily_secret
    return b"" if secret is None else secret.get_secret_value().encode("utf-8", "surrogateescape")
