"""Sentences: every violation and every unreadable code, in every language."""

import re
from typing import Any
from urllib.parse import quote

import pytest

from app.wording.languages import LANGUAGES
from app.wording.messages import card_name, violation_message, violation_title
from engine.cards import CARDS, format_card
from engine.errors import Part, Reason
from engine.violations import Rule, Violation
from tests.app.client import CODE, answer, get, position, post, problem

ALMOST_WON = "SPX-S1{rules}-KSQSJSTS9S8S7S6S5S4S3S2S.AS........;;SSSSSSS;900;50"
BACK_AND_FORTH = ["0-3", *["3-9", "9-3"] * 50]
VIOLATIONS: dict[Rule, tuple[str, list[str], str, dict[str, Any], str]] = {
    Rule.GAME_OVER: (
        CODE,
        ["resign"],
        "deal",
        {"status": "resigned"},
        "The game is over: it has been given up.",
    ),
    Rule.NO_SUCH_COLUMN: (
        CODE,
        [],
        "0-10",
        {"column": 10, "columns": 10},
        "There is no column 11: the game has 10 columns.",
    ),
    Rule.NO_SUCH_CELL: (CODE, [], "0-c0", {"place": "c0"}, "There is no place c0"),
    Rule.SAME_COLUMN: (
        CODE,
        [],
        "3-3",
        {"column": 3},
        "The cards of column 4 are already there.",
    ),
    Rule.EMPTY_SOURCE: (
        ALMOST_WON.format(rules="C"),
        [],
        "2-0",
        {"column": 2},
        "Column 3 is empty.",
    ),
    Rule.NOT_ENOUGH_CARDS: (
        CODE,
        [],
        "0-1x7",
        {"column": 0, "count": 7, "available": 6},
        "A group of 7 cannot be taken from column 1, which has 6 cards.",
    ),
    Rule.FACE_DOWN: (
        CODE,
        [],
        "0-1x2",
        {"column": 0, "count": 2, "face_up": 1},
        "A group of 2 cannot be taken from column 1",
    ),
    Rule.NOT_DESCENDING: (position("H07")["code"], [], "0-1x4", {}, "they are not in sequence"),
    Rule.MIXED_COLOURS: (
        "TAX-S4C-KSQH.QSJSTS9S8S7S6S5S4S3S2SAS.KHJHTH9H8H7H6H5H4H3H2HAH.......;;SHDDCC;500;0",
        [],
        "0-1x2",
        {"cards": ["KS", "QH"]},
        "K♠ and Q♥ cannot move together: their colours differ.",
    ),
    Rule.MIXED_SUITS: (
        CODE,
        ["0-3"],
        "3-7x2",
        {"cards": ["5D", "4S"]},
        "5♦ and 4♠ cannot move together.",
    ),
    Rule.CELL_TAKEN: (
        "SHX-S4C-KSQSJSTS9S8S7S6S5S4S3S2S......;;HDC;500;0;AS...",
        [],
        "0-c0",
        {"place": "c0"},
        "Place c0 already holds a card.",
    ),
    Rule.ONLY_KINGS: (
        "SCX-S4C-KSQSJSTS9S8S7S6S5S4S3S2S.AS.....;;HDC;500;0",
        [],
        "0-2",
        {"card": "2S", "column": 2},
        "2♠ cannot go to column 3: only a king goes to an empty column.",
    ),
    Rule.WHOLE_COLUMN_TO_EMPTY: (
        ALMOST_WON.format(rules="T"),
        [],
        "1-2",
        {"from": 1, "to": 2},
        "Moving the whole of column 2 to the empty column 3 would change nothing.",
    ),
    Rule.ONTO_ACE: (
        CODE,
        [],
        "1-8",
        {"card": "2C", "onto": "AS"},
        "2♣ cannot go on A♠: an ace takes no card.",
    ),
    Rule.WRONG_RANK: (CODE, [], "0-1", {"card": "4S", "onto": "2C"}, "4♠ cannot go on 2♣."),
    Rule.WRONG_SUIT: (
        "SCX-S4C-KSQSJSTS9S8S7S6S5S4S3S.KHQHJHTH9H8H7H6H5H4H3H.2S.2H.AS.AH.;;DC;500;0",
        [],
        "2-1",
        {"card": "2S", "onto": "3H"},
        "2♠ cannot go on 3♥: the suits differ.",
    ),
    Rule.NO_RUN: (CODE, [], "take-0", {"column": 0}, "at the end of column 1"),
    Rule.NO_DEAL: ("CE1-S4C-AAAAAAD", [], "deal", {}, "fills empty columns by itself"),
    Rule.STOCK_EMPTY: (ALMOST_WON.format(rules="C"), [], "deal", {}, "The stock is empty."),
    Rule.EMPTY_COLUMN: (position("H05")["code"], [], "deal", {}, "is empty"),
    Rule.UNDO_LIMIT: (
        CODE,
        BACK_AND_FORTH + ["undo"] * 100,
        "undo",
        {"limit": 100},
        "Only the last 100 actions can be undone.",
    ),
    Rule.NOTHING_TO_UNDO: (CODE, [], "undo", {}, "No action has been played"),
}
RUN = "KSQSJSTS9S8S7S6S5S4S3S2SAS"
UNREADABLE: list[tuple[str, Part, Reason]] = [
    ("A" * 1001, Part.CODE, Reason.TOO_LONG),
    ("SP1-S4C-AAAААAD", Part.CODE, Reason.NOT_ASCII),
    ("SP1-S4C", Part.CODE, Reason.NOT_THREE_PARTS),
    ("ZZ1-S4C-AAAAAAD", Part.VARIANT, Reason.UNKNOWN_VARIANT),
    ("SP9-S4C-AAAAAAD", Part.GENERATION, Reason.UNKNOWN_GENERATION),
    ("SP1-S3C-AAAAAAD", Part.SUITS, Reason.UNKNOWN_SUITS),
    ("SP1-S4Z-AAAAAAD", Part.RULES, Reason.UNKNOWN_RULES),
    ("SP1-S4C-AAAAAA", Part.NUMBER, Reason.WRONG_LENGTH),
    ("SP1-S4C-AAAAAA1", Part.NUMBER, Reason.WRONG_CHARACTER),
    ("SP0-S4C-AAAAAA", Part.DECK, Reason.WRONG_LENGTH),
    ("SP0-S4C-" + "1" * 104, Part.DECK, Reason.WRONG_CHARACTER),
    ("SP0-S4C-" + "A" * 104, Part.DECK, Reason.TOO_MANY_OF_A_CARD),
    ("SPX-S4C-KS.........;;", Part.DECK, Reason.CARDS_MISSING),
    (f"SPX-S1C-{RUN[2:]}.........;;SSSSSSS", Part.DECK, Reason.CARDS_MISSING),
    ("SPX-S4C-KS", Part.CODE, Reason.WRONG_SECTIONS),
    ("SPX-S4C-KS;;", Part.COLUMNS, Reason.WRONG_COUNT),
    ("SPX-S4C-KX.........;;", Part.COLUMNS, Reason.UNREADABLE_CARDS),
    ("SPX-S4C-.........;KX;", Part.STOCK, Reason.UNREADABLE_CARDS),
    ("SPX-S4C-.(KS)........;;", Part.COLUMNS, Reason.NOTHING_FACE_UP),
    (f"SPX-S4C-{RUN}.........;;", Part.COLUMNS, Reason.FINISHED_RUN),
    ("SPX-S4C-.........;;X", Part.RUNS, Reason.WRONG_CHARACTER),
    ("SHX-S4C-......;;SHDC;0;0;AS", Part.CELLS, Reason.WRONG_COUNT),
    ("TMX-S4C-.........;;SHDC;0;0;AS", Part.RESERVE, Reason.WRONG_COUNT),
    ("SPX-S4C-.........;;;01", Part.SCORE, Reason.UNREADABLE_NUMBER),
    ("SPX-S4C-.........;;;0;-1", Part.MOVES, Reason.UNREADABLE_NUMBER),
]
CYRILLIC = re.compile("[а-яА-Я]")


