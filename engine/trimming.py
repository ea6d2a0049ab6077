"""Trimming: a line without a first action that it does not need."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.actions import Action
from engine.play import apply
from engine.state import State

_End: TypeAlias = tuple[object, ...]


def trimmed(board: State, line: Sequence[Action]) -> Sequence[Action]:
    """The line, or a shorter one to the same end, without its first action and one other.

    A move that another one takes back makes a line go round about; whoever looked for a line after
    it would be led back. Ends are the same where only columns, or cells, have changed places.
    """
    end = _end(board, line)
    while (shorter := _without_first(board, line, end)) is not None:
        line = shorter
    return line


def _without_first(board: State, line: Sequence[Action], end: _End | None) -> list[Action] | None:
    """The line without its first action and one other, if it still comes to that end."""
    for place in range(1, len(line) - 1):
        rest = [*line[1:place], *line[place + 1 :]]
        if _end(board, rest) == end:
            return rest
    return None


def _end(board: State, line: Sequence[Action]) -> _End | None:
    """What a line comes to; None if it breaks a rule."""
    state = board.copy()
    if any(apply(state, action) for action in line):
        return None
    columns, cells = state.column_count, state.column_count + state.cell_count
    aside = [*map(tuple, state.piles)]
    return (
        sorted(zip(state.face_down[:columns], aside[:columns], strict=True)),
        sorted(aside[columns:cells]),
        aside[cells:],
        state.dealt,
        sorted(state.left),
        state.over,
    )
