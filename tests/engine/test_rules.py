"""The rules of an action, by example: what goes where, and the rule that forbids the rest."""

from itertools import product

import pytest

from engine.actions import Command, Move, parse_action
from engine.cards import RANKS
from engine.refusals import move_violation, violation
from engine.violations import Params, Rule
from tests.engine.playing import RULES, broken_rule, played, started
from tests.engine.tables import COLUMNS, table


def test_a_card_goes_on_a_card_one_rank_higher_of_any_suit() -> None:
    state = table(
        """
        0  9H
        1  TS
        2  TH
        3  TC
        """
    )
    assert [broken_rule(state, action) for action in ("0-1", "0-2", "0-3")] == [None, None, None]


@pytest.mark.parametrize("suit", ["H", "S"])
@pytest.mark.parametrize(("first", "end"), [*product(RANKS, RANKS)])
def test_a_card_goes_on_a_card_exactly_one_rank_higher_and_on_no_other(
    first: str, end: str, suit: str
) -> None:
    state = table(
        f"""
        0  (5D) {first}H
        1  (6D) {end}{suit}
        """
    )
    fits = RANKS.index(end) == RANKS.index(first) + 1
    assert (broken_rule(state, "0-1") is None) == fits


@pytest.mark.parametrize("rank", RANKS)
def test_nothing_goes_on_an_ace(rank: str) -> None:
    state = table(
        f"""
        0  {rank}H
        1  AS
        """
    )
    assert violation(state, Move(0, 1, 1)) == (
        Rule.ONTO_ACE,
        {"card": f"{rank}H", "onto": "AS"},
    )


@pytest.mark.parametrize("rank", RANKS)
def test_a_king_goes_only_to_an_empty_column(rank: str) -> None:
    state = table(
        f"""
        0  (5D) KH
        1  (6D) {rank}S
        2  -
        """
    )
    assert broken_rule(state, "0-1") == ("onto-ace" if rank == "A" else "wrong-rank")
    assert broken_rule(state, "0-2") is None


def test_a_card_of_the_wrong_rank_is_refused_with_both_cards() -> None:
    state = table(
        """
        0  9H
        1  JS
        """
    )
    assert violation(state, Move(0, 1, 1)) == (Rule.WRONG_RANK, {"card": "9H", "onto": "JS"})


@pytest.mark.parametrize("rules", RULES)
def test_a_descending_group_of_one_suit_moves_together_and_so_does_each_end_of_it(
    rules: str,
) -> None:
    state = table(
        """
        0  (5D) 9S 8S 7S
        1  TD
        2  9H
        3  8D
        """,
        rules,
    )
    for action in ("0-1x3", "0-2x2", "0-3"):
        assert broken_rule(state, action) is None


# 9S and 8H lie well on each other, but only a relaxed group may change its suit.
MIXED = """
    0  (5D) 9S 8H 7S
    1  TD
    2  9C
    3  8D
    """


@pytest.mark.parametrize("rules", ["C", "T"])
@pytest.mark.parametrize(("action", "cards"), [("0-1x3", ["9S", "8H"]), ("0-2x2", ["8H", "7S"])])
def test_a_group_of_mixed_suits_does_not_move_in_the_strict_rules(
    rules: str, action: str, cards: list[str]
) -> None:
    refusal = violation(table(MIXED, rules), parse_action(action))
    assert refusal == (Rule.MIXED_SUITS, {"cards": cards})


def test_a_group_of_mixed_suits_moves_in_the_relaxed_rules() -> None:
    state = table(MIXED, "R")
    assert [broken_rule(state, action) for action in ("0-1x3", "0-2x2")] == [None, None]


