"""What surrounds every request, as plain ASGI: who asks, from where, and what became of it.

From the outside in: `Observe` (ids, log line, metrics), `Prefix` (the path behind a gateway),
`Cors`, `Front` (mistakes, HEAD, long addresses), and then the routes.
"""

import asyncio
import logging
import re
import time
import uuid
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.edge.forwarding import client_address, forwarded_prefix, place_under_prefix
from app.edge.metrics import count_request
from app.problems import Problem, internal_error, problem_response, stopping
from app.settings import settings
from app.wording.problemtexts import Code
from app.wording.texts import N_

_log = logging.getLogger("spider.requests")

_LONGEST_ADDRESS = 16_384
_LONGEST_LOGGED_PATH = 300
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_TRACEPARENT = re.compile(
    r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
)
ADDRESS_TOO_LONG = N_("An address may have up to {limit} characters; send a long log to {path}.")
_ORIGIN = N_("Pages of this origin may not call the service.")


_in_flight: set[asyncio.Task[Any] | None] = set()


async def all_answered(seconds: float) -> None:
    """Wait for the requests in flight, but no longer than this.

    For the end of the service: the server has cut them short by then, and would not wait.
    """
    if tasks := [task for task in _in_flight if task is not None]:
        await asyncio.wait(tasks, timeout=seconds)


class _Layer:
    """Passes on what is no HTTP request, and does with the others what a subclass says."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        layer = self.app if scope["type"] != "http" else self.surround
        await layer(scope, receive, send)

    async def surround(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered further inside."""
        raise NotImplementedError


class Observe(_Layer):
    """Gives each request its id, and tells of each answer: one log line, and the metrics."""

    async def surround(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        state = scope.setdefault("state", {})
        state["request_id"] = (
            _matching(_REQUEST_ID, headers.get("x-request-id")) or uuid.uuid4().hex
        )
        state["traceparent"] = _matching(_TRACEPARENT, headers.get("traceparent"))
        method, path = scope["method"], scope["path"]
        began = time.perf_counter()
        task = asyncio.current_task()
        _in_flight.add(task)
        status = 499  # as long as nothing was sent: the client has gone

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                answer = MutableHeaders(scope=message)
                answer["X-Request-ID"] = state["request_id"]
                answer.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        finally:
            _in_flight.discard(task)
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "none")
            count_request(method, route, status, seconds)
            _log.info(
                "request",
                extra={
                    "method": method,
                    "path": path[:_LONGEST_LOGGED_PATH],
                    "route": route,
                    "status": status,
                    "milliseconds": round(seconds * 1000, 3),
                    "client": client_address(scope),
                    "request_id": state["request_id"],
                    "traceparent": state["traceparent"],
                },
            )


def _matching(pattern: re.Pattern[str], value: str | None) -> str | None:
    return value if value is not None and pattern.fullmatch(value) else None


class Prefix(_Layer):
    """Puts the request under the prefix that a gateway or a setting names."""

    async def surround(self, scope: Scope, receive: Receive, send: Send) -> None:
        place_under_prefix(scope, forwarded_prefix(scope) or settings.prefix)
        await self.app(scope, receive, send)


class Cors(CORSMiddleware):
    """Cross-origin rules by the settings; a preflight from elsewhere is a problem like others."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(
            app,
            allow_origins=settings.allowed_origins,
            allow_methods=["GET", "HEAD", "POST"],
            allow_headers=["*"],
            expose_headers=["ETag", "Content-Language", "Retry-After", "X-Request-ID"],
            max_age=86_400,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope) if scope.get("method") == "OPTIONS" else Headers()
        is_preflight = "origin" in headers and "access-control-request-method" in headers
        if is_preflight and not self.is_allowed_origin(headers["origin"]):
            refusal = Problem(Code.ORIGIN_NOT_ALLOWED, _ORIGIN)
            await problem_response(scope, refusal)(scope, receive, send)
            return
        await super().__call__(scope, receive, send)

    def preflight_response(self, request_headers: Headers) -> Response:
        """What a page of an allowed origin may do; the browser compares."""
        headers = dict(self.preflight_headers)
        if self.preflight_explicit_allow_origin:
            headers["Access-Control-Allow-Origin"] = request_headers["origin"]
        asked = request_headers.get("access-control-request-headers")
        if asked is not None:
            headers["Access-Control-Allow-Headers"] = asked
        return Response(status_code=204, headers=headers)


class Front(_Layer):
    """Prepares a request for the routes, and makes a problem of a mistake in them."""

    async def surround(self, scope: Scope, receive: Receive, send: Send) -> None:
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > _LONGEST_ADDRESS:
            fields = {"limit": _LONGEST_ADDRESS, "path": "/v1/replay"}
            response = problem_response(scope, Problem(Code.URI_TOO_LONG, ADDRESS_TOO_LONG, fields))
            await response(scope, receive, send)
            return
        if scope["method"] != "HEAD":
            await self._answer(scope, receive, send)
            return
        # A copy: the server must not forget that it was asked for no body.
        as_get = {**scope, "method": "GET"}
        await self._answer(as_get, receive, _without_body(send))
        scope["route"] = as_get.get("route")

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def send_noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, send_noted)
        except asyncio.CancelledError:
            # The server stops, and this request has not come to an end in time.
            if begun:
                raise
            await problem_response(scope, stopping())(scope, receive, send)
        except Exception:
            _log.exception("mistake", extra=_ids(scope))
            if begun:
                raise
            await problem_response(scope, internal_error())(scope, receive, send)


def _without_body(send: Send) -> Send:
    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_head


def _ids(scope: Scope) -> dict[str, Any]:
    return {name: scope["state"][name] for name in ("request_id", "traceparent")}
