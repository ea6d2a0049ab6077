"""Replay: a log played from a game's start, as one fold."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import Action
from engine.play import apply
from engine.refusals import explained
from engine.state import State
from engine.steps import Outcome, play
from engine.violations import Violation


class Replay(NamedTuple):
    """The state after the log, how many actions were applied, and the first refusal, if any.

    With a refusal, `applied` is the index of the refused action and nothing after it was played.
    `outcomes` holds what the actions did, from the one that was asked for.
    """

    state: State
    applied: int
    violation: Violation | None
    outcomes: list[Outcome]


def replay(state: State, log: Sequence[Action], outcomes_from: int | None = None) -> Replay:
    """Play `log` from `state`, which is changed, up to its first illegal action.

    `outcomes_from` is the index of the first action whose outcome is kept; None keeps none.
    """
    told_from = len(log) if outcomes_from is None else outcomes_from
    for applied, action in enumerate(log[:told_from]):
        refused = apply(state, action)
        if refused:
            return Replay(state, applied, explained(state, action, refused), [])
    outcomes: list[Outcome] = []
    for applied, action in enumerate(log[told_from:], told_from):
        outcome = play(state, action)
        if isinstance(outcome, Violation):
            return Replay(state, applied, outcome, outcomes)
        outcomes.append(outcome)
    return Replay(state, len(log), None, outcomes)
