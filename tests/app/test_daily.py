"""The day's game: which deal a date has, what is no date, and how long an answer may be kept."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest

from app.daily import dates
from app.daily.published import calendar
from engine.codes import parse_code
from engine.daily import daily_number
from engine.variants import SPIDER
from tests.app.client import answer, ask, get, problem
from tests.app.server import ROOT

FIELDS = ["date", "suits", "code", "certified", "par"]
RULES = [rules.id for rules in SPIDER.rules]
NEW_YEAR = "/v1/daily/2026-01-01"
NO_DATES = [
    "2026-1-1",
    "2026-01-1",
    "20260101",
    "2026-W01-1",
    "2026-001",
    "2026-01",
    "26-01-01",
    "02026-01-01",
    "12026-01-01",
    "-2026-01-01",
    "+2026-01-01",
    " 2026-01-01",
    "2026-01-01 ",
    "2026-01-01\n",
    "2026-01-01T00:00:00Z",
    "2026-01-01Z",
    "2026/01/01",
    "2026.01.01",
    "2026_01_01",
    "2026‐01‐01",
    "2026–01–01",
    "01-01-2026",
    "٢٠٢٦-٠١-٠١",
    "2026-01-0１",
    "0000-01-01",
    "0000-00-00",
    "2026-00-01",
    "2026-13-01",
    "2026-01-00",
    "2026-01-32",
    "2026-04-31",
    "2026-02-30",
    "2026-02-29",
    "2100-02-29",
    "today",
    "0",
    "1767225600",
    "2026-01-01\x00",
    "{today}%s",
    "2026-01-01" * 500,
]


def daily(path: str = NEW_YEAR, **query: str) -> Any:
    found = answer(get(path, params=query))
    assert list(found) == FIELDS
    return found


def at(monkeypatch: pytest.MonkeyPatch, *moment: int) -> None:
    """Have the clock stand at a moment in UTC."""
    monkeypatch.setattr(dates, "now", lambda: datetime(*moment, tzinfo=UTC))  # type: ignore[misc,arg-type]


def errors(path: str, **query: object) -> list[str]:
    """What a refused request is told to be wrong."""
    response = get(path, params=query)
    found = problem(response, 422, "invalid-request")
    assert all(error["message"] for error in found["errors"])
    return [error["pointer"] for error in found["errors"]]


class TestGame:
    @pytest.mark.parametrize("suits", [1, 2, 4])
    @pytest.mark.parametrize("day", ["2026-01-01", "2026-01-22", "2026-01-31"])
    def test_it_is_the_deal_that_was_certified(self, day: str, suits: int) -> None:
        found = daily(f"/v1/daily/{day}", suits=str(suits))
        counter, actions = calendar()[date.fromisoformat(day), suits]
        assert (found["date"], found["suits"], found["certified"]) == (day, suits, True)
        assert found["par"] == {"actions": actions, "score": 500 + 800 - actions}
        code = parse_code(found["code"])
        assert (code.variant, code.suits, code.rules.id) == (SPIDER, suits, "classic")
        assert code.source == daily_number(day, suits, counter)

    def test_it_is_of_one_suit_and_classic_if_nothing_is_said(self) -> None:
        assert daily() == daily(suits="1", rules="classic")
        assert daily()["code"] == "SP1-S1C-3BRBAJN"
        assert daily()["par"] == {"actions": 90, "score": 1210}

    @pytest.mark.parametrize("suits", ["2", "4"])
    def test_the_deal_is_the_same_in_every_rule_set(self, suits: str) -> None:
        found = [daily(suits=suits, rules=rules) for rules in RULES]
        codes = [one["code"].split("-") for one in found]
        assert [code[1] for code in codes] == [f"S{suits}{letter}" for letter in "CRTDW"]
        assert len({code[2] for code in codes}) == 1
        assert len({one["par"]["actions"] for one in found}) == 1

    def test_only_the_score_is_each_rule_sets_own(self) -> None:
        scores = {rules: daily(suits="4", rules=rules)["par"]["score"] for rules in RULES}
        assert scores.pop("windows") == 1177 + 5  # where deals cost nothing
        assert {*scores.values()} == {1177}

    def test_with_one_suit_relaxed_is_classic(self) -> None:
        assert daily(rules="relaxed") == daily(rules="classic")

    def test_its_code_can_be_played(self) -> None:
        code = daily(suits="2", rules="tavern-jack")["code"]
        state = answer(get(f"/v1/games/{code}"))
        assert (state["suits"], state["rules"], state["status"]) == (2, "tavern-jack", "playing")

    @pytest.mark.parametrize("day", ["0001-01-01", "2025-12-31", "2037-01-01", "9999-12-31"])
    @pytest.mark.parametrize("suits", [1, 2, 4])
    def test_outside_the_calendar_nothing_is_certified(self, day: str, suits: int) -> None:
        found = daily(f"/v1/daily/{day}", suits=str(suits))
        assert (found["certified"], found["par"]) == (False, None)
        assert parse_code(found["code"]).source == daily_number(day, suits, 0)

    def test_later_days_are_told_as_well(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at(monkeypatch, 2026, 1, 1)
        assert daily("/v1/daily/2026-01-02")["certified"] is True

    def test_the_examples_of_the_document_are_true(self) -> None:
        text = (ROOT / "docs" / "daily.md").read_text("utf-8").replace("\\|", "|")
        found = re.findall(
            r"^\| `spider-daily\|(.+)\|(.)\|(.)`(?:, .*`(.+)`)? \| `(.+)` \| (.+) \| `(.+)` \|$",
            text,
            re.MULTILINE,
        )
        assert len(found) == 3
        for day, suits, counter, secret, digest, number, code in found:
            assert daily_number(day, int(suits), int(counter), secret.encode()) == int(number)
            assert int(digest, 16) >> 29 == int(number)
            read = parse_code(code)
            assert (read.suits, read.source) == (int(suits), int(number))


class TestDates:
    @pytest.mark.parametrize("text", NO_DATES)
    def test_what_is_no_date_is_refused(self, text: str) -> None:
        response = get(f"/v1/daily/{quote(text, safe='')}")
        if "/" in text:
            problem(response, 404, "not-found")
            return
        (error,) = problem(response, 422, "invalid-request")["errors"]
        assert error["pointer"] == "#path/date"
        assert error["message"] == "A date of the calendar is expected, as 2026-01-31."

    @pytest.mark.parametrize("day", ["2028-02-29", "2000-02-29", "2400-02-29", "0004-02-29"])
    def test_leap_days_are_dates(self, day: str) -> None:
        assert daily(f"/v1/daily/{day}")["date"] == day

    @pytest.mark.parametrize(
        ("language", "words"), [("bg", "календарна"), ("ca", "calendari"), ("ru", "календарная")]
    )
    def test_it_is_told_in_the_readers_language(self, language: str, words: str) -> None:
        response = get(f"/v1/daily/2026-02-30?lang={language}")
        (error,) = problem(response, 422, "invalid-request")["errors"]
        assert words in error["message"]

    def test_a_trailing_slash_is_not_found(self) -> None:
        for path in ("/v1/daily/", NEW_YEAR + "/"):
            problem(get(path), 404, "not-found")

    @pytest.mark.parametrize("path", ["/v1/daily", NEW_YEAR])
    def test_it_is_only_read(self, path: str) -> None:
        response = ask("POST", path)
        problem(response, 405, "method-not-allowed")
        assert response.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("path", ["/v1/daily", NEW_YEAR])
class TestQuery:
    @pytest.mark.parametrize(
        "suits",
        ["3", "0", "-1", "01", "1.0", "+1", " 1", "1 ", "", "one", "٤", "１", "1,2", "true"],
    )
    def test_other_numbers_of_suits_are_refused(self, path: str, suits: str) -> None:
        assert errors(path, suits=suits) == ["#query/suits"]

    @pytest.mark.parametrize("rules", ["", "C", "Classic", "classic ", "tavern_jack", "none"])
    def test_other_rules_are_refused(self, path: str, rules: str) -> None:
        assert errors(path, rules=rules) == ["#query/rules"]

    def test_each_is_said_once(self, path: str) -> None:
        assert errors(path, suits=["1", "1"]) == ["#query/suits"]
        assert errors(path, suits=["1", "2"], rules=["classic"] * 2) == [
            "#query/suits",
            "#query/rules",
        ]

    def test_all_that_is_wrong_is_told(self, path: str) -> None:
        assert errors(path, suits="3", rules="none") == ["#query/suits", "#query/rules"]

    def test_nothing_of_it_is_repeated(self, path: str) -> None:
        response = get(f"{path}?suits=needle&rules=needle")
        problem(response, 422, "invalid-request")
        assert "needle" not in response.text

    def test_other_parameters_are_passed_over(self, path: str) -> None:
        assert daily(path, lang="ca", date="2030-01-01", secret="x", counter="3") == daily(path)


class TestToday:
    def test_it_is_the_date_in_utc(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at(monkeypatch, 2026, 1, 21, 23, 59, 59, 999_999)
        before = daily("/v1/daily")
        at(monkeypatch, 2026, 1, 22)
        after = daily("/v1/daily")
        assert (before["date"], after["date"]) == ("2026-01-21", "2026-01-22")
        for found in (before, after):
            assert found == daily(f"/v1/daily/{found['date']}")

    def test_it_is_of_the_same_kinds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at(monkeypatch, 2026, 1, 22, 12)
        query = {"suits": "4", "rules": "windows"}
        assert daily("/v1/daily", **query) == daily("/v1/daily/2026-01-22", **query)

    def test_the_clock_is_the_machines(self) -> None:
        before = datetime.now(UTC)
        assert before <= dates.now() <= datetime.now(UTC)
        assert dates.now().utcoffset() == timedelta(0)

    @pytest.mark.parametrize(
        ("moment", "seconds"),
        [
            ((2026, 1, 22), 86_400),
            ((2026, 1, 22, 0, 0, 0, 1), 86_399),
            ((2026, 1, 22, 0, 0, 1), 86_399),
            ((2026, 1, 22, 12), 43_200),
            ((2026, 1, 22, 23, 59, 58), 2),
            ((2026, 1, 22, 23, 59, 58, 500_000), 1),
            ((2026, 1, 22, 23, 59, 59, 500_000), 0),
            ((2028, 2, 29, 23), 3_600),
            ((9999, 12, 31, 23, 59), 60),
        ],
    )
    def test_it_may_be_kept_until_midnight(
        self, moment: tuple[int, ...], seconds: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        at(monkeypatch, *moment)
        headers = get("/v1/daily").headers
        assert headers["cache-control"] == f"public, max-age={seconds}"

    def test_nothing_is_left_of_a_day_that_is_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at(monkeypatch, 2026, 1, 22, 0, 0, 3)
        assert dates.seconds_left(date(2026, 1, 21)) == 0

    def test_what_is_known_is_not_sent_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at(monkeypatch, 2026, 1, 22, 12)
        tag = get("/v1/daily").headers["etag"]
        assert tag == get("/v1/daily/2026-01-22").headers["etag"]
        at(monkeypatch, 2026, 1, 22, 13)
        again = get("/v1/daily", headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == "public, max-age=39600"
        at(monkeypatch, 2026, 1, 23)
        assert get("/v1/daily", headers={"If-None-Match": tag}).status_code == 200

    def test_head_is_get_without_a_body(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at(monkeypatch, 2026, 1, 22, 12)
        headers = {"X-Request-ID": "one"}
        response = ask("HEAD", "/v1/daily", headers=headers)
        assert (response.status_code, response.content) == (200, b"")
        assert response.headers == get("/v1/daily", headers=headers).headers
