"""Beam search: the best positions after one action, after two, and so on, side by side.

For each amount of stock that is left there is a beam of its own, so that a position which has not
dealt yet never competes with one that has. What most actions lead to is worked out by
`engine.appraisal`; `engine.play` plays all others, and every position that is kept.
"""

from array import array
from collections.abc import Callable
from typing import TypeAlias

from engine.actions import Action
from engine.appraisal import Appraisal, Weights
from engine.exhaustion import can_never_deal
from engine.moves import MOST_MOVES, write_moves
from engine.packing import DEAL, TAKE, as_action, pack, packed_room, unpack
from engine.play import apply_deal, apply_move, apply_take, retract
from engine.rules import accepts, movable, refused_deal, refused_take
from engine.state import ROOM, WON, State
from engine.tables import TAKES

Looked: TypeAlias = Callable[[int, int], None]
"""Called after each level with its depth and the number of positions looked at."""


_BINS = 1 << 14
_LOWEST = -6000
_BUCKETS = 12
_FEWEST_LINES, _MOST_LINES = 1 << 6, 1 << 19
_LINE = 16
"""Names are remembered in lines of so many, each as long as what a processor reads at once."""
_SEEN_FOR_EACH = 6000
"""About how many positions a search looks at for each position that a level may keep."""

_WORD = (1 << 64) - 1
_MIX = 0xD6E8FEB86659FD93
_HALF, _JITTER = 32, 40


def _twice_as_many(numbers: "array[int]") -> "array[int]":
    """The same numbers, with as many noughts after them."""
    kept = bytes(numbers)
    return array("i", kept + bytes(len(kept)))


def _first_of(numbers: "array[int]", count: int) -> "array[int]":
    """A copy of the first `count` numbers."""
    return array("i", bytes(numbers[:count]))


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
        self.jitter = weights.jitter
        self.known = Appraisal(self.board, weights)
        self.moves = bytearray(3 * MOST_MOVES)
        self.shrunk = 0 if state.runs_to_win <= 8 else 1
        self.dropped = False
        self.positions = self.depth = self.budget = 0
        self.stride = packed_room(state)
        self.row = self._row()
        self._make_seen()
        self._make_candidates(1 << 12)
        self._make_levels()

    def _row(self) -> int:
        """How many cards of the stock make one step from bucket to bucket."""
        board = self.board
        rest = board.stock_size - board.dealt
        row = board.tables.refill or board.column_count
        while rest > row * (_BUCKETS - 1):
            row += 1
        return row

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
        return [as_action(action) for action in reversed(actions)]

    def expand(self) -> None:
        """Look at every position that one action leads to from this level."""
        for parent in range(self.level_size):
            if self.positions >= self.budget:
                return
            unpack(self.board, self.level, parent * self.stride)
            self.known.survey()
            self.look_ahead()
            self.shift(parent)
            self.try_others(parent)
            if self.won_parent >= 0:
                return

    def look_ahead(self) -> None:
        """Work out what the position that the board shows has still to go through."""
        board = self.board
        rest = board.stock_size - board.dealt
        self.bucket = (rest + self.row - 1) // self.row
        self.deals_left = 0
        if board.tables.deals:
            self.deals_left = (rest + board.column_count - 1) // board.column_count
        self.runs_left = board.runs_to_win - len(board.left_from)

    def shift(self, parent: int) -> None:
        """Look at every move from column to column.

        Left out are those that break a run without making a longer one, and those that change
        nothing.
        """
        board, known = self.board, self.known
        idle = board.dealt == board.stock_size
        for from_ in range(board.column_count):
            size = board.sizes[from_]
            for count in range(1, movable(board, from_) + 1):
                cut = size - count
                first = board.cards[from_ * ROOM + cut]
                left_behind = cut - known.chains[from_ * ROOM + cut]
                for to in range(board.column_count):
                    # Most columns do not take it: that is seen here, before the rules are asked.
                    if to == from_ or not board.lies[known.ends[to] | first] & TAKES:
                        continue
                    if not accepts(board, to, first, cut == 0):
                        continue
                    if board.sizes[to]:
                        if left_behind and known.joined_length(to, first) <= left_behind:
                            continue
                    elif (idle and cut == 0) or known.is_same_as_before(to):
                        continue
                    self.try_move(parent, from_, to, count)
                    if self.won_parent >= 0:
                        return

    def try_move(self, parent: int, from_: int, to: int, count: int) -> None:
        """Look at the position that a move from column to column leads to."""
        if self.positions >= self.budget:
            return
        self.positions += 1
        action = from_ | to << 8 | count << 16
        if self.known.is_plain(from_, to, count):
            self.known.weigh_move(from_, to, count)
            self.offer(parent, action)
        else:
            apply_move(self.board, from_, to, count)
            self.weigh_board(parent, action)
            self.known.survey()
            self.look_ahead()

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
            if self.known.is_plain_deal():
                self.known.weigh_deal()
                self.bucket, self.deals_left = self.bucket - 1, self.deals_left - 1
                self.offer(parent, DEAL)
            else:
                apply_deal(board)
                self.weigh_board(parent, DEAL)
        if board.pile_count > board.column_count:
            self.try_aside(parent)
        if board.tables.runs_taken:
            for column in range(board.column_count):
                if not refused_take(board, column) and self.positions < self.budget:
                    self.positions += 1
                    apply_take(board, column)
                    self.weigh_board(parent, TAKE | column << 8)

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
            known = self.known
            known.survey()
            self.look_ahead()
            known.next_key, known.next_total = known.key, known.total
            known.next_blocks = known.blocks
            self.offer(parent, action)
        retract(self.board, 0, 0)

    def offer(self, parent: int, action: int) -> None:
        """Make the position that was weighed a candidate for the next level, if it is new."""
        key, total, bucket = self.known.next_key, self.known.next_total, self.bucket
        if self.depth + 1 + self.least(self.known.next_blocks) > self.most_depth:
            return
        if not self.is_new(key):
            return
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
        if kind == DEAL:
            apply_deal(self.board)
        elif kind == TAKE:
            apply_take(self.board, action >> 8)
        else:
            apply_move(self.board, kind, action >> 8 & 255, action >> 16)
