"""Worlds: orders in which the cards that cannot be seen may come.

Drawn from the heap of those cards alone, with a seed of what the player sees: the same sight gives
the same worlds, whatever the cards are in truth.
"""

from collections.abc import Iterator
from hashlib import sha256
from struct import Struct

from engine.cards import Card
from engine.sight import Sight

_EIGHT_WORDS = Struct(">8I")


def sampled_worlds(sight: Sight, count: int, length: int) -> list[bytearray]:
    """So many worlds; of each the first `length` cards.

    They are the same until something new is seen, so that plans are compared in the same worlds
    before and after a move. A draw is as likely as another up to one in millions.
    """
    length = min(length, len(sight.unseen))
    words = _words(_seed(sight))
    worlds = []
    for _ in range(count):
        heap = bytearray(sight.unseen)
        for place in range(length):
            chosen = place + next(words) % (len(heap) - place)
            heap[place], heap[chosen] = heap[chosen], heap[place]
        worlds.append(heap[:length])
    return worlds


def single_cards(unseen: tuple[Card, ...]) -> list[tuple[Card, int]]:
    """Each card that may turn up next, with how many of its kind there are."""
    return [(card, unseen.count(card)) for card in sorted(set(unseen))]


def _seed(sight: Sight) -> bytes:
    board = sight.board
    counts = (sum(board.face_down), board.stock_size - board.dealt, len(board.left_from))
    return sha256(board.rules.id.encode() + bytes(counts) + bytes(sight.unseen)).digest()


def _words(seed: bytes) -> Iterator[int]:
    """An endless stream of 32-bit words."""
    counter = 0
    while True:
        yield from _EIGHT_WORDS.unpack(sha256(seed + counter.to_bytes(4, "big")).digest())
        counter += 1
