import cython

from engine.exhaustion cimport can_never_deal
from engine.moves cimport write_moves
from engine.odds cimport Odds
from engine.packing cimport pack, unpack
from engine.play cimport apply_move, apply_take, retract
from engine.rules cimport first_empty_column, group_length, refused_deal, refused_take
from engine.state cimport State
from engine.traits cimport Traits
from engine.ways cimport Ways

cdef int CELL, COUNT, DEAL, FIRST_PLAN, NOWHERE, ROOM, RUN, TAKE, WON
cdef int _FILLING, _LONGEST, _STAGES, _LOWEST, _TRIED, _MOST_TRIED, _NEARBY

@cython.final
cdef class Planner:
    cdef public State board
    cdef public Traits traits
    cdef public Odds odds
    cdef public int odds_share, price
    cdef public Ways ways
    cdef int[::1] weights, scores, empties, owners, heap, fill_heap, fill_scores, near_heap, nearness
    cdef public int[::1] plan_scores, plan_nodes, plan_actions, plan_events, best_counts
    cdef unsigned long long[::1] slots
    cdef public unsigned long long[::1] plan_keys
    cdef unsigned int[::1] stamps
    cdef unsigned int stamp
    cdef long long slot, slot_mask
    cdef bytearray moves, pool, expanded
    cdef readonly int stride
    cdef int tried, room, heap_size, fill_size, near_size, plan_room
    cdef public int node_count, plan_count, deals_left, best, best_score, looked
    cdef public bint won

    @cython.locals(place=int, most=int, enough=int, node=int)
    cpdef int search(self, bytearray root, int start, int budget) except -2
    cdef int _enough(self, int budget) noexcept
    @cython.locals(board=State, rest=int)
    cdef void _look_at_stock(self) noexcept
    @cython.locals(total=int, trait=int)
    cpdef int worth(self) except? -1
    @cython.locals(key=cython.ulonglong, slot=cython.longlong)
    cdef bint _is_new(self) noexcept
    @cython.locals(node=int, score=int, empties=int)
    cdef void _push(self, int parent) except *
    @cython.locals(node=int)
    cdef void _hurry(self) noexcept
    @cython.locals(node=int)
    cdef int _next(self, bint hurried) noexcept
    @cython.locals(board=State, moves=bytearray, end=int, place=int, column=int)
    cdef void _expand(self, int node) except *
    @cython.locals(
        board=State, size=int, target=int, start=int, cut=int, first=int, under=int, left=int,
        onto=int, end=int,
    )
    cdef bint _is_idle(self, int from_, int to, int count) noexcept
    @cython.locals(
        board=State, source=int, target=int, under=int, below=int, dealt=int, action=int, event=int
    )
    cdef void _try_move(self, int node, int from_, int to, int count) except *
    @cython.locals(board=State, under=int, event=int)
    cdef void _try_take(self, int node, int column) except *
    @cython.locals(board=State)
    cdef void _look(self, int node, int action, int event, int one, int other) except *
    @cython.locals(score=int, odds=int)
    cdef void _add_plan(self, int node, int action, int event, int bias) except *
    @cython.locals(place=int, trait=int)
    cdef void _keep_plan(self, int node, int action, int event, int score) except *
    @cython.locals(plan=int)
    cpdef int shorten(self) except -1
    @cython.locals(action=int)
    cpdef int show(self, int plan) except -1

@cython.locals(place=int, score=int, above=int)
cdef int _sift_up(int[::1] heap, int size, int[::1] scores, int node) noexcept
@cython.locals(node=int, score=int, place=int, child=int)
cdef int _sift_down(int[::1] heap, int size, int[::1] scores) noexcept
