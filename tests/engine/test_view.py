"""The view: what a player sees of a state."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import parse_action
from engine.cards import RANKS, format_card
from engine.codes import game_code, start
from engine.moves import best_moves, legal_moves
from engine.refusals import violation
from engine.rulesets import RuleSet
from engine.variants import SPIDER
from engine.view import suits_left, view
from tests.engine.playing import RULES, allowed, attempt, played, record, started
from tests.engine.strategies import positions, rule_sets, suits_in_play
from tests.engine.tables import table


def test_the_view_of_a_start() -> None:
    shown = view(started("SP1-S4C-AAAAAAD"))
    moves = shown["legal"].pop("moves")
    assert shown == {
        "status": "playing",
        "stuck": False,
        "score": 500,
        "moves": 0,
        "undos": 0,
        "undo_available": 0,
        "columns": [
            {"hidden": 5, "cards": ["4S"]},
            {"hidden": 5, "cards": ["2C"]},
            {"hidden": 5, "cards": ["8H"]},
            {"hidden": 5, "cards": ["5D"]},
            {"hidden": 4, "cards": ["KH"]},
            {"hidden": 4, "cards": ["7C"]},
            {"hidden": 4, "cards": ["9D"]},
            {"hidden": 4, "cards": ["6D"]},
            {"hidden": 4, "cards": ["AS"]},
            {"hidden": 4, "cards": ["5S"]},
        ],
        "stock": {"cards": 50, "deals": 5},
        "runs": [],
        "legal": {"deal": True, "deal_violation": None, "undo": False, "resign": True},
    }
    assert moves[0] == {
        "action": "0-3",
        "from": 0,
        "to": 3,
        "count": 1,
        "cards": ["4S"],
        "target": "other_suit",
        "best": False,
    }


def test_face_up_cards_are_shown_deepest_first_and_hidden_ones_only_counted() -> None:
    state = table("0 (4H 9C) KS QS 5D\n1 -")
    assert view(state)["columns"][:2] == [
        {"hidden": 2, "cards": ["KS", "QS", "5D"]},
        {"hidden": 0, "cards": []},
    ]


def test_runs_are_shown_in_the_order_in_which_they_left() -> None:
    state = table("0 KS..2S\n1 AS\nruns C H C")
    assert view(state)["runs"] == suits_left(state) == ["C", "H", "C"]
    assert view(played(state, "1-0"))["runs"] == suits_left(state) == ["C", "H", "C", "S"]


def test_a_legal_move_is_shown_with_its_cards_its_target_and_whether_it_is_best() -> None:
    state = table("0 KD 6S 5S\n1 7S\n2 7H\n3 KS\n4 KH\n5 KC\n6 KD\n7 AS\n8 AH\n9 (..) AC")
    assert view(state)["legal"]["moves"] == [
        {
            "action": f"0-{to}x2",
            "from": 0,
            "to": to,
            "count": 2,
            "cards": ["6S", "5S"],
            "target": target,
            "best": best,
        }
        for to, target, best in [(1, "same_suit", True), (2, "other_suit", False)]
    ]


@given(st.data(), suits_in_play, rule_sets)
def test_the_legal_moves_shown_are_the_legal_moves(
    data: st.DataObject, suits: int, rules: RuleSet
) -> None:
    state = start(game_code(SPIDER, suits, rules, data.draw(positions(suits))))
    moves = view(state)["legal"]["moves"]
    assert [move["action"] for move in moves] == allowed(state)
    best = best_moves(state, legal_moves(state))
    assert {parse_action(move["action"]) for move in moves if move["best"]} == best
    for move in moves:
        cards = [*map(format_card, state.columns[move["from"]][-move["count"] :])]
        assert move["cards"] == cards


@pytest.mark.parametrize(
    ("stock", "deals"), [(0, 0), (1, 1), (4, 1), (10, 1), (11, 2), (20, 2), (26, 3)]
)
def test_the_deals_that_are_left_count_a_short_last_one(stock: int, deals: int) -> None:
    cards = [rank + suit for suit in "SD" for rank in RANKS]
    state = table(f"0 KH\nruns\nstock {' '.join(cards[:stock])}")
    assert view(state)["stock"] == {"cards": stock, "deals": deals}


def test_a_deal_takes_its_cards_off_the_stock() -> None:
    state = played(started("SP1-S4C-ABCDEFG"), "deal")
    assert view(state)["stock"] == {"cards": 40, "deals": 4}


@pytest.mark.parametrize(
    ("drawing", "code"),
    [("0 KS\nstock QS\nruns", None), ("0 KS", "stock-empty"), ("0 -\nstock QS", "empty-column")],
)
def test_what_forbids_the_deal_is_shown(drawing: str, code: str | None) -> None:
    legal = view(table(drawing))["legal"]
    assert legal["deal_violation"] == code
    assert legal["deal"] is (code is None)


@pytest.mark.parametrize("rules", RULES)
def test_how_many_undos_in_a_row_are_possible_is_shown(rules: str) -> None:
    state = table("0 6H 5S\n1 6D", rules)
    for turn in range(203):
        possible = view(state)["undo_available"]
        assert possible == min(turn, 200 if rules == "T" else 100)
        assert view(state)["legal"]["undo"] is (possible > 0)
        played(state, ("0-1", "1-0")[turn % 2])
    for _ in range(possible):
        played(state, "undo")
    assert view(state)["undo_available"] == 0
    assert view(state)["legal"]["undo"] is False


@pytest.mark.parametrize("status", ["won", "resigned"])
def test_a_game_that_is_over_shows_nothing_legal(status: str) -> None:
    state = table("0 KS..2S\n1 AS\nruns S S S S S S S", "C", 1)
    played(state, "1-0" if status == "won" else "resign")
    shown = view(state)
    assert (shown["status"], shown["stuck"], shown["undo_available"]) == (status, False, 0)
    assert shown["legal"] == {
        "deal": False,
        "deal_violation": "game-over",
        "undo": False,
        "resign": False,
        "moves": [],
    }


def test_a_resigned_game_has_no_undo_available_though_it_was_played() -> None:
    state = played(table("0 5S\n1 6S"), "0-1", "resign")
    assert view(state)["undo_available"] == 0


def test_looking_at_a_state_changes_nothing() -> None:
    state = started("SP1-S4C-ABCDEFG")
    before = record(state)
    view(state)
    assert record(state) == before


# Stuck

SORTED = """
    0      KS..6S
    1      KS..6S
    2      -
    3      -
    4      -
    5      -
    6      -
    7      -
    8      -
    9      -
    stock  5S..AS 5S..AS
    """

# All kings and two aces: nothing goes anywhere.
NO_MOVES = """
    0  KS
    1  KS
    2  KH
    3  KH
    4  KD
    5  KD
    6  KC
    7  KC
    8  AS
    9  (..) AH
    """

# Whole columns only, and empty ones.
SINGLE_CARDS = """
    0      KS
    1      KH
    2      -
    3      -
    4      -
    5      -
    6      -
    7      -
    8      -
    9      -
    runs   H D D C C S
    stock  QS..AS QH..AH
    """


@pytest.mark.parametrize("rules", RULES)
def test_sorted_columns_empty_ones_and_a_stock_are_not_stuck(rules: str) -> None:
    state = table(SORTED, rules, 1)
    assert not view(state)["legal"]["deal"]
    assert view(state)["stuck"] is False


@pytest.mark.parametrize("rules", RULES)
def test_without_a_legal_move_or_deal_the_game_is_stuck(rules: str) -> None:
    shown = view(table(NO_MOVES, rules))
    assert (shown["legal"]["moves"], shown["legal"]["deal"]) == ([], False)
    assert shown["stuck"] is True


@pytest.mark.parametrize("rules", RULES)
def test_with_a_deal_left_the_game_is_not_stuck(rules: str) -> None:
    state = table(NO_MOVES + "stock QS QH", rules)
    assert view(state)["legal"]["moves"] == []
    assert view(state)["stuck"] is False


@pytest.mark.parametrize(("rules", "stuck"), [("C", False), ("R", False), ("T", True)])
def test_tavern_jack_is_stuck_where_only_whole_columns_could_move_to_empty_ones(
    rules: str, stuck: bool
) -> None:
    assert view(table(SINGLE_CARDS, rules))["stuck"] is stuck


@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_stuck_though_an_undo_is_possible(rules: str) -> None:
    stuck = played(table(NO_MOVES + "stock AD AC", rules), "deal")
    assert violation(stuck, parse_action("undo")) is None
    assert view(stuck)["stuck"] is True


def test_a_stuck_game_may_be_resigned() -> None:
    state = table(NO_MOVES)
    attempt(state, "resign")
    assert view(state)["stuck"] is False
    assert view(state)["status"] == "resigned"
