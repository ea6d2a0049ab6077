"""Sentences about cards, violations, actions and game codes, in the reader's language.

The engine gives codes and parameters; here they become text. Text for people counts columns and
actions from 1.
"""

from app.wording.languages import LANGUAGES
from app.wording.texts import C_, N_, P_, Fields, Text, Word, say, say_word
from engine.errors import ActionError, CodeError, Reason
from engine.violations import Params, Rule, Violation

_RANKS = {
    "A": C_("rank", "A"),
    "T": C_("rank", "10"),
    "J": C_("rank", "J"),
    "Q": C_("rank", "Q"),
    "K": C_("rank", "K"),
    "2": C_("rank", "2"),
    "3": C_("rank", "3"),
    "4": C_("rank", "4"),
    "5": C_("rank", "5"),
    "6": C_("rank", "6"),
    "7": C_("rank", "7"),
    "8": C_("rank", "8"),
    "9": C_("rank", "9"),
}
_SUITS = {
    "S": C_("suit", "♠"),
    "H": C_("suit", "♥"),
    "D": C_("suit", "♦"),
    "C": C_("suit", "♣"),
}
_CARD = C_("card", "{rank}{suit}")

_TITLES: dict[Rule, str] = {
    Rule.GAME_OVER: N_("A finished game takes no more actions"),
    Rule.NO_SUCH_COLUMN: N_("Cards move between the columns on the table"),
    Rule.NO_SUCH_CELL: N_("Cards move between the places on the table"),
    Rule.SAME_COLUMN: N_("A group moves to another column"),
    Rule.EMPTY_SOURCE: N_("There is nothing to move in an empty place"),
    Rule.NOT_ENOUGH_CARDS: N_("A group has at least one card, and no more than its column"),
    Rule.FACE_DOWN: N_("Only face-up cards can be moved"),
    Rule.NOT_DESCENDING: N_(
        "Cards move together only if each is one rank lower than the one below"
    ),
    Rule.MIXED_COLOURS: N_("A group moves together only if it is of one colour"),
    Rule.MIXED_SUITS: N_("A group moves together only if it is of one suit"),
    Rule.WHOLE_COLUMN_TO_EMPTY: N_("A whole column does not move to an empty one"),
    Rule.CELL_TAKEN: N_("A cell holds one card"),
    Rule.ONLY_KINGS: N_("Only a king goes to an empty column"),
    Rule.ONTO_ACE: N_("Nothing goes on an ace"),
    Rule.WRONG_RANK: N_("A card goes on a card that is exactly one rank higher"),
    Rule.WRONG_SUIT: N_("A card goes on a card of its own suit"),
    Rule.NO_RUN: N_("Only a finished run at the end of a column can be taken"),
    Rule.NO_DEAL: N_("In this game the stock is not dealt in rows"),
    Rule.STOCK_EMPTY: N_("A deal needs cards in the stock"),
    Rule.EMPTY_COLUMN: N_("A deal needs a card in every column"),
    Rule.UNDO_LIMIT: N_("Only so many actions can be undone"),
    Rule.NOTHING_TO_UNDO: N_("An undo needs an action to take back"),
}

