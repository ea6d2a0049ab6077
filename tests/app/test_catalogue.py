"""Variants and rule sets as the service tells of them."""

from dataclasses import fields
from typing import Any

import pytest

from app.schemas import State
from engine.rulesets import RULE_SETS, RuleSet
from engine.variants import VARIANTS
from tests.app.client import answer, get, post

COMMON = {
    "deal_over_empty": False,
    "start_score": 500,
    "move_price": 1,
    "deal_price": 1,
    "run_points": 100,
}
SWITCHES: dict[str, dict[str, object]] = {
    "classic": {
        "letter": "C",
        "group": "one_suit",
        "undo_limit": 100,
        "whole_column_to_empty": True,
        "undo_restores": True,
        "undo_price": 0,
        "one_suit_same_as": None,
    },
    "relaxed": {
        "letter": "R",
        "group": "any_suit",
        "undo_limit": 100,
        "whole_column_to_empty": True,
        "undo_restores": True,
        "undo_price": 0,
        "one_suit_same_as": "classic",
    },
    "tavern-jack": {
        "letter": "T",
        "group": "one_suit",
        "undo_limit": 200,
        "whole_column_to_empty": False,
        "undo_restores": False,
        "undo_price": 1,
        "one_suit_same_as": None,
    },
}


def spider(language: str = "en") -> Any:
    return answer(get(f"/v1/variants/spider?lang={language}"))


def test_the_list_holds_every_variant() -> None:
    listed = answer(get("/v1/variants"))
    assert list(listed) == ["variants"]
    assert spider() in listed["variants"]


def test_a_variant_has_every_documented_field() -> None:
    variant = spider()
    assert list(variant) == [
        "id",
        "prefix",
        "name",
        "text",
        "suits",
        "rules",
        "default",
        "cards",
        "runs",
        "columns",
        "hidden",
        "stock",
        "cells",
        "cells_filled",
        "reserves",
        "imports",
        "solver",
    ]
    assert (variant["id"], variant["prefix"], variant["name"]) == ("spider", "SP", "Spider")
    assert variant["default"] == {"suits": 1, "rules": "classic"}
    assert variant["columns"] == [6] * 4 + [5] * 6
    assert variant["hidden"] == [5] * 4 + [4] * 6
    assert variant["stock"] == 50
    assert "104" in variant["text"]


def test_one_suit_offers_no_choice_between_classic_and_relaxed() -> None:
    others = ["tavern-jack", "deal-anytime", "windows"]
    assert spider()["suits"] == [
        {"suits": 1, "name": "Easy", "deck": ["S"], "rules": ["classic", *others]},
        {
            "suits": 2,
            "name": "Medium",
            "deck": ["S", "H"],
            "rules": ["classic", "relaxed", *others],
        },
        {"suits": 4, "name": "Hard", "deck": [*"SHDC"], "rules": ["classic", "relaxed", *others]},
    ]


@pytest.mark.parametrize("rules", SWITCHES)
def test_every_switch_of_a_rule_set_is_told(rules: str) -> None:
    found = next(item for item in spider()["rules"] if item["id"] == rules)
    names = {field.name for field in fields(RuleSet)}
    assert found.keys() == names | {"name", "text"}
    for name, value in (COMMON | SWITCHES[rules]).items():
        assert found[name] == value, name
    for name in names:
        assert found[name] == getattr(RULE_SETS[rules], name)


@pytest.mark.parametrize("language", ["bg", "ca", "ru"])
def test_names_and_texts_are_translated(language: str) -> None:
    variant, english = spider(language), spider()
    for name in ("name", "text"):
        changed = [variant["rules"][1][name] != english["rules"][1][name]]
        changed += [rules["text"] != other["text"] for rules, other in both(variant, english)]
        assert all(changed)
    assert variant["text"] != english["text"]
    names = [[choice["name"] for choice in item["suits"]] for item in (variant, english)]
    assert not set(names[0]) & set(names[1])
    for fixed in ("id", "prefix", "default", "columns", "hidden", "stock", "imports"):
        assert variant[fixed] == english[fixed]


def both(variant: Any, english: Any) -> list[tuple[Any, Any]]:
    return list(zip(variant["rules"], english["rules"], strict=True))


@pytest.mark.parametrize(("language", "name"), [("ca", "flexible"), ("bg", "облекчени правила")])
def test_the_relaxed_rules_are_called_what_the_app_calls_them(language: str, name: str) -> None:
    relaxed = next(rules for rules in spider(language)["rules"] if rules["id"] == "relaxed")
    assert relaxed["name"].casefold() == name


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variants_id_alone_makes_a_game_of_it(variant: str) -> None:
    made = answer(post("/v1/games", {"variant": variant}))
    assert made["state"]["variant"] == variant
    assert made["code"][:2] == VARIANTS[variant].prefix
    again = answer(get(f"/v1/games/{made['code']}"))
    assert State.model_validate(again).model_dump(by_alias=True) == again
    assert again == made["state"]
    assert ("cells" in again) == bool(VARIANTS[variant].cells)
    assert ("reserve" in again) == bool(VARIANTS[variant].reserves)


@pytest.mark.parametrize("language", ["en", "bg", "ca", "ru"])
def test_no_two_variants_have_the_same_name(language: str) -> None:
    listed = answer(get(f"/v1/variants?lang={language}"))["variants"]
    assert len({variant["name"] for variant in listed}) == len(VARIANTS)
    assert all(variant["text"] for variant in listed)


def test_a_rule_sets_text_says_nothing_that_the_variant_has_fixed() -> None:
    scorpion = answer(get("/v1/variants/scorpion"))
    for rules in scorpion["rules"]:
        assert "of one suit and in sequence" not in rules["text"]
        assert "no column is empty" not in rules["text"]
    assert "no column is empty" not in answer(get("/v1/variants/mrs-mop"))["rules"][0]["text"]
    assert "no column is empty" in spider()["rules"][0]["text"]
