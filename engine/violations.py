"""Violations: which rule an action breaks, as a code and parameters, without sentences."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, TypeAlias

Params: TypeAlias = Mapping[str, int | str | list[str]]


class Rule(StrEnum):
    """The rules that an action can break, in the order in which they are looked at."""

    GAME_OVER = "game-over"
    NO_SUCH_COLUMN = "no-such-column"
    NO_SUCH_CELL = "no-such-cell"
    SAME_COLUMN = "same-column"
    EMPTY_SOURCE = "empty-source"
    NOT_ENOUGH_CARDS = "not-enough-cards"
    FACE_DOWN = "face-down"
    NOT_DESCENDING = "not-descending"
    MIXED_COLOURS = "mixed-colours"
    MIXED_SUITS = "mixed-suits"
    CELL_TAKEN = "cell-taken"
    ONLY_KINGS = "only-kings"
    WHOLE_COLUMN_TO_EMPTY = "whole-column-to-empty"
    ONTO_ACE = "onto-ace"
    WRONG_RANK = "wrong-rank"
    WRONG_SUIT = "wrong-suit"
    NO_RUN = "no-run"
    NO_DEAL = "no-deal"
    STOCK_EMPTY = "stock-empty"
    EMPTY_COLUMN = "empty-column"
    UNDO_LIMIT = "undo-limit"
    NOTHING_TO_UNDO = "nothing-to-undo"


class Violation(NamedTuple):
    """A refused action: the rule, and what a sentence about it needs.

    Columns in `params` count from 0; cards are two characters, and never a hidden one.
    """

    code: Rule
    params: Params
