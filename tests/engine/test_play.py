"""What an action does, by example: cards that turn up, deals, runs that leave, score and end."""

from random import Random

import pytest

from engine.actions import Move
from engine.refusals import violation
from engine.state import State, Status
from engine.steps import play
from engine.violations import Violation
from tests.engine.playing import (
    RULES,
    SUITS,
    attempt,
    counters,
    every_move,
    golden_wins,
    played,
    record,
    shown,
    started,
    told,
    with_rules,
)
from tests.engine.tables import table
from tests.engine.walks import legal_actions, small_table

# Cards that move and turn up


def test_a_card_moves_from_the_end_of_one_column_to_the_end_of_another() -> None:
    state = played(table("0 KD 5S\n1 KH 6H"), "0-1")
    assert (shown(state, 0), shown(state, 1)) == ("KD", "KH 6H 5S")


def test_a_group_moves_in_its_order() -> None:
    state = played(table("0 KD 5S 4S 3S\n1 KH 6H"), "0-1x3")
    assert (shown(state, 0), shown(state, 1)) == ("KD", "KH 6H 5S 4S 3S")


def test_a_hidden_card_turns_up_by_itself_when_the_last_face_up_card_leaves() -> None:
    state = played(table("0 (4H 7H) 5S\n1 6H"), "0-1")
    assert shown(state, 0) == "## 7H"


def test_a_hidden_card_stays_hidden_below_a_face_up_one() -> None:
    state = played(table("0 (4H 7H) KD 5S\n1 6H"), "0-1")
    assert shown(state, 0) == "## ## KD"


def test_a_column_whose_last_card_leaves_is_empty() -> None:
    state = played(table("0 5S\n1 6H"), "0-1")
    assert shown(state, 0) == ""


def test_a_card_that_turned_up_moves_like_any_other() -> None:
    state = played(table("0 (7H) 5S\n1 6H\n2 8C"), "0-1", "0-2")
    assert (shown(state, 0), shown(state, 2)) == ("", "8C 7H")


# Deals


@pytest.mark.parametrize("suits", SUITS)
def test_a_deal_puts_one_face_up_card_on_every_column_first_to_last(suits: int) -> None:
    state = started(f"SP1-S{suits}C-ABCDEFG")
    hidden, next_ten = state.hidden, list(state.stock[:10])
    played(state, "deal")
    assert [cards[-1] for cards in state.columns] == next_ten
    assert state.hidden == hidden


def test_five_deals_empty_the_stock() -> None:
    state = started("SP1-S4C-ABCDEFG")
    for deals in range(1, 6):
        played(state, "deal")
        assert len(state.stock) - state.dealt == 50 - 10 * deals
    assert [len(cards) for cards in state.columns] == [11] * 4 + [10] * 6


def test_a_short_last_deal_fills_the_first_columns() -> None:
    state = table(
        """
        0      KH
        3      KD
        4      KC
        stock  5S 6S 7S 8S
        """
    )
    played(state, "deal")
    assert [shown(state, column) for column in (0, 3, 4)] == ["KH 5S", "KD 8S", "KC"]
    assert state.dealt == len(state.stock) == 4


@pytest.mark.parametrize("rules", RULES)
def test_a_refused_deal_changes_nothing(rules: str) -> None:
    state = table("3 -\nstock KS QS", rules)
    before = record(state)
    assert isinstance(attempt(state, "deal"), Violation)
    assert record(state) == before


# Runs

KING_TO_TWO = """
    0  (4H 9C) KS..2S
    1  (3D) AS
    """


@pytest.mark.parametrize("rules", RULES)
def test_a_run_leaves_by_itself_after_the_move_that_formed_it(rules: str) -> None:
    state = table(KING_TO_TWO, rules)
    left_before = len(state.runs)
    played(state, "1-0")
    assert state.runs[left_before:] == [0]
    assert len(state.columns[0]) == 2


def test_the_hidden_card_below_a_run_turns_up() -> None:
    assert shown(played(table(KING_TO_TWO), "1-0"), 0) == "## 9C"


def test_a_face_up_card_below_a_run_stays() -> None:
    state = played(table("0 (4H) 9C KS..2S\n1 AS"), "1-0")
    assert shown(state, 0) == "## 9C"


def test_a_run_that_was_the_whole_column_leaves_it_empty() -> None:
    assert shown(played(table("0 KS..2S\n1 AS"), "1-0"), 0) == ""


@pytest.mark.parametrize("rules", RULES)
def test_a_run_leaves_after_the_deal_that_formed_it(rules: str) -> None:
    state = table("0 (9C) KS..2S\nruns\nstock AS 4D 5D 6D 7D 8D 9D TD JD QD", rules)
    played(state, "deal")
    assert state.runs == [0]
    assert shown(state, 0) == "9C"


