"""Deals: from a number to a shuffled deck (generation 1), and from a deck to a layout.

The shuffle uses nothing but SHA-256 and whole numbers, so that any language can redo it; its steps
are spelled out in `docs/rules.md`. A published number means the same deck for ever.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from itertools import islice
from struct import Struct

from engine.cards import Card
from engine.state import Position
from engine.variants import Variant

_WORDS = 2**32
_EIGHT_WORDS = Struct(">8I")

NUMBERS = 2**35
"""Deal numbers run from 0 to one less than this."""


def shuffled_deck(variant: Variant, suits: int, number: int) -> tuple[Card, ...]:
    """The deck of deal `number` by the algorithm of generation 1."""
    return _shuffled(f"{variant.prefix}1", variant.deck(suits), number)


# The day's game is asked about again and again.
@lru_cache(maxsize=1024)
def _shuffled(tag: str, ordered: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    deck = list(ordered)
    words = _words(tag.encode("ascii"), number)
    for last in range(len(deck) - 1, 0, -1):
        places = last + 1
        word = next(words)
        # Words of the last, incomplete span are passed over: every place is as likely.
        while word >= _WORDS - _WORDS % places:
            word = next(words)
        chosen = word % places
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def _words(tag: bytes, number: int) -> Iterator[int]:
    """An endless stream of 32-bit words, eight to a digest."""
    start = tag + number.to_bytes(8, "big")
    counter = 0
    while True:
        digest = sha256(start + counter.to_bytes(4, "big")).digest()
        yield from _EIGHT_WORDS.unpack(digest)
        counter += 1


def lay_out(variant: Variant, deck: Sequence[Card], score: int) -> Position:
    """Deal a deck as on a table: row by row, first column to last, passing over full columns.

    Then the cells and the reserves get their cards, and the rest is the stock.
    """
    rest = iter(deck[sum(variant.columns) :])
    filled = [1] * variant.cells_filled + [0] * (variant.cells - variant.cells_filled)
    return Position(
        columns=tuple(tuple(deck[place] for place in column) for column in places(variant.columns)),
        hidden=variant.hidden,
        cells=tuple(tuple(islice(rest, count)) for count in filled),
        reserves=tuple(tuple(islice(rest, count)) for count in variant.reserves),
        stock=tuple(rest),
        runs=(),
        score=score,
        moves=0,
    )


@cache
def places(columns: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """For each column the places in the deck of its cards, deepest first."""
    rows = [
        (column, row)
        for row in range(max(columns))
        for column, size in enumerate(columns)
        if row < size
    ]
    return tuple(
        tuple(place for place, (owner, _) in enumerate(rows) if owner == column)
        for column in range(len(columns))
    )
