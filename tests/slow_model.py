"""A slow, plain model of Spider solitaire that tests compare the engine with.

It is a second reading of the rules, written without a look at the engine: nothing here is fast,
and everything is meant to be seen to be right. A position is an immutable snapshot, an undo takes
a whole earlier snapshot from a list, and legal moves are found by trying every move there could be.

It plays `spider` (1, 2, 4 suits) under the rule sets C (classic), R (relaxed) and T (Tavern Jack),
from the game codes of the generations 1, 0 and X. Columns count from 0.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

RANKS = "A23456789TJQK"
SUITS_IN_PLAY = {1: "S", 2: "SH", 4: "SHDC"}
DECK_SIZE = 104
COLUMN_SIZES = (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)
COLUMN_COUNT = 10
RUN_LENGTH = 13
RUNS_TO_WIN = 8

START_SCORE = 500
ACTION_PRICE = 1
RUN_POINTS = 100
UNDO_PRICE = 1  # Tavern Jack only
UNDO_LIMIT = {"C": 100, "R": 100, "T": 200}

BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

Card = tuple[str, bool]  # the card's text and whether it lies face up
Column = tuple[Card, ...]
Columns = tuple[Column, ...]
Event = dict[str, Any]


@dataclass(frozen=True)
class Snapshot:
    """What an undo brings back: the cards, the score and the move counter."""

    columns: Columns
    stock: tuple[str, ...]  # in the order in which the cards will be dealt
    runs: tuple[str, ...]  # the suits of the runs that have left, in order
    score: int
    moves: int


@dataclass(frozen=True)
class Step:
    """An action on the undo stack, with the whole snapshot from before it."""

    action: str
    before: Snapshot


@dataclass(frozen=True)
class Model(Snapshot):
    """A game at one moment."""

    undos: int
    status: str  # "playing", "won" or "resigned"
    rules: str  # "C", "R" or "T"
    suits: int
    steps: tuple[Step, ...]  # the undo stack, oldest action first
    forgotten: bool  # whether an older action has fallen off the undo stack


# Cards


def rank(card: str) -> int:
    """Return the rank as a number, 1 for the ace up to 13 for the king."""
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    """Return the suit's letter."""
    return card[1]


def face_up_count(column: Column) -> int:
    """Count the face-up cards of a column."""
    return len([card for card, face_up in column if face_up])


def texts(cards: Column) -> list[str]:
    """Return the cards' texts, deepest first."""
    return [card for card, face_up in cards]


def is_descending(cards: Column) -> bool:
    """Whether each card is exactly one rank lower than the card before it."""
    names = texts(cards)
    return all(rank(names[i]) == rank(names[i + 1]) + 1 for i in range(len(names) - 1))


def is_one_suit(cards: Column) -> bool:
    """Whether all cards are of the same suit."""
    return len({suit(card) for card in texts(cards)}) == 1


def ends_in_run(column: Column) -> bool:
    """Whether the column ends in 13 face-up cards of one suit, king to ace."""
    if len(column) < RUN_LENGTH:
        return False
    end = column[-RUN_LENGTH:]
    return face_up_count(end) == RUN_LENGTH and is_descending(end) and is_one_suit(end)


def turn_up(column: Column) -> Column:
    """Turn the column's last card face up, if there is one."""
    if not column:
        return column
    card, _ = column[-1]
    return (*column[:-1], (card, True))


def with_column(columns: Columns, index: int, column: Column) -> Columns:
    """Return the columns with one of them exchanged."""
    return (*columns[:index], column, *columns[index + 1 :])


# Game codes


def start(code: str) -> Model:
    """Return the start position that a game code names; ValueError if it names none."""
    match = re.fullmatch(r"SP([01X])-S([124])([CRT])-(.*)", code)
    if match is None:
        raise ValueError("not a game code")
    generation, suits, rules, rest = match[1], int(match[2]), match[3], match[4]
    if suits == 1 and rules == "R":
        rules = "C"  # with one suit it is the same game, and C is its canonical letter
    if generation == "1":
        return start_from_deck(suits, rules, shuffled_deck(suits, rest))
    if generation == "0":
        return start_from_deck(suits, rules, spelled_deck(suits, rest))
    return start_from_position(suits, rules, rest)


