"""A search told while it goes on: lines of JSON, of which the last is the answer or a problem."""

import asyncio
import logging

from pydantic import BaseModel
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app import schemas
from app.edge.clients import unless_gone
from app.problems import Problem, internal_error, problem_response, stopping
from app.solving.search import Search
from engine.solver import Progress

MEDIA_TYPE = "application/x-ndjson"
_log = logging.getLogger("spider.requests")


class Lines(Response):
    """Answers with lines. What fails before the first of them is a problem like any other."""

    media_type = MEDIA_TYPE

    def __init__(self, search: Search) -> None:
        self.status_code = 200
        self.background = None
        # A proxy that keeps lines back would make progress worthless; nginx does not, if told so.
        self.init_headers({"Vary": "Accept", "X-Accel-Buffering": "no"})
        self._search = search
        self._begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines, as long as the client is there."""
        try:
            await unless_gone(receive, self._send_lines(send))
        except (asyncio.CancelledError, Exception) as error:
            if not self._begun:
                raise
            body = bytes(problem_response(scope, _as_problem(error, scope)).body)
            await self._send(send, b'{"problem":' + body + b"}\n", last=True)

    async def _send_lines(self, send: Send) -> None:
        async def report(progress: Progress) -> None:
            line = schemas.ProgressLine(progress=self._progress(progress))
            await self._send(send, _as_line(line))

        answer = await self._search.answer(report)
        await self._send(send, _as_line(schemas.AnswerLine(answer=answer)), last=True)

    async def _send(self, send: Send, line: bytes, *, last: bool = False) -> None:
        if not self._begun:
            self._begun = True
            head = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start", **head})
        await send({"type": "http.response.body", "body": line, "more_body": not last})

    def _progress(self, progress: Progress) -> schemas.SolveProgress:
        share = min(1.0, progress.positions / self._search.budget)
        return schemas.SolveProgress(**progress._asdict(), share=round(share, 6))


def _as_line(line: BaseModel) -> bytes:
    return line.model_dump_json().encode() + b"\n"


def _as_problem(error: BaseException, scope: Scope) -> Problem:
    """The problem to end with; a mistake of the service is logged."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, asyncio.CancelledError):
        return stopping()
    ids = {name: scope["state"][name] for name in ("request_id", "traceparent")}
    _log.error("mistake", exc_info=error, extra=ids)
    return internal_error()
