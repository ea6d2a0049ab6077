"""What a position is worth to a search, and its name.

Most actions move cards from column to column and complete nothing: what comes of those, and of a
deal, is worked out from what is known of the columns, without playing them.
"""

from array import array
from typing import NamedTuple

from engine.cards import KING, RANK
from engine.state import ROOM, State
from engine.tables import RANKS, RUN, TAKES

_WORD = (1 << 64) - 1
_STEP, _MIX = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93
_HALF, _TURN = 32, 29


class Weights(NamedTuple):
    """What a position is worth, in points; higher is better.

    `hidden` is for each hidden card, `deep` for each pair of hidden cards in one column; `link`,
    `off` and `gap` for each card that lies on one as in a run, only as far as rank goes, or not
    even so, `king` for each king that lies on a card; `run` for each run that has left; `home` for
    each rank from two to king among the last cards of the columns; `empty` for each empty column;
    `jitter` masks what chance adds.
    """

    hidden: int
    deep: int
    link: int
    off: int
    gap: int
    king: int
    run: int
    home: int
    empty: int
    jitter: int


def _numbers(count: int, seed: int) -> "array[int]":
    """So many 64-bit numbers that look like chance, the same everywhere."""
    numbers, number = array("Q"), seed
    for _ in range(count):
        number = (number + _STEP) & _WORD
        mixed = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
        numbers.append(mixed ^ mixed >> 31)
    return numbers


def _powers() -> "array[int]":
    """The powers of what a name is multiplied with for each card."""
    powers, power = array("Q"), 1
    for _ in range(ROOM):
        powers.append(power)
        power = power * _STEP & _WORD
    return powers


_CARD_KEYS = _numbers(64, 1)
_HIDDEN_KEYS = _numbers(256, 2)
_PLACE_KEYS = _numbers(64, 3)
_POWERS = _powers()


