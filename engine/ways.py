"""Ways: the shortest lines of actions to what a search has met.

A search notes each action that it tries, from one of its positions to another or to the end of a
plan. Positions are *nodes*, numbered from 0, the root, on. Those that differ only in the places of
columns or cells are one node, so an action is told in the places of the node that it starts from.
"""

from array import array

_NOWHERE = NOWHERE = -1
"""Stands for a position that is not kept."""
_FIRST_PLAN = FIRST_PLAN = -2
"""Stands for plan 0 where else a node is named; plan 1 is one less, and so on."""


class Ways:
    """The actions between up to `nodes` nodes and `plans` plans, at most `edges` of them."""

    def __init__(self, nodes: int, plans: int, edges: int) -> None:
        self.first_edges, self.past_edges = _numbers(nodes), _numbers(nodes)
        self.actions, self.ends = _numbers(edges), _numbers(edges)
        self.edge_count, self.room = 0, edges
        self.depths, self.queue = _numbers(nodes), _numbers(nodes)
        self.parents, self.steps = _numbers(nodes), _numbers(nodes)
        self.lengths = _numbers(plans)
        self.last_nodes, self.last_steps = _numbers(plans), _numbers(plans)

    def clear(self) -> None:
        """Forget all actions."""
        self.edge_count = 0

    def add_node(self, node: int) -> None:
        """The next actions, if any, start from this node."""
        self.first_edges[node] = self.past_edges[node] = self.edge_count

    def add(self, node: int, action: int, end: int) -> None:
        """An action leads from the node that was added last to a node or plan."""
        edge = self.edge_count
        if end != _NOWHERE and edge < self.room:
            self.actions[edge], self.ends[edge] = action, end
            self.edge_count = self.past_edges[node] = edge + 1

    def find(self, nodes: int, plans: int) -> None:
        """Find the shortest ways to the first so many nodes and plans, breadth first."""
        for node in range(nodes):
            self.depths[node] = _NOWHERE
        for plan in range(plans):
            self.lengths[plan] = 0
        self.depths[0] = self.queue[0] = first = 0
        past = 1
        while first < past:
            node = self.queue[first]
            first += 1
            for edge in range(self.first_edges[node], self.past_edges[node]):
                end = self.ends[edge]
                if end < _NOWHERE:
                    self.finish(_FIRST_PLAN - end, node, self.actions[edge])
                elif self.depths[end] < 0:
                    self.depths[end] = self.depths[node] + 1
                    self.parents[end], self.steps[end] = node, self.actions[edge]
                    self.queue[past] = end
                    past += 1

    def finish(self, plan: int, node: int, action: int) -> None:
        """A plan ends with this action from this node, unless a way to it has been found."""
        if not self.lengths[plan]:
            self.last_nodes[plan], self.last_steps[plan] = node, action
            self.lengths[plan] = self.depths[node] + 1

    def way(self, plan: int) -> list[tuple[int, int]]:
        """The shortest way to a plan's end: each node on it, and the action from there."""
        way = [(self.last_nodes[plan], self.last_steps[plan])]
        node = self.last_nodes[plan]
        while node:
            way.append((self.parents[node], self.steps[node]))
            node = self.parents[node]
        way.reverse()
        return way


def _numbers(count: int) -> "array[int]":
    return array("i", bytes(4 * count))