def is_in(language: str, text: str, english: str) -> bool:
    """Whether a text is at least not in another language's letters, and not left in English."""
    if language in ("bg", "ru"):
        return CYRILLIC.search(text) is not None
    return CYRILLIC.search(text) is None and (text == english) is (language == "en")


class TestViolations:
    def test_every_rule_has_a_case(self) -> None:
        assert list(VIOLATIONS) == list(Rule)

    @pytest.mark.parametrize("rule", VIOLATIONS)
    def test_a_refusal_says_which_rule_and_why(self, rule: Rule) -> None:
        code, log, action, params, message = VIOLATIONS[rule]
        body = {"code": code, "log": log, "action": action}
        violation = answer(post("/v1/play", body))["violation"]
        assert list(violation) == ["code", "title", "message", "params"]
        assert violation["code"] == rule
        assert violation["params"] == violation["params"] | params
        assert message in violation["message"]

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("rule", VIOLATIONS)
    def test_it_is_told_in_every_language(self, rule: Rule, language: str) -> None:
        code, log, action, *_ = VIOLATIONS[rule]
        body = {"code": code, "log": log, "action": action}
        english = answer(post("/v1/play", body))["violation"]
        found = answer(post(f"/v1/play?lang={language}", body))["violation"]
        assert (found["code"], found["params"]) == (english["code"], english["params"])
        for name in ("title", "message"):
            assert not set(found[name]) & set("{}")
            assert is_in(language, found[name], english[name])
            assert found[name][:1] == found[name][:1].upper()
        illegal = {"code": code, "log": [*log, action]}
        detail = problem(post(f"/v1/replay?lang={language}", illegal), 422, "illegal-log")["detail"]
        assert found["message"] in detail
        assert str(len(log) + 1) in detail

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("number", [-3, 0, 1, 2, 3, 5, 11, 21, 22, 101])
    def test_every_number_has_its_form(self, language: str, number: int) -> None:
        params: dict[Rule, dict[str, int | str | list[str]]] = {
            Rule.NO_SUCH_COLUMN: {"column": number, "columns": abs(number)},
            Rule.NOT_ENOUGH_CARDS: {"column": 0, "count": number, "available": abs(number)},
            Rule.FACE_DOWN: {"column": 0, "count": number, "face_up": abs(number)},
            Rule.UNDO_LIMIT: {"limit": abs(number)},
        }
        for rule, values in params.items():
            assert str(abs(number)) in violation_message(language, Violation(rule, values))

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_won_game_is_called_won(self, language: str) -> None:
        messages = {
            violation_message(language, Violation(Rule.GAME_OVER, {"status": status}))
            for status in ("won", "resigned")
        }
        assert len(messages) == 2

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_titles_tell_the_rules_apart(self, language: str) -> None:
        assert len({violation_title(language, rule) for rule in Rule}) == len(Rule)


