"""Rules that only some of the family's games have, by example."""

import pytest

from engine.actions import Command, parse_action
from engine.cards import format_cards, parse_card, whole_run
from engine.codes import game_code, parse_code, start
from engine.deals import lay_out
from engine.errors import CodeError, Part, Reason
from engine.events import events
from engine.moves import legal_moves, legal_takes, targets
from engine.rulesets import RuleSet
from engine.state import Position, State, Status
from engine.steps import play
from engine.variants import VARIANTS, Variant
from engine.view import view
from engine.violations import Rule, Violation


def table(
    variant_id: str,
    *columns: str,
    stock: str = "",
    letter: str = "C",
    cells: str = "",
    reserves: str = "",
) -> State:
    """A table drawn column by column, hidden cards before a bar; it need not be a whole deck."""
    variant = VARIANTS[variant_id]
    drawn = [column.rpartition("|") for column in columns]
    drawn += [("", "", "")] * (len(variant.columns) - len(drawn))
    position = Position(
        columns=tuple(_cards(hidden) + _cards(open_) for hidden, _, open_ in drawn),
        hidden=tuple(len(_cards(hidden)) for hidden, _, _ in drawn),
        stock=_cards(stock),
        runs=(),
        score=500,
        moves=0,
        cells=_piles(cells, variant.cells),
        reserves=_piles(reserves, len(variant.reserves)),
    )
    suits = max(variant.blocks)
    return start(game_code(variant, suits, rules_of(variant, letter), position))


def rules_of(variant: Variant, letter: str) -> RuleSet:
    return next(rules for rules in variant.rules if rules.letter == letter)


def _cards(drawn: str) -> tuple[int, ...]:
    return tuple(parse_card(card) for card in drawn.split())


def _piles(drawn: str, count: int) -> tuple[tuple[int, ...], ...]:
    piles = [_cards(pile) for pile in drawn.split("/")] if drawn else []
    return (*piles, *[()] * (count - len(piles)))


def run(suit: str) -> str:
    return " ".join(format_cards(whole_run("SHDC".index(suit))))


def acted(state: State, *actions: str) -> list[Rule | None]:
    """Play each action; the rule that it breaks, or None."""
    outcomes = [play(state, parse_action(action)) for action in actions]
    return [outcome.code if isinstance(outcome, Violation) else None for outcome in outcomes]


def told(state: State, action: str) -> list[dict[str, object]]:
    outcome = play(state, parse_action(action))
    assert not isinstance(outcome, Violation)
    return events(outcome)


# --- what moves together ---------------------------------------------------------------


def test_in_tarantula_cards_of_one_colour_move_together() -> None:
    state = table("tarantula", "KS 9H 8D 7H", "TC", "KC 8H 7S", "9C")
    assert acted(state, "0-1x3") == [None]
    assert acted(state, "2-3x2") == [Rule.MIXED_COLOURS]


def test_in_black_widow_any_sequence_moves_in_every_rule_set() -> None:
    for rules in VARIANTS["black-widow"].rules:
        state = table("black-widow", "KS 9H 8S 7D", "TC", letter=rules.letter)
        assert acted(state, "0-1x3") == [None]


def test_in_scorpion_any_face_up_card_moves_with_all_that_lies_on_it() -> None:
    state = table("scorpion", "4H | 9S 2D KC", "TS", "9D", "TD")
    assert acted(state, "0-1x4") == [Rule.FACE_DOWN]
    assert acted(state, "2-1") == [Rule.WRONG_SUIT]
    assert acted(state, "0-1x3") == [None]
    assert view(state)["columns"][0] == {"hidden": 0, "cards": ["4H"]}


def test_in_arachnida_equal_ranks_move_together_and_go_on_each_other() -> None:
    state = table("arachnida", "KS 9H 9S", "TC", "9D", "8D 7D 7C")
    assert acted(state, "0-2x2") == [None]
    assert acted(state, "2-1x3") == [None]
    assert acted(state, "3-4x3") == [Rule.NOT_DESCENDING]


def test_in_curds_and_whey_a_card_goes_on_its_suit_or_on_its_rank() -> None:
    state = table("curds-and-whey", "9H", "TS", "TH", "9C", "2S")
    assert acted(state, "0-1", "0-2", "3-2") == [Rule.WRONG_SUIT, None, None]


# --- empty columns and kings -----------------------------------------------------------


