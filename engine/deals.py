"""Deals: from a number to a shuffled deck (generation 1), and from a deck to a layout.

The shuffle uses nothing but SHA-256 and whole numbers, so that any language can redo it; its steps
are spelled out in `docs/rules.md`. A published number means the same deck for ever.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct

from engine.cards import Card
from engine.state import Position
from engine.variants import Variant

_EIGHT_WORDS = Struct(">8I")

NUMBERS = 2**35
"""Deal numbers run from 0 to one less than this."""


def shuffled_deck(variant: Variant, suits: int, number: int) -> list[Card]:
    """The deck of deal `number` by the algorithm of generation 1."""
    deck = variant.deck(suits)
    words = _words(f"{variant.prefix}1".encode("ascii"), number)
    for last in range(len(deck) - 1, 0, -1):
        chosen = _below(last + 1, words)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


def _words(tag: bytes, number: int) -> Iterator[int]:
    """An endless stream of 32-bit words, eight to a digest."""
    start = tag + number.to_bytes(8, "big")
    counter = 0
    while True:
        digest = sha256(start + counter.to_bytes(4, "big")).digest()
        yield from _EIGHT_WORDS.unpack(digest)
        counter += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """A number below `limit`, each as likely: words of the last, incomplete span are skipped."""
    usable = 2**32 - 2**32 % limit
    word = next(words)
    while word >= usable:
        word = next(words)
    return word % limit


def lay_out(variant: Variant, deck: Sequence[Card], score: int) -> Position:
    """Deal a deck as on a table: row by row, first column to last, passing over full columns."""
    columns: list[list[Card]] = [[] for _ in variant.columns]
    cards = iter(deck)
    for row in range(max(variant.columns)):
        for column, size in zip(columns, variant.columns, strict=True):
            if row < size:
                column.append(next(cards))
    return Position(
        columns=tuple(tuple(column) for column in columns),
        hidden=variant.hidden,
        stock=tuple(cards),
        runs=(),
        score=score,
        moves=0,
    )
