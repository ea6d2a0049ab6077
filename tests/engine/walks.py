"""Random games: seeded walks from tables in which runs get completed, columns emptied."""

from collections.abc import Iterator
from random import Random

from engine.actions import Action, Command
from engine.cards import SUITS, whole_run
from engine.codes import GameCode, game_code, start
from engine.moves import legal_moves
from engine.refusals import violation
from engine.rules import lie_as_run
from engine.rulesets import RuleSet
from engine.state import Position, State
from engine.steps import play
from engine.tables import tables
from engine.variants import SPIDER
from tests.engine.tables import COLUMNS

RULE_SETS = {rules.letter: rules for rules in SPIDER.rules}


def small_table(rng: Random, rules: str, suits: int, runs: int | None = None) -> State:
    """A start with few cards on the table, some of them hidden, and a small stock."""
    return start(small_code(rng, rules, suits, runs))


def small_code(rng: Random, rules: str, suits: int, runs: int | None = None) -> GameCode:
    """The code of such a start."""
    return _code(rng, suits, RULE_SETS[rules], _runs(rng, suits, runs or rng.randint(5, 7)), [])


def nearly_finished_code(rng: Random, rules: str, suits: int) -> GameCode:
    """The code of a start in which the next cards of the stock may complete runs."""
    runs = _runs(rng, suits, rng.randint(3, 4))
    unfinished = _runs(rng, suits, 8)
    for suit in runs:
        unfinished.remove(suit)
    return _code(rng, suits, RULE_SETS[rules], runs, unfinished[: rng.randint(1, 2)])


def walk(state: State, rng: Random, length: int) -> Iterator[State]:
    """The state before and after each of `length` random legal actions, until it is over."""
    yield state
    for _ in range(length):
        actions = legal_actions(state)
        if not actions:
            return
        play(state, rng.choice(actions))
        yield state


def legal_actions(state: State) -> list[Action]:
    """Every move that is legal, and the deal and the undo where they are."""
    commands = (Command.DEAL, Command.UNDO)
    return [
        *legal_moves(state),
        *(command for command in commands if violation(state, command) is None),
    ]


def _runs(rng: Random, suits: int, count: int) -> list[int]:
    return rng.sample([SUITS.index(suit) for suit in SPIDER.blocks[suits]] * (8 // suits), count)


def _code(
    rng: Random, suits: int, rules: RuleSet, runs: list[int], unfinished: list[int]
) -> GameCode:
    """Lay the cards that have not left at random, but `unfinished` runs in order, without ace."""
    cards = list(SPIDER.deck(suits))
    for suit in [*runs, *unfinished]:
        for card in whole_run(suit):
            cards.remove(card)
    rng.shuffle(cards)
    columns: list[list[int]] = [[] for _ in COLUMNS]
    stock: list[int] = []
    for card in cards:
        stock.append(card) if rng.random() < 0.3 else rng.choice(columns).append(card)
    hidden = [rng.randint(0, max(0, len(column) - 1)) for column in columns]
    stock = _with_aces(rng, columns, stock, unfinished)
    for column in COLUMNS:
        cards = columns[column]
        if lie_as_run(bytearray(cards), hidden[column], len(cards), tables(rules).lies):
            hidden[column] = len(columns[column]) - 1
    position = Position(
        tuple(map(tuple, columns)), tuple(hidden), tuple(stock), tuple(runs), rng.randint(0, 3), 0
    )
    return game_code(SPIDER, suits, rules, position)


def _with_aces(
    rng: Random, columns: list[list[int]], stock: list[int], unfinished: list[int]
) -> list[int]:
    """Put king to two on a column for each unfinished run, and its ace where the deal meets it."""
    places = rng.sample(COLUMNS, len(unfinished))
    for column in COLUMNS if unfinished else ():
        if not columns[column] and column not in places and stock:
            columns[column].append(stock.pop())
    for place, suit in sorted(zip(places, unfinished, strict=True)):
        *run, ace = whole_run(suit)
        columns[place] += run
        stock.insert(place, ace)
    return stock
