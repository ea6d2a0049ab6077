"""Plans: what can be reached before something new is seen, and which of it looks best.

From a board whose hidden cards are unknown a search tries moves until a card turns up, a row could
be dealt, or the game is won: each of these ends a plan. What looks best, by the sum of its traits'
weights, is looked into first.
"""

from array import array

from engine.actions import CELL, Action
from engine.exhaustion import can_never_deal
from engine.experience import Experience
from engine.moves import MOST_MOVES, write_moves
from engine.packing import DEAL, TAKE, as_action, pack, packed_room, unpack
from engine.play import apply, apply_move, apply_take, retract
from engine.rules import first_empty_column, group_length, refused_deal, refused_take
from engine.state import ROOM, WON, State
from engine.tables import RUN
from engine.traits import COUNT, Traits
from engine.ways import FIRST_PLAN, NOWHERE, Ways

_FILLING = 4
"""Each time so many positions have been looked into, one is next that fills empty columns."""
_NEARBY = 8
"""With a price, each time so many have been looked into, one is next that is few actions away."""
_LONGEST = 10
"""How many times its budget a search goes on for while it has found no plan."""
_TRIED, _MOST_TRIED = 150, 300_000
"""A search ends when it has tried so many times its budget of moves, or so many in all."""
_KEPT, _MOST_KEPT = 64, 200_000
"""It keeps so many times its budget of positions to look into, or so many in all."""
_MOST_PLANS = 1 << 14
_STAGES = 16
_LOWEST = -(1 << 30)