def test_only_kings_go_to_an_empty_column_where_the_game_says_so() -> None:
    assert acted(table("scorpion", "9S QH", "KD 3S"), "0-2", "1-2x2") == [Rule.ONLY_KINGS, None]
    assert acted(table("wasp", "9S QH", "KD 3S"), "0-2") == [None]


def test_the_card_that_may_not_open_a_column_is_named_before_the_whole_column() -> None:
    state = table("scorpion", "9S", "KD 3S", letter="T")
    assert acted(state, "0-2", "1-2x2") == [Rule.ONLY_KINGS, Rule.WHOLE_COLUMN_TO_EMPTY]


def test_where_ranks_go_round_a_king_goes_on_an_ace() -> None:
    assert acted(table("york", "5S KH", "AS"), "0-1") == [None]
    assert acted(table("spider", "5S KH", "AS"), "0-1") == [Rule.ONTO_ACE]


def test_where_ranks_go_round_a_run_may_begin_with_any_card() -> None:
    #   column 0: 5 4 3 2 A K Q J 10 9 8 7 of spades; the six finishes it
    state = table("york", "9D 5S 4S 3S 2S AS KS QS JS TS 9S 8S 7S", "2H 6S")
    _, _, gone, *_ = told(state, "1-0")
    assert gone["type"] == "run"
    assert gone["cards"] == format_cards([*whole_run(0)[8:], *whole_run(0)[:8]])
    assert acted(state, "undo") == [None]
    assert len(view(state)["columns"][0]["cards"]) == 13


# --- runs ------------------------------------------------------------------------------


def test_where_runs_are_taken_they_wait_for_the_player() -> None:
    state = table("bicycle", "9D | " + run("S").removesuffix(" AS"), "2D AS")
    assert acted(state, "take-0") == [Rule.NO_RUN]
    assert [event["type"] for event in told(state, "1-0")] == ["move", "score"]
    assert view(state)["legal"]["takes"] == [0]
    taken = told(state, "take-0")
    assert [event["type"] for event in taken] == ["run", "score", "flip"]
    assert (state.score, state.moves) == (599, 1)
    back = told(state, "undo")
    assert [event["type"] for event in back] == ["undo", "flip", "run", "score"]
    assert legal_takes(state)


def test_where_runs_leave_by_themselves_none_can_be_taken() -> None:
    state = table("spider", "9D", "2D")
    assert acted(state, "take-0") == [Rule.NO_RUN]
    assert acted(state, "take-10") == [Rule.NO_SUCH_COLUMN]
    assert "takes" not in view(state)["legal"]


def test_where_runs_stay_they_leave_together_when_the_game_is_won() -> None:
    kings = [run(suit) for suit in "HDC"]
    state = table("miss-muffet", run("S").removesuffix(" AS"), "AS", *kings)
    outcome = told(state, "1-0")
    assert [event["type"] for event in outcome][-3:] == ["run", "score", "won"]
    assert state.score == 500 - 1 + 4 * 100
    assert state.status is Status.WON


def test_where_runs_stay_a_run_on_another_card_does_not_win() -> None:
    kings = [run(suit) for suit in "HD"]
    state = table("miss-muffet", run("S").removesuffix(" AS"), "AS", *kings, "2C " + run("C"))
    assert acted(state, "1-0") == [None]
    assert state.status is Status.PLAYING


# --- the stock -------------------------------------------------------------------------


def test_scorpions_last_cards_go_to_the_first_columns_at_any_time() -> None:
    state = table("scorpion", "9D", "", "3C", stock="2S 4S 6S")
    (deal, *_) = told(state, "deal")
    assert deal["cards"] == [
        {"column": 0, "card": "2S"},
        {"column": 1, "card": "4S"},
        {"column": 2, "card": "6S"},
    ]


def test_in_grounds_for_a_divorce_empty_columns_get_no_card() -> None:
    state = table("grounds-for-a-divorce", "9D", "", "3C", stock="2S 4S 6S")
    (deal, *_) = told(state, "deal")
    assert [dealt["column"] for dealt in deal["cards"]] == [0, 2]  # type: ignore[attr-defined]
    _, back, *_ = told(state, "undo")
    assert back == {"type": "deal", "columns": [0, 2], "back": True}
    empty = table("grounds-for-a-divorce", stock="2S 4S")
    assert told(empty, "deal")[0]["cards"] == [{"column": 0, "card": "2S"}]


