"""Beam search: the best positions after one action, after two, and so on, side by side.

For each amount of stock that is left there is a beam of its own, so that a position which has not
dealt yet never competes with one that has. Most actions move cards from column to column and
complete nothing: what comes of those is worked out from the two columns alone, without playing
them. `engine.play` plays all others, and every position that is kept.
"""

from array import array
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from engine.actions import Action, Command, Move, Take
from engine.cards import KING, RANK
from engine.exhaustion import can_never_deal
from engine.moves import MOST_MOVES, write_moves
from engine.packing import pack, packed_room, unpack
from engine.play import apply_deal, apply_move, apply_take, retract
from engine.rules import accepts, movable, refused_deal, refused_take
from engine.state import ROOM, WON, State
from engine.tables import RANKS, RUN, TAKES

Looked: TypeAlias = Callable[[int, int], None]
"""Called after each level with its depth and the number of positions looked at."""


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


_BINS = 1 << 14
_LOWEST = -6000
_BUCKETS = 12
_FEWEST_LINES, _MOST_LINES = 1 << 6, 1 << 19
_LINE = 16
"""Names are remembered in lines of so many, each as long as what a processor reads at once."""
_SEEN_FOR_EACH = 6000
"""About how many positions a search looks at for each position that a level may keep."""
_DEAL, _TAKE = 255, 254
"""In the place of a move's source: other kinds of actions."""

_WORD = (1 << 64) - 1
_STEP, _MIX, _SPREAD = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F
_HALF, _TURN, _JITTER = 32, 29, 40


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


def _twice_as_many(numbers: "array[int]") -> "array[int]":
    """The same numbers, with as many noughts after them."""
    kept = bytes(numbers)
    return array("i", kept + bytes(len(kept)))


def _first_of(numbers: "array[int]", count: int) -> "array[int]":
    """A copy of the first `count` numbers."""
    return array("i", bytes(numbers[:count]))


_CARD_KEYS = _numbers(64, 1)
_HIDDEN_KEYS = _numbers(256, 2)
_PLACE_KEYS = _numbers(64, 3)


