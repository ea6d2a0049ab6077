"""What could not be read. The parts of a game code and the reasons are codes; sentences are made
elsewhere.
"""

from enum import StrEnum

from engine.violations import Params


class Part(StrEnum):
    """The parts of a game code."""

    CODE = "code"
    VARIANT = "variant"
    GENERATION = "generation"
    SUITS = "suits"
    RULES = "rules"
    NUMBER = "number"
    DECK = "deck"
    COLUMNS = "columns"
    STOCK = "stock"
    RUNS = "runs"
    CELLS = "cells"
    RESERVE = "reserve"
    SCORE = "score"
    MOVES = "moves"


class Reason(StrEnum):
    """What is wrong with a part of a game code."""

    TOO_LONG = "too-long"
    NOT_ASCII = "not-ascii"
    NOT_THREE_PARTS = "not-three-parts"
    UNKNOWN_VARIANT = "unknown-variant"
    UNKNOWN_GENERATION = "unknown-generation"
    UNKNOWN_SUITS = "unknown-suits"
    UNKNOWN_RULES = "unknown-rules"
    WRONG_LENGTH = "wrong-length"
    WRONG_CHARACTER = "wrong-character"
    TOO_MANY_OF_A_CARD = "too-many-of-a-card"
    CARDS_MISSING = "cards-missing"
    WRONG_SECTIONS = "wrong-sections"
    WRONG_COUNT = "wrong-count"
    UNREADABLE_CARDS = "unreadable-cards"
    NOTHING_FACE_UP = "nothing-face-up"
    FINISHED_RUN = "finished-run"
    UNREADABLE_NUMBER = "unreadable-number"


class CodeError(ValueError):
    """A game code that cannot be read: which part is wrong, why, and what would be right."""

    def __init__(self, part: Part, reason: Reason, **params: int | str | list[str]) -> None:
        super().__init__(f"{part}: {reason}")
        self.part = part
        self.reason = reason
        self.params: Params = params


class ActionError(ValueError):
    """An action that cannot be read: its text and its place in the log, from 0."""

    def __init__(self, text: str, index: int) -> None:
        super().__init__(f"action {index} cannot be read")
        self.text = text
        self.index = index
