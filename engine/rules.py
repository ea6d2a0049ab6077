"""The rules of an action: what is allowed, and which rule forbids the rest.

Everything that asks whether an action is legal asks here. The checks come in the fixed order of
`engine.violations.Rule`; a refusal is the rule's number there, counting from 1, and 0 means that
the action is legal. `engine.refusals` says the rest. `docs/rules.md` tells where each rule comes
from.
"""

from engine.actions import CELL, RESERVE
from engine.cards import KING
from engine.rulesets import Group
from engine.state import PLAYING, ROOM, State
from engine.tables import ALSO_JOINS, DESCENDS, JOINS, RANKS, RUN, TAKES
from engine.violations import (
    CELL_TAKEN,
    EMPTY_COLUMN,
    EMPTY_SOURCE,
    FACE_DOWN,
    GAME_OVER,
    MIXED_COLOURS,
    MIXED_SUITS,
    NO_DEAL,
    NO_RUN,
    NO_SUCH_CELL,
    NO_SUCH_COLUMN,
    NOT_DESCENDING,
    NOT_ENOUGH_CARDS,
    NOTHING_TO_UNDO,
    ONLY_KINGS,
    ONTO_ACE,
    SAME_COLUMN,
    STOCK_EMPTY,
    UNDO_LIMIT,
    WHOLE_COLUMN_TO_EMPTY,
    WRONG_RANK,
    WRONG_SUIT,
)

_MOST_MOVED = MOST_MOVED = 99
"""An action names its cards in two digits: of the longest columns a part has to stay."""
_ONE_COLOUR = Group.ONE_COLOUR


def lie_as_run(cards: bytearray, first: int, end: int, lies: bytearray) -> bool:
    """Whether the last thirteen of `cards` before place `end`, from `first` on, make a run."""
    if end - first < KING or not lies[cards[end - 1]] & RUN:
        return False
    place = end - 1
    while place > end - KING:
        if not lies[cards[place - 1] << 6 | cards[place]] & RUN:
            return False
        place -= 1
    return True


def ends_in_run(state: State, pile: int) -> bool:
    """Whether a column's last thirteen cards are face up and make a run."""
    start = pile * ROOM
    return lie_as_run(
        state.cards, start + state.face_down[pile], start + state.sizes[pile], state.lies
    )


def only_runs_left(state: State) -> bool:
    """Whether each column is empty or exactly a run: where runs stay, that is a won game."""
    for column in range(state.column_count):
        size = state.sizes[column]
        if size and (size != KING or not ends_in_run(state, column)):
            return False
    return True


def group_length(cards: bytearray, first: int, end: int, lies: bytearray, bit: int) -> int:
    """How many `cards` before place `end`, from `first` on, lie on each other as `bit` says."""
    place = end - 1
    while place > first and lies[cards[place - 1] << 6 | cards[place]] & bit:
        place -= 1
    return end - place


def movable(state: State, column: int) -> int:
    """How many cards at the end of a column can move together."""
    size = state.sizes[column]
    face_up = min(size - state.face_down[column], _MOST_MOVED)
    if state.tables.any_group or face_up < 2:
        return face_up
    end = column * ROOM + size
    return _joined(state, end - face_up, end)


def _joined(state: State, first: int, end: int) -> int:
    length = group_length(state.cards, first, end, state.lies, JOINS)
    return max(length, group_length(state.cards, first, end, state.lies, ALSO_JOINS))


def accepts(state: State, to: int, first: int, is_whole_column: bool) -> bool:
    """Whether a column takes a group whose first card is `first`, perhaps a whole column."""
    size = state.sizes[to]
    if size:
        return (state.lies[state.cards[to * ROOM + size - 1] << 6 | first] & TAKES) != 0
    if is_whole_column and not state.tables.whole_column_to_empty:
        return False
    return (state.lies[first] & TAKES) != 0


