import cython

from engine.rules cimport accepts, group_length, movable, refused_move, refused_take
from engine.state cimport State

cdef int CELL, PLAYING, ROOM, RUN

@cython.locals(end=int, from_=int, size=int, count=int, first=int, to=int, pile=int)
cpdef int write_moves(State state, bytearray moves) except -1
@cython.locals(cell=int)
cdef int _write_to_cells(State state, bytearray moves, int end, int from_) noexcept
cdef int _write(bytearray moves, int end, int from_, int to, int count) noexcept
