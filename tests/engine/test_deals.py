"""Deals: the shuffle that must never change, and the layout."""

import json
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import format_cards, parse_card
from engine.codes import format_code, game_code, parse_code, start
from engine.deals import NUMBERS, lay_out, shuffled_deck
from engine.decks import format_deck
from engine.rulesets import CLASSIC
from engine.variants import SPIDER
from tests import slow_model
from tests.engine.playing import GOLDEN, RULES, SUITS, shown, started
from tests.engine.strategies import suits_in_play
from tests.engine.tables import COLUMNS, draw

DECKS: dict[str, str] = json.loads((GOLDEN / "deals.json").read_text(encoding="ascii"))
FACE_UP = ["TS", "AD", "KH", "JS", "3S", "8D", "AS", "KH", "2H", "9S"]
"""The layout that the rules of the app show."""


@pytest.mark.parametrize("code", DECKS)
def test_the_deck_of_a_published_number_never_changes(code: str) -> None:
    read = parse_code(code)
    assert isinstance(read.source, int)
    deck = shuffled_deck(SPIDER, read.suits, read.source)
    assert " ".join(format_cards(deck)) == DECKS[code]


@given(suits_in_play, st.integers(0, NUMBERS - 1))
def test_the_shuffle_is_the_one_that_the_rules_spell_out(suits: int, number: int) -> None:
    letters = "".join(slow_model.BASE32[number >> 5 * place & 31] for place in range(6, -1, -1))
    expected = slow_model.shuffled_deck(suits, letters)
    assert format_cards(shuffled_deck(SPIDER, suits, number)) == expected


@pytest.mark.parametrize("suits", SUITS)
@pytest.mark.parametrize("letters", ["AAAQ4XZ", "AABGLFC"])
def test_a_word_beyond_the_last_whole_span_is_drawn_again(suits: int, letters: str) -> None:
    number = parse_code(f"SP1-S{suits}C-{letters}").source
    assert isinstance(number, int)
    words = list(islice(slow_model.random_words(number), 103))
    limits = range(104, 1, -1)
    assert any(word >= 2**32 // n * n for word, n in zip(words, limits, strict=True))
    expected = slow_model.shuffled_deck(suits, letters)
    assert format_cards(shuffled_deck(SPIDER, suits, number)) == expected


@pytest.mark.parametrize("word", [2**32 // 104 * 104 - 1, 2**32 // 104 * 104])
def test_the_first_word_beyond_the_whole_spans_is_the_multiple_itself(
    word: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Digest:
        def __init__(self, text: bytes) -> None:
            self.text = text

        def digest(self) -> bytes:
            return word.to_bytes(4, "big") + sha256(self.text).digest()[4:]

    monkeypatch.setattr("engine.deals.sha256", Digest)
    monkeypatch.setattr("tests.slow_model.sha256", Digest)
    # The word is the number as well: such a deck may be kept, and no other test asks for it.
    letters = format_code(game_code(SPIDER, 4, CLASSIC, word)).removeprefix("SP1-S4C-")
    assert format_cards(shuffled_deck(SPIDER, 4, word)) == slow_model.shuffled_deck(4, letters)


@pytest.mark.parametrize("suits", SUITS)
def test_the_first_four_columns_get_six_cards_and_the_others_five(suits: int) -> None:
    state = started(f"SP1-S{suits}C-ABCDEFG")
    assert [len(cards) for cards in state.columns] == [6, 6, 6, 6, 5, 5, 5, 5, 5, 5]
    assert sum(map(len, state.columns)) == 54


def test_only_the_last_card_of_each_column_is_face_up() -> None:
    state = started("SP1-S4C-ABCDEFG")
    assert state.hidden == [5, 5, 5, 5, 4, 4, 4, 4, 4, 4]
    assert sum(state.hidden) == 44


def test_the_stock_holds_fifty_cards() -> None:
    assert len(started("SP1-S4C-ABCDEFG").stock) == 50


def test_cards_are_dealt_row_by_row_and_full_columns_passed_over() -> None:
    layout = lay_out(SPIDER, range(104), 500)
    assert layout.columns[0] == (0, 10, 20, 30, 40, 50)
    assert layout.columns[3] == (3, 13, 23, 33, 43, 53)
    assert layout.columns[4] == (4, 14, 24, 34, 44)
    assert layout.columns[9] == (9, 19, 29, 39, 49)
    assert layout.stock == tuple(range(54, 104))


@pytest.mark.parametrize("rules", RULES)
def test_a_game_starts_with_500_points_no_moves_and_no_runs(rules: str) -> None:
    state = started(f"SP1-S4{rules}-ABCDEFG")
    assert (state.score, state.moves, state.undos, state.runs) == (500, 0, 0, [])


def _shown_layout() -> list[str]:
    """A four-suit deck whose face-up cards are the known ones: they end rows five and six."""
    rest = format_cards(SPIDER.deck(4))
    for card in FACE_UP:
        rest.remove(card)
    return [*rest[:44], *FACE_UP[4:], *FACE_UP[:4], *rest[44:]]


def test_the_layout_that_the_app_shows_is_a_code_of_a_spelled_deck() -> None:
    deck = [parse_card(card) for card in _shown_layout()]
    state = started(f"SP0-S4C-{format_deck(deck)}")
    assert [shown(state, column) for column in COLUMNS] == [
        "## ## ## ## ## TS",
        "## ## ## ## ## AD",
        "## ## ## ## ## KH",
        "## ## ## ## ## JS",
        "## ## ## ## 3S",
        "## ## ## ## 8D",
        "## ## ## ## AS",
        "## ## ## ## KH",
        "## ## ## ## 2H",
        "## ## ## ## 9S",
    ]
    assert len(state.stock) == 50


def test_the_same_layout_is_a_code_of_a_position() -> None:
    deck = _shown_layout()
    piles = [deck[column:50:10] + deck[50 + column : 54][:1] for column in range(10)]
    drawing = [f"{column} ({' '.join(pile[:-1])}) {pile[-1]}" for column, pile in enumerate(piles)]
    code = draw("\n".join([*drawing, f"stock {' '.join(deck[54:])}"]))
    spelled = game_code(SPIDER, 4, CLASSIC, tuple(map(parse_card, deck)))
    assert start(parse_code(code)).columns == start(spelled).columns
    assert [shown(started(code), column)[-2:] for column in COLUMNS] == FACE_UP
