"""Game codes: read in either case, written canonically, refused with a reason."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.codes import GameCode, format_code, game_code, parse_code, start
from engine.decks import format_deck
from engine.errors import CodeError, Part, Reason
from engine.rulesets import CLASSIC, RELAXED, TAVERN_JACK, RuleSet
from engine.variants import SPIDER, VARIANTS
from engine.violations import Params
from tests.engine.playing import position, started
from tests.engine.strategies import LOOK_ALIKES, codes, decks, rule_sets, suits_in_play
from tests.engine.tables import draw

ORDERED = format_deck(SPIDER.deck(4))
POSITION = draw("0 (4H 9C) KS QS\n1 TD\n2 -\nstock AS 6H")
EMPTY = "." * 9

WRONG_LETTERS: list[tuple[str, Part, Reason, Params]] = [
    (
        f"SP1-S4C-AAAA{letter}AD",
        Part.NUMBER,
        Reason.WRONG_CHARACTER,
        {"character": letter, "place": 4, "expected": "A-Z2-7"},
    )
    for letter in "0189=-; \n"
]
PREFIXES = sorted(variant.prefix for variant in VARIANTS.values())
REFUSED: list[tuple[str, Part, Reason, Params]] = [
    *WRONG_LETTERS,
    ("A" * 1001, Part.CODE, Reason.TOO_LONG, {"length": 1001, "expected": 1000}),
    ("é" * 1001, Part.CODE, Reason.TOO_LONG, {"length": 1001, "expected": 1000}),
    ("SP1-S4C-AAAAAAÄ", Part.CODE, Reason.NOT_ASCII, {"character": "Ä", "place": 14}),
    ("", Part.CODE, Reason.NOT_THREE_PARTS, {"found": 1}),
    ("A" * 1000, Part.CODE, Reason.NOT_THREE_PARTS, {"found": 1}),
    ("SP1S4CAAAAAAD", Part.CODE, Reason.NOT_THREE_PARTS, {"found": 1}),
    ("SP1-S4C", Part.CODE, Reason.NOT_THREE_PARTS, {"found": 2}),
    ("--", Part.VARIANT, Reason.UNKNOWN_VARIANT, {"expected": PREFIXES}),
    ("ZZ1-S4C-AAAAAAD", Part.VARIANT, Reason.UNKNOWN_VARIANT, {"expected": PREFIXES}),
    (" SP1-S4C-AAAAAAD", Part.VARIANT, Reason.UNKNOWN_VARIANT, {"expected": PREFIXES}),
    ("SP-S4C-AAAAAAD", Part.GENERATION, Reason.UNKNOWN_GENERATION, {"expected": ["0", "1", "X"]}),
    ("SP2-S4C-AAAAAAD", Part.GENERATION, Reason.UNKNOWN_GENERATION, {"expected": ["0", "1", "X"]}),
    ("SP11-S4C-AAAAAAD", Part.GENERATION, Reason.UNKNOWN_GENERATION, {"expected": ["0", "1", "X"]}),
    ("SP1--AAAAAAD", Part.SUITS, Reason.UNKNOWN_SUITS, {"expected": ["1", "2", "4"]}),
    ("SP1-S3C-AAAAAAD", Part.SUITS, Reason.UNKNOWN_SUITS, {"expected": ["1", "2", "4"]}),
    ("SP1-S04C-AAAAAAD", Part.SUITS, Reason.UNKNOWN_SUITS, {"expected": ["1", "2", "4"]}),
    ("SP1-4C-AAAAAAD", Part.SUITS, Reason.UNKNOWN_SUITS, {"expected": ["1", "2", "4"]}),
    ("SP1-S4CC-AAAAAAD", Part.RULES, Reason.UNKNOWN_RULES, {"expected": [*"CRTDW"]}),
    ("SP1-S4C\n-AAAAAAD", Part.RULES, Reason.UNKNOWN_RULES, {"expected": [*"CRTDW"]}),
    (
        "SHX-S4C-KS......;;HDC;500;0;AS..",
        Part.CELLS,
        Reason.WRONG_COUNT,
        {"found": 3, "expected": 4},
    ),
    ("SHX-S4C-KS......;;HDC;500;0;ASKD...", Part.CELLS, Reason.UNREADABLE_CARDS, {}),
    ("SHX-S4C-KS......;;HDC;500;0", Part.CODE, Reason.WRONG_SECTIONS, {"found": 5}),
    (
        "TMX-S4C-KS.........;;HDC;500;0;AS",
        Part.RESERVE,
        Reason.WRONG_COUNT,
        {"found": 1, "expected": 2},
    ),
    ("SP1-S4-AAAAAAD", Part.RULES, Reason.UNKNOWN_RULES, {"expected": [*"CRTDW"]}),
    ("SP1-S4Z-AAAAAAD", Part.RULES, Reason.UNKNOWN_RULES, {"expected": [*"CRTDW"]}),
    ("SP1-S4C-", Part.NUMBER, Reason.WRONG_LENGTH, {"length": 0, "expected": 7}),
    ("SP1-S4C-AAAAAD", Part.NUMBER, Reason.WRONG_LENGTH, {"length": 6, "expected": 7}),
    ("SP1-S4C-AAAAAAD\n", Part.NUMBER, Reason.WRONG_LENGTH, {"length": 8, "expected": 7}),
    ("SP1-S4C-AAAAAAAD", Part.NUMBER, Reason.WRONG_LENGTH, {"length": 8, "expected": 7}),
    ("SP0-S4C-", Part.DECK, Reason.WRONG_LENGTH, {"length": 0, "expected": 104}),
    (f"SP0-S4C-{ORDERED}\n", Part.DECK, Reason.WRONG_LENGTH, {"length": 105, "expected": 104}),
    (
        f"SP0-S4C-{ORDERED[:-1]}1",
        Part.DECK,
        Reason.WRONG_CHARACTER,
        {"character": "1", "place": 103, "expected": "A-Za-z"},
    ),
    (
        f"SP0-S4C-{ORDERED.replace('B', 'A')}",
        Part.DECK,
        Reason.TOO_MANY_OF_A_CARD,
        {"card": "AS", "found": 4, "expected": 2},
    ),
    (
        f"SP0-S1C-{ORDERED}",
        Part.DECK,
        Reason.TOO_MANY_OF_A_CARD,
        {"card": "AH", "found": 2, "expected": 0},
    ),
    ("SPX-S4C-", Part.CODE, Reason.WRONG_SECTIONS, {"found": 1}),
    (f"SPX-S4C-{EMPTY};", Part.CODE, Reason.WRONG_SECTIONS, {"found": 2}),
    (f"SPX-S4C-{EMPTY};;;0;0;", Part.CODE, Reason.WRONG_SECTIONS, {"found": 6}),
    ("SPX-S4C-;;", Part.COLUMNS, Reason.WRONG_COUNT, {"found": 1, "expected": 10}),
    (f"SPX-S4C-{EMPTY}.;;", Part.COLUMNS, Reason.WRONG_COUNT, {"found": 11, "expected": 10}),
    ("SPX-S4C-KS.QX........;;", Part.COLUMNS, Reason.UNREADABLE_CARDS, {"column": 1}),
    ("SPX-S4C-KS.QSJ........;;", Part.COLUMNS, Reason.UNREADABLE_CARDS, {"column": 1}),
    ("SPX-S4C-KS.(QX)JS........;;", Part.COLUMNS, Reason.UNREADABLE_CARDS, {"column": 1}),
    ("SPX-S4C-KS.()JS........;;", Part.COLUMNS, Reason.UNREADABLE_CARDS, {"column": 1}),
    ("SPX-S4C-KS.JS(QS)........;;", Part.COLUMNS, Reason.UNREADABLE_CARDS, {"column": 1}),
    ("SPX-S4C-KS.((QS))JS........;;", Part.COLUMNS, Reason.UNREADABLE_CARDS, {"column": 1}),
    ("SPX-S4C-KS.(QSJS........;;", Part.COLUMNS, Reason.UNREADABLE_CARDS, {"column": 1}),
    ("SPX-S4C-KS .QS........;;", Part.COLUMNS, Reason.UNREADABLE_CARDS, {"column": 0}),
    ("SPX-S4C-KS.QS........\n;;", Part.COLUMNS, Reason.UNREADABLE_CARDS, {"column": 9}),
    ("SPX-S4C-KS..(QSJS).......;;", Part.COLUMNS, Reason.NOTHING_FACE_UP, {"column": 2}),
    (
        "SPX-S4C-KS..4HKSQSJSTS9S8S7S6S5S4S3S2SAS.......;;",
        Part.COLUMNS,
        Reason.FINISHED_RUN,
        {"column": 2},
    ),
    (f"SPX-S4C-{EMPTY};KSQ;", Part.STOCK, Reason.UNREADABLE_CARDS, {}),
    (f"SPX-S4C-{EMPTY};(KS);", Part.STOCK, Reason.UNREADABLE_CARDS, {}),
    (
        f"SPX-S4C-{EMPTY};;SHX",
        Part.RUNS,
        Reason.WRONG_CHARACTER,
        {"character": "X", "place": 2, "expected": "SHDC"},
    ),
    *[
        (f"SPX-S4C-{EMPTY};;SSHHDDCC;{number}", Part.SCORE, Reason.UNREADABLE_NUMBER, {})
        for number in ("", "-1", "+1", "00", "01", "1000000", "1.0", "1e3", " 1", "1 ", "1\n", "A")
    ],
    (f"SPX-S4C-{EMPTY};;SSHHDDCC;0;00", Part.MOVES, Reason.UNREADABLE_NUMBER, {}),
    (f"SPX-S4C-{EMPTY};;SSHHDDCC;0;", Part.MOVES, Reason.UNREADABLE_NUMBER, {}),
    (
        f"SPX-S4C-{EMPTY};;SSHHDDC",
        Part.DECK,
        Reason.CARDS_MISSING,
        {"count": 13, "card": "AC"},
    ),
    (
        f"SPX-S4C-{EMPTY};KH;SSHHDDCC",
        Part.DECK,
        Reason.TOO_MANY_OF_A_CARD,
        {"card": "KH", "found": 3, "expected": 2},
    ),
    (
        f"SPX-S4C-{EMPTY};;SSHHDDCCC",
        Part.DECK,
        Reason.TOO_MANY_OF_A_CARD,
        {"card": "KC", "found": 3, "expected": 2},
    ),
]


@pytest.mark.parametrize(("text", "part", "reason", "params"), REFUSED)
def test_a_code_that_cannot_be_read_is_refused_with_the_part_and_the_reason(
    text: str, part: Part, reason: Reason, params: Params
) -> None:
    with pytest.raises(CodeError) as refused:
        parse_code(text)
    assert (refused.value.part, refused.value.reason) == (part, reason)
    assert refused.value.params == params


def test_every_reason_and_every_part_has_an_example() -> None:
    assert {reason for _, _, reason, _ in REFUSED} == {*Reason}
    assert {part for _, part, _, _ in REFUSED} == {*Part}


@pytest.mark.parametrize("character", [letter for letter in LOOK_ALIKES if not letter.isascii()])
@pytest.mark.parametrize("place", [0, 1, 2, 4, 5, 6, 8, 14])
def test_a_look_alike_of_a_letter_or_digit_is_refused(character: str, place: int) -> None:
    code = "SP1-S4C-AAAAAAD"
    with pytest.raises(CodeError) as refused:
        parse_code(code[:place] + character + code[place + 1 :])
    assert refused.value.reason is Reason.NOT_ASCII
    assert refused.value.params == {"character": character, "place": place}


@given(codes())
def test_a_written_code_reads_as_the_same_code(code: GameCode) -> None:
    assert parse_code(format_code(code)) == code


@st.composite
def nearly_codes(draw: st.DrawFn) -> str:
    """A code with a few characters exchanged, left out or put in."""
    text = format_code(draw(codes()))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, min(len(text), 20)) | st.integers(0, len(text)))
        put_in = draw(st.text("SPXAHDCTKRabcxst01289-.;()" + LOOK_ALIKES, max_size=2))
        text = text[:place] + put_in + text[place + draw(st.integers(0, 2)) :]
    return text


@given(st.text(max_size=20) | nearly_codes() | codes().map(format_code).map(str.lower))
@example("sp1-s4c-aaaaaad")
@example("SP1-S1R-AAAAAAD")
@example(POSITION.removesuffix(";500;0"))
@example(POSITION.removesuffix(";0"))
def test_any_text_is_refused_or_made_canonical(text: str) -> None:
    try:
        code = parse_code(text)
    except CodeError:
        return
    canonical = format_code(code)
    assert parse_code(canonical) == code
    assert format_code(parse_code(canonical)) == canonical


@pytest.mark.parametrize("code", ["SP1-S4T-ABCDEFG", POSITION])
def test_a_code_is_read_in_either_case_and_written_in_capitals(code: str) -> None:
    for text in (code, code.lower(), code.swapcase(), code.title()):
        assert format_code(parse_code(text)) == code


def test_the_letters_of_a_spelled_deck_keep_their_case_everything_else_does_not() -> None:
    assert format_code(parse_code(f"sp0-s4c-{ORDERED}")) == f"SP0-S4C-{ORDERED}"
    swapped = format_code(parse_code(f"SP0-S4C-{ORDERED.swapcase()}"))
    assert swapped == f"SP0-S4C-{ORDERED.swapcase()}"


@pytest.mark.parametrize(
    ("digits", "number"),
    [
        ("AAAAAAA", 0),
        ("AAAAAAD", 3),
        ("AAAAAAZ", 25),
        ("AAAAAA2", 26),
        ("AAAAAA7", 31),
        ("AAAAABA", 32),
        ("BAAAAAA", 32**6),
        ("7777777", 2**35 - 1),
    ],
)
def test_a_deal_number_is_base32_with_the_most_significant_digit_first(
    digits: str, number: int
) -> None:
    assert parse_code(f"SP1-S4C-{digits}").source == number
    assert format_code(game_code(SPIDER, 4, CLASSIC, number)) == f"SP1-S4C-{digits}"


@pytest.mark.parametrize("number", [-1, 2**35])
def test_a_deal_number_out_of_range_cannot_be_written(number: int) -> None:
    with pytest.raises(ValueError, match="34359738367"):
        format_code(game_code(SPIDER, 4, CLASSIC, number))


@pytest.mark.parametrize(("letter", "rules"), [("C", CLASSIC), ("R", RELAXED), ("T", TAVERN_JACK)])
def test_a_letter_names_the_rule_set(letter: str, rules: RuleSet) -> None:
    assert parse_code(f"SP1-S4{letter}-AAAAAAD").rules is rules


@pytest.mark.parametrize("source", ["SP1-S1R-AAAAAAD", draw("0 KS\n1 QS", "R", 1)])
def test_with_one_suit_relaxed_is_the_same_game_as_classic_and_written_so(source: str) -> None:
    assert format_code(parse_code(source)) == source.replace("S1R", "S1C")
    assert parse_code(source).rules is CLASSIC


def test_with_one_suit_tavern_jack_stays_a_game_of_its_own() -> None:
    assert format_code(parse_code("SP1-S1T-AAAAAAD")) == "SP1-S1T-AAAAAAD"


@pytest.mark.parametrize("suits", ["2", "4"])
def test_with_more_suits_relaxed_stays_a_game_of_its_own(suits: str) -> None:
    assert format_code(parse_code(f"SP1-S{suits}R-AAAAAAD")) == f"SP1-S{suits}R-AAAAAAD"


@given(suits_in_play, st.integers(0, 2**35 - 1))
def test_the_same_number_gives_the_same_layout_in_every_rule_set(suits: int, number: int) -> None:
    starts = [start(game_code(SPIDER, suits, rules, number)) for rules in SPIDER.rules]
    assert len({position(state) for state in starts}) == 1


@given(st.data(), suits_in_play, rule_sets)
def test_a_spelled_deck_is_dealt_as_a_shuffled_one(
    data: st.DataObject, suits: int, rules: RuleSet
) -> None:
    deck = data.draw(decks(suits))
    state = start(game_code(SPIDER, suits, rules, deck))
    rows = [deck[row * 10 : row * 10 + 10] for row in range(6)]
    for column, cards in enumerate(state.columns):
        assert cards == [row[column] for row in (rows if column < 4 else rows[:5])]
    assert tuple(state.stock) == deck[54:]


def test_score_and_moves_of_a_position_may_be_left_off_and_are_500_and_0() -> None:
    whole = POSITION
    for text in (whole.removesuffix(";0"), whole.removesuffix(";500;0")):
        assert format_code(parse_code(text)) == whole
        assert (started(text).score, started(text).moves) == (500, 0)


def test_a_finished_run_below_another_card_is_no_finished_run_yet() -> None:
    state = started(draw("0 KS..AS 5H"))
    assert len(state.columns[0]) == 14
    assert state.runs.count(0) == 1  # the other spades
