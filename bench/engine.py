"""The engine alone: actions a second, and time against the length of the log."""

import time

from bench.logs import a_log
from engine.actions import Action, format_log, parse_log
from engine.codes import GameCode, start
from engine.replay import replay

LENGTHS = (10, 100, 1_000, 5_000)
_ROUNDS = 9


def seconds_per_replay(code: GameCode, log: list[Action]) -> float:
    """CPU seconds to play the log once from a start at hand, the best of several rounds."""
    begin = start(code)
    repeats = max(1, 3_000 // len(log))
    best = float("inf")
    for _ in range(_ROUNDS):
        states = [begin.copy() for _ in range(repeats)]
        began = time.process_time()
        for state in states:
            replay(state, log)
        best = min(best, (time.process_time() - began) / repeats)
    return best


def measure() -> None:
    """Print what the engine does on its own."""
    print("engine alone, four suits, classic rules")
    code, longest = a_log(LENGTHS[-1])
    per_action = {}
    for length in LENGTHS:
        per_action[length] = seconds_per_replay(code, longest[:length]) / length
    rate = 1 / per_action[1_000]
    print(
        f"  actions validated and applied: {rate:,.0f} a second ({rate / 200_000:.2f} of the aim)"
    )
    texts = format_log(longest)
    began = time.process_time()
    parse_log(texts)
    reading = (time.process_time() - began) / len(texts)
    print(f"  reading an action from text takes {reading / per_action[1_000]:.2f} of playing it")
    print("  time per action against a log of 1,000 actions (1.00 everywhere is linear):")
    for length in LENGTHS:
        print(f"    {length:>5} actions: {per_action[length] / per_action[1_000]:.2f}")
