"""Small positions of every variant for tests of the solver, made by the slow model alone.

`backwards` plays from a won game towards its beginning, so that a line that wins is known.
`blocked` lays cards so that next to nothing moves, `bare` leaves so few on the table that they can
be laid in few ways: what can be reached from there is soon searched whole.
"""

from dataclasses import replace
from itertools import product
from random import Random

from engine.variants import VARIANTS
from tests import slow_family
from tests.engine.family_tables import KING_DOWN
from tests.slow_family import RUN_LENGTH, Game, Layout, Table
from tests.slow_model import Column, Columns, face_up_count, texts, with_column

Known = tuple[str, list[str]]  # a code and a line that wins from there
Proposal = tuple[Table, str]  # a table before an action, and the action


def combinations(id_: str) -> list[tuple[int, str]]:
    """Each number of suits with each rule set; with one suit, R is the same game as C."""
    variant = VARIANTS[id_]
    pairs = product(variant.blocks, [rules.letter for rules in variant.rules])
    return [pair for pair in pairs if pair != (1, "R")]


def written(game: Game, suits: int) -> str:
    """Write the game code, of generation X, of where a game stands."""
    table = game.table
    columns = ".".join(map(_written_column, table.columns))
    aside = [*table.cells, *map("".join, table.reserves)]
    sections = [columns, "".join(table.stock), "".join(table.runs)]
    sections += [str(table.score), str(table.moves), *[".".join(aside)] * bool(aside)]
    return f"{game.layout.prefix}X-S{suits}{game.rules}-" + ";".join(sections)


def _written_column(column: Column) -> str:
    hidden = "".join(card for card, face_up in column if not face_up)
    return f"({hidden})" * bool(hidden) + "".join(card for card, face_up in column if face_up)


# Backwards from a won game


def backwards(rng: Random, variant: Layout, suits: int, letter: str, length: int) -> Known:
    """Play some actions backwards from a won game: the code of where that leads, and the way on."""
    game = _won(rng, variant, suits, letter)
    line: list[str] = []
    for _ in range(60 * length):
        table, action = _proposed(rng, game)
        before = replace(game, table=table, status="playing")
        if _may_stand(before) and _leads_to(before, action, game):
            game, line = before, [action, *line]
        if len(line) == length:
            break
    return written(game, suits), line


def _won(rng: Random, variant: Layout, suits: int, letter: str) -> Game:
    table = Table(
        columns=((),) * len(variant.hidden),
        stock=(),
        runs=tuple(_runs(rng, variant, suits)),
        score=rng.choice([0, 3, 500]),
        moves=0,
        cells=("",) * variant.cells,
        reserves=((),) * variant.reserves,
    )
    return Game(variant, letter, table, 0, "won", (), forgotten=False)


def _leads_to(before: Game, action: str, game: Game) -> bool:
    """Whether the action is legal and leads from the one game to the other."""
    is_move = action != "deal" and not action.startswith("take-")
    if is_move and not slow_family.is_action(*slow_family.read_move(action)):
        return False
    after, violation = slow_family.act(before, action)
    here, there = game.table, after.table
    return violation is None and replace(there, score=here.score, moves=here.moves) == here


def _may_stand(game: Game) -> bool:
    """Whether last cards are face up, and no runs lie on the table that would have left."""
    if any(column and not face_up_count(column) for column in game.table.columns):
        return False
    if game.layout.runs == "stay":
        return not slow_family.only_runs_are_left(game, game.table)
    finished = [slow_family.ends_in_run(game, column) for column in game.table.columns]
    return game.layout.runs == "taken" or not any(finished)


def _proposed(rng: Random, game: Game) -> Proposal:
    """A table from which an action might have led here; often there is no such action."""
    if not any(game.table.columns):
        return _staying_runs(rng, game) if game.layout.runs == "stay" else _run_back(rng, game)
    chance = rng.random()
    if chance < 0.1 and game.table.runs and _cards(game.table) < 3 * RUN_LENGTH:
        return _run_back(rng, game)
    if chance < 0.3 and game.layout.stock:
        return _deal_back(rng, game)
    return _move_back(rng, game)


def _cards(table: Table) -> int:
    return sum(map(len, table.columns)) + len(table.stock)


