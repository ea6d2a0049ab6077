"""Tables drawn as text become the positions that they show."""

from collections import Counter

import pytest

from engine.cards import format_cards
from engine.codes import format_code, parse_code
from engine.variants import SPIDER
from tests.engine.playing import position, shown
from tests.engine.tables import COLUMNS, draw, table

DRAWING = """
    0      (4H 9C) KS..TS
    1      -
    9      AS
    stock  5D 6D
    score  480
    moves  20
    """


def test_what_is_drawn_lies_where_it_is_drawn() -> None:
    state = table(DRAWING)
    assert [shown(state, column) for column in (0, 1, 9)] == ["## ## KS QS JS TS", "", "AS"]
    assert format_cards(state.stock) == ["5D", "6D"]
    assert (state.score, state.moves) == (480, 20)


def test_what_is_not_drawn_has_left_as_runs_or_lies_in_the_other_columns() -> None:
    state = table(DRAWING)
    assert state.runs == [0, 1, 2, 3]
    assert all(state.columns[column] for column in range(2, 9))
    on_table = Counter(card for cards in state.columns for card in cards)
    in_runs = Counter(SPIDER.deck(4)[:52])
    assert on_table + Counter(state.stock) + in_runs == Counter(SPIDER.deck(4))


def test_hidden_cards_may_stand_for_all_that_is_not_drawn() -> None:
    drawing = "\n".join(f"{column} -" for column in COLUMNS[1:])
    state = table(f"0 (..) KS\nruns\nstock 2S\n{drawing}")
    assert len(state.columns[0]) == 103
    assert state.hidden[0] == 102


def test_a_drawn_code_is_canonical() -> None:
    assert format_code(parse_code(draw(DRAWING, "R"))) == draw(DRAWING, "R")
    assert position(table(DRAWING)) == parse_code(draw(DRAWING)).source


def test_a_card_that_the_deck_does_not_have_cannot_be_drawn() -> None:
    with pytest.raises(AssertionError, match="drawn too often"):
        draw("0 KS KS KS")
