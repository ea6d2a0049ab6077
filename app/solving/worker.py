"""The process that searches: ``python -m app.solving.worker``, which the service starts.

A question comes as a line of JSON; lines of progress go back, and a last line with what was found.
It imports nothing but the engine, so that it starts quickly and is small, and it ends with the
service: whatever becomes of that, its end of the pipe is closed.
"""

import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.actions import format_log, parse_log
from engine.codes import parse_code, start
from engine.replay import replay
from engine.solver import Progress, solve

_NICE = 10
_SECONDS_BETWEEN = 0.25


def main() -> None:
    """Answer one question after the other until there are no more to come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's is for the service
    _stand_back()
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    while True:
        _answer(json.loads(questions.get()))


def _stand_back() -> None:
    """Leave the processor, and the memory if that runs out, to the service."""
    with suppress(AttributeError, OSError):
        os.nice(_NICE)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")


def _read(questions: queue.SimpleQueue[bytes]) -> None:
    """Pass questions on, and end the process at their end, even in the middle of a search."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def _answer(question: dict[str, Any]) -> None:
    told = 0.0

    def report(progress: Progress) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= _SECONDS_BETWEEN:
            told = now
            _tell({"progress": progress})

    try:
        state = start(parse_code(question["code"]))
        replay(state, parse_log(question["log"]))
        verdict, line, positions = solve(
            state, question["budget"], shorten=question["shorten"], report=report
        )
    except MemoryError:
        os._exit(1)
    except Exception:
        _tell({"mistake": traceback.format_exc()})
    else:
        _tell({"solution": [verdict, format_log(line), positions]})


def _tell(message: dict[str, object]) -> None:
    try:
        sys.stdout.buffer.write(json.dumps(message).encode() + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
