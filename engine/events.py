"""Events: what an action did, in the order in which a frontend animates it.

An event is plain data in the form that goes over the wire, told apart by its `type`: `move`,
`deal`, `flip`, `run`, `score`, `undo`, `won`, `resigned`. Columns count from 0, cards are two
characters. `score` is left out where the score did not change.
"""

from typing import Any, TypeAlias

from engine.actions import Command, format_action
from engine.cards import Card, format_card, format_cards, whole_run
from engine.play import Outcome, Undone
from engine.state import Step

Event: TypeAlias = dict[str, Any]


def events(outcome: Outcome) -> list[Event]:
    """The events of one action, first to last."""
    if isinstance(outcome, Step):
        return _step(outcome)
    if isinstance(outcome, Undone):
        return _undone(outcome)
    return [{"type": "resigned"}]


def _step(step: Step) -> list[Event]:
    score = step.score_before + step.cost
    told = [_played(step), *_score(step.cost, score)]
    if step.move is not None:
        told += _flip(step.move.from_, step.flip)
    for column, suit, points, flip in step.runs:
        score += points
        told.append({"type": "run", "column": column, "cards": format_cards(whole_run(suit))})
        told += _score(points, score)
        told += _flip(column, flip)
    if step.won:
        told.append({"type": "won"})
    return told


def _played(step: Step) -> Event:
    if step.move is None:
        dealt = enumerate(format_cards(step.cards))
        return {
            "type": "deal",
            "cards": [{"column": column, "card": card} for column, card in dealt],
        }
    from_, to, _ = step.move
    return {"type": "move", "from": from_, "to": to, "cards": format_cards(step.cards)}


def _flip(column: int, card: Card | None) -> list[Event]:
    return [] if card is None else [{"type": "flip", "column": column, "card": format_card(card)}]


def _score(delta: int, score: int) -> list[Event]:
    return [{"type": "score", "delta": delta, "score": score}] if delta else []


def _undone(undone: Undone) -> list[Event]:
    step = undone.step
    action = format_action(Command.DEAL if step.move is None else step.move)
    back = [_back(event) for event in reversed(_step(step)) if event["type"] not in _NOT_BACK]
    return [{"type": "undo", "action": action}, *back, *_score(undone.points, undone.score)]


_NOT_BACK = {"score", "won"}


def _back(event: Event) -> Event:
    """The same event, undone: it does not name a card that is hidden again."""
    if event["type"] == "deal":
        columns = [dealt["column"] for dealt in event["cards"]]
        return {"type": "deal", "columns": columns, "back": True}
    if event["type"] == "flip":
        return {"type": "flip", "column": event["column"], "back": True}
    return {**event, "back": True}
