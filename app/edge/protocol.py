"""uvicorn's HTTP protocol with a limit for a request's head, and problems where it has none.

uvicorn lets a client send header lines without end, and answers what is not HTTP in plain text.
``python -m app`` uses this protocol; ``uvicorn --http app.edge.protocol:BoundedProtocol`` does too.
"""

import asyncio
import uuid
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.edge.middleware import ADDRESS_TOO_LONG
from app.problems import Problem, problem_response
from app.settings import settings
from app.wording.problemtexts import Code
from app.wording.texts import N_

MOST_HEAD_BYTES = 65_536

_LONGEST_URL = 65_535  # what the parser takes
_TOO_SLOW = N_("A request must have arrived after {limit} seconds.")
_HEAD_TOO_LARGE = N_("The request line and the headers may have up to {limit} bytes together.")
_NOT_HTTP = N_("What was sent could not be read as an HTTP request.")


class BoundedProtocol(HttpToolsProtocol):
    """Reads requests whose head, trailers included, is no larger than the limit."""

    _in_head = True
    _moved_on = False
    _head_bytes = 0
    _field_bytes = 0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(settings.read_seconds, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        fields = {"limit": f"{settings.read_seconds:g}"}
        self._refuse(Problem(Code.REQUEST_TIMEOUT, _TOO_SLOW, fields))

    def data_received(self, data: bytes) -> None:
        self._head_bytes += len(data)
        self._moved_on = False
        super().data_received(data)
        # A head that ended among these bytes, or a body that did, was not too large.
        if self._moved_on or not self._in_head:
            self._head_bytes = 0
        elif self._head_bytes > MOST_HEAD_BYTES:
            self._refuse_head()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._field_bytes = True, 0
        self._await_request()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._field_bytes += len(name) + len(value)
        if self._field_bytes > MOST_HEAD_BYTES:
            raise ValueError("the headers or trailers are too large")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._moved_on = False, True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head = self._moved_on = True
        self._stop_waiting()
        super().on_message_complete()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > MOST_HEAD_BYTES:
            raise ValueError("the address is too long")

    def _unsupported_upgrade_warning(self) -> None:
        """Anyone may ask for another protocol: that is nothing to warn of."""

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        if len(self.url) > _LONGEST_URL:
            fields = {"limit": _LONGEST_URL, "path": "/v1/replay"}
            self._refuse(Problem(Code.URI_TOO_LONG, ADDRESS_TOO_LONG, fields))
        elif self._field_bytes > MOST_HEAD_BYTES:
            self._refuse_head()
        else:
            self._refuse(Problem(Code.INVALID_HTTP, _NOT_HTTP))

    def _refuse_head(self) -> None:
        fields = {"limit": MOST_HEAD_BYTES}
        self._refuse(Problem(Code.HEAD_TOO_LARGE, _HEAD_TOO_LARGE, fields))

    def _refuse(self, problem: Problem) -> None:
        """Answer with a problem, in English as no header can be trusted, and hang up."""
        state = {"request_id": uuid.uuid4().hex, "traceparent": None}
        scope = {"type": "http", "headers": [], "query_string": b"", "state": state}
        response = problem_response(scope, problem)
        status = HTTPStatus(response.status_code)
        lines = [
            f"HTTP/1.1 {status} {status.phrase}".encode(),
            f"x-request-id: {state['request_id']}".encode(),
            b"connection: close",
        ]
        lines += [name + b": " + value for name, value in response.raw_headers]
        self._stop_waiting()
        if self.cycle is not None and self.cycle.response_started:
            self.transport.close()
            return
        self.transport.write(b"\r\n".join([*lines, b"", bytes(response.body)]))
        self.transport.close()