def test_in_chelicera_the_stock_fills_a_column_that_gets_empty() -> None:
    state = table("chelicera", "9D", "TD", "3C", stock="2S 4S 6S 8S")
    moved = told(state, "0-1")
    assert [event["type"] for event in moved] == ["move", "score", "deal"]
    assert view(state)["columns"][0]["cards"] == ["2S", "4S", "6S"]
    assert acted(state, "deal") == [Rule.NO_DEAL]
    back = told(state, "undo")
    assert back[1] == {"type": "deal", "columns": [0, 0, 0], "back": True}
    assert view(state)["stock"] == {"cards": 4, "deals": 2}


def test_a_deal_over_an_empty_column_is_allowed_by_its_rule_set_and_by_some_variants() -> None:
    assert acted(table("spider", "9D", stock="2S 4S"), "deal") == [Rule.EMPTY_COLUMN]
    assert acted(table("spider", "9D", stock="2S 4S", letter="D"), "deal") == [None]
    assert acted(table("relaxed-spider", "9D", stock="2S 4S"), "deal") == [None]


# --- cells and reserves ----------------------------------------------------------------


def test_a_cell_holds_one_card_which_may_come_back() -> None:
    state = table("scorpion-head", "9S 3D", "TS")
    assert acted(state, "0-c0", "0-c0", "0-c4") == [None, Rule.CELL_TAKEN, Rule.NO_SUCH_CELL]
    assert view(state)["cells"] == ["3D", None, None, None]
    assert acted(state, "0-1", "c0-1", "c1-1") == [None, Rule.WRONG_RANK, Rule.EMPTY_SOURCE]
    assert acted(state, "undo", "undo") == [None, None]
    assert view(state)["cells"] == [None] * 4


def test_the_moves_to_cells_are_listed_after_those_to_columns() -> None:
    state = table("scorpion-head", "9S", "TS", cells="4H")
    assert [move["action"] for move in view(state)["legal"]["moves"]] == [
        "0-1", "0-c1", "0-c2", "0-c3", "1-c1", "1-c2", "1-c3",
    ]  # fmt: skip
    assert view(state)["legal"]["moves"][1]["target"] == "cell"


def test_a_reserves_card_is_played_once() -> None:
    state = table("three-blind-mice", "TS", "TH", reserves="9S/9D")
    assert view(state)["reserve"] == [["9S"], ["9D"]]
    assert acted(state, "r1-1", "r0-0", "r0-0") == [Rule.WRONG_SUIT, None, Rule.EMPTY_SOURCE]
    assert view(state)["reserve"] == [[], ["9D"]]
    assert acted(state, "r2-0") == [Rule.NO_SUCH_CELL]


def test_a_card_that_cannot_be_moved_anywhere_else_keeps_a_cell_from_being_stuck() -> None:
    assert not view(table("scorpion-head", "9S"))["stuck"]
    assert view(table("russian-spider", "9S"))["stuck"]


def test_spider_has_neither_cells_nor_a_reserve() -> None:
    shown = view(table("spider", "9S"))
    assert "cells" not in shown
    assert "reserve" not in shown
    assert acted(table("spider", "9S"), "0-c0", "c0-0") == [Rule.NO_SUCH_CELL] * 2


@pytest.mark.parametrize(
    "text", ["c0-c1", "r0-c0", "0-r0", "0-c0x2", "c0-1x1", "take", "take-", "take-00", "c00-1"]
)
def test_what_is_no_move_of_a_cell_is_no_action(text: str) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        parse_action(text)


# --- the windows rule set --------------------------------------------------------------


def test_in_the_windows_rules_a_deal_is_free_and_ends_the_undo() -> None:
    state = table("spider", *["KS"] * 8, "9S", "TH", stock="2S " * 10, letter="W")
    assert acted(state, "8-9", "undo", "8-9") == [None] * 3
    assert (state.score, state.moves, state.undos) == (497, 3, 1)
    assert acted(state, "9-8", "deal", "undo") == [None, None, Rule.UNDO_LIMIT]
    assert (state.score, state.moves) == (496, 4)


def test_in_the_windows_rules_a_run_ends_the_undo() -> None:
    state = table("spider", run("S").removesuffix(" AS"), "2D AS", letter="W")
    assert acted(state, "1-0", "undo") == [None, Rule.UNDO_LIMIT]
    violation = play(state, Command.UNDO)
    assert isinstance(violation, Violation)
    assert violation.params == {}


