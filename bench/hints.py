"""What deep hints win, followed blindly: ``python -m bench.hints SUITS``, one line a deal kept.

The deals were not used for tuning. A plan is followed up to the next new card (one decision), with
``--each`` only its first action. Deals that are in the file already are not played again, so that
a run may be stopped at any time; ``--jobs`` plays several at once.
"""

import argparse
import time
from collections.abc import Iterator
from multiprocessing import Pool
from statistics import mean
from typing import NamedTuple

from bench.winning import RESULTS, interval
from engine.codes import game_code, start
from engine.lookahead import predictions
from engine.play import apply
from engine.state import PLAYING, WON
from engine.variants import SPIDER

_FRESH = 9_000_000_000
"""The first number of the fresh deals, above all that were used for tuning."""
_MOST_ACTIONS = 2000


class Result(NamedTuple):
    """One deal: whether it was won, its runs, the decisions, the actions and the CPU seconds."""

    deal: int
    won: int
    runs: int
    decisions: int
    actions: int
    seconds: float


def played(suits: int, deal: int, each: bool) -> Result:
    """Play one deal by the hints alone."""
    state = start(game_code(SPIDER, suits, SPIDER.default_rules, _FRESH + deal))
    began, decisions, actions = time.process_time(), 0, 0
    while state.over == PLAYING and actions < _MOST_ACTIONS:
        found = predictions(state)
        if not found:
            break
        decisions += 1
        for action in found[0].plan[: 1 if each else None]:
            if apply(state, action):
                raise AssertionError(f"a hint breaks a rule: {action}")
            actions += 1
    seconds = time.process_time() - began
    return Result(deal, int(state.over == WON), len(state.runs), decisions, actions, seconds)


def kept(name: str) -> list[Result]:
    """The results so far."""
    path = RESULTS / f"hints-{name}.txt"
    rows = path.read_text("ascii").splitlines() if path.exists() else []
    return [
        Result(int(deal), int(won), int(runs), int(decisions), int(actions), float(seconds))
        for deal, won, runs, decisions, actions, seconds in map(str.split, rows)
    ]


def told(name: str) -> str:
    """What the results say."""
    results = kept(name)
    won = sum(result.won for result in results)
    decisions = sum(result.decisions for result in results)
    seconds = sum(result.seconds for result in results)
    slowest = max(result.seconds / result.decisions for result in results)
    return (
        f"{name}: {len(results)} deals, won {interval(won, len(results))}, runs "
        f"{mean(result.runs for result in results):.2f} a game; {seconds / decisions:.3f} s of CPU "
        f"a decision (slowest game {slowest:.3f}), {decisions / len(results):.1f} decisions a game"
    )


def _results(suits: int, deals: list[int], each: bool, jobs: int) -> Iterator[Result]:
    if jobs == 1:
        yield from (played(suits, deal, each) for deal in deals)
        return
    with Pool(jobs) as pool:
        for handle in [pool.apply_async(played, (suits, deal, each)) for deal in deals]:
            yield handle.get()


def main() -> None:
    """Play what is missing, and print what all of it says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suits", type=int, choices=[*SPIDER.blocks])
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    name = f"{given.suits}-each" if given.each else str(given.suits)
    done = {result.deal for result in kept(name)}
    deals = [deal for deal in range(given.first, given.first + given.deals) if deal not in done]
    RESULTS.mkdir(exist_ok=True)
    for result in _results(given.suits, deals, given.each, given.jobs):
        with (RESULTS / f"hints-{name}.txt").open("a", encoding="ascii") as file:
            file.write("{} {} {} {} {} {:.3f}\n".format(*result))
    print(told(name))


if __name__ == "__main__":
    main()
