"""The heart: one action changes the state, or a rule refuses it.

`apply` is the only way in which a state changes: play, replay, verification, hints and the solver
all come here. `engine.steps` tells what an action did.
"""

from engine.actions import CELL, Action, Command, Move, Take
from engine.cards import KING
from engine.records import (
    COLUMNS,
    COST,
    COUNT,
    DEAL,
    DRAWN,
    FLIP,
    FLIPPED,
    FROM,
    KIND,
    MOVE,
    RUNS,
    TAKE,
    TO,
)
from engine.rules import (
    dealt_columns,
    ends_in_run,
    only_runs_left,
    refused_deal,
    refused_move,
    refused_take,
    refused_undo,
)
from engine.state import PLAYING, RESIGNED, ROOM, WON, State
from engine.violations import GAME_OVER

_DEAL, _UNDO = Command.DEAL, Command.UNDO
_MOVE, _TAKE = Move, Take


def apply(state: State, action: Action) -> int:
    """Play `action`, changing `state`; 0, or the number of the rule that refuses it.

    A refused action leaves the state as it was.
    """
    if type(action) is _MOVE:
        return apply_move(state, action.from_, action.to, action.count)
    if action is _DEAL:
        return apply_deal(state)
    if action is _UNDO:
        return apply_undo(state)
    if type(action) is _TAKE:
        return apply_take(state, action.column)
    if state.over != PLAYING:
        return GAME_OVER
    state.over = RESIGNED
    return 0


def apply_move(state: State, from_: int, to: int, count: int) -> int:
    """Move the last `count` cards from place to place, where the rules allow it."""
    refused = refused_move(state, from_, to, count)
    if refused:
        return refused
    if from_ >= CELL or to >= CELL:
        from_, to = state.pile(from_), state.pile(to)
    _carry(state, from_, to, count)
    record = _turn_up(state, from_) << FLIP
    if not state.sizes[from_] and state.tables.refill and from_ < state.column_count:
        record |= _refill(state, from_) << DRAWN
    record |= MOVE << KIND | count << COUNT | from_ << FROM | to << TO
    record |= _pay(state, state.tables.move_price) << COST
    state.moves += 1
    runs = 0
    if state.tables.runs_leave:
        if state.sizes[to] >= KING or state.sizes[from_] >= KING:
            runs = _let_leave(state, min(from_, to)) + _let_leave(state, max(from_, to))
    elif state.tables.runs_stay and to < state.column_count and state.sizes[to] == KING:
        runs = _end_where_runs_stay(state)
    _finish(state, record | runs << RUNS, runs)
    return 0


def apply_deal(state: State) -> int:
    """Deal a row from the stock, where the rules allow it."""
    refused = refused_deal(state)
    if refused:
        return refused
    wanted = dealt_columns(state)
    columns = drawn = 0
    for column in range(state.column_count):
        if wanted >> column & 1 and state.dealt < state.stock_size:
            _draw(state, column)
            columns |= 1 << column
            drawn += 1
    record = DEAL << KIND | drawn << DRAWN | columns << COLUMNS
    record |= _pay(state, state.tables.deal_price) << COST
    state.moves += state.tables.deal_counts
    runs = 0
    if state.tables.runs_leave:
        for column in range(state.column_count):
            if columns >> column & 1:
                runs += _let_leave(state, column)
    elif state.tables.runs_stay:
        runs = _end_where_runs_stay(state)
    _finish(state, record | runs << RUNS, runs)
    return 0


def apply_take(state: State, column: int) -> int:
    """Take the run at the end of a column, where the rules allow it."""
    refused = refused_take(state, column)
    if refused:
        return refused
    _take_run(state, column)
    _finish(state, TAKE << KIND | column << FROM | 1 << RUNS, 1)
    return 0


def apply_undo(state: State) -> int:
    """Take the newest action back, where the rules allow it, at the rule set's price."""
    refused = refused_undo(state)
    if refused:
        return refused
    tables = state.tables
    record: int = state.history.pop()
    take_back(state, record)
    state.score -= (record >> RUNS & 63) * tables.run_points
    if tables.undo_restores:
        state.score += record >> COST & 255
        kind = record >> KIND & 3
        state.moves -= kind == MOVE or (kind == DEAL and tables.deal_counts)
    state.score = max(0, state.score - tables.undo_price)
    state.moves += tables.undo_counts
    state.undos += 1
    return 0


