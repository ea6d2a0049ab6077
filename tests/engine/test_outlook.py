"""The outlook: dead games by name, proofs compared with a slow model, and no peeking."""

from random import Random

import pytest

from engine.exhaustion import explore, unseen
from engine.moves import legal_moves
from engine.outlook import Outlook, Prospect, Reason, is_stuck, outlook
from engine.sight import seen
from engine.solver import Verdict
from engine.state import State
from engine.variants import VARIANTS, Variant
from engine.view import view
from tests import slow_family
from tests.engine.playing import played, record, started
from tests.engine.small_tables import backwards, bare, blocked, combinations
from tests.engine.solving import solved
from tests.engine.tables import table
from tests.engine.test_exhaustion import STUCK
from tests.engine.twins import some_game, twin
from tests.engine.walks import small_table, walk
from tests.slow_family import LAYOUTS
from tests.slow_solver import actions, after, seen_as

OPEN = Outlook(Prospect.OPEN, None)
UNKNOWN = Outlook(Prospect.UNKNOWN, None)
KINDS = ("backwards", "bare", "blocked")


def looked(state: State, budget: int = 5_000) -> Outlook:
    """The outlook of a state, which stays as it is; a proof says why, and nothing else does."""
    before = record(state)
    found = outlook(state, budget)
    assert record(state) == before
    assert (found.reason is None) == (found.prospect is not Prospect.DEAD)
    return found


def dead(reason: Reason) -> Outlook:
    return Outlook(Prospect.DEAD, reason)


def end_cards(*columns: str) -> str:
    """A drawing of columns of which the first hides all cards that are not drawn."""
    return "\n".join(f"{place} {column}" for place, column in enumerate(columns))


