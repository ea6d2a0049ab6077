"""The day's game with a secret: its numbers, days to come, and certificates made on demand."""

import asyncio
import hmac
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

from app.daily.certificates import Certificates, Day
from app.main import app
from app.problems import Problem
from app.settings import settings
from app.solving.child import ChildEnded, Question, Report
from app.solving.pools import Pool
from app.wording.problemtexts import Code
from engine.codes import parse_code
from engine.compiled import Form, form
from engine.daily import Certificate, certify, daily_number
from tests.app.client import answer, ask, get, post, problem
from tests.app.conftest import Lines
from tests.app.server import BY_MODULE, BY_UVICORN, ROOT, served
from tests.app.test_daily import at
from tests.app.test_solvers import ask as ask_worker
from tests.app.test_solvers import read, worker
from tests.app.test_solving import DIES_AT_ONCE, IS_MISTAKEN, work_by

SECRET = "needle in a haystack"
KEY = SECRET.encode()
SECONDS = 30
TODAY = "2026-03-01"
FINDS = "say(answer=[2, 99])"


def set_to(monkeypatch: pytest.MonkeyPatch, **values: Any) -> None:
    changed = settings.model_copy(update=values)
    monkeypatch.setattr("app.routes.daily.settings", changed)
    monkeypatch.setattr("app.solving.pools.settings", changed)


