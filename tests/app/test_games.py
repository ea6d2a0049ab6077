"""The game's endpoints: every field, and what is an answer or a problem."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from app import schemas
from app.settings import settings
from engine.deals import NUMBERS
from tests.app.client import CODE, answer, cases, get, position, post, problem
from tests.engine.playing import golden_wins

STATE_FIELDS = [
    "code",
    "variant",
    "suits",
    "rules",
    "status",
    "stuck",
    "score",
    "moves",
    "undos",
    "undo_available",
    "columns",
    "stock",
    "runs",
    "legal",
]
FULL_DEAL_END_CARDS = ["4S", "2C", "8H", "5D", "KH", "7C", "9D", "6D", "AS", "5S"]
ONE_MOVE_FROM_WINNING = "SPX-S1C-KSQSJSTS9S8S7S6S5S4S3S2S.AS........;;SSSSSSS;900;50"


REPLAYING: dict[str, dict[str, object]] = {
    "/v1/replay": {},
    "/v1/play": {"action": "deal"},
    "/v1/targets": {"column": 0, "count": 1},
    "/v1/verify": {},
}
"""The endpoints that replay a log, and what their bodies need besides."""


def with_log(path: str, code: str, log: list[str]) -> dict[str, object]:
    return {"code": code, "log": log, **REPLAYING[path]}


def play(log: list[str], action: str, code: str = CODE) -> Any:
    return answer(post("/v1/play", {"code": code, "log": log, "action": action}))


def replay(log: list[str], code: str = CODE, **more: object) -> Any:
    return answer(post("/v1/replay", {"code": code, "log": log, **more}))


def targets(column: int, count: int, log: tuple[str, ...] = (), code: str = CODE) -> Any:
    body = {"code": code, "log": log, "column": column, "count": count}
    return answer(post("/v1/targets", body))


def verify(log: list[str], code: str = CODE, **more: Any) -> Any:
    return answer(post("/v1/verify", {"code": code, "log": log, **more}))


class TestNewGame:
    def test_an_empty_object_makes_an_easy_classic_game(self) -> None:
        made = answer(post("/v1/games", {}))
        assert list(made) == ["code", "state"]
        assert made["state"]["variant"] == "spider"
        assert (made["state"]["suits"], made["state"]["rules"]) == (1, "classic")
        assert made["code"] == made["state"]["code"]
        assert made["code"].startswith("SP1-S1C-")
        assert len(made["code"]) == len("SP1-S1C-AAAAAAD")

    def test_numbers_are_random_and_in_range(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("secrets.randbelow", lambda limit: limit - 1)
        assert answer(post("/v1/games", {}))["code"] == "SP1-S1C-7777777"
        monkeypatch.setattr("secrets.randbelow", lambda limit: 0)
        assert answer(post("/v1/games", {}))["code"] == "SP1-S1C-AAAAAAA"

    def test_two_games_are_not_the_same(self) -> None:
        assert len({answer(post("/v1/games", {}))["code"] for _ in range(3)}) == 3

    @pytest.mark.parametrize(
        ("number", "code"),
        [(0, "SP1-S4C-AAAAAAA"), (3, CODE), (NUMBERS - 1, "SP1-S4C-7777777")],
    )
    def test_a_number_that_is_asked_for_is_dealt(self, number: int, code: str) -> None:
        made = answer(post("/v1/games", {"suits": 4, "number": number}))
        assert made["code"] == code
        assert made["state"] == answer(get(f"/v1/games/{code}"))

    def test_null_leaves_a_field_open(self) -> None:
        body = {"suits": None, "rules": None, "number": None}
        assert answer(post("/v1/games", body))["code"].startswith("SP1-S1C-")

    @pytest.mark.parametrize("suits", [1, 2, 4])
    @pytest.mark.parametrize(
        ("rules", "letter"), [("classic", "C"), ("relaxed", "R"), ("tavern-jack", "T")]
    )
    def test_every_rule_set_is_dealt_with_every_number_of_suits(
        self, suits: int, rules: str, letter: str
    ) -> None:
        made = answer(post("/v1/games", {"suits": suits, "rules": rules, "number": 3}))
        expected = "C" if suits == 1 and letter == "R" else letter
        assert made["code"] == f"SP1-S{suits}{expected}-AAAAAAD"
        assert made["state"]["rules"] == ("classic" if expected == "C" else rules)

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ({"variant": "patience"}, "/variant"),
            ({"suits": 3}, "/suits"),
            ({"suits": 0}, "/suits"),
            ({"suits": 10**15}, "/suits"),
            ({"variant": "scorpion", "rules": "windows"}, "/rules"),
            ({"rules": "Classic"}, "/rules"),
            ({"number": -1}, "/number"),
            ({"number": NUMBERS}, "/number"),
        ],
    )
    def test_what_is_not_offered_is_refused(self, body: object, pointer: str) -> None:
        found = problem(post("/v1/games", body), 422, "invalid-request")
        assert [error["pointer"] for error in found["errors"]] == [pointer]

    @pytest.mark.parametrize("number", [-1, NUMBERS])
    def test_a_number_out_of_range_is_told_the_range(self, number: int) -> None:
        found = problem(post("/v1/games", {"number": number}), 422, "invalid-request")
        limits = ("0",) if number < 0 else (str(NUMBERS), str(NUMBERS - 1))
        assert any(limit in found["errors"][0]["message"] for limit in limits)


class TestState:
    def test_a_fresh_game_has_every_documented_field(self) -> None:
        state = answer(get(f"/v1/games/{CODE}"))
        assert list(state) == STATE_FIELDS
        assert {name: state[name] for name in STATE_FIELDS[:10]} == {
            "code": CODE,
            "variant": "spider",
            "suits": 4,
            "rules": "classic",
            "status": "playing",
            "stuck": False,
            "score": 500,
            "moves": 0,
            "undos": 0,
            "undo_available": 0,
        }
        assert state["columns"] == [
            {"hidden": 5 if column < 4 else 4, "cards": [card]}
            for column, card in enumerate(FULL_DEAL_END_CARDS)
        ]
        assert state["stock"] == {"cards": 50, "deals": 5}
        assert state["runs"] == []

    def test_legal_says_what_may_be_done(self) -> None:
        legal = answer(get(f"/v1/games/{CODE}"))["legal"]
        assert list(legal) == ["deal", "deal_violation", "undo", "resign", "moves"]
        moves = legal.pop("moves")
        assert legal == {"deal": True, "deal_violation": None, "undo": False, "resign": True}
        assert moves[0] == {
            "action": "0-3",
            "from": 0,
            "to": 3,
            "count": 1,
            "cards": ["4S"],
            "target": "other_suit",
            "best": False,
        }
        assert moves[1] | {"target": "same_suit", "best": True} == moves[1]
        places = [(move["from"], move["count"], move["to"]) for move in moves]
        assert places == sorted(places)

    def test_a_log_in_the_query_is_played(self) -> None:
        state = answer(get(f"/v1/games/{CODE}", params={"log": "0-3,9-7x1,deal,undo"}))
        assert (state["score"], state["moves"], state["undos"]) == (498, 2, 1)
        assert state["undo_available"] == 2
        assert state["columns"][7]["cards"] == ["6D", "5S"]
        assert state == replay(["0-3", "9-7", "deal", "undo"])["state"]

    def test_an_empty_log_is_the_start(self) -> None:
        fresh = answer(get(f"/v1/games/{CODE}"))
        assert answer(get(f"/v1/games/{CODE}?log=")) == fresh

    def test_an_empty_column_forbids_the_deal(self) -> None:
        state = answer(get(f"/v1/games/{position('H05')['code']}"))
        assert state["legal"]["deal"] is False
        assert state["legal"]["deal_violation"] == "empty-column"
        assert state["stuck"] is False

    def test_a_short_last_deal_counts_as_a_deal(self) -> None:
        code = position("H02")["code"]
        stock, rest = code.split(";")[1], code.split(";", 2)[2]
        columns = code.split(";")[0]
        state = answer(get(f"/v1/games/{columns}{stock[:6]};{stock[6:]};{rest}"))
        assert state["stock"] == {"cards": 7, "deals": 1}

    def test_a_game_in_which_nothing_can_be_done_is_stuck(self) -> None:
        state = answer(get(f"/v1/games/{stuck_position()}"))
        assert state["stuck"] is True
        assert state["legal"]["moves"] == []
        assert state["legal"]["deal_violation"] == "stock-empty"
        assert state["legal"]["resign"] is True

    @pytest.mark.parametrize(
        ("code", "log", "status"),
        [(CODE, "0-3,resign", "resigned"), (ONE_MOVE_FROM_WINNING, "1-0", "won")],
    )
    def test_a_finished_game_takes_nothing_more(self, code: str, log: str, status: str) -> None:
        state = answer(get(f"/v1/games/{code}", params={"log": log}))
        assert state["status"] == status
        assert state["stuck"] is False
        assert state["undo_available"] == 0
        assert state["legal"] == {
            "deal": False,
            "deal_violation": "game-over",
            "undo": False,
            "resign": False,
            "moves": [],
        }

    @pytest.mark.parametrize(("code", "log"), golden_wins()[::6])
    def test_recorded_wins_are_won(self, code: str, log: list[str]) -> None:
        state = replay(log, code)["state"]
        assert (state["status"], len(state["runs"])) == ("won", 8)

    def test_every_recorded_position_is_shown_as_recorded(self) -> None:
        for case in cases("positions.json"):
            game = case["rules"]["C"]
            state = answer(get(f"/v1/games/{game['code']}"))
            expected = game["steps"][0]["state"]
            for name in ("columns", "runs", "score", "moves", "undos", "status"):
                assert state[name] == expected[name], case["id"]
            assert [move["action"] for move in state["legal"]["moves"]] == expected["legal_moves"]


def stuck_position() -> str:
    """Ten columns, no two end cards that fit, and no stock."""
    below_king = "A23456789TJQ"
    columns = [f"({''.join(rank + suit for rank in below_king)})K{suit}" for suit in "SSHHDDC"]
    columns += ["AC", "KC", f"({''.join(f'{rank}C' for rank in '2346789TJQ')})5C"]
    return "SPX-S4C-" + ".".join(columns) + ";;;0;0"


class TestCanonicalCode:
    @pytest.mark.parametrize(
        ("asked", "canonical"),
        [
            ("sp1-s4c-aaaaaad", CODE),
            ("SP1-S1R-AAAAAAD", "SP1-S1C-AAAAAAD"),
            ("sp1-s1r-aaaaaad", "SP1-S1C-AAAAAAD"),
            ("SP1-S2R-AAAAAAD", "SP1-S2R-AAAAAAD"),
            (
                ONE_MOVE_FROM_WINNING.lower().removesuffix(";900;50"),
                ONE_MOVE_FROM_WINNING.replace(";900;50", ";500;0"),
            ),
        ],
    )
    def test_answers_carry_the_canonical_code(self, asked: str, canonical: str) -> None:
        response = get(f"/v1/games/{asked}")
        state = answer(response)
        assert state["code"] == canonical
        assert response.content == get(f"/v1/games/{canonical}").content
        for path in ("/v1/replay", "/v1/play"):
            played = answer(post(path, with_log(path, asked, [])))
            assert played["state"]["code"] == canonical

    def test_one_suit_knows_no_relaxed_rules(self) -> None:
        assert answer(get("/v1/games/SP1-S1R-AAAAAAD"))["rules"] == "classic"

    def test_a_semicolon_may_be_escaped(self) -> None:
        escaped = ONE_MOVE_FROM_WINNING.replace(";", "%3B")
        assert answer(get(f"/v1/games/{escaped}"))["code"] == ONE_MOVE_FROM_WINNING

    def test_a_spelled_out_deck_keeps_its_letters(self) -> None:
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" * 2
        assert answer(get(f"/v1/games/sp0-s4c-{letters}"))["code"] == f"SP0-S4C-{letters}"


class TestReplay:
    def test_no_events_unless_they_are_asked_for(self) -> None:
        replayed = replay(["0-3", "9-7"])
        assert list(replayed) == ["state", "events"]
        assert replayed["events"] == []
        assert replay(["0-3"], events_from=None)["events"] == []

    def test_events_start_with_the_action_that_is_named(self) -> None:
        all_events = replay(["0-3", "9-7"], events_from=0)["events"]
        assert all_events == [
            {"type": "move", "from": 0, "to": 3, "cards": ["4S"]},
            {"type": "score", "delta": -1, "score": 499},
            {"type": "flip", "column": 0, "card": all_events[2]["card"]},
            {"type": "move", "from": 9, "to": 7, "cards": ["5S"]},
            {"type": "score", "delta": -1, "score": 498},
            {"type": "flip", "column": 9, "card": all_events[5]["card"]},
        ]
        assert replay(["0-3", "9-7"], events_from=1)["events"] == all_events[3:]
        assert replay(["0-3", "9-7"], events_from=2)["events"] == []
        assert replay(["0-3", "9-7"], events_from=10**9)["events"] == []

    def test_a_deal_is_told_card_by_card(self) -> None:
        dealt, score = replay(["deal"], events_from=0)["events"]
        assert dealt["type"] == "deal"
        assert [card["column"] for card in dealt["cards"]] == list(range(10))
        assert list(dealt["cards"][0]) == ["column", "card"]
        assert score == {"type": "score", "delta": -1, "score": 499}

    def test_an_undo_is_told_backwards(self) -> None:
        assert replay(["0-3", "undo"], events_from=1)["events"] == [
            {"type": "undo", "action": "0-3"},
            {"type": "flip", "column": 0, "back": True},
            {"type": "move", "from": 0, "to": 3, "cards": ["4S"], "back": True},
            {"type": "score", "delta": 1, "score": 500},
        ]

    def test_an_undone_deal_has_only_its_columns(self) -> None:
        _, back, _ = replay(["deal", "undo"], events_from=1)["events"]
        assert back == {"type": "deal", "columns": list(range(10)), "back": True}

    def test_a_run_is_told_with_its_flips(self) -> None:
        game = position("H09")
        code = game["code"].replace(";0;0", ";857;43")
        events = replay(game["log"], code, events_from=0)["events"]
        assert [event["type"] for event in events] == [
            "move",
            "score",
            "flip",
            "run",
            "score",
            "flip",
        ]
        assert [card[0] for card in events[3]["cards"]] == [*"KQJT98765432A"]

    def test_the_last_run_wins(self) -> None:
        events = replay(["1-0"], ONE_MOVE_FROM_WINNING, events_from=0)["events"]
        assert events[-1] == {"type": "won"}
        assert events[-2] == {"type": "score", "delta": 100, "score": 999}

    def test_resigning_is_told(self) -> None:
        assert replay(["resign"], events_from=0)["events"] == [{"type": "resigned"}]

    def test_an_illegal_log_is_a_problem(self) -> None:
        body = {"code": CODE, "log": ["0-3", "3-7x2", "deal"]}
        found = problem(post("/v1/replay", body), 422, "illegal-log")
        assert found["detail"] == "Action 2 (3-7x2): 5♦ and 4♠ cannot move together."
        assert (found["index"], found["action"], found["applied"]) == (1, "3-7x2", 1)
        assert list(found["violation"]) == ["code", "title", "message", "params"]
        assert found["violation"]["code"] == "mixed-suits"
        assert found["violation"]["params"] == {"cards": ["5D", "4S"]}

    @pytest.mark.parametrize("events_from", [-1, 1.0, "1", True])
    def test_events_start_with_a_whole_number(self, events_from: object) -> None:
        body = {"code": CODE, "log": [], "events_from": events_from}
        found = problem(post("/v1/replay", body), 422, "invalid-request")
        assert found["errors"][0]["pointer"] == "/events_from"

    @pytest.mark.parametrize("path", ["/v1/replay", "/v1/targets", "/v1/play"])
    def test_nothing_after_the_illegal_action_is_applied(self, path: str) -> None:
        body = with_log(path, CODE, ["0-0", "0-3", "resign", "deal"])
        found = problem(post(path, body), 422, "illegal-log")
        assert (found["index"], found["violation"]["code"]) == (0, "same-column")


class TestPlay:
    def test_an_accepted_action_is_added_to_the_log(self) -> None:
        played = play(["0-3"], "9-7")
        assert list(played) == ["accepted", "violation", "action", "events", "log", "state"]
        assert (played["accepted"], played["violation"]) == (True, None)
        assert (played["action"], played["log"]) == ("9-7", ["0-3", "9-7"])
        assert played["state"] == replay(["0-3", "9-7"])["state"]
        assert played["events"] == replay(["0-3", "9-7"], events_from=1)["events"]

    def test_a_refused_action_leaves_everything_as_it_was(self) -> None:
        played = play(["0-3"], "3-7x2")
        assert played["accepted"] is False
        assert (played["events"], played["log"]) == ([], ["0-3"])
        assert played["state"] == replay(["0-3"])["state"]
        assert played["violation"] == {
            "code": "mixed-suits",
            "title": "A group moves together only if it is of one suit",
            "message": "5♦ and 4♠ cannot move together.",
            "params": {"cards": ["5D", "4S"]},
        }

    def test_actions_are_written_back_in_canonical_form(self) -> None:
        played = play(["0-3x1"], "9-7x1")
        assert (played["action"], played["log"]) == ("9-7", ["0-3", "9-7"])
        refused = play(["0-3x1"], "0-1x1")
        assert (refused["action"], refused["log"]) == ("0-1", ["0-3"])

    def test_an_undo_is_a_log_entry(self) -> None:
        played = play(["0-3"], "undo")
        assert played["log"] == ["0-3", "undo"]
        assert (played["state"]["undos"], played["state"]["moves"]) == (1, 0)
        assert play([], "undo")["violation"]["code"] == "nothing-to-undo"

    def test_a_resigned_game_takes_nothing_more(self) -> None:
        assert play([], "resign")["state"]["status"] == "resigned"
        for action in ("deal", "undo", "resign", "0-3", "0-0", "42-43x7"):
            refused = play(["resign"], action)
            assert refused["violation"]["code"] == "game-over"
            assert refused["violation"]["params"] == {"status": "resigned"}

    def test_a_won_game_cannot_be_undone(self) -> None:
        assert play(["1-0"], "undo", ONE_MOVE_FROM_WINNING)["violation"]["code"] == "game-over"

    def test_recorded_steps_are_played_as_recorded(self) -> None:
        for case in cases("positions.json"):
            for rules, game in case["rules"].items():
                for number, step in enumerate(game["steps"][1:]):
                    log = [] if case["each_from_start"] else game["log"][:number]
                    played = play(log, step["action"], game["code"])
                    assert played["accepted"] is ("violation" not in step), (case["id"], rules)
                    violation = played["violation"] and played["violation"]["code"]
                    assert violation == step.get("violation"), (case["id"], rules)

    def test_a_full_log_takes_no_action(self, small_log_limit: int) -> None:
        log = ["deal", "undo"] * (small_log_limit // 2)
        found = problem(
            post("/v1/play", {"code": CODE, "log": log, "action": "deal"}), 413, "log-too-long"
        )
        assert str(small_log_limit) in found["detail"]
        assert play(log[:-1], "undo")["accepted"] is True
        assert replay(log)["state"]["undos"] == small_log_limit // 2


@pytest.fixture
def small_log_limit(monkeypatch: pytest.MonkeyPatch) -> int:
    """A limit of ten actions."""
    small = settings.model_copy(update={"max_log_actions": 10})
    for module in ("app.routes.games", "app.bodies"):
        monkeypatch.setattr(f"{module}.settings", small)
    return 10


class TestLogLimit:
    @pytest.mark.parametrize("path", REPLAYING)
    def test_a_log_over_the_limit_is_a_problem(self, path: str, small_log_limit: int) -> None:
        body = with_log(path, CODE, ["deal"] * (small_log_limit + 1))
        problem(post(path, body), 413, "log-too-long")

    def test_the_limit_holds_for_queries_too(self, small_log_limit: int) -> None:
        log = ",".join(["deal"] * (small_log_limit + 1))
        problem(get(f"/v1/games/{CODE}", params={"log": log}), 413, "log-too-long")

    def test_ten_thousand_actions_are_replayed(self) -> None:
        state = replay(["0-3", "3-9", "9-3"] + ["3-9", "9-3"] * 4998 + ["undo"])["state"]
        assert state["undos"] == 1
        assert state["moves"] == 9998

    def test_a_query_log_of_4000_characters_is_read(self) -> None:
        log = ",".join(["deal", "undo"] * 400)
        assert len(log) == 3999
        assert answer(get(f"/v1/games/{CODE}", params={"log": log}))["undos"] == 400

    def test_a_longer_query_log_is_sent_to_replay(self) -> None:
        log = ",".join(["deal", "undo"] * 400) + ",1"
        found = problem(get(f"/v1/games/{CODE}", params={"log": log}), 414, "uri-too-long")
        assert "/v1/replay" in found["detail"]


class TestTargets:
    def test_every_column_has_its_verdict(self) -> None:
        found = targets(0, 1)
        assert list(found) == ["cards", "targets"]
        assert found["cards"] == ["4S"]
        assert [target["column"] for target in found["targets"]] == list(range(10))
        assert list(found["targets"][0]) == ["column", "legal", "target", "best", "violation"]
        assert found["targets"][0]["violation"]["code"] == "same-column"
        legal = [target for target in found["targets"] if target["legal"]]
        assert [(t["column"], t["target"], t["best"], t["violation"]) for t in legal] == [
            (3, "other_suit", False, None),
            (9, "same_suit", True, None),
        ]

    def test_a_refused_target_says_why(self) -> None:
        assert targets(0, 1)["targets"][1] == {
            "column": 1,
            "legal": False,
            "target": None,
            "best": False,
            "violation": {
                "code": "wrong-rank",
                "title": "A card goes on a card that is exactly one rank higher",
                "message": "4♠ cannot go on 2♣.",
                "params": {"card": "4S", "onto": "2C"},
            },
        }

    def test_targets_agree_with_the_legal_moves(self) -> None:
        for case in cases("positions.json"):
            code = case["rules"]["R"]["code"]
            moves = answer(get(f"/v1/games/{code}"))["legal"]["moves"]
            for from_, count in {(move["from"], move["count"]) for move in moves}:
                legal = {
                    target["column"]: (target["target"], target["best"])
                    for target in targets(from_, count, code=code)["targets"]
                    if target["legal"]
                }
                assert legal == {
                    move["to"]: (move["target"], move["best"])
                    for move in moves
                    if (move["from"], move["count"]) == (from_, count)
                }

    @pytest.mark.parametrize("column", [-1, -(2**53) + 1, 10, 99, 2**53 - 1])
    def test_a_column_that_is_not_there_is_answered(self, column: int) -> None:
        found = targets(column, 1)
        assert found["cards"] == []
        assert {target["violation"]["code"] for target in found["targets"]} == {"no-such-column"}
        params = found["targets"][0]["violation"]["params"]
        assert params == {"column": column, "columns": 10}

    @pytest.mark.parametrize("count", [-1, 0, 7, 2**53 - 1])
    def test_a_count_that_is_not_there_is_answered(self, count: int) -> None:
        found = targets(0, count)
        assert found["cards"] == ([] if count < 1 else ["4S"])
        codes = [target["violation"]["code"] for target in found["targets"]]
        assert codes == ["same-column"] + ["not-enough-cards"] * 9

    def test_face_down_cards_are_not_named(self) -> None:
        found = targets(0, 6)
        assert found["cards"] == ["4S"]
        assert found["targets"][1]["violation"]["code"] == "face-down"
        assert found["targets"][1]["violation"]["params"] == {
            "column": 0,
            "count": 6,
            "face_up": 1,
        }

    def test_a_group_that_cannot_move_is_shown(self) -> None:
        found = targets(3, 2, ("0-3",))
        assert found["cards"] == ["5D", "4S"]
        assert found["targets"][7]["violation"]["code"] == "mixed-suits"

    def test_an_empty_column_has_nothing_to_move(self) -> None:
        found = targets(2, 1, code=ONE_MOVE_FROM_WINNING)
        assert found["cards"] == []
        assert found["targets"][0]["violation"]["code"] == "empty-source"

    def test_a_finished_game_has_no_targets(self) -> None:
        found = targets(0, 1, ("resign",))
        assert found["cards"] == ["4S"]
        assert {target["violation"]["code"] for target in found["targets"]} == {"game-over"}


class TestVerify:
    def test_a_won_game_and_its_claim_are_valid(self) -> None:
        found = verify(
            ["1-0"], ONE_MOVE_FROM_WINNING, claim={"score": 999, "moves": 51, "status": "won"}
        )
        assert found == {
            "valid": True,
            "result": {"status": "won", "score": 999, "moves": 51, "undos": 0, "runs": ["S"] * 8},
            "violation": None,
            "index": None,
            "mismatch": None,
        }

    @pytest.mark.parametrize("more", [{}, {"claim": {}}, {"claim": None}])
    def test_an_unfinished_game_can_be_valid(self, more: dict[str, Any]) -> None:
        found = verify(["0-3", "undo"], **more)
        assert found["valid"] is True
        assert found["result"]["status"] == "playing"
        assert found["result"]["undos"] == 1

    def test_a_false_claim_is_told_what_is_so(self) -> None:
        found = verify(["0-3"], claim={"score": 1250, "moves": 1, "status": "won"})
        assert found["valid"] is False
        assert found["mismatch"] == {
            "score": {"claimed": 1250, "actual": 499},
            "status": {"claimed": "won", "actual": "playing"},
        }
        assert (found["violation"], found["index"]) == (None, None)

    def test_an_illegal_log_is_an_answer(self) -> None:
        found = verify(["0-3", "3-7x2", "deal"], claim={"score": 1250})
        assert found["valid"] is False
        assert found["index"] == 1
        assert found["violation"]["code"] == "mixed-suits"
        assert found["result"] == {
            "status": "playing",
            "score": 499,
            "moves": 1,
            "undos": 0,
            "runs": [],
        }
        assert found["mismatch"] is None

    @pytest.mark.parametrize(
        ("claim", "pointer"),
        [
            ({"score": "3"}, "/claim/score"),
            ({"status": "lost"}, "/claim/status"),
            ({"undos": 0}, "/claim/undos"),
            ([], "/claim"),
        ],
    )
    def test_a_claim_fits_the_schema(self, claim: object, pointer: str) -> None:
        body = {"code": CODE, "log": [], "claim": claim}
        found = problem(post("/v1/verify", body), 422, "invalid-request")
        assert [error["pointer"] for error in found["errors"]] == [pointer]


@pytest.mark.parametrize("path", REPLAYING)
class TestOrderOfErrors:
    def test_the_code_is_read_first(self, path: str) -> None:
        body = with_log(path, "SP1-S4C-AAAAAA1", ["0-0", "nonsense"])
        found = problem(post(path, body), 422, "invalid-code")
        assert (found["part"], found["reason"]) == ("number", "wrong-character")
        assert found["params"] == {"character": "1", "place": 6, "expected": "A-Z2-7"}

    def test_then_every_action(self, path: str) -> None:
        body = with_log(path, CODE, ["0-0", "resign", "deal", "nonsense", "more"])
        found = problem(post(path, body), 422, "invalid-action")
        assert (found["index"], found["action"]) == (3, "nonsense")


def test_the_action_to_play_is_read_before_the_log_is_replayed() -> None:
    body = {"code": CODE, "log": ["0-0"], "action": "3-6x01"}
    found = problem(post("/v1/play", body), 422, "invalid-action")
    assert (found["index"], found["action"]) == (1, "3-6x01")


@pytest.mark.parametrize(
    ("log", "code"),
    [("0-0,nonsense", "invalid-action"), ("0-0,deal", "illegal-log"), (",", "invalid-action")],
)
def test_a_log_in_the_query_has_the_same_errors(log: str, code: str) -> None:
    problem(get(f"/v1/games/{CODE}", params={"log": log}), 422, code)


@pytest.mark.parametrize(
    "text",
    ["", "3", "03-6", "3-06", "3-6x0", "3-6x", "3-6X2", "100-1", "DEAL", " deal", "deal\n", "3 -6"],
)
def test_an_action_is_read_to_the_letter(text: str) -> None:
    body = {"code": CODE, "log": [text]}
    found = problem(post("/v1/replay", body), 422, "invalid-action")
    assert (found["index"], found["action"]) == (0, text)


class TestEvents:
    @pytest.mark.parametrize(("code", "log"), golden_wins()[::5])
    def test_events_and_state_are_as_the_document_says(self, code: str, log: list[str]) -> None:
        mixed = [action for played in log for action in (played, "undo", played)]
        body = {"code": code, "log": mixed[:-2], "events_from": 0}
        replayed = answer(post("/v1/replay", body))
        told, state = replayed["events"], replayed["state"]
        shown = schemas.State.model_validate(state).model_dump(by_alias=True)
        assert shown == state
        assert {event["type"] for event in told} >= {"move", "deal", "flip", "run", "undo", "won"}
        events = TypeAdapter(list[schemas.Event])
        assert events.dump_python(events.validate_python(told), by_alias=True) == told


def test_a_log_in_the_address_is_there_once() -> None:
    found = problem(get(f"/v1/games/{CODE}?log=0-3&log=deal"), 422, "invalid-request")
    assert found["errors"][0]["pointer"] == "#query/log"


def test_a_long_log_is_replayed_as_a_short_one_is() -> None:
    log = ["0-3", "undo"] * 700
    whole = answer(post("/v1/replay", {"code": CODE, "log": log, "events_from": 0}))
    assert whole["state"]["undos"] == 700
    assert len(whole["events"]) == len(log) // 2 * (3 + 4)
    tail = answer(post("/v1/replay", {"code": CODE, "log": log, "events_from": 1001}))
    assert tail["events"] == whole["events"][-len(tail["events"]) :]
    assert len(tail["events"]) == 199 * (3 + 4) + 4
    broken = [*log[:1200], "9-9", *log[1200:]]
    assert (
        problem(post("/v1/replay", {"code": CODE, "log": broken}), 422, "illegal-log")["index"]
        == 1200
    )