class Appraisal:
    """What is known of the position that a board shows, once `survey` has looked at it.

    `total` is what it is worth, `key` its name in 64 bits, `blocks` how many parts of runs it has,
    hidden cards counted. `next_total`, `next_key` and `next_blocks` are the same of the position
    that was weighed last.
    """

    def __init__(self, board: State, weights: Weights) -> None:
        self.board = board
        self.hidden, self.deep, self.link, self.off, self.gap = weights[:5]
        self.king, self.run_, self.home, self.empty = weights[5:9]
        self.next_key = self.next_total = self.next_blocks = 0
        cells = board.pile_count * ROOM
        self.values = array("i", bytes(4 * cells))
        self.chains = array("i", bytes(4 * cells))
        self.joins = array("i", bytes(4 * cells))
        self.hashes = array("Q", bytes(8 * cells))
        self.hidden_joins = bytearray(cells)
        self.hidden_hashes = array("Q", bytes(8 * cells))
        self.mixes = array("Q", bytes(8 * board.pile_count))
        self.futures = array("Q", bytes(8 * board.pile_count * (board.stock_size + 1)))
        self.foreseen = bytearray(board.stock_size + 1)
        self.ends = array("i", bytes(4 * board.pile_count))
        self.tops = array("i", bytes(4 * (RANK + 2)))
        self.card_keys, self.hidden_keys, self.place_keys = _CARD_KEYS, _HIDDEN_KEYS, _PLACE_KEYS
        self.powers = _POWERS
        self._look_under()

    def _look_under(self) -> None:
        """Work out what is known of the hidden cards, which lie still until they turn up."""
        for pile in range(self.board.pile_count):
            first, hidden = pile * ROOM, self.board.face_down[pile]
            self.board.face_down[pile] = 0
            self.scan(pile)
            self.board.face_down[pile] = hidden
            for place in range(first, first + hidden + 1):
                self.hidden_joins[place] = self.joins[place]
                self.hidden_hashes[place] = self.hashes[place]

    def survey(self) -> None:
        """Work out what is known of the position that the board shows."""
        board = self.board
        self.coming = board.dealt * board.pile_count
        if not self.foreseen[board.dealt]:
            self.foresee(board.dealt)
        for rank in range(RANK + 1):
            self.tops[rank] = 0
        self.blocks, self.key = 0, 0
        self.total = self.run_ * len(board.left_from)
        for pile in range(board.pile_count):
            self.scan(pile)
            end = pile * ROOM + board.sizes[pile]
            future = self.futures[self.coming + pile]
            self.mixes[pile] = self.mixed(self.hashes[end], board.face_down[pile], future)
            self.key = (self.key + self.mixes[pile]) & _WORD
            self.blocks += board.sizes[pile] - self.joins[end]
            if pile < board.column_count:
                self.total += self.values[end]
                self.ends[pile] = 0
                if not board.sizes[pile]:
                    self.total += self.empty
                else:
                    self.ends[pile] = board.cards[end - 1] << 6
                    self.tops[board.cards[end - 1] & RANK] += 1
        self.homes = 0
        for rank in range(2, KING + 1):
            if self.tops[rank]:
                self.homes += 1
        self.total += self.home * self.homes

    def foresee(self, dealt: int) -> None:
        """Work out, for each pile, what tells it from others that hold the same cards.

        That is which cards will be dealt to it once `dealt` are; cells are all alike.
        """
        board = self.board
        self.foreseen[dealt] = 1
        coming = dealt * board.pile_count
        columns, cells = board.column_count, board.column_count + board.cell_count
        for pile in range(board.pile_count):
            name: int = 0
            if pile >= columns:
                name = self.place_keys[columns if pile < cells else pile]
            elif board.tables.deals_to_filled and dealt < board.stock_size:
                name = self.place_keys[pile]
            elif board.tables.deals:
                place = dealt + pile
                while place < board.stock_size:
                    name = (name * _STEP + self.card_keys[board.stock[place]]) & _WORD
                    place += columns
            self.futures[coming + pile] = name

    def scan(self, pile: int) -> None:
        """Work out, for each part of a pile from its deepest card on, what it is worth.

        `values` are what it is worth, `chains` where the run begins in which a card lies, `joins`
        how many cards lie on each other as in a run, hidden ones counted, `hashes` its name.
        """
        board = self.board
        first, hidden = pile * ROOM, board.face_down[pile]
        value, joins, chain = self.hidden_worth(hidden), self.hidden_joins[first + hidden], hidden
        name = self.hidden_hashes[first + hidden]
        self.values[first + hidden] = value if hidden else 0
        self.joins[first + hidden], self.hashes[first + hidden] = joins, name
        below = board.cards[first + hidden - 1] if hidden else 0
        for place in range(first + hidden, first + board.sizes[pile]):
            card = board.cards[place]
            name = (name * _STEP + self.card_keys[card]) & _WORD
            if below:
                bits = board.lies[below << 6 | card]
                joins += (bits & RUN) != 0
                if place - first > hidden:
                    value += self.worth(bits, card)
                    if not bits & RUN:
                        chain = place - first
            below = card
            self.chains[place] = chain
            self.values[place + 1] = value
            self.joins[place + 1] = joins
            self.hashes[place + 1] = name

    def hidden_worth(self, hidden: int) -> int:
        """What it is worth that so many cards of a column are hidden."""
        return hidden * self.hidden + hidden * (hidden - 1) // 2 * self.deep

    def worth(self, bits: int, card: int) -> int:
        """What it is worth that a card lies on another as `bits` say."""
        if bits & RUN:
            return self.link
        if card & RANK == KING:
            return self.king
        return self.off if bits & (TAKES | RANKS) else self.gap

    def mixed(self, name: int, hidden: int, future: int) -> int:
        """What a pile adds to a position's name."""
        number = name ^ self.hidden_keys[hidden] ^ future
        number = ((number ^ number >> _HALF) * _MIX) & _WORD
        return number ^ number >> _TURN

    def joined_length(self, to: int, first: int) -> int:
        """How long the run is that `first` would continue at the end of a column; 0 for none."""
        size = self.board.sizes[to]
        end = to * ROOM + size - 1
        if not size or not self.board.lies[self.board.cards[end] << 6 | first] & RUN:
            return 0
        return size - self.chains[end]

    def is_same_as_before(self, to: int) -> bool:
        """Whether an earlier empty column is the same as this one for all that is to come."""
        for column in range(to):
            if not self.board.sizes[column] and self.has_same_future(column, to):
                return True
        return False

    def has_same_future(self, one: int, other: int) -> bool:
        """Whether the stock will treat two columns alike."""
        return self.futures[self.coming + one] == self.futures[self.coming + other]

    def is_plain(self, from_: int, to: int, count: int) -> bool:
        """Whether a move only lays cards on others and perhaps turns one up."""
        board = self.board
        cut = board.sizes[from_] - count
        size = board.sizes[to] + count
        if cut == 0 and board.tables.refill:
            return False
        if size < KING and cut < KING:
            return True
        if board.tables.runs_stay:
            return size != KING
        if not board.tables.runs_leave:
            return True
        start = from_ * ROOM
        if cut > board.face_down[from_] and cut - self.chains[start + cut - 1] >= KING:
            return False
        joined = self.joined_length(to, board.cards[start + cut])
        return joined + count < KING

    def weigh_move(self, from_: int, to: int, count: int) -> None:
        """Work out what a plain move leads to, without playing it."""
        board = self.board
        size = board.sizes[from_]
        cut, hidden = size - count, board.face_down[from_]
        place, end = from_ * ROOM + cut, from_ * ROOM + size
        target = to * ROOM + board.sizes[to]
        first = board.cards[place]
        total = self.total - self.values[place + 1]
        blocks, covered, bared = self.blocks, 0, 0
        if not board.sizes[to]:
            total -= self.empty
        else:
            covered = board.cards[target - 1]
            bits = board.lies[covered << 6 | first]
            total += self.worth(bits, first)
            if bits & RUN:
                blocks -= 1
        if cut:
            bared = board.cards[place - 1]
            if board.lies[bared << 6 | first] & RUN:
                blocks += 1
        if cut > hidden:
            total += self.values[place]
        elif hidden:
            hidden -= 1
            total += self.hidden_worth(hidden)
        else:
            total += self.empty
        total += self.home * self.homes_won(covered & RANK, bared & RANK)
        name, power = self.hashes[place], self.powers[count]
        onto = (self.hashes[target] * power + self.hashes[end] - name * power) & _WORD
        key = self.key - self.mixes[from_] - self.mixes[to]
        key += self.mixed(name, hidden, self.futures[self.coming + from_])
        key += self.mixed(onto, board.face_down[to], self.futures[self.coming + to])
        self.next_key, self.next_total, self.next_blocks = key & _WORD, total, blocks

    def homes_won(self, covered: int, bared: int) -> int:
        """How many ranks more lie at the ends of columns, now that one is covered, one bared."""
        if covered == bared:
            return 0
        won = 0
        if covered >= 2 and self.tops[covered] == 1:
            won -= 1
        if bared >= 2 and not self.tops[bared]:
            won += 1
        return won

    def is_plain_deal(self) -> bool:
        """Whether a deal lays a card on every column and completes nothing."""
        board = self.board
        if board.tables.deals_to_filled or board.stock_size - board.dealt < board.column_count:
            return False
        for column in range(board.column_count):
            end = column * ROOM + board.sizes[column] - 1
            first = 0 if board.tables.runs_stay else self.chains[end]
            if board.sizes[column] >= KING - 1 and board.sizes[column] - first >= KING - 1:
                return False
        return True

    def weigh_deal(self) -> None:
        """Work out what a plain deal leads to, without playing it."""
        board = self.board
        dealt, columns = board.dealt + board.column_count, board.column_count
        coming = dealt * board.pile_count
        if not self.foreseen[dealt]:
            self.foresee(dealt)
        total, blocks, ranks, homes = self.total, self.blocks + columns, 0, 0
        key = self.key
        for column in range(columns):
            card = board.stock[board.dealt + column]
            name = self.hashes[column * ROOM + board.sizes[column]] * _STEP + self.card_keys[card]
            future = self.futures[coming + column]
            key += self.mixed(name & _WORD, board.face_down[column], future) - self.mixes[column]
            if not board.sizes[column]:
                total -= self.empty
            else:
                bits = board.lies[self.ends[column] | card]
                total += self.worth(bits, card)
                blocks -= (bits & RUN) != 0
            if not ranks >> (card & RANK) & 1:
                ranks |= 1 << (card & RANK)
                homes += (card & RANK) >= 2
        total += self.home * (homes - self.homes)
        self.next_key, self.next_total, self.next_blocks = key & _WORD, total, blocks
