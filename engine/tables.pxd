cdef class Tables:
    cdef readonly bytearray lies
    cdef readonly bint any_group, whole_column_to_empty, runs_leave, runs_taken, runs_stay
    cdef readonly bint deals, deals_to_filled, deal_over_empty, deal_counts
    cdef readonly bint undo_restores, undo_counts, deal_ends_undo, run_ends_undo
    cdef readonly int refill, move_price, deal_price, run_points, undo_limit, undo_price
