"""Hints of the level basic: their order and reasons, that they end, and that they do not peek."""

from random import Random

import pytest

from engine.actions import Command, format_action, parse_log
from engine.cards import RANKS, SUITS
from engine.exhaustion import can_never_deal, unseen
from engine.hints import MOST, Reason, Suggestion, basic, described
from engine.moves import legal_moves
from engine.play import apply
from engine.refusals import violation
from engine.sight import seen
from engine.state import State
from engine.variants import VARIANTS, Variant
from engine.view import view
from tests.engine.playing import played, record, started
from tests.engine.small_tables import blocked, combinations
from tests.engine.tables import table
from tests.engine.test_outlook import MIXED_GROUP, NINE_CARDS, THREE_FOURS, end_cards
from tests.engine.twins import some_game, twin
from tests.slow_family import LAYOUTS

LONGEST = 1_000
REST = ("KD", "KC", "KH", "JD", "JC", "JH")
"""The last cards of six columns, of which none moves."""


def hints(state: State) -> list[Suggestion]:
    """The suggestions for a state, which stays as it is."""
    before = record(state)
    found = basic(state)
    assert record(state) == before
    for suggestion in found:
        check(state, suggestion)
    assert len(found) <= MOST
    assert len({suggestion.action for suggestion in found}) == len(found)
    return found


def check(state: State, suggestion: Suggestion) -> None:
    """A suggestion is legal, and its params are what it does."""
    action, _, params, share = suggestion
    assert violation(state, action) is None
    assert action not in (Command.UNDO, Command.RESIGN)
    assert share is None or 0 <= share <= 1
    assert params["plan"][0] == format_action(action)
    assert 1 <= params["steps"] <= len(params["plan"])
    for move in view(state)["legal"]["moves"]:
        if move["action"] == format_action(action):
            assert params == params | {name: move[name] for name in ("from", "to", "count")}
            assert params["cards"] == move["cards"]
    for card in params.get("cards", []):
        assert card[0] in RANKS
        assert card[1] in SUITS


def first(state: State) -> tuple[str, Reason]:
    """The first suggestion's action and its reason."""
    suggestion = hints(state)[0]
    return format_action(suggestion.action), suggestion.reason


class TestOrder:
    def test_a_win_comes_first(self) -> None:
        assert first(table("0 KS..2S\n1 AS\n2 -")) == ("1-0", Reason.WIN)

    def test_a_run_comes_before_a_card_that_turns_up(self) -> None:
        state = table(end_cards("KS..2S", "AS", "(..) 5H", "6H", *REST))
        assert first(state) == ("1-0", Reason.COMPLETE_RUN)
        assert [format_action(suggestion.action) for suggestion in hints(state)][1] == "2-3"

    def test_a_card_that_turns_up_comes_before_a_suit_that_is_built(self) -> None:
        state = table(end_cards("(..) 5S", "6D", "9S", "8S", *REST))
        assert first(state) == ("0-1", Reason.TURN_UP)

    def test_its_own_suit_and_the_longer_part_are_better(self) -> None:
        state = table(end_cards("(..) 5S", "6D", "6S", "8S 7S 6S", *REST))
        assert [format_action(item.action) for item in hints(state)] == ["0-3", "0-2", "0-1"]

    def test_a_deal_comes_last(self) -> None:
        state = started("SP1-S4C-AAAAAAD")
        for _ in range(LONGEST):
            suggestions = hints(state)
            if suggestions[0].action is Command.DEAL:
                break
            apply(state, suggestions[0].action)
        (only,) = suggestions
        assert (only.reason, only.params) == (Reason.DEAL, {"steps": 1, "plan": ["deal"]})

    def test_a_run_that_waits_is_taken(self) -> None:
        state = started(
            "SQX-S1C-(2S)KSQSJSTS9S8S7S6S5S4S3S2SAS.KSQSJSTS9S8S7S6S5S4S3SAS........;;SSSSSS"
        )
        assert first(state) == ("take-0", Reason.COMPLETE_RUN)
        assert hints(state)[0].params["cards"][0] == "KS"


class TestNone:
    @pytest.mark.parametrize("drawing", [MIXED_GROUP, NINE_CARDS, THREE_FOURS])
    def test_where_the_game_is_dead(self, drawing: str) -> None:
        assert hints(table(drawing)) == []

    def test_where_the_game_is_over(self) -> None:
        assert hints(played(table("0 KS..2S\n1 AS"), "1-0")) == []
        assert hints(played(started("SP1-S4C-AAAAAAD"), "resign")) == []

    def test_a_card_is_not_moved_to_and_fro(self) -> None:
        state = table(end_cards("4H 3S", "(..) 4D", "5D", "-", "-", "-", "-", "-", "-", "-"))
        assert all(format_action(item.action) != "0-1" for item in hints(state))


