"""Exhaustive search by itself: what it counts, when it ends, and what can never be dealt."""

from random import Random

import pytest

from engine.actions import format_log
from engine.codes import parse_code, start
from engine.exhaustion import Exhaustion, can_never_deal, exhaust
from engine.state import State
from tests import slow_family
from tests.engine.playing import record, started
from tests.engine.small_tables import blocked, combinations
from tests.engine.solving import check_win
from tests.engine.tables import COLUMNS, draw, table
from tests.slow_family import LAYOUTS
from tests.slow_solver import reachable

STUCK = """
    0  4S KH
    1  8S 7H
    2  6H JH
    3  TS KS
    4  TH 8H QH JS AS
    5  2S AH 4H
    6  2H 3H 6S 3S
    7  9H
    8  QS 7S
    9  9S 5H 5S
    """


def searched(state: State, budget: int) -> Exhaustion:
    """Search a state, which stays as it is, within the budget."""
    before = record(state)
    found = exhaust(state, budget, lambda _positions: None)
    assert record(state) == before
    assert found.positions <= max(0, budget)
    return found


def test_a_search_that_may_look_at_everything_ends_and_one_position_less_is_not_enough() -> None:
    whole = searched(table(STUCK, suits=2), 3000)
    assert whole.ended
    assert searched(table(STUCK, suits=2), whole.positions) == whole
    assert not searched(table(STUCK, suits=2), whole.positions - 1).ended


@pytest.mark.parametrize("budget", [-1, 0])
def test_nothing_is_looked_at_where_the_budget_is_spent(budget: int) -> None:
    assert searched(table(STUCK, suits=2), budget) == (False, None, 0)


@pytest.mark.parametrize(
    "id_", ["spider", "spiderette", "scorpion", "chelicera", "york", "ten-across"]
)
def test_positions_are_those_of_the_slow_solver_but_for_columns_that_changed_places(
    id_: str,
) -> None:
    ended = 0
    for number in range(15):
        rng = Random(f"positions {id_} {number}")
        suits, letter = rng.choice(combinations(id_))
        code = blocked(rng, LAYOUTS[id_], suits, letter)
        tables = reachable(slow_family.start(code), 80)
        if tables is None or any(game.status == "won" for game in tables):
            continue
        ended += 1
        found = searched(started(code), 3000)
        assert found.ended, code
        assert found.positions == len({without_order(game) for game in tables}), code
    assert ended


def without_order(game: slow_family.Game) -> tuple[object, ...]:
    """A table with its cells sorted, and its columns where the stock does not tell them apart."""
    table, columns = game.table, game.table.columns
    alike = not table.stock or game.layout.refill
    lie = tuple(sorted(columns)) if alike else columns
    return lie, table.stock, table.runs, tuple(sorted(table.cells)), table.reserves


def test_the_line_is_played_on_the_columns_as_they_really_lie() -> None:
    code = draw("0 4S..AS\n1 KS..5S\n" + "\n".join(f"{column} -" for column in COLUMNS[2:]))
    found = searched(started(code), 3000)
    assert found.line is not None
    check_win(code, format_log(found.line))


def one_suit(variant: str, letter: str, cards: int) -> State:
    """So many cards on the table, one in each of the first columns; the rest of the suit waits."""
    layout = LAYOUTS[variant]
    run = [rank + "S" for rank in "KQJT98765432A"]
    columns = [*run[:cards], *[""] * (len(layout.hidden) - cards)]
    runs = "S" * (slow_family.runs_to_win(layout) - 1)
    rest = "".join(run[cards:])
    code = f"{layout.prefix}X-S1{letter}-{'.'.join(columns)};{rest};{runs};500;0"
    return start(parse_code(code))


def test_a_stock_can_never_be_dealt_where_cards_are_fewer_than_columns() -> None:
    assert can_never_deal(one_suit("spider", "C", 9))
    assert not can_never_deal(one_suit("spider", "C", 10))
    assert not can_never_deal(one_suit("spider", "D", 9))
    assert not can_never_deal(one_suit("grounds-for-a-divorce", "C", 9))
    assert can_never_deal(one_suit("spiderette", "C", 6))
    assert not can_never_deal(one_suit("chelicera", "C", 0))


def test_an_empty_stock_is_no_loss_however_few_cards_are_left() -> None:
    assert not can_never_deal(table("0 KS..2S\n1 AS"))
