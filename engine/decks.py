"""Decks spelled out (generation 0): one letter a card, and the check that a deck is whole.

A–M are the spades ace to king, N–Z the hearts, a–m the diamonds, n–z the clubs.
"""

import string
from collections import Counter
from collections.abc import Iterable

from engine.cards import ACE, KING, Card, format_card
from engine.errors import CodeError, Part, Reason
from engine.variants import Variant

_LETTERS = {
    letter: place // KING << 4 | place % KING + ACE
    for place, letter in enumerate(string.ascii_uppercase + string.ascii_lowercase)
}
_LETTER_OF = {card: letter for letter, card in _LETTERS.items()}


def parse_deck(text: str, variant: Variant, suits: int) -> tuple[Card, ...]:
    """Read a deck, first card dealt first. Raises `CodeError` unless it is the variant's."""
    if len(text) != variant.cards:
        raise CodeError(Part.DECK, Reason.WRONG_LENGTH, length=len(text), expected=variant.cards)
    for place, letter in enumerate(text):
        if letter not in _LETTERS:
            raise CodeError(
                Part.DECK, Reason.WRONG_CHARACTER, character=letter, place=place, expected="A-Za-z"
            )
    deck = tuple(_LETTERS[letter] for letter in text)
    check_deck(deck, variant, suits)
    return deck


def format_deck(deck: Iterable[Card]) -> str:
    """Write a deck, one letter a card."""
    return "".join(_LETTER_OF[card] for card in deck)


def check_deck(cards: Iterable[Card], variant: Variant, suits: int) -> None:
    """Raise `CodeError` unless `cards`, in any order, are exactly the variant's deck."""
    expected = Counter(variant.deck(suits))
    found = Counter(cards)
    for card in found:
        if found[card] > expected[card]:
            raise CodeError(
                Part.DECK,
                Reason.TOO_MANY_OF_A_CARD,
                card=format_card(card),
                found=found[card],
                expected=expected[card],
            )
    missing = sorted((expected - found).elements())
    if missing:
        raise CodeError(
            Part.DECK, Reason.CARDS_MISSING, count=len(missing), card=format_card(missing[0])
        )
