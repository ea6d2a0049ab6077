"""The day's game: its number, and the lines by which deals were certified, in every rule set."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

import pytest

from engine import daily
from engine.actions import Move, parse_action
from engine.codes import game_code, start
from engine.daily import (
    Certificate,
    certify,
    daily_number,
    daily_numbers,
    par_score,
    winning_length,
)
from engine.deals import NUMBERS
from engine.rulesets import CLASSIC, RULE_SETS, RuleSet
from engine.state import State, Status
from engine.variants import SPIDER
from tests.engine.playing import GOLDEN, SUITS, played

SECRET = b"sixteen letters!"
EVERY_RULE_SET = pytest.mark.parametrize("rules", SPIDER.rules, ids=lambda rules: rules.id)


def redone(day: str, suits: int, counter: int, secret: bytes) -> int:
    """The number as `docs/daily.md` tells it."""
    text = f"spider-daily|{day}|{suits}|{counter}".encode()
    if secret:
        digits = hmac.new(secret, text, "sha256").hexdigest()
    else:
        digits = hashlib.sha256(text).hexdigest()
    return int(digits[:16], 16) // 2**29


class TestNumbers:
    @pytest.mark.parametrize(
        ("day", "suits", "counter", "secret", "number"),
        [
            ("2026-01-01", 1, 0, b"", 29_042_442_541),
            ("2026-01-01", 2, 0, b"", 12_624_319_582),
            ("2026-01-22", 4, 1, b"", 22_939_026_095),
            ("0001-01-01", 1, 0, b"", 15_985_693_211),
            ("9999-12-31", 4, 12_345, b"", 2_998_045_032),
            ("2028-02-29", 2, 3, b"", 13_211_279_474),
            ("2026-01-01", 1, 0, SECRET, 6_960_622_724),
            ("2026-01-01", 4, 7, "тайна".encode(), 33_115_674_239),
        ],
    )
    def test_a_published_number_stays(
        self, day: str, suits: int, counter: int, secret: bytes, number: int
    ) -> None:
        assert redone(day, suits, counter, secret) == number
        assert daily_number(day, suits, counter, secret) == number

    @pytest.mark.parametrize("secret", [b"", SECRET, b"a", b"k" * 64, b"k" * 65, bytes(range(256))])
    def test_it_can_be_redone(self, secret: bytes) -> None:
        for suits in SUITS:
            for counter in (0, 1, 9, 10, 12_345):
                found = daily_number("2028-02-29", suits, counter, secret)
                assert found == redone("2028-02-29", suits, counter, secret)

    def test_everything_that_goes_in_counts(self) -> None:
        asked = [
            (day, suits, counter, secret)
            for day in ("2026-01-01", "2026-01-02", "2026-10-01")
            for suits in SUITS
            for counter in (0, 1, 11)
            for secret in (b"", SECRET, SECRET + b"!")
        ]
        assert len({daily_number(*one) for one in asked}) == len(asked)

    def test_they_are_spread_over_all_deals(self) -> None:
        days = [str(date(2026, 1, 1) + timedelta(days)) for days in range(4000)]
        numbers = [daily_number(day, 1, 0) for day in days]
        assert all(0 <= number < NUMBERS for number in numbers)
        for bits in (30, 0):  # the highest and the lowest five
            counts = Counter((number >> bits) % 32 for number in numbers)
            assert len(counts) == 32
            assert (
                sum((count - 125) ** 2 / 125 for count in counts.values()) < 61
            )  # one in a thousand has more

    @pytest.mark.parametrize("secret", [b"", SECRET])
    def test_they_are_tried_in_order(self, secret: bytes) -> None:
        found = [*islice(daily_numbers("2026-01-01", 4, secret), 5)]
        assert found == [daily_number("2026-01-01", 4, counter, secret) for counter in range(5)]


class TestCertify:
    @pytest.mark.parametrize("secret", [b"", SECRET])
    def test_it_takes_the_first_deal_that_is_won(
        self, secret: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lengths = dict(zip(daily_numbers("2026-01-01", 4, secret), [None, None, 130], strict=False))
        monkeypatch.setattr(daily, "winning_length", lambda suits, number: lengths[number])
        assert certify("2026-01-01", 4, secret) == Certificate(2, 130)

    def test_a_deal_that_is_not_won_has_no_length(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(daily, "BUDGET", 10)
        assert winning_length(4, 3) is None

    def test_what_it_is_published_with_stays(self) -> None:
        assert daily.BUDGET == 600_000


class Line(NamedTuple):
    """A line by which a date's game was certified."""

    day: str
    suits: int
    counter: int
    log: list[str]

    def start(self, rules: RuleSet) -> State:
        number = daily_number(self.day, self.suits, self.counter)
        return start(game_code(SPIDER, self.suits, rules, number))


def lines() -> list[Line]:
    """The recorded lines: a date, suits, the counter, and the log."""
    texts = (GOLDEN / "daily.txt").read_text("ascii").splitlines()
    fields = [text.split() for text in texts]
    return [Line(day, int(suits), int(counter), log) for day, suits, counter, *log in fields]


LINES = lines()


def moves(line: Line) -> Iterator[tuple[State, Move]]:
    """Each move of the line, with the state before it, by classic rules."""
    state = line.start(CLASSIC)
    for text in line.log:
        action = parse_action(text)
        if isinstance(action, Move):
            yield state, action
        played(state, text)


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.day}-{line.suits}")
class TestLines:
    @EVERY_RULE_SET
    def test_it_wins_with_the_par_score(self, line: Line, rules: RuleSet) -> None:
        state = played(line.start(rules), *line.log)
        assert state.status is Status.WON
        assert state.score == par_score(rules, len(line.log))

    def test_it_moves_no_whole_column_to_an_empty_one(self, line: Line) -> None:
        for state, move in moves(line):
            whole = move.count == len(state.columns[move.from_])
            assert not (whole and not state.columns[move.to])

    def test_it_moves_no_group_of_mixed_suits(self, line: Line) -> None:
        for state, move in moves(line):
            group = state.columns[move.from_][-move.count :]
            assert len({card >> 4 for card in group}) == 1

    def test_it_takes_nothing_back_and_deals_all(self, line: Line) -> None:
        assert line.log.count("deal") == 5
        assert not {"undo", "resign"} & {*line.log}


def test_there_are_lines_of_every_number_of_suits_and_of_a_second_try() -> None:
    assert Counter(line.suits for line in LINES) == {1: 4, 2: 4, 4: 4}
    assert any(line.counter for line in LINES)


def test_a_deal_is_free_by_windows_rules_only() -> None:
    scores = {id_: par_score(rules, 100) for id_, rules in RULE_SETS.items()}
    assert scores.pop("windows") == 500 + 800 - 95
    assert {*scores.values()} == {500 + 800 - 100}
