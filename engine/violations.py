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


(
    GAME_OVER,
    NO_SUCH_COLUMN,
    NO_SUCH_CELL,
    SAME_COLUMN,
    EMPTY_SOURCE,
    NOT_ENOUGH_CARDS,
    FACE_DOWN,
    NOT_DESCENDING,
    MIXED_COLOURS,
    MIXED_SUITS,
    CELL_TAKEN,
    ONLY_KINGS,
    WHOLE_COLUMN_TO_EMPTY,
    ONTO_ACE,
    WRONG_RANK,
    WRONG_SUIT,
    NO_RUN,
    NO_DEAL,
    STOCK_EMPTY,
    EMPTY_COLUMN,
    UNDO_LIMIT,
    NOTHING_TO_UNDO,
) = range(1, len(Rule) + 1)
"""The rules' numbers, for the hot path; 0 stands for none."""

BY_NUMBER = (None, *Rule)


class Violation(NamedTuple):
    """A refused action: the rule, and what a sentence about it needs.

    Columns in `params` count from 0; cards are two characters, and never a hidden one.
    """

    code: Rule
    params: Params
