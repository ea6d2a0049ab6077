"""Variants: records of a deck, a layout and fixed switches. A code names one by its prefix.

The table is at the end; `docs/variants.md` tells where the data comes from. A new variant needs a
record here and its texts in `app/wording/catalogue.py`, nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import cycle, islice
from typing import Any, TypeAlias

from engine.cards import ACE, KING, SUITS, Card
from engine.rulesets import RULE_SETS, Build, DealTo, Empty, Group, RuleSet, Runs

_FOUR = {1: "S", 2: "SH", 4: "SHDC"}
_THREE = {3: "SHC"}


@dataclass(frozen=True, kw_only=True)
class Variant:
    """What is dealt, and which switches of the rules are fixed.

    `blocks` gives, for each number of suits, the suits whose ace-to-king sequences make one block
    of the deck; the block is repeated until the deck has `cards` cards. `layout` says of
    each column how many cards are hidden and how many are open; then the cells get a card each as
    far as `cells_filled` says, and the reserves as many as `reserves` says; the rest is the stock.
    `letters` are the rule sets that it is played with, `fixed` the switches that hold in all of
    them. `imports` are the programs whose deal numbers give its layout.
    """

    id: str
    prefix: str
    layout: tuple[tuple[int, int], ...]
    cards: int = 104
    blocks: Mapping[int, str] = field(default_factory=lambda: _FOUR)
    letters: str = "CT"
    fixed: Mapping[str, Any] = field(default_factory=dict)
    cells: int = 0
    cells_filled: int = 0
    reserves: tuple[int, ...] = ()
    default_suits: int = 4
    imports: tuple[str, ...] = ()

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """How many cards are dealt to each column."""
        return tuple(hidden + open_ for hidden, open_ in self.layout)

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """How many of them lie face down."""
        return tuple(hidden for hidden, _ in self.layout)

    @cached_property
    def rules(self) -> tuple[RuleSet, ...]:
        """The rule sets that it is played with, its fixed switches put in."""
        by_letter = {rules.letter: rules for rules in RULE_SETS.values()}
        played = [by_letter[letter] for letter in self.letters]
        return tuple(replace(rules, **self.fixed) if self.fixed else rules for rules in played)

    @property
    def default_rules(self) -> RuleSet:
        """The rule set where none is asked for."""
        return self.rules[0]

    @property
    def laid_out(self) -> int:
        """How many cards are not in the stock at the start."""
        return sum(self.columns) + self.cells_filled + sum(self.reserves)

    @property
    def stock(self) -> int:
        """How many cards the stock has at the start."""
        return self.cards - self.laid_out

    @property
    def runs(self) -> int:
        """How many runs there are to make; when all have left, the game is won."""
        return self.cards // KING

    def deck(self, suits: int) -> tuple[Card, ...]:
        """The deck in order, before it is shuffled."""
        return _repeated(self.blocks[suits], self.cards)

    def canonical_rules(self, rules: RuleSet, suits: int) -> RuleSet:
        """The rule set that stands for `rules` at this number of suits."""
        twins = [twin for twin in self.rules if twin.id == rules.one_suit_same_as]
        return twins[0] if len(self.blocks[suits]) == 1 and twins else rules


@cache
def _repeated(suits: str, cards: int) -> tuple[Card, ...]:
    """A block, ace to king of each suit, repeated until there are so many cards."""
    block = [SUITS.index(suit) << 4 | rank for suit in suits for rank in range(ACE, KING + 1)]
    return tuple(islice(cycle(block), cards))


Layout: TypeAlias = tuple[tuple[int, int], ...]


def _six_card_columns(*six: int) -> Layout:
    """Spider's ten columns, of which these (counted from 1) get six cards and the others five."""
    return tuple((5 if column in six else 4, 1) for column in range(1, 11))


def _rows(columns: int, hidden: int, open_: int) -> Layout:
    """So many columns, each with hidden cards and open ones."""
    return ((hidden, open_),) * columns


def _open(*sizes: int) -> Layout:
    """Columns of these sizes, all cards face up."""
    return tuple((0, size) for size in sizes)


