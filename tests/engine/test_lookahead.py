"""Deep hints: legal, blind, the same again, and right where the answer is plain."""

from random import Random

import pytest

from engine.actions import Command, format_action
from engine.codes import game_code, parse_code, start
from engine.compiled import Form, form
from engine.hints import MOST, Reason
from engine.lookahead import deep, predictions
from engine.odds import CERTAIN
from engine.packing import pack, packed_room
from engine.play import apply
from engine.refusals import violation
from engine.state import PLAYING, ROOM, WON, State
from engine.variants import SPIDER, VARIANTS
from tests.engine.planning import searched
from tests.engine.twins import some_game, twin

_QUICK = form() is Form.COMPILED
_GAMES = 3 if _QUICK else 1
_SUITS = (1, 2, 4)


def _some(variant: str, seed: int) -> list[State]:
    rng = Random(f"{variant} {seed}")
    longest = 80 if _QUICK else 10
    return [some_game(VARIANTS[variant], rng, rng.randrange(longest)) for _ in range(_GAMES)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_suggestions_are_legal_and_few(variant: str) -> None:
    if not _QUICK:
        pytest.skip("a matter of minutes uncompiled")
    for state in _some(variant, 1):
        found = deep(state)
        actions = [suggestion.action for suggestion in found]
        assert len({*actions}) == len(actions) <= MOST
        for action in actions:
            assert violation(state, action) is None
            assert action not in (Command.UNDO, Command.RESIGN)
        shares = [suggestion.share for suggestion in found if suggestion.share is not None]
        assert all(0 <= share <= 1 for share in shares)
        assert len(shares) in (0, len(found))


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_cards_and_stock_do_not_matter(variant: str) -> None:
    if not _QUICK:
        pytest.skip("a matter of minutes uncompiled")
    rng = Random(variant)
    for state in _some(variant, 2):
        assert deep(twin(state, rng)) == deep(state)


@pytest.mark.skipif(not _QUICK, reason="a matter of minutes uncompiled")
@pytest.mark.parametrize("suits", _SUITS)
def test_hidden_cards_do_not_matter_in_a_game_that_follows_hints(suits: int) -> None:
    rng = Random(suits)
    state = start(game_code(SPIDER, suits, SPIDER.default_rules, 5))
    for _ in range(25):
        found = predictions(state)
        assert predictions(twin(state, rng)) == found
        if not found:
            break
        for action in found[0].plan:
            assert not apply(state, action)


@pytest.mark.skipif(not _QUICK, reason="a matter of minutes uncompiled")
def test_a_one_suit_game_is_won_by_hints_alone() -> None:
    state = start(game_code(SPIDER, 1, SPIDER.default_rules, 11))
    while state.over == PLAYING:
        found = predictions(state)
        assert found
        for action in found[0].plan:
            assert not apply(state, action)
    assert state.over == WON


#   K♠ Q♠ J♠ … 2♠ | A♠ | seven whole runs have left
def test_a_win_at_hand_is_certain() -> None:
    state = start(parse_code("SPX-S1C-KSQSJSTS9S8S7S6S5S4S3S2S.AS........;;SSSSSSS"))
    (suggestion,) = deep(state)
    assert format_action(suggestion.action) == "1-0"
    assert suggestion.reason is Reason.WIN
    assert suggestion.share == 1


#   (A♠) K♠ … 3♠ | 2♠ …: the one hidden card is known, as all others are seen
def test_the_last_hidden_card_is_known_and_solved() -> None:
    code = "SPX-S1C-KSQSJSTS9S8S7S6S5S4S3S.(AS)2S........;;SSSSSSS"
    found = predictions(start(parse_code(code)))
    assert found is not None
    assert [format_action(action) for action in found[0].plan] == ["1-0", "1-0"]
    assert found[0].chance == CERTAIN


def test_a_finished_game_has_no_hints() -> None:
    state = start(game_code(SPIDER, 1, SPIDER.default_rules, 1))
    assert not apply(state, Command.RESIGN)
    assert deep(state) == []


@pytest.mark.skipif(not _QUICK, reason="a matter of minutes uncompiled")
def test_the_order_of_columns_does_not_matter_where_all_is_looked_at() -> None:
    rng, compared = Random("columns"), 0
    for _ in range(40):
        state = some_game(SPIDER, rng, 40 + rng.randrange(60))
        if state.over != PLAYING or searched(state, 500).looked >= 500:
            continue
        turned = state.copy()
        last = state.column_count - 1
        for column in range(state.column_count):
            turned.face_down[column] = state.face_down[last - column]
            turned.sizes[column] = state.sizes[last - column]
            cards = state.cards[(last - column) * ROOM : (last - column + 1) * ROOM]
            turned.cards[column * ROOM : (column + 1) * ROOM] = cards
        found, other = predictions(state), predictions(turned)
        assert found is not None
        assert other is not None
        assert len(found) == len(other)
        if found:
            assert len(found[0].plan) == len(other[0].plan)
            assert found[0].chance == other[0].chance
        compared += len(found) > 0
    assert compared > 3


#   Each of these came back to an earlier position when hints were asked for after every action.
@pytest.mark.skipif(not _QUICK, reason="a matter of minutes uncompiled")
@pytest.mark.parametrize(
    "code",
    [
        "SP1-S1C-3BRBAJN",
        "SP1-S1C-W6WT7RJ",
        "SP1-S1C-XFZDTRX",
    ],
)
def test_hints_asked_for_after_every_action_do_not_go_in_circles(code: str) -> None:
    state, met = start(parse_code(code)), set[bytes]()
    while state.over == PLAYING:
        packed = bytearray(packed_room(state))
        pack(state, packed, 0)
        assert bytes(packed) not in met
        met.add(bytes(packed))
        found = deep(state)
        if not found:
            break
        assert not apply(state, found[0].action)
