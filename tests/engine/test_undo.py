"""Undo: what comes back, what it costs, and how far it goes."""

from random import Random

import pytest

from engine.actions import Command
from engine.refusals import violation
from engine.state import State, Status
from engine.violations import Rule
from tests.engine.playing import (
    RULES,
    broken_rule,
    cards_and_counters,
    counters,
    golden_wins,
    played,
    position,
    shown,
    started,
    with_rules,
)
from tests.engine.tables import table

LIMITS = {"C": 100, "R": 100, "T": 200}
WINS = [golden_wins()[place] for place in (0, 12, 23)]

# The five of spades goes to and fro between two sixes, for as long as one likes.
SHUTTLE = """
    0  6H 5S
    1  6D
    """

KING_TO_TWO = """
    0  (4H 9C) KS..2S
    1  (3D) AS
    """


def to_and_fro(count: int) -> list[str]:
    return [("0-1", "1-0")[turn % 2] for turn in range(count)]


def on_the_table(state: State) -> dict[str, object]:
    """What an undo gives back in every rule set: the cards, not the counters."""
    kept = cards_and_counters(state)
    return {name: kept[name] for name in kept if name not in ("score", "moves")}


# What comes back


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("code", "log"), WINS, ids=[code for code, _ in WINS])
def test_every_action_of_a_game_is_undone_exactly(code: str, log: list[str], rules: str) -> None:
    state = started(with_rules(code, rules))
    for action in log[:-1]:
        kept = on_the_table if rules == "T" else cards_and_counters
        before = kept(state)
        played(state, action, "undo")
        assert kept(state) == before
        played(state, action)
        assert state.undo_available <= LIMITS[rules]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("code", "log"), WINS, ids=[code for code, _ in WINS])
def test_undos_go_back_over_moves_deals_and_runs(code: str, log: list[str], rules: str) -> None:
    state = started(with_rules(code, rules))
    positions = [on_the_table(state)]
    for action in log[:-1][:100]:
        played(state, action)
        positions.append(on_the_table(state))
    assert state.dealt
    assert state.runs
    while len(positions) > 1:
        positions.pop()
        played(state, "undo")
        assert on_the_table(state) == positions[-1]


def test_a_card_that_turned_up_is_hidden_again() -> None:
    state = played(table("0 (4H 7H) 5S\n1 6H"), "0-1", "undo")
    assert (shown(state, 0), shown(state, 1)) == ("## ## 5S", "6H")


def test_a_face_up_card_below_stays_face_up() -> None:
    state = played(table("0 (4H) 7H 5S\n1 6H"), "0-1", "undo")
    assert shown(state, 0) == "## 7H 5S"


@pytest.mark.parametrize("rules", RULES)
def test_a_run_comes_back_with_the_action_that_formed_it(rules: str) -> None:
    state = table(KING_TO_TWO, rules)
    before = on_the_table(state)
    played(state, "1-0")
    assert shown(state, 0) == "## 9C"
    played(state, "undo")
    assert on_the_table(state) == before
    assert shown(state, 0) == "## ## KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    assert shown(state, 1) == "## AS"


def test_a_run_that_left_earlier_stays_away() -> None:
    state = played(table(KING_TO_TWO + "2 KC 5H\n3 6C"), "1-0")
    runs = state.runs
    played(state, "2-3", "undo")
    assert state.runs == runs


@pytest.mark.parametrize("rules", RULES)
def test_dealt_cards_go_back_to_the_stock_in_their_order(rules: str) -> None:
    state = started(f"SP1-S4{rules}-ABCDEFG")
    before = on_the_table(state)
    played(state, "deal", "undo")
    assert on_the_table(state) == before
    assert len(position(state).stock) == 50


@pytest.mark.parametrize("rules", RULES)
def test_a_deal_that_completed_two_runs_is_undone(rules: str) -> None:
    state = table(
        """
        0      (8C) KH..2H
        1      (4S 9D) KS..2S
        runs
        stock  AH AS 5D 6D 7D 8D TD JD QD KD
        """,
        rules,
    )
    before = on_the_table(state)
    played(state, "deal")
    assert state.runs == [1, 0]
    played(state, "undo")
    assert on_the_table(state) == before


def test_a_short_deal_is_undone() -> None:
    state = table("0 KS\n1 KH\n2 KD\nstock 5C 6C\nruns")
    before = on_the_table(state)
    assert on_the_table(played(state, "deal", "undo")) == before


def test_a_run_below_a_run_comes_back_below_it() -> None:
    state = table("0 (3C) KH..AH KS..2S\n1 AS\nruns")
    before = on_the_table(state)
    played(state, "1-0")
    assert state.runs == [0, 1]
    assert on_the_table(played(state, "undo")) == before


def test_an_undone_action_played_again_leads_to_the_same_state() -> None:
    state = played(table(KING_TO_TWO), "1-0")
    once = cards_and_counters(state)
    assert cards_and_counters(played(state, "undo", "1-0")) == once


def test_an_undo_is_not_undone_by_the_next_undo() -> None:
    state = played(table(SHUTTLE), "0-1", "1-0", "undo")
    assert shown(state, 1) == "6D 5S"
    played(state, "undo")
    assert shown(state, 1) == "6D"
    assert broken_rule(state, "undo") == "nothing-to-undo"


# What it costs


@pytest.mark.parametrize("rules", ["C", "R"])
def test_score_and_move_counter_return_and_undos_are_counted(rules: str) -> None:
    state = played(table(SHUTTLE, rules), "0-1", "1-0", "undo")
    assert counters(state) == (499, 1, 1)
    assert counters(played(state, "undo")) == (500, 0, 2)
    assert counters(played(state, "0-1")) == (499, 1, 2)


