"""Ask the service in process, and look at what every problem has in common."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from app.main import app as service

CODE = "SP1-S4C-AAAAAAD"
EASY = "SPX-S1C-KSQSJSTS9S8S7S6S5S4S3S.2SAS........;;SSSSSSS;1142;58"
"""A position that one move wins: `1-0x2`."""
TESTS = Path(__file__).parent.parent
BIGGEST_PROBLEM = 16 * 1024


def ask(
    method: str,
    path: str,
    *,
    app: FastAPI = service,
    client: tuple[str, int] = ("127.0.0.1", 4000),
    root_path: str = "",
    **options: Any,
) -> httpx.Response:
    """The answer to one request; `options` are httpx's (`json`, `content`, `headers`, `params`)."""

    async def _ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=client, root_path=root_path)
        async with httpx.AsyncClient(transport=transport, base_url="http://spider") as asker:
            return await asker.request(method, path, **options)

    return asyncio.run(_ask())


def get(path: str, **options: Any) -> httpx.Response:
    return ask("GET", path, **options)


def post(
    path: str, body: object, *, headers: Mapping[str, str] | None = None, **options: Any
) -> httpx.Response:
    content = json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **(headers or {})}
    return ask("POST", path, content=content, headers=headers, **options)


def post_bytes(
    content: bytes, path: str = "/v1/games", content_type: str = "application/json"
) -> httpx.Response:
    """Post a body that need not be JSON."""
    return ask("POST", path, content=content, headers={"Content-Type": content_type})


def answer(response: httpx.Response) -> Any:
    """The value of an answer that is no error."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return response.json()


def problem(response: httpx.Response, status: int, code: str, prefix: str = "") -> dict[str, Any]:
    """The members of a problem, after a look at those that all problems have."""
    assert response.status_code == status, response.text
    return any_problem(response, code, prefix)


def any_problem(
    response: httpx.Response, code: str | None = None, prefix: str = ""
) -> dict[str, Any]:
    """The members of a problem of whatever code."""
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["content-language"] in {"en", "bg", "ca", "ru"}
    assert len(response.content) < BIGGEST_PROBLEM
    body: dict[str, Any] = response.json()
    common = ["type", "title", "status", "detail", "code", "request_id", "traceparent"]
    assert list(body)[: len(common)] == common
    assert body["code"] == (code or body["code"])
    assert body["type"] == f"{prefix}/problems/{body['code']}"
    assert body["status"] == response.status_code
    assert body["request_id"] == response.headers["x-request-id"]
    for name in ("title", "detail"):
        assert body[name]
        assert not set(body[name]) & set("{}")
    return body


def cases(name: str) -> Any:
    """What a file of recorded games holds."""
    return json.loads((TESTS / "data" / name).read_text("utf-8"))


def position(case: str, rules: str = "C") -> Any:
    """A recorded position by its id: its code, log and steps under a rule set's letter."""
    return next(item for item in cases("positions.json") if item["id"] == case)["rules"][rules]
