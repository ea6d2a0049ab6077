"""Words for tests that look for plans."""

from engine.experience import experience
from engine.packing import pack
from engine.plans import Planner
from engine.sight import seen
from engine.state import State


def searched(state: State, budget: int, room: int = 0, price: int = 150) -> Planner:
    """The planner after a search from what is seen of `state`, with room for larger budgets."""
    sight = seen(state)
    known = experience(sight)
    most = max(budget, room)
    planner = Planner(sight.board, known, most, price)
    search(planner, state, budget)
    planner.shorten()
    return planner


def search(planner: Planner, state: State, budget: int) -> int:
    """Search again, from a state of the same game."""
    root = bytearray(planner.stride)
    pack(seen(state).board, root, 0)
    return planner.search(root, 0, budget)
