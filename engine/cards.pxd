cdef dict _NAMES

cpdef str format_card(object card)
cpdef list format_cards(object cards)
