"""What deep hints win, followed blindly: ``python -m bench.hints SUITS``, one line a deal kept.

The deals were not used for tuning. A plan is followed up to the next new card (one decision), with
``--each`` only its first action, and a game that comes back to an earlier position ends. Deals that
are in the file already are not played again, so that a run may be stopped at any time; ``--jobs``
plays several at once.
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
from engine.packing import pack, packed_room
from engine.play import apply
from engine.state import PLAYING, WON, State
from engine.variants import SPIDER

_FRESH = 9_000_000_000
"""The first number of the fresh deals, above all that were used for tuning."""


class Result(NamedTuple):
    """One deal: whether it was won, its runs, the decisions, the actions and the CPU seconds.

    `circled`: whether the hints led back to an earlier position.
    """

    deal: int
    won: int
    runs: int
    decisions: int
    actions: int
    circled: int
    seconds: float


def played(suits: int, deal: int, each: bool) -> Result:
    """Play one deal by the hints alone."""
    state = start(game_code(SPIDER, suits, SPIDER.default_rules, _FRESH + deal))
    began, decisions, actions = time.process_time(), 0, 0
    met, circled = set[bytes](), False
    while state.over == PLAYING:
        circled = _packed(state) in met
        if circled or not (found := predictions(state)):
            break
        met.add(_packed(state))
        decisions += 1
        for action in found[0].plan[: 1 if each else None]:
            if apply(state, action):
                raise AssertionError(f"a hint breaks a rule: {action}")
            actions += 1
    won, seconds = int(state.over == WON), time.process_time() - began
    return Result(deal, won, len(state.runs), decisions, actions, int(circled), seconds)


def _packed(state: State) -> bytes:
    packed = bytearray(packed_room(state))
    pack(state, packed, 0)
    return bytes(packed)


def kept(name: str) -> list[Result]:
    """The results so far."""
    path = RESULTS / f"hints-{name}.txt"
    rows = path.read_text("ascii").splitlines() if path.exists() else []
    return [
        Result(int(deal), int(won), int(runs), int(asked), int(actions), int(circled), float(took))
        for deal, won, runs, asked, actions, circled, took in map(str.split, rows)
    ]


def told(name: str) -> str:
    """What the results say."""
    results = kept(name)
    won = sum(result.won for result in results)
    decisions = sum(result.decisions for result in results)
    seconds = sum(result.seconds for result in results)
    slowest = max(result.seconds / result.decisions for result in results)
    actions = sum(result.actions for result in results)
    circled = sum(result.circled for result in results)
    return (
        f"{name}: {len(results)} deals, won {interval(won, len(results))}, runs "
        f"{mean(result.runs for result in results):.2f}, {seconds / decisions:.3f} s of CPU "
        f"a decision (slowest game {slowest:.3f}), {decisions / len(results):.1f} decisions and "
        f"{actions / len(results):.1f} actions a game, {circled} in circles"
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
            file.write("{} {} {} {} {} {} {:.3f}\n".format(*result))
    print(told(name))


if __name__ == "__main__":
    main()