MIXED_GROUP = end_cards("(..) 5S 4H", "6D", "9C", "9D", "JS", "JH", "KD", "KC", "2C", "2H")
THREE_FOURS = end_cards("(..) KS 3S", "4H", "4D", "4C", "JS", "JH", "JD", "JC", "6C", "6D")
NINE_CARDS = (
    end_cards(*["KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "-"])
    + "\nruns H H D D C\nstock "
    + " ".join(["4S 3S 2S AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"])
    + " KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC"
)


class TestByName:
    def test_everything_is_face_up_and_yet_it_is_dead(self) -> None:
        state = table(STUCK, suits=2)
        assert (unseen(state), is_stuck(state)) == (0, False)
        assert looked(state) == dead(Reason.NO_PROGRESS)

    def test_no_move_is_legal_in_classic_but_one_is_in_relaxed(self) -> None:
        assert looked(table(MIXED_GROUP)) == dead(Reason.NO_MOVES)
        relaxed = table(MIXED_GROUP, rules="R")
        assert len(legal_moves(relaxed)) == 1
        assert looked(relaxed) == OPEN

    def test_nine_cards_lie_on_the_table_and_thirty_in_the_stock(self) -> None:
        state = table(NINE_CARDS)
        assert (sum(state.sizes), state.stock_size, is_stuck(state)) == (9, 30, False)
        assert looked(state, 1) == dead(Reason.TOO_FEW_CARDS)
        assert looked(table(NINE_CARDS, rules="D")) == OPEN

    def test_many_moves_are_legal_and_none_helps(self) -> None:
        state = table(THREE_FOURS)
        assert len(legal_moves(state)) == 3
        assert looked(state) == dead(Reason.NO_PROGRESS)

    def test_a_king_may_be_moved_about_for_ever(self) -> None:
        state = started("SCX-S4C-KSAS2S3S4S5S6S7S8S9STSJSQS......;;HDC;500;0")
        assert len(legal_moves(state)) > 5
        assert looked(state) == dead(Reason.NO_PROGRESS)

    def test_a_run_can_be_completed_but_nothing_comes_of_it(self) -> None:
        code = "SCX-S4C-KSQSJSTS9S8S7S6S5S4S3S2S.KHAS.2H3H4H5H6H7H8H9HTHJHQHAH....;;DC;500;0"
        assert looked(started(code)) == dead(Reason.NO_WIN)

    def test_what_a_win_takes_is_not_asked_where_a_card_turns_up(self) -> None:
        assert looked(table("0 (..) 5S\n1 6D"), 50) == OPEN

    def test_a_legal_deal_is_enough(self) -> None:
        state = started("SP1-S4C-AAAAAAD")
        assert looked(state, 1) == OPEN
        assert looked(state, 0) == UNKNOWN

    def test_a_finished_game(self) -> None:
        won = played(table("0 KS..2S\n1 AS"), "1-0")
        assert looked(won, 1) == OPEN
        given_up = played(table(STUCK, suits=2), "resign")
        assert looked(given_up, 1) == dead(Reason.GAME_OVER)
        assert not is_stuck(given_up)


class TestBudget:
    def test_one_position_less_than_a_proof_takes_is_unknown(self) -> None:
        state = table(THREE_FOURS)
        needed = explore(seen(state).board, 1000).positions
        assert looked(state, needed).prospect is Prospect.DEAD
        assert looked(state, needed - 1) == UNKNOWN

    @pytest.mark.parametrize("budget", [-1, 0])
    def test_without_one_only_what_needs_no_search_is_known(self, budget: int) -> None:
        assert looked(table(THREE_FOURS), budget) == UNKNOWN
        assert looked(table(MIXED_GROUP), budget) == dead(Reason.NO_MOVES)
        assert looked(table(NINE_CARDS), budget) == dead(Reason.TOO_FEW_CARDS)


def hopeless(game: slow_family.Game) -> bool:
    """Whether a deal waits for more filled columns than there are cards."""
    columns = game.table.columns
    waits = slow_family.deal_violation(game) == "empty-column"
    return waits and sum(map(len, columns)) < len(columns)


def concealed(game: slow_family.Game) -> int:
    """How many cards of the slow model are hidden or in the stock."""
    hidden = sum(not face_up for column in game.table.columns for _, face_up in column)
    return hidden + len(game.table.stock)


def slow_prospect(game: slow_family.Game, limit: int) -> Prospect:
    """What a slow search of the slow model finds, by trying all actions, as its tables lie."""
    seen, waiting = {seen_as(game)}, [game]
    if hopeless(game):
        return Prospect.DEAD
    for here in waiting:
        for action in actions(here):
            there = after(here, action)
            if there.status == "won" or action == "deal":
                return Prospect.OPEN
            if hopeless(there) or seen_as(there) in seen:
                continue
            if concealed(there) < concealed(game):
                return Prospect.OPEN
            seen.add(seen_as(there))
            waiting.append(there)
        if len(seen) > limit:
            return Prospect.UNKNOWN
    return Prospect.DEAD


def small_codes(id_: str, count: int) -> list[str]:
    """Small positions of a variant, of all kinds."""
    codes = []
    for kind, number in [(kind, number) for kind in KINDS for number in range(count)]:
        rng = Random(f"outlook {id_} {kind} {number}")
        suits, letter = rng.choice(combinations(id_))
        if kind == "backwards":
            codes.append(backwards(rng, LAYOUTS[id_], suits, letter, 12)[0])
        elif kind == "bare" and LAYOUTS[id_].stock:
            codes.append(bare(rng, LAYOUTS[id_], suits, letter))
        else:
            codes.append(blocked(rng, LAYOUTS[id_], suits, letter))
    return codes


class TestAgainstSlowModel:
    @pytest.mark.parametrize("id_", VARIANTS)
    def test_what_is_known_is_what_trying_everything_finds(self, id_: str) -> None:
        decided = 0
        for code in small_codes(id_, 4):
            slow = slow_prospect(slow_family.start(code), 150)
            found = looked(started(code), 2_000).prospect
            if Prospect.UNKNOWN not in (slow, found):
                assert found is slow, code
                decided += 1
        assert decided > 3


class TestAgainstSolver:
    def check(self, state: State) -> Prospect:
        """The outlook, which must not contradict what the solver knows with all cards known."""
        found = looked(state, 1_000).prospect
        verdict = solved(state, 600).verdict
        assert (found, verdict) != (Prospect.DEAD, Verdict.WON)
        assert unseen(state) or (found, verdict) != (Prospect.OPEN, Verdict.LOST)
        assert not is_stuck(state) or found is Prospect.DEAD
        return found

    def test_they_agree_on_hundreds_of_late_positions(self) -> None:
        found = []
        for number in range(150):
            rng = Random(f"late {number}")
            state = small_table(rng, "CRTDW"[number % 5], rng.choice([1, 2, 4]))
            for step, here in enumerate(walk(state, rng, 30)):
                if step % 10 == 0:
                    found.append(self.check(here))
        assert len(found) > 300
        assert {*found} >= {Prospect.OPEN, Prospect.DEAD}

    @pytest.mark.parametrize("id_", VARIANTS)
    def test_they_agree_in_every_variant(self, id_: str) -> None:
        for code in small_codes(id_, 2):
            self.check(started(code))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
class TestEveryVariant:
    def test_hidden_cards_and_the_past_change_nothing(self, variant: Variant) -> None:
        rng = Random(f"twins {variant.id}")
        for length in (0, 5, 40, 120):
            state = some_game(variant, rng, length)
            for _ in range(3):
                assert looked(twin(state, rng), 300) == looked(state, 300)

    def test_stuck_is_what_the_state_calls_so(self, variant: Variant) -> None:
        rng = Random(f"stuck {variant.id}")
        for code in small_codes(variant.id, 2):
            assert is_stuck(started(code)) == view(started(code))["stuck"]
        for length in (0, 200):
            state = some_game(variant, rng, length)
            assert is_stuck(state) == view(state)["stuck"]
