"""Examples of requests, and the answers that the service gave to them.

The requests are written here. The answers in `examples.json` are recorded by ``make openapi``,
which asks the service itself; a test asks again and compares.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

_ANSWERS = Path(__file__).with_name("examples.json")
_CODE = "SP1-S4C-AAAAAAD"
_ONE_MOVE_FROM_A_RUN = (
    "SPX-S4C-(4H9C)KSQSJSTS9S8S7S6S5S4S3S2S.(6D)AS.(6C9H3HJH)KH.(4DJDKC2D)QD.(5H8H9DAC)JC."
    "(3D2CAD7D)KD.(5CTCAH)TH.(TDQH4C)8C.(2H7C7H)5D.(8DQC6H)3C;;SHDC;857;43"
)
_ONE_MOVE_FROM_THE_END = "SPX-S1C-KSQSJSTS9S8S7S6S5S4S3S.2SAS........;;SSSSSSS;1142;58"
_ONE_KING_TO_MOVE_ABOUT = "SCX-S4C-KSAS2S3S4S5S6S7S8S9STSJSQS......;;HDC;748;52"
_NINE_CARDS = (
    "SPX-S4C-KS.QS.JS.TS.9S.8S.7S.6S.5S.;"
    "4S3S2SASKSQSJSTS9S8S7S6S5S4S3S2SASKCQCJCTC9C8C7C6C5C4C3C2CAC;HHDDC;640;360"
)
HEADERS = {"X-Request-ID": "example"}
"""What the examples are asked with, so that problems always have the same request id."""


class Example(NamedTuple):
    """A request, for the operation with this id; `status` is what it is answered with."""

    operation: str
    name: str
    summary: str
    method: str
    path: str
    query: Mapping[str, str] = {}
    body: Mapping[str, Any] | None = None
    status: int = 200


def _post(
    operation: str, name: str, summary: str, body: Mapping[str, Any], status: int = 200
) -> Example:
    path = {
        "create_game": "/v1/games",
        "replay_log": "/v1/replay",
        "play_action": "/v1/play",
        "list_targets": "/v1/targets",
        "verify_log": "/v1/verify",
        "solve_game": "/v1/solve",
        "get_outlook": "/v1/outlook",
        "list_hints": "/v1/hint",
    }[operation]
    return Example(operation, name, summary, "POST", path, {}, body, status)


def _get(
    operation: str, name: str, summary: str, path: str, status: int = 200, **query: str
) -> Example:
    return Example(operation, name, summary, "GET", path, query, None, status)


EXAMPLES = (
    _post(
        "create_game",
        "numbered_deal",
        "Deal 3 with four suits",
        {"variant": "spider", "suits": 4, "rules": "classic", "number": 3},
    ),
    _post(
        "create_game", "unknown_suits", "A number of suits that is not played", {"suits": 5}, 422
    ),
    _post(
        "create_game",
        "imported_deal",
        "PySol's deal 24, in its own layout",
        {"variant": "spider-pysol", "suits": 4, "import": {"program": "pysol", "number": "24"}},
    ),
    _get("get_game", "fresh_deal", "A fresh deal", f"/v1/games/{_CODE}"),
    _get("get_game", "after_a_log", "After two moves", f"/v1/games/{_CODE}", log="0-3,9-7"),
    _get(
        "get_game",
        "unreadable_code",
        "A letter too few",
        "/v1/games/SP1-S4C-AAAAAA",
        422,
    ),
    _post(
        "replay_log",
        "with_events",
        "Two moves, and the events from the second on",
        {"code": _CODE, "log": ["0-3", "9-7"], "events_from": 1},
    ),
    _post(
        "replay_log",
        "illegal_log",
        "A log whose second action breaks a rule",
        {"code": _CODE, "log": ["0-3", "3-7x2"]},
        422,
    ),
    _post(
        "play_action",
        "accepted",
        "A move that is allowed",
        {"code": _CODE, "log": ["0-3"], "action": "9-7"},
    ),
    _post(
        "play_action",
        "refused",
        "A move that is not",
        {"code": _CODE, "log": ["0-3"], "action": "3-7x2"},
    ),
    _post(
        "play_action",
        "completes_a_run",
        "A move that completes a run; two cards turn up",
        {"code": _ONE_MOVE_FROM_A_RUN, "log": [], "action": "1-0"},
    ),
    _post(
        "play_action",
        "undo",
        "The last action taken back",
        {"code": _CODE, "log": ["0-3"], "action": "undo"},
    ),
    _post(
        "play_action",
        "unreadable_action",
        "An action that cannot be read",
        {"code": _CODE, "log": ["0-3"], "action": "nine to seven"},
        422,
    ),
    _post(
        "list_targets",
        "one_card",
        "Where the last card of the first column may go",
        {"code": _CODE, "log": [], "column": 0, "count": 1},
    ),
    _post(
        "verify_log",
        "true_claim",
        "A claim that is true",
        {"code": _CODE, "log": ["0-3", "9-7"], "claim": {"score": 498, "status": "playing"}},
    ),
    _post(
        "verify_log",
        "false_claim",
        "A claim that is not",
        {"code": _CODE, "log": ["0-3", "9-7"], "claim": {"score": 1250, "status": "won"}},
    ),
    _post(
        "solve_game",
        "won",
        "A position that is one move from the end",
        {"code": _ONE_MOVE_FROM_THE_END, "log": [], "budget": 10_000},
    ),
    _post(
        "solve_game",
        "lost",
        "A position in which there is nothing to do but to move a king about",
        {"code": _ONE_KING_TO_MOVE_ABOUT, "log": []},
    ),
    _post(
        "solve_game",
        "unknown",
        "A budget that is too small",
        {"code": _CODE, "log": ["0-3", "9-7"], "budget": 1000},
    ),
    _post(
        "solve_game",
        "given_up",
        "A game that was given up",
        {"code": _CODE, "log": ["resign"]},
        422,
    ),
    _post("get_outlook", "open", "A fresh deal", {"code": _CODE, "log": []}),
    _post(
        "get_outlook",
        "dead",
        "Many moves, of which none helps",
        {"code": _ONE_KING_TO_MOVE_ABOUT, "log": []},
    ),
    _post(
        "get_outlook",
        "too_few_cards",
        "Nine cards on the table, and thirty in the stock",
        {"code": _NINE_CARDS, "log": []},
    ),
    _post(
        "list_hints",
        "basic",
        "What to do at the beginning, without looking ahead",
        {"code": _CODE, "log": [], "level": "basic"},
    ),
    _post(
        "list_hints",
        "wins",
        "A position that is one move from the end",
        {"code": _ONE_MOVE_FROM_THE_END, "log": [], "level": "basic"},
    ),
    _post(
        "list_hints",
        "none",
        "A game in which nothing helps",
        {"code": _NINE_CARDS, "log": []},
    ),
    _get("get_daily_game", "certified", "New Year's Day of 2026", "/v1/daily/2026-01-01"),
    _get(
        "get_daily_game",
        "other_kind",
        "The same date's deal with four suits, by Windows' rules",
        "/v1/daily/2026-01-01",
        suits="4",
        rules="windows",
    ),
    _get(
        "get_daily_game",
        "not_certified",
        "A date before those that are certified",
        "/v1/daily/2025-12-31",
    ),
    _get("get_daily_game", "no_such_date", "A date that is not there", "/v1/daily/2026-02-30", 422),
    _get("get_variant", "spider", "Spider", "/v1/variants/spider"),
    _get("get_variant", "unknown", "A variant that is not there", "/v1/variants/patience", 404),
    _get("get_problem", "illegal_log", "What illegal-log means", "/problems/illegal-log"),
    _get("check_health", "alive", "Alive", "/healthz"),
    _get("check_readiness", "ready", "Ready", "/readyz"),
)


def recorded() -> dict[str, Any]:
    """The recorded answers, by the examples' operations and names."""
    answers: dict[str, Any] = json.loads(_ANSWERS.read_text("utf-8"))
    return answers
