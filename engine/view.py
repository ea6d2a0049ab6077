"""The view: what a player sees of a state. Hidden cards and the stock's are stripped here.

Like an event, a view is plain data in the form that goes over the wire.
"""

from typing import Any, TypeAlias

from engine.actions import Command, Move, format_action, format_place
from engine.cards import SUITS, format_cards
from engine.moves import best_moves, legal_moves, legal_takes, target_kind
from engine.refusals import violation
from engine.rules import dealt_columns
from engine.rulesets import Runs
from engine.state import State, Status

View: TypeAlias = dict[str, Any]


def view(state: State) -> View:
    """Make the view of `state`, which is not changed."""
    legal = _legal(state)
    playing = state.status is Status.PLAYING
    return {
        "status": state.status.value,
        "stuck": playing and not (legal["moves"] or legal["deal"] or legal.get("takes")),
        "score": state.score,
        "moves": state.moves,
        "undos": state.undos,
        "undo_available": state.undo_available if playing else 0,
        "columns": [
            {"hidden": hidden, "cards": format_cards(cards[hidden:])}
            for cards, hidden in zip(state.columns, state.hidden, strict=False)
        ],
        "stock": _stock(state),
        "runs": suits_left(state),
        "legal": legal,
        **_cells_and_reserves(state),
    }


def _cells_and_reserves(state: State) -> dict[str, Any]:
    """What only some variants have: the cards in the cells (a card or None) and in the reserves."""
    piles = [format_cards(cards) for cards in state.piles[state.column_count :]]
    cells, reserves = piles[: state.cell_count], piles[state.cell_count :]
    shown: dict[str, Any] = {}
    if cells:
        shown["cells"] = [cards[0] if cards else None for cards in cells]
    if reserves:
        shown["reserve"] = reserves
    return shown


def suits_left(state: State) -> list[str]:
    """The suits of the runs that have left, in the order in which they left."""
    return [SUITS[suit] for suit in state.runs]


def _stock(state: State) -> dict[str, int]:
    cards = state.stock_size - state.dealt
    return {
        "cards": cards,
        "deals": -(-cards // (state.rules.refill or dealt_columns(state).bit_count())),
    }


def _legal(state: State) -> dict[str, Any]:
    forbidden = violation(state, Command.DEAL)
    moves = legal_moves(state)
    best = best_moves(state, moves)
    legal: dict[str, Any] = {
        "deal": forbidden is None,
        "deal_violation": None if forbidden is None else forbidden.code.value,
        "undo": violation(state, Command.UNDO) is None,
        "resign": violation(state, Command.RESIGN) is None,
        "moves": [_move(state, move, move in best) for move in moves],
    }
    if state.rules.runs is Runs.TAKEN:
        legal["takes"] = [take.column for take in legal_takes(state)]
    return legal


def _move(state: State, move: Move, best: bool) -> dict[str, Any]:
    from_, to, count = move
    return {
        "action": format_action(move),
        "from": format_place(from_),
        "to": format_place(to),
        "count": count,
        "cards": format_cards(state.pile_cards(state.pile(from_))[-count:]),
        "target": target_kind(state, move),
        "best": best,
    }