@pytest.fixture(autouse=True)
def secretive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service with a secret, on a day in 2026 at noon, that remembers nothing yet."""
    set_to(monkeypatch, daily_secret=SecretStr(SECRET), solve_workers=1, solve_queue=16)
    monkeypatch.setattr("app.routes.daily.certificates", Certificates())
    at(monkeypatch, 2026, 3, 1, 12)
    work_by(FINDS, monkeypatch)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Day]:
    """What has been searched for."""
    found: list[Day] = []
    original = Pool.ask

    async def counted(self: Pool, question: Question, report: Report) -> Any:
        assert question.kind == "certify"
        found.append(Day(**question.fields))
        return await original(self, question, report)

    monkeypatch.setattr(Pool, "ask", counted)
    return found


def secret_number(day: str, suits: int, counter: int, secret: bytes = KEY) -> int:
    text = f"spider-daily|{day}|{suits}|{counter}".encode()
    return int.from_bytes(hmac.digest(secret, text, "sha256")[:8], "big") // 2**29


class TestNumbers:
    @pytest.mark.parametrize("suits", [1, 2, 4])
    def test_they_are_the_secrets(self, suits: int) -> None:
        found = answer(get(f"/v1/daily/{TODAY}?suits={suits}&rules=windows"))
        assert parse_code(found["code"]).source == secret_number(TODAY, suits, 2)
        assert found["certified"] is True
        assert found["par"] == {"actions": 99, "score": 500 + 800 - 99 + 5}

    @pytest.mark.parametrize("secret", ["тайна на деня и нощта", "\udcff" * 16])
    def test_a_secret_may_have_any_letters(
        self, secret: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_to(monkeypatch, daily_secret=SecretStr(secret))
        found = answer(get(f"/v1/daily/{TODAY}"))
        key = os.fsencode(secret)
        assert parse_code(found["code"]).source == secret_number(TODAY, 1, 2, key)

    @pytest.mark.skipif(form() is Form.UNCOMPILED, reason="takes long where nothing is compiled")
    def test_the_worker_certifies_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.undo()
        set_to(monkeypatch, daily_secret=SecretStr(SECRET))
        monkeypatch.setattr("app.routes.daily.certificates", Certificates())
        at(monkeypatch, 2026, 3, 1)
        found = answer(get(f"/v1/daily/{TODAY}?suits=2"))
        counter, actions = certify(TODAY, 2, KEY)
        assert parse_code(found["code"]).source == secret_number(TODAY, 2, counter)
        assert found["par"]["actions"] == actions

    @pytest.mark.parametrize("day", ["0001-01-01", "2025-12-31"])
    def test_before_the_first_date_nothing_is_certified(
        self, day: str, searches: list[Day]
    ) -> None:
        found = answer(get(f"/v1/daily/{day}?suits=4"))
        assert (found["certified"], found["par"]) == (False, None)
        assert parse_code(found["code"]).source == secret_number(day, 4, 0)
        assert searches == []

    def test_from_the_first_date_on_all_are(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at(monkeypatch, 2040, 1, 1)
        for day in ("2026-01-01", "2036-12-31", "2037-01-01", "2040-01-01"):
            assert answer(get(f"/v1/daily/{day}"))["certified"] is True

    def test_where_nothing_is_solved_nothing_is_certified(
        self, searches: list[Day], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        set_to(monkeypatch, daily_secret=SecretStr(SECRET), solve=False)
        found = answer(get(f"/v1/daily/{TODAY}"))
        assert (found["certified"], found["par"]) == (False, None)
        assert parse_code(found["code"]).source == secret_number(TODAY, 1, 0)
        problem(get("/v1/daily/2026-03-02"), 404, "not-yet")
        assert searches == []


class TestDaysToCome:
    @pytest.mark.parametrize("day", ["2026-03-02", "2026-12-31", "2037-01-01", "9999-12-31"])
    @pytest.mark.parametrize("method", ["GET", "HEAD"])
    def test_they_are_not_told(self, day: str, method: str, searches: list[Day]) -> None:
        response = ask(method, f"/v1/daily/{day}?suits=4")
        assert response.status_code == 404
        assert response.headers["cache-control"] == "no-store"
        if method == "GET":
            found = problem(response, 404, "not-yet")
            assert found["detail"] == "Today is 2026-03-01 in UTC; later days have no game yet."
        assert searches == []

    @pytest.mark.parametrize("language", ["bg", "ca", "ru"])
    def test_that_is_said_in_the_readers_language(self, language: str) -> None:
        english = problem(get("/v1/daily/2026-03-02"), 404, "not-yet")
        found = problem(get(f"/v1/daily/2026-03-02?lang={language}"), 404, "not-yet")
        assert found["title"] != english["title"]
        assert found["detail"] != english["detail"]
        assert TODAY in found["detail"]

    def test_a_day_begins_at_midnight(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at(monkeypatch, 2026, 3, 1, 23, 59, 59, 999_999)
        problem(get("/v1/daily/2026-03-02"), 404, "not-yet")
        assert answer(get("/v1/daily"))["date"] == TODAY
        at(monkeypatch, 2026, 3, 2)
        assert answer(get("/v1/daily/2026-03-02")) == answer(get("/v1/daily"))

    def test_what_is_wrong_with_the_request_comes_first(self) -> None:
        problem(get("/v1/daily/2027-02-29"), 422, "invalid-request")
        problem(get("/v1/daily/2027-02-28?suits=3"), 422, "invalid-request")


class TestKeeping:
    def test_a_day_that_has_come_may_be_kept(self) -> None:
        for day in ("2025-01-01", "2026-02-28", TODAY):
            headers = get(f"/v1/daily/{day}").headers
            assert headers["cache-control"] == "public, max-age=86400"

    def test_today_may_be_kept_until_midnight(self) -> None:
        response = get("/v1/daily")
        assert response.headers["cache-control"] == "public, max-age=43200"
        again = get("/v1/daily", headers={"If-None-Match": response.headers["etag"]})
        assert again.status_code == 304

    def test_the_time_of_the_search_is_taken_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def slowly(self: Pool, question: Question, report: Report) -> list[int]:
            at(monkeypatch, 2026, 3, 2, 0, 0, 5)
            return [0, 90]

        monkeypatch.setattr(Pool, "ask", slowly)
        at(monkeypatch, 2026, 3, 1, 23, 59, 58)
        response = get("/v1/daily")
        assert answer(response)["date"] == TODAY
        assert response.headers["cache-control"] == "public, max-age=0"


async def ask_at_once(*paths: str) -> list[httpx.Response]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://spider") as client:
        return await asyncio.gather(*map(client.get, paths))


class TestSearches:
    def test_twenty_who_ask_at_once_are_one_search(
        self, searches: list[Day], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by("time.sleep(0.3); " + FINDS, monkeypatch)
        set_to(monkeypatch, daily_secret=SecretStr(SECRET), solve_workers=1, solve_queue=0)
        paths = [f"/v1/daily/{TODAY}", "/v1/daily", f"/v1/daily/{TODAY}?rules=tavern-jack"]
        found = asyncio.run(ask_at_once(*(paths * 7)[:20]))
        assert {response.status_code for response in found} == {200}
        assert len({response.json()["code"].rpartition("-")[2] for response in found}) == 1
        assert searches == [Day(TODAY, 1, KEY.hex())]

    def test_a_date_is_certified_once_for_each_number_of_suits(self, searches: list[Day]) -> None:
        for _ in range(3):
            for suits in (1, 2, 4):
                for rules in ("classic", "windows"):
                    answer(get(f"/v1/daily/{TODAY}?suits={suits}&rules={rules}"))
        assert Counter(day.suits for day in searches) == {1: 1, 2: 1, 4: 1}

    def test_where_too_many_wait_the_next_is_told_to_come_back(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by("time.sleep(0.5); " + FINDS, monkeypatch)
        set_to(monkeypatch, daily_secret=SecretStr(SECRET), solve_workers=1, solve_queue=1)
        days = [f"/v1/daily/2026-01-0{day}" for day in range(1, 5)]
        found = asyncio.run(ask_at_once(*days))
        assert sorted(response.status_code for response in found) == [200, 200, 503, 503]
        refused = next(response for response in found if response.status_code == 503)
        problem(refused, 503, "busy")
        assert refused.headers["retry-after"] == "5"
        for day in days:
            assert answer(get(day))["certified"] is True

    def test_a_search_that_is_interrupted_may_be_made_again(
        self, lines: Lines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(DIES_AT_ONCE, monkeypatch)
        response = get(f"/v1/daily/{TODAY}")
        found = problem(response, 503, "solve-interrupted")
        assert found["detail"] == "The search was interrupted; try again."
        assert response.headers["retry-after"] == "5"
        told = next(line for line in lines() if line["message"] == "a search was interrupted")
        assert (told["date"], told["suits"]) == (TODAY, 1)
        work_by(FINDS, monkeypatch)
        assert answer(get(f"/v1/daily/{TODAY}"))["certified"] is True

    def test_a_mistake_of_the_worker_is_the_services(
        self, lines: Lines, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(IS_MISTAKEN, monkeypatch)
        problem(get(f"/v1/daily/{TODAY}"), 500, "internal-error")
        assert "mistake" in [line["message"] for line in lines()]


def day(number: int) -> Day:
    return Day(f"2026-01-{number:02}", 1, KEY.hex())


class Bench:
    """Stands for the pool of solvers: what has begun, what was dropped, and results at will."""

    def __init__(self) -> None:
        self.begun: list[Day] = []
        self.dropped: list[Day] = []
        self.results: dict[Day, asyncio.Future[Certificate]] = {}

    async def ask(self, question: Question, report: Report) -> Certificate:
        day = Day(**question.fields)
        self.begun.append(day)
        self.results[day] = asyncio.get_running_loop().create_future()
        try:
            return await self.results[day]
        except asyncio.CancelledError:
            self.dropped.append(day)
            raise

    async def wait(self, some: Certificates, *days: Day) -> list[asyncio.Task[Certificate]]:
        """Those who have begun to wait for the days."""
        tasks = [asyncio.create_task(some.of(one)) for one in days]
        for _ in range(5):
            await asyncio.sleep(0)
        return tasks

    async def given(self, some: Certificates, *days: Day) -> None:
        """Have days certified one after the other, if they are not known."""
        for one in days:
            (task,) = await self.wait(some, one)
            if not task.done():
                self.results[one].set_result(Certificate(0, int(one.date[8:])))
            assert (await task).actions == int(one.date[8:])


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    found = Bench()
    monkeypatch.setattr("app.daily.certificates.solvers", lambda: found)
    return found


class TestMemory:
    def test_the_one_not_asked_for_longest_is_forgotten(self, bench: Bench) -> None:
        async def play(some: Certificates) -> None:
            await bench.given(some, day(1), day(2), day(3), day(1))
            assert bench.begun == [day(1), day(2), day(3)]
            await bench.given(some, day(4))
            assert [*some._kept] == [day(3), day(1), day(4)]
            await bench.given(some, day(1), day(3), day(4))
            assert len(bench.begun) == 4
            await bench.given(some, day(2))
            assert bench.begun[4:] == [day(2)]
            assert (len(some._kept), some._searches) == (3, {})

        asyncio.run(play(Certificates(3)))

    def test_it_holds_some_thousand(self) -> None:
        assert 1_000 <= Certificates()._most_kept <= 10_000

    def test_who_leaves_ends_no_search_that_others_wait_for(self, bench: Bench) -> None:
        async def play(some: Certificates) -> None:
            one, other = await bench.wait(some, day(1), day(1))
            one.cancel()
            await asyncio.wait({one})
            assert bench.dropped == []
            bench.results[day(1)].set_result(Certificate(3, 70))
            assert await other == Certificate(3, 70)
            assert bench.begun == [day(1)]

        asyncio.run(play(Certificates()))

    def test_where_all_leave_the_search_ends(self, bench: Bench) -> None:
        async def play(some: Certificates) -> None:
            waiting = await bench.wait(some, day(1), day(1))
            for task in waiting:
                task.cancel()
            await asyncio.wait(waiting)
            assert bench.dropped == [day(1)]
            assert some._searches == {}
            await bench.given(some, day(1))
            assert bench.begun == [day(1), day(1)]

        asyncio.run(play(Certificates()))

    @pytest.mark.parametrize("failure", [ChildEnded(), RuntimeError("mistake")])
    def test_a_failure_is_everyones_and_is_not_kept(self, bench: Bench, failure: Exception) -> None:
        async def play(some: Certificates) -> None:
            waiting = await bench.wait(some, day(1), day(1))
            bench.results[day(1)].set_exception(failure)
            for found in await asyncio.gather(*waiting, return_exceptions=True):
                assert isinstance(found, Problem | RuntimeError)
                assert not isinstance(found, Problem) or found.code is Code.SOLVE_INTERRUPTED
            await bench.given(some, day(1))

        asyncio.run(play(Certificates()))

    def test_another_secret_is_another_game(self, bench: Bench) -> None:
        async def play(some: Certificates) -> None:
            other = day(1)._replace(secret="00" * 16)
            await bench.given(some, day(1), other)
            assert bench.begun == [day(1), other]

        asyncio.run(play(Certificates()))


class TestSecrecy:
    def test_the_worker_is_told_on_its_standard_input_only(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.undo()
        secret = b"s" * 40
        with worker() as process:
            ask_worker(process, Question("certify", Day("2026-01-01", 1, secret.hex())._asdict()))
            command = Path(f"/proc/{process.pid}/cmdline")
            if command.exists():
                assert b"daily" not in command.read_bytes()
                assert secret.hex().encode() not in command.read_bytes()
            if form() is Form.COMPILED:
                assert read(process)["answer"] == [*certify("2026-01-01", 1, secret)]

    def test_it_is_in_no_answer_no_line_and_no_setting_that_is_shown(self, lines: Lines) -> None:
        asked = [f"/v1/daily/{TODAY}", "/v1/daily", "/v1/daily/2026-03-02", "/v1/daily/x"]
        asked += ["/openapi.json", "/metrics", "/readyz"]
        shown = "".join(get(path).text for path in asked) + str(lines())
        shown += repr(settings.model_copy(update={"daily_secret": SecretStr(SECRET)}))
        assert SECRET not in shown
        assert KEY.hex() not in shown

    @pytest.mark.parametrize("path", ["/v1/solve", "/v1/games"])
    @pytest.mark.parametrize("field", ["date", "secret", "kind"])
    def test_nobody_else_may_be_asked_for_a_date(self, path: str, field: str) -> None:
        body = {"code": "SP1-S1C-AAAAAAD", "log": []} if path == "/v1/solve" else {}
        found = problem(post(path, {**body, field: "2026-03-02"}), 422, "invalid-request")
        assert [error["pointer"] for error in found["errors"]] == [f"/{field}"]

    @pytest.mark.parametrize("secret", ["", "needle", "fifteen-letters"])
    @pytest.mark.parametrize("command", [BY_MODULE, BY_UVICORN], ids=["module", "uvicorn"])
    def test_one_that_is_too_short_stops_the_start_and_is_not_shown(
        self, secret: str, command: tuple[str, ...]
    ) -> None:
        done = subprocess.run(
            [sys.executable, *(word.format(port=0) for word in command)],
            cwd=ROOT,
            env={**os.environ, "SPIDER_DAILY_SECRET": secret},
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
        )
        assert done.returncode != 0
        assert "daily_secret" in done.stderr
        assert "16" in done.stderr
        assert not secret or secret not in done.stdout + done.stderr

    def test_a_service_that_listens_keeps_it(self, tmp_path: Path) -> None:
        with served(tmp_path, env={"SPIDER_DAILY_SECRET": SECRET}) as running:
            found = answer(running.ask("GET", "/v1/daily/2025-12-31"))
            assert parse_code(found["code"]).source == secret_number("2025-12-31", 1, 0)
            problem(running.ask("GET", "/v1/daily/9999-12-31"), 404, "not-yet")
            assert SECRET not in running.output.read_text("utf-8")


def test_who_hangs_up_ends_the_search(bench: Bench) -> None:
    async def play() -> None:
        hung_up = asyncio.Event()
        messages = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            if messages:
                return messages.pop()
            await hung_up.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            raise AssertionError("there is nobody to be answered")

        path = f"/v1/daily/{TODAY}"
        scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode()}
        scope |= {"query_string": b"", "headers": [], "client": ("127.0.0.1", 1)}
        task = asyncio.create_task(app(scope, receive, send))
        while not bench.begun:
            await asyncio.sleep(0)
        hung_up.set()
        await task
        assert bench.dropped == bench.begun

    asyncio.run(asyncio.wait_for(play(), SECONDS))


def test_without_a_secret_the_published_calendar_holds(
    searches: list[Day], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to(monkeypatch, daily_secret=None, solve=False)
    found = answer(get("/v1/daily/2026-01-01"))
    assert parse_code(found["code"]).source == daily_number("2026-01-01", 1, 0)
    assert found["certified"] is True
    assert searches == []
