"""Decks spelled out (generation 0): one letter a card, and the check that a deck is whole.

A–M are the spades ace to king, N–Z the hearts, a–m the diamonds, n–z the clubs.
"""

import string
from collections import Counter
from collections.abc import Iterable

from engine.cards import ACE, KING, Card, format_card
from engine.errors import CodeError, Part, Reason
from engine.variants import Variant
from engine.violations import Params

_LETTERS = {
    letter: place // KING << 4 | place % KING + ACE
    for place, letter in enumerate(string.ascii_uppercase + string.ascii_lowercase)
}
_LETTER_OF = {card: letter for letter, card in _LETTERS.items()}


def parse_deck(text: str, variant: Variant, suits: int) -> tuple[Card, ...]:
    """Read a deck, first card dealt first. Raises `CodeError` unless it is the variant's."""
    if len(text) != variant.cards:
        params: Params = {"length": len(text), "expected": variant.cards}
        raise CodeError(Part.DECK, Reason.WRONG_LENGTH, params)
    for place, letter in enumerate(text):
        if letter not in _LETTERS:
            params: Params = {"character": letter, "place": place, "expected": "A-Za-z"}
            raise CodeError(Part.DECK, Reason.WRONG_CHARACTER, params)
    deck = tuple(_LETTERS[letter] for letter in text)
    check_deck(deck, variant, suits, Part.DECK)
    return deck


def format_deck(deck: Iterable[Card]) -> str:
    """Write a deck, one letter a card."""
    return "".join(_LETTER_OF[card] for card in deck)


def check_deck(cards: Iterable[Card], variant: Variant, suits: int, part: Part) -> None:
    """Raise `CodeError` unless `cards`, in any order, are exactly the variant's deck."""
    expected = Counter(variant.deck(suits))
    found = Counter(cards)
    for card in found:
        if found[card] > expected[card]:
            params: Params = {
                "card": format_card(card),
                "found": found[card],
                "expected": expected[card],
            }
            raise CodeError(part, Reason.TOO_MANY_OF_A_CARD, params)
    missing = sorted((expected - found).elements())
    if missing:
        params: Params = {"count": len(missing), "card": format_card(missing[0])}
        raise CodeError(part, Reason.CARDS_MISSING, params)
