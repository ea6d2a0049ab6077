import cython

from engine.play cimport apply
from engine.state cimport State

@cython.locals(refused=int)
cpdef object replay(State state, object log, object outcomes_from=*)
