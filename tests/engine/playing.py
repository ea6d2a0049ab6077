"""Words for tests that play: actions as text in, readable columns and plain records out."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.actions import format_action, parse_action
from engine.cards import format_card
from engine.codes import parse_code, start
from engine.events import Event, events
from engine.moves import legal_moves
from engine.refusals import violation
from engine.state import Position, State
from engine.steps import Outcome, play
from engine.violations import Violation
from tests.engine.tables import COLUMNS

GOLDEN = Path(__file__).parents[1] / "golden"
RULES = ("C", "R", "T")
SUITS = (1, 2, 4)


def started(code: str) -> State:
    """The start of the game that a code names."""
    return start(parse_code(code))


def attempt(state: State, action: str) -> Outcome | Violation:
    """Play an action, or be refused."""
    return play(state, parse_action(action))


def played(state: State, *actions: str) -> State:
    """Play actions that are all legal, and give back the state, which has changed."""
    for action in actions:
        assert not isinstance(refusal := attempt(state, action), Violation), (action, refusal)
    return state


def told(state: State, action: str) -> list[Event]:
    """Play a legal action, and tell its events."""
    outcome = attempt(state, action)
    assert not isinstance(outcome, Violation), (action, outcome)
    return events(outcome)


def broken_rule(state: State, action: str) -> str | None:
    """The code of the rule that an action would break."""
    refusal = violation(state, parse_action(action))
    return None if refusal is None else refusal.code.value


def allowed(state: State) -> list[str]:
    """The legal moves as text."""
    return [format_action(move) for move in legal_moves(state)]


def shown(state: State, column: int) -> str:
    """A column as it lies on the table, deepest card first; ## is a hidden card."""
    hidden = state.hidden[column]
    cards = state.columns[column]
    return " ".join(["##"] * hidden + [format_card(card) for card in cards[hidden:]])


def counters(state: State) -> tuple[int, int, int]:
    """Score, moves and undos."""
    return state.score, state.moves, state.undos


_KEPT = [
    *("rules", "runs_to_win", "column_count", "cell_count", "piles", "hidden", "stock", "dealt"),
    *("runs", "score", "moves", "undos", "status", "floor"),
]


def record(state: State) -> dict[str, object]:
    """Everything that a state holds, for comparisons; later play does not change it."""
    kept = {name: getattr(state, name) for name in _KEPT}
    return kept | {"history": state.history.copy()}


def cards_and_counters(state: State) -> dict[str, object]:
    """Everything that an undo gives back in the classic rules."""
    kept = record(state)
    return {name: kept[name] for name in kept if name not in ("undos", "history", "floor")}


def position(state: State) -> Position:
    """Where the cards lie now, as a position that a code of generation X can name."""
    return Position(
        columns=tuple(tuple(cards) for cards in state.columns),
        hidden=tuple(state.hidden),
        stock=tuple(state.stock[state.dealt :]),
        runs=tuple(state.runs),
        score=state.score,
        moves=state.moves,
    )


def every_move(state: State) -> Iterator[tuple[int, int, int]]:
    """Every move that one could try: from, count, to, as legal moves are sorted."""
    longest = max(len(cards) for cards in state.columns)
    for from_ in COLUMNS:
        for count in range(1, longest + 1):
            for to in COLUMNS:
                yield from_, count, to


def golden_wins() -> list[tuple[str, list[str]]]:
    """The golden won games, each a code and a log that wins in every rule set."""
    lines = (GOLDEN / "wins.txt").read_text(encoding="ascii").splitlines()
    return [(code, log) for code, *log in map(str.split, lines)]


def with_rules(code: str, rules: str) -> str:
    """The same layout in another rule set."""
    return code[:6] + rules + code[7:]


def replayed(code: str, log: Iterable[str]) -> State:
    """The state after a log that is legal from end to end."""
    return played(started(code), *log)
