"""The rules of an action: what is allowed, and which rule forbids the rest.

Everything that asks whether an action is legal asks here. The checks come in the fixed order of
`engine.violations.Rule`; `docs/rules.md` tells where each comes from.
"""

from collections.abc import Sequence
from itertools import pairwise

from engine.actions import CELL, RESERVE, Action, Command, Move, Take, format_place
from engine.cards import KING, Card, format_card, format_cards
from engine.rulesets import DealTo, Group, Runs
from engine.state import State, Status
from engine.tables import Table, Tables
from engine.violations import Params, Rule, Violation

_PLAYING = Status.PLAYING
_MOST_MOVED = 99
"""An action names its cards in two digits: of the longest columns a part has to stay."""


def ends_in_run(cards: Sequence[Card], hidden: int, tables: Tables) -> bool:
    """Whether a column's last thirteen cards are face up and make a run."""
    if len(cards) - hidden < KING or cards[-1] not in tables.run_ends:
        return False
    run = tables.run
    return all(card in run[below] for below, card in pairwise(cards[-KING:]))


def only_runs_left(
    columns: Sequence[Sequence[Card]], hidden: Sequence[int], tables: Tables
) -> bool:
    """Whether each column is empty or exactly a run: where runs stay, that is a won game."""
    return all(
        not cards or (len(cards) == KING and ends_in_run(cards, face_down, tables))
        for cards, face_down in zip(columns, hidden, strict=False)
    )


def group_length(cards: Sequence[Card], hidden: int, joins: tuple[Table, ...] | None) -> int:
    """How many cards at the end of a column can move together."""
    face_up = min(len(cards) - hidden, _MOST_MOVED)
    if joins is None or face_up < 2:
        return face_up
    longest = 1
    for joined in joins:
        length = 1
        while length < face_up and cards[-length] in joined[cards[-length - 1]]:
            length += 1
        longest = max(longest, length)
    return longest


def accepts(state: State, target: list[Card], first: Card, is_whole_column: bool) -> bool:
    """Whether a column takes a group whose first card is `first`, perhaps a whole column."""
    if target:
        return first in state.takes[target[-1]]
    if is_whole_column and not state.rules.whole_column_to_empty:
        return False
    return first in state.tables.opens


def dealt_columns(state: State) -> Sequence[int]:
    """The columns that a deal puts a card on, while the stock has enough."""
    columns = range(len(state.columns))
    if state.rules.deal_to is not DealTo.FILLED_COLUMNS:
        return columns
    return [column for column in columns if state.columns[column]] or [0]


def violation(state: State, action: Action) -> Violation | None:
    """The first rule that `action` breaks in `state`; None where it is legal."""
    if isinstance(action, Move):
        return move_violation(state, *action)
    if state.status is not _PLAYING:
        return _game_over(state)
    if isinstance(action, Take):
        return _take_violation(state, action.column)
    if action is Command.DEAL:
        return _deal_violation(state)
    if action is Command.UNDO:
        return _undo_violation(state)
    return None


def column_move_violation(state: State, from_: int, to: int, count: int) -> Violation | None:
    """The same as `move_violation`, but `from_` and `to` are columns whatever the numbers."""
    if state.status is _PLAYING:
        for column in (from_, to):
            if not 0 <= column < len(state.columns):
                return _no_such_column(state, column)
    return move_violation(state, from_, to, count)


def move_violation(state: State, from_: int, to: int, count: int) -> Violation | None:
    """The first rule that this move breaks; any whole numbers may be asked about."""
    if state.status is not _PLAYING:
        return _game_over(state)
    columns = len(state.columns)
    if not (0 <= from_ < columns and 0 <= to < columns):
        return _other_move_violation(state, from_, to)
    if from_ == to:
        return Violation(Rule.SAME_COLUMN, {"column": to})
    source = state.columns[from_]
    if not 1 <= count <= len(source) - state.hidden[from_] or count > _MOST_MOVED:
        return _count_violation(state, from_, count)
    if count > 1:
        joins = state.tables.joins
        if joins is not None and group_length(source, len(source) - count, joins) < count:
            return _broken_group(state, source[-count:])
    return _target_violation(state, from_, to, count)