class Planner:
    """Searches from one board after another, all of the same variant and rule set.

    Plans are numbered from 0 to `plan_count`; of each its `score`, its `node` (the position before
    its last action), that `action`, and the pile that turns up, or `DEAL`, as its `event`. `won`
    says that the last plan wins. `best` is the plan with the highest score, -1 without any.

    `price` is what each action takes off the score of the positions it leads to, so that near ones
    are looked into first; 0 where it does not matter how long a plan is.
    """

    def __init__(self, board: State, known: Experience, budget: int, price: int) -> None:
        self.board = board.copy()
        self.board.history.clear()
        self.traits = Traits(self.board)
        self.weights = known.worth
        self.odds, self.odds_share = known.odds, known.odds_share
        self.price = price
        self.stride = packed_room(board)
        self.moves = bytearray(3 * MOST_MOVES)
        room = min(_KEPT * budget, _MOST_KEPT)
        self.room = room
        self.pool = bytearray(self.stride * room)
        self.scores, self.empties = array("i", bytes(4 * room)), array("i", bytes(4 * room))
        self.expanded = bytearray(room)
        self.heap, self.heap_size = array("i", bytes(4 * room)), 0
        self.fill_heap, self.fill_size = array("i", bytes(4 * room)), 0
        self.fill_scores = array("i", bytes(4 * room))
        self.near_heap, self.near_size = array("i", bytes(4 * room)), 0
        self.nearness = array("i", bytes(4 * room))
        slots = 1 << (2 * self._enough(budget) - 1).bit_length()
        self.slots, self.stamps = array("Q", bytes(8 * slots)), array("I", bytes(4 * slots))
        self.owners = array("i", bytes(4 * slots))
        self.slot, self.slot_mask, self.stamp, self.tried = 0, slots - 1, 0, 0
        self.plan_room = min(_KEPT * budget, _MOST_PLANS)
        self.plan_scores = array("i", bytes(4 * self.plan_room))
        self.plan_nodes = array("i", bytes(4 * self.plan_room))
        self.plan_actions = array("i", bytes(4 * self.plan_room))
        self.plan_events = array("i", bytes(4 * self.plan_room))
        self.plan_keys = array("Q", bytes(8 * self.plan_room))
        self.ways = Ways(room, self.plan_room, self._enough(budget) + 2 * MOST_MOVES)
        self.best_counts = array("i", bytes(4 * COUNT))
        self.node_count = self.plan_count = self.deals_left = 0
        self.best, self.best_score, self.won, self.looked = -1, _LOWEST, False, 0

    def search(self, root: bytearray, start: int, budget: int) -> int:
        """Look for plans from the position packed at `start`; the best one's number, or -1."""
        self.node_count = self.plan_count = self.heap_size = self.fill_size = 0
        self.near_size = 0
        self.ways.clear()
        self.best, self.best_score, self.won, self.looked = -1, _LOWEST, False, 0
        self.stamp += 1
        self.tried = 0
        for place in range(self.stride):
            self.pool[place] = root[start + place]
        unpack(self.board, self.pool, 0)
        self._look_at_stock()
        self.traits.scan_all()
        self._is_new()
        self.traits.count()
        self._push(-1)
        most = budget
        enough = self._enough(budget)
        while self.heap_size and not self.won and self.tried < enough:
            if self.looked >= most:
                if self.best >= 0 or most > budget:
                    break
                most = _LONGEST * budget
                self._hurry()
            node = self._next(self.looked > budget)
            if node < 0:
                break
            self.looked += 1
            self._expand(node)
        return self.best

    def _enough(self, budget: int) -> int:
        """How many moves a search may try."""
        return min(_TRIED * budget, _MOST_TRIED)

    def _look_at_stock(self) -> None:
        board = self.board
        rest = board.stock_size - board.dealt
        self.deals_left = 0
        if board.tables.deals:
            self.deals_left = (rest + board.column_count - 1) // board.column_count

    def worth(self) -> int:
        """What the traits that were counted are worth."""
        total, counts, weights = 0, self.traits.counts, self.weights
        for trait in range(COUNT):
            total += counts[trait] * weights[trait]
        return total

    def _is_new(self) -> bool:
        """Whether the position that the board shows was not met before; `slot` is its own now."""
        key = self.traits.key()
        slot = key & self.slot_mask
        while self.stamps[slot] == self.stamp and self.slots[slot] != key:
            slot = slot + 1 & self.slot_mask
        self.slot = slot
        if self.stamps[slot] == self.stamp:
            return False
        self.stamps[slot], self.slots[slot], self.owners[slot] = self.stamp, key, NOWHERE
        return True

    def _push(self, parent: int) -> None:
        """Keep the position that the board shows, to be looked into."""
        node = self.node_count
        if node == self.room:
            return
        self.node_count = node + 1
        self.owners[self.slot] = node
        self.ways.add_node(node)
        if node:
            pack(self.board, self.pool, node * self.stride)
        score, empties = self.worth(), self.traits.counts[14] + self.traits.counts[15]
        if self.price:
            self.nearness[node] = self.nearness[parent] - 1 if node else 0
            self.near_size = _sift_up(self.near_heap, self.near_size, self.nearness, node)
            score += self.price * self.nearness[node]
        self.scores[node], self.empties[node] = score, empties
        self.expanded[node] = 0
        self.heap_size = _sift_up(self.heap, self.heap_size, self.scores, node)
        if self.deals_left:
            self.fill_scores[node] = score - (6000 + self.weights[15]) * empties
            self.fill_size = _sift_up(self.fill_heap, self.fill_size, self.fill_scores, node)

    def _hurry(self) -> None:
        """From now on nothing matters as much as that no column is empty."""
        self.fill_size = 0
        for node in range(self.node_count):
            self.fill_scores[node] -= 20000 * self.empties[node]
            if not self.expanded[node] and self.deals_left:
                self.fill_size = _sift_up(self.fill_heap, self.fill_size, self.fill_scores, node)

    def _next(self, hurried: bool) -> int:
        """The position to look into."""
        if self.price and self.looked % _NEARBY == _NEARBY - 2:
            while self.near_size:
                node = self.near_heap[0]
                self.near_size = _sift_down(self.near_heap, self.near_size, self.nearness)
                if not self.expanded[node]:
                    self.expanded[node] = 1
                    return node
        if self.deals_left and (hurried or self.looked % _FILLING == _FILLING - 1):
            while self.fill_size:
                node = self.fill_heap[0]
                self.fill_size = _sift_down(self.fill_heap, self.fill_size, self.fill_scores)
                if not self.expanded[node]:
                    self.expanded[node] = 1
                    return node
        while self.heap_size:
            node = self.heap[0]
            self.heap_size = _sift_down(self.heap, self.heap_size, self.scores)
            if not self.expanded[node]:
                self.expanded[node] = 1
                return node
        return -1

    def _expand(self, node: int) -> None:
        """Look at every position that one action leads to."""
        board, moves = self.board, self.moves
        unpack(board, self.pool, node * self.stride)
        self.traits.scan_all()
        self.ways.add_node(node)
        if not refused_deal(board):
            self.traits.count()
            self._add_plan(node, DEAL, DEAL, self.weights[COUNT + min(self.deals_left, _STAGES)])
        end = write_moves(board, moves)
        for place in range(0, end, 3):
            if not self._is_idle(moves[place], moves[place + 1], moves[place + 2]):
                self._try_move(node, moves[place], moves[place + 1], moves[place + 2])
                if self.won:
                    return
        if board.tables.runs_taken:
            for column in range(board.column_count):
                if not refused_take(board, column):
                    self._try_take(node, column)
                    if self.won:
                        return

    def _is_idle(self, from_: int, to: int, count: int) -> bool:
        """Whether a move only changes places or breaks a run without making a longer one."""
        board = self.board
        if from_ >= CELL or to >= CELL:
            return False
        size, target = board.sizes[from_], board.sizes[to]
        start = from_ * ROOM
        cut = start + size - count
        if not target:
            if count == size:
                return True
            return first_empty_column(board) != to
        first = board.cards[cut]
        under = board.cards[cut - 1] if size - count > board.face_down[from_] else 0
        if not under or not board.lies[under << 6 | first] & RUN:
            return False
        left = group_length(board.cards, start + board.face_down[from_], cut, board.lies, RUN)
        onto, end = to * ROOM, to * ROOM + target
        if not board.lies[board.cards[end - 1] << 6 | first] & RUN:
            return True
        return left >= group_length(board.cards, onto + board.face_down[to], end, board.lies, RUN)

    def _try_move(self, node: int, from_: int, to: int, count: int) -> None:
        board = self.board
        source, target = board.pile(from_), board.pile(to)
        under, below, dealt = board.face_down[source], board.face_down[target], board.dealt
        action = from_ | to << 8 | count << 16
        apply_move(board, from_, to, count)
        event = -1
        if board.face_down[source] != under or board.dealt != dealt:
            event = source
        elif board.face_down[target] != below:
            event = target
        self._look(node, action, event, source, target)

    def _try_take(self, node: int, column: int) -> None:
        board = self.board
        under = board.face_down[column]
        apply_take(board, column)
        event = column if board.face_down[column] != under else -1
        self._look(node, TAKE | column << 8, event, column, column)

    def _look(self, node: int, action: int, event: int, one: int, other: int) -> None:
        """Judge the position that the board shows, keep it if it is new, and go back."""
        board = self.board
        self.tried += 1
        if board.over == WON:
            self.won = True
            self._keep_plan(node, action, -1, 1 << 30)
        elif not can_never_deal(board):
            self.traits.scan(one)
            self.traits.scan(other)
            if self._is_new():
                self.traits.count()
                if event >= 0:
                    self._add_plan(node, action, event, 0)
                else:
                    self._push(node)
            self.ways.add(node, action, self.owners[self.slot])
        retract(board, 0, 0)
        self.traits.scan(one)
        self.traits.scan(other)

    def _add_plan(self, node: int, action: int, event: int, bias: int) -> None:
        score = self.worth() + bias
        if self.odds_share:
            odds = self.odds.odds(self.traits.counts, self.deals_left, event == DEAL)
            score = (odds * self.odds_share >> 6) + (score * (64 - self.odds_share) >> 6)
        self._keep_plan(node, action, event, score)

    def _keep_plan(self, node: int, action: int, event: int, score: int) -> None:
        place = self.plan_count
        if place == self.plan_room:
            return
        self.plan_count = place + 1
        self.plan_scores[place] = score
        self.plan_nodes[place], self.plan_actions[place] = node, action
        self.plan_events[place] = event
        self.plan_keys[place] = self.traits.key()
        if event >= 0 and event != DEAL:
            self.owners[self.slot] = FIRST_PLAN - place
        if score > self.best_score:
            self.best, self.best_score = place, score
            for trait in range(COUNT):
                self.best_counts[trait] = self.traits.counts[trait]

    def shorten(self) -> None:
        """Find the shortest way to each plan, by all actions that were tried."""
        self.ways.find(self.node_count, self.plan_count)
        for plan in range(self.plan_count):
            self.ways.finish(plan, self.plan_nodes[plan], self.plan_actions[plan])

    def line(self, plan: int) -> list[Action]:
        """The actions of a plan, in as few as `shorten` has found."""
        board, there, line = self.board.copy(), self.board.copy(), list[Action]()
        unpack(board, self.pool, 0)
        for node, number in self.ways.way(plan):
            unpack(there, self.pool, node * self.stride)
            action = as_action(_elsewhere(number, _places(there, board)))
            line.append(action)
            apply(board, action)
        return line

    def show(self, plan: int) -> None:
        """Make the board the position after a plan; a deal is not made."""
        unpack(self.board, self.pool, self.plan_nodes[plan] * self.stride)
        action = self.plan_actions[plan]
        if action & 255 == TAKE:
            apply_take(self.board, action >> 8)
        elif action & 255 != DEAL:
            apply_move(self.board, action & 255, action >> 8 & 255, action >> 16)
        self.board.history.clear()


