"""Traits: what is counted of a board to tell how good it looks, hidden cards being unknown.

`scan` looks at one pile, `count` puts together what was found. Each trait is a small whole number;
what they are worth is up to `engine.experience`. Ranks are what counts: a card has a *home* where
the last card of another column is the next higher one. A column whose last card is unknown, since
it has just turned up, is *blank*: nothing is known of what it will be good for.
"""

from array import array

from engine.cards import KING, RANK
from engine.sight import UNKNOWN
from engine.state import ROOM, State
from engine.tables import RANKS, RUN, TAKES

NAMES = (
    "hidden", "hidden_squared", "open", "links", "misfits", "breaks", "lengths_squared",
    "king_bases", "kings", "open_parts", "inversions", "one_part", "two_parts", "cover",
    "first_empty", "more_empty", "runs", "homes", "home_in_suit", "home_off_suit",
    "movable_hidden", "movable_open", "blank", "fewest_parts", "nearest", "second_nearest",
    "low_ends", "long_parts", "no_need", "one_need", "least_need", "second_need", "whole_need",
    "nearest_need", "open_no_need", "matches", "need_less_empty",
)  # fmt: skip
"""The traits, in the order in which `counts` holds them."""

_COUNT = COUNT = len(NAMES)
_FAR = 14
_MOST_NEED = 6
_LONG = 6
_KNOWN = 24
(
    _LINKS, _MISFITS, _BREAKS, _SQUARES, _KINGS, _INVERSIONS, _LONGER, _PARTS, _HEAD, _END, _BASE,
) = range(11)  # fmt: skip
"""What is known of a pile: the places in `known`, `_KNOWN` for each pile."""

_WORD = (1 << 64) - 1
_ONE = 1
_STEP, _MIX = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93


