"""The published calendar: which deal of each date is known to be winnable, and in how many actions.

`python -m tools.certify` writes the file, once and for all: its rows never change.
"""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import TypeAlias

from engine.daily import Certificate, par_score
from engine.rulesets import CLASSIC
from engine.variants import SPIDER

FILE = Path(__file__).parent.parent / "calendar.csv"
FIRST = date(2026, 1, 1)
SUITS = tuple(SPIDER.blocks)
HEAD = ",".join(
    ["date", *(f"{name}{suits}" for suits in SUITS for name in ("n", "actions", "score"))]
)

Calendar: TypeAlias = Mapping[tuple[date, int], Certificate]
"""The certificates by date and number of suits."""


@cache
def calendar() -> Calendar:
    """The published calendar, which is read once."""
    return read_calendar(FILE.read_text("ascii"))


def read_calendar(text: str) -> Calendar:
    """A calendar's text. Raises `ValueError` where it is not as it was written."""
    head, *rows = text.split("\n")
    if head != HEAD or not rows or rows.pop():
        raise ValueError("the calendar is not whole")
    found: dict[tuple[date, int], Certificate] = {}
    for days, row in enumerate(rows):
        day, *fields = row.split(",")
        expected = FIRST + timedelta(days)
        if day != str(expected) or len(fields) != 3 * len(SUITS):
            raise ValueError(f"the calendar has something else where {expected} should be")
        found |= zip(((expected, suits) for suits in SUITS), _certificates(fields), strict=True)
    return found


def _certificates(fields: list[str]) -> Iterable[Certificate]:
    """What a row says: a counter, the actions and the classic score for each number of suits."""
    numbers = iter(map(int, fields))
    for counter, actions, score in zip(numbers, numbers, numbers, strict=True):
        if counter < 0 or score != par_score(CLASSIC, actions):
            raise ValueError(f"the calendar contradicts itself: {','.join(fields)}")
        yield Certificate(counter, actions)
