"""Positions packed into bytes and actions into numbers, as searches keep them by the thousand.

A packed position is the size and the number of hidden cards of each pile, how much of the stock is
dealt, how many runs have left, and then the cards, pile by pile. What is the same in all positions
of a search (the stock, the rules) is left out, as is what does not matter for winning (the score).
"""

from engine.actions import Action, Command, Move, Take
from engine.state import PLAYING, ROOM, State

_DEAL, _TAKE = DEAL, TAKE = 255, 254
"""In the place of a move's source, the lowest byte of an action's number: other kinds of actions.

A move's target is the second byte, as a take's column is, and the number of its cards the third.
"""


def packed_room(state: State) -> int:
    """How many bytes any position that comes after `state` needs."""
    on_table = sum(state.sizes) + state.stock_size - state.dealt
    return 2 * state.pile_count + 2 + on_table


def pack(state: State, packed: bytearray, start: int) -> int:
    """Write `state` into `packed` from place `start` on; the place after it."""
    piles = state.pile_count
    end = start + 2 * piles + 2
    packed[end - 2] = state.dealt
    packed[end - 1] = len(state.left_from)
    for pile in range(piles):
        size = state.sizes[pile]
        packed[start + pile] = size
        packed[start + piles + pile] = state.face_down[pile]
        first = pile * ROOM
        for place in range(size):
            packed[end + place] = state.cards[first + place]
        end += size
    return end


def unpack(state: State, packed: bytearray, start: int) -> None:
    """Make `state`, a state of the same search, the position that was written at `start`."""
    piles = state.pile_count
    end = start + 2 * piles + 2
    state.dealt = packed[end - 2]
    _set_runs(state, packed[end - 1])
    for pile in range(piles):
        size = packed[start + pile]
        state.sizes[pile] = size
        state.face_down[pile] = packed[start + piles + pile]
        first = pile * ROOM
        for place in range(size):
            state.cards[first + place] = packed[end + place]
        end += size
    state.over = PLAYING


def _set_runs(state: State, runs: int) -> None:
    """Let so many runs have left; which they were does not matter to a search."""
    if len(state.left_from) != runs:
        state.left_from[:] = bytes(runs)
        state.left[:] = bytes(13 * runs)


def as_action(number: int) -> Action:
    """The action that a number stands for."""
    kind = number & 255
    if kind == _DEAL:
        return Command.DEAL
    if kind == _TAKE:
        return Take(number >> 8)
    return Move(kind, number >> 8 & 255, number >> 16)
