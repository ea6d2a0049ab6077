import cython

from engine.moves cimport write_moves
from engine.packing cimport unpack
from engine.play cimport apply_deal, apply_move, apply_take, retract
from engine.rules cimport refused_deal, refused_take
from engine.state cimport State
from engine.tables cimport Tables

cdef int PLAYING, ROOM, WON, _NOW_AND_THEN

@cython.locals(tables=Tables, cards=int, pile=int)
cpdef bint can_never_deal(State state) noexcept

@cython.locals(cards=int, pile=int)
cpdef int unseen(State state) noexcept

@cython.final
cdef class _Search:
    cdef State board
    cdef bytearray moves, name, order
    cdef dict parents
    cdef list open
    cdef public bytes won
    cdef public long long positions
    cdef long long budget
    cdef bint spent
    cdef public bint blind, news, completes
    cdef int unseen, runs

    @cython.locals(told=cython.longlong)
    cpdef bint run(self, object looked) except -1
    @cython.locals(board=State, end=int, place=int, column=int)
    cdef void expand(self, bytes parent) except *
    cdef void look(self, bytes parent) except *
    cdef void keep(self, bytes name, bytes parent) except *
    @cython.locals(
        board=State, order=bytearray, name=bytearray, columns=int, piles=int, pile=int,
        end=int, place=int, size=int, first=int, card=int,
    )
    cdef bytes named(self)
    @cython.locals(order=bytearray, sorted_=int, pile=int, place=int)
    cdef void sort(self, int first, int end) noexcept
    @cython.locals(board=State, size=int, hidden=int, here=int, there=int, card=int)
    cdef bint precedes(self, int one, int other) noexcept
