"""A slow, plain model of the whole Spider family that tests compare the engine with.

It is a second reading of the rules, written without a look at the engine, as `slow_model` is for
Spider alone: the table of the variants below is a copy of no other table. A position is an
immutable snapshot, an undo takes a whole earlier snapshot from a list, and legal actions are found
by trying every action there could be. Columns, cells and reserves count from 0.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from tests.slow_model import (
    BASE32,
    LETTERS,
    RANKS,
    Column,
    Columns,
    face_up_count,
    is_one_suit,
    public_column,
    random_below,
    rank,
    read_cards,
    read_column,
    read_number,
    suit,
    texts,
    turn_up,
    with_column,
)

RUN_LENGTH = 13
START_SCORE = 500
RUN_POINTS = 100
UNDO_LIMIT = {"C": 100, "R": 100, "T": 200, "D": 100}  # W has none
BLACK_SUITS = "SC"

ONE_TWO_FOUR = {1: "S", 2: "SH", 4: "SHDC"}
THREE = {3: "SHC"}


# The variants


@dataclass(frozen=True)
class Layout:
    """One variant: how its cards are laid out, and where its rules are not Spider's."""

    id: str
    prefix: str
    size: int  # cards in the deck
    hidden: tuple[int, ...]  # cards of each column that are dealt face down
    open: tuple[int, ...]  # cards of each column that are dealt face up
    stock: int
    blocks: dict[int, str]  # the suits of a block of the deck, for each number of suits
    group: str = "suit"  # what moves together: suit, colour, ranks, equal (or suit), pile
    build: str = "ranks"  # what goes on what: ranks, suit, equal (or ranks), equal or suit
    empty: str = "any"  # what goes to an empty column: any or king
    over_empty: str = "refused"  # a deal while a column is empty: refused, filled or skipped
    runs: str = "leave"  # a finished run leaves, is taken by the player, or stays to the end
    ring: bool = False  # whether a king follows an ace
    refill: int = 0  # cards that the stock puts on a column that a move has emptied
    cells: int = 0
    filled_cells: int = 0
    reserves: int = 0  # each starts with one card


def layout(
    name: str,
    size: int,
    hidden: str,
    open_: str,
    stock: int,
    blocks: dict[int, str] = ONE_TWO_FOUR,
) -> Layout:
    """Return a variant with Spider's rules; `5*4 4*6` means four fives, then six fours."""
    prefix, id_ = name.split()
    return Layout(id_, prefix, size, sizes(hidden), sizes(open_), stock, blocks)


def sizes(text: str) -> tuple[int, ...]:
    """Read column sizes: `7*3 8` is 7, 7, 7, 8."""
    numbers: list[int] = []
    for part in text.split():
        size, _, times = part.partition("*")
        numbers += [int(size)] * int(times or "1")
    return tuple(numbers)


SPIDER = layout("SP spider", 104, "5*4 4*6", "1*10", 50)
PYSOL = layout("SQ spider-pysol", 104, "5 4 4 5 4 4 5 4 4 5", "1*10", 50)
SPIDERETTE = layout("ST spiderette", 52, "0 1 2 3 4 5 6", "1*7", 24)
DIVORCE = replace(
    layout("GD grounds-for-a-divorce", 104, "0*10", "5*10", 54), over_empty="skipped", ring=True
)
YORK = replace(layout("YO york", 104, "0*12", "8*2 9*8 8*2", 0), ring=True)
CURDS = replace(
    layout("CW curds-and-whey", 52, "0*13", "4*13", 0),
    group="equal",
    build="equal or suit",
    empty="king",
    runs="stay",
)


def scorpion(name: str, size: int, hidden: str, open_: str, stock: int) -> Layout:
    """Return a variant of the Scorpion branch: any face-up card moves with all that lies on it."""
    plain = layout(name, size, hidden, open_, stock)
    return replace(plain, group="pile", build="suit", empty="king", over_empty="filled")


