"""Deals of other programs, against decks that these programs and their peers have published."""

import re
from typing import Any

import pytest
from pysol_cards.cards import createCards, ms_rearrange
from pysol_cards.random import LCRandom31, MTRandom

from app.imports import PROGRAMS, UnknownNumberError, imported_deck, pysol_columns
from engine.cards import format_cards
from engine.codes import parse_code, start
from engine.deals import lay_out
from engine.variants import VARIANTS, Variant
from tests.app.client import TESTS, answer, post, problem

_VECTORS = (TESTS / "data" / "deal_vectors.txt").read_text("utf-8")
_KPAT_SUITS = {"CDHS": 4, "CSHS": 3, "HSHS": 2, "SSSS": 1}
_CARD = re.compile("[A2-9TJQK][SHDC]")


def _deals() -> list[Any]:
    """The worked deals: program, number, suits, columns, and the first cards of the stock."""
    deals = []
    for block in re.split(r"^(?=PySolFC Spider|KPat Spider)", _VECTORS, flags=re.MULTILINE)[1:]:
        title, *lines = block.splitlines()
        pysol = re.match(r"PySolFC Spider # (\S+)", title)
        kpat = re.match(r"KPat Spider deal (\S+) (\w+)", title)
        rows = [_CARD.findall(line) for line in lines]
        if pysol:
            deals.append(pytest.param("pysol", pysol[1], 4, rows[:10], rows[10], id=title))
        if kpat:
            suits = _KPAT_SUITS[kpat[2]]
            deals.append(pytest.param("kpat", kpat[1], suits, rows[:10], rows[10], id=title))
    return deals


@pytest.mark.parametrize(("program", "number", "suits", "columns", "stock"), _deals())
def test_a_published_deal_is_laid_out_card_for_card(
    program: str, number: str, suits: int, columns: list[list[str]], stock: list[str]
) -> None:
    variant = {("pysol", 4): "spider-pysol", ("kpat", 3): "spider-3-suits"}.get(
        (program, suits), "spider"
    )
    body = {"variant": variant, "suits": suits, "import": {"program": program, "number": number}}
    code = answer(post("/v1/games", body))["code"]
    state = start(parse_code(code))
    assert [format_cards(cards) for cards in state.columns] == columns
    assert format_cards(state.stock)[: len(stock)] == stock


def test_there_are_worked_deals_of_both_programs() -> None:
    programs = [deal.values[0] for deal in _deals()]
    assert programs.count("pysol") == 6
    assert programs.count("kpat") == 5


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_variant_that_lists_a_program_reads_its_numbers(program: str) -> None:
    for variant in VARIANTS.values():
        if program in variant.imports:
            for suits in variant.blocks:
                deck = imported_deck(program, "24", variant, suits)
                assert sorted(deck) == sorted(variant.deck(suits))
                assert lay_out(variant, deck, 500).hidden == variant.hidden


def test_the_number_of_suits_changes_no_rank_of_a_pysol_deal() -> None:
    variant = VARIANTS["spider-pysol"]
    decks = [imported_deck("pysol", "14934", variant, suits) for suits in (1, 2, 4)]
    ranks = [[card & 15 for card in deck] for deck in decks]
    assert ranks[0] == ranks[1] == ranks[2]


@pytest.mark.parametrize("same", ["#24", "0024", "2-4", "24L", "ms24", "MS24", " 2_4 "])
def test_a_pysol_number_may_be_written_as_players_do(same: str) -> None:
    variant = VARIANTS["spider-pysol"]
    assert imported_deck("pysol", same, variant, 4) == imported_deck("pysol", "24", variant, 4)


@pytest.mark.parametrize(
    ("program", "number"),
    [
        ("pysol", ""),
        ("pysol", "ms0"),
        ("pysol", "ms8589934592"),
        ("pysol", "100000000000000000001"),
        ("pysol", "24x"),
        ("pysol", "-"),
        ("pysol", "-1"),
        ("kpat", "0"),
        ("kpat", "2147483648"),
        ("kpat", "024"),
        ("kpat", "\u0661"),
    ],
)
def test_a_number_that_the_program_does_not_have_is_refused(program: str, number: str) -> None:
    variant = VARIANTS["spider" if program == "kpat" else "spider-pysol"]
    with pytest.raises(UnknownNumberError):
        imported_deck(program, number, variant, 4)
    body = {"variant": variant.id, "import": {"program": program, "number": number}}
    (error,) = problem(post("/v1/games", body), 422, "invalid-request")["errors"]
    assert error["pointer"] == "/import/number"


def test_a_program_is_refused_where_its_numbers_give_another_layout() -> None:
    body = {"variant": "spider", "import": {"program": "pysol", "number": "24"}}
    (error,) = problem(post("/v1/games", body), 422, "invalid-request")["errors"]
    assert error["pointer"] == "/import/program"
    body["variant"] = "york"
    problem(post("/v1/games", body), 422, "invalid-request")


def test_a_number_and_an_import_exclude_each_other() -> None:
    body = {"number": 3, "import": {"program": "kpat", "number": "24"}}
    (error,) = problem(post("/v1/games", body), 422, "invalid-request")["errors"]
    assert error["pointer"] == "/number"


_NUMBERS = ["1", "24", "14934", "31999", "ms2147483649", "ms4294967301", "32000", str(10**19 + 7)]


def _second_opinion(number: str, variant: Variant) -> list[int]:
    """The ranks of PySol's shuffled deck by its authors' own library, next card first."""
    microsoft = number.startswith("ms") or int(number) < 32_000
    generator = LCRandom31() if microsoft else MTRandom()
    generator.setSeed(int(number.removeprefix("ms")))
    cards = createCards(variant.cards // 52)
    cards = generator.shuffle(ms_rearrange(cards) if microsoft else cards)
    return [card.rank for card in reversed(cards)]


@pytest.mark.parametrize("number", _NUMBERS)
def test_pysols_own_library_shuffles_as_we_do(number: str) -> None:
    for variant in VARIANTS.values():
        if "pysol" in variant.imports and variant.cards % 52 == 0 and 4 in variant.blocks:
            deck = imported_deck("pysol", number, variant, 4)
            layout = lay_out(variant, deck, 500)
            expected = iter(_second_opinion(number, variant))
            table: list[list[int]] = [[] for _ in variant.columns]
            for column in pysol_columns(variant):
                table[column].append(next(expected))
            assert [[card & 15 for card in column] for column in layout.columns] == table
            assert [card & 15 for card in layout.stock] == list(expected)
