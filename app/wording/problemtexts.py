"""The problems that the service answers with: status, title and explanation of each code."""

from enum import StrEnum
from typing import NamedTuple

from app.wording.texts import N_


class Code(StrEnum):
    """The stable identifiers that clients switch on."""

    INVALID_HTTP = "invalid-http"
    HEAD_TOO_LARGE = "head-too-large"
    REQUEST_TIMEOUT = "request-timeout"
    INVALID_JSON = "invalid-json"
    INVALID_REQUEST = "invalid-request"
    INVALID_CODE = "invalid-code"
    INVALID_ACTION = "invalid-action"
    ILLEGAL_LOG = "illegal-log"
    LOG_TOO_LONG = "log-too-long"
    BODY_TOO_LARGE = "body-too-large"
    URI_TOO_LONG = "uri-too-long"
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type"
    ORIGIN_NOT_ALLOWED = "origin-not-allowed"
    GAME_OVER = "game-over"
    UNSUPPORTED = "unsupported"
    SOLVE_OFF = "solve-off"
    SOLVE_INTERRUPTED = "solve-interrupted"
    NOT_YET = "not-yet"
    NOT_FOUND = "not-found"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    NOT_READY = "not-ready"
    BUSY = "busy"
    INTERNAL_ERROR = "internal-error"


class Kind(NamedTuple):
    """What a problem code stands for."""

    status: int
    title: str
    text: str


KINDS = {
    Code.INVALID_HTTP: Kind(
        400,
        N_("The request is not HTTP"),
        N_("The request line or a header is not as HTTP has it; the connection is closed."),
    ),
    Code.HEAD_TOO_LARGE: Kind(
        431,
        N_("The request's head is too large"),
        N_("The request line and the headers have a limit; the connection is closed."),
    ),
    Code.REQUEST_TIMEOUT: Kind(
        408,
        N_("The request has taken too long to arrive"),
        N_("A request that is begun must be finished in time; the connection is closed."),
    ),
    Code.INVALID_JSON: Kind(
        400,
        N_("The body cannot be read as JSON"),
        N_(
            "The body must be one JSON text in UTF-8, without duplicate keys, without NaN or "
            "Infinity, with numbers that fit, with whole characters only, and not nested too "
            "deeply."
        ),
    ),
    Code.INVALID_REQUEST: Kind(
        422,
        N_("The request does not fit the schema"),
        N_(
            "A field is missing, unknown, or of the wrong type or range. Each entry of errors "
            "points at one of them; at most 20 are listed."
        ),
    ),
    Code.INVALID_CODE: Kind(
        422,
        N_("The game code cannot be read"),
        N_(
            "A game code looks like SP1-S4C-AAAAAAD. The member part says which part of it is "
            "wrong, the detail what would be right."
        ),
    ),
    Code.INVALID_ACTION: Kind(
        422,
        N_("An action cannot be read"),
        N_(
            "An action is 3-6 (one card from column 3 to column 6, counted from 0), 3-6x2 (two "
            "cards), deal, undo or resign. The member index says which entry of the log is wrong."
        ),
    ),
    Code.ILLEGAL_LOG: Kind(
        422,
        N_("The log breaks a rule"),
        N_(
            "Every action of the log can be read, but one is not allowed when its turn comes. The "
            "member index says which, counted from 0; violation says why."
        ),
    ),
    Code.LOG_TOO_LONG: Kind(
        413,
        N_("The log is too long"),
        N_("The service replays logs up to a limit, which its operator sets."),
    ),
    Code.BODY_TOO_LARGE: Kind(
        413,
        N_("The body is too large"),
        N_("The service reads bodies up to a limit, which its operator sets."),
    ),
    Code.URI_TOO_LONG: Kind(
        414,
        N_("The address is too long"),
        N_("A log that is too long for an address can be sent to /v1/replay in a body."),
    ),
    Code.UNSUPPORTED_MEDIA_TYPE: Kind(
        415,
        N_("The body is not sent as JSON"),
        N_("A body must be sent as application/json, in UTF-8 and not compressed."),
    ),
    Code.ORIGIN_NOT_ALLOWED: Kind(
        400,
        N_("The origin is not allowed"),
        N_("The service's operator has listed the sites whose pages may call it."),
    ),
    Code.GAME_OVER: Kind(
        422,
        N_("The game is over"),
        N_("A game that was given up goes on no more, and so there is nothing to solve."),
    ),
    Code.UNSUPPORTED: Kind(
        422,
        N_("The solver does not know this game"),
        N_("Variants whose games can be solved are marked as such in GET /v1/variants."),
    ),
    Code.SOLVE_OFF: Kind(
        403,
        N_("Solving is switched off"),
        N_("The service's operator has switched the solver off; all else is answered."),
    ),
    Code.SOLVE_INTERRUPTED: Kind(
        503,
        N_("The search was interrupted"),
        N_(
            "The process that searched has ended, perhaps for want of memory. Retry-After says "
            "when to try again; a smaller budget needs less memory."
        ),
    ),
    Code.NOT_YET: Kind(
        404,
        N_("The day has not come yet"),
        N_("The day's game is told from midnight UTC on, when its date begins."),
    ),
    Code.NOT_FOUND: Kind(
        404,
        N_("There is nothing here"),
        N_("No such path, variant or problem exists. Paths have no slash at the end."),
    ),
    Code.METHOD_NOT_ALLOWED: Kind(
        405,
        N_("The method is not allowed here"),
        N_("The header Allow lists the methods that this path knows."),
    ),
    Code.NOT_READY: Kind(
        503,
        N_("The service is not ready"),
        N_(
            "The service has not yet replayed its golden game, or got another result "
            "than it should."
        ),
    ),
    Code.BUSY: Kind(
        503,
        N_("The service is busy"),
        N_(
            "Long logs, games to be solved and questions for advice wait for their turn, and only "
            "so many can wait; Retry-After says how long."
        ),
    ),
    Code.INTERNAL_ERROR: Kind(
        500,
        N_("The service has made a mistake"),
        N_("This should never happen. Please report it with the request's id."),
    ),
}
