"""The day's game: which deal a calendar date has, and how a deal is shown to be winnable.

The deal number comes from a digest of the date, the number of suits and a counter; the counter is
the first whose deal the solver wins. Its line keeps to the rules that all rule sets share, so that
the same deal is known to be winnable in each of them.
"""

import hmac
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from engine.codes import game_code, start
from engine.deals import NUMBERS
from engine.rulesets import TAVERN_JACK, RuleSet
from engine.solver import Verdict, solve
from engine.variants import SPIDER

_TAG = "spider-daily"
_UNUSED_BITS = 64 - (NUMBERS - 1).bit_length()
_STRICTEST = TAVERN_JACK
"""What it allows, every rule set of Spider allows: groups of one suit, and no whole column to an
empty one."""

BUDGET = 600_000
"""How many positions the solver may look at for one deal, shorter lines included."""


class Certificate(NamedTuple):
    """The first counter whose deal was won, and how many actions the line has that won it."""

    counter: int
    actions: int


def daily_number(date: str, suits: int, counter: int, secret: bytes = b"") -> int:
    """The deal number for a date (`YYYY-MM-DD`): 35 bits of SHA-256, or of HMAC with a secret."""
    text = f"{_TAG}|{date}|{suits}|{counter}".encode("ascii")
    digest = hmac.digest(secret, text, sha256) if secret else sha256(text).digest()
    return int.from_bytes(digest[:8], "big") >> _UNUSED_BITS


def daily_numbers(date: str, suits: int, secret: bytes = b"") -> Iterator[int]:
    """The deal numbers of a date, in the order in which they are tried."""
    return (daily_number(date, suits, counter, secret) for counter in count())


def winning_length(suits: int, number: int) -> int | None:
    """How many actions a line has that wins the deal in every rule set; None where none is found.

    The same on every machine, as the budget is in positions.
    """
    state = start(game_code(SPIDER, suits, _STRICTEST, number))
    verdict, line, _ = solve(state, BUDGET)
    return len(line) if verdict is Verdict.WON else None


def certify(date: str, suits: int, secret: bytes = b"") -> Certificate:
    """Find the first of a date's deals that the solver wins."""
    for counter, number in enumerate(daily_numbers(date, suits, secret)):
        actions = winning_length(suits, number)
        if actions is not None:
            return Certificate(counter, actions)
    raise AssertionError("there is always another number")


def par_score(rules: RuleSet, actions: int) -> int:
    """The score of a line that wins a game of Spider in so many actions, none of them an undo."""
    deals = SPIDER.stock // len(SPIDER.columns)
    moves = actions - deals
    paid = moves * rules.move_price + deals * rules.deal_price
    return rules.start_score + SPIDER.runs * rules.run_points - paid
