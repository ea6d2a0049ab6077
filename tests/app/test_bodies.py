"""Bodies that are no JSON, too large, or made to harm: each is a small, quick, clear problem."""

import json
import time
from collections.abc import AsyncIterator

import pytest

from app.bodies import read_json
from app.problems import Problem
from app.settings import settings
from tests.app.client import CODE, answer, any_problem, ask, get, post_bytes, problem

MEDIA_TYPES_READ = [
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json; charset=utf8",
]
MEDIA_TYPES_REFUSED = [
    "",
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "application/problem+json",
    "application/json; charset=utf-16",
    "application/json; charset=latin-1",
    "*/*",
    "application/json, text/plain",
    ";" * 5000,
]
NOT_JSON = {
    "nothing": b"",
    "spaces": b"  \n ",
    "a word": b"spider",
    "half an object": b'{"suits": ',
    "two objects": b"{}{}",
    "a trailing comma": b'{"suits": 4,}',
    "single quotes": b"{'suits': 4}",
    "a comment": b"{} // none",
    "NaN": b'{"number": NaN}',
    "Infinity": b'{"number": Infinity}',
    "minus Infinity": b'{"number": -Infinity}',
    "1e400": b'{"number": 1e400}',
    "-1e400": b'{"number": -1e400}',
    "duplicate keys": b'{"suits": 1, "suits": 4}',
    "duplicate keys that are escaped": b'{"suits": 1, "su\\u0069ts": 4}',
    "duplicate keys deep down": b'{"variant": [{"a": 1, "a": 1}]}',
    "half a pair": b'{"variant": "\\ud800"}',
    "the other half": b'{"variant": "\\udc00 a"}',
    "half a pair in a key": b'{"\\ud800": 1}',
    "half a pair deep down": b'{"variant": [{"a": ["\\uDFFF"]}]}',
    "pairs in the wrong order": b'{"variant": "\\udc00\\ud800"}',
    "half a pair in raw bytes": b'{"variant": "\xed\xa0\x80"}',
    "broken UTF-8": b'{"variant": "\xff"}',
    "an overlong slash": b'{"variant": "\xc0\xaf"}',
    "UTF-16": '{"suits": 4}'.encode("utf-16"),
    "UTF-32": '{"suits": 4}'.encode("utf-32-le"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "zero bytes": b"\x00\x00\x00",
    "a raw control character": b'{"variant": "a\nb"}',
    "a leading zero": b'{"suits": 04}',
    "a plus sign": b'{"suits": +4}',
    "a hexadecimal number": b'{"suits": 0x4}',
    "full-width digits": '{"suits": ４}'.encode(),
    "a number of 5,000 digits": b'{"number": ' + b"9" * 5000 + b"}",
    "a fraction of 5,000 digits and a large exponent": b"9" * 5000 + b".5e9999",
    "500 lists": b"[" * 500 + b"]" * 500,
    "500 objects": b'{"a":' * 500 + b"1" + b"}" * 500,
    "500 lists in a field": b'{"code": "", "log": ' + b"[" * 500 + b"]" * 500 + b"}",
    "3,000 lists": b"[" * 3000 + b"]" * 3000,
    "100,000 lists": b"[" * 100_000 + b"]" * 100_000,
    "100,000 open lists": b"[" * 100_000,
    "100,000 open objects": b'{"a":' * 100_000,
}
NOT_THE_SCHEMA = {
    "99 lists": b"[" * 99 + b"]" * 99,
    "101 lists side by side": b"[" + b"[]," * 101 + b"0]",
    "50,000 keys": json.dumps(dict.fromkeys(map(str, range(50_000)), 0)).encode(),
    "9,999 wrong items": json.dumps({"code": CODE, "log": [0] * 9999}).encode(),
    "99 unknown keys": json.dumps(dict.fromkeys(map(str, range(99)), 0)).encode(),
    "a whole number with an exponent": b'{"code": "", "log": [], "events_from": 1e2}',
    "minus zero point zero": b'{"code": "", "log": [], "events_from": -0.0}',
}


def goes_on() -> None:
    """The next request is answered as if nothing had been."""
    assert answer(get("/healthz")) == {"status": "ok"}


class TestNotJson:
    @pytest.mark.parametrize("name", NOT_JSON)
    def test_what_is_not_json_is_refused(self, name: str) -> None:
        began = time.perf_counter()
        found = problem(post_bytes(NOT_JSON[name]), 400, "invalid-json")
        assert time.perf_counter() - began < 5
        assert len(json.dumps(found)) < 1000
        goes_on()

    @pytest.mark.parametrize("name", NOT_THE_SCHEMA)
    def test_what_is_json_but_does_not_fit_is_refused(self, name: str) -> None:
        began = time.perf_counter()
        problem(post_bytes(NOT_THE_SCHEMA[name], "/v1/replay"), 422, "invalid-request")
        assert time.perf_counter() - began < 5
        goes_on()

    @pytest.mark.parametrize("path", ["games", "replay", "play", "targets", "verify"])
    def test_every_post_reads_its_body_so(self, path: str) -> None:
        problem(post_bytes(b'{"code": NaN}', f"/v1/{path}"), 400, "invalid-json")
        problem(post_bytes(b"{}", f"/v1/{path}", "text/plain"), 415, "unsupported-media-type")

    def test_the_place_of_the_mistake_is_told(self) -> None:
        found = problem(post_bytes(b'{\n "suits": x}'), 400, "invalid-json")
        assert "line 2, column 11" in found["detail"]

    def test_whole_pairs_are_characters(self) -> None:
        assert read_json(rb'"\ud83c\udca1"') == "🂡"
        assert read_json(b'["\\u00e9", {"\\u00e8": 1}]') == ["é", {"è": 1}]

    @pytest.mark.parametrize("text", [b"1e308", b"-0", b"9" * 400, b'{"a": {"a": 1}}'])
    def test_what_is_json_is_read(self, text: bytes) -> None:
        assert read_json(text) == json.loads(text)

    def test_what_is_wrong_comes_as_a_problem(self) -> None:
        with pytest.raises(Problem):
            read_json(b"nul")


class TestSize:
    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("a million actions", json.dumps({"code": CODE, "log": ["0-3"] * 10**6}).encode()),
            ("spaces", b" " * (2**20 + 1)),
            ("one long string", b'{"code": "' + b"A" * 2**20 + b'", "log": []}'),
        ],
    )
    def test_a_body_over_the_limit_is_refused(self, name: str, content: bytes) -> None:
        found = problem(post_bytes(content, "/v1/replay"), 413, "body-too-large")
        assert str(2**20) in found["detail"]
        goes_on()

    def test_a_body_of_just_the_limit_is_read(self) -> None:
        content = b'{"suits": 4}'
        limit = settings.max_body_bytes
        assert answer(post_bytes(content + b" " * (limit - len(content))))["state"]["suits"] == 4

    def test_a_body_that_comes_in_pieces_is_counted(self) -> None:
        sent = 0

        async def pieces() -> AsyncIterator[bytes]:
            nonlocal sent
            for _ in range(100):
                sent += 1
                yield b" " * 2**16

        headers = {"Content-Type": "application/json"}
        response = ask("POST", "/v1/games", content=pieces(), headers=headers)
        problem(response, 413, "body-too-large")
        assert sent < 20

    @pytest.mark.parametrize("length", ["9" * 5000, "99999999", str(2**20 + 1)])
    def test_a_length_over_the_limit_is_believed(self, length: str) -> None:
        headers = {"Content-Type": "application/json", "Content-Length": length}
        problem(ask("POST", "/v1/games", content=b"{}", headers=headers), 413, "body-too-large")

    @pytest.mark.parametrize("length", ["0", "1", "-1", "x", "²"])
    def test_a_length_that_lies_does_no_harm(self, length: str) -> None:
        headers = [
            (b"Content-Type", b"application/json"),
            (b"Content-Length", length.encode("latin-1")),
        ]
        response = ask("POST", "/v1/games", content=b"{}", headers=headers)
        assert response.status_code == 200 or any_problem(response)
        assert response.status_code < 500
        goes_on()

    def test_a_log_of_50_000_wrong_items_is_too_long(self) -> None:
        content = json.dumps({"code": CODE, "log": [0] * 50_000}).encode()
        began = time.perf_counter()
        problem(post_bytes(content, "/v1/replay"), 413, "log-too-long")
        assert time.perf_counter() - began < 5

    def test_the_limit_is_a_setting(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "app.bodies.settings", settings.model_copy(update={"max_body_bytes": 20})
        )
        assert answer(post_bytes(b'{"suits": 4}'))["state"]["suits"] == 4
        found = problem(post_bytes(b'{"suits": 4, "number": 3}'), 413, "body-too-large")
        assert "20" in found["detail"]


