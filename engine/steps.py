"""What an action did: values from which `engine.events` makes what a frontend animates."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from engine.actions import Action, Command, Move, Take
from engine.cards import KING, Card
from engine.play import apply
from engine.records import (
    COLUMNS,
    COST,
    COUNT,
    DEAL,
    DRAWN,
    FLIP,
    FLIPPED,
    FROM,
    KIND,
    MOVE,
    RUNS,
    TO,
)
from engine.refusals import explained
from engine.state import ROOM, WON, State
from engine.violations import Violation


class RunLeft(NamedTuple):
    """A run that left `column`, what it brought, and the card that turned up below it, if any."""

    column: int
    cards: list[Card]
    points: int
    flip: Card | None


class Step(NamedTuple):
    """What a move, a deal or a take did.

    `cards` were moved, or dealt to the columns `dealt_to`; `refill` are the cards that the stock
    gave to the column that a move had emptied; `flip` is the card that turned up there. `score` is
    the score before the action, `cost` its real change (0 or less) before the runs.
    """

    action: Move | Take | Command
    cards: list[Card]
    dealt_to: Sequence[int]
    refill: list[Card]
    flip: Card | None
    score: int
    cost: int
    runs: list[RunLeft]
    won: bool


class Undone(NamedTuple):
    """An undo: the step that it took back, the real change of the score, and the score since."""

    step: Step
    points: int
    score: int


class Resigned(NamedTuple):
    """The game was given up."""


Outcome: TypeAlias = Step | Undone | Resigned


def play(state: State, action: Action) -> Outcome | Violation:
    """Play `action`, changing `state`, and say what it did.

    A refused action leaves the state as it was and gives the rule that it breaks.
    """
    if action is Command.UNDO and state.undo_available:
        step, score = _newest(state), state.score
        refused = apply(state, action)
        outcome: Outcome = Undone(step, state.score - score, state.score)
    else:
        score = state.score
        refused = apply(state, action)
        outcome = Resigned() if action is Command.RESIGN or refused else _newest(state, score)
    return explained(state, action, refused) if refused else outcome


def _newest(state: State, score: int | None = None) -> Step:
    """The newest action, told from its record and from the state that it led to."""
    record: int = state.history[len(state.history) - 1]
    kind, drawn = record >> KIND & 3, record >> DRAWN & 63
    from_, to, count = record >> FROM & 31, record >> TO & 31, record >> COUNT & 127
    runs = _runs(state, record >> RUNS & 63)
    cost = -(record >> COST & 255)
    if score is None:
        score = state.score - cost - sum([run.points for run in runs])
    action: Move | Take | Command = Command.DEAL
    cards, refill = list(state.stock[state.dealt - drawn : state.dealt]), list[Card]()
    dealt_to: list[int] = []
    if kind == MOVE:
        action = Move(state.place(from_), state.place(to), count)
        cards, refill = _moved(state, to, count, runs), cards
    elif kind == DEAL:
        dealt_to = [
            column for column in range(state.column_count) if record >> COLUMNS + column & 1
        ]
    else:
        action = Take(from_)
    return Step(
        action=action,
        cards=cards,
        dealt_to=dealt_to,
        refill=refill,
        flip=_last(state, from_) if record >> FLIP & 1 else None,
        score=score,
        cost=cost,
        runs=runs,
        won=state.over == WON,
    )


def _runs(state: State, count: int) -> list[RunLeft]:
    """The newest `count` runs that have left, oldest first."""
    left, points = len(state.left_from), state.tables.run_points
    return [
        RunLeft(
            column=state.left_from[place] & ~FLIPPED,
            cards=list(state.left[place * KING : (place + 1) * KING]),
            points=points,
            flip=_flipped(state, state.left_from[place]),
        )
        for place in range(left - count, left)
    ]


def _flipped(state: State, from_: int) -> Card | None:
    """The card that turned up below a run that left, told from what `left_from` says of it."""
    return _last(state, from_ & ~FLIPPED) if from_ & FLIPPED else None


def _moved(state: State, to: int, count: int, runs: list[RunLeft]) -> list[Card]:
    """The cards that were moved to a pile: some may have left it since, in runs."""
    cards = state.pile_cards(to)
    for run in reversed(runs):
        if run.column == to:
            cards += run.cards
    return cards[-count:]


def _last(state: State, pile: int) -> Card:
    return state.cards[pile * ROOM + state.sizes[pile] - 1]
