"""A worker as the service sees it: a child process that is asked one question at a time."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from engine.solver import Progress

_ROOT = Path(__file__).parent.parent.parent
_COMMAND = ("-m", "app.solving.worker")
_LONGEST_LINE = 2**24


class Question(NamedTuple):
    """What a worker is asked: one of the kinds that it knows, and the fields of that kind."""

    kind: str
    fields: Mapping[str, Any]


Report: TypeAlias = Callable[[Progress], Awaitable[None]]
"""Awaited a few times a second while a search goes on."""


async def unheard(_: Progress) -> None:
    """Progress that nobody asked for."""


def as_line(question: Question) -> bytes:
    """The question as a worker reads it."""
    return json.dumps({"kind": question.kind, **question.fields}).encode() + b"\n"


class ChildEnded(Exception):
    """The process has ended, or could not be started."""


class Child:
    """A running worker. Whoever has one ends it, or gives it back when it has answered."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout

    @classmethod
    async def start(cls) -> "Child":
        """Start a worker. Raises `ChildEnded` where the system has no room for it."""
        try:
            return cls(
                await asyncio.create_subprocess_exec(
                    sys.executable,
                    *_COMMAND,
                    stdin=PIPE,
                    stdout=PIPE,
                    limit=_LONGEST_LINE,
                    cwd=_ROOT,
                )
            )
        except OSError as error:
            raise ChildEnded(str(error)) from error

    @property
    def lives(self) -> bool:
        """Whether the process can still be asked, as far as is known."""
        return self._process.returncode is None and not self._stdout.at_eof()

    async def ask(self, question: Question, report: Report) -> Any:
        """The worker's answer. Raises `ChildEnded` where it ends before it has answered."""
        # Without waiting: a question is small, and an end is noticed by the missing answer.
        self._stdin.write(as_line(question))
        while True:
            message = self._read(await self._stdout.readline())
            if "progress" in message:
                await report(Progress(*message["progress"]))
            elif "answer" in message:
                return message["answer"]
            else:
                raise RuntimeError(message["mistake"])

    def _read(self, line: bytes) -> dict[str, Any]:
        if not line.endswith(b"\n"):
            raise ChildEnded
        message: dict[str, Any] = json.loads(line)
        return message

    async def end(self) -> None:
        """End the process, whatever it does, and wait until it has gone."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._stdin.close()
        await self._process.communicate()
