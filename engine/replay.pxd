import cython

from engine.play cimport apply
from engine.steps cimport play
from engine.state cimport State

@cython.locals(refused=int, applied=Py_ssize_t)
cpdef object replay(State state, object log, object outcomes_from=*)