def _run_back(rng: Random, game: Game) -> Proposal:
    """The run that left last comes back: in two parts, or whole where runs are taken."""
    table = game.table
    run = _face_up(_sequence(rng, game.layout, table.runs[-1]))
    table = replace(table, runs=table.runs[:-1])
    head, tail = rng.sample(range(len(table.columns)), 2)
    if game.layout.runs == "taken":
        return _laid(table, _lid(rng, table.columns, head), head, run), f"take-{head}"
    cut = rng.randint(1, RUN_LENGTH - 1)
    table = _laid(table, _lid(rng, table.columns, head), head, run[:cut])
    table = _laid(table, _lid(rng, table.columns, tail), tail, run[cut:])
    return table, slow_family.write_move(str(tail), str(head), RUN_LENGTH - cut)


def _staying_runs(rng: Random, game: Game) -> Proposal:
    """All runs come back, one of them in two parts; runs leave the first column first."""
    table, places = game.table, range(len(game.layout.hidden))
    *others, tail = rng.sample(places, len(game.table.runs) + 1)
    head, cut = rng.choice(others), rng.randint(1, RUN_LENGTH - 1)
    for place, suit in zip(sorted(others), table.runs, strict=True):
        table = _laid(table, table.columns, place, _face_up(_sequence(rng, game.layout, suit)))
    run = table.columns[head]
    columns = with_column(with_column(table.columns, head, run[:cut]), tail, run[cut:])
    move = slow_family.write_move(str(tail), str(head), RUN_LENGTH - cut)
    return replace(table, columns=columns, runs=()), move


def _move_back(rng: Random, game: Game) -> Proposal:
    """Some cards lie where they may have come from, perhaps on a card that was hidden then."""
    table = game.table
    places = slow_family.places(game)
    empty = [place for place in places if not slow_family.cards_at(table, place)]
    to = rng.choice([place for place in places if place not in empty])
    cards = slow_family.cards_at(table, to)
    count = 1 if rng.random() < 0.5 else rng.randint(1, len(cards))
    spread = empty and rng.random() < (0.7 if game.layout.stock else 0.3)
    from_ = rng.choice(empty if spread else places)
    move = slow_family.write_move(from_, to, count)
    table = slow_family.with_cards_at(table, to, cards[:-count])
    if not from_.isdigit():
        before = slow_family.cards_at(table, from_)
        return slow_family.with_cards_at(table, from_, before + cards[-count:]), move
    index, size = int(from_), game.layout.refill
    if size and len(table.columns[index]) <= size and rng.random() < 0.5:
        table = replace(table, stock=(*texts(table.columns[index]), *table.stock))
        return _laid(table, with_column(table.columns, index, ()), index, cards[-count:]), move
    return _laid(table, _lid(rng, table.columns, index), index, cards[-count:]), move


def _deal_back(rng: Random, game: Game) -> Proposal:
    """The last cards of the first columns lie in the stock; perhaps one of them ended a run."""
    table, places = game.table, range(len(game.layout.hidden))
    filled = [place for place in places if table.columns[place]]
    if game.layout.over_empty != "skipped":
        count = rng.randint(1, rng.choice(places) + 1)
        filled = [place for place in filled if place < count]
    end, last, columns = -1, "", table.columns
    if filled and table.runs and game.layout.runs == "leave" and rng.random() < 0.5:
        *run, last = _sequence(rng, game.layout, table.runs[-1])
        end = rng.choice(filled)
        columns = with_column(columns, end, columns[end] + _face_up(run))
        table = replace(table, runs=table.runs[:-1])
    stock = [last if place == end else texts(columns[place])[-1] for place in filled]
    for place in filled:
        if place != end:
            columns = with_column(columns, place, columns[place][:-1])
    return replace(table, columns=columns, stock=(*stock, *table.stock)), "deal"


def _lid(rng: Random, columns: Columns, index: int) -> Columns:
    """Perhaps turn down the one card of a column that lies face up, as an action may turn it up."""
    column = columns[index]
    if column and face_up_count(column) == 1 and rng.random() < 0.5:
        card, _ = column[-1]
        return with_column(columns, index, (*column[:-1], (card, False)))
    return columns


def _laid(table: Table, columns: Columns, index: int, cards: Column) -> Table:
    return replace(table, columns=with_column(columns, index, columns[index] + cards))


