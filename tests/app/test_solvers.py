"""The solvers' processes: how many, who waits, what becomes of them, and how they behave."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from app.edge.metrics import SOLVING
from app.main import app
from app.problems import Problem
from app.settings import settings
from app.solving import child, pools
from app.solving.child import ChildEnded, Question, as_line, unheard
from app.solving.pools import Pool
from app.wording.problemtexts import Code
from engine.solver import Progress, Verdict
from tests.app.client import CODE, EASY
from tests.app.server import ROOT
from tests.app.test_solving import DIES_AT_ONCE, IS_MISTAKEN, work_by

TELLS_ITS_NUMBER = 'say(answer=["lost", [], os.getpid()])'
TELLS_AND_STAYS = "say(progress=[0, None, os.getpid()]); time.sleep(60)"
TELLS_AND_DIES = 'say(answer=["lost", [], os.getpid()]); os._exit(1)'


def solving(code: str, log: list[str], budget: int) -> Question:
    fields = {"code": code, "log": log, "budget": budget, "shorten": True}
    return Question("solve", fields)


def pool(workers: int, queue: int) -> Pool:
    return Pool(workers, queue, SOLVING, "Too many.")


QUESTION = solving(CODE, [], 10)
HARD = solving(CODE, [], 10**8)
SECONDS = 30


async def number(some: Pool) -> int:
    """The process that answers."""
    _, _, process = await some.ask(QUESTION, unheard)
    assert isinstance(process, int)
    return process


async def begun(some: Pool) -> tuple[asyncio.Task[Any], int]:
    """A search that has begun and goes on, and its process."""
    told: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def report(progress: Progress) -> None:
        told.set_result(progress.positions)

    task = asyncio.create_task(some.ask(QUESTION, report))
    either: set[asyncio.Future[Any]] = {task, told}
    await asyncio.wait(either, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
    return task, told.result()


async def stopped(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def gone(process: int) -> bool:
    """Whether the process is no more, or soon will be."""
    end = time.monotonic() + SECONDS
    while lives(process) and time.monotonic() < end:
        time.sleep(0.02)
    return not lives(process)


class TestProcesses:
    def test_one_is_asked_again_and_ends_with_the_loop(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(TELLS_ITS_NUMBER, monkeypatch)

        async def scene() -> set[int]:
            some = pool(2, 0)
            found = {await number(some) for _ in range(3)}
            assert all(map(lives, found))
            return found

        (process,) = asyncio.run(scene())
        assert process != os.getpid()
        assert not lives(process)

    def test_as_many_as_are_allowed_work_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(TELLS_AND_STAYS, monkeypatch)

        async def scene() -> None:
            some = pool(2, 1)
            (one, first), (other, second) = await begun(some), await begun(some)
            assert first != second
            await stopped(one, other)
            assert not lives(first)
            assert not lives(second)

        asyncio.run(scene())

    def test_one_that_has_nothing_to_do_ends_after_a_while(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(TELLS_ITS_NUMBER, monkeypatch)
        monkeypatch.setattr(pools, "_IDLE_SECONDS", 0.05)

        async def scene() -> None:
            some = pool(1, 0)
            first = await number(some)
            await asyncio.sleep(0.5)
            assert not lives(first)
            assert await number(some) != first

        asyncio.run(scene())

    def test_all_that_have_nothing_to_do_end_at_the_close(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(TELLS_ITS_NUMBER, monkeypatch)

        async def scene() -> None:
            some = pool(2, 0)
            processes = await asyncio.gather(number(some), number(some))
            await some.close()
            assert not any(map(lives, processes))

        asyncio.run(scene())

    def test_one_that_died_meanwhile_is_replaced(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by(TELLS_AND_DIES, monkeypatch)

        async def scene() -> None:
            some = pool(1, 0)
            first = await number(some)
            await asyncio.sleep(0.3)
            assert await number(some) != first

        asyncio.run(scene())

    @pytest.mark.parametrize(
        ("script", "error"), [(DIES_AT_ONCE, ChildEnded), (IS_MISTAKEN, RuntimeError)]
    )
    def test_after_a_failure_the_next_is_answered(
        self, script: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def scene() -> None:
            some = pool(1, 0)
            work_by(script, monkeypatch)
            for _ in range(3):
                with pytest.raises(error):
                    await number(some)
            work_by(TELLS_ITS_NUMBER, monkeypatch)
            assert await number(some) > 0

        asyncio.run(scene())

    def test_one_that_is_killed_in_the_middle_is_told_of(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(TELLS_AND_STAYS, monkeypatch)

        async def scene() -> None:
            task, process = await begun(pool(1, 0))
            os.kill(process, signal.SIGKILL)
            with pytest.raises(ChildEnded):
                await task

        asyncio.run(scene())

    def test_an_answer_may_be_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by('say(answer=["won", ["10-11x12"] * 100_000, 1])', monkeypatch)

        async def scene() -> None:
            found = await pool(1, 0).ask(QUESTION, unheard)
            assert (found[0], len(found[1])) == (Verdict.WON, 100_000)

        asyncio.run(scene())


class TestQueue:
    def test_one_more_than_may_wait_is_told_to_come_back(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(TELLS_AND_STAYS, monkeypatch)

        async def scene() -> None:
            some = pool(1, 2)
            first, process = await begun(some)
            waiting = [asyncio.create_task(number(some)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Problem) as refused:
                await number(some)
            assert refused.value.code is Code.BUSY
            assert refused.value.headers == {"Retry-After": "5"}
            await stopped(waiting.pop())
            waiting.append(asyncio.create_task(number(some)))
            await asyncio.sleep(0)
            assert not any(task.done() for task in waiting)
            await stopped(first)
            assert not lives(process)
            work_by(TELLS_ITS_NUMBER, monkeypatch)
            await stopped(*waiting)
            assert await number(some) > 0

        asyncio.run(scene())

    def test_those_who_wait_are_answered_in_turn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        work_by("time.sleep(0.05); " + TELLS_ITS_NUMBER, monkeypatch)

        async def scene() -> None:
            some = pool(1, 4)
            done: list[int] = []

            async def one(place: int) -> None:
                await number(some)
                done.append(place)

            await asyncio.gather(*map(one, range(5)))
            assert done == [0, 1, 2, 3, 4]

        asyncio.run(scene())

    def test_a_full_service_says_so_and_answers_all_else(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        work_by(TELLS_AND_STAYS, monkeypatch)
        small = settings.model_copy(update={"solve_workers": 1, "solve_queue": 1})
        monkeypatch.setattr("app.solving.pools.settings", small)

        async def scene() -> None:
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://spider") as client:
                body = {"code": CODE, "log": []}
                held = [asyncio.create_task(client.post("/v1/solve", json=body)) for _ in range(2)]
                await asyncio.sleep(0.3)
                for accept in ("application/json", "application/x-ndjson"):
                    headers = {"Accept": accept}
                    response = await client.post("/v1/solve", json=body, headers=headers)
                    assert response.status_code == 503
                    assert response.headers["content-type"] == "application/problem+json"
                    assert response.headers["retry-after"] == "5"
                    assert response.json()["code"] == "busy"
                metrics = (await client.get("/metrics")).text
                assert "spider_solves_running 1.0" in metrics
                assert "spider_solves_waiting 1.0" in metrics
                won = await client.post("/v1/solve", json={"code": EASY, "log": ["1-0x2"]})
                assert won.json()["verdict"] == "won"
                await stopped(*held)

        asyncio.run(scene())


@contextmanager
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """The worker itself, with pipes of ours."""
    command = [sys.executable, *child._COMMAND]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def ask(process: subprocess.Popen[bytes], question: Question) -> None:
    assert process.stdin is not None
    process.stdin.write(as_line(question))
    process.stdin.flush()


def read(process: subprocess.Popen[bytes]) -> Any:
    """The worker's next message that is no progress."""
    assert process.stdout is not None
    while "progress" in (message := json.loads(process.stdout.readline())):
        pass
    return message


