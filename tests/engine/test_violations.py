"""The order of the rules: of two that an action breaks, the one that is documented first is named.

`broken` looks at each rule by itself, so that both can be seen to hold.
"""

from itertools import pairwise
from random import Random

import pytest

from engine.actions import Move, parse_action
from engine.cards import ACE, RANK
from engine.refusals import violation
from engine.rulesets import TAVERN_JACK, Group
from engine.state import State, Status
from engine.violations import Rule
from tests.engine.playing import RULES, SUITS, played
from tests.engine.tables import COLUMNS, table
from tests.engine.walks import small_table, walk

ORDER = [
    "game-over",
    "no-such-column",
    "same-column",
    "empty-source",
    "not-enough-cards",
    "face-down",
    "not-descending",
    "mixed-suits",
    "whole-column-to-empty",
    "onto-ace",
    "wrong-rank",
    "stock-empty",
    "empty-column",
    "undo-limit",
    "nothing-to-undo",
]

TABLE = """
    0  (5C) QS JH 9H
    1  AS
    2  -
    3  KD 8S
    4  9S 8H
    5  9C 7D
    """

PAIRS = {
    ("no-such-column", "same-column"): "10-10",
    ("no-such-column", "empty-source"): "2-10",
    ("no-such-column", "not-enough-cards"): "0-10x9",
    ("no-such-column", "face-down"): "0-10x4",
    ("no-such-column", "not-descending"): "0-10x3",
    ("no-such-column", "mixed-suits"): "4-10x2",
    ("no-such-column", "onto-ace"): "10-1",
    ("same-column", "empty-source"): "2-2",
    ("same-column", "not-enough-cards"): "0-0x9",
    ("same-column", "face-down"): "0-0x4",
    ("same-column", "not-descending"): "0-0x3",
    ("same-column", "mixed-suits"): "4-4x2",
    ("same-column", "onto-ace"): "1-1",
    ("same-column", "wrong-rank"): "0-0",
    ("empty-source", "not-enough-cards"): "2-0",
    ("empty-source", "onto-ace"): "2-1",
    ("not-enough-cards", "face-down"): "0-3x9",
    ("not-enough-cards", "not-descending"): "5-3x9",
    ("not-enough-cards", "mixed-suits"): "4-3x9",
    ("not-enough-cards", "onto-ace"): "4-1x9",
    ("not-enough-cards", "wrong-rank"): "4-5x9",
    ("face-down", "not-descending"): "0-3x4",
    ("face-down", "mixed-suits"): "0-3x4",
    ("face-down", "whole-column-to-empty"): "0-2x4",
    ("face-down", "onto-ace"): "0-1x4",
    ("face-down", "wrong-rank"): "0-3x4",
    ("not-descending", "mixed-suits"): "0-3x3",
    ("not-descending", "whole-column-to-empty"): "5-2x2",
    ("not-descending", "onto-ace"): "0-1x3",
    ("not-descending", "wrong-rank"): "0-3x3",
    ("mixed-suits", "whole-column-to-empty"): "4-2x2",
    ("mixed-suits", "onto-ace"): "4-1x2",
    ("mixed-suits", "wrong-rank"): "4-3x2",
    ("onto-ace", "wrong-rank"): "0-1",
}


def broken(state: State, move: Move) -> list[str]:
    """Every rule that a move breaks, in the documented order."""
    from_, to, count = move
    source = state.columns[from_] if from_ in COLUMNS else []
    target = state.columns[to] if to in COLUMNS else []
    hidden = state.hidden[from_] if from_ in COLUMNS else 0
    group = source[-count:]
    strict = state.rules.group is Group.ONE_SUIT
    holds = {
        "game-over": state.status is not Status.PLAYING,
        "no-such-column": from_ not in COLUMNS or to not in COLUMNS,
        "same-column": from_ == to,
        "empty-source": from_ in COLUMNS and not source,
        "not-enough-cards": from_ in COLUMNS and count > len(source),
        "face-down": hidden > 0 and count > len(source) - hidden,
        "not-descending": any(above & RANK != (card & RANK) + 1 for above, card in pairwise(group)),
        "mixed-suits": strict and len({card >> 4 for card in group}) > 1,
        "whole-column-to-empty": state.rules is TAVERN_JACK
        and to in COLUMNS
        and not target
        and count == len(source),
        "onto-ace": target != [] and target[-1] & RANK == ACE,
        "wrong-rank": target != [] and group != [] and target[-1] & RANK != (group[0] & RANK) + 1,
    }
    return [rule for rule in ORDER if holds.get(rule)]


def test_the_rules_are_listed_in_the_order_in_which_they_are_looked_at() -> None:
    assert [rule.value for rule in Rule if rule.value in ORDER] == ORDER


@pytest.mark.parametrize(("earlier", "later"), [*PAIRS])
def test_of_two_broken_rules_the_earlier_is_named(earlier: str, later: str) -> None:
    state, move = table(TABLE, "T"), parse_action(PAIRS[earlier, later])
    assert isinstance(move, Move)
    assert {earlier, later} <= {*broken(state, move)}
    refusal = violation(state, move)
    assert refusal is not None
    assert refusal.code.value == broken(state, move)[0] == earlier


@pytest.mark.parametrize("action", sorted({*PAIRS.values()}))
def test_in_a_game_that_is_over_nothing_else_is_named(action: str) -> None:
    refusal = violation(played(table(TABLE, "T"), "resign"), parse_action(action))
    assert refusal == (Rule.GAME_OVER, {"status": "resigned"})


@pytest.mark.parametrize("rules", RULES)
def test_an_empty_stock_is_named_before_an_empty_column(rules: str) -> None:
    state = table(TABLE, rules)
    assert [] in state.columns
    refusal = violation(state, parse_action("deal"))
    assert refusal == (Rule.STOCK_EMPTY, {})


@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize("rules", RULES)
def test_the_first_of_all_broken_rules_is_named_whatever_is_tried(rules: str, suits: int) -> None:
    rng = Random(f"{rules}{suits}")
    for _ in range(5):
        for state in walk(small_table(rng, rules, suits), rng, 10):
            for _ in range(150):
                move = Move(rng.randrange(11), rng.randrange(11), rng.randint(1, 6))
                refusal = violation(state, move)
                first = next(iter(broken(state, move)), None)
                assert (refusal and refusal.code.value) == first, (state.columns, move)
