"""Game codes: ``SP1-S4C-AAAAAAD`` is a variant and a generation, suits and rules, and a deal.

A code is a layout: whoever has it can work out every card. Its generation says how the last part
is to be read: 1 is a deal number, 0 a deck spelled out, X any position.
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from engine.cards import KING, Card
from engine.deals import NUMBERS, lay_out, shuffled_deck
from engine.decks import format_deck, parse_deck
from engine.errors import CodeError, Part, Reason
from engine.play import settle
from engine.positions import format_position, parse_position
from engine.rulesets import RuleSet
from engine.state import Position, State
from engine.variants import VARIANTS, Variant

Source: TypeAlias = int | tuple[Card, ...] | Position
"""A deal number, a deck or a position."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_DIGITS = 7
_GENERATIONS = "01X"
_LONGEST = 1000
_PREFIXES = {variant.prefix: variant for variant in VARIANTS.values()}
_SUITS_AND_RULES = re.compile(r"S([0-9]+)(.*)", re.ASCII | re.DOTALL)


@dataclass(frozen=True)
class GameCode:
    """What a game code says. Make one with `game_code` or `parse_code`: they keep it canonical."""

    variant: Variant
    suits: int
    rules: RuleSet
    source: Source

    @cached_property
    def opening(self) -> State:
        """The state before the first action, from which `start` makes copies."""
        variant, source = self.variant, self.source
        if isinstance(source, int):
            source = shuffled_deck(variant, self.suits, source)
        if isinstance(source, Position):
            return State(source, self.rules, variant.runs)
        state = State(lay_out(variant, source, self.rules.start_score), self.rules, variant.runs)
        if max(variant.columns) >= KING:
            settle(state)
        return state


def game_code(variant: Variant, suits: int, rules: RuleSet, source: Source) -> GameCode:
    """The canonical code of a game that the variant knows."""
    return GameCode(variant, suits, variant.canonical_rules(rules, suits), source)


def start(code: GameCode) -> State:
    """The state before the first action."""
    return code.opening.copy()


# A game is asked about again and again while it is played.
@lru_cache(maxsize=1024)
def parse_code(text: str) -> GameCode:
    """Read a game code, in either case. Raises `CodeError` with the part that is wrong."""
    if len(text) > _LONGEST:
        raise CodeError(Part.CODE, Reason.TOO_LONG, length=len(text), expected=_LONGEST)
    if not text.isascii():
        place = next(place for place, letter in enumerate(text) if not letter.isascii())
        raise CodeError(Part.CODE, Reason.NOT_ASCII, character=text[place], place=place)
    parts = text.split("-", maxsplit=2)
    if len(parts) != 3:
        raise CodeError(Part.CODE, Reason.NOT_THREE_PARTS, found=len(parts))
    variant, generation = _parse_first(parts[0].upper())
    suits, rules = _parse_second(parts[1].upper(), variant)
    return game_code(
        variant, suits, rules, _parse_source(generation, parts[2], variant, suits, rules)
    )


def format_code(code: GameCode) -> str:
    """Write a game code in its canonical form."""
    generation, last = _format_source(code.source)
    return f"{code.variant.prefix}{generation}-S{code.suits}{code.rules.letter}-{last}"


def _parse_first(text: str) -> tuple[Variant, str]:
    variant = _PREFIXES.get(text[:2])
    if variant is None:
        raise CodeError(Part.VARIANT, Reason.UNKNOWN_VARIANT, expected=sorted(_PREFIXES))
    if len(text) != 3 or text[2] not in _GENERATIONS:
        raise CodeError(Part.GENERATION, Reason.UNKNOWN_GENERATION, expected=[*_GENERATIONS])
    return variant, text[2]


def _parse_second(text: str, variant: Variant) -> tuple[int, RuleSet]:
    match = _SUITS_AND_RULES.fullmatch(text)
    known_suits = [str(suits) for suits in variant.blocks]
    if match is None or match[1] not in known_suits:
        raise CodeError(Part.SUITS, Reason.UNKNOWN_SUITS, expected=known_suits)
    for rules in variant.rules:
        if rules.letter == match[2]:
            return int(match[1]), rules
    letters = [rules.letter for rules in variant.rules]
    raise CodeError(Part.RULES, Reason.UNKNOWN_RULES, expected=letters)


def _parse_source(
    generation: str, text: str, variant: Variant, suits: int, rules: RuleSet
) -> Source:
    if generation == "0":
        return parse_deck(text, variant, suits)
    if generation == "X":
        return parse_position(text.upper(), variant, suits, rules)
    return _parse_number(text.upper())


def _format_source(source: Source) -> tuple[str, str]:
    if isinstance(source, int):
        return "1", _format_number(source)
    if isinstance(source, Position):
        return "X", format_position(source)
    return "0", format_deck(source)


def _parse_number(text: str) -> int:
    if len(text) != _DIGITS:
        raise CodeError(Part.NUMBER, Reason.WRONG_LENGTH, length=len(text), expected=_DIGITS)
    number = 0
    for place, letter in enumerate(text):
        digit = _ALPHABET.find(letter)
        if digit < 0:
            raise CodeError(
                Part.NUMBER,
                Reason.WRONG_CHARACTER,
                character=letter,
                place=place,
                expected="A-Z2-7",
            )
        number = number * len(_ALPHABET) + digit
    return number


def _format_number(number: int) -> str:
    if not 0 <= number < NUMBERS:
        raise ValueError(f"deal numbers run from 0 to {NUMBERS - 1}, not {number}")
    places = range(_DIGITS - 1, -1, -1)
    return "".join(_ALPHABET[number >> 5 * place & 31] for place in places)
