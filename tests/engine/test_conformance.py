"""What holds for every variant, shown by random play and by games made for the purpose.

A new record in `engine.variants` is tested here without a word about it.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from engine.actions import CELL, RESERVE, Action, Command, Move, format_action, parse_action
from engine.cards import KING, Card, whole_run
from engine.codes import GameCode, format_code, game_code, parse_code, start
from engine.deals import NUMBERS, shuffled_deck
from engine.events import events
from engine.moves import legal_moves, legal_takes
from engine.refusals import violation
from engine.rulesets import DealTo, RuleSet, Runs
from engine.state import Position, State, Status
from engine.steps import Undone, play
from engine.variants import VARIANTS, Variant
from engine.view import view
from engine.violations import Violation

_STEPS = 40

every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)


def _games(variant: Variant) -> Iterator[tuple[GameCode, random.Random]]:
    """A numbered deal for each number of suits and each rule set."""
    for suits, rules in product(variant.blocks, variant.rules):
        chance = random.Random(f"{variant.id} {suits} {rules.letter}")
        yield game_code(variant, suits, rules, chance.randrange(NUMBERS)), chance


def _choices(state: State) -> list[Action]:
    deal = [] if violation(state, Command.DEAL) else [Command.DEAL]
    return [*legal_moves(state), *legal_takes(state), *deal]


def _played(state: State, action: Action) -> None:
    assert not isinstance(play(state, action), Violation)


def _cards(state: State) -> Counter[Card]:
    """Every card, wherever it is; a run that has left counts with the ranks of a whole one."""
    found = Counter(card for pile in state.piles for card in pile)
    found.update(state.stock[state.dealt :])
    found.update(card for suit in state.runs for card in whole_run(suit))
    return found


def _table(state: State) -> tuple[object, ...]:
    piles = [pile.copy() for pile in state.piles]
    return piles, state.hidden, state.dealt, state.runs, state.status


@every_variant
def test_the_deck_is_conserved_and_an_undo_restores(variant: Variant) -> None:
    for code, chance in _games(variant):
        state = start(code)
        deck = _cards(state)
        assert deck == Counter(variant.deck(code.suits))
        for _ in range(_STEPS):
            choices = _choices(state)
            if not choices or state.status is not Status.PLAYING:
                break
            action = chance.choice(choices)
            before, counters = _table(state), (state.score, state.moves)
            _played(state, action)
            assert _cards(state) == deck
            if state.undo_available:
                undone = play(state, Command.UNDO)
                assert isinstance(undone, Undone)
                assert _table(state) == before
                if code.rules.undo_restores:
                    assert (state.score, state.moves) == counters
                _played(state, action)


@every_variant
def test_the_legal_moves_are_what_is_accepted(variant: Variant) -> None:
    for code, chance in _games(variant):
        state = start(code)
        for _ in range(_STEPS // 2):
            choices = _choices(state)
            if not choices:
                break
            _played(state, chance.choice(choices))
        tried = [move for move in _every_move(state) if violation(state, move) is None]
        assert legal_moves(state) == tried
        assert [parse_action(format_action(move)) for move in tried] == tried


def _every_move(state: State) -> Iterator[Move]:
    """Every move that can be written, in the order in which legal ones are listed."""
    columns = range(len(state.columns) + 1)
    cells = range(CELL, CELL + state.cell_count + 1)
    reserves = range(
        RESERVE, RESERVE + 1 + len(state.piles) - len(state.columns) - state.cell_count
    )
    longest = max(map(len, state.columns)) + 1
    for from_ in (*columns, *cells, *reserves):
        for count in range(1, longest + 1 if from_ < CELL else 2):
            for to in (*columns, *(cells if from_ < CELL and count == 1 else ())):
                yield Move(from_, to, count)


@every_variant
def test_hidden_cards_and_the_stock_are_not_shown(variant: Variant) -> None:
    for code, chance in _games(variant):
        assert isinstance(code.source, int)
        deck = list(shuffled_deck(variant, code.suits, code.source))
        shown = start(game_code(variant, code.suits, code.rules, tuple(deck)))
        secret = _secret_places(variant, code)
        shuffled = secret.copy()
        chance.shuffle(shuffled)
        other = deck.copy()
        for old, new in zip(secret, shuffled, strict=True):
            other[new] = deck[old]
        permuted = start(game_code(variant, code.suits, code.rules, tuple(other)))
        assert view(permuted) == view(shown)


def _secret_places(variant: Variant, code: GameCode) -> list[int]:
    """The places in the deck of the cards that are hidden or in the stock at the start."""
    places = tuple(range(variant.cards))
    state = start(GameCode(variant, code.suits, code.rules, places))
    hidden = [
        place
        for pile, count in zip(state.columns, state.hidden, strict=False)
        for place in pile[:count]
    ]
    return [*hidden, *state.stock]


@every_variant
def test_codes_come_back_in_every_generation(variant: Variant) -> None:
    for code, chance in _games(variant):
        state = start(code)
        assert isinstance(code.source, int)
        deck = shuffled_deck(variant, code.suits, code.source)
        spelled = game_code(variant, code.suits, code.rules, deck)
        for _ in range(_STEPS):
            choices = _choices(state)
            if not choices:
                break
            _played(state, chance.choice(choices))
        position = game_code(variant, code.suits, code.rules, _position(state))
        for written in (code, spelled, position):
            text = format_code(written)
            assert parse_code(text) == written
            assert format_code(parse_code(text)) == text
        assert view(start(spelled))["columns"] == view(start(code))["columns"]
        if state.rules.runs is not Runs.LEAVE or not state.rules.wraps:
            assert view(start(position))["columns"] == view(state)["columns"]


def _position(state: State) -> Position:
    """Where a game stands, without what led there."""
    first = len(state.columns)
    piles = [tuple(pile) for pile in state.piles]
    return Position(
        columns=tuple(piles[:first]),
        hidden=tuple(state.hidden[:first]),
        stock=tuple(state.stock[state.dealt :]),
        runs=tuple(state.runs),
        score=state.score,
        moves=state.moves,
        cells=tuple(piles[first : first + state.cell_count]),
        reserves=tuple(piles[first + state.cell_count :]),
    )


@every_variant
def test_sample_deals_have_a_legal_action(variant: Variant) -> None:
    samples = [
        start(game_code(variant, variant.default_suits, variant.default_rules, number))
        for number in range(20)
    ]
    assert any(_choices(state) for state in samples)
    assert any(legal_moves(state) for state in samples)


def _almost_won(variant: Variant, suits: int, rules: RuleSet) -> State:
    """One move before the end: the last ace lies beside its run."""
    deck = variant.deck(suits)
    suits_of_runs = [deck[place] >> 4 for place in range(0, len(deck), KING)]
    *others, last = suits_of_runs
    run = whole_run(last)
    staying = rules.runs is Runs.STAY
    on_table = [tuple(whole_run(suit)) for suit in others] if staying else []
    columns = [tuple(run[:-1]), (run[-1],), *on_table]
    columns += [()] * (len(variant.columns) - len(columns))
    position = Position(
        columns=tuple(columns),
        hidden=(0,) * len(columns),
        stock=(),
        runs=() if staying else tuple(others),
        score=500,
        moves=0,
        cells=((),) * variant.cells,
        reserves=((),) * len(variant.reserves),
    )
    code = game_code(variant, suits, rules, position)
    assert parse_code(format_code(code)) == code
    return start(code)


@every_variant
def test_a_win_is_reached_and_told(variant: Variant) -> None:
    for suits, rules in product(variant.blocks, variant.rules):
        state = _almost_won(variant, suits, rules)
        outcome = play(state, Move(1, 0, 1))
        if rules.runs is Runs.TAKEN:
            assert state.status is Status.PLAYING
            (take,) = legal_takes(state)
            outcome = play(state, take)
        assert not isinstance(outcome, Violation)
        assert state.status is Status.WON
        assert events(outcome)[-1] == {"type": "won"}
        assert len(state.runs) == variant.runs
        assert not any(state.piles)
        assert violation(state, Command.UNDO) is not None


@every_variant
def test_a_short_last_deal_may_complete_a_run(variant: Variant) -> None:
    for suits, rules in product(variant.blocks, variant.rules):
        if rules.deal_to is DealTo.NONE or not variant.stock:
            continue
        state = _one_card_in_the_stock(variant, suits, rules)
        outcome = play(state, Command.DEAL)
        assert not isinstance(outcome, Violation)
        told = [event["type"] for event in events(outcome)]
        if rules.runs is Runs.LEAVE:
            assert "run" in told
        if rules.runs is Runs.TAKEN:
            assert [take.column for take in legal_takes(state)] == [0]
        assert told[0] == "deal"
        assert violation(state, Command.DEAL) is not None


def _one_card_in_the_stock(variant: Variant, suits: int, rules: RuleSet) -> State:
    """The stock's one card finishes the run in the first column; no column is empty."""
    deck = variant.deck(suits)
    suits_of_runs = [deck[place] >> 4 for place in range(0, len(deck), KING)]
    first, *others = suits_of_runs
    run = whole_run(first)
    columns: list[list[Card]] = [run[:-1], *[[] for _ in variant.columns[1:]]]
    scattered = [card for suit in others for card in whole_run(suit)]
    for place, card in enumerate(sorted(scattered, key=lambda card: (card & 15, card))):
        columns[1 + place % (len(columns) - 1)].append(card)
    position = Position(
        columns=tuple(map(tuple, columns)),
        hidden=(0,) * len(columns),
        stock=(run[-1],),
        runs=(),
        score=500,
        moves=0,
        cells=((),) * variant.cells,
        reserves=((),) * len(variant.reserves),
    )
    return start(game_code(variant, suits, rules, position))
