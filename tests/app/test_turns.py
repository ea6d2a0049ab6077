"""Long replays take turns, and no short request waits for them."""

import asyncio

import pytest

from app import turns
from app.problems import Problem
from app.turns import PIECE, turn
from app.wording.problemtexts import Code

LONG = PIECE + 1


@pytest.fixture(autouse=True)
def two_places_and_three_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_places", asyncio.Semaphore(2))
    monkeypatch.setattr(turns, "_MOST_WAITING", 3)


async def _hold(actions: int, end: asyncio.Event) -> None:
    async with turn(actions):
        await end.wait()


async def _held(count: int, end: asyncio.Event) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(_hold(LONG, end)) for _ in range(count)]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


def test_a_short_log_never_waits() -> None:
    async def scene() -> None:
        end = asyncio.Event()
        tasks = await _held(5, end)
        async with asyncio.timeout(1):
            async with turn(PIECE):
                pass
        end.set()
        await asyncio.gather(*tasks)

    asyncio.run(scene())


def test_a_long_log_waits_until_another_is_done() -> None:
    async def scene() -> None:
        end = asyncio.Event()
        tasks = await _held(2, end)
        third = asyncio.create_task(_hold(LONG, end))
        await asyncio.sleep(0)
        assert not third.done()
        end.set()
        await asyncio.gather(*tasks, third)

    asyncio.run(scene())


def test_where_too_many_wait_one_more_is_told_to_come_back() -> None:
    async def scene() -> None:
        end = asyncio.Event()
        tasks = await _held(5, end)
        with pytest.raises(Problem) as refused:
            async with turn(LONG):
                pass
        assert refused.value.code is Code.BUSY
        assert refused.value.headers == {"Retry-After": "2"}
        end.set()
        await asyncio.gather(*tasks)
        async with turn(LONG):
            pass

    asyncio.run(scene())


def test_one_who_goes_away_gives_its_seat_back() -> None:
    async def scene() -> None:
        end = asyncio.Event()
        tasks = await _held(5, end)
        for task in tasks[2:]:
            task.cancel()
        await asyncio.gather(*tasks[2:], return_exceptions=True)
        waiting = await _held(3, end)
        end.set()
        await asyncio.gather(*tasks[:2], *waiting)

    asyncio.run(scene())
