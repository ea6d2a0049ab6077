"""Replay: a log played from a game's start, as one fold."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.actions import Action
from engine.play import Outcome, play
from engine.state import State
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


def replay(state: State, log: Iterable[Action], outcomes_from: int | None = None) -> Replay:
    """Play `log` from `state`, which is changed, up to its first illegal action.

    `outcomes_from` is the index of the first action whose outcome is kept; None keeps none.
    """
    outcomes: list[Outcome] = []
    applied = 0
    for action in log:
        outcome = play(state, action)
        if isinstance(outcome, Violation):
            return Replay(state, applied, outcome, outcomes)
        if outcomes_from is not None and applied >= outcomes_from:
            outcomes.append(outcome)
        applied += 1
    return Replay(state, applied, None, outcomes)
