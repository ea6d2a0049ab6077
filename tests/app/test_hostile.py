"""Codes, actions and addresses that are made to mislead."""

import time
from urllib.parse import quote

import pytest

from tests.app.client import CODE, answer, any_problem, get, post, problem

LOOK_ALIKES = [
    "SР1-S4C-AAAAAAD",  # a Cyrillic letter
    "SP1-S4С-AAAAAAD",
    "ＳＰ１-S4C-AAAAAAD",
    "SP1-S4C-AAAAAAＤ",
    "SP1‐S4C‐AAAAAAD",
    "SP1–S4C–AAAAAAD",
    "ſP1-S4C-AAAAAAD",
    "SP1-S4C-ıAAAAAD",
    "SP1-S4C-ßAAAAA",
    "SP1-S4C-ﬁAAAAA",
    "SP١-S4C-AAAAAAD",
    "SP1-S４C-AAAAAAD",
    "SP1-S4C-AAAAAAD\u200b",
    "\ufeffSP1-S4C-AAAAAAD",
    "SP1-S4C-AAAAAA\u0301D",
    "🂡",
]
WITH_SPACES = [
    " SP1-S4C-AAAAAAD",
    "SP1-S4C-AAAAAAD ",
    "SP1-S4C-AAAAAAD\n",
    "SP1-S4C-AAAAAAD\x00",
    "SP1-\tS4C-AAAAAAD",
    "\x1b[31mSP1-S4C-AAAAAAD",
    "SP1-S4C-AAAAAAD\r\nX: y",
]
ODD = [
    "",
    "-",
    "--",
    "SP1",
    "SP1-S4C",
    "SP1-S4C-",
    "SP1-S4C-AAAAAAD-",
    "SP1-S04C-AAAAAAD",
    "SP1-S-4C-AAAAAAD",
    "SP1--AAAAAAD",
    "S1-S4C-AAAAAAD",
    "SP1-S4CC-AAAAAAD",
    "SP1-S4C-AAAAAA0",
    "SP1-S4C-AAAAAA8",
    "SP1-S4C-AAAAAA=",
    "SPX-S4C-" + "(" * 900,
    "SPX-S4C-" + ";" * 900,
    "SPX-S4C-" + "." * 900,
    "SPX-S4C-.........;;;" + "9" * 900,
    "SP1-S" + "9" * 900 + "C-AAAAAAD",
    "SP0-S4C-" + "{0}" * 100,
    "{0}{code}%s%(x)s",
    "A" * 100_000,
    "SP1-S4C-" + "A" * 500_000,
]
ACTIONS = [
    "0-3\n",
    " 0-3",
    "0-3 ",
    "0‐3",
    "０-３",
    "٠-٣",
    "0-3X1",
    "0-3х2",
    "DEAL",
    "dea1",
    "dеal",
    "deal\x00",
    "undо",
    "0--3",
    "-0-3",
    "0-3x-1",
    "0-3x1.0",
    "1e1-3",
    "0-3x" + "1" * 100,
    "1" * 500_000,
    "{0}{action}%s",
    "\u202e3-0",
    "🂡",
]


def refused_code(code: str) -> None:
    found = problem(post("/v1/replay", {"code": code, "log": []}), 422, "invalid-code")
    assert {"part", "reason", "params"} <= found.keys()
    assert len(found["detail"]) < 500


class TestCodes:
    @pytest.mark.parametrize("code", LOOK_ALIKES)
    def test_letters_that_only_look_alike_are_not_read(self, code: str) -> None:
        refused_code(code)
        found = problem(get(f"/v1/games/{quote(code)}"), 422, "invalid-code")
        assert found["reason"] == "not-ascii"

    @pytest.mark.parametrize("code", WITH_SPACES)
    def test_nothing_stands_around_a_code(self, code: str) -> None:
        refused_code(code)
        problem(get(f"/v1/games/{quote(code)}"), 422, "invalid-code")

    @pytest.mark.parametrize("code", ODD)
    def test_odd_codes_are_refused_quickly(self, code: str) -> None:
        began = time.perf_counter()
        refused_code(code)
        assert time.perf_counter() - began < 5

    @pytest.mark.parametrize("code", ["SP0-S4C-" + "abcdefghijklm" * 8, "sp0-s1c-" + "a" * 104])
    def test_case_counts_in_a_spelled_out_deck(self, code: str) -> None:
        refused_code(code)

    def test_a_plus_sign_is_no_space(self) -> None:
        found = problem(get("/v1/games/SP1+S4C+AAAAAAD"), 422, "invalid-code")
        assert found["reason"] == "not-three-parts"


class TestActions:
    @pytest.mark.parametrize("action", ACTIONS)
    def test_actions_are_read_to_the_letter(self, action: str) -> None:
        for path, body in (
            ("/v1/replay", {"log": ["0-3", action]}),
            ("/v1/play", {"log": ["0-3"], "action": action}),
            ("/v1/verify", {"log": ["0-3", action]}),
        ):
            found = problem(post(path, {"code": CODE, **body}), 422, "invalid-action")
            assert found["index"] == 1
            assert action.startswith(found["action"])
            assert len(found["action"]) <= 100

    @pytest.mark.parametrize(
        "log", ["0-3;9-7", "0-3,,9-7", "0-3,", ",0-3", "0-3, 9-7", '["0-3"]', "0-3|9-7"]
    )
    def test_a_log_in_a_query_is_joined_by_commas(self, log: str) -> None:
        problem(get(f"/v1/games/{CODE}", params={"log": log}), 422, "invalid-action")

    def test_ten_thousand_unreadable_actions_are_one_problem(self) -> None:
        body = {"code": CODE, "log": ["x" * 40] * 10_000}
        found = problem(post("/v1/replay", body), 422, "invalid-action")
        assert found["index"] == 0


class TestAddresses:
    @pytest.mark.parametrize(
        "path",
        [
            "/" + "a" * 20_000,
            "/v1/games/" + "A" * 20_000,
            f"/v1/games/{CODE}?log=" + "a" * 20_000,
            "/healthz?" + "a=b&" * 10_000,
            "/v1/variants?lang=" + "b" * 20_000,
        ],
    )
    def test_a_long_address_is_refused(self, path: str) -> None:
        problem(get(path), 414, "uri-too-long")

    @pytest.mark.parametrize(
        "query",
        ["x=1", "log=&x=1", "lang=xx", "&&&", "=", "log", "%00=%00", "a" * 9000, "&" * 9000],
    )
    def test_what_a_query_holds_besides_is_passed_over(self, query: str) -> None:
        assert answer(get(f"/v1/games/{CODE}?{query}"))["code"] == CODE

    @pytest.mark.parametrize(
        "name", ["..", "%2e%2e", "spider%00", "SPIDER", "spider%20", "é" * 500]
    )
    def test_a_variant_is_known_by_its_id_only(self, name: str) -> None:
        any_problem(get(f"/v1/variants/{name}"), "not-found")