class Traits:
    """The traits of the position that a board shows."""

    # Ranks are counted in numbers of 64 bits, four for each rank.
    def __init__(self, board: State) -> None:
        self.board = board
        self.counts = array("i", bytes(4 * COUNT))
        self.known = array("i", bytes(4 * _KNOWN * board.pile_count))
        self.heads = bytearray(board.pile_count * ROOM)
        self.tails = bytearray(board.pile_count * ROOM)
        self.names = array("Q", bytes(8 * board.pile_count))
        self.ends = self.cards_at_end = 0

    def scan_all(self) -> None:
        """Look at every pile."""
        for pile in range(self.board.pile_count):
            self.scan(pile)

    def scan(self, pile: int) -> None:  # noqa: C901, PLR0915 - the innermost loop of all
        """Look at one pile: its parts (the pieces of runs), from the deepest on, and its name."""
        board, lies = self.board, self.board.lies
        first, hidden = pile * ROOM, board.face_down[pile]
        links = misfits = breaks = squares = kings = inversions = longer = parts = length = 0
        place, end = first + hidden, first + board.sizes[pile]
        name: int = (hidden + 1) * _STEP & _WORD
        least, below = _FAR, 0
        base = board.cards[place] if place < end else 0
        while place < end:
            card = board.cards[place]
            rank = card & RANK
            name = ((name ^ card) * _MIX) & _WORD
            name ^= name >> 29
            bits = lies[below << 6 | card] if below else 0
            if bits & RUN:
                links += 1
                length += 1
            else:
                if below:
                    self.tails[first + parts - 1] = below
                    if bits & (TAKES | RANKS):
                        misfits += 1
                    else:
                        breaks += 1
                    squares += (length - 1) * (length - 1)
                    if length > _LONG:
                        longer += length - _LONG
                    if rank > least:
                        inversions += 1
                if rank == KING and (below or hidden):
                    kings += 1
                self.heads[first + parts] = card
                parts += 1
                length = 1
            least = min(least, rank)
            below = card
            place += 1
        if parts:
            squares += (length - 1) * (length - 1)
            if length > _LONG:
                longer += length - _LONG
            self.tails[first + parts - 1] = below
        known = pile * _KNOWN
        self.known[known + _LINKS] = links
        self.known[known + _MISFITS] = misfits
        self.known[known + _BREAKS] = breaks
        self.known[known + _SQUARES] = squares
        self.known[known + _KINGS] = kings
        self.known[known + _INVERSIONS] = inversions
        self.known[known + _LONGER] = longer
        self.known[known + _PARTS] = parts
        self.known[known + _HEAD] = self.heads[first + parts - 1] if parts else 0
        self.known[known + _END] = below
        self.known[known + _BASE] = base
        if pile >= board.column_count:
            kind = max(pile, board.column_count + board.cell_count - 1)
            name ^= (1 + kind) * _STEP & _WORD
        name = ((name ^ name >> 32) * _STEP) & _WORD
        self.names[pile] = name ^ name >> 31

    def key(self) -> int:
        """The name of the position in 64 bits; columns, and cells, may have changed places."""
        board = self.board
        key: int = (board.dealt * 64 + len(board.left_from)) * _MIX & _WORD
        for pile in range(board.pile_count):
            key = (key + self.names[pile]) & _WORD
        return key

    def count(self) -> None:
        """Put together what `scan` has found."""
        counts = self.counts
        for trait in range(_COUNT):
            counts[trait] = 0
        self._count_columns()
        self._count_homes()
        self._count_needs()

    def _count_columns(self) -> None:  # noqa: PLR0915 - likewise
        """What can be told of each column on its own."""
        board, known, counts = self.board, self.known, self.counts
        ends: int = 0
        at_end: int = 0
        empty = blank = low = 0
        fewest, nearest, second = _FAR * 2, _FAR, _FAR
        for column in range(board.column_count):
            size, hidden = board.sizes[column], board.face_down[column]
            if not size:
                empty += 1
                continue
            place = column * _KNOWN
            parts, end = known[place + _PARTS], known[place + _END]
            counts[0] += hidden
            counts[1] += hidden * hidden
            counts[3] += known[place + _LINKS]
            counts[4] += known[place + _MISFITS]
            counts[5] += known[place + _BREAKS]
            counts[6] += known[place + _SQUARES]
            counts[8] += known[place + _KINGS]
            counts[10] += known[place + _INVERSIONS]
            counts[27] += known[place + _LONGER]
            from_king = known[place + _BASE] & RANK == KING
            if hidden:
                if parts == 1:
                    counts[11] += 1
                elif parts == 2:
                    counts[12] += 1
                counts[13] += size - hidden
                fewest = min(fewest, parts)
            else:
                counts[2] += 1
                counts[9] += parts - 1
                counts[7] += from_king
            near = parts + hidden
            if end == UNKNOWN:
                blank += 1
                near += 1
            else:
                ends += _ONE << 4 * (end & RANK)
                at_end |= _ONE << end
                low += end & RANK <= 2
            if hidden or parts > 1 or not from_king:
                if near < nearest:
                    nearest, second = near, nearest
                elif near < second:
                    second = near
        self.ends, self.cards_at_end = ends, at_end
        counts[14] = empty > 0
        counts[15] = empty - 1 if empty else 0
        counts[16] = len(board.left_from)
        counts[22] = blank
        counts[23] = fewest if fewest < _FAR * 2 else 0
        counts[24], counts[25] = nearest, second
        counts[26] = low

    def _count_homes(self) -> None:
        """Which last parts of columns could go somewhere at once."""
        board, known, counts = self.board, self.known, self.counts
        ends: int = self.ends
        heads: int = 0
        for column in range(board.column_count):
            place = column * _KNOWN
            if not board.sizes[column] or known[place + _END] == UNKNOWN:
                continue
            head = known[place + _HEAD]
            rank = head & RANK
            heads += _ONE << 4 * rank
            if rank == KING:
                continue
            if self.cards_at_end >> head + 1 & 1:
                counts[18] += 1
            elif ends >> 4 * (rank + 1) & 15:
                counts[19] += 1
            else:
                continue
            if known[place + _PARTS] == 1:
                if board.face_down[column]:
                    counts[20] += 1
                else:
                    counts[21] += 1
        homes = matches = 0
        for rank in range(1, KING):
            free: int = ends >> 4 * (rank + 1) & 15
            if free:
                homes += 1
                matches += min(heads >> 4 * rank & 15, free)
        counts[17], counts[35] = homes, matches

    def _count_needs(self) -> None:
        """How many parts of each column would find no home if it were taken apart."""
        board, known, counts = self.board, self.known, self.counts
        least, second, nearest = _MOST_NEED, _MOST_NEED, _FAR
        empty = 0
        for column in range(board.column_count):
            if not board.sizes[column]:
                empty += 1
                continue
            place = column * _KNOWN
            if known[place + _END] == UNKNOWN:
                continue
            need, hidden = self._need(column), board.face_down[column]
            if hidden:
                counts[28] += need == 0
                counts[29] += need == 1
                counts[32] += need
                if need < least:
                    least, second = need, least
                elif need < second:
                    second = need
            else:
                counts[34] += need == 0
            if hidden or known[place + _PARTS] > 1 or known[place + _BASE] & RANK != KING:
                nearest = min(nearest, need + hidden)
        counts[30], counts[31], counts[33] = least, second, nearest
        counts[36] = max(0, least - empty)

    def _need(self, column: int) -> int:
        place, first = column * _KNOWN, column * ROOM
        ends: int = self.ends - (_ONE << 4 * (self.known[place + _END] & RANK))
        need, part = 0, self.known[place + _PARTS] - 1
        while part >= 0:
            above = 4 * ((self.heads[first + part] & RANK) + 1)
            if ends >> above & 15:
                ends -= _ONE << above
            else:
                need += 1
            ends += _ONE << 4 * (self.tails[first + part] & RANK)
            part -= 1
        return need
