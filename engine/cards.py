"""Cards: whole numbers inside the engine, two characters outside it.

A card is ``suit << 4 | rank`` with ranks 1 (ace) to 13 (king), so that the next card up in the same
suit is always one more, and no card of another suit is.
"""

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int
Suit: TypeAlias = int

SUITS = "SHDC"
RANKS = "A23456789TJQK"
ACE = 1
KING = 13
RANK = 15
"""``card & RANK`` is the card's rank, ``card >> 4`` its suit."""

_NAMES = {
    suit << 4 | rank: RANKS[rank - 1] + SUITS[suit]
    for suit in range(len(SUITS))
    for rank in range(ACE, KING + 1)
}
_BY_NAME = {name: card for card, name in _NAMES.items()}

CARDS = tuple(_NAMES)
"""Every card, spades first, ace first."""


def parse_card(text: str) -> Card:
    """Read a card such as ``TS`` (capitals only). Raises `KeyError` for anything else."""
    return _BY_NAME[text]


def format_card(card: Card) -> str:
    """Write a card as its rank and suit, for example ``TS``."""
    return _NAMES[card]


def format_cards(cards: Iterable[Card]) -> list[str]:
    """Write each card, in the same order."""
    return [_NAMES[card] for card in cards]


def whole_run(suit: Suit) -> list[Card]:
    """The thirteen cards of a run, king first."""
    return list(range(suit << 4 | KING, suit << 4, -1))
