"""Trimming: what is only taken back goes, what is needed stays."""

from engine.actions import Action, Command, Move
from engine.sight import seen
from engine.trimming import trimmed
from tests.engine.tables import table

#   8♠ 7♥ | 8♦ | 8♣ | (??) 7♣ | 9♠ | 9♥ | four kings
TABLE = "0 8S 7H\n1 8D\n2 8C\n3 (AS) 7C\n4 9S\n5 9H\n6 KS\n7 KS\n8 KH\n9 KH"
OFF, BACK = Move(0, 1, 1), Move(1, 0, 1)
"""The 7♥ from the 8♠ to the 8♦, and back."""
UNDER = Move(2, 4, 1)
"""The 8♣ to the 9♠."""


def left_of(*line: Action) -> list[Action]:
    return [*trimmed(seen(table(TABLE)).board, line)]


def test_a_move_that_is_taken_back_is_left_out() -> None:
    assert left_of(OFF, BACK, Move(3, 2, 1)) == [Move(3, 2, 1)]


def test_what_lies_between_stays() -> None:
    assert left_of(OFF, UNDER, BACK, Move(3, 1, 1)) == [UNDER, Move(3, 1, 1)]


def test_one_after_another() -> None:
    assert left_of(OFF, BACK, OFF, UNDER, BACK, Move(3, 1, 1)) == [UNDER, Move(3, 1, 1)]


def test_what_is_needed_stays() -> None:
    assert left_of(OFF, Move(3, 0, 1)) == [OFF, Move(3, 0, 1)]
    assert left_of(OFF, UNDER, Move(3, 0, 1)) == [OFF, UNDER, Move(3, 0, 1)]
    assert left_of(OFF, Command.DEAL) == [OFF, Command.DEAL]
    assert left_of(Command.DEAL) == [Command.DEAL]


#   The 7♥ comes back, but to an empty column: the 8♠ has gone to the 9♥ meanwhile.
def test_a_move_that_makes_way_stays() -> None:
    line = [OFF, Move(0, 5, 1), BACK, Move(3, 2, 1)]
    assert left_of(*line) == line


#   Only where the 8♦ lies is another: in an empty column instead of its own.
def test_columns_may_have_changed_places() -> None:
    board = seen(table(TABLE.replace("8 KH\n9 KH", "8 -\n9 -"))).board
    line = [Move(1, 8, 1), Move(8, 9, 1), Move(3, 2, 1)]
    assert [*trimmed(board, line)] == [Move(3, 2, 1)]
