"""Golden games of every variant: what they were when they were published, line by line.

``python -m tests.engine.golden_family`` adds a line for each variant, number of suits and rule set
that has none yet, and never changes one that is there.
"""

import random
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import NamedTuple

from engine.actions import Action, Command, format_log, parse_log
from engine.codes import format_code, game_code, parse_code, start
from engine.deals import shuffled_deck
from engine.decks import format_deck
from engine.moves import legal_moves, legal_takes
from engine.refusals import violation
from engine.replay import replay
from engine.state import State
from engine.steps import play
from engine.variants import VARIANTS

FILE = Path(__file__).parent.parent / "golden" / "family.txt"
_LENGTH = 40
_NUMBER = 3


class Golden(NamedTuple):
    """A game: its code, its deck's fingerprint, its log, and where that leads."""

    code: str
    deck: str
    reached: str
    log: list[str]


def recorded() -> list[Golden]:
    """The golden games."""
    lines = FILE.read_text("ascii").splitlines() if FILE.exists() else []
    return [Golden(code, deck, reached, log) for code, deck, reached, *log in map(str.split, lines)]


def fingerprint(code: str) -> str:
    """What tells the deck of a numbered deal from any other."""
    game = parse_code(code)
    assert isinstance(game.source, int)
    deck = format_deck(shuffled_deck(game.variant, game.suits, game.source))
    return sha256(deck.encode()).hexdigest()[:16]


def reached(code: str, log: list[str]) -> str:
    """Where the log leads: status, score, moves, undos and the suits of the runs that have left."""
    state, _, refusal, _ = replay(start(parse_code(code)), parse_log(log))
    assert refusal is None
    runs = "".join("SHDC"[suit] for suit in state.runs)
    return f"{state.status}/{state.score}/{state.moves}/{state.undos}/{runs}"


def codes() -> Iterator[str]:
    """A numbered deal of each variant, number of suits and rule set."""
    for variant in VARIANTS.values():
        for suits, rules in product(variant.blocks, variant.rules):
            yield format_code(game_code(variant, suits, rules, _NUMBER))


def _played_at_random(code: str) -> list[str]:
    chance = random.Random(code)
    state = start(parse_code(code))
    log: list[Action] = []
    while len(log) < _LENGTH and (choices := _choices(state, chance)):
        log.append(chance.choice(choices))
        play(state, log[-1])
    return format_log(log)


def _choices(state: State, chance: random.Random) -> list[Action]:
    moves: list[Action] = [*legal_moves(state), *legal_takes(state)]
    deal: list[Action] = [] if violation(state, Command.DEAL) else [Command.DEAL]
    undo: list[Action] = (
        [] if violation(state, Command.UNDO) or chance.random() < 0.9 else [Command.UNDO]
    )
    return [*moves, *deal, *undo]


def main() -> None:
    """Add what is missing."""
    games = recorded()
    known = {game.code for game in games}
    for code in dict.fromkeys(codes()):
        if code not in known:
            log = _played_at_random(code)
            games.append(Golden(code, fingerprint(code), reached(code, log), log))
    lines = (" ".join((game.code, game.deck, game.reached, *game.log)) for game in games)
    FILE.write_text("".join(f"{line}\n" for line in lines), "ascii")


if __name__ == "__main__":
    main()
