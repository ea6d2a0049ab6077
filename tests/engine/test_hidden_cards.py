"""Nothing that a player is told depends on a card that has not been turned up."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, Move
from engine.cards import Card
from engine.codes import game_code, start
from engine.events import Event, events
from engine.moves import targets
from engine.refusals import violation
from engine.rulesets import RuleSet
from engine.state import State
from engine.steps import play
from engine.variants import SPIDER
from engine.view import View, view
from engine.violations import Violation
from tests.engine.playing import every_move
from tests.engine.strategies import decks, rule_sets, suits_in_play
from tests.engine.tables import COLUMNS
from tests.engine.walks import legal_actions

COLUMN_PLACES = [
    [row * 10 + column for row in range(size)] for column, size in enumerate(SPIDER.columns)
]


def refusals(state: State) -> list[Violation | None]:
    """The verdict on every move, which may name cards."""
    moves = [Move(from_, to, count) for from_, count, to in every_move(state)]
    return [violation(state, move) for move in moves]


def permuted(deck: tuple[Card, ...], unseen: list[int], rng: Random) -> tuple[Card, ...]:
    """The deck with the cards in the unseen places shuffled among themselves."""
    cards = [deck[place] for place in unseen]
    rng.shuffle(cards)
    other = list(deck)
    for place, card in zip(unseen, cards, strict=True):
        other[place] = card
    return tuple(other)


def unseen_places(hidden: list[int], dealt: int) -> list[int]:
    """Where in the deck the cards lie that have never been face up."""
    in_columns = [place for column in COLUMNS for place in COLUMN_PLACES[column][: hidden[column]]]
    return [*in_columns, *range(54 + dealt, 104)]


def told(state: State, log: list[Action]) -> tuple[list[list[Event]], list[View]]:
    """All events and views of a log that is legal from end to end."""
    happened, views = [], [view(state)]
    for action in log:
        outcome = play(state, action)
        assert not isinstance(outcome, Violation)
        happened.append(events(outcome))
        views.append(view(state))
    return happened, views


@given(st.data(), suits_in_play, rule_sets, st.integers(0, 12))
def test_cards_that_were_never_turned_up_change_no_view_event_violation_or_target(
    data: st.DataObject, suits: int, rules: RuleSet, length: int
) -> None:
    deck, rng = data.draw(decks(suits)), Random(data.draw(st.integers(0, 2**32)))
    state = start(game_code(SPIDER, suits, rules, deck))
    log: list[Action] = []
    hidden, dealt = state.hidden, 0
    for _ in range(length):
        log.append(rng.choice(legal_actions(state)))
        play(state, log[-1])
        hidden = [*map(min, hidden, state.hidden)]
        dealt = max(dealt, state.dealt)

    other_deck = permuted(deck, unseen_places(hidden, dealt), rng)
    other = start(game_code(SPIDER, suits, rules, other_deck))
    happened = told(start(game_code(SPIDER, suits, rules, deck)), log)
    assert told(other, log) == happened
    assert refusals(other) == refusals(state)
    for column in COLUMNS:
        for count in range(8):
            assert targets(other, column, count) == targets(state, column, count)


def test_the_places_of_the_deck_are_those_of_the_layout() -> None:
    deck = tuple(SPIDER.deck(4))
    state = start(game_code(SPIDER, 4, SPIDER.default_rules, deck))
    for column in COLUMNS:
        assert state.columns[column] == [deck[place] for place in COLUMN_PLACES[column]]
    assert len(unseen_places(state.hidden, 0)) == 44 + 50
