"""Answers that may be kept: a strong `ETag` over the body, and 304 where the reader has it."""

from collections.abc import Mapping
from hashlib import sha256

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

ONE_HOUR = 3600
ONE_DAY = 24 * ONE_HOUR


def cached_answer(
    request: Request, answer: BaseModel, max_age: int, headers: Mapping[str, str] | None = None
) -> Response:
    """The answer as JSON with its `ETag`, to be kept for `max_age` seconds; 304 if it is known."""
    body = answer.model_dump_json(by_alias=True).encode()
    return cached_bytes(request, body, "application/json", max_age, headers)


def cached_bytes(
    request: Request,
    body: bytes,
    media_type: str,
    max_age: int,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The same for an answer that is at hand as bytes."""
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    all_headers = {
        "Cache-Control": f"public, max-age={max_age}",
        "ETag": etag,
        **(headers or {}),
    }
    if _knows(",".join(request.headers.getlist("if-none-match")), etag):
        return Response(status_code=304, headers=all_headers)
    return Response(body, headers=all_headers, media_type=media_type)


def _knows(if_none_match: str, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return etag in tags or tags == ["*"]
