import cython

from engine.state cimport State

cdef int KING, RANK, RANKS, ROOM, RUN, TAKES, UNKNOWN, _COUNT
cdef int _FAR, _MOST_NEED, _LONG, _KNOWN
cdef int _LINKS, _MISFITS, _BREAKS, _SQUARES, _KINGS, _INVERSIONS, _LONGER, _PARTS, _HEAD, _END
cdef int _BASE
cdef unsigned long long _WORD, _STEP, _MIX, _ONE

@cython.final
cdef class Traits:
    cdef State board
    cdef public int[::1] counts
    cdef int[::1] known
    cdef unsigned long long[::1] names
    cdef unsigned long long ends, cards_at_end
    cdef bytearray heads, tails

    @cython.locals(pile=int)
    cpdef int scan_all(self) except -1
    @cython.locals(
        board=State, lies=bytearray, first=int, hidden=int, links=int, misfits=int, breaks=int,
        squares=int, kings=int, inversions=int, longer=int, parts=int, length=int, place=int,
        end=int, name=cython.ulonglong, least=int, below=int, base=int, card=int, rank=int,
        bits=int, known=int, kind=int,
    )
    cdef void scan(self, int pile) noexcept
    @cython.locals(board=State, key=cython.ulonglong, pile=int)
    cdef unsigned long long key(self) noexcept
    @cython.locals(trait=int)
    cpdef int count(self) except -1
    @cython.locals(
        board=State, ends=cython.ulonglong, at_end=cython.ulonglong, empty=int, blank=int, low=int,
        fewest=int, nearest=int, second=int, column=int, size=int, hidden=int, place=int, parts=int,
        end=int, from_king=cython.bint, near=int,
    )
    cdef void _count_columns(self) noexcept
    @cython.locals(
        board=State, ends=cython.ulonglong, heads=cython.ulonglong, free=int, homes=int, rank=int,
        column=int, place=int, head=int, matches=int,
    )
    cdef void _count_homes(self) noexcept
    @cython.locals(
        board=State, least=int, second=int, nearest=int, empty=int, column=int, place=int,
        need=int, hidden=int,
    )
    cdef void _count_needs(self) noexcept
    @cython.locals(ends=cython.ulonglong, first=int, place=int, need=int, part=int, above=int)
    cdef int _need(self, int column) noexcept
