"""What is seen of a game: face-up cards, counts, runs and rules, and nothing else."""

from collections import Counter
from random import Random

import pytest

from engine.cards import format_cards, whole_run
from engine.exhaustion import unseen
from engine.moves import legal_moves
from engine.play import apply
from engine.sight import UNKNOWN, seen
from engine.state import Status
from engine.variants import VARIANTS
from tests.engine.playing import played, record
from tests.engine.tables import table
from tests.engine.twins import some_game, twin


def test_a_table_with_hidden_cards_a_stock_and_runs() -> None:
    state = table("0 (4H 9C) KS QS\n1 7D\n2 -\nstock 5D 6D\nruns S H\nmoves 20")
    board, heap = seen(state)
    assert board.columns[0] == [UNKNOWN, UNKNOWN, 13, 12]
    assert board.columns[1:3] == [state.columns[1], []]
    assert (board.hidden[:3], list(board.stock)) == ([2, 0, 0], [UNKNOWN] * 2)
    assert board.runs == [0, 1]
    assert Counter(format_cards(heap)) >= Counter(["4H", "9C", "5D", "6D"])
    assert heap == tuple(sorted(heap))
    assert len(heap) == unseen(state) == sum(state.hidden) + 2


@pytest.mark.parametrize("id_", VARIANTS)
def test_every_variant(id_: str) -> None:
    rng = Random(f"sight {id_}")
    variant = VARIANTS[id_]
    for length in (0, 6, 40):
        state = some_game(variant, rng, length)
        before = record(state)
        board, heap = seen(state)
        assert record(state) == before

        face_up = [cards[below:] for cards, below in zip(state.piles, state.hidden, strict=True)]
        assert board.piles == [
            [UNKNOWN] * below + cards for below, cards in zip(state.hidden, face_up, strict=True)
        ]
        assert (board.hidden, board.rules) == (state.hidden, state.rules)
        assert board.runs_to_win == state.runs_to_win
        assert board.dealt == 0
        assert list(board.stock) == [UNKNOWN] * (state.stock_size - state.dealt)
        assert board.runs == sorted(state.runs)
        assert (board.score, board.moves, board.undos) == (0, 0, 0)
        assert (board.history, board.floor, board.status) == ([], 0, state.status)

        shown = Counter(card for cards in face_up for card in cards)
        shown.update(card for suit in state.runs for card in whole_run(suit))
        decks = [Counter(variant.deck(suits)) for suits in variant.blocks]
        assert heap in [tuple(sorted((deck - shown).elements())) for deck in decks if deck >= shown]


@pytest.mark.parametrize("id_", VARIANTS)
def test_what_looks_alike_is_seen_alike(id_: str) -> None:
    rng = Random(f"alike {id_}")
    for length in (0, 30):
        state = some_game(VARIANTS[id_], rng, length)
        board, heap = seen(state)
        for _ in range(2):
            other = seen(twin(state, rng))
            assert record(other.board) == record(board)
            assert other.unseen == heap


def test_playing_on_the_board_leaves_the_game_as_it_is() -> None:
    state = table("0 (4H 9C) 5S\n1 6S")
    before = record(state)
    board = seen(state).board
    assert not apply(board, next(move for move in legal_moves(board) if move.from_ == 0))
    assert board.columns[0] == [UNKNOWN] * 2
    assert board.hidden[0] == 1
    assert record(state) == before


def test_the_end_of_a_game_is_seen() -> None:
    given_up = played(table("0 (4H 9C) 5S\n1 6S"), "resign")
    assert seen(given_up).board.status is Status.RESIGNED
