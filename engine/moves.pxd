import cython

from engine.rules cimport accepts, group_length, movable, refused_move, refused_take
from engine.state cimport State

cdef int CELL, PLAYING, ROOM, RUN
cdef tuple _KINDS

@cython.locals(end=int, from_=int, size=int, count=int, first=int, to=int, pile=int)
cpdef int write_moves(State state, bytearray moves) except -1
@cython.locals(cell=int)
cdef int _write_to_cells(State state, bytearray moves, int end, int from_) noexcept
cdef int _write(bytearray moves, int end, int from_, int to, int count) noexcept
@cython.locals(end=int, place=int)
cpdef list legal_moves(State state)
cpdef str target_kind(State state, object move)
@cython.locals(size=int)
cdef int _kind(State state, int first, int to) noexcept
@cython.locals(pile=int)
cdef int _first(State state, int from_, int count) noexcept
@cython.locals(best=dict, least=int, rank=int, from_=int, count=int)
cpdef set best_moves(State state, list moves)
@cython.locals(kind=int, length=int)
cdef int _rank(State state, int first, int to) noexcept
@cython.locals(start=int, end=int)
cdef int _one_suit_length(State state, int first, int to) noexcept
