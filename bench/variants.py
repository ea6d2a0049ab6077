"""Every variant: time per action and column, against Spider's."""

from statistics import median

from bench.engine import seconds_per_replay
from bench.logs import random_log
from engine.codes import game_code
from engine.variants import SPIDER, VARIANTS, Variant

_LENGTH = 300
_SEEDS = (1, 2, 3)


def seconds_per_action_and_column(variant: Variant) -> float:
    """CPU seconds for an action, divided by the number of columns; the median of several games."""
    return median(_one_game(variant, seed) for seed in _SEEDS)


def _one_game(variant: Variant, seed: int) -> float:
    code = game_code(variant, variant.default_suits, variant.default_rules, seed)
    log = random_log(code, _LENGTH, seed)
    return seconds_per_replay(code, log) / max(1, len(log)) / len(variant.columns)


def measure() -> None:
    """Print each variant's figure over Spider's."""
    print("time per action and column, over Spider's (the aim is at most 2)")
    spider = seconds_per_action_and_column(SPIDER)
    ratios = {
        name: seconds_per_action_and_column(variant) / spider for name, variant in VARIANTS.items()
    }
    for name, ratio in sorted(ratios.items(), key=lambda item: -item[1]):
        print(f"  {name:<24} {ratio:.2f}")