def test_a_run_leaves_after_a_short_last_deal() -> None:
    state = played(table("1 (9C) KS..2S\nruns\nstock 4D AS 5D 6D"), "deal")
    assert state.runs == [0]
    assert shown(state, 1) == "9C"


def test_one_deal_completes_two_runs_and_they_leave_first_column_to_last() -> None:
    state = table(
        """
        0      3C
        1      (9C) KH..2H
        2      4C
        3      (9D) KS..2S
        runs
        stock  4D AH 5D AS 6D 7D 8D 8C TD JD
        """
    )
    happened = told(state, "deal")
    assert [event["column"] for event in happened if event["type"] == "run"] == [1, 3]
    assert state.runs == [1, 0]
    assert [shown(state, column) for column in range(4)] == ["3C 4D", "9C", "4C 5D", "9D"]


@pytest.mark.parametrize(
    ("source", "target", "suits_left"), [(5, 2, [0, 1]), (2, 5, [1, 0])], ids=["back", "forth"]
)
def test_one_move_completes_two_runs_and_they_leave_first_column_to_last(
    source: int, target: int, suits_left: list[int]
) -> None:
    state = table(
        f"""
        {source}  KH..AH AS
        {target}  KS..2S
        runs
        """
    )
    played(state, f"{source}-{target}")
    assert state.runs == suits_left


def test_a_run_that_a_card_covered_leaves_when_the_card_does() -> None:
    state = played(table("0 (3C) KS..AS 5H\n1 6C\nruns"), "0-1")
    assert state.runs == [0]
    assert (shown(state, 0), shown(state, 1)) == ("3C", "6C 5H")


def test_a_run_right_below_a_run_leaves_after_it() -> None:
    state = played(table("0 (3C) KH..AH KS..2S\n1 AS\nruns"), "1-0")
    assert state.runs == [0, 1]
    assert shown(state, 0) == "3C"
    assert counters(state) == (500 - 1 + 200, 1, 0)


@pytest.mark.parametrize("rules", RULES)
def test_a_hidden_card_is_never_counted_into_a_run(rules: str) -> None:
    state = played(table("0 (KS) QS..2S\n1 AS\nruns", rules), "1-0")
    assert state.runs == []
    assert shown(state, 0) == "## QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"


def test_a_hidden_king_that_turns_up_takes_its_run_again() -> None:
    state = played(table("0 (KS) QS..2S\n1 AS\n2 -\nruns"), "1-0", "0-2x12", "2-0x12")
    assert state.runs == [0]


@pytest.mark.parametrize("rules", RULES)
def test_a_sequence_of_mixed_suits_is_no_run_in_any_rule_set(rules: str) -> None:
    state = played(table("0 KS..8S 7H 6S..2S\n1 AS\nruns", rules), "1-0")
    assert state.runs == []
    assert len(state.columns[0]) == 13


@pytest.mark.parametrize("cards", ["QS..2S", "KH QS..2S", "KS QH JS..2S", "KS..4S 3H 2S"])
def test_twelve_cards_of_a_suit_are_no_run(cards: str) -> None:
    state = played(table(f"0 {cards}\n1 AS\nruns", "R"), "1-0")
    assert state.runs == []


def test_king_to_two_is_no_run_without_its_ace() -> None:
    state = played(table("0 KS QS\n1 JS..2S\n2 AH\nruns"), "1-0x10")
    assert state.runs == []
    played(state, "2-0")
    assert state.runs == []


def test_only_the_last_thirteen_cards_leave() -> None:
    state = played(table("0 KS..2S KS QS..2S\n1 AS\nruns"), "1-0")
    assert len(state.columns[0]) == 12


# Score and move counter


def test_a_move_costs_a_point_and_counts() -> None:
    assert counters(played(table("0 5S\n1 6H"), "0-1")) == (499, 1, 0)


def test_a_group_costs_no_more_than_a_card() -> None:
    assert counters(played(table("0 5S 4S 3S\n1 6H"), "0-1x3")) == (499, 1, 0)


def test_a_deal_costs_a_point_and_counts() -> None:
    assert counters(played(started("SP1-S4C-ABCDEFG"), "deal")) == (499, 1, 0)


def test_a_run_brings_a_hundred_points_and_is_no_move() -> None:
    assert counters(played(table(KING_TO_TWO), "1-0")) == (599, 1, 0)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("before", "after"), [(2, 1), (1, 0), (0, 0)])
def test_the_score_never_falls_below_zero(before: int, after: int, rules: str) -> None:
    state = played(table(f"0 KC 5S\n1 6H\nscore {before}", rules), "0-1")
    assert counters(state) == (after, 1, 0)


def test_a_deal_at_zero_costs_nothing_but_counts() -> None:
    assert counters(played(table("0 KS\nstock QH\nruns\nscore 0"), "deal")) == (0, 1, 0)