class Beam:
    """One search. It ends won, with nothing left to look at, or at its budget.

    `depth` is the level that was reached. `most_depth` bounds it: a position from which no win can
    come within that many actions is dropped. `dropped` says whether others had to be left out.
    """

    def __init__(
        self, state: State, weights: Weights, width: int, seed: int, most_depth: int
    ) -> None:
        self.board = state.copy()
        self.board.history.clear()
        self.board.floor = 0
        self.width, self.seed, self.most_depth = width, seed, most_depth
        self.hidden, self.deep, self.link, self.off, self.gap = weights[:5]
        self.king, self.run_, self.home, self.empty, self.jitter = weights[5:]
        self.shrunk = 0 if state.runs_to_win <= 8 else 1
        self.most_runs = 0
        self.dropped = False
        self.positions = self.depth = self.budget = 0
        self.stride = packed_room(state)
        self.row = self._row()
        self._make_columns()
        self._make_seen()
        self._make_candidates(1 << 12)
        self._make_levels()
        self._look_under()

    def _row(self) -> int:
        """How many cards of the stock make one step from bucket to bucket."""
        board = self.board
        rest = board.stock_size - board.dealt
        row = board.tables.refill or board.column_count
        while rest > row * (_BUCKETS - 1):
            row += 1
        return row

    def _make_columns(self) -> None:
        cells = self.board.pile_count * ROOM
        self.values = array("i", bytes(4 * cells))
        self.chains = array("i", bytes(4 * cells))
        self.joins = array("i", bytes(4 * cells))
        self.hashes = array("Q", bytes(8 * cells))
        self.mixes = array("Q", bytes(8 * self.board.pile_count))
        self.futures = array("Q", bytes(8 * self.board.pile_count * (self.board.stock_size + 1)))
        self.foreseen = bytearray(self.board.stock_size + 1)
        self.ends = array("i", bytes(4 * self.board.pile_count))
        self.hidden_joins = bytearray(cells)
        self.hidden_hashes = array("Q", bytes(8 * cells))
        self.stale = True
        self.tops = array("i", bytes(4 * (RANK + 2)))
        self.moves = bytearray(3 * MOST_MOVES)
        self.card_keys, self.hidden_keys, self.place_keys = _CARD_KEYS, _HIDDEN_KEYS, _PLACE_KEYS
        self.powers = _powers()

    def _make_seen(self) -> None:
        lines = _FEWEST_LINES
        while lines < _MOST_LINES and lines * _LINE < self.width * _SEEN_FOR_EACH:
            lines *= 2
        self.names = array("I", bytes(4 * lines * _LINE))
        self.line_mask = lines - 1

    def _make_candidates(self, room: int) -> None:
        self.room, self.count = room, 0
        self.scores = array("i", bytes(4 * room))
        self.parents = array("i", bytes(4 * room))
        self.actions = array("i", bytes(4 * room))
        self.buckets = bytearray(room)
        self.bins = array("i", bytes(4 * _BINS * _BUCKETS))
        self.lowest = array("i", [_BINS] * _BUCKETS)
        self.highest = array("i", [0] * _BUCKETS)
        self.ties = array("i", [0] * _BUCKETS)
        self.cut = array("i", [0] * _BUCKETS)

    def _make_levels(self) -> None:
        room = self.stride * self.width * _BUCKETS
        self.level, self.next_level = bytearray(room), bytearray(room)
        pack(self.board, self.level, 0)
        self.level_size = 1
        self.kept_parents = array("i", bytes(4 * self.width * _BUCKETS))
        self.kept_actions = array("i", bytes(4 * self.width * _BUCKETS))
        self.history: list[tuple[array[int], array[int]]] = []
        self.won_parent, self.won_action = -1, 0

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

    def run(self, budget: int, looked: Looked) -> list[Action] | None:
        """Search through up to `budget` positions; the line that wins, if one is found."""
        self.budget = budget
        while self.level_size and self.depth < self.most_depth and self.positions < budget:
            self.expand()
            if self.won_parent >= 0:
                return self.line()
            self.keep()
            self.depth += 1
            looked(self.depth, self.positions)
        return None

    def line(self) -> list[Action]:
        """The actions that lead to the win."""
        parent, actions = self.won_parent, [self.won_action]
        for parents, played in reversed(self.history):
            actions.append(played[parent])
            parent = parents[parent]
        return [_read(action) for action in reversed(actions)]

    def expand(self) -> None:
        """Look at every position that one action leads to from this level."""
        for parent in range(self.level_size):
            if self.positions >= self.budget:
                return
            unpack(self.board, self.level, parent * self.stride)
            self.survey()
            self.shift(parent)
            self.try_others(parent)
            if self.won_parent >= 0:
                return

    def survey(self) -> None:
        """Work out what is known of the position that the board shows."""
        board = self.board
        self.coming = board.dealt * board.pile_count
        if not self.foreseen[board.dealt]:
            self.foresee(board.dealt)
        rest = board.stock_size - board.dealt
        self.bucket = (rest + self.row - 1) // self.row
        self.deals_left = 0
        if board.tables.deals:
            self.deals_left = (rest + board.column_count - 1) // board.column_count
        for rank in range(RANK + 1):
            self.tops[rank] = 0
        self.blocks, self.key = 0, 0
        self.runs_left = board.runs_to_win - len(board.left_from)
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
        self.stale = False

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

    def shift(self, parent: int) -> None:
        """Look at every move from column to column.

        Left out are those that break a run without making a longer one, and those that change
        nothing.
        """
        board = self.board
        idle = board.dealt == board.stock_size
        for from_ in range(board.column_count):
            size = board.sizes[from_]
            for count in range(1, movable(board, from_) + 1):
                cut = size - count
                first = board.cards[from_ * ROOM + cut]
                left_behind = cut - self.chains[from_ * ROOM + cut]
                for to in range(board.column_count):
                    if to == from_ or not board.lies[self.ends[to] | first] & TAKES:
                        continue
                    if not accepts(board, to, first, cut == 0):
                        continue
                    if board.sizes[to]:
                        if left_behind and self.joined_length(to, first) <= left_behind:
                            continue
                    elif (idle and cut == 0) or self.is_same_as_before(to):
                        continue
                    self.try_move(parent, from_, to, count)
                    if self.won_parent >= 0:
                        return

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

    def try_move(self, parent: int, from_: int, to: int, count: int) -> None:
        """Look at the position that a move from column to column leads to."""
        if self.positions >= self.budget:
            return
        self.positions += 1
        action = from_ | to << 8 | count << 16
        if self.stale:
            self.survey()
        if self.is_plain(from_, to, count):
            self.weigh(parent, from_, to, count)
        else:
            apply_move(self.board, from_, to, count)
            self.weigh_board(parent, action)

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

    def weigh(self, parent: int, from_: int, to: int, count: int) -> None:
        """Look at the position that a plain move leads to, without playing it."""
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
        if self.depth + 1 + self.least(blocks) > self.most_depth:
            return
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
        self.offer(parent, key & _WORD, total, from_ | to << 8 | count << 16)

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

    def least(self, blocks: int) -> int:
        """How many actions any win needs: each joins two parts of a run at most."""
        return max(0, blocks - self.runs_left) + self.deals_left

    def try_others(self, parent: int) -> None:
        """Look at what a deal leads to, and where there are any, cells, reserves and takes."""
        board = self.board
        if self.won_parent >= 0 or self.positions >= self.budget:
            return
        if not refused_deal(board):
            self.positions += 1
            if self.is_plain_deal():
                self.weigh_deal(parent)
            else:
                apply_deal(board)
                self.weigh_board(parent, _DEAL)
        if board.pile_count > board.column_count:
            self.try_aside(parent)
        if board.tables.runs_taken:
            for column in range(board.column_count):
                if not refused_take(board, column) and self.positions < self.budget:
                    self.positions += 1
                    apply_take(board, column)
                    self.weigh_board(parent, _TAKE | column << 8)

    def is_plain_deal(self) -> bool:
        """Whether a deal lays a card on every column and completes nothing."""
        board = self.board
        if board.tables.deals_to_filled or board.stock_size - board.dealt < board.column_count:
            return False
        if self.stale:
            self.survey()
        for column in range(board.column_count):
            end = column * ROOM + board.sizes[column] - 1
            first = 0 if board.tables.runs_stay else self.chains[end]
            if board.sizes[column] >= KING - 1 and board.sizes[column] - first >= KING - 1:
                return False
        return True

    def weigh_deal(self, parent: int) -> None:
        """Look at the position that a plain deal leads to, without playing it."""
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
        if self.depth + self.least(blocks) > self.most_depth:
            return
        self.bucket -= 1
        self.offer(parent, key & _WORD, total, _DEAL)
        self.bucket += 1

    def try_aside(self, parent: int) -> None:
        """Look at the moves from and to cells and from reserves."""
        board, moves, columns = self.board, self.moves, self.board.column_count
        end = write_moves(board, moves)
        for place in range(0, end, 3):
            from_, to = moves[place], moves[place + 1]
            if (from_ >= columns or to >= columns) and self.positions < self.budget:
                self.positions += 1
                apply_move(board, from_, to, 1)
                self.weigh_board(parent, from_ | to << 8 | 1 << 16)

    def weigh_board(self, parent: int, action: int) -> None:
        """Look at the position that the board shows, and take the action back."""
        if self.board.over == WON:
            if self.won_parent < 0:
                self.won_parent, self.won_action = parent, action
        elif not can_never_deal(self.board):
            self.survey()
            self.most_runs = max(self.most_runs, len(self.board.left_from))
            if self.depth + 1 + self.least(self.blocks) <= self.most_depth:
                self.offer(parent, self.key, self.total, action)
        retract(self.board, 0, 0)
        self.stale = True

    def offer(self, parent: int, key: int, total: int, action: int) -> None:
        """Make a position a candidate for the next level, if it is new."""
        if not self.is_new(key):
            return
        bucket = self.bucket
        chance = ((key ^ self.seed) * _MIX & _WORD) >> _JITTER & self.jitter
        bin_ = min(max(0, (total + chance >> self.shrunk) - _LOWEST), _BINS - 1)
        if self.count == self.room:
            self.enlarge()
        place = self.count
        self.count = place + 1
        self.scores[place] = bin_
        self.parents[place] = parent
        self.actions[place] = action
        self.buckets[place] = bucket
        self.bins[bucket * _BINS + bin_] += 1
        self.lowest[bucket] = min(self.lowest[bucket], bin_)
        self.highest[bucket] = max(self.highest[bucket], bin_)

    def enlarge(self) -> None:
        """Make room for more candidates."""
        self.scores = _twice_as_many(self.scores)
        self.parents = _twice_as_many(self.parents)
        self.actions = _twice_as_many(self.actions)
        self.buckets += bytes(self.room)
        self.room *= 2

    def is_new(self, key: int) -> bool:
        """Whether no position of this name has been seen, as far as the memory of it reaches."""
        first = (key & self.line_mask) * _LINE
        name = key >> _HALF | 1
        start = name >> 1
        for step in range(_LINE):
            place = first + (start + step & _LINE - 1)
            if self.names[place] == name:
                return False
            if not self.names[place]:
                self.names[place] = name
                return True
        self.names[first + (start & _LINE - 1)] = name
        return True

    def keep(self) -> None:
        """Make the best candidates of each bucket the next level."""
        self.find_cuts()
        kept, shown = 0, -1
        for place in range(self.count):
            bucket, bin_ = self.buckets[place], self.scores[place]
            if bin_ < self.cut[bucket] or (bin_ == self.cut[bucket] and not self.ties[bucket]):
                continue
            if bin_ == self.cut[bucket]:
                self.ties[bucket] -= 1
            parent, action = self.parents[place], self.actions[place]
            if parent != shown:
                unpack(self.board, self.level, parent * self.stride)
                shown = parent
            self.play(action)
            pack(self.board, self.next_level, kept * self.stride)
            retract(self.board, 0, 0)
            self.kept_parents[kept], self.kept_actions[kept] = parent, action
            kept += 1
        self.history.append(
            (_first_of(self.kept_parents, kept), _first_of(self.kept_actions, kept))
        )
        self.level, self.next_level = self.next_level, self.level
        self.level_size, self.count = kept, 0

    def find_cuts(self) -> None:
        """Find, for each bucket, the score from which on candidates are kept, and empty its bins.

        Of those that have just that score, the first `ties` are kept.
        """
        for bucket in range(_BUCKETS):
            rest, bin_ = self.width, self.highest[bucket]
            lowest = self.lowest[bucket]
            while bin_ >= lowest and self.bins[bucket * _BINS + bin_] <= rest:
                rest -= self.bins[bucket * _BINS + bin_]
                bin_ -= 1
            self.cut[bucket], self.ties[bucket] = bin_, rest
            if bin_ >= lowest:
                self.dropped = True
            for place in range(bucket * _BINS + lowest, bucket * _BINS + self.highest[bucket] + 1):
                self.bins[place] = 0
            self.lowest[bucket], self.highest[bucket] = _BINS, 0

    def play(self, action: int) -> None:
        """Play an action that was looked at."""
        kind = action & 255
        if kind == _DEAL:
            apply_deal(self.board)
        elif kind == _TAKE:
            apply_take(self.board, action >> 8)
        else:
            apply_move(self.board, kind, action >> 8 & 255, action >> 16)


def _read(action: int) -> Action:
    """The action that a number stands for."""
    kind = action & 255
    if kind == _DEAL:
        return Command.DEAL
    if kind == _TAKE:
        return Take(action >> 8)
    return Move(kind, action >> 8 & 255, action >> 16)
