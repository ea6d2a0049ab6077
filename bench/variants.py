"""Every variant: time per action and column, against Spider's."""

from statistics import median

from bench.engine import seconds_per_replay
from bench.logs import random_log
from engine.codes import game_code
from engine.variants import SPIDER, VARIANTS, Variant

_LENGTH = 300
_SEEDS = (1, 2, 3, 4, 5)


def over_spider(variant: Variant) -> float:
    """A variant's CPU time per action and column over Spider's: the median of pairs of games."""
    pairs = [(_per_column(variant, seed), _per_column(SPIDER, seed)) for seed in _SEEDS]
    return median(own / spider for own, spider in pairs)


def _per_column(variant: Variant, seed: int) -> float:
    code = game_code(variant, variant.default_suits, variant.default_rules, seed)
    log = random_log(code, _LENGTH, seed)
    return seconds_per_replay(code, log) / max(1, len(log)) / len(variant.columns)


def measure() -> None:
    """Print each variant's figure."""
    print("time per action and column, over Spider's (the aim is at most 2)")
    ratios = {name: over_spider(variant) for name, variant in VARIANTS.items()}
    for name, ratio in sorted(ratios.items(), key=lambda item: -item[1]):
        print(f"  {name:<24} {ratio:.2f}")
