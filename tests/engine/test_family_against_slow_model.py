"""Random games of every variant against the slow model of the family.

After every action both must agree on everything that a player sees and on what is hidden. The games
start from numbered deals and from late positions in which runs are completed by moves and by deals;
undos, illegal actions and resignations are mixed in. Every variant is played with each number of
suits and in each rule set.
"""

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine.actions import parse_action
from engine.cards import format_card, format_cards
from engine.codes import format_code, parse_code, start
from engine.events import events
from engine.refusals import violation
from engine.steps import play
from engine.variants import VARIANTS
from engine.view import view
from engine.violations import Violation
from tests import slow_family
from tests.engine.animation import Screen
from tests.engine.family_tables import buried_code, deal_code, late_code
from tests.slow_family import LAYOUTS, Game, Layout
from tests.slow_model import BASE32

every_variant = pytest.mark.parametrize("id_", LAYOUTS)


def combinations(id_: str) -> list[tuple[int, str]]:
    """Each number of suits with each rule set; with one suit, R is the same game as C."""
    variant = VARIANTS[id_]
    pairs = product(variant.blocks, [rules.letter for rules in variant.rules])
    return [pair for pair in pairs if pair != (1, "R")]


class Match:
    """One game, played by the engine and by the slow model side by side."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.log: list[str] = []
        assert format_code(parse_code(code)) == code
        self.state = start(parse_code(code))
        self.game = slow_family.start(code)
        self.seen: Counter[str] = Counter()
        self.compare()

    def play(self, action: str) -> None:
        """Play an action on both sides, legal or not, and compare all that they say of it."""
        self.log.append(action)
        before, screen = self.game, Screen(self.shown)
        self.game, expected = slow_family.act(before, action)
        outcome = play(self.state, parse_action(action))
        refusal = outcome.code.value if isinstance(outcome, Violation) else None
        assert refusal == expected, self.place()
        self.count(action, before, refusal)
        self.compare()
        if not isinstance(outcome, Violation):
            for event in events(outcome):
                screen.animate(event)
        assert vars(screen) == vars(Screen(self.shown)), self.place()

    def compare(self) -> None:
        """Compare what a player sees, and what a player does not see."""
        state, table = self.state, self.game.table
        self.shown, expected = view(state), slow_family.public_state(self.game)
        assert self.shown == expected, self.place()
        cards = tuple(
            tuple((format_card(card), place >= hidden) for place, card in enumerate(column))
            for column, hidden in zip(state.columns, state.hidden, strict=False)
        )
        assert cards == table.columns, self.place()
        assert format_cards(state.stock[state.dealt :]) == [*table.stock], self.place()
        assert bool(state.floor) == self.game.forgotten, self.place()

    def refuses(self, action: str) -> None:
        """Ask for the rule that an action would break, or for none, and do not play it."""
        asked = violation(self.state, parse_action(action))
        expected = slow_family.violation_of(self.game, action)
        refusal = None if asked is None else asked.code.value
        assert refusal == expected, f"{self.place()} [{action}]"
        self.seen[f"refused {refusal}"] += 1

    def count(self, action: str, before: Game, refusal: str | None) -> None:
        """Count what an action was, so that a test can ask for it."""
        if refusal is not None:
            self.seen[f"refused {refusal}"] += 1
            return
        first = action.split("-", maxsplit=1)[0]
        kind = first if first in ("deal", "undo", "resign", "take") else "move"
        self.seen[kind] += 1
        runs = len(self.game.table.runs) - len(before.table.runs)
        if runs > 0:
            self.seen[f"run by {kind}"] += 1
        if runs < 0:
            self.seen["run undone"] += 1
        if runs > 0 and kind == "move" and self.exposed(before, *slow_family.read_move(action)):
            self.seen["run exposed"] += 1
        if self.game.status == "won":
            self.seen["won"] += 1

    def exposed(self, before: Game, from_: str, _: str, count: int) -> bool:
        """Whether a move has let a run leave the column that it came from."""
        left = len(slow_family.cards_at(before.table, from_)) - count
        return left - len(slow_family.cards_at(self.game.table, from_)) >= 13

    def place(self) -> str:
        """The game so far, to find a difference again."""
        return f"{self.code} {' '.join(self.log)}"


def legal_actions(game: Game) -> list[str]:
    """All that the slow model allows, but undo and resign."""
    moves = [slow_family.write_move(*move) for move in slow_family.legal_moves(game)]
    takes = [f"take-{column}" for column in slow_family.legal_takes(game)]
    return [*moves, *takes, *["deal"] * (slow_family.deal_violation(game) is None)]


def any_action(game: Game, rng: Random) -> str:
    """An action that may well be illegal, or name a place that is not there."""
    columns = slow_family.column_count(game)
    from_, to, place = rng.randrange(columns + 1), rng.randrange(columns + 1), rng.randrange(5)
    chance = rng.random()
    if chance < 0.75:
        return slow_family.write_move(str(from_), str(to), rng.choice([1, 1, 2, 2, 3, 4, 9]))
    others = ["deal", "undo", f"take-{from_}", f"{from_}-c{place}"]
    column = rng.randrange(columns)
    return rng.choice([*others, f"c{place}-{column}", f"r{place}-{column}"])


def promising(game: Game, actions: list[str], rng: Random) -> str:
    """Of some actions that take a run or put cards on their own suit, the one that helps most."""
    moves = [
        slow_family.write_move(*move)
        for move in slow_family.legal_moves(game)
        if slow_family.target_kind(game, *move) == "same_suit"
    ]
    good = [action for action in actions if action in moves or action.startswith("take")]
    tried = rng.sample(good or actions, min(8, len(good or actions)))
    return max(tried, key=lambda action: order(slow_family.act(game, action)[0]))


def order(game: Game) -> int:
    """How much is in order: runs that have left, and neighbours in sequence and of one suit."""
    linked = sum(
        slow_family.are_linked(game, column[place : place + 2])
        for column in game.table.columns
        for place in range(len(column) - 1)
    )
    return linked + 100 * len(game.table.runs)


def next_action(game: Game, rng: Random) -> str:
    """An undo, a promising action, or any legal one."""
    actions = legal_actions(game)
    chance = rng.random()
    if chance < 0.12 or not actions:
        return "undo"
    return promising(game, actions, rng) if chance < 0.8 else rng.choice(actions)


def wander(match: Match, rng: Random, length: int) -> Match:
    """Play some actions, asking after others all the time, and resign if the game still goes on."""
    for _ in range(length):
        for _ in range(6):
            match.refuses(any_action(match.game, rng))
        match.play(next_action(match.game, rng))
        if match.game.status != "playing":
            break
    match.play("resign")
    match.play(any_action(match.game, rng))
    return match


def numbered_code(rng: Random, variant: Layout, suits: int, letter: str) -> str:
    """The code of a random deal."""
    number = "".join(rng.choice(BASE32) for _ in range(7))
    return f"{variant.prefix}1-S{suits}{letter}-{number}"


def with_deals(variant: Layout) -> bool:
    """Whether the variant's stock is dealt in rows."""
    return variant.stock > 0 and not variant.refill