def _places(one: State, other: State) -> dict[int, int]:
    """Where in `other` each column and cell of `one` is; some may have changed places."""
    places, columns = dict[int, int](), one.column_count
    for kind, first, last in ((0, 0, columns), (CELL, columns, columns + one.cell_count)):
        free = [*range(first, last)]
        for pile in range(first, last):
            place = next(place for place in free if _is_alike(one, pile, other, place))
            free.remove(place)
            places[kind + pile - first] = kind + place - first
    return places


def _is_alike(one: State, pile: int, other: State, place: int) -> bool:
    mine, yours = pile * ROOM, place * ROOM
    size = one.sizes[pile]
    return (
        size == other.sizes[place]
        and one.face_down[pile] == other.face_down[place]
        and one.cards[mine : mine + size] == other.cards[yours : yours + size]
    )


def _elsewhere(action: int, places: dict[int, int]) -> int:
    """An action as a number, where columns and cells have changed places."""
    from_, to = action & 255, action >> 8 & 255
    if from_ == DEAL:
        return action
    return places.get(from_, from_) | places.get(to, to) << 8 | action >> 16 << 16


def _sift_up(heap: "array[int]", size: int, scores: "array[int]", node: int) -> int:
    """Add a node to a heap; how many it has then."""
    place, score = size, scores[node]
    while place:
        above = place - 1 >> 1
        if scores[heap[above]] >= score:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = node
    return size + 1


def _sift_down(heap: "array[int]", size: int, scores: "array[int]") -> int:
    """Remove the first node of a heap; how many it has then."""
    size -= 1
    node = heap[size]
    score, place = scores[node], 0
    while True:
        child = 2 * place + 1
        if child >= size:
            break
        if child + 1 < size and scores[heap[child + 1]] > scores[heap[child]]:
            child += 1
        if scores[heap[child]] <= score:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = node
    return size