def wasp(name: str, size: int, hidden: str, open_: str, stock: int) -> Layout:
    """Return a variant of the Scorpion branch in which anything goes to an empty column."""
    return replace(scorpion(name, size, hidden, open_, stock), empty="any")


LAYOUTS = {
    variant.id: variant
    for variant in (
        SPIDER,
        replace(SPIDER, id="spider-3-suits", prefix="S3", blocks={3: "SHSC"}),
        replace(PYSOL, runs="taken"),
        replace(layout("BI bicycle", 104, "4*10", "1*10", 54), runs="taken"),
        replace(PYSOL, id="relaxed-spider", prefix="RS", over_empty="filled"),
        layout("OS open-spider", 104, "0*10", "6 5 5 6 5 5 6 5 5 6", 50),
        replace(PYSOL, id="black-widow", prefix="BW", group="ranks"),
        replace(PYSOL, id="tarantula", prefix="TA", group="colour"),
        SPIDERETTE,
        replace(SPIDERETTE, id="baby-spiderette", prefix="BS", group="ranks"),
        layout("WW will-o-the-wisp", 52, "2*7", "1*7", 31),
        layout("SS simple-simon", 52, "0*10", "8 8 8 7 6 5 4 3 2 1", 0),
        layout("MM mrs-mop", 104, "0*13", "8*13", 0),
        layout("SJ simon-jester", 104, "0*14", "13 13 12 11 10 9 8 7 6 5 4 3 2 1", 0),
        layout("BG big-spider", 156, "5*13", "1*13", 78),
        replace(layout("TD spider-three-decks", 156, "4*6 3*6", "1*12", 102), over_empty="filled"),
        layout("FD spider-four-decks", 208, "5*13", "1*13", 130),
        layout("HU huge-spider", 208, "5*8 4*12", "1*20", 100),
        layout("CH chinese-spider", 156, "5*12", "1*12", 84, THREE),
        layout("XX spider-3x3", 117, "4*13", "1*13", 52, THREE),
        replace(layout("GG grandmothers-game", 104, "0*10", "6*10", 44), over_empty="filled"),
        DIVORCE,
        replace(layout("BD big-divorce", 156, "5*13", "1*13", 78), over_empty="skipped", ring=True),
        YORK,
        replace(layout("BY big-york", 156, "0*14", "12 11*12 12", 0), ring=True),
        CURDS,
        replace(CURDS, id="miss-muffet", prefix="MF", hidden=sizes("0*10"), open=sizes("6 5*8 6")),
        replace(SPIDER, id="arachnida", prefix="AR", group="equal", build="equal"),
        scorpion("SC scorpion", 52, "3*4 0*3", "4*4 7*3", 3),
        scorpion("S2 scorpion-ii", 52, "3*3 0*4", "4*3 7*4", 3),
        wasp("WA wasp", 52, "3*4 0*3", "4*4 7*3", 3),
        wasp("W2 wasp-ii", 52, "3*3 0*4", "4*3 7*4", 3),
        scorpion("DS double-scorpion", 104, "4*5 0*5", "6*5 10*5", 4),
        scorpion("TS triple-scorpion", 156, "5*5 0*8", "7*5 12*8", 0),
        replace(scorpion("TM three-blind-mice", 52, "0*7 3*3", "5*7 2*3", 0), reserves=2),
        replace(scorpion("SH scorpion-head", 52, "0*3 4*4", "8*3 3*4", 0), cells=4),
        replace(scorpion("CE chelicera", 52, "0*7", "4*4 7*3", 15), refill=3, runs="stay"),
        scorpion("RU russian-spider", 52, "0 1 2 3 4 5 6", "1 5*6", 0),
        scorpion("DR double-russian-spider", 104, "0 1 2 3 4 5 6 7 8 8", "6*10", 0),
        wasp("KI kiev", 52, "3*7", "1*7", 24),
        wasp("SE sevastopol", 52, "2 3 2 3 2 3 2", "1*7", 28),
        replace(
            scorpion("TX ten-across", 52, "0 1 2 3 4 4 3 2 1 0", "5 4 3 2 1 1 2 3 4 5", 0),
            cells=2,
            filled_cells=2,
        ),
    )
}