class TestUnreadableCodes:
    def test_every_part_and_reason_has_a_case(self) -> None:
        assert {part for _, part, _ in UNREADABLE} == set(Part)
        assert {reason for _, _, reason in UNREADABLE} == set(Reason)

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize(("code", "part", "reason"), UNREADABLE)
    def test_what_is_wrong_is_told_in_every_language(
        self, code: str, part: Part, reason: Reason, language: str
    ) -> None:
        path = f"/v1/games/{quote(code)}"
        found = problem(get(path, params={"lang": language}), 422, "invalid-code")
        english = problem(get(path), 422, "invalid-code")
        assert (found["part"], found["reason"]) == (part, reason)
        assert found["params"] == english["params"]
        assert is_in(language, found["detail"], english["detail"]) or not code.isascii()

    def test_columns_and_characters_are_counted_from_1_in_sentences(self) -> None:
        found = problem(get("/v1/games/SPX-S4C-.(KS)........;;"), 422, "invalid-code")
        assert found["params"] == {"column": 1}
        assert "Column 2" in found["detail"]
        found = problem(get("/v1/games/SP1-S4C-AAAAAA1"), 422, "invalid-code")
        assert found["params"]["place"] == 6
        assert "Character 7 (1)" in found["detail"]


class TestCards:
    @pytest.mark.parametrize(
        ("language", "card", "name"),
        [
            ("en", "TS", "10♠"),
            ("en", "AD", "A♦"),
            ("bg", "TS", "10 пика"),
            ("bg", "AD", "асо каро"),
            ("ca", "TS", "10 de piques"),
            ("ca", "AD", "as de diamants"),
            ("ru", "9S", "девятка пик"),
        ],
    )
    def test_a_card_is_called_what_players_call_it(
        self, language: str, card: str, name: str
    ) -> None:
        assert card_name(language, card) == name

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_card_has_a_name_of_its_own(self, language: str) -> None:
        names = {card_name(language, format_card(card)) for card in CARDS}
        assert len(names) == len(CARDS) == 52
        assert not any(set(name) & set("{}") for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_empty_place_and_the_end_of_the_undo_are_called(language: str) -> None:
    empty = Violation(Rule.EMPTY_SOURCE, {"place": "c0"})
    assert "c0" in violation_message(language, empty)
    assert violation_message(language, empty) != violation_message(
        language, Violation(Rule.EMPTY_SOURCE, {"column": 0})
    )
    ended = violation_message(language, Violation(Rule.UNDO_LIMIT, {}))
    assert ended
    assert "{" not in ended
