"""Outlooks and hints: what takes no time is found here, the rest by a worker."""

from typing import Any, NamedTuple

from app.edge.metrics import HINTS, OUTLOOKS
from app.settings import settings
from app.solving.asking import ask
from app.solving.child import Question, unheard
from app.solving.pools import advisers
from app.wording.texts import N_
from engine.actions import format_action
from engine.hints import Reason as HintReason
from engine.hints import basic
from engine.outlook import Outlook, Prospect, Reason, outlook
from engine.state import PLAYING, State

_QUICK = 200
"""How many positions are looked at without a worker, which decides nearly all outlooks."""
_INTERRUPTED = N_("The search was interrupted; try again.")


class Advice(NamedTuple):
    """A suggestion as it goes over the wire."""

    action: str
    reason: HintReason
    params: dict[str, Any]
    share: float | None


class Game(NamedTuple):
    """A game's code and log, and the state that they lead to."""

    code: str
    log: list[str]
    state: State


async def outlook_of(game: Game) -> Outlook:
    """What is known of the game's future, from what the player sees."""
    budget = settings.outlook_budget
    found = outlook(game.state, min(_QUICK, budget))
    if found.prospect is Prospect.UNKNOWN and budget > _QUICK:
        fields = {"code": game.code, "log": game.log, "budget": budget}
        question = Question("outlook", fields)
        prospect, reason = await ask(advisers(), question, unheard, OUTLOOKS, _INTERRUPTED)
        found = Outlook(Prospect(prospect), reason and Reason(reason))
    OUTLOOKS.labels(found.prospect.value).inc()
    return found


async def hints_for(game: Game, level: str) -> list[Advice]:
    """Suggestions of a level, `basic` or `deep`, best first."""
    found = _basic(game.state) if level == "basic" else await _deep(game)
    HINTS.labels("some" if found else "none").inc()
    return found


def _basic(state: State) -> list[Advice]:
    return [Advice(format_action(item.action), *item[1:]) for item in basic(state)]


async def _deep(game: Game) -> list[Advice]:
    if game.state.over != PLAYING:
        return []
    question = Question("hint", {"code": game.code, "log": game.log})
    found = await ask(advisers(), question, unheard, HINTS, _INTERRUPTED)
    return [
        Advice(action, HintReason(reason), params, share) for action, reason, params, share in found
    ]