class TestMediaType:
    @pytest.mark.parametrize("content_type", MEDIA_TYPES_READ)
    def test_json_in_utf_8_is_read(self, content_type: str) -> None:
        assert answer(post_bytes(b'{"suits": 2}', content_type=content_type))["state"]["suits"] == 2

    @pytest.mark.parametrize("content_type", MEDIA_TYPES_REFUSED)
    def test_any_other_type_is_refused(self, content_type: str) -> None:
        response = post_bytes(b"{}", content_type=content_type)
        found = problem(response, 415, "unsupported-media-type")
        assert "application/json" in found["detail"] or "UTF-8" in found["detail"]

    def test_a_body_without_a_type_is_refused(self) -> None:
        problem(ask("POST", "/v1/games", content=b"{}"), 415, "unsupported-media-type")

    @pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "gzip, gzip", "nonsense"])
    def test_a_compressed_body_is_refused(self, encoding: str) -> None:
        headers = {"Content-Type": "application/json", "Content-Encoding": encoding}
        response = ask("POST", "/v1/games", content=b"{}", headers=headers)
        problem(response, 415, "unsupported-media-type")

    def test_an_identical_encoding_is_none(self) -> None:
        headers = {"Content-Type": "application/json", "Content-Encoding": "Identity"}
        assert ask("POST", "/v1/games", content=b"{}", headers=headers).status_code == 200
