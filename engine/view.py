"""The view: what a player sees of a state. Hidden cards and the stock's are stripped here.

Like an event, a view is plain data in the form that goes over the wire.
"""

from typing import Any, TypeAlias

from engine.actions import Command, Move, format_action
from engine.cards import SUITS, format_cards
from engine.moves import best_moves, legal_moves, target_kind
from engine.rules import violation
from engine.state import State, Status

View: TypeAlias = dict[str, Any]


def view(state: State) -> View:
    """Make the view of `state`, which is not changed."""
    legal = _legal(state)
    playing = state.status is Status.PLAYING
    return {
        "status": state.status.value,
        "stuck": playing and not legal["moves"] and not legal["deal"],
        "score": state.score,
        "moves": state.moves,
        "undos": state.undos,
        "undo_available": len(state.history) if playing else 0,
        "columns": [
            {"hidden": hidden, "cards": format_cards(cards[hidden:])}
            for cards, hidden in zip(state.columns, state.hidden, strict=True)
        ],
        "stock": _stock(state),
        "runs": suits_left(state),
        "legal": legal,
    }


def suits_left(state: State) -> list[str]:
    """The suits of the runs that have left, in the order in which they left."""
    return [SUITS[suit] for suit in state.runs]


def _stock(state: State) -> dict[str, int]:
    cards = len(state.stock) - state.dealt
    return {"cards": cards, "deals": -(-cards // len(state.columns))}


def _legal(state: State) -> dict[str, Any]:
    forbidden = violation(state, Command.DEAL)
    moves = legal_moves(state)
    best = best_moves(state, moves)
    return {
        "deal": forbidden is None,
        "deal_violation": None if forbidden is None else forbidden.code.value,
        "undo": violation(state, Command.UNDO) is None,
        "resign": violation(state, Command.RESIGN) is None,
        "moves": [_move(state, move, move in best) for move in moves],
    }


def _move(state: State, move: Move, best: bool) -> dict[str, Any]:
    from_, to, count = move
    return {
        "action": format_action(move),
        "from": from_,
        "to": to,
        "count": count,
        "cards": format_cards(state.columns[from_][-count:]),
        "target": target_kind(state, move),
        "best": best,
    }
