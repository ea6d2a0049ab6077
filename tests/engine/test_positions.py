"""Positions spelled out (generation X)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codes import game_code, parse_code, start
from engine.errors import CodeError
from engine.positions import format_position, parse_position
from engine.rulesets import RuleSet
from engine.state import Status
from engine.variants import SPIDER
from tests.engine.playing import (
    golden_wins,
    played,
    position,
    replayed,
    shown,
    started,
)
from tests.engine.strategies import positions, rule_sets, suits_in_play
from tests.engine.tables import draw

WON = "SPX-S4C-.........;;SSHHDDCC"


@given(st.data(), suits_in_play)
def test_a_written_position_reads_as_the_same_position(data: st.DataObject, suits: int) -> None:
    drawn = data.draw(positions(suits))
    assert parse_position(format_position(drawn), SPIDER, suits, SPIDER.default_rules) == drawn


@given(st.data(), suits_in_play, rule_sets)
def test_a_game_starts_from_a_position_as_it_stands(
    data: st.DataObject, suits: int, rules: RuleSet
) -> None:
    drawn = data.draw(positions(suits))
    assert position(start(game_code(SPIDER, suits, rules, drawn))) == drawn


@given(st.data())
def test_every_position_of_a_game_has_a_code(data: st.DataObject) -> None:
    code, log = data.draw(st.sampled_from(golden_wins()))
    reached = position(replayed(code, log[: data.draw(st.integers(0, len(log)))]))
    suits = parse_code(code).suits
    assert parse_position(format_position(reached), SPIDER, suits, SPIDER.default_rules) == reached


@given(st.text("KQAS2.;()0H\u0412 \n", max_size=40))
def test_any_text_is_refused_or_made_canonical(text: str) -> None:
    try:
        read = parse_position(text, SPIDER, 4, SPIDER.default_rules)
    except CodeError:
        return
    assert parse_position(format_position(read), SPIDER, 4, SPIDER.default_rules) == read


def test_a_column_is_written_hidden_cards_first_and_an_empty_one_as_nothing() -> None:
    code = draw(
        """
        0  (4H 9C) KS QS
        1  TD
        2  -
        3  AH
        """
    )
    columns = code.removeprefix("SPX-S4C-").split(";")[0].split(".")
    assert columns[:4] == ["(4H9C)KSQS", "TD", "", "AH"]
    state = started(code)
    assert [shown(state, column) for column in range(4)] == ["## ## KS QS", "TD", "", "AH"]


def test_all_columns_are_written_also_where_all_are_empty() -> None:
    assert format_position(position(started(WON))) == ".........;;SSHHDDCC;500;0"


def test_with_all_runs_off_the_game_is_won() -> None:
    assert started(WON).status is Status.WON


def test_with_cards_on_the_table_the_game_goes_on() -> None:
    assert started(draw("0 KS")).status is Status.PLAYING


def test_score_and_moves_go_on_from_the_position() -> None:
    state = started(draw("0 KS\n1 QS\nscore 480\nmoves 20"))
    assert (state.score, state.moves, state.undos) == (480, 20, 0)
    played(state, "1-0")
    assert (state.score, state.moves, state.undos) == (479, 21, 0)


def test_the_largest_score_and_move_counter_have_six_digits() -> None:
    state = started(WON + ";999999;999999")
    assert (state.score, state.moves) == (999_999, 999_999)


def test_runs_keep_the_order_in_which_they_left() -> None:
    state = started("SPX-S4C-.........;;CSHDDSCH")
    assert format_position(position(state)) == ".........;;CSHDDSCH;500;0"


@pytest.mark.parametrize("stock", ["", "KS", "KS QS JS TS", "KS..AS"])
def test_the_stock_may_have_any_size_and_keeps_its_order(stock: str) -> None:
    code = draw(f"0 KH\nstock {stock}")
    assert format_position(position(started(code))) == code.removeprefix("SPX-S4C-")
