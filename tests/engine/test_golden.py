"""Golden playthroughs: whole games, compared line by line with their text files."""

from pathlib import Path

import pytest

from tests.engine import golden_family
from tests.engine.golden_family import Golden
from tests.engine.playing import RULES, SUITS
from tests.engine.playthroughs import FOLDER, read, written

FILES = sorted(FOLDER.iterdir())
TEXTS = {path.stem: path.read_text(encoding="ascii") for path in FILES}
DETOURS = ["run back", "flip back", "deal back", "refused", "resigned", "refused game-over"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_played_as_it_is_written(path: Path) -> None:
    lines = TEXTS[path.stem].splitlines()
    for line, expected in zip(written(*read(lines)), lines, strict=True):
        assert line == expected


@pytest.mark.parametrize("name", [name for name in TEXTS if name.startswith("won-")])
def test_a_won_golden_game_ends_with_its_win(name: str) -> None:
    assert TEXTS[name].endswith("; won\n")


@pytest.mark.parametrize("name", [name for name in TEXTS if name.startswith("resigned-")])
@pytest.mark.parametrize("words", DETOURS)
def test_a_resigned_golden_game_holds_every_detour(name: str, words: str) -> None:
    assert words in TEXTS[name]


def test_the_golden_games_are_of_every_rule_set_and_number_of_suits() -> None:
    codes = [text[:15] for text in TEXTS.values()]
    for kind in ("won-", "resigned-"):
        of_kind = [code for name, code in zip(TEXTS, codes, strict=True) if name.startswith(kind)]
        assert {code[5] for code in of_kind} == {str(suits) for suits in SUITS}
        assert {code[6] for code in of_kind} == {*RULES}


@pytest.mark.parametrize("game", golden_family.recorded(), ids=lambda game: game.code)
def test_a_published_code_of_any_variant_means_the_same_for_ever(game: Golden) -> None:
    assert golden_family.fingerprint(game.code) == game.deck
    assert golden_family.reached(game.code, game.log) == game.reached
