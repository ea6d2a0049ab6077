"""Traits counted by hand, and once more by a slow reckoning over random games."""

from itertools import pairwise
from random import Random

import pytest

from engine.actions import Move
from engine.cards import KING
from engine.codes import parse_code, start
from engine.play import apply
from engine.sight import UNKNOWN, seen
from engine.state import ROOM, State
from engine.traits import NAMES, Traits
from engine.variants import SPIDER
from tests.engine.twins import some_game


def _counted(board: State) -> dict[str, int]:
    traits = Traits(board)
    traits.scan_all()
    traits.count()
    return dict(zip(NAMES, traits.counts, strict=True))


#   column 0: K♠ Q♠ J♥ 5♠     column 1: (A♠ 2♠) 6♠ 5♠     column 2: empty     others: an ace each
def test_a_table_by_hand() -> None:
    counts = _counted(seen(_state("KSQSJH5S.(AS2S)6S5S..AH.AH.AH.AH.AH.AH.AH")).board)
    assert (counts["hidden"], counts["hidden_squared"]) == (2, 4)
    assert (counts["links"], counts["misfits"], counts["breaks"]) == (2, 1, 1)
    assert (counts["open"], counts["open_parts"], counts["king_bases"]) == (8, 2, 1)
    assert (counts["first_empty"], counts["more_empty"]) == (1, 0)
    assert (counts["one_part"], counts["two_parts"], counts["cover"]) == (1, 0, 2)
    assert (counts["homes"], counts["low_ends"]) == (1, 7)


def _state(columns: str) -> State:
    """The columns as they are written in a code, the stock gone, whatever the deck."""
    state = start(parse_code("SP1-S2C-AAAAAAA"))
    for column, text in enumerate(columns.split(".")):
        hidden, _, shown = text[1:].partition(")") if text.startswith("(") else ("", "", text)
        cards = [_card(part) for part in _pairs(hidden) + _pairs(shown)]
        state.cards[column * ROOM : column * ROOM + len(cards)] = bytes(cards)
        state.sizes[column], state.face_down[column] = len(cards), len(hidden) // 2
    state.dealt = state.stock_size
    return state


def _pairs(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def _card(text: str) -> int:
    return "SHDC".index(text[1]) << 4 | "A23456789TJQK".index(text[0]) + 1


def _reckoned(board: State) -> dict[str, int]:
    """Some of the traits again, from the columns alone, in the plainest way."""
    columns = [
        (hidden, cards[hidden:])
        for hidden, cards in zip(board.hidden, board.columns, strict=False)
        if cards
    ]
    known = [(hidden, cards) for hidden, cards in columns if cards[-1] != UNKNOWN]
    pairs = [pair for _, cards in known for pair in pairwise(cards)]
    links = sum(one == other + 1 for one, other in pairs)
    fits = sum(one % 16 == other % 16 + 1 for one, other in pairs)
    ends = [cards[-1] % 16 for _, cards in known]
    empty = board.column_count - len(columns)
    return {
        "hidden": sum(hidden for hidden, _ in columns),
        "hidden_squared": sum(hidden * hidden for hidden, _ in columns),
        "open": sum(not hidden for hidden, _ in columns),
        "links": links,
        "misfits": fits - links,
        "breaks": len(pairs) - fits,
        "king_bases": sum(not hidden and cards[0] % 16 == KING for hidden, cards in columns),
        "cover": sum(len(cards) for hidden, cards in columns if hidden),
        "first_empty": int(empty > 0),
        "more_empty": max(0, empty - 1),
        "runs": len(board.runs),
        "homes": len({rank for rank in ends if rank >= 2}),
        "blank": len(columns) - len(known),
        "low_ends": sum(rank <= 2 for rank in ends),
    }


@pytest.mark.parametrize("seed", range(12))
def test_a_slow_reckoning_agrees(seed: int) -> None:
    rng = Random(seed)
    board = seen(some_game(SPIDER, rng, rng.randrange(100))).board
    counts = _counted(board)
    for name, count in _reckoned(board).items():
        assert counts[name] == count, name


def test_a_card_that_turns_up_is_blank() -> None:
    board = seen(start(parse_code("SP1-S4C-AAAAAAD"))).board
    before = _counted(board)
    assert not apply(board, Move(0, 3, 1))
    after = _counted(board)
    assert after["blank"] == before["blank"] + 1 == 1
    assert after["hidden"] == before["hidden"] - 1
    assert after["misfits"] == before["misfits"] + 1
    assert {name: after[name] for name in _reckoned(board)} == _reckoned(board)
