import cython

from engine.tables cimport Tables

cdef int _CELL, _RESERVE, _KING

@cython.final
cdef class State:
    cdef readonly object rules
    cdef readonly Tables tables
    cdef readonly bytearray lies, cards, sizes, face_down, stock, left, left_from
    cdef readonly int runs_to_win, pile_count, column_count, cell_count, stock_size
    cdef public int dealt, over, floor
    cdef public long long score, moves, undos
    cdef readonly list history

    @cython.locals(twin=State)
    cpdef State copy(self)
    cpdef int pile(self, int place) noexcept
    cpdef int place(self, int pile) noexcept
