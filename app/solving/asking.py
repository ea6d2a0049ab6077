"""Asking a pool: what goes wrong there is counted, logged and told as a problem."""

import asyncio
import logging
from typing import Any

from prometheus_client import Counter

from app.problems import Problem
from app.solving.child import ChildEnded, Question, Report
from app.solving.pools import Pool
from app.wording.problemtexts import Code

_LOGGED = ("code", "date", "suits")
"""What a line of the log says of a question: never all of it, as there may be a secret in it."""
_log = logging.getLogger("spider")


async def ask(
    pool: Pool, question: Question, report: Report, counter: Counter, interrupted: str
) -> Any:
    """The answer of one of the pool's workers.

    `counter` has one label, the outcome. `interrupted` is what is said where the worker has ended.
    """
    try:
        return await pool.ask(question, report)
    except asyncio.CancelledError:
        counter.labels("dropped").inc()
        raise
    except ChildEnded:
        counter.labels("interrupted").inc()
        known = {name: question.fields[name] for name in _LOGGED if name in question.fields}
        _log.warning("a search was interrupted", extra=known)
        headers = {"Retry-After": "5"}
        raise Problem(Code.SOLVE_INTERRUPTED, interrupted, headers=headers) from None
