"""Packed positions come back as they were, and names tell positions apart just as far as needed."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from engine.actions import Action, Command
from engine.codes import parse_code, start
from engine.moves import legal_moves, legal_takes
from engine.packing import pack, packed_room, unpack
from engine.play import apply
from engine.refusals import violation
from engine.state import PLAYING, State, Status
from engine.variants import VARIANTS
from tests.engine.family_tables import late_code
from tests.engine.playing import played
from tests.engine.small_tables import combinations
from tests.engine.tables import COLUMNS, table
from tests.slow_family import LAYOUTS

every_variant = pytest.mark.parametrize("id_", VARIANTS)


def walked(id_: str, seed: int) -> Iterator[State]:
    """A late position of the variant, and the ones that random actions lead to."""
    rng = Random(f"{id_} {seed}")
    suits, letter = rng.choice(combinations(id_))
    state = start(parse_code(late_code(rng, LAYOUTS[id_], suits, letter)))
    for _ in range(8):
        yield state
        actions: list[Action] = [*legal_moves(state), *legal_takes(state)]
        actions += [Command.DEAL] * (violation(state, Command.DEAL) is None)
        if not actions:
            return
        apply(state, rng.choice(actions))
        if state.over != PLAYING:
            return


def where_cards_lie(state: State) -> tuple[object, ...]:
    """What a search has to know of a position."""
    return state.piles, state.hidden, state.dealt, len(state.runs)


def packed(state: State, start_: int = 0) -> bytes:
    """A position packed from a place of a larger room on; nothing else is written."""
    room = bytearray(b"?" * (start_ + packed_room(state) + 3))
    end = pack(state, room, start_)
    assert start_ < end <= start_ + packed_room(state)
    assert room[:start_] == b"?" * start_
    assert room[end:] == b"?" * (len(room) - end)
    return bytes(room[start_:end])


@every_variant
@settings(max_examples=6)
@given(seed=integers(0, 1 << 32), place=integers(0, 40))
def test_a_packed_position_comes_back_wherever_it_was_written(
    id_: str, seed: int, place: int
) -> None:
    walk = walked(id_, seed)
    twin = next(walk).copy()
    for state in walk:
        unpack(twin, bytearray(place) + packed(state, place), place)
        assert where_cards_lie(twin) == where_cards_lie(state)
        assert packed(twin) == packed(state)


@every_variant
def test_positions_are_packed_alike_only_where_cards_lie_alike(id_: str) -> None:
    known: dict[bytes, tuple[object, ...]] = {}
    for state in walked(id_, 1):
        lie = where_cards_lie(state)
        assert known.setdefault(packed(state), lie) == lie
    assert len(known) == len({repr(lie) for lie in known.values()})


def test_an_unpacked_position_is_in_play_and_can_be_played_on() -> None:
    state = table("0 KS..2S\n1 AS\n" + "\n".join(f"{column} -" for column in COLUMNS[2:]))
    room = bytearray(packed(state))
    for _ in range(2):
        assert played(state, "1-0").status is Status.WON
        unpack(state, room, 0)
        assert state.over == PLAYING
