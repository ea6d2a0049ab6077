import cython

from engine.state cimport State

cdef int PLAYING, ROOM, _DEAL, _TAKE

@cython.locals(piles=int, end=int, pile=int, size=int, first=int, place=int)
cpdef int pack(State state, bytearray packed, int start) except -1
@cython.locals(piles=int, end=int, pile=int, size=int, first=int, place=int)
cpdef int unpack(State state, bytearray packed, int start) except -1
cdef int _set_runs(State state, int runs) except -1
