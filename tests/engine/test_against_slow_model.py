"""Random games against the slow model: after every action both must agree on everything.

The games start from numbered deals, from the middle of won games, from small tables and from
tables in which the next deals complete runs; undos, illegal actions and resignations are mixed in.
"""

from collections import Counter
from random import Random

import pytest

from engine.actions import Action, Command, Move, format_action, parse_action
from engine.cards import format_card, format_cards
from engine.codes import format_code, game_code, parse_code, start
from engine.deals import NUMBERS
from engine.events import events
from engine.moves import legal_moves
from engine.state import State, Status
from engine.steps import Step, play
from engine.variants import SPIDER
from engine.view import view
from engine.violations import Violation
from tests import slow_model
from tests.engine.playing import (
    RULES,
    SUITS,
    broken_rule,
    golden_wins,
    position,
    record,
    replayed,
    with_rules,
)
from tests.engine.walks import RULE_SETS, nearly_finished_code, small_code

COMBINATIONS = [(rules, suits) for rules in RULES for suits in SUITS]


class Match:
    """One game, played by the engine and by the slow model side by side."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.log: list[str] = []
        self.state = start(parse_code(code))
        self.model = slow_model.start(code)
        self.seen: Counter[str] = Counter()
        self.compare()

    def play(self, action: str) -> None:
        """Play an action on both sides, legal or not, and compare all that they say of it."""
        self.log.append(action)
        before = self.model
        self.model, expected = slow_model.act(before, action)
        kept = None if expected is None else record(self.state)
        outcome = play(self.state, parse_action(action))
        if isinstance(outcome, Violation):
            assert outcome.code.value == expected, self.place()
            assert record(self.state) == kept, self.place()
            self.seen[expected] += 1
            return
        assert expected is None, self.place()
        self.count(action, before)
        assert events(outcome) == slow_model.events(before, self.model, action), self.place()
        self.compare()

    def compare(self) -> None:
        """Compare what a player sees, and what a player does not see."""
        state, model = self.state, self.model
        assert view(state) == slow_model.public_state(model), self.place()
        cards = [
            [(format_card(card), place >= hidden) for place, card in enumerate(column)]
            for column, hidden in zip(state.columns, state.hidden, strict=True)
        ]
        assert cards == [[*column] for column in model.columns], self.place()
        assert format_cards(position(state).stock) == [*model.stock], self.place()
        assert (state.undo_available, bool(state.floor)) == (len(model.steps), model.forgotten)

    def count(self, action: str, before: slow_model.Model) -> None:
        """Count what an accepted action was, so that a test can ask for it."""
        runs = len(self.model.runs) - len(before.runs)
        kind = action if action in ("deal", "undo", "resign") else "move"
        self.seen[kind] += 1
        if runs > 0:
            self.seen[f"run by {kind}"] += 1
        if runs < 0:
            undone = before.steps[-1].action
            self.seen["run undone" if undone != "deal" else "run by deal undone"] += 1
        if self.model.status == "won":
            self.seen["won"] += 1

    def place(self) -> str:
        """The game so far, to find a difference again."""
        return f"{self.code} {' '.join(self.log)}"


def next_action(state: State, rng: Random, illegal: float) -> str:
    """An action to try: one that completes a run where there is one, an undo, or any other."""
    chance = rng.random()
    if chance < illegal:
        return f"{rng.randrange(10)}-{rng.randrange(11)}x{rng.randint(1, 4)}"
    if chance < illegal + 0.15:
        return "undo"
    moves: list[Action] = [*legal_moves(state), *[Command.DEAL] * 3]
    finishing = [move for move in moves if isinstance(move, Move) and _finishes(state, move)]
    return format_action(rng.choice(finishing or moves))


def refused_move(state: State, rng: Random) -> str:
    """A move that is illegal, at random."""
    while True:
        action = f"{rng.randrange(10)}-{rng.randrange(10)}x{rng.randint(1, 4)}"
        if broken_rule(state, action) is not None:
            return action


def _finishes(state: State, move: Move) -> bool:
    outcome = play(state.copy(), move)
    return isinstance(outcome, Step) and bool(outcome.runs)


def wander(match: Match, rng: Random, length: int, illegal: float = 0.25) -> Match:
    """Play `length` random actions, and resign at last if the game still goes on."""
    for _ in range(length):
        match.play(next_action(match.state, rng, illegal))
    match.play("resign")
    match.play(rng.choice(["undo", "deal", "0-1", "resign"]))
    return match


@pytest.mark.parametrize(("rules", "suits"), COMBINATIONS)
def test_games_from_numbered_deals(rules: str, suits: int) -> None:
    rng = Random(f"numbered {rules}{suits}")
    seen: Counter[str] = Counter()
    for _ in range(2):
        code = game_code(SPIDER, suits, RULE_SETS[rules], rng.randrange(NUMBERS))
        seen += wander(Match(format_code(code)), rng, 80).seen
    assert seen["move"] > 20
    assert seen["deal"] > 3
    assert seen["undo"] > 3
    assert seen["resign"] == 2


@pytest.mark.parametrize(("rules", "suits"), COMBINATIONS)
def test_games_from_small_tables(rules: str, suits: int) -> None:
    rng = Random(f"small {rules}{suits}")
    for _ in range(8):
        wander(Match(format_code(small_code(rng, rules, suits))), rng, 20)


@pytest.mark.parametrize(("rules", "suits"), COMBINATIONS)
def test_games_in_which_a_deal_completes_runs(rules: str, suits: int) -> None:
    rng = Random(f"runs by deals {rules}{suits}")
    seen: Counter[str] = Counter()
    for _ in range(6):
        match = Match(format_code(nearly_finished_code(rng, rules, suits)))
        for action in ("deal", "undo", "deal", "undo"):
            match.play(action)
        seen += wander(match, rng, 12).seen
    assert seen["run by deal"]
    assert seen["run by deal undone"]


@pytest.mark.parametrize(("rules", "suits"), COMBINATIONS)
def test_games_from_the_last_actions_of_won_ones(rules: str, suits: int) -> None:
    rng = Random(f"won {rules}{suits}")
    wins = [win for win in golden_wins() if win[0][5] == str(suits)]
    for code, log in rng.sample(wins, 3):
        back = rng.randint(25, 50)
        middle = position(replayed(with_rules(code, rules), log[:-back]))
        match = Match(format_code(game_code(SPIDER, suits, RULE_SETS[rules], middle)))
        for action in log[-back:]:
            runs = len(match.state.runs)
            match.play(action)
            if len(match.state.runs) > runs and match.state.status is Status.PLAYING:
                match.play("undo")
                match.play(refused_move(match.state, rng))
                match.play(action)
        assert match.seen["run by move"]
        assert match.seen["run undone"]
        assert match.seen["won"] == 1