@pytest.mark.parametrize("rules", RULES)
def test_the_last_card_of_a_mixed_group_moves_alone(rules: str) -> None:
    assert broken_rule(table(MIXED, rules), "0-3") is None


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("cards", ["9S 7S", "7S 8S", "9S 9S", "AS KS", "9S TS"])
def test_cards_that_do_not_descend_by_one_do_not_move_together(rules: str, cards: str) -> None:
    state = table(
        f"""
        0  (5D) {cards}
        1  -
        """,
        rules,
    )
    assert violation(state, Move(0, 1, 2)) == (Rule.NOT_DESCENDING, {"cards": cards.split()})


def test_a_gap_in_the_ranks_is_named_before_a_change_of_suit_that_lies_deeper() -> None:
    state = table(
        """
        0  (5D) 9S 8H 6H
        1  -
        """
    )
    assert violation(state, Move(0, 1, 3)) == (Rule.NOT_DESCENDING, {"cards": ["8H", "6H"]})


def test_the_deepest_change_of_suit_is_named() -> None:
    state = table(
        """
        0  (5D) 9S 8S 7H 6C
        1  -
        """
    )
    assert violation(state, Move(0, 1, 4)) == (Rule.MIXED_SUITS, {"cards": ["8S", "7H"]})


@pytest.mark.parametrize("rules", RULES)
def test_a_group_is_placed_as_its_first_card_would_be(rules: str) -> None:
    state = table(
        """
        0  (5D) 9S 8S 7S
        1  9D
        2  TD
        3  8D
        """,
        rules,
    )
    assert broken_rule(state, "0-2x3") is None
    assert violation(state, Move(0, 1, 3)) == (Rule.WRONG_RANK, {"card": "9S", "onto": "9D"})
    assert violation(state, Move(0, 3, 3)) == (Rule.WRONG_RANK, {"card": "9S", "onto": "8D"})


@pytest.mark.parametrize("rules", RULES)
def test_the_length_of_a_group_has_no_limit(rules: str) -> None:
    state = table(
        """
        0  (5D) KS..2S
        1  KD
        2  -
        """,
        rules,
    )
    assert broken_rule(state, "0-1x11") is None
    assert broken_rule(state, "0-2x12") is None


def test_a_relaxed_group_may_be_king_to_ace_of_mixed_suits() -> None:
    state = table(
        """
        0  (5D) KH QS..AS
        1  -
        """,
        "R",
    )
    assert broken_rule(state, "0-1x13") is None


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("rank", RANKS)
def test_any_card_may_go_to_an_empty_column(rank: str, rules: str) -> None:
    state = table(
        f"""
        0  (5D) {rank}S
        1  -
        """,
        rules,
    )
    assert broken_rule(state, "0-1") is None


@pytest.mark.parametrize("rules", RULES)
def test_any_group_that_moves_may_go_to_an_empty_column(rules: str) -> None:
    state = table(
        """
        0  (5D) 7S 6S
        1  (5H) 7H 6S
        2  -
        """,
        rules,
    )
    assert broken_rule(state, "0-2x2") is None
    assert broken_rule(state, "1-2x2") == (None if rules == "R" else "mixed-suits")


# A column of one group, and an empty one.
WHOLE = """
    0  7S 6S
    1  -
    2  8D
    3  (5D) 7H 6H
    """


@pytest.mark.parametrize("rules", ["C", "R"])
def test_a_whole_column_may_go_to_an_empty_one(rules: str) -> None:
    assert broken_rule(table(WHOLE, rules), "0-1x2") is None


def test_tavern_jack_does_not_move_a_whole_column_to_an_empty_one() -> None:
    refusal = violation(table(WHOLE, "T"), Move(0, 1, 2))
    assert refusal == (Rule.WHOLE_COLUMN_TO_EMPTY, {"from": 0, "to": 1})


def test_tavern_jack_moves_a_part_of_a_column_to_an_empty_one() -> None:
    assert broken_rule(table(WHOLE, "T"), "0-1") is None


def test_tavern_jack_moves_a_whole_column_onto_a_card() -> None:
    assert broken_rule(table(WHOLE, "T"), "0-2x2") is None


