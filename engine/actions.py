"""Actions: what a player does, and how a log writes it.

``F-T`` moves one card from column F to column T, ``F-TxN`` the last N cards; ``deal``, ``undo`` and
``resign`` stand for themselves. Columns count from 0.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engine.errors import ActionError


class Move(NamedTuple):
    """The last `count` cards of column `from_` go to column `to`."""

    from_: int
    to: int
    count: int  # type: ignore[assignment]  # a tuple's own `count` is not needed here


class Command(Enum):
    """An action that needs no columns."""

    DEAL = "deal"
    UNDO = "undo"
    RESIGN = "resign"


Action: TypeAlias = Move | Command


_COMMANDS = {command.value: command for command in Command}
_MOVE = re.compile(r"(0|[1-9][0-9]?)-(0|[1-9][0-9]?)(?:x([1-9][0-9]?))?", re.ASCII)
_LONGEST = len("10-11x12")


@lru_cache(maxsize=4096)
def _read(text: str) -> Action | None:
    match = _MOVE.fullmatch(text)
    if match is None:
        return _COMMANDS.get(text)
    from_, to, count = match.groups()
    return Move(int(from_), int(to), int(count or 1))


def parse_action(text: str, index: int = 0) -> Action:
    """Read one action; `index` is its place in the log, for the error.

    Raises `ActionError` where the text is no action. Whether the rules allow it is not asked here.
    """
    # A longer text is no action, and must not fill the cache.
    action = _read(text) if len(text) <= _LONGEST else None
    if action is None:
        raise ActionError(text, index)
    return action


@lru_cache(maxsize=4096)
def format_action(action: Action) -> str:
    """Write an action in its canonical form: ``3-6``, never ``3-6x1``."""
    if isinstance(action, Command):
        return action.value
    from_, to, count = action
    return f"{from_}-{to}" if count == 1 else f"{from_}-{to}x{count}"


def parse_log(texts: Sequence[str]) -> list[Action]:
    """Read a log, oldest action first. Raises `ActionError` for the first unreadable one."""
    if max(map(len, texts), default=0) <= _LONGEST:
        actions = [action for action in map(_read, texts) if action is not None]
        if len(actions) == len(texts):
            return actions
    return [parse_action(text, index) for index, text in enumerate(texts)]


def format_log(log: Iterable[Action]) -> list[str]:
    """Write a log in canonical form."""
    return [*map(format_action, log)]
