import cython

cdef int _NOWHERE, _FIRST_PLAN

@cython.final
cdef class Ways:
    cdef int[::1] first_edges, past_edges, actions, ends, depths, queue, parents, steps
    cdef int[::1] last_nodes, last_steps
    cdef public int[::1] lengths
    cdef int edge_count, room

    cpdef void clear(self) noexcept
    cpdef void add_node(self, int node) noexcept
    @cython.locals(edge=int)
    cpdef void add(self, int node, int action, int end) noexcept
    @cython.locals(node=int, plan=int, first=int, past=int, edge=int, end=int)
    cpdef int find(self, int nodes, int plans) except -1
    cpdef int finish(self, int plan, int node, int action) except -1
    @cython.locals(node=int)
    cpdef list way(self, int plan)