_MESSAGES: dict[Rule, Text] = {
    Rule.NO_SUCH_COLUMN: P_(
        "There is no column {column}: the game has {columns} column.",
        "There is no column {column}: the game has {columns} columns.",
        "columns",
    ),
    Rule.NO_SUCH_CELL: N_("There is no place {place} in this game."),
    Rule.SAME_COLUMN: N_("The cards of column {column} are already there."),
    Rule.EMPTY_SOURCE: N_("Column {column} is empty."),
    Rule.NOT_ENOUGH_CARDS: P_(
        "A group of {count} cannot be taken from column {column}, which has {available} card.",
        "A group of {count} cannot be taken from column {column}, which has {available} cards.",
        "available",
    ),
    Rule.FACE_DOWN: P_(
        "A group of {count} cannot be taken from column {column}: {face_up} card is face up.",
        "A group of {count} cannot be taken from column {column}: {face_up} cards are face up.",
        "face_up",
    ),
    Rule.NOT_DESCENDING: N_("{below} and {above} cannot move together: they are not in sequence."),
    Rule.MIXED_COLOURS: N_("{below} and {above} cannot move together: their colours differ."),
    Rule.MIXED_SUITS: N_("{below} and {above} cannot move together."),
    Rule.WHOLE_COLUMN_TO_EMPTY: N_(
        "Moving the whole of column {from} to the empty column {to} would change nothing."
    ),
    Rule.CELL_TAKEN: N_("Place {place} already holds a card."),
    Rule.ONLY_KINGS: N_(
        "{card} cannot go to column {column}: only a king goes to an empty column."
    ),
    Rule.ONTO_ACE: N_("{card} cannot go on {onto}: an ace takes no card."),
    Rule.WRONG_RANK: N_("{card} cannot go on {onto}."),
    Rule.WRONG_SUIT: N_("{card} cannot go on {onto}: the suits differ."),
    Rule.NO_RUN: N_("There is no run to be taken at the end of column {column}."),
    Rule.NO_DEAL: N_("The stock fills empty columns by itself."),
    Rule.STOCK_EMPTY: N_("The stock is empty."),
    Rule.EMPTY_COLUMN: N_("Column {column} is empty: put a card there before you deal."),
    Rule.UNDO_LIMIT: P_(
        "Only the last {limit} action can be undone.",
        "Only the last {limit} actions can be undone.",
        "limit",
    ),
    Rule.NOTHING_TO_UNDO: N_("No action has been played that could be undone."),
}

_PLACE_EMPTY = N_("Place {place} is empty.")
_UNDO_ENDS = N_("Nothing before a deal or a finished run can be undone.")

_GAME_OVER = {
    "won": N_("The game is over: it has been won."),
    "resigned": N_("The game is over: it has been given up."),
}

_REASONS: dict[Reason, Text] = {
    Reason.TOO_LONG: N_("It has {length} characters; no game code has more than {expected}."),
    Reason.NOT_ASCII: N_(
        "Character {place} ({character}) only looks like one of a code's: a game code is written "
        "in the letters A to Z, digits and ASCII signs."
    ),
    Reason.NOT_THREE_PARTS: N_(
        "A game code has three parts joined by hyphens, for example SP1-S4C-AAAAAAD."
    ),
    Reason.UNKNOWN_VARIANT: N_("The first two letters name the variant: {expected}."),
    Reason.UNKNOWN_GENERATION: N_(
        "After the variant's letters stands the generation, one of {expected}, and then a hyphen."
    ),
    Reason.UNKNOWN_SUITS: N_(
        "The second part begins with S and the number of suits, one of {expected}."
    ),
    Reason.UNKNOWN_RULES: N_("The second part ends with the rule set's letter, one of {expected}."),
    Reason.WRONG_LENGTH: N_("The last part should have {expected} characters, not {length}."),
    Reason.WRONG_CHARACTER: N_("Character {place} ({character}) should be one of {expected}."),
    Reason.TOO_MANY_OF_A_CARD: N_("{card}: found {found}, the deck has {expected}."),
    Reason.CARDS_MISSING: P_(
        "{count} card is missing from the deck: {card}.",
        "{count} cards are missing from the deck, {card} for one.",
        "count",
    ),
    Reason.WRONG_SECTIONS: N_(
        "A position is written as columns, stock and runs, then perhaps score and moves, with a "
        "semicolon between them."
    ),
    Reason.WRONG_COUNT: N_("There should be {expected} of them, separated by dots, not {found}."),
    Reason.UNREADABLE_CARDS: N_(
        "Cards are written as rank and suit, for example TS; a column's hidden cards come first, "
        "in one pair of parentheses."
    ),
    Reason.NOTHING_FACE_UP: N_("Column {column} has hidden cards but none that is face up."),
    Reason.FINISHED_RUN: N_("Column {column} ends in a finished run, which would have left."),
    Reason.UNREADABLE_NUMBER: N_("It should be a whole number of up to six digits, such as 480."),
}