def test_tavern_jack_gives_no_point_back_and_takes_one_more() -> None:
    state = played(table(SHUTTLE, "T"), "0-1", "1-0", "undo")
    assert counters(state) == (497, 2, 1)
    assert counters(played(state, "undo")) == (496, 2, 2)
    assert counters(played(state, "0-1")) == (495, 3, 2)


@pytest.mark.parametrize("rules", ["C", "R"])
def test_an_undone_run_leaves_the_score_as_it_was(rules: str) -> None:
    state = played(table(KING_TO_TWO, rules), "1-0")
    assert counters(state) == (599, 1, 0)
    assert counters(played(state, "undo")) == (500, 0, 1)


def test_in_tavern_jack_an_undone_run_takes_its_hundred_points_with_it() -> None:
    state = played(table(KING_TO_TWO, "T"), "1-0")
    assert counters(state) == (599, 1, 0)
    assert counters(played(state, "undo")) == (498, 1, 1)


@pytest.mark.parametrize(("rules", "after"), [("C", (500, 0, 1)), ("T", (498, 1, 1))])
def test_a_deal_with_two_runs_is_undone_with_its_price(
    rules: str, after: tuple[int, int, int]
) -> None:
    state = table("0 KH..2H\n1 KS..2S\nstock AH AS\nruns", rules)
    assert counters(played(state, "deal")) == (699, 1, 0)
    assert counters(played(state, "undo")) == after


@pytest.mark.parametrize("score", [0, 1, 2])
def test_in_tavern_jack_an_undo_does_not_fall_below_zero(score: int) -> None:
    state = played(table(f"{SHUTTLE}score {score}", "T"), "0-1", "undo")
    assert counters(state) == (0, 1, 1)


@pytest.mark.parametrize(("score", "after"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_in_tavern_jack_an_undone_run_does_not_fall_below_zero(score: int, after: int) -> None:
    state = played(table(f"{KING_TO_TWO}score {score}", "T"), "1-0", "undo")
    assert state.score == after


@pytest.mark.parametrize(("rules", "score"), [("C", 1), ("R", 1), ("T", 0)])
def test_points_that_fell_below_zero_come_back_only_as_they_were(rules: str, score: int) -> None:
    state = played(table(f"{SHUTTLE}score 1", rules), *to_and_fro(5), *["undo"] * 5)
    assert state.score == score


@pytest.mark.parametrize(("code", "log"), WINS, ids=[code for code, _ in WINS])
def test_tavern_jacks_score_is_500_less_moves_and_undos_and_100_for_each_run(
    code: str, log: list[str]
) -> None:
    rng = Random(code)
    state = started(with_rules(code, "T"))
    place = 0
    while state.status is Status.PLAYING:
        back = rng.choice([0, 0, 1, 3]) if len(state.runs) < 8 and place > 3 else 0
        played(state, *["undo"] * back, *log[place - back : place], log[place])
        assert state.score == 500 - state.moves - state.undos + 100 * len(state.runs)
        place += 1
    assert state.moves == len(log) + state.undos
    assert state.undos > 50


# How far it goes


@pytest.mark.parametrize("rules", RULES)
def test_the_undo_limit_is_100_actions_and_in_tavern_jack_200(rules: str) -> None:
    limit = LIMITS[rules]
    state = played(table(SHUTTLE, rules), *to_and_fro(limit), *["undo"] * limit)
    assert shown(state, 0) == "6H 5S"
    assert violation(state, Command.UNDO) == (Rule.NOTHING_TO_UNDO, {})


@pytest.mark.parametrize("rules", RULES)
def test_when_one_more_action_is_played_the_oldest_falls_off_for_good(rules: str) -> None:
    limit = LIMITS[rules]
    state = played(table(SHUTTLE, rules), *to_and_fro(limit + 1), *["undo"] * limit)
    assert shown(state, 1) == "6D 5S"  # as after the first action
    assert violation(state, Command.UNDO) == (Rule.UNDO_LIMIT, {"limit": limit})


@pytest.mark.parametrize("rules", RULES)
def test_what_fell_off_is_remembered_when_the_game_goes_on(rules: str) -> None:
    limit = LIMITS[rules]
    state = played(table(SHUTTLE, rules), *to_and_fro(limit + 1), *["undo"] * limit)
    played(state, "1-0", "undo")
    assert broken_rule(state, "undo") == "undo-limit"


def test_undone_actions_do_not_fill_the_limit() -> None:
    state = table(SHUTTLE)
    for _ in range(150):
        played(state, "0-1", "undo")
    assert broken_rule(state, "undo") == "nothing-to-undo"
    assert counters(state) == (500, 0, 150)


def test_an_undo_does_not_go_behind_the_position_that_a_code_names() -> None:
    state = table(f"{SHUTTLE}score 480\nmoves 20")
    assert violation(state, Command.UNDO) == (Rule.NOTHING_TO_UNDO, {})
    played(state, "0-1", "undo")
    assert violation(state, Command.UNDO) == (Rule.NOTHING_TO_UNDO, {})


@pytest.mark.parametrize("rules", RULES)
def test_resigning_cannot_be_undone(rules: str) -> None:
    state = played(table(SHUTTLE, rules), "0-1", "resign")
    assert violation(state, Command.UNDO) == (Rule.GAME_OVER, {"status": "resigned"})