def refused_move(  # noqa: PLR0911
    state: State, from_: int, to: int, count: int
) -> int:
    """The first rule that the move of `count` cards from place to place breaks."""
    if state.over != PLAYING:
        return GAME_OVER
    if from_ < 0 or to < 0 or from_ >= state.column_count or to >= state.column_count:
        return _refused_aside(state, from_, to)
    if from_ == to:
        return SAME_COLUMN
    size = state.sizes[from_]
    if count < 1 or count > size - state.face_down[from_] or count > _MOST_MOVED:
        return _refused_count(state, from_, count)
    end = from_ * ROOM + size
    if count > 1 and not state.tables.any_group and _joined(state, end - count, end) < count:
        return _refused_group(state, end - count, end)
    first = state.cards[end - count]
    if accepts(state, to, first, count == size):
        return 0
    return _refused_target(state, to, first)


def _refused_aside(state: State, from_: int, to: int) -> int:
    """The same for a move from or to a cell, from a reserve, or to a place that is not there."""
    source, target = state.pile(from_), state.pile(to)
    if source < 0:
        return NO_SUCH_COLUMN if from_ < CELL else NO_SUCH_CELL
    if target < 0 or to >= RESERVE or (from_ >= CELL and to >= CELL):
        return NO_SUCH_COLUMN if to < CELL else NO_SUCH_CELL
    if not state.sizes[source]:
        return EMPTY_SOURCE
    if to >= CELL:
        return CELL_TAKEN if state.sizes[target] else 0
    first = state.cards[source * ROOM + state.sizes[source] - 1]
    return 0 if accepts(state, to, first, False) else _refused_target(state, to, first)


def _refused_count(state: State, column: int, count: int) -> int:
    """Why so many cards cannot be taken from the column."""
    size = state.sizes[column]
    if not size:
        return EMPTY_SOURCE
    return FACE_DOWN if 1 <= count <= min(size, _MOST_MOVED) else NOT_ENOUGH_CARDS


def _refused_group(state: State, first: int, end: int) -> int:
    """Why the group cannot move: a gap in its ranks comes before a change of colour or suit."""
    if group_length(state.cards, first, end, state.lies, DESCENDS) < end - first:
        return NOT_DESCENDING
    return MIXED_COLOURS if state.rules.group is _ONE_COLOUR else MIXED_SUITS


def _refused_target(state: State, to: int, first: int) -> int:
    """Why the column does not take the group."""
    size = state.sizes[to]
    if not size:
        return WHOLE_COLUMN_TO_EMPTY if state.lies[first] & TAKES else ONLY_KINGS
    end = state.cards[to * ROOM + size - 1]
    if state.lies[end << 6 | first] & RANKS:
        return WRONG_SUIT
    for card in range(1, 1 << 6):
        if state.lies[end << 6 | card] & TAKES:
            return WRONG_RANK
    return ONTO_ACE


def refused_take(state: State, column: int) -> int:
    """The first rule that taking the run at the end of the column breaks."""
    if state.over != PLAYING:
        return GAME_OVER
    if not 0 <= column < state.column_count:
        return NO_SUCH_COLUMN if column < CELL else NO_SUCH_CELL
    return 0 if state.tables.runs_taken and ends_in_run(state, column) else NO_RUN


def refused_deal(state: State) -> int:
    """The first rule that a deal breaks."""
    if state.over != PLAYING:
        return GAME_OVER
    if not state.tables.deals:
        return NO_DEAL
    if state.dealt == state.stock_size:
        return STOCK_EMPTY
    if not state.tables.deal_over_empty and first_empty_column(state) >= 0:
        return EMPTY_COLUMN
    return 0


def first_empty_column(state: State) -> int:
    """The first empty column; -1 where there is none."""
    for column in range(state.column_count):
        if not state.sizes[column]:
            return column
    return -1


def dealt_columns(state: State) -> int:
    """The columns that a deal puts a card on, while the stock has enough: a bit for each."""
    if not state.tables.deals_to_filled:
        return (1 << state.column_count) - 1
    columns = 0
    for column in range(state.column_count):
        if state.sizes[column]:
            columns |= 1 << column
    return columns or 1


def refused_undo(state: State) -> int:
    """The first rule that an undo breaks."""
    if state.over != PLAYING:
        return GAME_OVER
    if len(state.history) > state.floor:
        return 0
    return UNDO_LIMIT if state.floor else NOTHING_TO_UNDO