def test_in_the_windows_rules_any_number_of_actions_can_be_undone() -> None:
    state = table("spider", "3S 9S", "TH", "TD", letter="W")
    assert acted(state, *["0-1", "1-0"][:1], *["1-2", "2-1"] * 150) == [None] * 301
    assert state.undo_available == 301
    assert acted(state, *["undo"] * 301, "undo")[-2:] == [None, Rule.NOTHING_TO_UNDO]


# --- codes -----------------------------------------------------------------------------


def test_cells_and_reserves_are_part_of_a_positions_code() -> None:
    code = game_code(VARIANTS["ten-across"], 4, rules_of(VARIANTS["ten-across"], "C"), 7)
    cells = view(start(code))["cells"]
    assert all(cells)
    assert len(targets(start(code), 0, 1)) == 10


def test_a_suit_count_belongs_to_its_variant() -> None:
    assert parse_code("S31-S3C-AAAAAAD").suits == 3
    with pytest.raises(ValueError, match="suits"):
        parse_code("SP1-S3C-AAAAAAD")


def test_every_variant_has_a_prefix_and_texts_of_its_own() -> None:
    prefixes = [variant.prefix for variant in VARIANTS.values()]
    assert len(set(prefixes)) == len(prefixes) >= 35
    assert all(len(prefix) == 2 for prefix in prefixes)


def test_with_one_suit_relaxed_stands_for_classic_where_both_are_played() -> None:
    assert parse_code("ST1-S1R-AAAAAAD") == parse_code("ST1-S1C-AAAAAAD")


def test_no_move_is_legal_once_all_is_over() -> None:
    state = table("scorpion-head", "9S", "TS")
    assert acted(state, "resign") == [None]
    assert legal_moves(state) == []


def test_where_runs_stay_a_won_table_is_no_position() -> None:
    whole = ".".join(run(suit).replace(" ", "") for suit in "SHDC")
    with pytest.raises(CodeError) as refused:
        parse_code(f"CWX-S4C-{whole}.........;;")
    assert (refused.value.part, refused.value.reason) == (Part.COLUMNS, Reason.FINISHED_RUN)
    assert start(parse_code("CWX-S4C-............;;SHDC")).status is Status.WON


def test_where_ranks_go_round_an_ace_takes_a_king_and_so_another_card_has_the_wrong_rank() -> None:
    assert acted(table("york", "5S 9H", "AS"), "0-1") == [Rule.WRONG_RANK]


def test_an_equal_card_of_the_suit_makes_no_longer_group() -> None:
    state = table("arachnida", "4S 9S", "JS TS", "JH TH 9S")
    best = [move["action"] for move in view(state)["legal"]["moves"] if move["best"]]
    assert best[0] == "0-1"


def test_of_a_very_long_column_as_many_cards_move_as_an_action_can_name() -> None:
    cards = [card for card in run("S").split() * 9 if card != "2S"]
    state = table("double-scorpion", "2S", " ".join(cards))
    moves = view(state)["legal"]["moves"]
    assert all(parse_action(move["action"]) for move in moves)
    assert max(move["count"] for move in moves) <= 99
    refused = {target.violation.code for target in targets(state, 1, 100) if target.violation}
    assert refused == {Rule.NOT_ENOUGH_CARDS, Rule.SAME_COLUMN}


def test_the_deals_that_are_left_count_the_columns_that_get_a_card() -> None:
    stock = "2S " * 25
    assert view(table("grounds-for-a-divorce", "9S", stock=stock))["stock"]["deals"] == 25
    assert view(table("grounds-for-a-divorce", "9S", "8S", stock=stock))["stock"]["deals"] == 13
    assert view(table("grounds-for-a-divorce", stock="2S 3S"))["stock"]["deals"] == 2


def test_a_run_that_is_laid_out_whole_leaves_before_the_first_action() -> None:
    variant = VARIANTS["simon-jester"]
    places = lay_out(variant, tuple(range(variant.cards)), 500).columns[0]
    first = dict(zip(places, whole_run(0), strict=True))
    others = list(variant.deck(4))
    for card in whole_run(0):
        others.remove(card)
    others.sort(key=lambda card: (card & 15, card))
    deck = tuple(first[place] if place in first else others.pop() for place in range(variant.cards))
    state = start(game_code(variant, 4, rules_of(variant, "C"), deck))
    assert (view(state)["runs"], state.score, state.moves) == (["S"], 600, 0)
    assert view(state)["columns"][0]["cards"] == []
    assert acted(state, "undo") == [Rule.NOTHING_TO_UNDO]