def _other_move_violation(state: State, from_: int, to: int) -> Violation | None:
    """The same for a move from or to a cell, from a reserve, or to a place that is not there."""
    source, target = state.pile(from_), state.pile(to)
    if to >= RESERVE or (from_ >= CELL and to >= CELL):
        target = None
    if source is None or target is None:
        return _no_such_place(state, from_ if source is None else to)
    if not state.piles[source]:
        return Violation(Rule.EMPTY_SOURCE, _where(from_))
    if to < CELL:
        return _target_violation(state, source, to, 1)
    if state.piles[target]:
        return Violation(Rule.CELL_TAKEN, _where(to))
    return None


def _no_such_place(state: State, place: int) -> Violation:
    if place < CELL:
        return _no_such_column(state, place)
    return Violation(Rule.NO_SUCH_CELL, {"place": str(format_place(place))})


def _no_such_column(state: State, column: int) -> Violation:
    return Violation(Rule.NO_SUCH_COLUMN, {"column": column, "columns": len(state.columns)})


def _where(place: int) -> Params:
    return {"column": place} if place < CELL else {"place": str(format_place(place))}


def _game_over(state: State) -> Violation:
    return Violation(Rule.GAME_OVER, {"status": state.status.value})


def _count_violation(state: State, column: int, count: int) -> Violation:
    """Why so many cards cannot be taken from the column."""
    available = len(state.columns[column])
    if not available:
        return Violation(Rule.EMPTY_SOURCE, {"column": column})
    if not 1 <= count <= min(available, _MOST_MOVED):
        params = {"column": column, "count": count, "available": available}
        return Violation(Rule.NOT_ENOUGH_CARDS, params)
    face_up = available - state.hidden[column]
    params = {"column": column, "count": count, "face_up": face_up}
    return Violation(Rule.FACE_DOWN, params)


def _broken_group(state: State, group: list[Card]) -> Violation:
    """Why the group cannot move: a gap in its ranks comes before a change of colour or suit."""
    descends, joins = state.tables.descends, state.tables.joins
    for below, card in pairwise(group):
        if card not in descends[below]:
            return Violation(Rule.NOT_DESCENDING, {"cards": format_cards((below, card))})
    assert joins is not None
    mixed = next((below, card) for below, card in pairwise(group) if card not in joins[0][below])
    rule = Rule.MIXED_COLOURS if state.rules.group is Group.ONE_COLOUR else Rule.MIXED_SUITS
    return Violation(rule, {"cards": format_cards(mixed)})


def _target_violation(state: State, from_: int, to: int, count: int) -> Violation | None:
    source, target = state.piles[from_], state.columns[to]
    first = source[-count]
    if accepts(state, target, first, count == len(source) and from_ < len(state.columns)):
        return None
    if not target:
        if first not in state.tables.opens:
            return Violation(Rule.ONLY_KINGS, {"card": format_card(first), "column": to})
        return Violation(Rule.WHOLE_COLUMN_TO_EMPTY, {"from": from_, "to": to})
    end = target[-1]
    params = {"card": format_card(first), "onto": format_card(end)}
    if first in state.tables.ranks[end]:
        return Violation(Rule.WRONG_SUIT, params)
    return Violation(Rule.WRONG_RANK if state.takes[end] else Rule.ONTO_ACE, params)


def _take_violation(state: State, column: int) -> Violation | None:
    if column >= len(state.columns):
        return _no_such_place(state, column)
    cards, hidden = state.columns[column], state.hidden[column]
    if state.rules.runs is Runs.TAKEN and ends_in_run(cards, hidden, state.tables):
        return None
    return Violation(Rule.NO_RUN, {"column": column})


def _deal_violation(state: State) -> Violation | None:
    rules = state.rules
    if rules.deal_to is DealTo.NONE:
        return Violation(Rule.NO_DEAL, {})
    if state.dealt == len(state.stock):
        return Violation(Rule.STOCK_EMPTY, {})
    if not rules.deal_over_empty and [] in state.columns:
        return Violation(Rule.EMPTY_COLUMN, {"column": state.columns.index([])})
    return None


def _undo_violation(state: State) -> Violation | None:
    if state.history:
        return None
    if state.forgotten:
        limit = state.rules.undo_limit
        return Violation(Rule.UNDO_LIMIT, {} if limit is None else {"limit": limit})
    return Violation(Rule.NOTHING_TO_UNDO, {})
