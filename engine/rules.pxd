from engine.state cimport State

cdef int CELL, KING, PLAYING, RESERVE, ROOM
cdef int ALSO_JOINS, DESCENDS, JOINS, RANKS, RUN, TAKES
cdef int CELL_TAKEN, EMPTY_COLUMN, EMPTY_SOURCE, FACE_DOWN, GAME_OVER, MIXED_COLOURS
cdef int MIXED_SUITS, NOT_DESCENDING, NOT_ENOUGH_CARDS, NO_DEAL, NO_RUN, NO_SUCH_CELL
cdef int NO_SUCH_COLUMN, NOTHING_TO_UNDO, ONLY_KINGS, ONTO_ACE, SAME_COLUMN, STOCK_EMPTY
cdef int UNDO_LIMIT, WHOLE_COLUMN_TO_EMPTY, WRONG_RANK, WRONG_SUIT, _MOST_MOVED

cpdef bint lie_as_run(bytearray cards, int first, int end, bytearray lies) noexcept
cpdef bint ends_in_run(State state, int pile) noexcept
cpdef bint only_runs_left(State state) noexcept
cpdef int group_length(bytearray cards, int first, int end, bytearray lies, int bit) noexcept
cpdef int movable(State state, int column) noexcept
cdef int _joined(State state, int first, int end) noexcept
cpdef bint accepts(State state, int to, int first, bint is_whole_column) noexcept
cpdef int refused_move(State state, int from_, int to, int count) noexcept
cdef int _refused_aside(State state, int from_, int to) noexcept
cdef int _refused_count(State state, int column, int count) noexcept
cdef int _refused_group(State state, int first, int end) noexcept
cdef int _refused_target(State state, int to, int first) noexcept
cpdef int refused_take(State state, int column) noexcept
cpdef int refused_deal(State state) noexcept
cpdef int first_empty_column(State state) noexcept
cpdef int dealt_columns(State state) noexcept
cpdef int refused_undo(State state) noexcept
