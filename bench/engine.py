"""The engine alone: actions a second in both forms, and time against the length of the log."""

import json
import subprocess
import sys
import time

from bench.logs import a_log
from engine.actions import Action, format_log, parse_log
from engine.codes import GameCode, start
from engine.compiled import Form, form
from engine.replay import replay

LENGTHS = (10, 100, 1_000, 5_000)
_USUAL = 1_000
_AIM = 5_000_000
"""Actions a second that the compiled engine is to validate and apply."""
_ROUNDS = 25
_UNCOMPILED = [sys.executable, "-m", "tools.uncompiled", sys.executable, "-m", "bench.engine"]


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


def _seconds_per_reading(texts: list[str]) -> float:
    """CPU seconds to read the log once, the best of several rounds."""
    best = float("inf")
    for _ in range(_ROUNDS):
        # Strings as new as those of a request: nothing is known of them yet.
        fresh = json.loads(json.dumps(texts))
        began = time.process_time()
        parse_log(fresh)
        best = min(best, time.process_time() - began)
    return best


def rate() -> float:
    """Actions a second."""
    code, log = a_log(_USUAL)
    return _USUAL / seconds_per_replay(code, log)


def _uncompiled_rate() -> float:
    """The same of the sources as they are, which another process measures."""
    return float(subprocess.run(_UNCOMPILED, check=True, capture_output=True).stdout)


def measure() -> None:
    """Print what the engine does on its own."""
    print(f"engine alone, {form()}: four suits, classic rules")
    code, longest = a_log(LENGTHS[-1])
    per_action = {}
    for length in LENGTHS:
        per_action[length] = seconds_per_replay(code, longest[:length]) / length
    own = rate()
    print(f"  actions validated and applied: {own:,.0f} a second ({own / _AIM:.2f} of the aim)")
    if form() is Form.COMPILED:
        print(f"  that is {own / _uncompiled_rate():.1f} times as many as uncompiled")
    reading = _seconds_per_reading(format_log(longest)) / len(longest)
    print(f"  reading an action from text takes {reading / per_action[_USUAL]:.2f} of playing it")
    print(f"  time per action against a log of {_USUAL:,} actions (1.00 everywhere is linear):")
    for length in LENGTHS:
        print(f"    {length:>5} actions: {per_action[length] / per_action[_USUAL]:.2f}")


if __name__ == "__main__":
    print(rate())