_PARTS = {
    "code": N_("The game code cannot be read."),
    "variant": N_("The variant in the game code cannot be read."),
    "generation": N_("The generation in the game code cannot be read."),
    "suits": N_("The number of suits in the game code cannot be read."),
    "rules": N_("The rule set in the game code cannot be read."),
    "number": N_("The deal number in the game code cannot be read."),
    "deck": N_("The deck in the game code cannot be read."),
    "columns": N_("The columns in the game code cannot be read."),
    "stock": N_("The stock in the game code cannot be read."),
    "runs": N_("The runs in the game code cannot be read."),
    "cells": N_("The cells in the game code cannot be read."),
    "reserve": N_("The reserve in the game code cannot be read."),
    "score": N_("The score in the game code cannot be read."),
    "moves": N_("The number of moves in the game code cannot be read."),
}

_COLUMN_IS = N_("Column {column}: {reason}")
_UNREADABLE_ACTION = N_(
    "Action {number} cannot be read: write a move as 3-6 or 3-6x2, or one of deal, undo, resign; "
    "where a game has them, also take-4, 3-c0, c0-3 or r0-3."
)
_ACTION_REFUSED = N_("Action {number} ({action}): {message}")

_COUNTED_FROM_0 = ("column", "from", "to", "place")
_CARD_NAMES = ("card", "onto")


def card_name(language: str, card: str) -> str:
    """A card's name, for example 10♠ for ``TS`` in English."""
    rank, suit = (_word(language, word) for word in (_RANKS[card[0]], _SUITS[card[1]]))
    return _word(language, _CARD).format(rank=rank, suit=suit)


def violation_title(language: str, rule: Rule) -> str:
    """The rule, as a reminder."""
    return _say(language, _TITLES[rule], {})


def violation_message(language: str, violation: Violation) -> str:
    """What is wrong in this case."""
    rule, params = violation
    return sentence(_say(language, _message(rule, params), _fields(language, params)))


def _message(rule: Rule, params: Params) -> Text:
    if rule is Rule.GAME_OVER:
        return _GAME_OVER[str(params["status"])]
    if rule is Rule.EMPTY_SOURCE and "place" in params:
        return _PLACE_EMPTY
    if rule is Rule.UNDO_LIMIT and "limit" not in params:
        return _UNDO_ENDS
    return _MESSAGES[rule]


def refused_action(language: str, index: int, action: str, violation: Violation) -> str:
    """Which action of a log breaks which rule; `index` counts from 0."""
    message = violation_message(language, violation)
    fields = {"number": index + 1, "action": action, "message": message}
    return _say(language, _ACTION_REFUSED, fields)


def unreadable_action(language: str, error: ActionError) -> str:
    """Which action cannot be read, and what could."""
    return _say(language, _UNREADABLE_ACTION, {"number": error.index + 1})


def unreadable_code(language: str, error: CodeError) -> str:
    """Which part of a game code is wrong, and what would be right."""
    fields = _fields(language, error.params)
    return f"{_say(language, _PARTS[error.part], {})} {_reason(language, error.reason, fields)}"


def _reason(language: str, reason: Reason, fields: Fields) -> str:
    told = _say(language, _REASONS[reason], fields)
    if reason is Reason.UNREADABLE_CARDS and "column" in fields:
        return _say(language, _COLUMN_IS, {"column": fields["column"], "reason": told})
    return sentence(told)


def _fields(language: str, params: Params) -> Fields:
    """The fields of a sentence: counted from 1, cards by name, lists joined."""
    fields: dict[str, object] = dict(params)
    for name in _COUNTED_FROM_0:
        value = params.get(name)
        if isinstance(value, int):
            fields[name] = value + 1
    for name in _CARD_NAMES:
        if name in params:
            fields[name] = card_name(language, str(params[name]))
    if "cards" in params:
        cards = params["cards"]
        assert isinstance(cards, list)
        fields["below"], fields["above"] = (card_name(language, card) for card in cards)
    if isinstance(params.get("expected"), list):
        fields["expected"] = ", ".join(params["expected"])  # type: ignore[arg-type]
    return fields


def sentence(text: str) -> str:
    """The text with a capital first letter: a card's name may stand first."""
    return text[:1].upper() + text[1:]


def _say(language: str, text: Text, fields: Fields) -> str:
    return say(LANGUAGES[language], text, fields)


def _word(language: str, word: Word) -> str:
    return say_word(LANGUAGES[language], word)
