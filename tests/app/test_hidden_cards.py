"""What lies face down, and what is in the stock, changes no answer but the code."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codes import format_code, game_code
from engine.deals import shuffled_deck
from engine.rulesets import RULE_SETS
from engine.variants import SPIDER
from tests.app.client import get, post

CARDS_ON_THE_TABLE = sum(SPIDER.columns)
FACE_UP = range(CARDS_ON_THE_TABLE - len(SPIDER.columns), CARDS_ON_THE_TABLE)
"""Where a deck holds the cards that are seen: the last row to be dealt, of whatever columns."""
UNSEEN = [place for place in range(SPIDER.cards) if place not in FACE_UP]
NOTHING_IS_SEEN = ["0-0", "0-9x2", "0-1x9", "3-12", "resign", "undo"]


@st.composite
def twins(draw: st.DrawFn) -> tuple[str, str]:
    """Two codes that look the same to a player."""
    suits, rules = draw(st.sampled_from([1, 2, 4])), draw(st.sampled_from([*RULE_SETS.values()]))
    deck = list(shuffled_deck(SPIDER, suits, draw(st.integers(0, 2**35 - 1))))
    other = deck.copy()
    for place, card in zip(UNSEEN, draw(st.permutations([deck[p] for p in UNSEEN])), strict=True):
        other[place] = card
    return (
        format_code(game_code(SPIDER, suits, rules, tuple(deck))),
        format_code(game_code(SPIDER, suits, rules, tuple(other))),
    )


def answers(code: str) -> list[Any]:
    """What every endpoint says of a game, without its code."""
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("/v1/replay", {"log": [], "events_from": 0}),
        ("/v1/replay", {"log": ["resign"], "events_from": 0}),
        ("/v1/replay", {"log": ["0-0"]}),
        ("/v1/outlook", {"log": []}),
        ("/v1/hint", {"log": [], "level": "basic"}),
        ("/v1/hint", {"log": [], "level": "deep"}),
        ("/v1/verify", {"log": ["undo"], "claim": {"score": 1}}),
        ("/v1/verify", {"log": [], "claim": {"score": 1, "moves": 2, "status": "won"}}),
    ]
    bodies += [("/v1/play", {"log": [], "action": action}) for action in NOTHING_IS_SEEN]
    bodies += [
        ("/v1/targets", {"log": [], "column": column, "count": count})
        for column in (0, 3, 9, 10)
        for count in (0, 1, 2, 6, 7)
    ]
    found = [get(f"/v1/games/{code}"), get(f"/v1/games/{code}?log=resign")]
    found += [post(path, {"code": code, **body}) for path, body in bodies]
    texts = [response.text.replace(code, "") for response in found]
    return [without_ids(json.loads(text)) for text in texts]


def without_ids(value: Any) -> Any:
    return {**value, "request_id": ""} if "request_id" in value else value


@settings(max_examples=12, deadline=None, derandomize=True)
@given(twins())
def test_no_answer_depends_on_what_is_not_seen(codes: tuple[str, str]) -> None:
    first, second = codes
    assert answers(first) == answers(second)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(twins())
def test_a_move_shows_nothing_but_the_card_that_it_turns_up(codes: tuple[str, str]) -> None:
    moves = get(f"/v1/games/{codes[0]}").json()["legal"]["moves"]
    for move in moves[:2]:
        first, second = (after_a_move(code, move["action"], move["from"]) for code in codes)
        assert first == second


def after_a_move(code: str, action: str, column: int) -> list[Any]:
    """What a move and its undo show, without the card that it turns up."""
    played = post("/v1/play", {"code": code, "log": [], "action": action}).json()
    undone = post("/v1/play", {"code": code, "log": [action], "action": "undo"}).json()
    turned_up = played["state"]["columns"][column].pop("cards")
    (flip,) = [event for event in played["events"] if event["type"] == "flip"]
    assert [flip.pop("card")] == turned_up
    for answer in (played, undone):
        del answer["state"]["code"]
    del played["state"]["legal"]
    return [played, undone]
