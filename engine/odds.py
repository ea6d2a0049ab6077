"""Odds: how likely a game is to be won after a plan, as learned from games that were played out.

A small network of whole numbers, so that the answer is the same on every machine: what it is asked
are a position's traits, how often can be dealt, and whether the plan ends with a deal.
"""

from array import array
from math import exp

from engine.traits import COUNT

_CERTAIN = CERTAIN = 1 << 20
"""The chance that stands for a win that is sure."""
_STAGES = 6
_INPUTS = INPUTS = COUNT + _STAGES + 1
_MOST_ODDS, _STEPS, _UNIT = 8, 64, 12
"""Log odds are in units of 1 / 2**12; chances are tabled up to so many, in so many steps each."""
_CHANCES = array(
    "i",
    [
        round(CERTAIN / (1 + exp(-place / _STEPS)))
        for place in range(-_MOST_ODDS * _STEPS, _MOST_ODDS * _STEPS + 2)
    ],
)


class Odds:
    """A network: for each hidden unit its weights and its bias, then the last layer likewise."""

    def __init__(self, net: "array[int]") -> None:
        self.size = len(net) // (INPUTS + 2)
        self.weights = array("h", bytes(2 * self.size * INPUTS))
        self.biases = array("i", bytes(4 * self.size))
        for unit in range(self.size):
            first = unit * (INPUTS + 1)
            for place in range(INPUTS):
                self.weights[unit * INPUTS + place] = net[first + place]
            self.biases[unit] = net[first + INPUTS]
        self.last = array("i", net[self.size * (INPUTS + 1) :])
        self.inputs = array("h", bytes(2 * INPUTS))
        self.chances = _CHANCES

    def odds(self, counts: "array[int]", deals_left: int, dealing: bool) -> int:
        """The log odds of a win."""
        inputs, weights = self.inputs, self.weights
        for trait in range(COUNT):
            inputs[trait] = counts[trait]
        for stage in range(_STAGES):
            inputs[COUNT + stage] = 0
        inputs[COUNT + min(deals_left, _STAGES - 1)] = 1
        inputs[COUNT + _STAGES] = dealing
        odds: int = self.last[self.size]
        for unit in range(self.size):
            total, first = self.biases[unit], unit * _INPUTS
            for place in range(_INPUTS):
                total += weights[first + place] * inputs[place]
            if total > 0:
                lifted: int = total
                odds += lifted * self.last[unit] >> _UNIT
        return odds

    def chance(self, odds: int) -> int:
        """The chance for log odds, from 0 to `CERTAIN`."""
        place = odds * _STEPS + (_MOST_ODDS * _STEPS << _UNIT)
        if place <= 0:
            return self.chances[0]
        step = place >> _UNIT
        if step >= 2 * _MOST_ODDS * _STEPS:
            return self.chances[2 * _MOST_ODDS * _STEPS]
        part = place - (step << _UNIT)
        low, high = self.chances[step], self.chances[step + 1]
        return low + ((high - low) * part >> _UNIT)