# A game at one moment

Move = tuple[str, str, int]  # from, to and count; a place is `3`, a column, or `c0` or `r0`


@dataclass(frozen=True)
class Table:
    """What an undo brings back: the cards, the score and the move counter."""

    columns: Columns
    stock: tuple[str, ...]  # in the order in which the cards will be dealt
    runs: tuple[str, ...]  # the suits of the runs that have left, in order
    score: int
    moves: int
    cells: tuple[str, ...]  # a card each, or "" where there is none
    reserves: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False)
class Game:
    """A variant, a rule set, the table now and what could be taken back."""

    layout: Layout
    rules: str  # C, R, T, D or W
    table: Table
    undos: int
    status: str  # playing, won or resigned
    steps: tuple[Table, ...]  # the undo stack: the tables before each action, oldest first
    forgotten: bool  # whether an older action has fallen off the undo stack


def runs_to_win(variant: Layout) -> int:
    """Return how many runs the variant's deck makes."""
    return variant.size // RUN_LENGTH


def column_count(game: Game) -> int:
    """Return how many columns the variant has."""
    return len(game.layout.hidden)


# Game codes


def start(code: str) -> Game:
    """Return the start position that a code of the generations 1, 0 or X names."""
    match = re.fullmatch(r"(..)([01X])-S([1234])([CRTDW])-(.*)", code)
    if match is None:
        raise ValueError("not a game code")
    prefix, generation, suits, rules, rest = match.groups()
    variant = next(each for each in LAYOUTS.values() if each.prefix == prefix)
    if rules == "R" and suits == "1":
        rules = "C"
    if generation == "1":
        table = dealt(variant, shuffled_deck(variant, int(suits), rest))
    elif generation == "0":
        table = dealt(variant, spelled_deck(rest))
    else:
        table = position(variant, rest)
    deck = sorted(full_deck(variant, int(suits)))
    if cards_of(table) != deck or len(table.columns) != len(variant.hidden):
        raise ValueError("not the variant's cards")
    status = "won" if len(table.runs) == runs_to_win(variant) else "playing"
    return Game(variant, rules, table, 0, status, (), forgotten=False)


def cards_of(table: Table) -> list[str]:
    """Return all cards of a table, those of the runs that have left too, sorted."""
    cards = [card for column in table.columns for card in texts(column)]
    cards += table.stock
    cards += [r + s for s in table.runs for r in RANKS]
    cards += [card for card in table.cells if card]
    cards += [card for pile in table.reserves for card in pile]
    return sorted(cards)


