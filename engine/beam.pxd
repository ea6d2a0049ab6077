import cython

from engine.appraisal cimport Appraisal
from engine.exhaustion cimport can_never_deal
from engine.moves cimport write_moves
from engine.packing cimport pack, unpack
from engine.play cimport apply_deal, apply_move, apply_take, retract
from engine.rules cimport accepts, movable, refused_deal, refused_take
from engine.state cimport State

cdef int DEAL, ROOM, TAKE, TAKES, WON
cdef int _BINS, _BUCKETS, _HALF, _JITTER, _LINE, _LOWEST
cdef unsigned long long _MIX, _WORD

@cython.final
cdef class Beam:
    cdef State board
    cdef Appraisal known
    cdef int width, most_depth, stride, row, level_size, won_parent, won_action
    cdef int jitter, shrunk, runs_left, deals_left, bucket, room, count
    cdef public bint dropped
    cdef public int depth
    cdef public long long positions
    cdef long long budget, line_mask
    cdef unsigned long long seed
    cdef unsigned int[::1] names
    cdef int[::1] scores, parents, actions, bins, lowest, highest, ties, cut
    cdef int[::1] kept_parents, kept_actions
    cdef bytearray moves, buckets, level, next_level
    cdef list history

    cdef void expand(self) except *
    @cython.locals(board=State, rest=int)
    cdef void look_ahead(self) noexcept
    @cython.locals(
        board=State, known=Appraisal, idle=cython.bint, from_=int, size=int, count=int, cut=int, first=int,
        left_behind=int, to=int,
    )
    cdef void shift(self, int parent) except *
    @cython.locals(action=int)
    cdef void try_move(self, int parent, int from_, int to, int count) except *
    cdef int least(self, int blocks) noexcept
    @cython.locals(board=State, column=int)
    cdef void try_others(self, int parent) except *
    @cython.locals(board=State, moves=bytearray, columns=int, end=int, place=int, from_=int, to=int)
    cdef void try_aside(self, int parent) except *
    @cython.locals(known=Appraisal)
    cdef void weigh_board(self, int parent, int action) except *
    @cython.locals(key=cython.ulonglong, total=int, bucket=int, chance=int, bin_=int, place=int)
    cdef void offer(self, int parent, int action) except *
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
