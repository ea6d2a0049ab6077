import cython

from engine.state cimport State

cdef int KING, RANK, RANKS, ROOM, RUN, TAKES, _HALF, _TURN
cdef unsigned long long _MIX, _STEP, _WORD

@cython.final
cdef class Appraisal:
    cdef State board
    cdef int hidden, deep, link, off, gap, king, run_, home, empty
    cdef public int total, blocks, next_total, next_blocks
    cdef int homes, coming
    cdef public unsigned long long key, next_key
    cdef int[::1] values, chains, joins, tops, ends
    cdef unsigned long long[::1] hashes, hidden_hashes, mixes, futures
    cdef unsigned long long[::1] card_keys, hidden_keys, place_keys, powers
    cdef bytearray hidden_joins, foreseen

    @cython.locals(pile=int, first=int, hidden=int, place=int)
    cdef void _look_under(self) except *
    @cython.locals(board=State, rank=int, pile=int, end=int, future=cython.ulonglong)
    cdef void survey(self) noexcept
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
    @cython.locals(size=int, end=int)
    cdef int joined_length(self, int to, int first) noexcept
    @cython.locals(column=int)
    cdef bint is_same_as_before(self, int to) noexcept
    cdef bint has_same_future(self, int one, int other) noexcept
    @cython.locals(board=State, cut=int, size=int, start=int, joined=int)
    cdef bint is_plain(self, int from_, int to, int count) noexcept
    @cython.locals(
        board=State, size=int, cut=int, hidden=int, place=int, end=int, target=int, first=int,
        total=int, blocks=int, covered=int, bared=int, bits=int, name=cython.ulonglong,
        power=cython.ulonglong, onto=cython.ulonglong, key=cython.ulonglong,
    )
    cdef void weigh_move(self, int from_, int to, int count) noexcept
    @cython.locals(won=int)
    cdef int homes_won(self, int covered, int bared) noexcept
    @cython.locals(board=State, column=int, end=int, first=int)
    cdef bint is_plain_deal(self) noexcept
    @cython.locals(
        board=State, dealt=int, columns=int, coming=int, total=int, blocks=int, ranks=int,
        homes=int, key=cython.ulonglong, column=int, card=int, name=cython.ulonglong,
        future=cython.ulonglong, bits=int,
    )
    cdef void weigh_deal(self) noexcept