def test_the_engine_has_every_variant_of_the_model() -> None:
    assert LAYOUTS.keys() <= VARIANTS.keys()


@every_variant
def test_games_from_numbered_deals(id_: str) -> None:
    for suits, letter in combinations(id_):
        rng = Random(f"numbered {id_} {suits} {letter}")
        Match(numbered_code(rng, LAYOUTS[id_], suits, letter))
        wander(Match(numbered_code(rng, LAYOUTS[id_], suits, letter)), rng, 5)


@every_variant
def test_games_from_late_positions(id_: str) -> None:
    seen: Counter[str] = Counter()
    for suits, letter in combinations(id_):
        rng = Random(f"late {id_} {suits} {letter}")
        for _ in range(2):
            seen += wander(Match(late_code(rng, LAYOUTS[id_], suits, letter)), rng, 8).seen
    assert seen["run by move"] or seen["run by take"]
    assert seen["undo"]


@every_variant
def test_games_in_which_a_run_lies_under_other_cards(id_: str) -> None:
    seen: Counter[str] = Counter()
    for suits, letter in combinations(id_):
        rng = Random(f"buried {id_} {suits} {letter}")
        seen += wander(Match(buried_code(rng, LAYOUTS[id_], suits, letter)), rng, 5).seen
    assert seen["run exposed"] or LAYOUTS[id_].runs != "leave"


@pytest.mark.parametrize("id_", [id_ for id_, variant in LAYOUTS.items() if with_deals(variant)])
def test_games_in_which_a_deal_completes_runs(id_: str) -> None:
    seen: Counter[str] = Counter()
    for suits, letter in combinations(id_):
        rng = Random(f"deals {id_} {suits} {letter}")
        match = Match(deal_code(rng, LAYOUTS[id_], suits, letter))
        for action in ("deal", "undo", "deal"):
            match.play(action)
        seen += wander(match, rng, 4).seen
    if LAYOUTS[id_].runs == "taken":
        assert seen["run by take"]
    else:
        assert seen["run by deal"]
        assert seen["run undone"]
