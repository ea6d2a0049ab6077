"""Positions spelled out (generation X): ``<columns>;<stock>;<runs>;<score>;<moves>``.

Columns are separated by dots, each with its hidden cards first, in parentheses; the stock's cards
stand in the order in which they will be dealt; `runs` are the suits of the runs that have left.
A variant with cells or reserves has one more section for each, with a dot between two of them.
"""

import re

from engine.cards import SUITS, Card, Suit, format_cards, parse_card, whole_run
from engine.decks import check_deck
from engine.errors import CodeError, Part, Reason
from engine.rules import lie_as_run, only_runs_left
from engine.rulesets import RuleSet, Runs
from engine.state import Position, State
from engine.tables import tables
from engine.variants import Variant

_COLUMN = re.compile(r"(?:\(([^()]+)\))?([^()]*)")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}", re.ASCII)


def parse_position(text: str, variant: Variant, suits: int, rules: RuleSet) -> Position:
    """Read a position, in capitals. Raises `CodeError` for one that cannot stand on the table.

    Score and moves may be left off, where no other section follows, and are then 500 and 0.
    """
    more = bool(variant.cells) + bool(variant.reserves)
    sections = text.split(";")
    if len(sections) not in ((5 + more,) if more else (3, 4, 5)):
        raise CodeError(Part.CODE, Reason.WRONG_SECTIONS, found=len(sections))
    columns, hidden = _parse_columns(sections[0].split("."), variant, rules)
    others = sections[5:]
    position = Position(
        columns=columns,
        hidden=hidden,
        stock=_parse_cards(sections[1], Part.STOCK),
        runs=_parse_runs(sections[2]),
        score=_parse_number(sections[3], Part.SCORE) if len(sections) > 3 else rules.start_score,
        moves=_parse_number(sections[4], Part.MOVES) if len(sections) > 4 else 0,
        cells=_parse_cells(others.pop(0), variant.cells) if variant.cells else (),
        reserves=_parse_piles(others.pop(0), len(variant.reserves)) if variant.reserves else (),
    )
    check_deck(_all_cards(position), variant, suits)
    _check_unfinished(position, rules, variant)
    return position


def format_position(position: Position) -> str:
    """Write a position in its canonical form, score and moves included."""
    columns = zip(position.columns, position.hidden, strict=True)
    sections = [
        ".".join(_format_column(cards, hidden) for cards, hidden in columns),
        "".join(format_cards(position.stock)),
        "".join(SUITS[suit] for suit in position.runs),
        str(position.score),
        str(position.moves),
    ]
    others = [piles for piles in (position.cells, position.reserves) if piles]
    sections += [".".join("".join(format_cards(pile)) for pile in piles) for piles in others]
    return ";".join(sections)


def _check_unfinished(position: Position, rules: RuleSet, variant: Variant) -> None:
    """Where runs stay, nothing but runs on the table is a won game, whose runs have left."""
    if rules.runs is not Runs.STAY or position.stock or any((*position.cells, *position.reserves)):
        return
    filled = [column for column, cards in enumerate(position.columns) if cards]
    if filled and only_runs_left(State(position, rules, variant.runs)):
        raise CodeError(Part.COLUMNS, Reason.FINISHED_RUN, column=filled[0])


def _parse_cells(text: str, expected: int) -> tuple[tuple[Card, ...], ...]:
    cells = _parse_piles(text, expected, Part.CELLS)
    if any(len(cards) > 1 for cards in cells):
        raise CodeError(Part.CELLS, Reason.UNREADABLE_CARDS)
    return cells


def _parse_piles(
    text: str, expected: int, part: Part = Part.RESERVE
) -> tuple[tuple[Card, ...], ...]:
    piles = text.split(".")
    if len(piles) != expected:
        raise CodeError(part, Reason.WRONG_COUNT, found=len(piles), expected=expected)
    return tuple(_parse_cards(pile, part) for pile in piles)


def _format_column(cards: tuple[Card, ...], hidden: int) -> str:
    names = format_cards(cards)
    face_down = f"({''.join(names[:hidden])})" if hidden else ""
    return face_down + "".join(names[hidden:])


def _parse_columns(
    texts: list[str], variant: Variant, rules: RuleSet
) -> tuple[tuple[tuple[Card, ...], ...], tuple[int, ...]]:
    expected = len(variant.columns)
    if len(texts) != expected:
        raise CodeError(Part.COLUMNS, Reason.WRONG_COUNT, found=len(texts), expected=expected)
    parsed = [_parse_column(text, column, rules) for column, text in enumerate(texts)]
    return tuple(cards for cards, _ in parsed), tuple(hidden for _, hidden in parsed)


def _parse_column(text: str, column: int, rules: RuleSet) -> tuple[tuple[Card, ...], int]:
    match = _COLUMN.fullmatch(text)
    if match is None:
        raise CodeError(Part.COLUMNS, Reason.UNREADABLE_CARDS, column=column)
    face_down = _parse_cards(match[1] or "", Part.COLUMNS, column=column)
    face_up = _parse_cards(match[2], Part.COLUMNS, column=column)
    if face_down and not face_up:
        raise CodeError(Part.COLUMNS, Reason.NOTHING_FACE_UP, column=column)
    cards = face_down + face_up
    run = lie_as_run(bytearray(cards), len(face_down), len(cards), tables(rules).lies)
    if rules.runs is Runs.LEAVE and run:
        raise CodeError(Part.COLUMNS, Reason.FINISHED_RUN, column=column)
    return cards, len(face_down)


def _parse_cards(text: str, part: Part, **where: int) -> tuple[Card, ...]:
    try:
        return tuple(parse_card(text[place : place + 2]) for place in range(0, len(text), 2))
    except KeyError:
        raise CodeError(part, Reason.UNREADABLE_CARDS, **where) from None


def _parse_runs(text: str) -> tuple[Suit, ...]:
    for place, suit in enumerate(text):
        if suit not in SUITS:
            raise CodeError(
                Part.RUNS, Reason.WRONG_CHARACTER, character=suit, place=place, expected=SUITS
            )
    return tuple(SUITS.index(suit) for suit in text)


def _parse_number(text: str, part: Part) -> int:
    if not _NUMBER.fullmatch(text):
        raise CodeError(part, Reason.UNREADABLE_NUMBER)
    return int(text)


def _all_cards(position: Position) -> list[Card]:
    on_table = [card for cards in position.columns for card in cards]
    in_runs = [card for suit in position.runs for card in whole_run(suit)]
    aside = [card for cards in (*position.cells, *position.reserves) for card in cards]
    return [*on_table, *aside, *position.stock, *in_runs]