def take_back(state: State, record: int) -> None:
    """Put the cards back where they were: first the runs, then what was moved or dealt."""
    for _ in range(record >> RUNS & 63):
        _put_run_back(state)
    kind = record >> KIND & 3
    if kind == MOVE:
        from_ = record >> FROM & 31
        drawn = record >> DRAWN & 63
        state.sizes[from_] -= drawn
        state.dealt -= drawn
        state.face_down[from_] += record >> FLIP & 1
        _carry(state, record >> TO & 31, from_, record >> COUNT & 127)
    elif kind == DEAL:
        for column in range(state.column_count):
            state.sizes[column] -= record >> (COLUMNS + column) & 1
        state.dealt -= record >> DRAWN & 63


def settle(state: State) -> None:
    """Let the runs leave that a deal has laid out whole, before the first action."""
    if state.tables.runs_leave:
        for column in range(state.column_count):
            _let_leave(state, column)


def _carry(state: State, from_: int, to: int, count: int) -> None:
    """Lay the last `count` cards of one pile on another."""
    size, end = state.sizes[from_] - count, state.sizes[to]
    source, target = from_ * ROOM + size, to * ROOM + end
    for place in range(count):
        state.cards[target + place] = state.cards[source + place]
    state.sizes[from_] = size
    state.sizes[to] = end + count


def _draw(state: State, column: int) -> None:
    """Lay the stock's next card on a column."""
    size = state.sizes[column]
    state.cards[column * ROOM + size] = state.stock[state.dealt]
    state.sizes[column] = size + 1
    state.dealt += 1


def _refill(state: State, column: int) -> int:
    """Fill an empty column from the stock, as far as there are cards; how many it were."""
    drawn = min(state.tables.refill, state.stock_size - state.dealt)
    for _ in range(drawn):
        _draw(state, column)
    return drawn


def _turn_up(state: State, pile: int) -> int:
    """Turn up the pile's last card if no other is face up; whether there was one to turn."""
    hidden = state.face_down[pile]
    if hidden and hidden == state.sizes[pile]:
        state.face_down[pile] = hidden - 1
        return 1
    return 0


def _pay(state: State, price: int) -> int:
    """Take the price off the score as far as there is any; what was paid."""
    paid = price if price <= state.score else state.score
    state.score -= paid
    return paid


def _let_leave(state: State, column: int) -> int:
    """Let the runs at the end of a column leave; a finished one may lie below another."""
    runs = 0
    while ends_in_run(state, column):
        _take_run(state, column)
        runs += 1
    return runs


def _take_run(state: State, column: int) -> None:
    size = state.sizes[column] - KING
    start = column * ROOM + size
    state.left += state.cards[start : start + KING]
    state.sizes[column] = size
    state.score += state.tables.run_points
    state.left_from.append(column | (FLIPPED if _turn_up(state, column) else 0))


def _put_run_back(state: State) -> None:
    """Lay the run that left last on its column again."""
    from_: int = state.left_from.pop()
    column = from_ & ~FLIPPED
    start = column * ROOM + state.sizes[column]
    state.cards[start : start + KING] = state.left[-KING:]
    del state.left[-KING:]
    state.sizes[column] += KING
    if from_ & FLIPPED:
        state.face_down[column] += 1


def _end_where_runs_stay(state: State) -> int:
    """Where runs stay: once nothing else is left on the table, all of them leave."""
    if state.dealt < state.stock_size:
        return 0
    for pile in range(state.column_count, state.pile_count):
        if state.sizes[pile]:
            return 0
    if not only_runs_left(state):
        return 0
    runs = 0
    for column in range(state.column_count):
        if state.sizes[column]:
            _take_run(state, column)
            runs += 1
    return runs


def _finish(state: State, record: int, runs: int) -> None:
    """See whether the game is won, and remember the action."""
    tables = state.tables
    if runs and len(state.left_from) == state.runs_to_win:
        state.over = WON
    state.history.append(record)
    if tables.undo_limit >= 0 and len(state.history) - state.floor > tables.undo_limit:
        state.floor += 1
    if (runs and tables.run_ends_undo) or (tables.deal_ends_undo and record >> KIND & 3 == DEAL):
        state.floor = len(state.history)


def retract(state: State, score: int, moves: int) -> None:
    """Make the newest action not to have been, for searches; the counters come from before it."""
    record: int = state.history.pop()
    take_back(state, record)
    state.score, state.moves, state.over, state.floor = score, moves, PLAYING, 0
