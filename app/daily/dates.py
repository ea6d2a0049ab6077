"""Dates: how they are written, which one is today, and how much of it is left."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time
from math import ceil

from pydantic_core import PydanticCustomError

_DATE = re.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})")
_SECONDS = 24 * 60 * 60


def now() -> datetime:
    """The time in UTC: the only clock that a day's game is told by."""
    return datetime.now(UTC)


def today() -> date:
    """The date in UTC."""
    return now().date()


def seconds_left(day: date) -> int:
    """How many whole seconds it is to the end of a day that has begun; 0 once it is over."""
    gone = now() - datetime.combine(day, time(), UTC)
    return max(0, _SECONDS - ceil(gone.total_seconds()))


def parse_date(text: str) -> date:
    """The date that is written as `YYYY-MM-DD`. Raises the validation error of any other text.

    Python's own reader takes more: dates without hyphens, and weeks.
    """
    match = _DATE.fullmatch(text)
    with suppress(ValueError):
        if match is not None:
            return date(*map(int, match.groups()))
    raise PydanticCustomError("no_such_date", "not a date")
