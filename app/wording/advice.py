"""Sentences about outlooks and hints, in the reader's language: what to do, and what for."""

from typing import Any

from app.wording.languages import LANGUAGES
from app.wording.messages import card_name, sentence
from app.wording.texts import N_, P_, Text, say
from engine.hints import Reason as HintReason
from engine.outlook import Reason

_OUTLOOKS = {
    Reason.GAME_OVER: N_("The game is over: it has been given up."),
    Reason.TOO_FEW_CARDS: N_(
        "There are fewer cards on the table than columns, so the stock can never be dealt."
    ),
    Reason.NO_MOVES: N_("No card can be moved, and no row can be dealt."),
    Reason.NO_PROGRESS: N_(
        "Cards can be moved, but no order of moves turns up a card, completes a run or lets a row "
        "be dealt."
    ),
    Reason.NO_WIN: N_("There are moves left, but no order of them turns up a card or wins."),
}

_ADVICE = N_("{action}: {effect}.")
_MOVE_CARD = N_("Move {card} from column {from} to column {to}")
_MOVE_CARDS = P_(
    "Move {count} card, {card} first, from column {from} to column {to}",
    "Move {count} cards, {card} first, from column {from} to column {to}",
    "count",
)
_TO_CELL = N_("Put {card} from column {from} in place {to}")
_FROM_PLACE = N_("Move {card} from place {from} to column {to}")
_TAKE = N_("Take the run at the end of column {from}")
_DEAL = N_("Deal a row")

_NOW: dict[HintReason, Text] = {
    HintReason.WIN: N_("that wins the game"),
    HintReason.COMPLETE_RUN: N_("that completes a run"),
    HintReason.TURN_UP: N_("that turns up a card"),
    HintReason.EMPTY_COLUMN: N_("that empties column {column}"),
    HintReason.BUILD_SUIT: N_("that joins cards of one suit"),
    HintReason.DEAL: N_("that brings new cards"),
    HintReason.PREPARE: N_("that prepares what comes next"),
}
_LATER: dict[HintReason, Text] = {
    HintReason.WIN: P_(
        "in {steps} action that wins the game", "in {steps} actions that wins the game", "steps"
    ),
    HintReason.COMPLETE_RUN: P_(
        "in {steps} action that completes a run", "in {steps} actions that completes a run", "steps"
    ),
    HintReason.TURN_UP: P_(
        "in {steps} action that turns up a card of column {column}",
        "in {steps} actions that turns up a card of column {column}",
        "steps",
    ),
    HintReason.EMPTY_COLUMN: P_(
        "in {steps} action that empties column {column}",
        "in {steps} actions that empties column {column}",
        "steps",
    ),
    HintReason.BUILD_SUIT: P_(
        "in {steps} action that joins cards of one suit",
        "in {steps} actions that joins cards of one suit",
        "steps",
    ),
    HintReason.DEAL: P_(
        "in {steps} action that lets a row be dealt",
        "in {steps} actions that lets a row be dealt",
        "steps",
    ),
}


def outlook_message(language: str, reason: Reason) -> str:
    """Why a dead game is dead."""
    return say(LANGUAGES[language], _OUTLOOKS[reason], {})


def hint_message(language: str, reason: HintReason, params: dict[str, Any]) -> str:
    """What to do, and what comes of it; columns count from 1."""
    fields = dict(params)
    for name in ("from", "to", "column"):
        if isinstance(fields.get(name), int):
            fields[name] += 1
    if "cards" in fields:
        fields["card"] = card_name(language, fields["cards"][0])
    effect = (_NOW if params["steps"] == 1 else _LATER)[reason]
    catalogue = LANGUAGES[language]
    told = say(catalogue, _action(params), fields), say(catalogue, effect, fields)
    return sentence(say(catalogue, _ADVICE, {"action": told[0], "effect": told[1]}))


def _action(params: dict[str, Any]) -> Text:
    """The sentence for what is moved, taken or dealt."""
    if "from" not in params:
        return _DEAL
    if "to" not in params:
        return _TAKE
    if isinstance(params["from"], str):
        return _FROM_PLACE
    if isinstance(params["to"], str):
        return _TO_CELL
    return _MOVE_CARD if params["count"] == 1 else _MOVE_CARDS