def full_deck(variant: Layout, suits: int) -> list[str]:
    """Return the deck in order: all ranks of each suit of the block, repeated until full."""
    block = [r + s for s in variant.blocks[suits] for r in RANKS]
    return block * (variant.size // len(block))


def shuffled_deck(variant: Layout, suits: int, letters: str) -> list[str]:
    """Return the deck of generation 1 with the deal number that seven base32 letters write."""
    number = 0
    for letter in letters:
        number = number * 32 + BASE32.index(letter)
    deck = full_deck(variant, suits)
    words = random_words(f"{variant.prefix}1", number)
    for i in range(len(deck) - 1, 0, -1):
        j = random_below(i + 1, words)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def random_words(tag: str, number: int) -> Iterator[int]:
    """Yield the endless stream of 32-bit words of a tag and a deal number."""
    counter = 0
    while True:
        seed = tag.encode() + number.to_bytes(8, "big") + counter.to_bytes(4, "big")
        digest = sha256(seed).digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        counter += 1


def spelled_deck(letters: str) -> list[str]:
    """Return the deck of generation 0, one letter a card."""
    names = [r + s for s in "SHDC" for r in RANKS]
    return [names[LETTERS.index(letter)] for letter in letters]


def dealt(variant: Layout, deck: list[str]) -> Table:
    """Deal from the front of the deck: rows, then cells and reserves; the rest is the stock."""
    rest = list(deck)
    heights = [hidden + up for hidden, up in zip(variant.hidden, variant.open, strict=True)]
    piles: list[list[str]] = [[] for _ in heights]
    for row in range(max(heights)):
        for index, height in enumerate(heights):
            if row < height:
                piles[index].append(rest.pop(0))
    columns = tuple(
        tuple((card, place >= variant.hidden[index]) for place, card in enumerate(pile))
        for index, pile in enumerate(piles)
    )
    cells = [rest.pop(0) if index < variant.filled_cells else "" for index in range(variant.cells)]
    reserves = [(rest.pop(0),) for _ in range(variant.reserves)]
    if len(rest) != variant.stock:
        raise ValueError(f"{variant.id} is no layout of {variant.size} cards")
    return Table(columns, tuple(rest), (), START_SCORE, 0, tuple(cells), tuple(reserves))


def position(variant: Layout, text: str) -> Table:
    """Read a position: columns;stock;runs;score;moves, then the cells or reserves if it has any."""
    parts = text.split(";")
    side = [part for part in parts[5:] for part in part.split(".")]
    return Table(
        columns=tuple(read_column(part) for part in parts[0].split(".")),
        stock=tuple(read_cards(parts[1])),
        runs=tuple(parts[2]),
        score=read_number(parts[3]),
        moves=read_number(parts[4]),
        cells=tuple(side) if variant.cells else (),
        reserves=tuple(tuple(read_cards(part)) for part in side) if variant.reserves else (),
    )


# Cards


def follows(game: Game, lower: str, upper: str) -> bool:
    """Whether `lower` is one rank below `upper`; where ranks go round, a king is below an ace."""
    if game.layout.ring and rank(upper) == 1:
        return rank(lower) == 13
    return rank(upper) == rank(lower) + 1


def is_descending(game: Game, cards: Column) -> bool:
    """Whether each card is one rank below the card before it."""
    names = texts(cards)
    return all(follows(game, names[i + 1], names[i]) for i in range(len(names) - 1))


def is_one_colour(cards: Column) -> bool:
    """Whether all cards are black, or all red."""
    return len({suit(card) in BLACK_SUITS for card in texts(cards)}) == 1


def is_one_rank(cards: Column) -> bool:
    """Whether all cards are of the same rank."""
    return len({rank(card) for card in texts(cards)}) == 1


def is_run(game: Game, cards: Column) -> bool:
    """Whether the cards are 13 face-up ones of one suit in sequence; king to ace, but in a ring."""
    return (
        len(cards) == RUN_LENGTH
        and face_up_count(cards) == RUN_LENGTH
        and is_one_suit(cards)
        and is_descending(game, cards)
    )


def ends_in_run(game: Game, column: Column) -> bool:
    """Whether a finished run lies at the end of the column."""
    return is_run(game, column[-RUN_LENGTH:])


# What the rules refuse: the checks stand in the order in which violations are looked for


def violation_of(game: Game, action: str) -> str | None:
    """Return the code of the rule that the action breaks, or None."""
    if game.status != "playing":
        return "game-over"
    if action == "resign":
        return None
    if action == "deal":
        return deal_violation(game)
    if action == "undo":
        return undo_violation(game)
    if action.startswith("take-"):
        return take_violation(game, int(action.removeprefix("take-")))
    return move_violation(game, *read_move(action))


def read_move(action: str) -> Move:
    """Read `3-6x2`, `3-c0`, `c0-3` or `r0-3` as from, to and count."""
    places, _, count = action.partition("x")
    from_, to = places.split("-")
    return from_, to, int(count or "1")


def deal_violation(game: Game) -> str | None:
    """Return what forbids a deal, or None."""
    if game.status != "playing":
        return "game-over"
    if game.layout.refill:
        return "no-deal"
    if not game.table.stock:
        return "stock-empty"
    refused = game.layout.over_empty == "refused" and game.rules != "D"
    if refused and any(not column for column in game.table.columns):
        return "empty-column"
    return None


def undo_violation(game: Game) -> str | None:
    """Return what forbids an undo, or None."""
    if game.status != "playing":
        return "game-over"
    if game.steps:
        return None
    return "undo-limit" if game.forgotten else "nothing-to-undo"


def take_violation(game: Game, index: int) -> str | None:
    """Return what forbids to take the run at the end of a column, or None."""
    if index >= column_count(game):
        return "no-such-column"
    if game.layout.runs != "taken" or not ends_in_run(game, game.table.columns[index]):
        return "no-run"
    return None


def move_violation(game: Game, from_: str, to: str, count: int) -> str | None:
    """Return what forbids a move between columns, cells and reserves, or None."""
    missing = missing_place(game, from_, to)
    if missing is not None:
        return missing
    if from_ == to:
        return "same-column"
    source = cards_at(game.table, from_)
    return group_violation(game, source, count) or target_violation(game, from_, to, count)


def missing_place(game: Game, from_: str, to: str) -> str | None:
    """Return which of the two places the variant does not have, columns first."""
    for place in (from_, to):
        if place.isdigit() and int(place) >= column_count(game):
            return "no-such-column"
    for place in (from_, to):
        if place[0] == "c" and int(place[1:]) >= game.layout.cells:
            return "no-such-cell"
        if place[0] == "r" and int(place[1:]) >= game.layout.reserves:
            return "no-such-cell"
    return None


def cards_at(table: Table, place: str) -> Column:
    """Return the cards of a column, a cell or a reserve; the last one is the first to move."""
    if place[0] == "c":
        card = table.cells[int(place[1:])]
        return ((card, True),) if card else ()
    if place[0] == "r":
        return tuple((card, True) for card in table.reserves[int(place[1:])])
    return table.columns[int(place)]


def group_violation(game: Game, source: Column, count: int) -> str | None:
    """Return why the last cards of the source do not move together, or None."""
    if not source:
        return "empty-source"
    if count > len(source):
        return "not-enough-cards"
    group = source[-count:]
    if face_up_count(group) < count:
        return "face-down"
    if game.layout.group == "pile" or (game.layout.group == "equal" and is_one_rank(group)):
        return None
    if not is_descending(game, group):
        return "not-descending"
    if game.layout.group == "ranks" or game.rules == "R":
        return None
    if game.layout.group == "colour":
        return None if is_one_colour(group) else "mixed-colours"
    return None if is_one_suit(group) else "mixed-suits"


def target_violation(game: Game, from_: str, to: str, count: int) -> str | None:
    """Return why a group that moves may not go to the target, or None."""
    source, target = cards_at(game.table, from_), cards_at(game.table, to)
    if to[0] == "c":
        return "cell-taken" if target else None
    first_card, _ = source[-count]
    if target:
        return build_violation(game, first_card, texts(target)[-1])
    if game.layout.empty == "king" and rank(first_card) != 13:
        return "only-kings"
    if game.rules == "T" and from_.isdigit() and count == len(source):
        return "whole-column-to-empty"
    return None


def build_violation(game: Game, card: str, on: str) -> str | None:
    """Return why a card may not be put on another, or None.

    A wrong suit is only told of a card whose rank would do, so it is looked at last.
    """
    build = game.layout.build
    if build.startswith("equal") and rank(card) == rank(on):
        return None
    if not follows(game, card, on):
        nothing_goes = rank(on) == 1 and not game.layout.ring and not build.startswith("equal")
        return "onto-ace" if nothing_goes else "wrong-rank"
    if build.endswith("suit") and suit(card) != suit(on):
        return "wrong-suit"
    return None


# Playing


def act(game: Game, action: str) -> tuple[Game, str | None]:
    """Play an action: the game after it and None, or the same game and the violation's code."""
    violation = violation_of(game, action)
    if violation is not None:
        return game, violation
    if action == "resign":
        return replace(game, status="resigned"), None
    if action == "undo":
        return after_undo(game), None
    if action == "deal":
        return after_step(game, deal_paid(game, with_deal(game)), is_deal=True), None
    if action.startswith("take-"):
        taken = without_run(game.table, int(action.removeprefix("take-")))
        return after_step(game, taken, is_deal=False), None
    moved = with_move(game, *read_move(action))
    return after_step(
        game, replace(one_point_off(moved), moves=moved.moves + 1), is_deal=False
    ), None


def one_point_off(table: Table) -> Table:
    """Take one point off; the score is never below 0."""
    return replace(table, score=max(0, table.score - 1))


def deal_paid(game: Game, table: Table) -> Table:
    """Pay for a deal and count it, but in Windows' rules."""
    if game.rules == "W":
        return table
    return replace(one_point_off(table), moves=table.moves + 1)


def with_deal(game: Game) -> Table:
    """Put one face-up card of the stock on each column that gets one, first to last."""
    columns, stock = game.table.columns, game.table.stock
    for index in columns_of_deal(game):
        if stock:
            columns = with_column(columns, index, (*columns[index], (stock[0], True)))
            stock = stock[1:]
    return replace(game.table, columns=columns, stock=stock)


def columns_of_deal(game: Game) -> list[int]:
    """Return the columns that a deal goes to; if it skips empty ones and all are, the first."""
    indices = range(column_count(game))
    if game.layout.over_empty != "skipped":
        return list(indices)
    filled = [index for index in indices if game.table.columns[index]]
    return filled or [0]


def with_move(game: Game, from_: str, to: str, count: int) -> Table:
    """Move the last cards of a place; the source turns up its last card, or is filled again."""
    table = game.table
    group = cards_at(table, from_)[-count:]
    left = cards_at(table, from_)[:-count]
    table = with_cards_at(table, from_, turn_up(left) if from_.isdigit() else left)
    table = with_cards_at(table, to, cards_at(table, to) + group)
    if from_.isdigit() and not left and game.layout.refill:
        return refilled(table, int(from_), game.layout.refill)
    return table


def with_cards_at(table: Table, place: str, cards: Column) -> Table:
    """Return the table with other cards in a column, a cell or a reserve."""
    if place[0] == "c":
        index, cell = int(place[1:]), "".join(texts(cards))
        return replace(table, cells=(*table.cells[:index], cell, *table.cells[index + 1 :]))
    if place[0] == "r":
        index, pile = int(place[1:]), tuple(texts(cards))
        piles = (*table.reserves[:index], pile, *table.reserves[index + 1 :])
        return replace(table, reserves=piles)
    return replace(table, columns=with_column(table.columns, int(place), cards))


def refilled(table: Table, index: int, count: int) -> Table:
    """Put the next cards of the stock face up on an emptied column."""
    cards = tuple((card, True) for card in table.stock[:count])
    columns = with_column(table.columns, index, cards)
    return replace(table, columns=columns, stock=table.stock[count:])


def without_run(table: Table, index: int) -> Table:
    """Take a finished run off the end of a column: its points come, the card below turns up."""
    column = table.columns[index]
    king, _ = column[-RUN_LENGTH]
    return replace(
        table,
        columns=with_column(table.columns, index, turn_up(column[:-RUN_LENGTH])),
        runs=(*table.runs, suit(king)),
        score=table.score + RUN_POINTS,
    )


def without_finished_runs(game: Game, table: Table) -> Table:
    """Let finished runs leave, first column to last, as the variant has it."""
    if game.layout.runs == "taken":
        return table
    if game.layout.runs == "stay" and not only_runs_are_left(game, table):
        return table
    for index in range(column_count(game)):
        while ends_in_run(game, table.columns[index]):
            table = without_run(table, index)
    return table


def only_runs_are_left(game: Game, table: Table) -> bool:
    """Whether each column is empty or exactly a run, and no card is anywhere else."""
    elsewhere = table.stock or any(table.cells) or any(table.reserves)
    return not elsewhere and all(not column or is_run(game, column) for column in table.columns)


def after_step(game: Game, table: Table, *, is_deal: bool) -> Game:
    """Return the game after a move, a deal or a take: runs leave, and it can be undone."""
    table = without_finished_runs(game, table)
    won = len(table.runs) == runs_to_win(game.layout)
    steps = (*game.steps, game.table)
    limit = UNDO_LIMIT.get(game.rules, len(steps))
    if game.rules == "W" and (is_deal or len(table.runs) > len(game.table.runs)):
        limit = 0
    return replace(
        game,
        table=table,
        status="won" if won else "playing",
        steps=steps[len(steps) - min(limit, len(steps)) :],
        forgotten=game.forgotten or len(steps) > limit,
    )


def after_undo(game: Game) -> Game:
    """Return the game with the newest action taken back."""
    now, older = game.table, game.steps[-1]
    if game.rules == "T":
        undone_runs = len(now.runs) - len(older.runs)
        score = max(0, now.score - RUN_POINTS * undone_runs)
        older = replace(older, score=max(0, score - 1), moves=now.moves)
    if game.rules == "W":
        older = replace(older, score=max(0, now.score - 1), moves=now.moves + 1)
    return replace(game, table=older, undos=game.undos + 1, steps=game.steps[:-1])


# What is legal


def places(game: Game) -> list[str]:
    """Return every place that cards can lie in: columns first, then cells, then reserves."""
    return [
        *(str(index) for index in range(column_count(game))),
        *(f"c{index}" for index in range(game.layout.cells)),
        *(f"r{index}" for index in range(game.layout.reserves)),
    ]


@lru_cache(maxsize=1)  # one game is asked several times in a row
def legal_moves(game: Game) -> list[Move]:
    """Try every move of every group of cards to every place; sorted by from, count, to."""
    if game.status != "playing":
        return []
    return [
        (from_, to, count)
        for from_ in places(game)
        for count in range(1, len(cards_at(game.table, from_)) + 1)
        if group_violation(game, cards_at(game.table, from_), count) is None
        for to in places(game)
        if is_action(from_, to, count)
        if target_violation(game, from_, to, count) is None
    ]


def is_action(from_: str, to: str, count: int) -> bool:
    """Whether there is an action for the move: between two columns any number of cards moves, but
    only one goes from a column to a cell, or from a cell or a reserve to a column.
    """
    if from_.isdigit() and to.isdigit():
        return from_ != to
    return count == 1 and (to.isdigit() or (from_.isdigit() and to[0] == "c"))


def legal_takes(game: Game) -> list[int]:
    """Try to take a run from every column; return the columns that have one to take."""
    columns = range(column_count(game))
    return [index for index in columns if violation_of(game, f"take-{index}") is None]


def write_move(from_: str, to: str, count: int) -> str:
    """Write a move in its canonical form."""
    return f"{from_}-{to}" if count == 1 else f"{from_}-{to}x{count}"


def undo_available(game: Game) -> int:
    """Return how many undos in a row are possible now."""
    return len(game.steps) if game.status == "playing" else 0


def stuck(game: Game) -> bool:
    """Whether the game goes on but no action except undo or resign is legal."""
    return game.status == "playing" and not (
        legal_moves(game) or legal_takes(game) or deal_violation(game) is None
    )


# Targets


def target_kind(game: Game, from_: str, to: str, count: int) -> str:
    """Return what a legal move goes onto: same_suit, other_suit, empty or cell."""
    if to[0] == "c":
        return "cell"
    target = cards_at(game.table, to)
    if not target:
        return "empty"
    first_card, _ = cards_at(game.table, from_)[-count]
    return "same_suit" if suit(first_card) == suit(texts(target)[-1]) else "other_suit"


def preference(game: Game, move: Move) -> tuple[int, int]:
    """Return a key, lower for a better target: its kind, and minus the group's length."""
    kind = target_kind(game, *move)
    length = resulting_group_length(game, move) if kind == "same_suit" else 0
    return ("same_suit", "other_suit", "empty", "cell").index(kind), -length


def best_moves(game: Game, moves: list[Move]) -> list[Move]:
    """Return, of sorted moves, the one with the best target for each group; the first of equals."""
    best: dict[tuple[str, int], Move] = {}
    for move in moves:
        group = (move[0], move[2])
        if group not in best or preference(game, move) < preference(game, best[group]):
            best[group] = move
    return list(best.values())


def resulting_group_length(game: Game, move: Move) -> int:
    """Count the cards of the descending one-suit group in which the touched card would lie."""
    from_, to, count = move
    target = cards_at(game.table, to)
    column = target + cards_at(game.table, from_)[-count:]
    return chain_length(game, column, len(target))


def chain_length(game: Game, column: Column, place: int) -> int:
    """Count the cards around a place of which each two neighbours are linked."""
    first = last = place
    while first > 0 and are_linked(game, column[first - 1 : first + 1]):
        first -= 1
    while last < len(column) - 1 and are_linked(game, column[last : last + 2]):
        last += 1
    return last - first + 1


def are_linked(game: Game, pair: Column) -> bool:
    """Whether two neighbours are face up, of one suit, and descend by one."""
    return face_up_count(pair) == 2 and is_one_suit(pair) and is_descending(game, pair)


def public_state(game: Game) -> dict[str, Any]:
    """Return the state that a player may see, as the HTTP interface writes it."""
    table = game.table
    return {
        "status": game.status,
        "stuck": stuck(game),
        "score": table.score,
        "moves": table.moves,
        "undos": game.undos,
        "undo_available": undo_available(game),
        "columns": [public_column(column) for column in table.columns],
        "stock": {"cards": len(table.stock), "deals": deals_left(game)},
        "runs": list(table.runs),
        "legal": public_legal(game),
        **public_cells_and_reserves(game),
    }


def public_cells_and_reserves(game: Game) -> dict[str, object]:
    """Return what only a variant with cells or reserves shows."""
    shown: dict[str, object] = {}
    if game.layout.cells:
        shown["cells"] = [card or None for card in game.table.cells]
    if game.layout.reserves:
        shown["reserve"] = [list(pile) for pile in game.table.reserves]
    return shown


def deals_left(game: Game) -> int:
    """Count the deals that are left, a short last one too; where the stock refills, the refills."""
    size = game.layout.refill or len(columns_of_deal(game))
    full, rest = divmod(len(game.table.stock), size)
    return full + 1 if rest else full


def public_legal(game: Game) -> dict[str, object]:
    """Return all that is legal now."""
    moves = legal_moves(game)
    best = best_moves(game, moves)
    legal: dict[str, object] = {
        "deal": deal_violation(game) is None,
        "deal_violation": deal_violation(game),
        "undo": undo_violation(game) is None,
        "resign": game.status == "playing",
        "moves": [public_move(game, move) | {"best": move in best} for move in moves],
    }
    if game.layout.runs == "taken":
        legal["takes"] = legal_takes(game)
    return legal


def public_move(game: Game, move: Move) -> dict[str, object]:
    """Return a legal move with what it moves and what it goes onto."""
    from_, to, count = move
    return {
        "action": write_move(from_, to, count),
        "from": int(from_) if from_.isdigit() else from_,
        "to": int(to) if to.isdigit() else to,
        "count": count,
        "cards": texts(cards_at(game.table, from_)[-count:]),
        "target": target_kind(game, from_, to, count),
    }
