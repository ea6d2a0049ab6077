"""Actions: what a player does, and how a log writes it.

``F-T`` moves one card from column F to column T, ``F-TxN`` the last N cards; ``deal``, ``undo`` and
``resign`` stand for themselves. Where a variant has them, ``take-F`` takes the run at the end of
column F, ``F-c0`` puts a card in cell 0, ``c0-T`` and ``r0-T`` bring one from cell 0 or reserve 0.
Columns, cells and reserves count from 0.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias, TypeVar

from engine.errors import ActionError

CELL = 100
RESERVE = 200
"""Places from `CELL` on are cells, from `RESERVE` on reserves; lower ones are columns."""


class Move(NamedTuple):
    """The last `count` cards of place `from_` go to place `to`."""

    from_: int
    to: int
    count: int  # type: ignore[assignment]  # a tuple's own `count` is not needed here


class Take(NamedTuple):
    """The run at the end of `column` leaves."""

    column: int


class Command(Enum):
    """An action that needs no columns."""

    DEAL = "deal"
    UNDO = "undo"
    RESIGN = "resign"


Action: TypeAlias = Move | Take | Command


_COMMANDS = {command.value: command for command in Command}
_NUMBER = "(0|[1-9][0-9]?)"
_MOVE = re.compile(f"{_NUMBER}-{_NUMBER}(?:x([1-9][0-9]?))?")
_OTHER = re.compile(f"(?:([cr]){_NUMBER}-{_NUMBER}|{_NUMBER}-c{_NUMBER}|take-{_NUMBER})")
_MOST_REMEMBERED = 4096


_K = TypeVar("_K")
_V = TypeVar("_V")


class _Remembered(dict[_K, _V]):
    """What `make` gives for each key, remembered for some thousand keys; quicker than `lru_cache`.

    A key for which `make` raises is not remembered.
    """

    def __init__(self, make: Callable[[_K], _V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: _K) -> _V:
        value = self._make(key)
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        self[key] = value
        return value


def _read(text: str) -> Action:
    match = _MOVE.fullmatch(text)
    if match is not None:
        from_, to, count = match.groups()
        return Move(int(from_), int(to), int(count or 1))
    action = _COMMANDS.get(text) or _read_other(text)
    if action is None:
        raise ActionError(text, 0)
    return action


def _read_other(text: str) -> Action | None:
    match = _OTHER.fullmatch(text)
    if match is None:
        return None
    kind, place, to, from_, cell, taken = match.groups()
    if kind:
        return Move((CELL if kind == "c" else RESERVE) + int(place), int(to), 1)
    return Take(int(taken)) if taken else Move(int(from_), CELL + int(cell), 1)


_ACTIONS = _Remembered(_read)


def parse_action(text: str) -> Action:
    """Read one action. Raises `ActionError` where the text is none.

    Whether the rules allow it is not asked here.
    """
    return _ACTIONS[text]


def _write(action: Action) -> str:
    if isinstance(action, Command):
        return action.value
    if isinstance(action, Take):
        return f"take-{action.column}"
    from_, to, count = action
    move = f"{format_place(from_)}-{format_place(to)}"
    return move if count == 1 else f"{move}x{count}"


_TEXTS = _Remembered(_write)


def format_action(action: Action) -> str:
    """Write an action in its canonical form: ``3-6``, never ``3-6x1``."""
    return _TEXTS[action]


def format_place(place: int) -> int | str:
    """Write a place: a column as its number, cell 0 as ``c0``, reserve 0 as ``r0``."""
    if place < CELL:
        return place
    return f"c{place - CELL}" if place < RESERVE else f"r{place - RESERVE}"


def parse_log(texts: Sequence[str]) -> list[Action]:
    """Read a log, oldest action first. Raises `ActionError` for the first unreadable one."""
    try:
        return [*map(_ACTIONS.__getitem__, texts)]
    except ActionError as error:
        raise ActionError(error.text, texts.index(error.text)) from None


def format_log(log: Iterable[Action]) -> list[str]:
    """Write a log in canonical form."""
    return [*map(_TEXTS.__getitem__, log)]
