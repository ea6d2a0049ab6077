"""Trials: whether a quick search wins, with the cards of a world in place of those not seen."""

import pytest

from engine.cards import parse_card
from engine.odds import CERTAIN
from engine.packing import pack, packed_room
from engine.sight import seen
from engine.state import State
from engine.trials import Trials
from tests.engine.playing import played, record, started
from tests.engine.tables import table
from tests.engine.test_exhaustion import STUCK

#   K♠ … 3♠ | (A♠) 2♠ | seven whole runs have left
HIDDEN_ACE = "SPX-S1C-KSQSJSTS9S8S7S6S5S4S3S.(AS)2S........;;SSSSSSS"
#   K♠ … 2♠ | A♠ in the stock, and empty columns do not matter
ACE_TO_DEAL = "SPX-S1D-KSQSJSTS9S8S7S6S5S4S3S2S.........;AS;SSSSSSS"


def judged(state: State, world: str, dealing: bool = False) -> int:
    """The chance after a plan that has led to this state."""
    sight = seen(state)
    packed = bytearray(packed_room(sight.board))
    pack(sight.board, packed, 0)
    return Trials(sight).after(packed, dealing, bytearray(map(parse_card, world.split())))


def test_a_world_in_which_one_move_wins_is_certain() -> None:
    assert judged(table("0 KS..2S\n1 AS\n2 -"), "") == CERTAIN


def test_a_dead_world_is_none() -> None:
    assert judged(table(STUCK, suits=2), "") == 0


@pytest.mark.parametrize(("world", "chance"), [("AS", CERTAIN), ("KS", 0)])
def test_hidden_cards_are_those_of_the_world(world: str, chance: int) -> None:
    state = started(HIDDEN_ACE)
    assert judged(state, world) == chance
    assert judged(played(seen(state).board, "1-0"), world) == chance


@pytest.mark.parametrize(("world", "chance"), [("AS", CERTAIN), ("KS", 0)])
def test_a_deal_brings_the_cards_of_the_world(world: str, chance: int) -> None:
    state = started(ACE_TO_DEAL)
    assert judged(state, world, dealing=True) == chance
    assert judged(state, world) == chance


def test_one_world_after_another_and_the_sight_stays_as_it_is() -> None:
    sight = seen(started(HIDDEN_ACE))
    before = record(sight.board)
    packed = bytearray(packed_room(sight.board))
    pack(sight.board, packed, 0)
    trials = Trials(sight)
    worlds = [bytearray([parse_card(card)]) for card in ("AS", "KS", "AS")]
    assert [trials.after(packed, False, world) for world in worlds] == [CERTAIN, 0, CERTAIN]
    assert record(sight.board) == before
