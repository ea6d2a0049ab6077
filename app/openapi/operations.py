"""What the OpenAPI document says beyond what the handlers' types say: problems and examples."""

from typing import Any

from fastapi.openapi.models import Example

from app.problems import MEDIA_TYPE
from app.wording.problemtexts import KINDS, Code

_REF = {"$ref": "#/components/schemas/Problem"}


def problems(*codes: Code) -> dict[int | str, dict[str, Any]]:
    """The `responses` of an operation that can end in these problems, or in any other."""
    by_status: dict[int, list[Code]] = {}
    for code in codes:
        by_status.setdefault(KINDS[code].status, []).append(code)
    documented: dict[int | str, dict[str, Any]] = {
        status: _response(f"A problem: {', '.join(found)}")
        for status, found in sorted(by_status.items())
    }
    return {**documented, "default": _response("Any other problem")}


def _response(description: str) -> dict[str, Any]:
    return {"description": description, "content": {MEDIA_TYPE: {"schema": _REF}}}


_BODY = (
    Code.INVALID_JSON,
    Code.BODY_TOO_LARGE,
    Code.UNSUPPORTED_MEDIA_TYPE,
    Code.INVALID_REQUEST,
)
_GAME = (Code.INVALID_CODE, Code.INVALID_ACTION, Code.BUSY)

NEW_GAME_PROBLEMS = problems(*_BODY)
GAME_PROBLEMS = problems(*_GAME, Code.ILLEGAL_LOG, Code.URI_TOO_LONG)
READING_PROBLEMS = problems(*_BODY, *_GAME, Code.LOG_TOO_LONG)
REPLAY_PROBLEMS = problems(*_BODY, *_GAME, Code.ILLEGAL_LOG, Code.LOG_TOO_LONG)
SOLVE_ANSWERS = {
    200: {
        "content": {
            "application/x-ndjson": {
                "schema": {
                    "type": "string",
                    "description": "Lines that tell the progress, and a last one the answer.",
                    "contentMediaType": "application/x-ndjson",
                    "contentSchema": {"$ref": "#/components/schemas/SolveLine"},
                }
            }
        }
    },
    **problems(
        *_BODY,
        *_GAME,
        Code.ILLEGAL_LOG,
        Code.LOG_TOO_LONG,
        Code.GAME_OVER,
        Code.UNSUPPORTED,
        Code.SOLVE_OFF,
        Code.SOLVE_INTERRUPTED,
    ),
}
ADVICE_PROBLEMS = problems(
    *_BODY, *_GAME, Code.ILLEGAL_LOG, Code.LOG_TOO_LONG, Code.SOLVE_INTERRUPTED
)
TODAY_PROBLEMS = problems(Code.INVALID_REQUEST, Code.BUSY, Code.SOLVE_INTERRUPTED)
DAILY_PROBLEMS = problems(Code.INVALID_REQUEST, Code.NOT_YET, Code.BUSY, Code.SOLVE_INTERRUPTED)
LOOKUP_PROBLEMS = problems(Code.NOT_FOUND)
READY_PROBLEMS = problems(Code.NOT_READY)
OTHER_PROBLEMS = problems()


def shown(value: str) -> dict[str, Example]:
    """A parameter's example, as the page that tries it out fills it in."""
    return {"example": {"value": value}}
