"""The view: what a player sees of a state. Hidden cards and the stock's are stripped here.

Like an event, a view is plain data in the form that goes over the wire.
"""

from typing import Any, TypeAlias

from engine.actions import Command, Move, format_action, format_place
from engine.cards import SUITS, format_cards
from engine.moves import best_moves, legal_moves, legal_takes, target_kind
from engine.refusals import violation
from engine.rules import dealt_columns, refused_deal, refused_undo
from engine.rulesets import Runs
from engine.state import PLAYING, ROOM, State
from engine.violations import BY_NUMBER

View: TypeAlias = dict[str, Any]

_TAKEN = Runs.TAKEN


def view(state: State) -> View:
    """Make the view of `state`, which is not changed."""
    shown = [_face_up(state, pile) for pile in range(state.pile_count)]
    legal = _legal(state, shown)
    playing = state.over == PLAYING
    return {
        "status": state.status.value,
        "stuck": playing and not (legal["moves"] or legal["deal"] or legal.get("takes")),
        "score": state.score,
        "moves": state.moves,
        "undos": state.undos,
        "undo_available": state.undo_available if playing else 0,
        "columns": [
            {"hidden": state.face_down[column], "cards": shown[column]}
            for column in range(state.column_count)
        ],
        "stock": _stock(state),
        "runs": suits_left(state),
        "legal": legal,
        **_cells_and_reserves(state, shown[state.column_count :]),
    }


def _face_up(state: State, pile: int) -> list[str]:
    """The cards of a pile that are not hidden."""
    start = pile * ROOM
    cards = state.cards[start + state.face_down[pile] : start + state.sizes[pile]]
    return format_cards(cards)


def _cells_and_reserves(state: State, shown: list[list[str]]) -> dict[str, Any]:
    """What only some variants have: the cards in the cells (a card or None) and in the reserves."""
    cells, reserves = shown[: state.cell_count], shown[state.cell_count :]
    aside: dict[str, Any] = {}
    if cells:
        aside["cells"] = [cards[0] if cards else None for cards in cells]
    if reserves:
        aside["reserve"] = reserves
    return aside


def suits_left(state: State) -> list[str]:
    """The suits of the runs that have left, in the order in which they left."""
    return [SUITS[suit] for suit in state.runs]


def _stock(state: State) -> dict[str, int]:
    cards = state.stock_size - state.dealt
    return {
        "cards": cards,
        "deals": -(-cards // (state.rules.refill or dealt_columns(state).bit_count())),
    }


def _legal(state: State, shown: list[list[str]]) -> dict[str, Any]:
    forbidden = refused_deal(state)
    moves = legal_moves(state)
    best = best_moves(state, moves)
    legal: dict[str, Any] = {
        "deal": not forbidden,
        "deal_violation": BY_NUMBER[forbidden].value if forbidden else None,
        "undo": not refused_undo(state),
        "resign": violation(state, Command.RESIGN) is None,
        "moves": [_move(state, shown, move, move in best) for move in moves],
    }
    if state.rules.runs is _TAKEN:
        legal["takes"] = [take.column for take in legal_takes(state)]
    return legal


def _move(state: State, shown: list[list[str]], move: Move, best: bool) -> dict[str, Any]:
    from_, to, count = move.from_, move.to, move.count
    return {
        "action": format_action(move),
        "from": format_place(from_),
        "to": format_place(to),
        "count": count,
        "cards": shown[state.pile(from_)][-count:],
        "target": target_kind(state, move),
        "best": best,
    }
