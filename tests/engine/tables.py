"""Tables drawn as text, for tests that show a rule by example.

One line a column, hidden cards in parentheses; ``KS..3S`` is a whole sequence, ``-`` an empty
column. The stock, the suits of the runs that have left, score and moves may be drawn as well::

    0      (4H 9C) KS..2S
    1      AS
    2      -
    stock  5D 6D
    runs   S H
    score  0
    moves  20

What is not drawn is filled up to a whole deck: complete suits have left as runs (unless `runs` is
drawn), all other cards lie in the columns that are not drawn, one of them face up in each. Where
every column is drawn, they lie hidden in the column that is drawn as ``(..) KS``, or in the stock.
"""

import re
from collections import Counter

from engine.cards import RANKS, format_cards
from engine.codes import parse_code, start
from engine.state import State
from engine.variants import SPIDER

COLUMNS = range(len(SPIDER.columns))


def table(drawing: str, rules: str = "C", suits: int = 4) -> State:
    """The state of a game that starts from the drawn table."""
    return start(parse_code(draw(drawing, rules, suits)))


def draw(drawing: str, rules: str = "C", suits: int = 4) -> str:
    """The game code, of generation X, of the drawn table."""
    drawn = dict(_lines(drawing))
    columns = {index: _column(drawn[str(index)]) for index in COLUMNS if str(index) in drawn}
    stock = _cards(drawn.get("stock", ""))
    runs = drawn.get("runs", "").split()
    rest = Counter(format_cards(SPIDER.deck(suits)))
    rest.subtract(card for column in columns.values() for cards in column for card in cards)
    rest.subtract([*stock, *(rank + suit for suit in runs for rank in RANKS)])
    assert min(rest.values()) >= 0, f"drawn too often: {[c for c in rest if rest[c] < 0]}"
    if "runs" not in drawn:
        runs = _complete_suits(rest, suits)
    fillers = sorted(rest.elements(), key=lambda card: -RANKS.index(card[0]))
    undrawn = [index for index in COLUMNS if index not in columns]
    hiding = [index for index in columns if drawn[str(index)].startswith("(..)")]
    if undrawn:
        columns |= _filled(undrawn, fillers)
    elif hiding:
        columns[hiding[0]][0].extend(fillers)
    else:
        assert "stock" not in drawn or not fillers, f"no place for {fillers}"
        stock += fillers
    return "SPX-S{}{}-{};{};{};{};{}".format(
        suits,
        rules,
        ".".join(_written(*columns[index]) for index in COLUMNS),
        "".join(stock),
        "".join(runs),
        drawn.get("score", "500"),
        drawn.get("moves", "0"),
    )


def _lines(drawing: str) -> list[tuple[str, str]]:
    lines = [line.split(maxsplit=1) for line in drawing.splitlines() if line.strip()]
    return [(words[0], words[1] if words[1:] else "") for words in lines]


def _column(text: str) -> tuple[list[str], list[str]]:
    match = re.fullmatch(r"(?:\((.*)\))?([^()]*)", text)
    assert match is not None, text
    return _cards((match[1] or "").removeprefix("..")), _cards(match[2].replace("-", ""))


def _cards(text: str) -> list[str]:
    cards: list[str] = []
    for word in text.split():
        first, _, last = word.partition("..")
        ranks = RANKS[RANKS.index((last or first)[0]) : RANKS.index(first[0]) + 1]
        cards += [rank + first[1] for rank in reversed(ranks)]
    return cards


def _complete_suits(rest: Counter[str], suits: int) -> list[str]:
    """Take the suits of which no card is drawn from `rest`."""
    runs: list[str] = []
    for suit in SPIDER.blocks[suits]:
        suit_cards = [rank + suit for rank in RANKS]
        for _ in range(min(rest[card] for card in suit_cards)):
            rest.subtract(suit_cards)
            runs.append(suit)
    return runs


def _filled(undrawn: list[int], fillers: list[str]) -> dict[int, tuple[list[str], list[str]]]:
    piles = {index: fillers[place :: len(undrawn)] for place, index in enumerate(undrawn)}
    return {index: (pile[:-1], pile[-1:]) for index, pile in piles.items()}


def _written(hidden: list[str], face_up: list[str]) -> str:
    return (f"({''.join(hidden)})" if hidden else "") + "".join(face_up)