def full_deck(suits: int) -> list[str]:
    """Return the deck in order: all ranks of each suit in play, that block repeated until full."""
    block = [r + s for s in SUITS_IN_PLAY[suits] for r in RANKS]
    return block * (DECK_SIZE // len(block))


def require_full_deck(suits: int, cards: list[str]) -> None:
    """Raise ValueError unless the cards are exactly the deck that the suits call for."""
    if sorted(cards) != sorted(full_deck(suits)):
        raise ValueError("not the deck that the suits call for")


def shuffled_deck(suits: int, letters: str) -> list[str]:
    """Return the deck of generation 1 with the deal number that seven base32 letters write."""
    if re.fullmatch(r"[A-Z2-7]{7}", letters) is None:
        raise ValueError("not a deal number")
    number = 0
    for letter in letters:
        number = number * 32 + BASE32.index(letter)
    deck = full_deck(suits)
    words = random_words(number)
    for i in range(len(deck) - 1, 0, -1):
        j = random_below(i + 1, words)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def random_words(number: int) -> Iterator[int]:
    """Yield the deal number's endless stream of 32-bit words."""
    counter = 0
    while True:
        digest = sha256(b"SP1" + number.to_bytes(8, "big") + counter.to_bytes(4, "big")).digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        counter += 1


def random_below(n: int, words: Iterator[int]) -> int:
    """Draw words until one is below the largest multiple of n that fits, and reduce that one."""
    limit = 2**32 // n * n
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n


def spelled_deck(suits: int, letters: str) -> list[str]:
    """Return the deck of generation 0, one letter a card."""
    if re.fullmatch(r"[A-Za-z]*", letters) is None:
        raise ValueError("not a deck")
    card_of = dict(zip(LETTERS, full_deck(4)[:52], strict=True))
    deck = [card_of[letter] for letter in letters]
    require_full_deck(suits, deck)
    return deck


def start_from_deck(suits: int, rules: str, deck: list[str]) -> Model:
    """Deal the columns row by row from the front of the deck; the rest is the stock."""
    piles: list[list[str]] = [[] for _ in range(COLUMN_COUNT)]
    rest = list(deck)
    for row in range(max(COLUMN_SIZES)):
        for index in range(COLUMN_COUNT):
            if row < COLUMN_SIZES[index]:
                piles[index].append(rest.pop(0))
    columns = tuple(turn_up(tuple((card, False) for card in pile)) for pile in piles)
    return new_game(suits, rules, Snapshot(columns, tuple(rest), (), START_SCORE, 0))


def start_from_position(suits: int, rules: str, text: str) -> Model:
    """Read the position of generation X: columns;stock;runs;score;moves."""
    parts = text.split(";")
    if len(parts) != 5:
        raise ValueError("not a position")
    columns = tuple(read_column(part) for part in parts[0].split("."))
    stock = tuple(read_cards(parts[1]))
    runs = tuple(parts[2])
    score, moves = read_number(parts[3]), read_number(parts[4])
    if len(columns) != COLUMN_COUNT or any(ends_in_run(column) for column in columns):
        raise ValueError("not a position")
    on_columns = [card for column in columns for card in texts(column)]
    in_runs = [r + s for s in runs for r in RANKS]
    require_full_deck(suits, on_columns + list(stock) + in_runs)
    return new_game(suits, rules, Snapshot(columns, stock, runs, score, moves))


def read_column(text: str) -> Column:
    """Read one column: its hidden cards in parentheses, then its face-up cards; or nothing."""
    match = re.fullmatch(r"(?:\((.+)\)(?=.))?([^()]*)", text)
    if match is None:
        raise ValueError("not a column")
    hidden = tuple((card, False) for card in read_cards(match[1] or ""))
    face_up = tuple((card, True) for card in read_cards(match[2]))
    return hidden + face_up


def read_cards(text: str) -> list[str]:
    """Read cards written one after the other."""
    if re.fullmatch(r"([A23456789TJQK][SHDC])*", text) is None:
        raise ValueError("not cards")
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def read_number(text: str) -> int:
    """Read a number of up to six digits, without leading zeros."""
    if re.fullmatch(r"0|[1-9][0-9]{0,5}", text) is None:
        raise ValueError("not a number")
    return int(text)


def new_game(suits: int, rules: str, table: Snapshot) -> Model:
    """Return a game in which nothing has been played yet."""
    return Model(
        columns=table.columns,
        stock=table.stock,
        runs=table.runs,
        score=table.score,
        moves=table.moves,
        undos=0,
        status=status_with(table.runs),
        rules=rules,
        suits=suits,
        steps=(),
        forgotten=False,
    )


def status_with(runs: tuple[str, ...]) -> str:
    """Return the status of a game that nobody has resigned."""
    return "won" if len(runs) == RUNS_TO_WIN else "playing"


# Actions as text


def read_move(action: str) -> tuple[int, int, int]:
    """Read a move as (from, to, count); ValueError if it is none."""
    match = re.fullmatch(r"(0|[1-9][0-9]?)-(0|[1-9][0-9]?)(?:x([1-9][0-9]?))?", action)
    if match is None:
        raise ValueError(f"not an action: {action}")
    return int(match[1]), int(match[2]), int(match[3] or "1")


def write_move(from_: int, to: int, count: int) -> str:
    """Write a move in its canonical form."""
    return f"{from_}-{to}" if count == 1 else f"{from_}-{to}x{count}"


# What the rules refuse: the checks stand in the order in which violations are looked for


def violation_of(model: Model, action: str) -> str | None:
    """Return the code of the rule that the action breaks, or None."""
    if action == "deal":
        return deal_violation(model)
    if action == "undo":
        return undo_violation(model)
    if action == "resign":
        return resign_violation(model)
    from_, to, count = read_move(action)
    return move_violation(model, from_, to, count)


def deal_violation(model: Model) -> str | None:
    """Return what forbids a deal, or None."""
    if model.status != "playing":
        return "game-over"
    if not model.stock:
        return "stock-empty"
    if any(not column for column in model.columns):
        return "empty-column"
    return None


def undo_violation(model: Model) -> str | None:
    """Return what forbids an undo, or None."""
    if model.status != "playing":
        return "game-over"
    if not model.steps and model.forgotten:
        return "undo-limit"
    if not model.steps:
        return "nothing-to-undo"
    return None


def resign_violation(model: Model) -> str | None:
    """Return what forbids to resign, or None."""
    if model.status != "playing":
        return "game-over"
    return None


def move_violation(model: Model, from_: int, to: int, count: int) -> str | None:
    """Return what forbids a move, or None."""
    if model.status != "playing":
        return "game-over"
    if from_ >= COLUMN_COUNT or to >= COLUMN_COUNT:
        return "no-such-column"
    if from_ == to:
        return "same-column"
    source, target = model.columns[from_], model.columns[to]
    return group_violation(model, source, count) or target_violation(model, source, target, count)


def group_violation(model: Model, source: Column, count: int) -> str | None:
    """Return why the last cards of the source do not move together, or None."""
    if not source:
        return "empty-source"
    if count > len(source):
        return "not-enough-cards"
    group = source[-count:]
    if face_up_count(group) < count:
        return "face-down"
    if not is_descending(group):
        return "not-descending"
    if model.rules != "R" and not is_one_suit(group):
        return "mixed-suits"
    return None


def target_violation(model: Model, source: Column, target: Column, count: int) -> str | None:
    """Return why a group that moves may not go to the target, or None."""
    if not target:
        if model.rules == "T" and count == len(source):
            return "whole-column-to-empty"
        return None
    first_card, _ = source[-count]
    end_card, _ = target[-1]
    if rank(end_card) == 1:
        return "onto-ace"
    if rank(end_card) != rank(first_card) + 1:
        return "wrong-rank"
    return None


# Playing


def act(model: Model, action: str) -> tuple[Model, str | None]:
    """Play an action: the game after it and None, or the same game and the violation's code."""
    violation = violation_of(model, action)
    if violation is not None:
        return model, violation
    if action == "resign":
        return replace(model, status="resigned"), None
    if action == "undo":
        return after_undo(model), None
    if action == "deal":
        columns, stock = put_deal(model.columns, model.stock)
        return after_cards_were_put(model, "deal", columns, stock), None
    from_, to, count = read_move(action)
    columns = put_move(model.columns, from_, to, count)
    columns = with_column(columns, from_, turn_up(columns[from_]))
    return after_cards_were_put(model, write_move(from_, to, count), columns, model.stock), None


def put_move(columns: Columns, from_: int, to: int, count: int) -> Columns:
    """Put the last cards of a column on another; nothing else happens yet."""
    group = columns[from_][-count:]
    columns = with_column(columns, from_, columns[from_][:-count])
    return with_column(columns, to, columns[to] + group)


def put_deal(columns: Columns, stock: tuple[str, ...]) -> tuple[Columns, tuple[str, ...]]:
    """Put one face-up card on every column, first to last; a short stock fills the first ones."""
    for index in range(COLUMN_COUNT):
        if stock:
            columns = with_column(columns, index, (*columns[index], (stock[0], True)))
            stock = stock[1:]
    return columns, stock


def after_cards_were_put(
    model: Model, action: str, columns: Columns, stock: tuple[str, ...]
) -> Model:
    """Return the game after a move or deal: its price is paid, runs leave, and it can be undone."""
    columns, new_runs = without_runs(columns)
    score = max(0, model.score - ACTION_PRICE)
    for _ in new_runs:
        score += RUN_POINTS
    runs = model.runs + new_runs
    steps = (*model.steps, Step(action, snapshot(model)))
    limit = UNDO_LIMIT[model.rules]
    return replace(
        model,
        columns=columns,
        stock=stock,
        runs=runs,
        score=score,
        moves=model.moves + 1,
        status=status_with(runs),
        steps=steps[-limit:],
        forgotten=model.forgotten or len(steps) > limit,
    )


def without_runs(columns: Columns) -> tuple[Columns, tuple[str, ...]]:
    """Let finished runs leave, first column to last: the columns then, and the runs' suits."""
    new_runs: tuple[str, ...] = ()
    for index in range(COLUMN_COUNT):
        while ends_in_run(columns[index]):
            king, _ = columns[index][-RUN_LENGTH]
            new_runs = (*new_runs, suit(king))
            columns = with_column(columns, index, turn_up(columns[index][:-RUN_LENGTH]))
    return columns, new_runs


def snapshot(model: Model) -> Snapshot:
    """Return what an undo would have to bring back."""
    return Snapshot(model.columns, model.stock, model.runs, model.score, model.moves)


def after_undo(model: Model) -> Model:
    """Return the game with the newest action taken back."""
    older = model.steps[-1].before
    if model.rules == "T":
        score, moves = tavern_jack_undo_score(model, older), model.moves
    else:
        score, moves = older.score, older.moves
    return replace(
        model,
        columns=older.columns,
        stock=older.stock,
        runs=older.runs,
        score=score,
        moves=moves,
        undos=model.undos + 1,
        steps=model.steps[:-1],
    )


def tavern_jack_undo_score(model: Model, older: Snapshot) -> int:
    """Take the undone runs' points and the undo's own price from the present score."""
    undone_runs = len(model.runs) - len(older.runs)
    score = max(0, model.score - RUN_POINTS * undone_runs)
    return max(0, score - UNDO_PRICE)


# What is legal


def legal_triples(model: Model) -> list[tuple[int, int, int]]:
    """Try every (from, to, count) and return the legal ones, sorted by from, count, to."""
    longest = max(len(column) for column in model.columns)
    return [
        (from_, to, count)
        for from_ in range(COLUMN_COUNT)
        for count in range(1, longest + 1)
        for to in range(COLUMN_COUNT)
        if move_violation(model, from_, to, count) is None
    ]


def legal_moves(model: Model) -> list[str]:
    """Return the legal moves in canonical form, sorted by from, count, to."""
    return [write_move(from_, to, count) for from_, to, count in legal_triples(model)]


def legal_deal(model: Model) -> bool:
    """Whether a deal is legal."""
    return deal_violation(model) is None


def legal_undo(model: Model) -> bool:
    """Whether an undo is legal."""
    return undo_violation(model) is None


def undo_available(model: Model) -> int:
    """Return how many undos in a row are possible now."""
    return len(model.steps) if model.status == "playing" else 0


def stuck(model: Model) -> bool:
    """Whether the game goes on but no action except undo or resign is legal."""
    return model.status == "playing" and not legal_moves(model) and not legal_deal(model)


# Targets


def target_kind(model: Model, from_: int, to: int, count: int) -> str:
    """Return what a legal move goes onto: "same_suit", "other_suit" or "empty"."""
    target = model.columns[to]
    if not target:
        return "empty"
    first_card, _ = model.columns[from_][-count]
    end_card, _ = target[-1]
    return "same_suit" if suit(first_card) == suit(end_card) else "other_suit"


def best_targets(model: Model) -> dict[tuple[int, int], int]:
    """Return the best target column for each (from, count) that has a legal move."""
    best: dict[tuple[int, int], tuple[int, int, int]] = {}
    for from_, to, count in legal_triples(model):
        key = preference(model, from_, to, count)
        best[(from_, count)] = min(key, best.get((from_, count), key))
    return {group: column for group, (_, _, column) in best.items()}


def preference(model: Model, from_: int, to: int, count: int) -> tuple[int, int, int]:
    """Return a key, lower for a better target: its kind, minus the group's length, the column."""
    kind = target_kind(model, from_, to, count)
    if kind == "same_suit":
        return 0, -resulting_group_length(model, from_, to, count), to
    if kind == "other_suit":
        return 1, 0, to
    return 2, 0, to


def resulting_group_length(model: Model, from_: int, to: int, count: int) -> int:
    """Count the cards of the one-suit group in which the touched card would lie after the move."""
    touched = len(model.columns[to])
    column = model.columns[to] + model.columns[from_][-count:]
    first = touched
    while first > 0 and are_linked(column[first - 1], column[first]):
        first -= 1
    last = touched
    while last < len(column) - 1 and are_linked(column[last], column[last + 1]):
        last += 1
    return last - first + 1


def are_linked(upper: Card, lower: Card) -> bool:
    """Whether two neighbours are face up, of one suit, and descend by one."""
    pair = (upper, lower)
    return face_up_count(pair) == 2 and is_descending(pair) and is_one_suit(pair)


# Events


def events(before: Model, after: Model, action: str) -> list[dict[str, object]]:
    """Return what happened between two games, the second of which is the first after the action."""
    happened: list[Event]
    if action == "undo":
        happened = undo_events(before, after)
    elif action == "resign":
        happened = [{"type": "resigned"}]
    else:
        happened = card_events(before, after, action)
    if after.status == "won":
        happened += [{"type": "won"}]
    return [dict(event) for event in happened]


def card_events(before: Snapshot, after: Snapshot, action: str) -> list[Event]:
    """Return the events of a move or deal between two snapshots."""
    if action == "deal":
        happened, columns = deal_events(before, after)
    else:
        happened, columns = move_events(before, action)
    score = max(0, before.score - ACTION_PRICE)
    for index in range(COLUMN_COUNT):
        while len(columns[index]) > len(after.columns[index]):
            happened += run_events(columns, index, score)
            columns = without_end(columns, index)
            score += RUN_POINTS
    return happened


def move_events(before: Snapshot, action: str) -> tuple[list[Event], Columns]:
    """Return a move's own events, and the columns before any run leaves."""
    from_, to, count = read_move(action)
    group = texts(before.columns[from_][-count:])
    columns = put_move(before.columns, from_, to, count)
    happened: list[Event] = [{"type": "move", "from": from_, "to": to, "cards": group}]
    happened += score_events(before.score, max(0, before.score - ACTION_PRICE))
    happened += flip_events(columns, from_)
    return happened, with_column(columns, from_, turn_up(columns[from_]))


def deal_events(before: Snapshot, after: Snapshot) -> tuple[list[Event], Columns]:
    """Return a deal's own events, and the columns before any run leaves."""
    dealt = before.stock[: len(before.stock) - len(after.stock)]
    cards = [{"column": index, "card": card} for index, card in enumerate(dealt)]
    columns, _ = put_deal(before.columns, before.stock)
    happened: list[Event] = [{"type": "deal", "cards": cards}]
    happened += score_events(before.score, max(0, before.score - ACTION_PRICE))
    return happened, columns


def run_events(columns: Columns, index: int, score: int) -> list[Event]:
    """Return the events of one run that leaves the end of a column."""
    run = texts(columns[index][-RUN_LENGTH:])
    below = with_column(columns, index, columns[index][:-RUN_LENGTH])
    happened: list[Event] = [{"type": "run", "column": index, "cards": run}]
    return happened + score_events(score, score + RUN_POINTS) + flip_events(below, index)


def without_end(columns: Columns, index: int) -> Columns:
    """Take the last 13 cards off a column and turn up the card below."""
    return with_column(columns, index, turn_up(columns[index][:-RUN_LENGTH]))


def flip_events(columns: Columns, index: int) -> list[Event]:
    """Return the flip of a column's last card, if that card lies face down."""
    if not columns[index]:
        return []
    card, face_up = columns[index][-1]
    return [] if face_up else [{"type": "flip", "column": index, "card": card}]


def score_events(old: int, new: int) -> list[Event]:
    """Return the real change of the score, if there is one."""
    return [] if new == old else [{"type": "score", "delta": new - old, "score": new}]


def undo_events(before: Model, after: Model) -> list[Event]:
    """Return an undo: the undone action's events backwards, then one change of the score."""
    undone = before.steps[-1]
    forward = card_events(undone.before, before, undone.action)
    back = [backward(event) for event in reversed(forward) if event["type"] != "score"]
    happened: list[Event] = [{"type": "undo", "action": undone.action}, *back]
    return happened + score_events(before.score, after.score)


def backward(event: Event) -> Event:
    """Return an event as an undo shows it; a card that is hidden again is not named."""
    if event["type"] == "flip":
        return {"type": "flip", "column": event["column"], "back": True}
    if event["type"] == "deal":
        columns = [entry["column"] for entry in event["cards"]]
        return {"type": "deal", "columns": columns, "back": True}
    return event | {"back": True}


# What a player may see


def public_state(model: Model) -> dict[str, object]:
    """Return the state that a player may see, as the HTTP interface writes it."""
    return {
        "status": model.status,
        "stuck": stuck(model),
        "score": model.score,
        "moves": model.moves,
        "undos": model.undos,
        "undo_available": undo_available(model),
        "columns": [public_column(column) for column in model.columns],
        "stock": {"cards": len(model.stock), "deals": deals_left(model)},
        "runs": list(model.runs),
        "legal": {
            "deal": legal_deal(model),
            "deal_violation": deal_violation(model),
            "undo": legal_undo(model),
            "resign": resign_violation(model) is None,
            "moves": public_moves(model),
        },
    }


def public_column(column: Column) -> dict[str, object]:
    """Return a column with its hidden cards only counted."""
    face_up = [card for card, is_up in column if is_up]
    return {"hidden": len(column) - len(face_up), "cards": face_up}


def deals_left(model: Model) -> int:
    """Count the deals that are left, a short last one too."""
    full, rest = divmod(len(model.stock), COLUMN_COUNT)
    return full + 1 if rest else full


def public_moves(model: Model) -> list[dict[str, object]]:
    """Return the legal moves with what they move and what they go onto."""
    best = best_targets(model)
    return [
        {
            "action": write_move(from_, to, count),
            "from": from_,
            "to": to,
            "count": count,
            "cards": texts(model.columns[from_][-count:]),
            "target": target_kind(model, from_, to, count),
            "best": best[(from_, count)] == to,
        }
        for from_, to, count in legal_triples(model)
    ]
