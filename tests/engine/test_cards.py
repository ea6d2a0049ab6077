"""Cards: two characters outside, whole numbers inside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    CARDS,
    RANK,
    RANKS,
    SUITS,
    Card,
    format_card,
    format_cards,
    parse_card,
    whole_run,
)

WRONG_CARDS = [
    *("", "T", "S", "10S", "1S", "0S", "TX", "ST", "TSS", "TS ", " TS", "TS\n", "T\nS"),
    *(
        "ts",
        "Ts",
        "tS",
        "KЅ",
        "К" + "S",
        "A\uff33",
        "\uff21S",
        "A\u017f",
        "\u0661S",
        "TS\u0301",
        "♠",
    ),
]


@pytest.mark.parametrize("card", CARDS)
def test_a_written_card_reads_as_the_same_card(card: Card) -> None:
    assert parse_card(format_card(card)) == card


def test_there_are_fifty_two_cards_each_with_a_name_of_its_own() -> None:
    assert len({format_card(card) for card in CARDS}) == len(CARDS) == 52


def test_a_card_is_written_rank_first() -> None:
    assert format_cards([parse_card("TS"), parse_card("AH")]) == ["TS", "AH"]
    assert {format_card(card) for card in CARDS} == {
        rank + suit for rank in RANKS for suit in SUITS
    }


@pytest.mark.parametrize("text", WRONG_CARDS)
def test_what_only_looks_like_a_card_is_refused(text: str) -> None:
    with pytest.raises(KeyError):
        parse_card(text)


@given(st.text(max_size=3) | st.text("A23456789TJQKSHDCakshdc01", min_size=2, max_size=2))
def test_any_text_is_refused_or_is_canonical(text: str) -> None:
    try:
        card = parse_card(text)
    except KeyError:
        return
    assert format_card(card) == text


def test_the_ace_is_the_lowest_rank_and_the_king_the_highest() -> None:
    ranks = {format_card(card)[0]: card & RANK for card in CARDS}
    assert min(ranks, key=ranks.__getitem__) == "A"
    assert max(ranks, key=ranks.__getitem__) == "K"
    assert sorted(ranks, key=ranks.__getitem__) == [*"A23456789TJQK"]


@pytest.mark.parametrize(("suit", "letter"), [*enumerate("SHDC")])
def test_a_whole_run_is_king_to_ace_of_one_suit(suit: int, letter: str) -> None:
    assert format_cards(whole_run(suit)) == [rank + letter for rank in "KQJT98765432A"]
