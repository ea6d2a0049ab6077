"""Whether outlook and solver ever contradict each other: ``python -m bench.outlook [POSITIONS]``.

Deals of all variants are played by the basic hints and, now and then, at random. Of their late
positions each gets an outlook, from what is seen, and a verdict of the solver, which sees all.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from app.settings import settings
from engine.actions import Action, Command
from engine.codes import game_code, start
from engine.exhaustion import unseen
from engine.hints import basic
from engine.moves import legal_moves
from engine.outlook import Prospect, outlook
from engine.play import apply
from engine.rules import refused_deal
from engine.solver import Verdict, solve
from engine.state import PLAYING, State
from engine.variants import VARIANTS

_POSITIONS = 2_000
_SOLVER_BUDGET = 20_000
_CHANCE_OF_ANY = 0.1
_LATEST = 6


def late_positions() -> Iterator[State]:
    """The last positions of one game after the other, for ever."""
    rng = Random(5)
    while True:
        for variant in VARIANTS.values():
            suits, rules = rng.choice([*variant.blocks]), rng.choice(variant.rules)
            state = start(game_code(variant, suits, rules, rng.randrange(2**35)))
            states = [state.copy() for _ in _played(state, rng)]
            yield from states[-_LATEST:]


def _played(state: State, rng: Random) -> Iterator[None]:
    """Play to where the hints end, and stop before each action."""
    while state.over == PLAYING:
        yield
        suggestions = basic(state)
        if not suggestions:
            return
        deal: list[Action] = [] if refused_deal(state) else [Command.DEAL]
        actions = [suggestions[0].action]
        if rng.random() < _CHANCE_OF_ANY:
            actions = [*legal_moves(state), *deal] or actions
        apply(state, rng.choice(actions))


def contradict(state: State, prospect: Prospect, verdict: Verdict) -> bool:
    """Whether the two cannot both be true."""
    if prospect is Prospect.DEAD:
        return verdict is Verdict.WON
    return prospect is Prospect.OPEN and verdict is Verdict.LOST and not unseen(state)


def main() -> int:
    """Print how often which outlook met which verdict, and how often they contradicted."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else _POSITIONS
    met, contradictions = Counter[tuple[str, str]](), 0
    for _, state in zip(range(positions), late_positions(), strict=False):
        prospect = outlook(state, settings.outlook_budget).prospect
        verdict = solve(state, _SOLVER_BUDGET, shorten=False).verdict
        met[prospect.value, verdict.value] += 1
        contradictions += contradict(state, prospect, verdict)
    for (prospect_name, verdict_name), count in sorted(met.items()):
        print(f"{count:6}  outlook {prospect_name}, solver {verdict_name}")
    print(f"{positions} late positions, {contradictions} contradictions")
    return 1 if contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
