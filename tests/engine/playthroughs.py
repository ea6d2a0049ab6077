"""Golden playthroughs: whole games as text, an action a line, with what it did.

The first line is the game code. A file is written once, by ``python -m tests.engine.playthroughs``,
and never again: where a file differs from what the engine does, it is the engine that changed.
"""

from collections.abc import Iterator

from engine.actions import parse_action
from engine.events import Event, events
from engine.steps import play
from engine.violations import Violation
from tests.engine.playing import GOLDEN, broken_rule, golden_wins, played, started

FOLDER = GOLDEN / "playthroughs"


def games() -> dict[str, tuple[str, list[str]]]:
    """The code and the log of each playthrough, by the name of its file."""
    wins = dict(golden_wins())
    return {
        "won-one-suit-classic": ("SP1-S1C-AAAAINO", wins["SP1-S1C-AAAAINO"]),
        "won-one-suit-tavern-jack": ("SP1-S1T-7777777", wins["SP1-S1C-7777777"]),
        "won-two-suits-classic": ("SP1-S2C-AAAAB6S", wins["SP1-S2C-AAAAB6S"]),
        "won-two-suits-relaxed": ("SP1-S2R-AC7LYH7", wins["SP1-S2C-AC7LYH7"]),
        "won-four-suits-classic": ("SP1-S4C-AAAAAAD", wins["SP1-S4C-AAAAAAD"]),
        "won-four-suits-relaxed": ("SP1-S4R-AAAAC56", wins["SP1-S4C-AAAAC56"]),
        "won-four-suits-tavern-jack": ("SP1-S4T-QAAAAAA", wins["SP1-S4C-QAAAAAA"]),
        "resigned-classic": with_detours("SP1-S4C-AAAAC53", wins["SP1-S4C-AAAAC53"]),
        "resigned-relaxed": with_detours("SP1-S2R-AAAAB6X", wins["SP1-S2C-AAAAB6X"]),
        "resigned-tavern-jack": with_detours("SP1-S1T-AAAAA7L", wins["SP1-S1C-AAAAA7L"]),
    }


REFUSED = ("0-1x9", "deal", "7-3x2", "4-4", "2-8", "0-10", "5-0x3", "9-4")
"""Actions that are often refused."""


def with_detours(code: str, log: list[str]) -> tuple[str, list[str]]:
    """A game with undos, refusals, and a resignation when most of it has been played."""
    state = started(code)
    detours = ["undo"]
    for place, action in enumerate(log[: len(log) * 5 // 6]):
        runs = len(state.runs)
        played(state, action)
        detours.append(action)
        if len(state.runs) > runs or action == "deal":
            detours += ["undo", action]
        if place % 11 == 10:
            detours += ["undo", "undo", log[place - 1], action]
        if place % 5 == 4:
            refused = [wrong for wrong in REFUSED if broken_rule(state, wrong) is not None]
            detours.append(refused[place // 5 % len(refused)])
    return code, [*detours, "undo", "undo", "resign", "undo", "deal"]


def written(code: str, log: list[str]) -> list[str]:
    """The lines of a playthrough."""
    return [code, *_lines(code, log)]


def read(lines: list[str]) -> tuple[str, list[str]]:
    """The code and the log of a written playthrough."""
    return lines[0], [line.split()[0] for line in lines[1:]]


def _lines(code: str, log: list[str]) -> Iterator[str]:
    state = started(code)
    for action in log:
        outcome = play(state, parse_action(action))
        if isinstance(outcome, Violation):
            params = " ".join(f"{name}={value}" for name, value in outcome.params.items())
            happened = f"refused {outcome.code.value} {params}".strip()
        else:
            happened = "; ".join(map(_told, events(outcome)))
        counters = f"score {state.score:<4} moves {state.moves:<3} undos {state.undos:<3}"
        yield f"{action:<7} {counters} | {happened}"


def _told(event: Event) -> str:
    """An event as a few words: its type, where, and which cards."""
    words = [event["type"] + (" back" if "back" in event else "")]
    match event:
        case {"type": "move", "from": from_, "to": to, "cards": cards}:
            words += [f"{from_}-{to}", *cards]
        case {"type": "deal", "cards": dealt}:
            words += [f"{entry['column']}:{entry['card']}" for entry in dealt]
        case {"type": "deal", "columns": columns}:
            words += map(str, columns)
        case {"type": "flip", "column": column}:
            words += [f"{column}:{event['card']}" if "card" in event else str(column)]
        case {"type": "run", "column": column, "cards": cards}:
            words += [f"{column}:{cards[0]}..{cards[-1]}"]
        case {"type": "score", "delta": delta, "score": score}:
            words += [f"{delta:+} = {score}"]
        case {"type": "undo", "action": action}:
            words += [action]
    return " ".join(words)


def write_missing() -> None:
    """Write the playthroughs that have no file yet."""
    for name, (code, log) in games().items():
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_text("\n".join(written(code, log)) + "\n", encoding="ascii")


if __name__ == "__main__":
    write_missing()
