from engine.state cimport State
from engine.tables cimport Tables
from engine.rules cimport (
    dealt_columns,
    ends_in_run,
    only_runs_left,
    refused_deal,
    refused_move,
    refused_take,
    refused_undo,
)

import cython

cdef int CELL, KING, PLAYING, RESIGNED, ROOM, WON, GAME_OVER
cdef int COLUMNS, COST, COUNT, DEAL, DRAWN, FLIP, FLIPPED, FROM, KIND, MOVE, RUNS, TAKE, TO
cdef object _DEAL, _UNDO, _MOVE, _TAKE

@cython.locals(from_=int, to=int, count=int)
cpdef int apply(State state, object action) except -1
@cython.locals(refused=int, record=cython.longlong, runs=cython.longlong)
cpdef int apply_move(State state, int from_, int to, int count) except -1
@cython.locals(
    refused=int, wanted=int, columns=cython.longlong, drawn=cython.longlong,
    record=cython.longlong, runs=cython.longlong, column=int,
)
cpdef int apply_deal(State state) except -1
cpdef int apply_take(State state, int column) except -1
@cython.locals(refused=int, tables=Tables, record=cython.longlong, kind=int)
cpdef int apply_undo(State state) except -1
@cython.locals(kind=int, from_=int, drawn=int, column=int)
cpdef int take_back(State state, long long record) except -1
@cython.locals(column=int)
cpdef int settle(State state) except -1
@cython.locals(size=int, end=int, source=int, target=int, place=int)
cdef void _carry(State state, int from_, int to, int count) noexcept
@cython.locals(size=int)
cdef void _draw(State state, int column) noexcept
@cython.locals(drawn=int)
cdef long long _refill(State state, int column) noexcept
@cython.locals(hidden=int)
cdef long long _turn_up(State state, int pile) noexcept
@cython.locals(paid=cython.longlong)
cdef long long _pay(State state, int price) noexcept
@cython.locals(runs=int)
cdef int _let_leave(State state, int column) except -1
@cython.locals(size=int, start=int)
cdef int _take_run(State state, int column) except -1
@cython.locals(from_=int, column=int, start=int)
cdef int _put_run_back(State state) except -1
@cython.locals(runs=int, pile=int, column=int)
cdef int _end_where_runs_stay(State state) except -1
@cython.locals(tables=Tables)
cdef int _finish(State state, long long record, int runs) except -1
@cython.locals(record=cython.longlong)
cpdef int retract(State state, long long score, long long moves) except -1
