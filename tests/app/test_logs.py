"""Log lines: one JSON object a request, with what is needed to find it again."""

import io
import json
import logging
import re
import sys

import pytest

from app.edge.logs import JsonLines, set_up_logs
from app.main import create_app
from tests.app.client import CODE, ask, get, post_bytes
from tests.app.conftest import Lines

TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
OWN_ID = re.compile(r"[0-9a-f]{32}")


class TestRequests:
    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [
            ("GET", f"/v1/games/{CODE}", 200),
            ("HEAD", "/v1/variants", 200),
            ("POST", "/v1/games", 415),
            ("OPTIONS", "/v1/games", 405),
            ("GET", "/nothing", 404),
            ("GET", "/v1/games/x", 422),
            ("GET", "/readyz", 503),
        ],
    )
    def test_each_has_exactly_one_line(
        self, method: str, path: str, status: int, lines: Lines
    ) -> None:
        response = ask(method, path)
        (line,) = lines()
        assert (line["method"], line["path"], line["status"]) == (method, path, status)
        assert line["request_id"] == response.headers["x-request-id"]
        assert line["traceparent"] is None
        assert (line["level"], line["logger"]) == ("info", "spider.requests")
        assert line["milliseconds"] >= 0

    def test_a_body_that_is_refused_has_one_too(self, lines: Lines) -> None:
        post_bytes(b"{")
        assert [line["path"] for line in lines()] == ["/v1/games"]

    def test_a_mistake_has_its_trace_and_one_line(self, lines: Lines) -> None:
        app = create_app()

        @app.get("/mistake")
        async def make_a_mistake() -> None:
            raise RuntimeError("what it was")

        response = get("/mistake", app=app)
        mistake, line = lines()
        assert (mistake["level"], line["status"]) == ("error", 500)
        assert "what it was" in mistake["exception"]
        assert mistake["request_id"] == line["request_id"] == response.headers["x-request-id"]

    def test_nothing_of_a_query_or_body_is_logged(self, lines: Lines) -> None:
        get(f"/v1/games/{CODE}?log=needle")
        post_bytes(b'{"needle": "needle"}')
        assert "needle" not in json.dumps(lines())

    def test_a_long_path_is_cut(self, lines: Lines) -> None:
        get("/" + "a" * 20_000)
        assert len(json.dumps(lines())) < 1500


class TestTrace:
    def test_a_valid_one_is_kept(self, lines: Lines) -> None:
        get("/healthz", headers={"traceparent": TRACEPARENT})
        assert lines()[0]["traceparent"] == TRACEPARENT

    @pytest.mark.parametrize(
        "value",
        [
            "",
            "x",
            TRACEPARENT.upper(),
            TRACEPARENT + " x",
            TRACEPARENT[:-1],
            TRACEPARENT + "0",
            "ff" + TRACEPARENT[2:],
            "00-" + "0" * 32 + TRACEPARENT[35:],
            TRACEPARENT[:36] + "0" * 16 + "-01",
            TRACEPARENT.replace("4", "٤"),
            "00-" * 9999,
        ],
    )
    def test_an_invalid_one_is_null(self, value: str, lines: Lines) -> None:
        get("/healthz", headers=[(b"traceparent", value.encode())])
        assert lines()[0]["traceparent"] is None


class TestRequestId:
    @pytest.mark.parametrize("value", ["a", "A-b_c.9", "0" * 64])
    def test_a_valid_one_is_kept(self, value: str, lines: Lines) -> None:
        response = get("/healthz", headers={"X-Request-ID": value})
        assert response.headers["x-request-id"] == lines()[0]["request_id"] == value

    @pytest.mark.parametrize(
        "value", ["", " ", "a b", "a\tb", "é", "0" * 65, "a,b", '"}', "{{}}", "<b>", "%0A", "٣"]
    )
    def test_junk_is_replaced(self, value: str, lines: Lines) -> None:
        response = get("/healthz", headers=[(b"X-Request-ID", value.encode())])
        assert OWN_ID.fullmatch(response.headers["x-request-id"])
        assert lines()[0]["request_id"] == response.headers["x-request-id"]

    def test_each_request_gets_its_own(self) -> None:
        assert len({get("/healthz").headers["x-request-id"] for _ in range(5)}) == 5


@pytest.mark.parametrize(
    "path", ["/%0A%7B%22status%22:200%7D", "/%0D%0A", "/%E2%80%A8x", "/%00%1B"]
)
def test_a_path_cannot_make_a_line_of_its_own(path: str, lines: Lines) -> None:
    get(path)
    assert [line["status"] for line in lines()] == [404]


class TestFormat:
    def test_extra_values_are_members(self) -> None:
        record = logging.makeLogRecord({"msg": "a %s", "args": ("b",), "levelname": "INFO", "n": 1})
        line = json.loads(JsonLines().format(record))
        assert (line["message"], line["level"], line["n"]) == ("a b", "info", 1)
        assert line["time"].endswith("+00:00")

    def test_what_json_does_not_know_is_written_as_text(self) -> None:
        record = logging.makeLogRecord({"msg": "\n\u2028", "thing": {1}})
        line = JsonLines().format(record)
        assert len(line.splitlines()) == 1
        assert json.loads(line)["thing"] == "{1}"

    def test_logs_go_to_standard_output(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loggers = [logging.getLogger(name) for name in ("spider", "uvicorn", "uvicorn.access")]
        before = [(log.handlers, log.level, log.propagate, log.disabled) for log in loggers]
        stream = io.StringIO()
        monkeypatch.setattr(sys, "stdout", stream)
        set_up_logs("warning")
        for logger in loggers:
            logger.info("not this")
            logger.warning("this")
        for logger, kept in zip(loggers, before, strict=True):
            logger.handlers, logger.level, logger.propagate, logger.disabled = kept
        assert [json.loads(line)["logger"] for line in stream.getvalue().splitlines()] == [
            "spider",
            "uvicorn",
        ]
