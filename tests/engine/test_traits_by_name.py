"""Each trait by a table that shows it, and all of them by a slow reckoning in every variant."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from engine.actions import Move
from engine.cards import KING, RANK, Card
from engine.codes import game_code, start
from engine.compiled import Form, form
from engine.moves import legal_moves
from engine.play import apply
from engine.refusals import violation
from engine.sight import UNKNOWN, seen
from engine.state import State
from engine.tables import RANKS, RUN, TAKES
from engine.traits import NAMES, Traits
from engine.variants import SPIDER, VARIANTS
from tests.engine.planning import searched
from tests.engine.tables import COLUMNS, table
from tests.engine.twins import some_game

_QUICK = form() is Form.COMPILED


def counted(board: State) -> dict[str, int]:
    """The traits of a board by name."""
    traits = Traits(board)
    traits.scan_all()
    traits.count()
    return dict(zip(NAMES, traits.counts, strict=True))


def laid(*columns: str) -> State:
    """What is seen of a table of these columns and else empty ones."""
    drawn = [*columns, *["-"] * (len(COLUMNS) - len(columns))]
    return seen(table("\n".join(f"{place} {column}" for place, column in enumerate(drawn)))).board


def check(board: State, **expected: int) -> None:
    found = counted(board)
    assert {name: found[name] for name in expected} == expected


class TestByName:
    def test_parts_of_a_column(self) -> None:
        check(
            laid("(2H 9C) 8S 7S 6H 9D"),
            hidden=2,
            hidden_squared=4,
            links=1,
            misfits=1,
            breaks=1,
            lengths_squared=1,
            inversions=1,
            cover=4,
            fewest_parts=3,
            open=0,
            one_part=0,
            two_parts=0,
            nearest=5,
            second_nearest=14,
        )

    def test_columns_beside_each_other(self) -> None:
        check(
            laid("(2H) 5S 4H", "(9C 8C) 7D", "KS QS JS", "4D 3D 9H"),
            hidden=3,
            hidden_squared=5,
            one_part=1,
            two_parts=1,
            cover=3,
            fewest_parts=1,
            open=2,
            open_parts=1,
            king_bases=1,
            kings=0,
            links=3,
            misfits=1,
            breaks=1,
            lengths_squared=5,
            inversions=1,
            nearest=2,
            second_nearest=3,
            first_empty=1,
            more_empty=5,
        )

    def test_kings_on_what_they_should_not_lie_on(self) -> None:
        check(laid("(2H) KS", "5D KC", "KD"), kings=2, king_bases=1, inversions=1)

    def test_what_lies_under_something_lower(self) -> None:
        check(laid("3D 9H 5C 4S"), inversions=3)
        check(laid("9H 3D 2C"), inversions=0)

    def test_long_parts(self) -> None:
        check(laid("8S..2S", "KH..4H"), long_parts=1 + 4, low_ends=1)

    def test_homes(self) -> None:
        check(
            laid("TS", "9S", "9D", "(2H) 9H 8H"),
            homes=3,
            home_in_suit=1,
            home_off_suit=2,
            movable_hidden=1,
            movable_open=2,
            matches=1,
            low_ends=0,
        )
        check(laid("KS", "KH", "AS"), homes=1, home_in_suit=0, home_off_suit=0, low_ends=1)
        check(laid("5S 9D", "TD"), home_in_suit=1, movable_open=0)

    def test_as_many_matches_as_there_are_homes(self) -> None:
        check(laid("TS", "TD", "9S", "9D", "9H", "9C"), matches=2, homes=2)

    @pytest.mark.parametrize(
        ("column", "others", "need"),
        [
            ("5S 9D 4H", [], 3),
            ("5S 9D 4H", ["5C"], 2),
            ("5S 9D 4H", ["5C", "6C"], 1),
            ("5S 9D 4H", ["5C", "6C", "TD"], 0),
            ("3S 4H", ["5C"], 0),
            ("4S 4H", ["5C"], 1),
            ("4S 4H", ["5C", "5D"], 0),
            ("8D 9C", [], 1),
            ("9C 8D", ["TD"], 1),
            ("9C 8D", ["9D", "TD"], 0),
            ("KS", ["KD"], 1),
            ("6S 5S", ["7D"], 0),
        ],
    )
    def test_needs(self, column: str, others: list[str], need: int) -> None:
        check(
            laid("(2H 3H) " + column, *others),
            whole_need=need,
            least_need=need,
            second_need=6,
            no_need=int(need == 0),
            one_need=int(need == 1),
            need_less_empty=max(0, need - (9 - len(others))),
        )

    def test_needs_beside_each_other(self) -> None:
        check(
            laid("(2H) 5S 9S", "(2D 3D) 5C", "4D", "3C JC"),
            whole_need=3,
            least_need=1,
            second_need=2,
            one_need=1,
            nearest_need=0,
            open_no_need=1,
            need_less_empty=0,
        )

    def test_a_need_of_more_than_six_is_as_bad_as_six(self) -> None:
        check(
            laid("(2H) AS 3S 5S 7S 9S JS KS", "KD"),
            whole_need=7,
            least_need=6,
            need_less_empty=0,
            nearest_need=8,
        )

    def test_nothing_is_near_where_all_is_in_order(self) -> None:
        check(laid("KS QS", "KD"), nearest=14, second_nearest=14, nearest_need=14, fewest_parts=0)

    def test_runs(self) -> None:
        check(seen(table("0 5S\nruns S H H")).board, runs=3)

    def test_nothing_counts_of_a_card_that_has_just_turned_up(self) -> None:
        board = laid("(2H 9C) 8S", "9S")
        assert not apply(board, Move(0, 1, 1))
        check(
            board,
            blank=1,
            hidden=1,
            cover=1,
            one_part=1,
            links=1,
            homes=1,
            nearest=1,
            second_nearest=3,
            whole_need=0,
            no_need=0,
            least_need=6,
            home_in_suit=0,
            home_off_suit=0,
            matches=0,
        )


def parts_of(board: State, cards: list[Card]) -> list[list[Card]]:
    """The pieces of runs that cards lie in."""
    parts: list[list[Card]] = []
    for card in cards:
        if parts and board.lies[parts[-1][-1] << 6 | card] & RUN:
            parts[-1].append(card)
        else:
            parts.append([card])
    return parts


def needed(parts: list[list[Card]], ends: list[int]) -> int:
    """How many parts find no home, the last first, if each then is one itself."""
    free, need = Counter(ends), 0
    for part in reversed(parts):
        home = (part[0] & RANK) + 1
        if free[home]:
            free[home] -= 1
        else:
            need += 1
        free[part[-1] & RANK] += 1
    return need


def reckoned(board: State) -> dict[str, int]:
    """All traits again, slowly."""
    columns = [
        (hidden, parts_of(board, cards[hidden:]))
        for hidden, cards in zip(board.hidden, board.columns, strict=False)
        if cards
    ]
    covered = [(hidden, parts) for hidden, parts in columns if hidden]
    bare = [parts for hidden, parts in columns if not hidden]
    known = [(hidden, parts) for hidden, parts in columns if parts[-1][-1] != UNKNOWN]
    every = [part for _, parts in columns for part in parts]
    steps = [
        board.lies[below[-1] << 6 | above[0]] & (TAKES | RANKS)
        for _, parts in columns
        for below, above in pairwise(parts)
    ]
    ends = [parts[-1][-1] for _, parts in known]
    heads = [parts[-1][0] for _, parts in known]
    end_ranks, head_ranks = [end & RANK for end in ends], [head & RANK for head in heads]

    def in_order(hidden: int, parts: list[list[Card]]) -> bool:
        return not hidden and len(parts) == 1 and parts[0][0] & RANK == KING

    near = sorted(
        min(14, hidden + len(parts) + (parts[-1][-1] == UNKNOWN))
        for hidden, parts in columns
        if not in_order(hidden, parts)
    )
    needs = []
    for place, (hidden, parts) in enumerate(known):
        others = end_ranks[:place] + end_ranks[place + 1 :]
        needs.append((hidden, parts, needed(parts, others)))
    covered_needs = sorted(min(6, need) for hidden, _, need in needs if hidden)
    to_go = [need + hidden for hidden, parts, need in needs if not in_order(hidden, parts)]
    in_suit = [head & RANK != KING and head + 1 in ends for head in heads]
    home = [rank != KING and rank + 1 in end_ranks for rank in head_ranks]
    movable = [
        hidden
        for (hidden, parts), goes in zip(known, home, strict=True)
        if goes and len(parts) == 1
    ]
    empty = board.column_count - len(columns)
    lower = range(1, KING)
    return {
        "hidden": sum(hidden for hidden, _ in columns),
        "hidden_squared": sum(hidden**2 for hidden, _ in columns),
        "open": len(bare),
        "links": sum(len(part) - 1 for part in every),
        "misfits": sum(map(bool, steps)),
        "breaks": steps.count(0),
        "lengths_squared": sum((len(part) - 1) ** 2 for part in every),
        "king_bases": sum(parts[0][0] & RANK == KING for parts in bare),
        "kings": sum(
            part[0] & RANK == KING and (place > 0 or hidden > 0)
            for hidden, parts in columns
            for place, part in enumerate(parts)
        ),
        "open_parts": sum(len(parts) - 1 for parts in bare),
        "inversions": sum(
            part[0] & RANK > min(card & RANK for deeper in parts[:place] for card in deeper)
            for _, parts in columns
            for place, part in enumerate(parts)
            if place
        ),
        "one_part": sum(len(parts) == 1 for _, parts in covered),
        "two_parts": sum(len(parts) == 2 for _, parts in covered),
        "cover": sum(len(part) for _, parts in covered for part in parts),
        "first_empty": int(empty > 0),
        "more_empty": max(0, empty - 1),
        "runs": len(board.runs),
        "homes": sum(rank + 1 in end_ranks for rank in lower),
        "home_in_suit": sum(in_suit),
        "home_off_suit": sum(home) - sum(in_suit),
        "movable_hidden": sum(map(bool, movable)),
        "movable_open": movable.count(0),
        "blank": len(columns) - len(known),
        "fewest_parts": min((len(parts) for _, parts in covered), default=0),
        "nearest": [*near, 14][0],
        "second_nearest": [*near, 14, 14][1],
        "low_ends": sum(rank <= 2 for rank in end_ranks),
        "long_parts": sum(max(0, len(part) - 6) for part in every),
        "no_need": covered_needs.count(0),
        "one_need": covered_needs.count(1),
        "least_need": [*covered_needs, 6][0],
        "second_need": [*covered_needs, 6, 6][1],
        "whole_need": sum(need for hidden, _, need in needs if hidden),
        "nearest_need": min([*to_go, 14]),
        "open_no_need": sum(not need for hidden, _, need in needs if not hidden),
        "matches": sum(min(head_ranks.count(rank), end_ranks.count(rank + 1)) for rank in lower),
        "need_less_empty": max(0, [*covered_needs, 6][0] - empty),
    }


def boards(state: State, rng: Random) -> Iterator[State]:
    """What is seen of a state, and of what a few moves on that board lead to."""
    board = seen(state).board
    yield board.copy()
    for move in rng.sample(moves := legal_moves(board), min(3, len(moves))):
        after = board.copy()
        if violation(after, move) is None:
            apply(after, move)
            yield after


@pytest.mark.parametrize("suits", SPIDER.blocks)
def test_a_slow_reckoning_finds_the_same(suits: int) -> None:
    blank = 0
    for number in range(60 if _QUICK else 30):
        rng = Random(f"reckoned {suits} {number}")
        state = start(game_code(SPIDER, suits, rng.choice(SPIDER.rules), number))
        for _ in range(rng.randrange(90)):
            actions = legal_moves(state)
            if not actions:
                break
            apply(state, rng.choice(actions))
        for board in boards(state, rng):
            assert counted(board) == reckoned(board)
            blank += counted(board)["blank"]
    assert blank


@pytest.mark.parametrize("id_", VARIANTS)
def test_a_slow_reckoning_finds_the_same_in_every_variant(id_: str) -> None:
    for number in range(6 if _QUICK else 1):
        rng = Random(f"reckoned {id_} {number}")
        for board in boards(some_game(VARIANTS[id_], rng, rng.randrange(120)), rng):
            assert counted(board) == reckoned(board)


@pytest.mark.parametrize("id_", VARIANTS)
def test_a_search_leaves_no_pile_behind(id_: str) -> None:
    rng = Random(f"kept {id_}")
    for length in (3, 40):
        planner = searched(some_game(VARIANTS[id_], rng, length), 20 if _QUICK else 2)
        planner.traits.count()
        kept = list(planner.traits.counts)
        assert kept == [*counted(planner.board).values()]
