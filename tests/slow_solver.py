"""A slow, plain search for wins that tests compare the solver with.

It knows nothing but the slow model of the family: from a game it tries every action there is, and
remembers every table it has seen, whole and as it lies. No two tables count as one, nothing is
left out, nothing is tried first; where no table is left to look at, the game is lost.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from tests import slow_family
from tests.slow_family import Game


def actions(game: Game) -> list[str]:
    """Return all that the slow model allows, but undo and resign."""
    moves = [slow_family.write_move(*move) for move in slow_family.legal_moves(game)]
    takes = []
    if game.layout.runs == "taken":
        takes = [f"take-{column}" for column in slow_family.legal_takes(game)]
    return [*moves, *takes, *["deal"] * (slow_family.deal_violation(game) is None)]


def after(game: Game, action: str) -> Game:
    """Return the game after a legal action, with nothing to be taken back."""
    game, violation = slow_family.act(game, action)
    if violation is not None:
        raise AssertionError(f"{action} is refused: {violation}")
    return replace(game, steps=(), forgotten=False)


def seen_as(game: Game) -> tuple[object, ...]:
    """Return the cards of a table, each where it lies, but not the score and the moves."""
    table = game.table
    return table.columns, table.stock, table.runs, table.cells, table.reserves


def verdict(game: Game, limit: int) -> str:
    """Return `won` or `lost`, or `unknown` where more than `limit` tables can be reached."""
    for count, there in enumerate(found_from(game)):
        if there.status == "won":
            return "won"
        if count >= limit:
            return "unknown"
    return "lost"


def reachable(game: Game, limit: int) -> list[Game] | None:
    """Return every game that can be reached, this one too; None if they are more than `limit`."""
    games = [*islice(found_from(game), limit + 1)]
    return games if len(games) <= limit else None


def found_from(game: Game) -> Iterator[Game]:
    """Yield a game, and each one that can be reached from there, as it is found."""
    game = replace(game, steps=())
    seen = {seen_as(game)}
    waiting = deque([game])
    yield game
    while waiting:
        here = waiting.popleft()
        for action in actions(here):
            there = after(here, action)
            if seen_as(there) not in seen:
                seen.add(seen_as(there))
                waiting.append(there)
                yield there
