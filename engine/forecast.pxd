import cython

from engine.odds cimport Odds
from engine.packing cimport pack, unpack
from engine.plans cimport Planner
from engine.play cimport apply_deal
from engine.state cimport State

cdef int CERTAIN, DEAL, ROOM, UNKNOWN, WON

@cython.final
cdef class Forecast:
    cdef public Planner planner
    cdef State board
    cdef Odds odds
    cdef int budget
    cdef bytearray root

    @cython.locals(board=State, used=int, place=int, dealt=int)
    cpdef int after(self, bytearray packed, bint dealing, bytearray world) except -1
    @cython.locals(board=State, pile=int, first=int, place=int)
    cdef void _turn_up(self, bytearray world, int used) noexcept
    @cython.locals(planner=Planner, best=int, odds=int)
    cpdef int best(self) except -1
