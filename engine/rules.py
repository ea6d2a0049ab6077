"""The rules of an action: what is allowed, and which rule forbids the rest.

Everything that asks whether an action is legal asks here. The checks come in the fixed order of
`engine.violations.Rule`; `docs/rules.md` tells where each comes from.
"""

from collections.abc import Sequence
from itertools import pairwise

from engine.actions import Action, Command, Move
from engine.cards import ACE, CARDS, KING, RANK, SUITS, Card, format_card, format_cards, whole_run
from engine.rulesets import Group, RuleSet
from engine.state import State, Status
from engine.violations import Rule, Violation

TAKES = {
    end: frozenset(card for card in CARDS if (end & RANK) - (card & RANK) == 1) for end in CARDS
}
"""For each card at the end of a column, the cards that may go on it: one rank lower, any suit."""

JOINS = {
    Group.ONE_SUIT: {
        below: frozenset(card for card in TAKES[below] if card >> 4 == below >> 4)
        for below in CARDS
    },
    Group.ANY_SUIT: TAKES,
}
"""For each kind of group and each card, the cards that, lying on it, move together with it."""

_PLAYING = Status.PLAYING
_WHOLE_RUNS = [whole_run(suit) for suit in range(len(SUITS))]


def ends_in_run(cards: Sequence[Card], hidden: int) -> bool:
    """Whether a column's last thirteen cards are face up and make a run."""
    return (
        len(cards) - hidden >= KING
        and cards[-1] & RANK == ACE
        and list(cards[-KING:]) == _WHOLE_RUNS[cards[-1] >> 4]
    )


def group_length(cards: list[Card], hidden: int, group: Group) -> int:
    """How many cards at the end of a column can move together as this kind of group."""
    joins = JOINS[group]
    face_up = len(cards) - hidden
    length = min(face_up, 1)
    while length < face_up and cards[-length] in joins[cards[-length - 1]]:
        length += 1
    return length


def accepts(target: list[Card], first: Card, is_whole_column: bool, rules: RuleSet) -> bool:
    """Whether a column takes a group whose first card is `first`, perhaps a whole column."""
    if target:
        return first in TAKES[target[-1]]
    return rules.whole_column_to_empty or not is_whole_column


def violation(state: State, action: Action) -> Violation | None:
    """The first rule that `action` breaks in `state`; None where it is legal."""
    if isinstance(action, Move):
        return move_violation(state, *action)
    if state.status is not _PLAYING:
        return _game_over(state)
    if action is Command.DEAL:
        return _deal_violation(state)
    if action is Command.UNDO:
        return _undo_violation(state)
    return None


def move_violation(state: State, from_: int, to: int, count: int) -> Violation | None:
    """The first rule that this move breaks; any whole numbers may be asked about."""
    if state.status is not _PLAYING:
        return _game_over(state)
    columns = len(state.columns)
    if not (0 <= from_ < columns and 0 <= to < columns):
        missing = to if 0 <= from_ < columns else from_
        return Violation(Rule.NO_SUCH_COLUMN, {"column": missing, "columns": columns})
    if from_ == to:
        return Violation(Rule.SAME_COLUMN, {"column": to})
    return _group_violation(state, from_, count) or _target_violation(state, from_, to, count)


def _game_over(state: State) -> Violation:
    return Violation(Rule.GAME_OVER, {"status": state.status.value})


def _group_violation(state: State, column: int, count: int) -> Violation | None:
    cards = state.columns[column]
    available = len(cards)
    if not available:
        return Violation(Rule.EMPTY_SOURCE, {"column": column})
    if not 1 <= count <= available:
        params = {"column": column, "count": count, "available": available}
        return Violation(Rule.NOT_ENOUGH_CARDS, params)
    face_up = available - state.hidden[column]
    if count > face_up:
        params = {"column": column, "count": count, "face_up": face_up}
        return Violation(Rule.FACE_DOWN, params)
    if count > 1:
        joins = JOINS[state.rules.group]
        for place in range(-count, -1):
            if cards[place + 1] not in joins[cards[place]]:
                return _broken_group(cards[-count:])
    return None


def _broken_group(group: list[Card]) -> Violation:
    """Why the group cannot move: a gap in its ranks comes before a change of suit."""
    pairs = list(pairwise(group))
    for below, card in pairs:
        if card not in TAKES[below]:
            return Violation(Rule.NOT_DESCENDING, {"cards": format_cards((below, card))})
    mixed = next((below, card) for below, card in pairs if below >> 4 != card >> 4)
    return Violation(Rule.MIXED_SUITS, {"cards": format_cards(mixed)})


def _target_violation(state: State, from_: int, to: int, count: int) -> Violation | None:
    source, target = state.columns[from_], state.columns[to]
    first = source[-count]
    if accepts(target, first, count == len(source), state.rules):
        return None
    if not target:
        return Violation(Rule.WHOLE_COLUMN_TO_EMPTY, {"from": from_, "to": to})
    end = target[-1]
    rule = Rule.ONTO_ACE if end & RANK == ACE else Rule.WRONG_RANK
    return Violation(rule, {"card": format_card(first), "onto": format_card(end)})


def _deal_violation(state: State) -> Violation | None:
    if state.dealt == len(state.stock):
        return Violation(Rule.STOCK_EMPTY, {})
    if not state.rules.deal_over_empty and [] in state.columns:
        return Violation(Rule.EMPTY_COLUMN, {"column": state.columns.index([])})
    return None


def _undo_violation(state: State) -> Violation | None:
    if state.history:
        return None
    if state.forgotten:
        return Violation(Rule.UNDO_LIMIT, {"limit": state.rules.undo_limit})
    return Violation(Rule.NOTHING_TO_UNDO, {})
