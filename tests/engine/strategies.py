"""Random decks, positions and codes for Hypothesis."""

from random import Random

from hypothesis import strategies as st

from engine.cards import SUITS, Card, whole_run
from engine.codes import GameCode, game_code
from engine.deals import NUMBERS
from engine.rules import lie_as_run
from engine.state import Position
from engine.tables import tables
from engine.variants import SPIDER
from tests.engine.tables import COLUMNS

suits_in_play = st.sampled_from(sorted(SPIDER.blocks))
rule_sets = st.sampled_from(SPIDER.rules)

LOOK_ALIKES = (
    "\u0420\u0405\u0425\u0421\uff33\uff13\u0131\u00df\u0130\u017f\u212a\u0661\u00b2\u2028 \n\t\0"
)
"""Characters that some reading takes for letters or digits of a code, and white space.

Among them are Cyrillic and full-width letters, a dotless i and a sharp s.
"""


@st.composite
def decks(draw: st.DrawFn, suits: int) -> tuple[Card, ...]:
    """A shuffled deck."""
    deck = list(SPIDER.deck(suits))
    Random(draw(st.integers(0, 2**32))).shuffle(deck)
    return tuple(deck)


@st.composite
def positions(draw: st.DrawFn, suits: int) -> Position:
    """Any position that may stand on the table, with few cards or many."""
    deck = list(draw(decks(suits)))
    runs = tuple(
        SUITS.index(suit)
        for suit in draw(st.permutations(SPIDER.blocks[suits] * (8 // suits)))[
            : draw(st.integers(0, 7))
        ]
    )
    for suit in runs:
        for card in whole_run(suit):
            deck.remove(card)
    stock = draw(st.integers(0, min(50, len(deck))))
    on_table = deck[stock:]
    cuts = sorted(draw(st.lists(st.integers(0, len(on_table)), min_size=9, max_size=9)))
    columns = tuple(
        tuple(on_table[first:last])
        for first, last in zip([0, *cuts], [*cuts, len(on_table)], strict=True)
    )
    hidden = tuple(
        draw(st.integers(0, len(columns[column]) - 1)) if columns[column] else 0
        for column in COLUMNS
    )
    return Position(
        columns,
        hidden
        if not _finished(columns, hidden)
        else tuple(max(0, len(cards) - 1) for cards in columns),
        tuple(deck[:stock]),
        runs,
        draw(st.integers(0, 999_999)),
        draw(st.integers(0, 999_999)),
    )


def _finished(columns: tuple[tuple[Card, ...], ...], hidden: tuple[int, ...]) -> bool:
    lies = tables(SPIDER.default_rules).lies
    return any(
        lie_as_run(bytearray(cards), face_down, len(cards), lies)
        for cards, face_down in zip(columns, hidden, strict=True)
    )


@st.composite
def codes(draw: st.DrawFn) -> GameCode:
    """A game code of any generation, suits and rules."""
    suits, rules = draw(suits_in_play), draw(rule_sets)
    numbers: st.SearchStrategy[int] = st.integers(0, NUMBERS - 1)
    source = draw(st.one_of(numbers, decks(suits), positions(suits)))
    return game_code(SPIDER, suits, rules, source)
