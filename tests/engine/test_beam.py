"""The beam works moves and deals out without playing them: it must agree with playing them."""

import random
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import engine
from engine.actions import Action, Command, Move
from engine.appraisal import Weights
from engine.codes import game_code, start
from engine.moves import legal_moves, legal_takes
from engine.play import apply
from engine.refusals import violation
from engine.state import State, Status
from engine.variants import SPIDER, VARIANTS, Variant

WEIGHTS = Weights(-24, 2, 64, -56, -8, -20, 1320, 56, 7, 15)
COMBINATIONS = [(name, suits) for name, variant in VARIANTS.items() for suits in variant.blocks]


def uncompiled(name: str) -> Any:
    """A module's source, whose inside can be looked at, also where it is compiled."""
    loader = SourceFileLoader(f"uncompiled_{name}", str(Path(engine.__path__[0]) / f"{name}.py"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


beam_module = uncompiled("beam")
beam_module.Appraisal = uncompiled("appraisal").Appraisal


Offered: TypeAlias = tuple[Action, int, int, int, int]
"""An action, the name, the worth and the blocks of what it leads to, and its bucket."""


class Watched(beam_module.Beam):  # type: ignore[misc, name-defined]
    """A beam of which one can see what it offers."""

    offered: list[Offered]

    def offer(self, _parent: int, action: int) -> None:
        known = self.known
        offered = (known.next_key, known.next_total, known.next_blocks, self.bucket)
        self.offered.append((beam_module.as_action(action), *offered))


def looked_at(state: State) -> tuple[Watched, list[Offered]]:
    """What the beam makes of every action from a state."""
    beam = Watched(state, WEIGHTS, 4, 1, 1000)
    beam.offered, beam.budget = [], 1000
    beam.expand()
    return beam, beam.offered


def from_scratch(beam: Watched, state: State, action: Action) -> tuple[int, int, int, int]:
    """What the beam makes of the position that playing the action leads to."""
    board = state.copy()
    assert apply(board, action) == 0
    known = beam.known
    beam.board = known.board = board
    known.survey()
    beam.look_ahead()
    return known.key, known.total, known.blocks, beam.bucket


def walks(variant: Variant, suits: int, seed: int) -> Iterator[State]:
    """States of random games, deals early and late."""
    chance = random.Random(f"{variant.id} {suits} {seed}")
    rules = chance.choice(variant.rules)
    state = start(game_code(variant, suits, rules, seed))
    for _ in range(60):
        actions: list[Action] = [*legal_moves(state), *legal_takes(state)]
        if violation(state, Command.DEAL) is None and (not actions or chance.random() < 0.1):
            actions = [Command.DEAL]
        if not actions or state.status is not Status.PLAYING:
            return
        apply(state, chance.choice(actions))
        if chance.random() < 0.2 and state.status is Status.PLAYING:
            yield state


@pytest.mark.parametrize(("name", "suits"), COMBINATIONS)
def test_what_is_worked_out_is_what_playing_leads_to(name: str, suits: int) -> None:
    for seed in range(2):
        for state in walks(VARIANTS[name], suits, seed):
            beam, offered = looked_at(state)
            for action, *found in offered:
                assert tuple(found) == from_scratch(beam, state, action), (action, seed)


@pytest.mark.parametrize(("name", "suits"), COMBINATIONS)
def test_only_legal_actions_are_looked_at_and_every_kind_of_them(name: str, suits: int) -> None:
    for state in walks(VARIANTS[name], suits, 7):
        _, offered = looked_at(state)
        found = {action for action, *_ in offered}
        legal = {*legal_moves(state), *legal_takes(state)}
        assert found - {Command.DEAL} <= legal
        for action in legal - found:
            # Left out: what leads to nothing new, breaks a run, or wins (told otherwise).
            assert isinstance(action, Move)


def test_a_beam_that_is_wide_enough_drops_nothing() -> None:
    state = start(game_code(SPIDER, 4, SPIDER.default_rules, 1))
    narrow = beam_module.Beam(state, WEIGHTS, 1, 1, 1000)
    narrow.run(1000, lambda *_: None)
    assert narrow.dropped
    wide = beam_module.Beam(state, WEIGHTS, 1000, 1, 1000)
    wide.run(1000, lambda *_: None)
    assert not wide.dropped
