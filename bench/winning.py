"""What the solver wins: ``python -m bench.winning SET``, one line a deal kept under `results/`.

SET is `1`, `2` or `4` (fresh deals of so many suits, that were not used for tuning), `pysol`
(PySolFC's four-suit numbers from 1 on, with its layout) or a set with `-short` behind it: then the
rest of the default budget is spent on shorter lines. Deals that are in the file already are not
solved again, so that a run may be stopped at any time.
"""

import argparse
import time
from collections.abc import Iterable, Iterator
from math import sqrt
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from app.imports import imported_deck
from app.settings import settings
from engine.codes import GameCode, game_code, start
from engine.solver import solve
from engine.variants import SPIDER

RESULTS = Path(__file__).with_name("results")
_FRESH = 8_000_000_000
"""The first number of the fresh deals, above all that were used for tuning."""
_LIMITS = (0.1, 0.5, 1, 10)


class Result(NamedTuple):
    """One deal: the verdict, the actions of its line, the positions and the CPU seconds."""

    deal: int
    verdict: str
    actions: int
    positions: int
    seconds: float


def asked(name: str, deal: int) -> GameCode:
    """The game of a set's deal, counting from 1."""
    kind = name.removesuffix("-short")
    if kind == "pysol":
        return game_code(SPIDER, 4, SPIDER.default_rules, imported_deck(kind, str(deal), SPIDER, 4))
    return game_code(SPIDER, int(kind), SPIDER.default_rules, _FRESH + deal)


def solved(name: str, deal: int, budget: int) -> Result:
    """Solve one deal."""
    state = start(asked(name, deal))
    began = time.process_time()
    verdict, line, positions = solve(state, budget, shorten=name.endswith("-short"))
    return Result(deal, verdict.value, len(line), positions, time.process_time() - began)


def kept(name: str) -> list[Result]:
    """The results so far."""
    path = RESULTS / f"solver-{name}.txt"
    rows = path.read_text("ascii").splitlines() if path.exists() else []
    return [
        Result(int(deal), verdict, int(actions), int(positions), float(seconds))
        for deal, verdict, actions, positions, seconds in map(str.split, rows)
    ]


def missing(name: str, deals: Iterable[int]) -> Iterator[int]:
    """The deals that have not been solved yet."""
    done = {result.deal for result in kept(name)}
    return (deal for deal in deals if deal not in done)


def keep(name: str, result: Result) -> None:
    """Write one more result down."""
    with (RESULTS / f"solver-{name}.txt").open("a", encoding="ascii") as file:
        file.write("{} {} {} {} {:.3f}\n".format(*result))


def interval(part: int, whole: int) -> str:
    """A share in percent, with its 95% interval by Wilson."""
    share, z = part / whole, 1.96
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return f"{100 * share:.1f}% [{100 * (middle - half):.1f}, {100 * (middle + half):.1f}]"


def told(name: str) -> str:
    """What the results say."""
    results = kept(name)
    won = [result for result in results if result.verdict == "won"]
    lines = [f"set {name}: {len(results)} deals, won {interval(len(won), len(results))}"]
    for limit in _LIMITS:
        within = sum(result.seconds <= limit for result in won)
        lines.append(f"  won within {limit} s of CPU: {interval(within, len(results))}")
    figures: dict[str, list[float]] = {
        "actions": [result.actions for result in won],
        "positions": [result.positions for result in results],
        "CPU seconds": [result.seconds for result in results],
    }
    for what, numbers in figures.items():
        middle, most = median(numbers), max(numbers)
        lines.append(f"  {what}: mean {mean(numbers):.2f}, median {middle:.2f}, most {most:.2f}")
    others = [f"{result.deal} {result.verdict}" for result in results if result.verdict != "won"]
    return "\n".join([*lines, f"  not won: {', '.join(others) or 'none'}"])


def main() -> None:
    """Solve what is missing, and print what all of it says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--budget", type=int)
    given = parser.parse_args()
    short = given.set.endswith("-short")
    budget = given.budget or (settings.solve_budget if short else settings.max_solve_budget)
    RESULTS.mkdir(exist_ok=True)
    for deal in missing(given.set, range(given.first, given.first + given.deals)):
        keep(given.set, solved(given.set, deal, budget))
    print(told(given.set))


if __name__ == "__main__":
    main()
