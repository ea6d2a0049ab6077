"""Legal moves, the best target, and every column's verdict on a group."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Move, parse_action
from engine.cards import format_cards
from engine.codes import game_code, start
from engine.moves import best_moves, face_up_cards, legal_moves, target_kind, targets
from engine.refusals import move_violation, violation
from engine.rulesets import RuleSet
from engine.state import State
from engine.steps import play
from engine.variants import SPIDER
from engine.violations import Rule, Violation
from tests.engine.playing import (
    RULES,
    SUITS,
    allowed,
    every_move,
    golden_wins,
    played,
    record,
    replayed,
    started,
    with_rules,
)
from tests.engine.strategies import positions, rule_sets, suits_in_play
from tests.engine.tables import COLUMNS, table
from tests.engine.walks import small_table, walk


def states(rules: str, suits: int) -> list[State]:
    """States of all kinds: a start, the middle of won games, small tables played at random."""
    rng = Random(f"moves {rules}{suits}")
    wins = [win for win in golden_wins() if win[0][5] == str(suits)]
    middles = [
        replayed(with_rules(code, rules), log[: rng.randrange(len(log))])
        for code, log in rng.sample(wins, 8)
    ]
    small = [
        state.copy() for _ in range(4) for state in walk(small_table(rng, rules, suits), rng, 8)
    ]
    return [started(f"SP1-S{suits}{rules}-ABCDEFG"), *middles, *small]


def best_target(state: State, group: str) -> int:
    """The column that is best for a group such as ``0x2``."""
    column, _, count = group.partition("x")
    legal = legal_moves(state)
    (best,) = [
        move.to
        for move in best_moves(state, legal)
        if (move.from_, move.count) == (int(column), int(count or 1))
    ]
    return best


# Legal moves


@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize("rules", RULES)
def test_the_legal_moves_are_those_that_are_accepted_in_this_order(rules: str, suits: int) -> None:
    for state in states(rules, suits):
        accepted = [
            Move(from_, to, count)
            for from_, count, to in every_move(state)
            if not isinstance(play(state.copy(), Move(from_, to, count)), Violation)
        ]
        assert legal_moves(state) == accepted


@given(st.data(), suits_in_play, rule_sets)
def test_the_legal_moves_of_any_position_are_those_that_break_no_rule(
    data: st.DataObject, suits: int, rules: RuleSet
) -> None:
    state = start(game_code(SPIDER, suits, rules, data.draw(positions(suits))))
    assert legal_moves(state) == [
        Move(from_, to, count)
        for from_, count, to in every_move(state)
        if violation(state, Move(from_, to, count)) is None
    ]


def test_legal_moves_are_sorted_by_column_then_count_then_target() -> None:
    state = table(
        """
        0  6C 5S 4S
        1  -
        2  6H
        3  5D
        4  KS
        5  KD
        6  KC
        7  QH
        8  -
        9  (..) AH
        """,
    )
    assert allowed(state) == [
        *("0-1", "0-3", "0-8", "0-1x2", "0-2x2", "0-8x2"),
        *("2-1", "2-8"),
        *("3-1", "3-2", "3-8"),
        *("4-1", "4-8"),
        *("5-1", "5-8"),
        *("6-1", "6-8"),
        *("7-1", "7-4", "7-5", "7-6", "7-8"),
        *("9-1", "9-8"),
    ]


def test_a_game_that_is_over_has_no_legal_moves() -> None:
    state = table("0 5S\n1 6S")
    assert "0-1" in allowed(state)
    assert allowed(played(state, "resign")) == []


@pytest.mark.parametrize("rules", RULES)
def test_looking_for_moves_changes_nothing(rules: str) -> None:
    state = started(f"SP1-S4{rules}-ABCDEFG")
    before = record(state)
    best_moves(state, legal_moves(state))
    targets(state, 0, 1)
    assert record(state) == before


# The kind of a target


@pytest.mark.parametrize(
    ("action", "kind"), [("0-1", "same_suit"), ("0-2", "other_suit"), ("0-3", "empty")]
)
def test_a_target_is_of_the_same_suit_of_another_or_empty(action: str, kind: str) -> None:
    move = parse_action(action)
    assert isinstance(move, Move)
    assert target_kind(table("0 KD 5S\n1 6S\n2 6C\n3 -"), move) == kind


@pytest.mark.parametrize(("action", "kind"), [("0-1x2", "same_suit"), ("0-2x2", "other_suit")])
def test_the_first_card_of_a_group_decides_the_kind(action: str, kind: str) -> None:
    move = parse_action(action)
    assert isinstance(move, Move)
    assert target_kind(table("0 KD 5S 4H\n1 6S\n2 6H", "R"), move) == kind


# The best target


def test_the_same_suit_is_better_than_another_suit_and_than_an_empty_column() -> None:
    assert best_target(table("0 5S\n1 -\n2 6H\n3 6S"), "0") == 3


def test_another_suit_is_better_than_an_empty_column() -> None:
    assert best_target(table("0 5S\n1 -\n2 6H"), "0") == 2


def test_an_empty_column_is_best_where_nothing_else_is_legal() -> None:
    assert best_target(table("0 (4D) KS\n1 -\n2 -"), "0") == 1


@pytest.mark.parametrize("rules", RULES)
def test_of_the_same_suit_the_longest_resulting_group_is_best(rules: str) -> None:
    assert best_target(table("0 (4H) 5S\n1 6S\n2 8S 7S 6S\n3 7S 6S", rules, 2), "0") == 2


@pytest.mark.parametrize("rules", RULES)
def test_only_cards_of_one_suit_count_into_the_group(rules: str) -> None:
    assert best_target(table("0 (4D) 5S\n1 8H 7H 6S\n2 7S 6S", rules), "0") == 2


@pytest.mark.parametrize("rules", RULES)
def test_hidden_cards_do_not_count_into_the_group(rules: str) -> None:
    assert best_target(table("0 (4D) 5S\n1 6S\n2 (8S 7S) 6S", rules), "0") == 1


def test_of_groups_of_one_length_the_lowest_column_is_best() -> None:
    assert best_target(table("0 (4D) 5S\n4 7S 6S\n7 7S 6S"), "0") == 4


def test_of_other_suits_the_lowest_column_is_best_however_long_its_group() -> None:
    assert best_target(table("0 (4D) 5S\n3 6H\n6 8D 7D 6D"), "0") == 3


def test_of_empty_columns_the_lowest_is_best() -> None:
    assert best_target(table("5 (4D) KS\n2 -\n7 -"), "5") == 2


def test_each_end_of_a_group_has_a_best_target_of_its_own() -> None:
    state = table("0 (4D) 6S 5S\n1 7H\n2 6H\n3 6C\n4 7S")
    assert (best_target(state, "0x2"), best_target(state, "0")) == (4, 2)


@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize("rules", RULES)
def test_every_group_that_can_move_has_exactly_one_best_target(rules: str, suits: int) -> None:
    for state in states(rules, suits):
        legal = legal_moves(state)
        best = [(move.from_, move.count) for move in best_moves(state, legal)]
        assert sorted(best) == sorted({(move.from_, move.count) for move in legal})


# The verdict on every column


@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize("rules", RULES)
def test_the_targets_of_a_group_agree_with_the_rules_and_the_legal_moves(
    rules: str, suits: int
) -> None:
    for state in states(rules, suits):
        legal = legal_moves(state)
        best = best_moves(state, legal)
        for column in range(-1, 11):
            for count in range(-1, 6):
                for target in targets(state, column, count):
                    move = Move(column, target.column, count)
                    assert target.violation == move_violation(state, *move)
                    assert (target.violation is None) == (move in legal)
                    assert target.best == (move in best)
                    assert target.kind == (target_kind(state, move) if move in legal else None)


def test_every_column_has_its_verdict_the_source_too() -> None:
    verdicts = targets(table("0 (4D) 5S\n1 6S\n2 6H\n3 -\n4 AC"), 0, 1)
    assert [target.column for target in verdicts] == [*COLUMNS]
    assert verdicts[0].violation == (Rule.SAME_COLUMN, {"column": 0})
    assert verdicts[1] == (1, "same_suit", True, None)
    assert verdicts[2] == (2, "other_suit", False, None)
    assert verdicts[3] == (3, "empty", False, None)
    assert verdicts[4].violation == (Rule.ONTO_ACE, {"card": "5S", "onto": "AC"})


@pytest.mark.parametrize(
    ("column", "count", "rule"),
    [
        (10, 1, Rule.NO_SUCH_COLUMN),
        (-1, 1, Rule.NO_SUCH_COLUMN),
        (1, 1, Rule.EMPTY_SOURCE),
        (0, 0, Rule.NOT_ENOUGH_CARDS),
        (0, -5, Rule.NOT_ENOUGH_CARDS),
        (0, 10**9, Rule.NOT_ENOUGH_CARDS),
        (0, 3, Rule.FACE_DOWN),
        (0, 2, Rule.NOT_DESCENDING),
    ],
)
def test_a_group_that_cannot_move_has_no_target(column: int, count: int, rule: Rule) -> None:
    verdicts = targets(table("0 (4D) 7S 5S\n1 -"), column, count)
    refusals = {target.violation.code for target in verdicts if target.violation is not None}
    assert refusals <= {rule, Rule.SAME_COLUMN}
    assert all(target.violation is not None and not target.best for target in verdicts)


def test_a_game_that_is_over_has_no_target() -> None:
    verdicts = targets(played(table("0 5S\n1 6S"), "resign"), 0, 1)
    assert {target.violation and target.violation.code for target in verdicts} == {Rule.GAME_OVER}


# The cards of a group


@pytest.mark.parametrize(
    ("column", "count", "cards"),
    [
        (0, 1, ["5S"]),
        (0, 2, ["7S", "5S"]),
        (0, 3, ["7S", "5S"]),
        (0, 99, ["7S", "5S"]),
        (0, 0, []),
        (0, -1, []),
        (1, 1, []),
        (10, 1, []),
        (-1, 1, []),
    ],
)
def test_only_face_up_cards_of_a_group_are_shown(column: int, count: int, cards: list[str]) -> None:
    state = table("0 (4D) 7S 5S\n1 -\n9 KS")
    assert format_cards(face_up_cards(state, column, count)) == cards
