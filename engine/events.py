"""Events: what an action did, in the order in which a frontend animates it.

An event is plain data in the form that goes over the wire, told apart by its `type`: `move`,
`deal`, `flip`, `run`, `score`, `undo`, `won`, `resigned`. Columns count from 0, cards are two
characters. `score` is left out where the score did not change.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from engine.actions import Move, format_action, format_place
from engine.cards import Card, format_card, format_cards
from engine.steps import Outcome, Step, Undone

Event: TypeAlias = dict[str, Any]


def events(outcome: Outcome) -> list[Event]:
    """The events of one action, first to last."""
    if isinstance(outcome, Step):
        return _step(outcome)
    if isinstance(outcome, Undone):
        return _undone(outcome)
    return [{"type": "resigned"}]


def _step(step: Step) -> list[Event]:
    score = step.score + step.cost
    told = [*_played(step), *_score(step.cost, score)]
    if isinstance(step.action, Move):
        told += _flip(step.action.from_, step.flip)
        told += _dealt(step.refill, [step.action.from_] * len(step.refill))
    for column, cards, points, flip in step.runs:
        score += points
        told.append({"type": "run", "column": column, "cards": format_cards(cards)})
        told += _score(points, score)
        told += _flip(column, flip)
    if step.won:
        told.append({"type": "won"})
    return told


def _played(step: Step) -> list[Event]:
    if isinstance(step.action, Move):
        from_, to = format_place(step.action.from_), format_place(step.action.to)
        return [{"type": "move", "from": from_, "to": to, "cards": format_cards(step.cards)}]
    return _dealt(step.cards, step.dealt_to)


def _dealt(cards: Sequence[Card], columns: Sequence[int]) -> list[Event]:
    dealt = [
        {"column": column, "card": card}
        for column, card in zip(columns, format_cards(cards), strict=True)
    ]
    return [{"type": "deal", "cards": dealt}] if dealt else []


def _flip(column: int, card: Card | None) -> list[Event]:
    return [] if card is None else [{"type": "flip", "column": column, "card": format_card(card)}]


def _score(delta: int, score: int) -> list[Event]:
    return [{"type": "score", "delta": delta, "score": score}] if delta else []


def _undone(undone: Undone) -> list[Event]:
    step = undone.step
    action = format_action(step.action)
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
