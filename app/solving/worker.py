"""The process that searches: ``python -m app.solving.worker``, which the service starts.

A question comes as a line of JSON; lines of progress may go back, and a last line with the answer.
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
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from engine.actions import format_action, format_log, parse_log
from engine.codes import parse_code, start
from engine.daily import certify
from engine.lookahead import deep
from engine.outlook import outlook
from engine.replay import replay
from engine.solver import Progress, Report, solve
from engine.state import State

_NICE = 10
_SECONDS_BETWEEN = 0.25

Fields: TypeAlias = Mapping[str, Any]


def _solve(asked: Fields, report: Report) -> list[object]:
    """The verdict, the line and how many positions it took."""
    verdict, line, positions = solve(
        _state(asked), asked["budget"], shorten=asked["shorten"], report=report
    )
    return [verdict, format_log(line), positions]


def _outlook(asked: Fields, _report: Report) -> list[object]:
    """The prospect and the reason."""
    return [*outlook(_state(asked), asked["budget"])]


def _hint(asked: Fields, _report: Report) -> list[list[object]]:
    """The suggestions that look ahead: of each the action, the reason, the params and the share."""
    return [[format_action(action), *why] for action, *why in deep(_state(asked))]


def _certify(asked: Fields, _report: Report) -> list[int]:
    """The counter of a date's first deal that is won, and in how many actions."""
    return [*certify(asked["date"], asked["suits"], bytes.fromhex(asked["secret"]))]


def _state(asked: Fields) -> State:
    """The state that is asked about: of the game `code`, after the `log`."""
    state = start(parse_code(asked["code"]))
    replay(state, parse_log(asked["log"]))
    return state


KINDS: Mapping[str, Callable[[Fields, Report], object]] = {
    "solve": _solve,
    "outlook": _outlook,
    "hint": _hint,
    "certify": _certify,
}
"""What can be asked: each kind gets the question's fields, and gives what can be told as JSON."""


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
        answer = KINDS[question["kind"]](question, report)
    except MemoryError:
        os._exit(1)
    except Exception:
        _tell({"mistake": traceback.format_exc()})
    else:
        _tell({"answer": answer})


def _tell(message: dict[str, object]) -> None:
    try:
        sys.stdout.buffer.write(json.dumps(message).encode() + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
