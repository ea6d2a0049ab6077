"""What is said of a refused action: from the rule's number to a violation and its parameters."""

from collections.abc import Callable
from itertools import pairwise

from engine.actions import CELL, Action, Command, Move, Take, format_place
from engine.cards import Card, format_card, format_cards
from engine.rules import (
    first_empty_column,
    refused_deal,
    refused_move,
    refused_take,
    refused_undo,
)
from engine.state import PLAYING, State
from engine.tables import DESCENDS, JOINS
from engine.violations import BY_NUMBER, NO_SUCH_COLUMN, NOT_DESCENDING, Params, Rule, Violation

_FAR = 1000
"""More than any column, place or count."""


def violation(state: State, action: Action) -> Violation | None:
    """The first rule that `action` breaks in `state`; None where it is legal."""
    if isinstance(action, Move):
        return move_violation(state, *action)
    if isinstance(action, Take):
        refused = refused_take(state, action.column)
    elif action is Command.DEAL:
        refused = refused_deal(state)
    elif action is Command.UNDO:
        refused = refused_undo(state)
    else:
        refused = 0 if state.over == PLAYING else 1
    return explained(state, action, refused) if refused else None


def move_violation(state: State, from_: int, to: int, count: int) -> Violation | None:
    """The first rule that this move breaks; any whole numbers may be asked about."""
    near = [max(-1, min(number, _FAR)) for number in (from_, to, count)]
    refused = refused_move(state, *near)
    return explained(state, Move(from_, to, count), refused) if refused else None


def column_move_violation(state: State, from_: int, to: int, count: int) -> Violation | None:
    """The same as `move_violation`, but `from_` and `to` are columns whatever the numbers."""
    if state.over == PLAYING:
        for column in (from_, to):
            if not 0 <= column < state.column_count:
                return Violation(Rule.NO_SUCH_COLUMN, _no_such_column(state, column))
    return move_violation(state, from_, to, count)


def explained(state: State, action: Action, refused: int) -> Violation:
    """The violation of the rule with number `refused`, which `action` breaks."""
    rule = BY_NUMBER[refused]
    assert rule is not None
    if isinstance(action, Move):
        return Violation(rule, _MOVE_PARAMS[rule](state, action, refused))
    column = action.column if isinstance(action, Take) else 0
    return Violation(rule, _PARAMS[rule](state, column))


def _no_such_column(state: State, column: int) -> Params:
    return {"column": column, "columns": state.column_count}


def _missing_place(state: State, move: Move, refused: int) -> Params:
    """Which of the two places is not there: the source is looked at first."""
    source_is_there = 0 <= move.from_ < state.column_count or (
        move.from_ >= CELL and state.pile(min(move.from_, _FAR)) >= 0
    )
    place = move.to if source_is_there else move.from_
    if refused == NO_SUCH_COLUMN:
        return _no_such_column(state, place)
    return {"place": str(format_place(place))}


def _where(place: int) -> Params:
    return {"column": place} if place < CELL else {"place": str(format_place(place))}


def _count(state: State, move: Move, _refused: int) -> Params:
    available = state.sizes[move.from_]
    return {"column": move.from_, "count": move.count, "available": available}


def _face_down(state: State, move: Move, _refused: int) -> Params:
    face_up = state.sizes[move.from_] - state.face_down[move.from_]
    return {"column": move.from_, "count": move.count, "face_up": face_up}


def _broken_group(state: State, move: Move, refused: int) -> Params:
    bit = DESCENDS if refused == NOT_DESCENDING else JOINS
    group = state.pile_cards(move.from_)[-move.count :]
    for below, card in pairwise(group):
        if not state.lies[below << 6 | card] & bit:
            return {"cards": format_cards((below, card))}
    raise AssertionError(move)


def _first(state: State, move: Move) -> Card:
    return state.pile_cards(state.pile(move.from_))[-move.count]


def _onto(state: State, move: Move, _refused: int) -> Params:
    end = state.pile_cards(move.to)[-1]
    return {"card": format_card(_first(state, move)), "onto": format_card(end)}


_MOVE_PARAMS: dict[Rule, Callable[[State, Move, int], Params]] = {
    Rule.GAME_OVER: lambda state, _move, _refused: {"status": state.status.value},
    Rule.NO_SUCH_COLUMN: _missing_place,
    Rule.NO_SUCH_CELL: _missing_place,
    Rule.SAME_COLUMN: lambda _state, move, _refused: {"column": move.to},
    Rule.EMPTY_SOURCE: lambda _state, move, _refused: _where(move.from_),
    Rule.NOT_ENOUGH_CARDS: _count,
    Rule.FACE_DOWN: _face_down,
    Rule.NOT_DESCENDING: _broken_group,
    Rule.MIXED_COLOURS: _broken_group,
    Rule.MIXED_SUITS: _broken_group,
    Rule.CELL_TAKEN: lambda _state, move, _refused: _where(move.to),
    Rule.ONLY_KINGS: lambda state, move, _refused: {
        "card": format_card(_first(state, move)),
        "column": move.to,
    },
    Rule.WHOLE_COLUMN_TO_EMPTY: lambda _state, move, _refused: {
        "from": move.from_,
        "to": move.to,
    },
    Rule.ONTO_ACE: _onto,
    Rule.WRONG_RANK: _onto,
    Rule.WRONG_SUIT: _onto,
}

_PARAMS: dict[Rule, Callable[[State, int], Params]] = {
    Rule.GAME_OVER: lambda state, _column: {"status": state.status.value},
    Rule.NO_SUCH_COLUMN: _no_such_column,
    Rule.NO_SUCH_CELL: lambda _state, place: {"place": str(format_place(place))},
    Rule.NO_RUN: lambda _state, column: {"column": column},
    Rule.NO_DEAL: lambda _state, _column: {},
    Rule.STOCK_EMPTY: lambda _state, _column: {},
    Rule.EMPTY_COLUMN: lambda state, _column: {"column": first_empty_column(state)},
    Rule.UNDO_LIMIT: lambda state, _column: (
        {} if state.rules.undo_limit is None else {"limit": state.rules.undo_limit}
    ),
    Rule.NOTHING_TO_UNDO: lambda _state, _column: {},
}