def test_cards_above_a_hidden_one_are_no_whole_column() -> None:
    assert broken_rule(table(WHOLE, "T"), "3-1x2") is None


@pytest.mark.parametrize("rules", RULES)
def test_a_hidden_card_does_not_move_and_is_not_named(rules: str) -> None:
    state = table(
        """
        0  (5D 8S) 7S 6S
        1  9D
        """,
        rules,
    )
    refusal = violation(state, Move(0, 1, 3))
    assert refusal == (Rule.FACE_DOWN, {"column": 0, "count": 3, "face_up": 2})


@pytest.mark.parametrize(
    ("move", "rule", "params"),
    [
        (Move(10, 0, 1), Rule.NO_SUCH_COLUMN, {"column": 10, "columns": 10}),
        (Move(0, 10, 1), Rule.NO_SUCH_COLUMN, {"column": 10, "columns": 10}),
        (Move(12, 99, 1), Rule.NO_SUCH_COLUMN, {"column": 12, "columns": 10}),
        (Move(0, -1, 1), Rule.NO_SUCH_COLUMN, {"column": -1, "columns": 10}),
        (Move(-1, 0, 1), Rule.NO_SUCH_COLUMN, {"column": -1, "columns": 10}),
        (Move(3, 3, 1), Rule.SAME_COLUMN, {"column": 3}),
        (Move(1, 0, 1), Rule.EMPTY_SOURCE, {"column": 1}),
        (Move(0, 1, 3), Rule.NOT_ENOUGH_CARDS, {"column": 0, "count": 3, "available": 2}),
        (Move(0, 1, 0), Rule.NOT_ENOUGH_CARDS, {"column": 0, "count": 0, "available": 2}),
        (Move(0, 1, -1), Rule.NOT_ENOUGH_CARDS, {"column": 0, "count": -1, "available": 2}),
    ],
)
def test_a_move_that_cannot_be_made_is_refused_with_its_numbers(
    move: Move, rule: Rule, params: Params
) -> None:
    assert violation(table(WHOLE), move) == (rule, params)
    assert move_violation(table(WHOLE), *move) == (rule, params)


@pytest.mark.parametrize("rules", RULES)
def test_a_deal_over_an_empty_column_is_refused_and_the_first_one_named(rules: str) -> None:
    state = table(
        """
        3      -
        7      -
        stock  KS QS
        """,
        rules,
    )
    assert violation(state, Command.DEAL) == (Rule.EMPTY_COLUMN, {"column": 3})


@pytest.mark.parametrize("rules", RULES)
def test_a_deal_is_refused_once_the_stock_is_empty(rules: str) -> None:
    assert violation(table("0 KS"), Command.DEAL) == (Rule.STOCK_EMPTY, {})
    state = played(started(f"SP1-S4{rules}-ABCDEFG"), *["deal"] * 5)
    assert violation(state, Command.DEAL) == (Rule.STOCK_EMPTY, {})


@pytest.mark.parametrize("rules", RULES)
def test_a_deal_is_allowed_while_no_column_is_empty(rules: str) -> None:
    state = started(f"SP1-S4{rules}-ABCDEFG")
    assert all(state.columns[column] for column in COLUMNS)
    assert violation(state, Command.DEAL) is None


def test_an_undo_at_the_start_is_refused() -> None:
    assert violation(table("0 KS"), Command.UNDO) == (Rule.NOTHING_TO_UNDO, {})


@pytest.mark.parametrize("action", ["0-1", "10-10", "deal", "undo", "resign"])
@pytest.mark.parametrize("status", ["resigned", "won"])
def test_no_action_is_accepted_once_the_game_is_over(status: str, action: str) -> None:
    if status == "won":
        state = played(table("0 KS..2S\n1 AS"), "1-0")
    else:
        state = played(table("0 KS\n1 QS"), "1-0", "resign")
    assert violation(state, parse_action(action)) == (Rule.GAME_OVER, {"status": status})
