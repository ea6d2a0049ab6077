import cython

from engine.play cimport apply
from engine.state cimport State

cdef int COLUMNS, COST, COUNT, DEAL, DRAWN, FLIP, FLIPPED, FROM, KIND, MOVE, RUNS, TO, KING, ROOM, WON

@cython.locals(refused=int, score=cython.longlong)
cpdef object play(State state, object action)
@cython.locals(record=cython.longlong, kind=int, drawn=int, from_=int, to=int, count=int, column=int, runs=list, dealt_to=list)
cdef object _newest(State state, object score=*)
@cython.locals(left=int, place=int)
cdef list _runs(State state, int count)
cdef list _moved(State state, int to, int count, list runs)
cdef object _flipped(State state, int from_)
cdef int _last(State state, int pile) noexcept
