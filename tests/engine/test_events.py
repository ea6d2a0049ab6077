"""Events: what a frontend animates, in the order in which it happens."""

import pytest

from tests.engine.playing import RULES, played, started, told
from tests.engine.tables import table

KING_TO_TWO = """
    0  (4H 9C) KS..2S
    1  (3D) AS
    """
RUN_OF_SPADES = [rank + "S" for rank in "KQJT98765432A"]
RUN_OF_HEARTS = [rank + "H" for rank in "KQJT98765432A"]


def test_a_move_and_its_price() -> None:
    assert told(table("0 KD 5S 4S\n1 6H"), "0-1x2") == [
        {"type": "move", "from": 0, "to": 1, "cards": ["5S", "4S"]},
        {"type": "score", "delta": -1, "score": 499},
    ]


def test_a_move_that_turns_up_a_card() -> None:
    assert told(table("0 (KH) 5S\n1 6H"), "0-1") == [
        {"type": "move", "from": 0, "to": 1, "cards": ["5S"]},
        {"type": "score", "delta": -1, "score": 499},
        {"type": "flip", "column": 0, "card": "KH"},
    ]


def test_a_score_that_does_not_change_is_not_told() -> None:
    assert told(table("0 KD 5S\n1 6H\nscore 0"), "0-1") == [
        {"type": "move", "from": 0, "to": 1, "cards": ["5S"]},
    ]


def test_a_deal_tells_each_column_and_its_card() -> None:
    state = table("stock 4D 5D 6D 7D 8D 9D TD JD QD KD\nruns")
    assert told(state, "deal") == [
        {
            "type": "deal",
            "cards": [
                {"column": 0, "card": "4D"},
                {"column": 1, "card": "5D"},
                {"column": 2, "card": "6D"},
                {"column": 3, "card": "7D"},
                {"column": 4, "card": "8D"},
                {"column": 5, "card": "9D"},
                {"column": 6, "card": "TD"},
                {"column": 7, "card": "JD"},
                {"column": 8, "card": "QD"},
                {"column": 9, "card": "KD"},
            ],
        },
        {"type": "score", "delta": -1, "score": 499},
    ]


def test_a_short_deal_tells_only_the_columns_that_get_a_card() -> None:
    assert told(table("stock 4D 5D\nruns"), "deal")[0] == {
        "type": "deal",
        "cards": [{"column": 0, "card": "4D"}, {"column": 1, "card": "5D"}],
    }


def test_a_run_comes_after_the_sources_flip_and_before_its_own() -> None:
    assert told(table(KING_TO_TWO), "1-0") == [
        {"type": "move", "from": 1, "to": 0, "cards": ["AS"]},
        {"type": "score", "delta": -1, "score": 499},
        {"type": "flip", "column": 1, "card": "3D"},
        {"type": "run", "column": 0, "cards": RUN_OF_SPADES},
        {"type": "score", "delta": 100, "score": 599},
        {"type": "flip", "column": 0, "card": "9C"},
    ]


def test_at_zero_a_run_tells_the_real_change() -> None:
    happened = told(table(KING_TO_TWO + "score 0"), "1-0")
    assert [event for event in happened if event["type"] == "score"] == [
        {"type": "score", "delta": 100, "score": 100}
    ]


TWO_RUNS = """
    0      3C
    1      (9C) KH..2H
    2      4C
    3      KS..2S
    runs
    stock  4D AH 5D AS
    """


def test_each_run_of_a_deal_is_told_with_its_score_and_its_flip() -> None:
    assert told(table(TWO_RUNS), "deal")[1:] == [
        {"type": "score", "delta": -1, "score": 499},
        {"type": "run", "column": 1, "cards": RUN_OF_HEARTS},
        {"type": "score", "delta": 100, "score": 599},
        {"type": "flip", "column": 1, "card": "9C"},
        {"type": "run", "column": 3, "cards": RUN_OF_SPADES},
        {"type": "score", "delta": 100, "score": 699},
    ]


def test_a_win_is_told_last() -> None:
    assert told(table("0 KS..2S\n1 AS\nruns S S S S S S S", "C", 1), "1-0") == [
        {"type": "move", "from": 1, "to": 0, "cards": ["AS"]},
        {"type": "score", "delta": -1, "score": 499},
        {"type": "run", "column": 0, "cards": RUN_OF_SPADES},
        {"type": "score", "delta": 100, "score": 599},
        {"type": "won"},
    ]


@pytest.mark.parametrize("rules", RULES)
def test_resigning_is_told_alone(rules: str) -> None:
    assert told(started(f"SP1-S4{rules}-ABCDEFG"), "resign") == [{"type": "resigned"}]


# Undo


@pytest.mark.parametrize(
    ("rules", "delta", "score"), [("C", 1, 500), ("R", 1, 500), ("T", -1, 498)]
)
def test_an_undo_tells_the_events_backwards_then_one_change_of_the_score(
    rules: str, delta: int, score: int
) -> None:
    state = played(table("0 (KH) 5S 4S\n1 6H", rules), "0-1x2")
    assert told(state, "undo") == [
        {"type": "undo", "action": "0-1x2"},
        {"type": "flip", "column": 0, "back": True},
        {"type": "move", "from": 0, "to": 1, "cards": ["5S", "4S"], "back": True},
        {"type": "score", "delta": delta, "score": score},
    ]


@pytest.mark.parametrize(
    ("rules", "delta", "score"), [("C", -99, 500), ("R", -99, 500), ("T", -101, 498)]
)
def test_an_undone_run_lies_on_its_column_again(rules: str, delta: int, score: int) -> None:
    assert told(played(table(KING_TO_TWO, rules), "1-0"), "undo") == [
        {"type": "undo", "action": "1-0"},
        {"type": "flip", "column": 0, "back": True},
        {"type": "run", "column": 0, "cards": RUN_OF_SPADES, "back": True},
        {"type": "flip", "column": 1, "back": True},
        {"type": "move", "from": 1, "to": 0, "cards": ["AS"], "back": True},
        {"type": "score", "delta": delta, "score": score},
    ]


def test_an_undone_deal_tells_its_columns_and_names_no_card() -> None:
    assert told(played(table(TWO_RUNS), "deal"), "undo") == [
        {"type": "undo", "action": "deal"},
        {"type": "run", "column": 3, "cards": RUN_OF_SPADES, "back": True},
        {"type": "flip", "column": 1, "back": True},
        {"type": "run", "column": 1, "cards": RUN_OF_HEARTS, "back": True},
        {"type": "deal", "columns": [0, 1, 2, 3], "back": True},
        {"type": "score", "delta": -199, "score": 500},
    ]


def test_an_undone_full_deal_tells_all_ten_columns() -> None:
    state = played(started("SP1-S4C-ABCDEFG"), "deal")
    assert told(state, "undo")[1] == {"type": "deal", "columns": [*range(10)], "back": True}


def test_an_undo_that_does_not_change_the_score_tells_none() -> None:
    state = played(table("0 KD 5S\n1 6H\nscore 0", "T"), "0-1")
    assert [event["type"] for event in told(state, "undo")] == ["undo", "move"]


def test_an_undo_at_zero_tells_the_real_change() -> None:
    state = played(table(KING_TO_TWO + "score 0", "T"), "1-0")
    assert told(state, "undo")[-1] == {"type": "score", "delta": -100, "score": 0}


def test_an_undone_action_is_named_in_canonical_form() -> None:
    state = played(table("0 KD 5S\n1 6H"), "0-1x1")
    assert told(state, "undo")[0] == {"type": "undo", "action": "0-1"}
