"""Decks: what they hold, and how they are spelled out."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARDS, RANKS, format_cards
from engine.decks import check_deck, format_deck, parse_deck
from engine.errors import CodeError, Reason
from engine.variants import SPIDER
from tests.engine.playing import SUITS
from tests.engine.strategies import decks, suits_in_play


@pytest.mark.parametrize(
    ("suits", "copies"),
    [(1, {"S": 8}), (2, {"S": 4, "H": 4}), (4, {"S": 2, "H": 2, "D": 2, "C": 2})],
)
def test_a_deck_of_104_cards_holds_these_suits(suits: int, copies: dict[str, int]) -> None:
    deck = Counter(format_cards(SPIDER.deck(suits)))
    assert deck == {rank + suit: copies[suit] for suit in copies for rank in RANKS}
    assert deck.total() == 104


@pytest.mark.parametrize("suits", SUITS)
def test_a_deck_in_order_is_whole_suits_ace_to_king_again_and_again(suits: int) -> None:
    block = [rank + suit for suit in "SHDC"[:suits] for rank in RANKS]
    assert format_cards(SPIDER.deck(suits)) == block * (8 // suits)


def test_each_card_has_its_letter_a_to_m_spades_n_to_z_hearts_then_small_ones() -> None:
    assert format_deck(CARDS) == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    assert format_cards(CARDS)[::13] == ["AS", "AH", "AD", "AC"]


@given(st.data(), suits_in_play)
def test_a_written_deck_reads_as_the_same_deck(data: st.DataObject, suits: int) -> None:
    deck = data.draw(decks(suits))
    assert parse_deck(format_deck(deck), SPIDER, suits) == deck


@given(
    st.text("ABCNOPabcnop01 \n\u0410\u00df", max_size=110)
    | decks(4).map(format_deck).map(lambda text: text[:60] + text[60:].swapcase())
)
def test_any_text_is_refused_or_is_canonical(text: str) -> None:
    try:
        deck = parse_deck(text, SPIDER, 4)
    except CodeError:
        return
    assert format_deck(deck) == text


@pytest.mark.parametrize("suits", SUITS)
def test_a_deck_may_be_in_any_order_but_must_be_whole(suits: int) -> None:
    deck = SPIDER.deck(suits)
    check_deck(deck[::-1], SPIDER, suits)
    with pytest.raises(CodeError) as refused:
        check_deck(deck[:-1], SPIDER, suits)
    assert refused.value.reason is Reason.CARDS_MISSING
    assert refused.value.params == {"count": 1, "card": "K" + {1: "S", 2: "H", 4: "C"}[suits]}


def test_the_deck_of_other_suits_is_not_the_deck() -> None:
    with pytest.raises(CodeError) as refused:
        parse_deck(format_deck(SPIDER.deck(2)), SPIDER, 4)
    assert refused.value.reason is Reason.TOO_MANY_OF_A_CARD
