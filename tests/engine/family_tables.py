"""Late positions of every variant, made from the slow model's own table, as game codes.

Most of the runs have left; the others are cut into pieces that lie about, or wait for a deal, so
that play from here completes runs, empties columns and wins.
"""

from collections.abc import Callable
from random import Random

from tests import slow_family
from tests.slow_family import RUN_LENGTH, Layout

KING_DOWN = "KQJT98765432A"

Maker = Callable[[Random, Layout, int], str]


def late_code(rng: Random, variant: Layout, suits: int, letter: str) -> str:
    """A code in which the unfinished runs are cut into pieces, some of them on top of others."""
    return _valid_code(_pieces, rng, variant, suits, letter)


def deal_code(rng: Random, variant: Layout, suits: int, letter: str) -> str:
    """A code in which the next deal may complete runs."""
    return _valid_code(_before_a_deal, rng, variant, suits, letter)


def buried_code(rng: Random, variant: Layout, suits: int, letter: str) -> str:
    """A code in which a finished run lies under cards that can move, and completes another."""
    return _valid_code(_buried, rng, variant, suits, letter)


def _valid_code(make: Maker, rng: Random, variant: Layout, suits: int, letter: str) -> str:
    """Make positions until one has no finished run where those leave by themselves."""
    while True:
        code = f"{variant.prefix}X-S{suits}{letter}-{make(rng, variant, suits)}"
        game = slow_family.start(code)
        finished = [slow_family.ends_in_run(game, column) for column in game.table.columns]
        if variant.runs == "taken" or not any(finished):
            return code


def _pieces(rng: Random, variant: Layout, suits: int) -> str:
    runs = _all_runs(rng, variant, suits)
    fewest = len(runs) // 2 if variant.runs == "stay" else 1
    unfinished = [runs.pop() for _ in range(rng.randint(fewest, min(4, len(runs))))]
    pieces = [piece for suit in unfinished for piece in _cut(rng, _sequence(rng, variant, suit))]
    rng.shuffle(pieces)
    columns: list[list[str]] = [[] for _ in variant.hidden]
    for piece in pieces:
        rng.choice(columns).extend(piece)
    stock = []
    if variant.stock and rng.random() < 0.5:
        lengths = [rng.randint(0, min(2, len(column))) for column in columns]
        taken = zip(columns, lengths, strict=True)
        stock = [card for column, count in taken for card in _off(column, count)]
    return _position(rng, variant, columns, stock, runs)


def _before_a_deal(rng: Random, variant: Layout, suits: int) -> str:
    """Columns with a run but for its last card, which the deal brings; the rest is filler."""
    runs = _all_runs(rng, variant, suits)
    columns: list[list[str]] = [[] for _ in variant.hidden]
    places = rng.sample(range(min(len(columns), variant.stock)), rng.randint(1, 2))
    last: dict[int, str] = {}
    for place in places:
        *columns[place], last[place] = _sequence(rng, variant, runs.pop())
    filler_runs = 2 if len(columns) < 20 else 3
    filler = [card for _ in range(filler_runs) for card in _sequence(rng, variant, runs.pop())]
    rng.shuffle(filler)
    stock = [last.get(place) or filler.pop() for place in range(max(places) + 1)]
    for place, column in enumerate(columns):
        if place not in places:
            column.append(filler.pop())
    for card in filler:
        rng.choice([column for column in columns if len(column) < 12]).append(card)
    return _position(rng, variant, columns, stock, runs)


def _buried(rng: Random, variant: Layout, suits: int) -> str:
    """One column ends in a run and the end of another run, whose beginning is a second column."""
    runs = _all_runs(rng, variant, suits)
    hidden, buried = _sequence(rng, variant, runs.pop()), _sequence(rng, variant, runs.pop())
    other, cut = _sequence(rng, variant, runs.pop()), rng.randint(2, 11)
    columns = [buried + other[cut:], other[:cut], *([] for _ in variant.hidden[2:])]
    if rng.random() < 0.5:
        columns[2] = hidden[:8]
        columns[0] = hidden[8:] + columns[0]
    else:
        columns[2], columns[3] = hidden[:8], hidden[8:]
    rng.shuffle(columns)
    return _position(rng, variant, columns, [], runs)


def _all_runs(rng: Random, variant: Layout, suits: int) -> list[str]:
    """The suits of all runs of the deck, shuffled."""
    block = variant.blocks[suits]
    runs = list(block * (slow_family.runs_to_win(variant) // len(block)))
    rng.shuffle(runs)
    return runs


def _sequence(rng: Random, variant: Layout, suit: str) -> list[str]:
    """The cards of a run, king to ace, or from any rank where ranks go round."""
    first = rng.randrange(RUN_LENGTH) if variant.ring else 0
    return [rank + suit for rank in KING_DOWN[first:] + KING_DOWN[:first]]


def _cut(rng: Random, cards: list[str]) -> list[list[str]]:
    """Cut cards into two or three pieces."""
    cuts = sorted(rng.sample(range(1, len(cards)), rng.randint(1, 2)))
    return [cards[start:end] for start, end in zip([0, *cuts], [*cuts, len(cards)], strict=True)]


def _off(column: list[str], count: int) -> list[str]:
    """Take cards off the deep end of a column."""
    taken = column[:count]
    del column[:count]
    return taken


def _position(
    rng: Random, variant: Layout, columns: list[list[str]], stock: list[str], runs: list[str]
) -> str:
    """Write a position; cells and reserves get cards of the columns, and some cards are hidden."""
    aside = [_aside(rng, columns) for _ in range(variant.cells + variant.reserves)]
    sections = [
        ".".join(_column(rng, column) for column in columns),
        "".join(stock),
        "".join(runs),
        str(rng.choice([0, 1, 2, 101, 500])),
        str(rng.randint(0, 200)),
    ]
    return ";".join([*sections, ".".join(aside)] if aside else sections)


def _aside(rng: Random, columns: list[list[str]]) -> str:
    """Take the last card of some column, or no card."""
    filled = [column for column in columns if column]
    return rng.choice(filled).pop() if rng.random() < 0.6 else ""


def _column(rng: Random, cards: list[str]) -> str:
    """Write a column; in one of four its deepest cards are hidden."""
    hidden = rng.randint(1, 3) if rng.random() < 0.25 and len(cards) > 3 else 0
    face_down = f"({''.join(cards[:hidden])})" if hidden else ""
    return face_down + "".join(cards[hidden:])
