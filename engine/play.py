"""The heart: one action changes the state, or a rule refuses it.

`play` is the only way in which a state changes. What an action did comes back as a value, from
which `engine.events` makes what a frontend animates; a refusal is a value too.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from engine.actions import Action, Command, Move
from engine.cards import KING, Card, whole_run
from engine.rules import ends_in_run, move_violation, violation
from engine.state import RunLeft, State, Status, Step
from engine.violations import Violation


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
    if isinstance(action, Move):
        from_, to, count = action
        return move_violation(state, from_, to, count) or _move(state, action)
    refusal = violation(state, action)
    if refusal is not None:
        return refusal
    if action is Command.DEAL:
        return _deal(state)
    if action is Command.UNDO:
        return _undo(state)
    state.status = Status.RESIGNED
    return Resigned()


def _move(state: State, move: Move) -> Step:
    from_, to, count = move
    source = state.columns[from_]
    cards = source[-count:]
    del source[-count:]
    state.columns[to] += cards
    flip = _turn_up(state, from_)
    touched = (from_, to) if from_ < to else (to, from_)
    return _finish(state, move, cards, flip, touched)


def _deal(state: State) -> Step:
    cards = list(state.stock[state.dealt : state.dealt + len(state.columns)])
    state.dealt += len(cards)
    for column, card in zip(state.columns, cards, strict=False):
        column.append(card)
    return _finish(state, None, cards, None, range(len(cards)))


def _finish(
    state: State,
    move: Move | None,
    cards: list[Card],
    flip: Card | None,
    touched: Iterable[int],
) -> Step:
    """Pay for what was played, let finished runs leave the touched columns, remember the step."""
    score_before, moves_before = state.score, state.moves
    price = state.rules.deal_price if move is None else state.rules.move_price
    cost = -price if price <= score_before else -score_before
    state.score = score_before + cost
    state.moves = moves_before + 1
    runs = _take_runs(state, touched)
    won = bool(runs) and len(state.runs) == state.runs_to_win
    if won:
        state.status = Status.WON
    step = Step(move, cards, flip, cost, runs, won, score_before, moves_before)
    history = state.history
    if len(history) == history.maxlen:
        state.forgotten = True
    history.append(step)
    return step


def _take_runs(state: State, touched: Iterable[int]) -> tuple[RunLeft, ...]:
    """Let every run at the end of the touched columns leave, first column to last."""
    runs: tuple[RunLeft, ...] = ()
    for column in touched:
        cards = state.columns[column]
        # A position may hold a finished run below another: both leave.
        while len(cards) >= KING and ends_in_run(cards, state.hidden[column]):
            suit = cards[-1] >> 4
            del cards[-KING:]
            state.runs.append(suit)
            points = state.rules.run_points
            state.score += points
            runs += (RunLeft(column, suit, points, _turn_up(state, column)),)
    return runs


def _turn_up(state: State, column: int) -> Card | None:
    """Turn up the column's last card if no other is face up, and say which it is."""
    cards = state.columns[column]
    if cards and state.hidden[column] == len(cards):
        state.hidden[column] -= 1
        return cards[-1]
    return None


def _undo(state: State) -> Undone:
    """Take the newest step back: its runs first, then what was moved or dealt."""
    step = state.history.pop()
    score = state.score
    for run in reversed(step.runs):
        state.runs.pop()
        state.score -= run.points
        state.hidden[run.column] += run.flip is not None
        state.columns[run.column] += whole_run(run.suit)
    if step.move is None:
        _take_up(state, step.cards)
    else:
        from_, to, count = step.move
        state.hidden[from_] += step.flip is not None
        del state.columns[to][-count:]
        state.columns[from_] += step.cards
    rules = state.rules
    if rules.undo_restores:
        state.score, state.moves = step.score_before, step.moves_before
    state.score = max(0, state.score - rules.undo_price)
    state.undos += 1
    return Undone(step, state.score - score, state.score)


def _take_up(state: State, cards: list[Card]) -> None:
    """Put dealt cards back on the stock."""
    for column in state.columns[: len(cards)]:
        column.pop()
    state.dealt -= len(cards)