_FIRST_FOUR = _six_card_columns(1, 2, 3, 4)
_EVERY_THIRD = _six_card_columns(1, 4, 7, 10)
_STAIRS = tuple((column, 1) for column in range(7))
_SCORPION: dict[str, Any] = {
    "group": Group.ANY_CARDS,
    "build": Build.ONE_SUIT,
    "empty": Empty.KINGS,
    "deal_over_empty": True,
}
_WASP: dict[str, Any] = {**_SCORPION, "empty": Empty.ANY_CARD}
_TAKEN: dict[str, Any] = {"runs": Runs.TAKEN}
_EQUAL: dict[str, Any] = {
    "group": Group.ONE_SUIT_OR_EQUAL,
    "build": Build.ONE_SUIT_OR_EQUAL,
    "empty": Empty.KINGS,
    "runs": Runs.STAY,
}
_ANYTIME: dict[str, Any] = {"deal_over_empty": True}
_MIXED: dict[str, Any] = {"group": Group.ANY_SUIT}

_TABLE = (
    Variant(
        id="spider",
        prefix="SP",
        letters="CRTDW",
        default_suits=1,
        imports=("kpat",),
        layout=_FIRST_FOUR,
    ),
    Variant(
        id="spider-3-suits",
        prefix="S3",
        blocks={3: "SHSC"},
        letters="CRTDW",
        default_suits=3,
        imports=("kpat",),
        layout=_FIRST_FOUR,
    ),
    Variant(
        id="spider-pysol",
        prefix="SQ",
        letters="CRTDW",
        imports=("pysol",),
        fixed=_TAKEN,
        layout=_EVERY_THIRD,
    ),
    Variant(id="bicycle", prefix="BI", letters="CRTD", fixed=_TAKEN, layout=_rows(10, 4, 1)),
    Variant(
        id="relaxed-spider",
        prefix="RS",
        letters="CT",
        fixed=_ANYTIME,
        imports=("pysol",),
        layout=_EVERY_THIRD,
    ),
    Variant(
        id="open-spider",
        prefix="OS",
        letters="CRTD",
        imports=("pysol",),
        layout=_open(*(hidden + 1 for hidden, _ in _EVERY_THIRD)),
    ),
    Variant(id="black-widow", prefix="BW", fixed=_MIXED, imports=("pysol",), layout=_EVERY_THIRD),
    Variant(
        id="tarantula",
        prefix="TA",
        blocks={4: "SHDC"},
        fixed={"group": Group.ONE_COLOUR},
        imports=("pysol",),
        layout=_EVERY_THIRD,
    ),
    Variant(id="spiderette", prefix="ST", cards=52, letters="CRTD", layout=_STAIRS),
    Variant(id="baby-spiderette", prefix="BS", cards=52, fixed=_MIXED, layout=_STAIRS),
    Variant(
        id="will-o-the-wisp",
        prefix="WW",
        cards=52,
        letters="CRTD",
        imports=("pysol",),
        layout=_rows(7, 2, 1),
    ),
    Variant(
        id="simple-simon",
        prefix="SS",
        cards=52,
        letters="CRT",
        layout=_open(8, 8, 8, 7, 6, 5, 4, 3, 2, 1),
    ),
    Variant(id="mrs-mop", prefix="MM", letters="CRT", layout=_rows(13, 0, 8)),
    Variant(
        id="simon-jester",
        prefix="SJ",
        letters="CRT",
        layout=_open(13, *range(13, 0, -1)),
    ),
    Variant(
        id="big-spider",
        prefix="BG",
        cards=156,
        letters="CRTD",
        imports=("pysol",),
        layout=_rows(13, 5, 1),
    ),
    Variant(
        id="spider-three-decks",
        prefix="TD",
        cards=156,
        fixed=_ANYTIME,
        layout=(*[(4, 1)] * 6, *[(3, 1)] * 6),
    ),
    Variant(
        id="spider-four-decks",
        prefix="FD",
        cards=208,
        letters="CRTD",
        imports=("pysol",),
        layout=_rows(13, 5, 1),
    ),
    Variant(
        id="huge-spider",
        prefix="HU",
        cards=208,
        letters="CRTD",
        layout=(*[(5, 1)] * 8, *[(4, 1)] * 12),
    ),
    Variant(
        id="chinese-spider",
        prefix="CH",
        cards=156,
        blocks=_THREE,
        letters="CRTD",
        default_suits=3,
        imports=("pysol",),
        layout=_rows(12, 5, 1),
    ),
    Variant(
        id="spider-3x3",
        prefix="XX",
        cards=117,
        blocks=_THREE,
        letters="CRTD",
        default_suits=3,
        imports=("pysol",),
        layout=_rows(13, 4, 1),
    ),
    Variant(
        id="grandmothers-game",
        prefix="GG",
        fixed=_ANYTIME,
        imports=("pysol",),
        layout=_rows(10, 0, 6),
    ),
    Variant(
        id="grounds-for-a-divorce",
        prefix="GD",
        fixed={**_ANYTIME, "wraps": True, "deal_to": DealTo.FILLED_COLUMNS},
        imports=("pysol",),
        layout=_rows(10, 0, 5),
    ),
    Variant(
        id="big-divorce",
        prefix="BD",
        cards=156,
        fixed={**_ANYTIME, "wraps": True, "deal_to": DealTo.FILLED_COLUMNS},
        layout=_rows(13, 5, 1),
    ),
    Variant(
        id="york",
        prefix="YO",
        fixed={"wraps": True},
        layout=_open(8, 8, *[9] * 8, 8, 8),
    ),
    Variant(
        id="big-york",
        prefix="BY",
        cards=156,
        fixed={"wraps": True},
        layout=_open(12, *[11] * 12, 12),
    ),
    Variant(
        id="curds-and-whey",
        prefix="CW",
        cards=52,
        fixed=_EQUAL,
        layout=_rows(13, 0, 4),
    ),
    Variant(
        id="miss-muffet",
        prefix="MF",
        cards=52,
        fixed=_EQUAL,
        layout=_open(6, *[5] * 8, 6),
    ),
    Variant(
        id="arachnida",
        prefix="AR",
        fixed={"group": Group.ONE_SUIT_OR_EQUAL, "build": Build.ANY_SUIT_OR_EQUAL},
        layout=_FIRST_FOUR,
    ),
    Variant(
        id="scorpion",
        prefix="SC",
        cards=52,
        fixed=_SCORPION,
        layout=(*[(3, 4)] * 4, *[(0, 7)] * 3),
    ),
    Variant(
        id="scorpion-ii",
        prefix="S2",
        cards=52,
        fixed=_SCORPION,
        layout=(*[(3, 4)] * 3, *[(0, 7)] * 4),
    ),
    Variant(id="wasp", prefix="WA", cards=52, fixed=_WASP, layout=(*[(3, 4)] * 4, *[(0, 7)] * 3)),
    Variant(
        id="wasp-ii", prefix="W2", cards=52, fixed=_WASP, layout=(*[(3, 4)] * 3, *[(0, 7)] * 4)
    ),
    Variant(
        id="double-scorpion", prefix="DS", fixed=_SCORPION, layout=(*[(4, 6)] * 5, *[(0, 10)] * 5)
    ),
    Variant(
        id="triple-scorpion",
        prefix="TS",
        cards=156,
        fixed=_SCORPION,
        layout=(*[(5, 7)] * 5, *[(0, 12)] * 8),
    ),
    Variant(
        id="three-blind-mice",
        prefix="TM",
        cards=52,
        fixed=_SCORPION,
        reserves=(1, 1),
        layout=(*[(0, 5)] * 7, *[(3, 2)] * 3),
    ),
    Variant(
        id="scorpion-head",
        prefix="SH",
        cards=52,
        fixed=_SCORPION,
        cells=4,
        layout=(*[(0, 8)] * 3, *[(4, 3)] * 4),
    ),
    Variant(
        id="chelicera",
        prefix="CE",
        cards=52,
        fixed={**_SCORPION, "runs": Runs.STAY, "refill": 3, "deal_to": DealTo.NONE},
        layout=_open(4, 4, 4, 4, 7, 7, 7),
    ),
    Variant(
        id="russian-spider",
        prefix="RU",
        cards=52,
        fixed=_SCORPION,
        layout=((0, 1), *((hidden, 5) for hidden in range(1, 7))),
    ),
    Variant(
        id="double-russian-spider",
        prefix="DR",
        fixed=_SCORPION,
        layout=(*((hidden, 6) for hidden in range(9)), (8, 6)),
    ),
    Variant(id="kiev", prefix="KI", cards=52, fixed=_WASP, layout=_rows(7, 3, 1)),
    Variant(
        id="sevastopol",
        prefix="SE",
        cards=52,
        fixed=_WASP,
        layout=((2, 1), (3, 1), (2, 1), (3, 1), (2, 1), (3, 1), (2, 1)),
    ),
    Variant(
        id="ten-across",
        prefix="TX",
        cards=52,
        fixed=_SCORPION,
        cells=2,
        cells_filled=2,
        layout=tuple((hidden, 5 - hidden) for hidden in (0, 1, 2, 3, 4, 4, 3, 2, 1, 0)),
    ),
)

VARIANTS = {variant.id: variant for variant in _TABLE}
"""Every variant by its id."""

SPIDER = VARIANTS["spider"]
