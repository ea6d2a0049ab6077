import cython

cdef int COUNT, _CERTAIN, _INPUTS, _MOST_ODDS, _STAGES, _STEPS, _UNIT

@cython.final
cdef class Odds:
    cdef int size
    cdef short[::1] weights, inputs
    cdef int[::1] biases, last, chances

    @cython.locals(
        trait=int, stage=int, odds=cython.longlong, unit=int, first=int,
        total=int, lifted=cython.longlong,
        place=int,
    )
    cpdef int odds(self, int[::1] counts, int deals_left, bint dealing) except? -1
    @cython.locals(place=cython.longlong, step=int, part=int, low=int, high=int)
    cpdef int chance(self, int odds) except? -1
