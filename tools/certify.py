"""Certifies daily games ahead: ``python -m tools.certify [--jobs N]`` fills the calendar's file.

It goes on after the last date that is in the file, so that it may be stopped at any time; what is
in there is published and stays as it is.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta
from multiprocessing import Pool
from time import process_time

from app.daily.published import FILE, FIRST, HEAD, SUITS
from engine.daily import certify, par_score
from engine.rulesets import CLASSIC

LAST = date(2036, 12, 31)
_BAR = 40


def dates() -> list[str]:
    """Every date that is certified ahead."""
    return [str(FIRST + timedelta(days)) for days in range((LAST - FIRST).days + 1)]


def row(day: str) -> tuple[str, float]:
    """A date's line in the file, and how long it took."""
    began = process_time()
    fields = [day]
    for suits in SUITS:
        counter, actions = certify(day, suits)
        fields += map(str, (counter, actions, par_score(CLASSIC, actions)))
    return ",".join(fields), process_time() - began


def missing() -> list[str]:
    """The dates that are not in the file yet; a line that was cut short is dropped from it."""
    text = FILE.read_text("ascii") if FILE.exists() else ""
    if "\n" not in text:
        text = HEAD + "\n"
        FILE.write_text(text, "ascii")
    os.truncate(FILE, text.rindex("\n") + 1)
    return dates()[text.count("\n") - 1 :]


def _rows(days: list[str], jobs: int) -> Iterator[tuple[str, float]]:
    with Pool(jobs) as pool:
        yield from pool.imap(row, days)


def _show(done: int, whole: int, seconds: float, deals: int) -> None:
    bar = ("#" * (_BAR * done // whole)).ljust(_BAR, ".")
    sys.stderr.write(f"\r[{bar}] {done} of {whole} dates, {seconds / deals:.2f} s of CPU a deal ")
    sys.stderr.flush()


def main() -> None:
    """Certify every date that is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    jobs = parser.parse_args().jobs
    days, whole, seconds = missing(), len(dates()), 0.0
    with suppress(KeyboardInterrupt), FILE.open("a", encoding="ascii") as file:
        for done, (line, spent) in enumerate(_rows(days, jobs), 1):
            file.write(line + "\n")
            file.flush()
            seconds += spent
            _show(whole - len(days) + done, whole, seconds, done * len(SUITS))
    sys.stderr.write("\n")


if __name__ == "__main__":
    main()
