"""Problems: every error is one, as RFC 9457 has it (`application/problem+json`)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.exceptions import HTTPException, RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from app.answers import violation_answer
from app.wording.languages import LANGUAGES, spoken
from app.wording.messages import refused_action, unreadable_action, unreadable_code
from app.wording.problemtexts import KINDS, Code
from app.wording.texts import N_, P_, Text, say
from engine.errors import ActionError, CodeError
from engine.violations import Violation

MEDIA_TYPE = "application/problem+json"
_MOST_ERRORS = 20
_LONGEST_POINTER = 100
_LONGEST_ACTION = 40


class Problem(HTTPException):
    """An error answer: its code, what is wrong in this case, and members of its own.

    It is an `HTTPException` so that the framework lets it through wherever it is raised.
    """

    def __init__(
        self,
        code: Code,
        detail: Text,
        fields: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(KINDS[code].status, code, headers)
        self.code = code
        self.text = detail
        self.fields = fields or {}

    def explain(self, language: str) -> str:
        """What is wrong, in the reader's language."""
        return say(LANGUAGES[language], self.text, self.fields)

    def members(self, language: str) -> dict[str, Any]:  # noqa: ARG002
        """The members that only this code has."""
        return {}


class IllegalLog(Problem):
    """A log in which the action at `index` breaks a rule."""

    def __init__(self, index: int, action: str, violation: Violation) -> None:
        super().__init__(Code.ILLEGAL_LOG, "")
        self.index = index
        self.action = action
        self.violation = violation

    def explain(self, language: str) -> str:
        return refused_action(language, self.index, self.action, self.violation)

    def members(self, language: str) -> dict[str, Any]:
        return {
            "index": self.index,
            "action": self.action,
            "applied": self.index,
            "violation": violation_answer(language, self.violation).model_dump(),
        }


class InvalidCode(Problem):
    """A game code that cannot be read."""

    def __init__(self, error: CodeError) -> None:
        super().__init__(Code.INVALID_CODE, "")
        self.error = error

    def explain(self, language: str) -> str:
        return unreadable_code(language, self.error)

    def members(self, language: str) -> dict[str, Any]:  # noqa: ARG002
        error = self.error
        return {"part": error.part.value, "reason": error.reason.value, "params": error.params}


class InvalidAction(Problem):
    """An action that cannot be read."""

    def __init__(self, error: ActionError) -> None:
        super().__init__(Code.INVALID_ACTION, "")
        self.error = error

    def explain(self, language: str) -> str:
        return unreadable_action(language, self.error)

    def members(self, language: str) -> dict[str, Any]:  # noqa: ARG002
        return {"index": self.error.index, "action": self.error.text[:_LONGEST_ACTION]}


_FIELDS_WRONG = P_(
    "{count} field of the request is not as it should be.",
    "{count} fields of the request are not as they should be.",
    "count",
)
_ERRORS: dict[str, str] = {
    "missing": N_("The field is required."),
    "extra_forbidden": N_("There is no such field."),
    "string_type": N_("A string is expected."),
    "int_type": N_("A whole number is expected."),
    "int_parsing": N_("A whole number is expected."),
    "list_type": N_("A list is expected."),
    "model_type": N_("An object is expected."),
    "model_attributes_type": N_("An object is expected."),
    "dict_type": N_("An object is expected."),
    "literal_error": N_("One of these is expected: {expected}."),
    "no_such_date": N_("A date of the calendar is expected, as 2026-01-31."),
    "greater_than_equal": N_("A number of at least {ge} is expected."),
    "less_than_equal": N_("A number of at most {le} is expected."),
}
_OTHER_ERROR = N_("The value is not valid.")


class InvalidRequest(Problem):
    """A request whose fields do not fit the schema: for each, its path, a text and its fields."""

    def __init__(
        self, errors: Sequence[tuple[Sequence[str | int], str, Mapping[str, object]]]
    ) -> None:
        super().__init__(Code.INVALID_REQUEST, _FIELDS_WRONG, {"count": len(errors)})
        self.errors = errors[:_MOST_ERRORS]

    @classmethod
    def from_validation(cls, error: RequestValidationError) -> "InvalidRequest":
        """The problem for what pydantic found; nothing of the input is repeated."""
        found = error.errors()
        return cls(
            [
                (
                    item["loc"],
                    _ERRORS.get(item["type"], _OTHER_ERROR),
                    _without_english(item.get("ctx", {})),
                )
                for item in found
            ]
        )

    def members(self, language: str) -> dict[str, Any]:
        catalogue = LANGUAGES[language]
        return {
            "errors": [
                {"pointer": _pointer(path), "message": say(catalogue, text, fields)}
                for path, text, fields in self.errors
            ]
        }


def _without_english(context: dict[str, Any]) -> dict[str, Any]:
    """What an error names; the last two of several choices come joined by an English word."""
    return {
        name: value.replace(" or ", ", ") if name == "expected" else value
        for name, value in context.items()
    }


def _pointer(path: Sequence[str | int]) -> str:
    """A JSON pointer into the body (`/log/3`), or `#query/…` for what is not in the body."""
    place, *steps = path
    escaped = "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)
    return (escaped if place == "body" else f"#{place}{escaped}")[:_LONGEST_POINTER]


_NOTHING_HERE = N_("Nothing is found at this path.")
_BODY_UNREADABLE = N_("The body could not be read.")
_METHOD = N_("The method {method} is not allowed here.")
_STOPPING = N_("The service is stopping.")
_MISTAKE = N_("The service could not answer this request.")


def from_http(request: Request, error: StarletteHTTPException) -> Problem:
    """The problem for what the framework refuses: a path, a method, or a body cut short."""
    if error.status_code == 405:
        methods = Headers(error.headers).get("allow", "").split(", ")
        if "GET" in methods:
            methods.append("HEAD")
        fields = {"method": request.method[:20]}
        return Problem(
            Code.METHOD_NOT_ALLOWED, _METHOD, fields, headers={"Allow": ", ".join(sorted(methods))}
        )
    if error.status_code == 404:
        return Problem(Code.NOT_FOUND, _NOTHING_HERE)
    return Problem(Code.INVALID_JSON, _BODY_UNREADABLE)


def stopping() -> Problem:
    """The problem of a request that the service has no time left for."""
    headers = {"Retry-After": "5", "Connection": "close"}
    return Problem(Code.NOT_READY, _STOPPING, headers=headers)


def internal_error() -> Problem:
    """The problem for a mistake of the service itself."""
    return Problem(Code.INTERNAL_ERROR, _MISTAKE)


def problem_response(scope: Scope, problem: Problem) -> Response:
    """The answer for a problem, in the language that the request asks for."""
    language, spoken_headers = spoken(Request(scope))
    catalogue = LANGUAGES[language]
    kind = KINDS[problem.code]
    body = {
        "type": f"{scope.get('root_path', '')}/problems/{problem.code}",
        "title": catalogue.gettext(kind.title),
        "status": kind.status,
        "detail": problem.explain(language),
        "code": problem.code.value,
        "request_id": scope["state"]["request_id"],
        "traceparent": scope["state"]["traceparent"],
        **problem.members(language),
    }
    headers = {
        "Cache-Control": "no-store",
        **spoken_headers,
        **(problem.headers or {}),
    }
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    return Response(content, kind.status, headers, MEDIA_TYPE)
