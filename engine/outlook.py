"""The outlook: whether anything is left to be found in a game, from what the player sees of it.

A proof or nothing: `dead` is told only where every position that can be reached without a new card
was looked at. Hidden cards cannot matter, as the board that is searched does not have them.
"""

from enum import StrEnum
from typing import NamedTuple

from engine.exhaustion import Exploration, can_never_deal, explore
from engine.moves import legal_moves, legal_takes
from engine.rules import refused_deal
from engine.sight import seen
from engine.solver import Verdict, solve
from engine.state import PLAYING, WON, State


class Prospect(StrEnum):
    """What is known of a game's future."""

    OPEN = "open"
    DEAD = "dead"
    UNKNOWN = "unknown"


class Reason(StrEnum):
    """Why a game is dead, the first that holds."""

    GAME_OVER = "game-over"
    TOO_FEW_CARDS = "too-few-cards"
    NO_MOVES = "no-moves"
    NO_PROGRESS = "no-progress"
    NO_WIN = "no-win"


class Outlook(NamedTuple):
    """What is known, and why a dead game is dead."""

    prospect: Prospect
    reason: Reason | None


_OPEN = Outlook(Prospect.OPEN, None)
_UNKNOWN = Outlook(Prospect.UNKNOWN, None)


def outlook(state: State, budget: int) -> Outlook:
    """What is known of `state`, which is not changed, after a look at `budget` positions.

    `open`: a new card can be seen, a row dealt, or the game is won or can be. `dead`: none of that,
    in no order of moves, so the game cannot be won, or it is given up. `unknown`: the budget was
    spent. Where no card is left to turn up, a search for a win may take the budget once more.
    """
    if state.over != PLAYING:
        return _OPEN if state.over == WON else _dead(Reason.GAME_OVER)
    board, hidden_cards = seen(state)
    if can_never_deal(board):
        return _dead(Reason.TOO_FEW_CARDS)
    if is_stuck(board):
        return _dead(Reason.NO_MOVES)
    explored = explore(board, budget)
    if explored.found:
        return _OPEN
    if explored.ended:
        return _dead(_reason(board, explored))
    return _UNKNOWN if hidden_cards else _solved(board, budget)


def is_stuck(state: State) -> bool:
    """Whether nothing but undo or resign is left to do in a game that goes on."""
    able = legal_moves(state) or legal_takes(state) or not refused_deal(state)
    return state.over == PLAYING and not able


def _dead(reason: Reason) -> Outlook:
    return Outlook(Prospect.DEAD, reason)


def _reason(board: State, explored: Exploration) -> Reason:
    """Why it is dead; where runs stay, making one is no event, and so nothing is told of it."""
    no_run = not explored.completes and not board.tables.runs_stay
    return Reason.NO_PROGRESS if no_run else Reason.NO_WIN


def _solved(board: State, budget: int) -> Outlook:
    """What the solver knows of a board that hides nothing; it wins where a proof takes too long."""
    verdict = solve(board, budget, shorten=False).verdict
    if verdict is Verdict.WON:
        return _OPEN
    return _dead(Reason.NO_WIN) if verdict is Verdict.LOST else _UNKNOWN