class TestEmptyColumns:
    STOCK = "\nruns H H D D C C\nstock 3S 2S AS 8S 7S 6S 5S 4S 3S 2S AS"

    def test_they_are_filled_for_the_deal_that_waits(self) -> None:
        state = table(
            end_cards("KS QS JS TS 9S 8S", "KS QS JS TS 9S", "7S", "6S", "5S", "4S", *["-"] * 4)
            + self.STOCK
        )
        assert not can_never_deal(state)
        suggestion = hints(state)[0]
        assert suggestion.reason is Reason.DEAL
        assert suggestion.params["steps"] == len(suggestion.params["plan"]) > 1
        played(state, *suggestion.params["plan"])
        assert state.dealt


class TestDescribed:
    def of(self, state: State, *plan: str) -> tuple[Reason, int, list[str]]:
        reason, params = described(seen(state).board, parse_log(list(plan)))
        return reason, params["steps"], params["plan"]

    def test_the_strongest_effect_of_the_first_action(self) -> None:
        state = table("0 KS..2S\n1 AS\n2 KH\n3 KD", suits=4)
        assert self.of(state, "1-0")[0] is Reason.COMPLETE_RUN
        alone = table(end_cards("9S", "TS", "(..) 5D", "6C", *REST))
        assert self.of(alone, "0-1") == (Reason.EMPTY_COLUMN, 1, ["0-1"])
        assert self.of(alone, "2-3") == (Reason.TURN_UP, 1, ["2-3"])

    def test_a_later_effect_where_the_first_has_none(self) -> None:
        state = table("0 9H 8S\n1 9D\n2 9S\n3 -")
        assert self.of(state, "0-1", "1-2") == (Reason.BUILD_SUIT, 2, ["0-1", "1-2"])
        assert self.of(state, "0-1") == (Reason.PREPARE, 1, ["0-1"])
        assert self.of(state, "0-1", "1-0") == (Reason.PREPARE, 1, ["0-1", "1-0"])

    def test_a_part_that_is_only_traded_is_not_built(self) -> None:
        state = table("0 9S 8S\n1 9S\n2 -")
        assert self.of(state, "0-1") == (Reason.PREPARE, 1, ["0-1"])

    def test_what_only_comes_back_is_no_reason(self) -> None:
        state = table("0 9S 8S\n1 -\n2 KD")
        assert self.of(state, "0-1", "1-0") == (Reason.PREPARE, 1, ["0-1", "1-0"])
        assert self.of(state, "2-1", "1-2")[0] is Reason.PREPARE

    def test_the_plan_ends_with_the_first_new_card(self) -> None:
        state = table(end_cards("(..) 5S", "6D", "9S", "8S", *REST))
        assert self.of(state, "0-1", "3-2") == (Reason.TURN_UP, 1, ["0-1"])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
class TestEveryVariant:
    def test_followed_blindly_they_end_in_a_win_or_a_deal_or_nothing(
        self, variant: Variant
    ) -> None:
        for number in range(3):
            rng = Random(f"followed {variant.id} {number}")
            state = some_game(variant, rng, 40 * number)
            self.follow(state)

    def test_small_positions_end_too(self, variant: Variant) -> None:
        rng = Random(f"small {variant.id}")
        for _ in range(4):
            suits, letter = rng.choice(combinations(variant.id))
            self.follow(started(blocked(rng, LAYOUTS[variant.id], suits, letter)))

    def follow(self, state: State) -> None:
        """Play the first suggestions to the end, of which there is one after so many deals."""
        since_deal = 0
        while suggestions := hints(state):
            since_deal = 0 if suggestions[0].action is Command.DEAL else since_deal + 1
            assert since_deal < LONGEST
            assert not apply(state, suggestions[0].action)

    def test_any_of_them_may_be_followed(self, variant: Variant) -> None:
        rng = Random(f"any {variant.id}")
        state = some_game(variant, rng, 10)
        for _ in range(LONGEST):
            suggestions = hints(state)
            if not suggestions:
                return
            apply(state, rng.choice(suggestions).action)
        raise AssertionError("they go in circles")

    def test_hidden_cards_and_the_past_change_nothing(self, variant: Variant) -> None:
        rng = Random(f"twins {variant.id}")
        for length in (0, 5, 40, 120):
            state = some_game(variant, rng, length)
            for _ in range(2):
                other = twin(state, rng)
                assert hints(other) == hints(state)

    def test_every_legal_move_can_be_described(self, variant: Variant) -> None:
        rng = Random(f"described {variant.id}")
        for length in (0, 30):
            state = some_game(variant, rng, length)
            for move in legal_moves(state):
                reason, params = described(seen(state).board, [move])
                after = state.copy()
                apply(after, move)
                turned_up = unseen(after) < unseen(state)
                assert (reason is Reason.TURN_UP) <= turned_up
                assert params["plan"] == [format_action(move)]
