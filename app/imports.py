"""Deals of other programs: from a program's deal number to a deck in the order of our own deal.

What those programs do is described in `docs/variants.md`. Numbers are text, as players write them.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from engine.cards import ACE, KING, SUITS, Card
from engine.deals import places
from engine.variants import Variant

Draw: TypeAlias = Callable[[int], int]
"""Draws a whole number from 0 to one less than its argument."""

_LCG_TO = 32_000
_PYSOL_LCG_MOST = 2**33 - 1
_PYSOL_MOST = 10**20
_KPAT_MOST = 2**31 - 1
_PYSOL_SUITS = {1: "SSSS", 2: "SSHH", 3: "CSH", 4: "CSHD"}
_KPAT_SUITS = {1: "SSSS", 2: "HSHS", 3: "CSHS", 4: "CDHS"}


class UnknownNumberError(ValueError):
    """The program has no deal of this number."""


def imported_deck(program: str, number: str, variant: Variant, suits: int) -> tuple[Card, ...]:
    """The deck whose layout is the program's deal of this number, in the order of our deal.

    Raises `UnknownNumberError` where the program has no such deal.
    """
    return _READERS[program](number, variant, suits)


def _pysol(text: str, variant: Variant, suits: int) -> tuple[Card, ...]:
    deck = [
        _card(suit, rank)
        for _ in range(variant.cards // (KING * len(_PYSOL_SUITS[suits])))
        for suit in _PYSOL_SUITS[suits]
        for rank in range(ACE, KING + 1)
    ]
    microsoft, number = _pysol_number(text)
    if microsoft and len(deck) == KING * len(SUITS):
        deck = [deck[first + 13 * pack] for first in range(KING) for pack in (0, 3, 2, 1)]
    draw = _pysol_lcg(number) if microsoft else _mersenne_twister(number)
    for last in range(len(deck) - 1, 0, -1):
        chosen = draw(last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    talon = reversed(deck)
    return _as_our_deck(variant, pysol_columns(variant), talon)


def _pysol_number(text: str) -> tuple[bool, int]:
    """Whether the number is for Microsoft's generator, and the number."""
    digits = re.sub(r"[#_.,\s]|(?<=[0-9])-", "", text.lower())
    match = re.fullmatch(r"(ms)?([0-9]{1,21})l?", digits, re.ASCII)
    if match is None:
        raise UnknownNumberError
    number = int(match[2])
    microsoft = match[1] is not None or 1 <= number < _LCG_TO
    if not (1 <= number <= _PYSOL_LCG_MOST if microsoft else number <= _PYSOL_MOST):
        raise UnknownNumberError
    return microsoft, number


def pysol_columns(variant: Variant) -> Iterator[int]:
    """The columns in PySol's order: full rows, then the cards that some have more, then a row."""
    columns = range(len(variant.columns))
    least = min(variant.columns)
    for _ in range(least - 1):
        yield from columns
    for size in range(least, max(variant.columns)):
        yield from (column for column in columns if variant.columns[column] > size)
    yield from columns


def _kpat(text: str, variant: Variant, suits: int) -> tuple[Card, ...]:
    if not re.fullmatch(r"[1-9][0-9]{0,9}", text, re.ASCII) or int(text) > _KPAT_MOST:
        raise UnknownNumberError
    deck = [
        _card(suit, rank)
        for _ in range(2)
        for rank in range(ACE, KING + 1)
        for suit in _KPAT_SUITS[suits]
    ]
    draw = _lcg(int(text))
    for size in range(len(deck), 1, -1):
        chosen = draw(size)
        deck[size - 1], deck[chosen] = deck[chosen], deck[size - 1]
    deck.reverse()
    columns = len(variant.columns)
    laid_out = sum(variant.columns)
    packets = range(laid_out, len(deck), columns)
    stock = [card for first in packets for card in reversed(deck[first : first + columns])]
    order = (place % columns for place in range(laid_out))
    return _as_our_deck(variant, order, iter([*deck[:laid_out], *stock]))


def _as_our_deck(
    variant: Variant, columns: Iterator[int], cards: Iterator[Card]
) -> tuple[Card, ...]:
    """Deal the cards to the columns in this order; then say which deck of ours looks the same."""
    table: list[list[Card]] = [[] for _ in variant.columns]
    for column in columns:
        table[column].append(next(cards))
    deck: dict[int, Card] = {
        place: card
        for column_places, column in zip(places(variant.columns), table, strict=True)
        for place, card in zip(column_places, column, strict=True)
    }
    return (*(deck[place] for place in range(len(deck))), *cards)


def _card(suit: str, rank: int) -> Card:
    return SUITS.index(suit) << 4 | rank


def _lcg(seed: int) -> Draw:
    """Microsoft's generator: fifteen bits of a linear congruence."""
    state = seed

    def draw(limit: int) -> int:
        nonlocal state
        state = (state * 214013 + 2531011) % 2**32
        return (state >> 16 & 0x7FFF) % limit

    return draw


def _pysol_lcg(number: int) -> Draw:
    """The same as PySol extends it to numbers of 33 bits."""
    state = number % 2**32

    def draw(limit: int) -> int:
        nonlocal state
        state = (state * 214013 + 2531011) % 2**33
        if number >= 2**32:
            return ((state >> 16 & 0xFFFF) + 1) % limit
        bits = state >> 16 & 0x7FFF
        return (bits | 0x8000 if number >= 2**31 else bits) % limit

    return draw


def _mersenne_twister(number: int) -> Draw:
    generator = random.Random(number)  # noqa: S311 - the other program's shuffle, not ours
    return lambda limit: int(generator.random() * limit)


_READERS: dict[str, Callable[[str, Variant, int], tuple[Card, ...]]] = {
    "pysol": _pysol,
    "kpat": _kpat,
}
PROGRAMS: Sequence[str] = tuple(_READERS)
"""The programs whose deal numbers can be read."""
