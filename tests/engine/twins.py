"""Games that look alike to a player: the same table with other cards where none can be seen."""

from random import Random

from engine.actions import Action, Command
from engine.codes import game_code, start
from engine.moves import legal_moves, legal_takes
from engine.play import apply
from engine.refusals import violation
from engine.state import Position, State
from engine.variants import Variant


def twin(state: State, rng: Random) -> State:
    """The state with its hidden cards and its stock shuffled, and another past."""
    piles, hidden = state.piles, state.hidden
    stock = state.stock[state.dealt : state.stock_size]
    heap = [card for cards, below in zip(piles, hidden, strict=True) for card in cards[:below]]
    heap += stock
    rng.shuffle(heap)
    laid = [
        (*(heap.pop() for _ in range(below)), *cards[below:])
        for cards, below in zip(piles, hidden, strict=True)
    ]
    columns, cells = state.column_count, state.column_count + state.cell_count
    runs = state.runs
    rng.shuffle(runs)
    position = Position(
        columns=tuple(laid[:columns]),
        hidden=tuple(hidden[:columns]),
        stock=tuple(heap),
        runs=tuple(runs),
        score=rng.randint(0, 900),
        moves=rng.randint(0, 900),
        cells=tuple(laid[columns:cells]),
        reserves=tuple(laid[cells:]),
    )
    other = State(position, state.rules, state.runs_to_win)
    other.over = state.over
    return other


def some_game(variant: Variant, rng: Random, length: int) -> State:
    """A random deal of the variant after up to so many random actions."""
    suits, rules = rng.choice([*variant.blocks]), rng.choice(variant.rules)
    state = start(game_code(variant, suits, rules, rng.randrange(2**35)))
    for _ in range(length):
        deal: list[Action] = [Command.DEAL] * (violation(state, Command.DEAL) is None)
        actions = [*legal_moves(state), *legal_takes(state), *deal]
        if not actions:
            break
        apply(state, rng.choice(actions))
    return state
