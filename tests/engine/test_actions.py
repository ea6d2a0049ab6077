"""Actions: their text, read and written."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.actions import (
    Action,
    Command,
    Move,
    format_action,
    format_log,
    parse_action,
    parse_log,
)
from engine.errors import ActionError

NUMBERS = st.integers(0, 99)
ACTIONS: st.SearchStrategy[Action] = st.sampled_from(Command) | st.builds(
    Move, NUMBERS, NUMBERS, st.integers(1, 99)
)
NEARLY_ACTIONS = st.text("0123456789-x dealunresig\n\u0661\uff11\u0445", max_size=9)

READ = {
    "3-6": Move(3, 6, 1),
    "3-6x1": Move(3, 6, 1),
    "3-6x2": Move(3, 6, 2),
    "0-9x13": Move(0, 9, 13),
    "10-11x12": Move(10, 11, 12),
    "99-99x99": Move(99, 99, 99),
    "deal": Command.DEAL,
    "undo": Command.UNDO,
    "resign": Command.RESIGN,
}
UNREADABLE = [
    *("", " ", "-", "3", "3-", "-6", "3--6", "3-6-7", "3_6", "3,6", "3-6x", "3-6x0", "3-6x01"),
    *("03-6", "3-06", "00-1", "3-6x100", "100-6", "3-100", "-3-6", "+3-6", "3-+6", "3-6x-1"),
    *("3-6X2", "3-6×2", "3 - 6", " 3-6", "3-6 ", "3-6\n", "\n3-6", "3-6x2\n", "deal\n", "3-6\0"),
    *("Deal", "DEAL", "deaI", "dеal", "undo ", "resign.", "redo", "hint", "deal,undo", "ＤＥＡＬ"),
    *(
        "３-6",
        "3-٦",
        "3－6",
        "3–6",
        "3−6",
        "3-6х2",
        "3-6x²",
        "²-6",
        "१-2",
        "1.0-2",
        "1e0-2",
        "0x1-2",
    ),
    *("3-6x2" * 40, "undo" * 1000, "\ud800", "ß-1", "ı-1"),
]


@pytest.mark.parametrize(("text", "action"), [*READ.items()])
def test_an_action_is_read(text: str, action: Action) -> None:
    assert parse_action(text) == action


@given(ACTIONS)
def test_a_written_action_reads_as_the_same_action(action: Action) -> None:
    assert parse_action(format_action(action)) == action


def test_a_count_of_one_is_not_written() -> None:
    assert format_action(parse_action("3-6x1")) == "3-6"


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_only_looks_like_an_action_is_refused(text: str) -> None:
    with pytest.raises(ActionError) as refused:
        parse_action(text)
    assert (refused.value.text, refused.value.index) == (text, 0)


@given(st.text(max_size=10) | NEARLY_ACTIONS | st.from_regex(r"\A\d\d?-\d\d?(x\d\d?)?\Z"))
@example("3-6x1")
def test_any_text_is_refused_or_made_canonical(text: str) -> None:
    try:
        action = parse_action(text)
    except ActionError:
        return
    canonical = format_action(action)
    assert parse_action(canonical) == action
    assert format_action(parse_action(canonical)) == canonical
    assert text in (canonical, canonical + "x1")


@given(st.lists(ACTIONS))
def test_a_written_log_reads_as_the_same_log(log: list[Action]) -> None:
    assert parse_log(format_log(log)) == log


def test_a_log_is_written_in_canonical_form() -> None:
    assert format_log(parse_log(["3-6x1", "deal", "0-1x2"])) == ["3-6", "deal", "0-1x2"]


@pytest.mark.parametrize(
    ("log", "text", "index"),
    [
        (["deal", "3-6", "3-6x0", "oops"], "3-6x0", 2),
        (["", "deal"], "", 0),
        (["deal", "3-6" * 100, "oops"], "3-6" * 100, 1),
        (["deal", "oops", "3-6" * 100], "oops", 1),
    ],
)
def test_the_first_unreadable_action_of_a_log_is_named_with_its_place(
    log: list[str], text: str, index: int
) -> None:
    with pytest.raises(ActionError) as refused:
        parse_log(log)
    assert (refused.value.text, refused.value.index) == (text, index)


def test_an_empty_log_is_read() -> None:
    assert parse_log([]) == []


def test_a_refused_action_is_refused_again() -> None:
    for _ in range(3):
        with pytest.raises(ActionError):
            parse_action("0-0x0")