def _face_up(cards: list[str]) -> Column:
    return tuple((card, True) for card in cards)


def _sequence(rng: Random, variant: Layout, suit: str) -> list[str]:
    """The cards of a run, king to ace, or from any rank where ranks go round."""
    first = rng.randrange(RUN_LENGTH) if variant.ring else 0
    return [rank_ + suit for rank_ in KING_DOWN[first:] + KING_DOWN[:first]]


def _runs(rng: Random, variant: Layout, suits: int) -> list[str]:
    """The suits of all runs of the deck, shuffled."""
    block = variant.blocks[suits]
    runs = list(block * (slow_family.runs_to_win(variant) // len(block)))
    rng.shuffle(runs)
    return runs


# Positions from which little can be reached


def blocked(rng: Random, variant: Layout, suits: int, letter: str) -> str:
    """A code in which many cards lie about so that only very few of them can move at first."""
    game = _won(rng, variant, suits, letter)
    width, runs = len(variant.hidden), [*game.table.runs]
    fewest, most = 3 * width // RUN_LENGTH + 1, 5 * width // RUN_LENGTH + 2
    unfinished = len(runs) if variant.runs == "stay" else rng.randint(fewest, most)
    cards = [rank + suit for suit in runs[:unfinished] for rank in KING_DOWN]
    while True:
        rng.shuffle(cards)
        rest = cards.copy()
        aside = [rest.pop() for _ in range(variant.cells + variant.reserves)]
        dealt = rng.randint(1, min(variant.stock, width + 2)) if variant.stock else 0
        stock = [rest.pop() for _ in range(dealt * rng.randint(0, 1))]
        piles = [rest[place::width] for place in range(width)]
        _block(rng, game, piles)
        table = replace(
            game.table,
            columns=tuple(_partly_hidden(rng, variant, pile) for pile in piles),
            stock=tuple(stock),
            runs=tuple(runs[unfinished:]),
            cells=tuple(aside[: variant.cells]),
            reserves=tuple((card,) for card in aside[variant.cells :]),
        )
        game = replace(game, table=table, status="playing")
        if _may_stand(game):
            return written(game, suits)


def _block(rng: Random, game: Game, piles: list[list[str]]) -> None:
    """Exchange last cards for deeper ones, as long as more than one or two may go on others."""
    enough = rng.randint(1, 2)
    fitting = _fitting(game, piles)
    for _ in range(200):
        if fitting <= enough:
            return
        one, other = rng.sample(range(len(piles)), 2)
        place = rng.randrange(len(piles[other]))
        piles[one][-1], piles[other][place] = piles[other][place], piles[one][-1]
        now = _fitting(game, piles)
        if now > fitting:
            piles[one][-1], piles[other][place] = piles[other][place], piles[one][-1]
        fitting = min(now, fitting)


def _fitting(game: Game, piles: list[list[str]]) -> int:
    """How many of the last cards may go on another one."""
    ends = [pile[-1] for pile in piles]
    return sum(
        one is not other and slow_family.build_violation(game, one, other) is None
        for one in ends
        for other in ends
    )


def _partly_hidden(rng: Random, variant: Layout, cards: list[str]) -> Column:
    """A column; where any face-up card moves, all but the last card or two are hidden."""
    chance, deepest = rng.random(), len(cards) - 1
    hidden = rng.randint(0, deepest) if chance < 0.4 else 0
    if variant.group == "pile":
        hidden = deepest if chance < 0.8 else deepest - 1
    return tuple((card, place >= hidden) for place, card in enumerate(cards))


def bare(rng: Random, variant: Layout, suits: int, letter: str) -> str:
    """A code in which one or two cards lie on the table, and the rest of a run in the stock."""
    game = _won(rng, variant, suits, letter)
    run, on_table = _sequence(rng, variant, game.table.runs[-1]), rng.randint(1, 2)
    rng.shuffle(run)
    columns = game.table.columns
    for card in run[:on_table]:
        columns = _laid(game.table, columns, rng.randrange(len(columns)), ((card, True),)).columns
    stock, runs = tuple(run[on_table:]), game.table.runs[:-1]
    return written(
        replace(game, table=replace(game.table, columns=columns, stock=stock, runs=runs)), suits
    )
