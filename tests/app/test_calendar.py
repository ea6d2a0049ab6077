"""The published calendar: its file, what is refused to be read, and the command that makes it."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from app.daily import published
from app.daily.published import FILE, FIRST, HEAD, SUITS, calendar, read_calendar
from engine.compiled import Form, form
from engine.daily import Certificate, certify
from tests.engine.test_daily import LINES, Line
from tools import certify as command

SAMPLE = [("2026-01-02", 1), ("2026-01-05", 2), ("2026-01-22", 4), ("2026-01-28", 1)]
SLOW = pytest.mark.skipif(form() is Form.UNCOMPILED, reason="takes long where nothing is compiled")
ROWS = [
    "2026-01-01,0,90,1210,0,104,1196,0,123,1177",
    "2026-01-02,0,90,1210,0,102,1198,0,138,1162",
]
WHOLE = "".join(f"{line}\n" for line in (HEAD, *ROWS))


class TestFile:
    def test_it_has_every_date_once_and_in_order(self) -> None:
        days = [line.split(",")[0] for line in FILE.read_text("ascii").splitlines()[1:]]
        last = date(2036, 12, 31)
        assert days == [str(FIRST + timedelta(gone)) for gone in range((last - FIRST).days + 1)]
        assert len(days) == 4018

    def test_it_is_read_whole(self) -> None:
        assert {suits for _, suits in calendar()} == {1, 2, 4}
        rows = FILE.read_text("ascii").count("\n") - 1
        assert len(calendar()) == 3 * rows
        assert all(50 < found.actions < 500 for found in calendar().values())
        assert all(0 <= found.counter < 50 for found in calendar().values())

    def test_it_is_what_was_published(self) -> None:
        assert FILE.read_text("ascii").startswith(WHOLE)
        assert calendar()[date(2026, 1, 22), 4] == Certificate(1, 130)

    @pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.day}-{line.suits}")
    def test_it_agrees_with_the_recorded_lines(self, line: Line) -> None:
        published = calendar()[date.fromisoformat(line.day), line.suits]
        assert published == Certificate(line.counter, len(line.log))

    @SLOW
    @pytest.mark.parametrize(("day", "suits"), SAMPLE)
    def test_certifying_again_comes_to_the_same(self, day: str, suits: int) -> None:
        assert certify(day, suits) == calendar()[date.fromisoformat(day), suits]


class TestReading:
    def test_a_calendar_holds_a_certificate_for_each_kind_of_game(self) -> None:
        found = read_calendar(WHOLE)
        assert len(found) == 6
        assert found[date(2026, 1, 2), 2] == Certificate(0, 102)
        assert read_calendar(HEAD + "\n") == {}

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "\n",
            WHOLE[:-1],
            WHOLE[:-3],
            WHOLE.replace("date", "day"),
            WHOLE.replace("2026-01-02", "2026-01-03"),
            WHOLE.replace("2026-01-02", "2026-1-2"),
            WHOLE + ROWS[1] + "\n",
            WHOLE + "\n",
            WHOLE.replace("1210", "1211"),
            WHOLE.replace(",90,", ",91,"),
            WHOLE.replace("2026-01-01,0", "2026-01-01,-1"),
            WHOLE.replace("2026-01-01,0", "2026-01-01,"),
            WHOLE.replace(",1177", ""),
            WHOLE.replace(",1177", ",1177,0"),
        ],
    )
    def test_what_was_not_written_so_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"calendar|invalid literal"):
            read_calendar(text)

    def test_the_service_does_not_start_with_a_broken_one(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(published, "FILE", tmp_path / "calendar.csv")
        published.FILE.write_text(WHOLE[:-1], "ascii")
        with pytest.raises(ValueError, match="not whole"):
            calendar.__wrapped__()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command's file, for few dates that are quickly certified."""
    path = tmp_path / "calendar.csv"
    monkeypatch.setattr("tools.certify.FILE", path)
    monkeypatch.setattr(command, "LAST", FIRST + timedelta(3))
    monkeypatch.setattr(command, "certify", lambda day, suits: Certificate(suits, int(day[8:])))
    monkeypatch.setattr(command, "_rows", lambda days, jobs: map(command.row, days))
    monkeypatch.setattr("sys.argv", ["certify"])
    return path


class TestCommand:
    def written(self, file: Path, before: str) -> str:
        """What the command makes of the file."""
        file.write_text(before, "ascii")
        command.main()
        return file.read_text("ascii")

    def test_it_writes_every_date(self, file: Path) -> None:
        command.main()
        found = read_calendar(file.read_text("ascii"))
        assert len(found) == 4 * len(SUITS)
        assert found[FIRST + timedelta(3), 4] == Certificate(4, 4)

    def test_it_leaves_what_is_there(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        before = f"{HEAD}\n{ROWS[0]}\n"
        assert self.written(file, before).startswith(f"{before}2026-01-02,1,2,")
        assert "] 4 of 4 dates" in capsys.readouterr().err

    def test_it_has_nothing_to_do_where_all_is_there(self, file: Path) -> None:
        text = self.written(file, "")
        assert command.missing() == []
        assert self.written(file, text) == text

    def test_it_goes_on_wherever_it_was_cut(self, file: Path) -> None:
        text = self.written(file, "")
        for end in range(len(text)):
            assert self.written(file, text[:end]) == text, end

    def test_stopped_by_hand_it_leaves_whole_lines(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stopped(days: list[str], jobs: int) -> Iterator[tuple[str, float]]:
            yield command.row(days[0])
            raise KeyboardInterrupt

        text = self.written(file, "")
        monkeypatch.setattr(command, "_rows", stopped)
        begun = self.written(file, "")
        assert begun == "".join(text.splitlines(keepends=True)[:2])
