import cython

from engine.exhaustion cimport can_never_deal
from engine.moves cimport write_moves
from engine.packing cimport pack, unpack
from engine.play cimport apply_deal, apply_move, apply_take, retract
from engine.rules cimport accepts, movable, refused_deal, refused_take
from engine.state cimport State

cdef int KING, RANK, RANKS, ROOM, RUN, TAKES, WON
cdef int _BINS, _BUCKETS, _DEAL, _HALF, _JITTER, _LINE, _LOWEST, _TAKE, _TURN
cdef unsigned long long _MIX, _STEP, _WORD

@cython.final
cdef class Beam:
    cdef State board
    cdef int width, most_depth, stride, row, level_size, won_parent, won_action
    cdef int hidden, deep, link, off, gap, king, run_, home, empty, jitter, shrunk
    cdef public int most_runs
    cdef public bint dropped
    cdef int total, blocks, homes, runs_left, deals_left, coming, bucket
    cdef bint stale
    cdef int room, count
    cdef public int depth
    cdef public long long positions
    cdef long long budget, line_mask
    cdef unsigned long long seed, key
    cdef int[::1] values, chains, joins, tops, ends
    cdef unsigned long long[::1] hashes, mixes, futures, card_keys, hidden_keys, place_keys, powers
    cdef unsigned long long[::1] hidden_hashes
    cdef unsigned int[::1] names
    cdef int[::1] scores, parents, actions, bins, lowest, highest, ties, cut
    cdef int[::1] kept_parents, kept_actions
    cdef bytearray moves, foreseen, hidden_joins, buckets, level, next_level
    cdef list history

    @cython.locals(pile=int, first=int, hidden=int, place=int)
    cdef void _look_under(self) except *
    cdef void expand(self) except *
    @cython.locals(
        board=State, rest=int, rank=int, pile=int, end=int, future=cython.ulonglong
    )
    cdef void survey(self) except *
    @cython.locals(
        board=State, coming=int, columns=int, cells=int, pile=int, place=int,
        name=cython.ulonglong,
    )
    cdef void foresee(self, int dealt) noexcept
    @cython.locals(
        board=State, first=int, hidden=int, value=int, joins=int, chain=int, below=int,
        name=cython.ulonglong, place=int, card=int, bits=int,
    )
    cdef void scan(self, int pile) noexcept
    cdef int hidden_worth(self, int hidden) noexcept
    cdef int worth(self, int bits, int card) noexcept
    @cython.locals(number=cython.ulonglong)
    cdef unsigned long long mixed(
        self, unsigned long long name, int hidden, unsigned long long future
    ) noexcept
    @cython.locals(
        board=State, idle=cython.bint, from_=int, size=int, count=int, cut=int, first=int,
        left_behind=int, to=int,
    )
    cdef void shift(self, int parent) except *
    @cython.locals(size=int, end=int)
    cdef int joined_length(self, int to, int first) noexcept
    @cython.locals(column=int)
    cdef bint is_same_as_before(self, int to) noexcept
    cdef bint has_same_future(self, int one, int other) noexcept
    @cython.locals(action=int)
    cdef void try_move(self, int parent, int from_, int to, int count) except *
    @cython.locals(board=State, cut=int, size=int, start=int, joined=int)
    cdef bint is_plain(self, int from_, int to, int count) noexcept
    @cython.locals(
        board=State, size=int, cut=int, hidden=int, place=int, end=int, target=int, first=int,
        total=int, blocks=int, covered=int, bared=int, bits=int, name=cython.ulonglong,
        power=cython.ulonglong, onto=cython.ulonglong, key=cython.ulonglong,
    )
    cdef void weigh(self, int parent, int from_, int to, int count) except *
    @cython.locals(won=int)
    cdef int homes_won(self, int covered, int bared) noexcept
    cdef int least(self, int blocks) noexcept
    @cython.locals(board=State, column=int)
    cdef void try_others(self, int parent) except *
    @cython.locals(board=State, column=int, end=int, first=int)
    cdef bint is_plain_deal(self) except -1
    @cython.locals(
        board=State, dealt=int, columns=int, coming=int, total=int, blocks=int, ranks=int,
        homes=int, key=cython.ulonglong, column=int, card=int, name=cython.ulonglong,
        future=cython.ulonglong, bits=int,
    )
    cdef void weigh_deal(self, int parent) except *
    @cython.locals(board=State, moves=bytearray, columns=int, end=int, place=int, from_=int, to=int)
    cdef void try_aside(self, int parent) except *
    cdef void weigh_board(self, int parent, int action) except *
    @cython.locals(bucket=int, chance=int, bin_=int, place=int)
    cdef void offer(self, int parent, unsigned long long key, int total, int action) except *
    cdef void enlarge(self) except *
    @cython.locals(
        first=cython.longlong, place=cython.longlong, name=cython.uint, start=cython.uint, step=int
    )
    cdef bint is_new(self, unsigned long long key) noexcept
    @cython.locals(kept=int, shown=int, place=int, bucket=int, bin_=int, parent=int, action=int)
    cdef void keep(self) except *
    @cython.locals(bucket=int, rest=int, bin_=int, lowest=int, place=int)
    cdef void find_cuts(self) noexcept
    @cython.locals(kind=int)
    cdef void play(self, int action) except *
