from engine.cards cimport format_card, format_cards

cpdef list events(object outcome)
cdef list _step(object step)
cdef list _played(object step)
cdef list _dealt(object cards, object columns)
cdef list _flip(object column, object card)
cdef list _score(object delta, object score)
cdef list _undone(object undone)
cdef dict _back(dict event)
