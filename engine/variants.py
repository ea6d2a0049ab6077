"""Variants: records of a deck and a layout. A code names one by its prefix, JSON by its id."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice

from engine.cards import ACE, KING, SUITS, Card
from engine.rulesets import CLASSIC, RELAXED, TAVERN_JACK, RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """What is dealt.

    `blocks` gives, for each number of suits, the suits whose ace-to-king sequences make one block
    of the deck; the block is repeated until the deck has `cards` cards. `columns` holds the cards
    dealt to each column, `hidden` how many of them lie face down; the rest of the deck is the
    stock. `rules` are the rule sets that it may be played with.
    """

    id: str
    prefix: str
    cards: int
    blocks: Mapping[int, str]
    columns: tuple[int, ...]
    hidden: tuple[int, ...]
    rules: tuple[RuleSet, ...]
    default_suits: int
    default_rules: RuleSet

    @property
    def stock(self) -> int:
        """How many cards the stock has at the start."""
        return self.cards - sum(self.columns)

    @property
    def runs(self) -> int:
        """How many runs there are to make; when all have left, the game is won."""
        return self.cards // KING

    def deck(self, suits: int) -> tuple[Card, ...]:
        """The deck in order, before it is shuffled."""
        return _repeated(self.blocks[suits], self.cards)


@cache
def _repeated(suits: str, cards: int) -> tuple[Card, ...]:
    """A block, ace to king of each suit, repeated until there are so many cards."""
    block = [SUITS.index(suit) << 4 | rank for suit in suits for rank in range(ACE, KING + 1)]
    return tuple(islice(cycle(block), cards))


SPIDER = Variant(
    id="spider",
    prefix="SP",
    cards=104,
    blocks={1: "S", 2: "SH", 4: "SHDC"},
    columns=(6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
    hidden=(5, 5, 5, 5, 4, 4, 4, 4, 4, 4),
    rules=(CLASSIC, RELAXED, TAVERN_JACK),
    default_suits=1,
    default_rules=CLASSIC,
)

VARIANTS = {variant.id: variant for variant in (SPIDER,)}
"""Every variant by its id."""
