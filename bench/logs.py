"""Logs to measure with: long, legal, and the same on every machine."""

import random

from engine.actions import Action, Command
from engine.codes import GameCode, parse_code, start
from engine.moves import legal_moves, legal_takes
from engine.refusals import violation
from engine.state import State
from engine.steps import play

CODE = "SP1-S4C-AAAAAAD"


def random_log(code: GameCode, length: int, seed: int = 1) -> list[Action]:
    """A log of `length` legal actions: moves, deals and undos as they come.

    It is shorter where a game ends, or leaves nothing to do, before that.
    """
    chance = random.Random(seed)
    state = start(code)
    log: list[Action] = []
    while len(log) < length and (choices := _choices(state, chance)):
        action = chance.choice(choices)
        play(state, action)
        log.append(action)
    return log


def _choices(state: State, chance: random.Random) -> list[Action]:
    """Mostly moves; a deal now and then, and an undo where nothing else is left."""
    moves: list[Action] = [*legal_moves(state), *legal_takes(state)]
    deals: list[Action] = [] if violation(state, Command.DEAL) else [Command.DEAL]
    undos: list[Action] = [] if violation(state, Command.UNDO) else [Command.UNDO]
    if deals and chance.random() < 0.03:
        return deals
    return moves or deals or undos


def a_log(length: int) -> tuple[GameCode, list[Action]]:
    """A four-suit game and a log of that length."""
    code = parse_code(CODE)
    return code, random_log(code, length)
