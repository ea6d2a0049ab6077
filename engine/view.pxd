import cython

from engine.cards cimport format_cards
from engine.moves cimport best_moves, legal_moves, target_kind
from engine.rules cimport dealt_columns, refused_deal, refused_undo
from engine.state cimport State

cdef int PLAYING, ROOM

@cython.locals(column=int, pile=int, shown=list, legal=dict)
cpdef dict view(State state)
@cython.locals(start=int)
cdef list _face_up(State state, int pile)
cdef dict _cells_and_reserves(State state, list shown)
@cython.locals(cards=int)
cdef dict _stock(State state)
@cython.locals(forbidden=int, moves=list, best=set, legal=dict)
cdef dict _legal(State state, list shown)
@cython.locals(from_=int, to=int, count=int)
cdef dict _move(State state, list shown, object move, bint best)
