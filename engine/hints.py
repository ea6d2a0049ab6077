"""Hints from what the player sees: the level `basic`, and what both levels say of a plan.

Nothing here sees a hidden card: all of it works on the board of `engine.sight`.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from engine.actions import CELL, Action, Command, Move, Take, format_action, format_place
from engine.cards import KING, format_cards
from engine.exhaustion import can_never_deal, unseen
from engine.moves import legal_moves, legal_takes
from engine.outlook import Prospect, outlook
from engine.play import apply
from engine.records import FLIPPED
from engine.rules import ends_in_run, first_empty_column, group_length, refused_deal
from engine.sight import seen
from engine.state import ROOM, WON, State
from engine.tables import RUN

MOST = 3
"""How many suggestions there are at most."""
_QUICK = 200
"""How many positions are looked at to see whether a game is dead."""

Params: TypeAlias = dict[str, Any]


class Reason(StrEnum):
    """What a plan is for, strongest first."""

    WIN = "win"
    COMPLETE_RUN = "complete-run"
    TURN_UP = "turn-up"
    EMPTY_COLUMN = "empty-column"
    BUILD_SUIT = "build-suit"
    DEAL = "deal"
    PREPARE = "prepare"


class Suggestion(NamedTuple):
    """An action to play, and why.

    `params`: `plan`, the actions up to the next new card; `steps`, in how many of them the reason
    comes true, 1 for at once; `column`, where it does, if it does in a column; and where cards
    move, `from`, `to` (unless they leave), `count` and `cards`. `share` estimates how often the
    plan leads to a win, from 0 to 1, where that was looked into.
    """

    action: Action
    reason: Reason
    params: Params
    share: float | None


# What a plan does


def described(board: State, plan: Sequence[Action]) -> tuple[Reason, Params]:
    """Why one would begin the plan, which is legal on this blind board, and the params of that.

    The reason is what the first action does, or else the first thing that a later one does. What
    was so on this board, and only comes back, is no reason.
    """
    before, reason, where, played = board.copy(), Reason.PREPARE, None, list[str]()
    steps = 1
    for action in plan:
        after = before.copy()
        if apply(after, action):
            raise AssertionError(f"the plan breaks a rule: {action}")
        played.append(format_action(action))
        if reason is Reason.PREPARE:
            reason, where = _effect(board, before, after, action)
            steps = 1 if reason is Reason.PREPARE else len(played)
        if unseen(after) < unseen(before) or after.over == WON:
            break
        before = after
    found = {} if where is None else {"column": where}
    return reason, {**_of_cards(board, plan[0]), **found, "steps": steps, "plan": played}


def _effect(  # noqa: PLR0911
    start: State, before: State, after: State, action: Action
) -> tuple[Reason, int | None]:
    """What an action of a plan did, and to which column; nothing but to prepare, it may be."""
    if after.over == WON:
        return Reason.WIN, None
    if (completed := _newly_completed(before, after)) is not None:
        return Reason.COMPLETE_RUN, completed
    if not isinstance(action, Move):
        return Reason.DEAL, None
    from_, to = action.from_, action.to
    if unseen(after) < unseen(before):
        return Reason.TURN_UP, from_
    if from_ < CELL and _filled(after) < min(_filled(before), _filled(start)):
        return Reason.EMPTY_COLUMN, from_
    if parts(after) < min(parts(before), parts(start)):
        return Reason.BUILD_SUIT, to
    return Reason.PREPARE, None


def _newly_completed(before: State, after: State) -> int | None:
    """The column in which a run has been finished, or from which one has left."""
    if len(after.left_from) > len(before.left_from):
        column: int = after.left_from[-1] & ~FLIPPED
        return column
    if _complete(after) <= _complete(before):
        return None
    columns = range(after.column_count)
    return next(c for c in columns if ends_in_run(after, c) and not ends_in_run(before, c))


def _of_cards(board: State, action: Action) -> Params:
    """From where to where an action moves which cards; nothing for a deal."""
    if isinstance(action, Take):
        cards = board.pile_cards(action.column)[-KING:]
        return {"from": action.column, "count": KING, "cards": format_cards(cards)}
    if not isinstance(action, Move):
        return {}
    from_, to, count = action
    cards = board.pile_cards(board.pile(from_))[-count:]
    return {
        "from": format_place(from_),
        "to": format_place(to),
        "count": count,
        "cards": format_cards(cards),
    }


# What is better


def parts(state: State) -> int:
    """In how many parts the cards lie: one-suit sequences as in a run, and cards by themselves."""
    found = 0
    for pile in range(state.pile_count):
        found += state.sizes[pile]
        if pile < state.column_count:
            start = pile * ROOM
            for place in range(start + state.face_down[pile] + 1, start + state.sizes[pile]):
                lie = state.lies[state.cards[place - 1] << 6 | state.cards[place]]
                found -= (lie & RUN) != 0
    return found


def _filled(state: State) -> int:
    """How many columns are not empty."""
    return sum(state.sizes[column] > 0 for column in range(state.column_count))


def _complete(state: State) -> int:
    """How many columns end in a run that does not leave by itself."""
    if state.tables.runs_leave:
        return 0
    return sum(ends_in_run(state, column) for column in range(state.column_count))


def _waits(state: State) -> bool:
    """Whether the stock can be dealt once no column is empty."""
    tables = state.tables
    return tables.deals and state.dealt < state.stock_size and not tables.deal_over_empty


class _Worth(NamedTuple):
    """What a board is worth: every action that `basic` suggests, but a deal, makes it more.

    Since it cannot grow for ever, hints do not go in circles. `order` is how few parts the cards
    lie in; while a deal waits for full columns it is how near to one for each column, so that
    columns are emptied only if they can be filled again without breaking a part, and parts are
    broken where there are too few.
    """

    left: int
    complete: int
    seen: int
    order: int
    filled: int
    joined: int


def _worth(state: State) -> _Worth:
    waits, in_parts = _waits(state), parts(state)
    filled = _filled(state) if waits else 0
    order = abs(in_parts - state.column_count) if waits else in_parts
    left, complete = len(state.left_from), _complete(state)
    return _Worth(left, complete, -unseen(state), -order, filled, -in_parts)


# The suggestions

_RUN, _TURN_UP, _BUILD, _FILL = range(4)
"""Kinds of actions in the order of the rules; a deal comes last."""


class _Candidate(NamedTuple):
    """An action that makes the board worth more: the lowest is the best.

    `likes`: numbers that are low for the better of two of one kind. `move`: the move in numbers,
    so that there is always a first one.
    """

    kind: int
    likes: tuple[int, ...]
    move: tuple[int, ...]
    action: Move | Take


def basic(state: State) -> list[Suggestion]:
    """Up to three actions, best first: complete a run, turn up a card, build a suit, or deal.

    None where nothing of that can be done, or where it is soon seen that the game is dead; and
    followed blindly they never go in circles. No action is suggested after which the stock could
    never be dealt.
    """
    if outlook(state, _QUICK).prospect is Prospect.DEAD:
        return []
    board = seen(state).board
    found = sorted(_candidates(board), key=lambda candidate: candidate[:3])
    plans: Iterable[list[Action]] = [[item.action] for item in found if item.kind != _FILL]
    if not plans and not refused_deal(board):
        plans = [[Command.DEAL]]
    elif not plans:
        plans = (plan for item in found if (plan := _until_deal(board, item.action)))
    return [Suggestion(plan[0], *described(board, plan), None) for plan in islice(plans, MOST)]


def _candidates(board: State) -> list[_Candidate]:
    """Every action that makes the board worth more; of empty columns and of cells one is enough."""
    found: list[_Candidate] = []
    worth, tried = _worth(board), set[tuple[int, ...]]()
    actions: list[Move | Take] = [*legal_takes(board), *legal_moves(board)]
    for action in actions:
        after = board.copy()
        apply(after, action)
        if isinstance(action, Move):
            alike = _alike(board, action)
            if alike in tried:
                continue
            tried.add(alike)
        kind = _kind(worth, _worth(after))
        if kind is not None and not can_never_deal(after):
            likes = _likes(board, after, action) if isinstance(action, Move) else ()
            found.append(_Candidate(kind, likes, tuple(action), action))
    return found


def _kind(before: _Worth, after: _Worth) -> int | None:
    """The kind of an action; none where the board is not worth more after it."""
    if after <= before:
        return None
    if after[:2] > before[:2]:
        return _RUN
    if after.seen > before.seen:
        return _TURN_UP
    if after.filled > before.filled:
        return _FILL
    return _BUILD if after.joined > before.joined else None


def _alike(board: State, move: Move) -> tuple[int, ...]:
    """The same for moves that differ in nothing but which empty column or cell they go to."""
    pile = board.pile(move.to)
    target = move.to if board.sizes[pile] else CELL if move.to >= CELL else -1
    return move.from_, target, move.count


def _likes(board: State, after: State, move: Move) -> tuple[int, ...]:
    """What makes a move better than another of its kind, most important first, low for better."""
    source, target = board.pile(move.from_), board.pile(move.to)
    won, runs = after.over == WON, len(after.left_from) + _complete(after)
    return (
        -won,
        -runs,
        move.to >= CELL,
        not board.sizes[target],
        -_length_made(board, move) if move.to < CELL and board.sizes[target] else 0,
        parts(after) - parts(board),
        board.face_down[source],
        move.count,
    )


def _length_made(board: State, move: Move) -> int:
    """How long the one-suit part gets that the move joins; 0 where it joins none."""
    start, size = move.to * ROOM, board.sizes[move.to]
    source = board.pile(move.from_)
    end = source * ROOM + board.sizes[source]
    first = board.cards[end - move.count]
    if not board.lies[board.cards[start + size - 1] << 6 | first] & RUN:
        return 0
    below = group_length(
        board.cards, start + board.face_down[move.to], start + size, board.lies, RUN
    )
    return below + move.count


def _until_deal(board: State, action: Action) -> list[Action]:
    """The action and more that fill empty columns, up to the deal; none if that does not come."""
    board, plan = board.copy(), [action]
    apply(board, action)
    while refused_deal(board):
        fillers = [candidate for candidate in _candidates(board) if candidate.kind == _FILL]
        if not fillers or first_empty_column(board) < 0:
            return []
        plan.append(min(fillers, key=lambda candidate: candidate[:3]).action)
        apply(board, plan[-1])
    return [*plan, Command.DEAL]
