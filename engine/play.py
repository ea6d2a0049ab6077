"""The heart: one action changes the state, or a rule refuses it.

`play` is the only way in which a state changes. What an action did comes back as a value, from
which `engine.events` makes what a frontend animates; a refusal is a value too.
"""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from engine.actions import CELL, Action, Command, Move, Take
from engine.cards import KING, Card
from engine.rules import dealt_columns, ends_in_run, move_violation, only_runs_left, violation
from engine.rulesets import Runs
from engine.state import RunLeft, State, Status, Step
from engine.violations import Violation

_LEAVE, _STAY = Runs.LEAVE, Runs.STAY


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
    if isinstance(action, Take):
        return _take(state, action)
    if action is Command.DEAL:
        return _deal(state)
    if action is Command.UNDO:
        return _undo(state)
    state.status = Status.RESIGNED
    return Resigned()


def settle(state: State) -> None:
    """Let the runs leave that a deal has laid out whole, before the first action."""
    _take_runs(
        state, Step(Command.DEAL, [], None, state.score, state.moves), range(len(state.columns))
    )


def _move(state: State, move: Move) -> Step:
    from_, to, count = move
    if from_ >= CELL or to >= CELL:
        from_, to = _piles(state, move)
    rules, source, target = state.rules, state.piles[from_], state.piles[to]
    cards = source[-count:]
    del source[-count:]
    target += cards
    flip = _turn_up(state, from_) if state.hidden[from_] == len(source) else None
    step = Step(move, cards, flip, state.score, state.moves)
    if not source and rules.refill and from_ < len(state.columns):
        step.refill = _draw(state, rules.refill)
        source += step.refill
    _pay(state, step, rules.move_price)
    if len(target) >= KING or len(source) >= KING:
        _take_runs(state, step, (from_, to) if from_ < to else (to, from_))
    return _finish(state, step)


def _piles(state: State, move: Move) -> tuple[int, int]:
    """The indices of the piles that a legal move goes from and to."""
    from_, to = state.pile(move.from_), state.pile(move.to)
    assert from_ is not None
    assert to is not None
    return from_, to


def _deal(state: State) -> Step:
    columns = dealt_columns(state)
    cards = _draw(state, len(columns))
    step = Step(Command.DEAL, cards, None, state.score, state.moves)
    step.dealt_to = columns[: len(cards)]
    for column, card in zip(step.dealt_to, cards, strict=True):
        state.columns[column].append(card)
    _pay(state, step, state.rules.deal_price, counts=state.rules.deal_counts)
    _take_runs(state, step, step.dealt_to)
    return _finish(state, step)


def _take(state: State, take: Take) -> Step:
    step = Step(take, [], None, state.score, state.moves)
    step.runs = (_take_run(state, take.column),)
    return _finish(state, step)


def _draw(state: State, count: int) -> list[Card]:
    """The stock's next cards, as far as there are any."""
    cards = list(state.stock[state.dealt : state.dealt + count])
    state.dealt += len(cards)
    return cards


def _pay(state: State, step: Step, price: int, *, counts: bool = True) -> None:
    """Take the price off the score, as far as there is any, and count the move."""
    score = state.score
    step.cost = -price if price <= score else -score
    state.score = score + step.cost
    state.moves += counts


def _finish(state: State, step: Step) -> Step:
    """See whether the game is won, and remember the step."""
    rules, history = state.rules, state.history
    if rules.runs is _STAY:
        step.runs = _take_all_runs(state, step)
    if step.runs and len(state.runs) == state.runs_to_win:
        step.won = True
        state.status = Status.WON
    if len(history) == history.maxlen:
        state.forgotten = True
    history.append(step)
    if (step.runs and rules.run_ends_undo) or (step.dealt_to and rules.deal_ends_undo):
        history.clear()
        state.forgotten = True
    return step


def _take_runs(state: State, step: Step, touched: Iterable[int]) -> None:
    """Let every run at the end of the touched columns leave, first column to last."""
    if state.rules.runs is not _LEAVE:
        return
    for column in touched:
        cards = state.piles[column]
        # A position may hold a finished run below another: both leave.
        while ends_in_run(cards, state.hidden[column], state.tables):
            step.runs += (_take_run(state, column),)


def _take_run(state: State, column: int) -> RunLeft:
    cards = state.columns[column]
    run = cards[-KING:]
    del cards[-KING:]
    state.runs.append(run[0] >> 4)
    points = state.rules.run_points
    state.score += points
    return RunLeft(column, run, points, _turn_up(state, column))


def _take_all_runs(state: State, step: Step) -> tuple[RunLeft, ...]:
    """Where runs stay: once nothing else is left on the table, all of them leave."""
    if isinstance(step.action, Move):
        to = step.action.to
        if to >= CELL or len(state.columns[to]) != KING:
            return ()  # where the cards have gone there is no run
    if state.dealt < len(state.stock) or any(state.piles[len(state.columns) :]):
        return ()
    if not only_runs_left(state.columns, state.hidden, state.tables):
        return ()
    filled = [column for column, cards in enumerate(state.columns) if cards]
    return tuple(_take_run(state, column) for column in filled)


def _turn_up(state: State, pile: int) -> Card | None:
    """Turn up the pile's last card if no other is face up, and say which it is."""
    cards = state.piles[pile]
    if cards and state.hidden[pile] == len(cards):
        state.hidden[pile] -= 1
        return cards[-1]
    return None


def _undo(state: State) -> Undone:
    """Take the newest step back: its runs first, then what was moved or dealt."""
    step = state.history.pop()
    score, rules = state.score, state.rules
    for run in reversed(step.runs):
        state.runs.pop()
        state.score -= run.points
        state.hidden[run.column] += run.flip is not None
        state.columns[run.column] += run.cards
    if isinstance(step.action, Move):
        _move_back(state, step, step.action)
    for column in step.dealt_to:
        state.columns[column].pop()
    state.dealt -= len(step.dealt_to)
    if rules.undo_restores:
        state.score, state.moves = step.score_before, step.moves_before
    state.score = max(0, state.score - rules.undo_price)
    state.moves += rules.undo_counts
    state.undos += 1
    return Undone(step, state.score - score, state.score)


def _move_back(state: State, step: Step, move: Move) -> None:
    from_, to = _piles(state, move)
    if step.refill:
        del state.piles[from_][-len(step.refill) :]
        state.dealt -= len(step.refill)
    state.hidden[from_] += step.flip is not None
    del state.piles[to][-move.count :]
    state.piles[from_] += step.cards