class TestWorker:
    def test_it_answers_one_question_after_the_other(self) -> None:
        with worker() as process:
            for _ in range(2):
                ask(process, solving(EASY, ["1-2", "undo"], 1000))
                verdict, line, positions = read(process)["answer"]
                assert (verdict, line) == ("won", ["1-0x2"])
                assert 0 < positions <= 1000

    def test_it_answers_every_kind_of_question(self) -> None:
        game = {"code": EASY, "log": list[str]()}
        with worker() as process:
            ask(process, Question("outlook", {**game, "budget": 1000}))
            assert read(process)["answer"] == ["open", None]
            ask(process, Question("hint", game))
            assert read(process)["answer"][0][:2] == ["1-0x2", "win"]
            ask(process, Question("what-is-not-known", game))
            assert "KeyError" in read(process)["mistake"]

    def test_it_tells_of_a_mistake_and_goes_on(self) -> None:
        with worker() as process:
            ask(process, solving("nonsense", [], 1000))
            assert "CodeError" in read(process)["mistake"]
            ask(process, solving(EASY, [], 1000))
            assert "answer" in read(process)

    @pytest.mark.parametrize("busy", [True, False])
    def test_it_ends_when_there_is_nobody_to_ask_it(self, busy: bool) -> None:
        with worker() as process:
            if busy:
                ask(process, HARD)
                time.sleep(0.5)
            assert process.poll() is None
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(timeout=SECONDS) == 0

    def test_it_ends_when_there_is_nobody_to_tell(self) -> None:
        with worker() as process:
            assert process.stdout is not None
            process.stdout.close()
            ask(process, QUESTION)
            assert process.wait(timeout=SECONDS) == 0

    def test_it_is_not_for_the_terminal_to_interrupt(self) -> None:
        with worker() as process:
            ask(process, solving(EASY, [], 1000))
            read(process)
            process.send_signal(signal.SIGINT)
            ask(process, solving(EASY, [], 1000))
            assert "answer" in read(process)

    def test_the_service_comes_first(self) -> None:
        with worker() as process:
            ask(process, QUESTION)
            read(process)
            own = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, process.pid) > own or own > 0

    def test_it_loads_nothing_but_the_engine(self) -> None:
        program = "import app.solving.worker, sys; print(*sys.modules)"
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
        )
        loaded = set(done.stdout.split())
        assert "engine.solver" in loaded
        assert not {"asyncio", "fastapi", "pydantic", "starlette", "app.settings"} & loaded