def test_what_fell_below_zero_is_forgotten() -> None:
    state = table("0 KD 5S\n1 6H\n2 6C\n3 (9C) KS..6S 5S..2S\n4 AS\nscore 1")
    played(state, "0-1", "1-2", "2-1")
    assert counters(state) == (0, 3, 0)
    played(state, "4-3")
    assert counters(state) == (100, 4, 0)


@pytest.mark.parametrize("rules", RULES)
def test_at_zero_a_run_brings_its_whole_hundred_the_price_is_clamped_first(rules: str) -> None:
    assert counters(played(table(KING_TO_TWO + "score 0", rules), "1-0")) == (100, 1, 0)


def test_a_refused_action_costs_nothing() -> None:
    state = table("0 5S\n1 6H")
    for action in ("1-0", "undo", "deal", "0-1x2"):
        assert isinstance(attempt(state, action), Violation)
    assert counters(state) == (500, 0, 0)


@pytest.mark.parametrize("rules", RULES)
def test_the_worked_game_of_117_actions_ends_with_1183_points(rules: str) -> None:
    code, log = next((code, log) for code, log in golden_wins() if len(log) == 117)
    assert code == "SP1-S1C-AAAAINO"
    state = played(started(with_rules(code, rules)), *log)
    assert state.status is Status.WON
    assert counters(state) == (500 - 117 + 800, 117, 0)


# The end

LAST_RUN = """
    0     KS..2S
    1     AS
    runs  S S S S S S S
    """


@pytest.mark.parametrize("rules", RULES)
def test_the_game_is_won_when_all_eight_runs_have_left(rules: str) -> None:
    state = played(table(LAST_RUN, rules, 1), "1-0")
    assert state.status is Status.WON
    assert len(state.runs) == 8
    assert not any(state.columns)


def test_the_game_goes_on_after_seven_runs() -> None:
    state = played(table("0 KS..2S\n1 AS 4C\n2 5C\nruns S H H D D C"), "1-2", "1-0")
    assert len(state.runs) == 7
    assert state.status is Status.PLAYING


def _all_refused(state: State) -> bool:
    before = record(state)
    actions = ["deal", "undo", "resign", "0-1", "1-0", "0-0", "10-10"]
    refused = all(isinstance(attempt(state, action), Violation) for action in actions)
    return refused and record(state) == before


@pytest.mark.parametrize("rules", RULES)
def test_after_a_win_no_action_is_accepted_undo_included(rules: str) -> None:
    state = played(table(LAST_RUN, rules, 1), "1-0")
    assert state.undo_available
    assert _all_refused(state)


@pytest.mark.parametrize("rules", RULES)
def test_a_game_that_starts_won_accepts_no_action(rules: str) -> None:
    assert _all_refused(started(f"SPX-S4{rules}-.........;;SSHHDDCC"))


@pytest.mark.parametrize("rules", RULES)
def test_resigning_ends_the_game_with_the_points_scored_so_far(rules: str) -> None:
    state = table(KING_TO_TWO, rules)
    played(state, "1-0", "resign")
    assert state.status is Status.RESIGNED
    assert counters(state) == (599, 1, 0)


@pytest.mark.parametrize("rules", RULES)
def test_after_resigning_no_action_is_accepted_undo_included(rules: str) -> None:
    state = played(table(KING_TO_TWO, rules), "1-0", "resign")
    assert state.undo_available
    assert _all_refused(state)


def test_one_may_resign_before_the_first_move() -> None:
    assert played(started("SP1-S4C-ABCDEFG"), "resign").status is Status.RESIGNED


# Every action


@pytest.mark.parametrize("rules", RULES)
def test_a_refused_action_changes_nothing(rules: str) -> None:
    rng = Random(rules)
    state = small_table(rng, rules, 4)
    for _ in range(15):
        before = record(state)
        for from_, count, to in every_move(state):
            move = Move(from_, to, count)
            if violation(state, move) is not None:
                assert isinstance(play(state, move), Violation)
        assert record(state) == before
        actions = legal_actions(state)
        if not actions:
            return
        play(state, rng.choice(actions))


COPIED = KING_TO_TWO + "2 (4C) 5H\n3 6C\nstock 9S"


@pytest.mark.parametrize("log", [["1-0"], ["deal"], ["undo"], ["1-0", "undo", "undo", "resign"]])
def test_a_copy_is_played_on_without_changing_the_original(log: list[str]) -> None:
    state = played(table(COPIED), "2-3")
    before = record(state)
    twin = state.copy()
    assert record(twin) == before
    played(twin, *log)
    assert record(state) == before != record(twin)


@pytest.mark.parametrize("log", [["1-0"], ["deal"], ["undo"], ["1-0", "undo", "undo", "resign"]])
def test_the_original_is_played_on_without_changing_a_copy(log: list[str]) -> None:
    state = played(table(COPIED), "2-3")
    twin = state.copy()
    before = record(twin)
    played(state, *log)
    assert record(twin) == before != record(state)
