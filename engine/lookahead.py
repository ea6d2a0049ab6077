"""The level `deep`: hints that look ahead, over the cards that may come.

Plans up to the next new card are looked for on the blind board (`engine.plans`). For the best of
them every card that may turn up is tried, or sampled worlds where several come at once, and what
can be made of those tells how likely a win is (`engine.forecast`). Once everything is known, the
solver finds the way. True hidden cards are not here to be looked at: all starts from `seen`.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from engine.actions import Action
from engine.experience import Experience, experience
from engine.forecast import Forecast
from engine.hints import MOST, Suggestion, basic, described
from engine.odds import CERTAIN
from engine.packing import DEAL, pack
from engine.plans import Planner
from engine.sight import UNKNOWN, Sight, seen
from engine.solver import Verdict, solve
from engine.state import PLAYING, ROOM, State
from engine.trials import Trials
from engine.trimming import trimmed
from engine.worlds import sampled_worlds, single_cards

_SOLVER_BUDGET = 60_000
_PRICE = 150
"""What each action of a plan takes off its score."""
_CHANCE_PRICE = 3000
"""What each action of a plan takes off its chance where that decides."""
_SAME_EVENT = 2
"""How many plans are weighed that turn up the same column, or that end with a deal."""


class Prediction(NamedTuple):
    """A plan up to the next new card, and how likely a win is after it, from `CERTAIN` to 0."""

    plan: Sequence[Action]
    chance: int


class Judge(Protocol):
    """Tells how likely a win is after a plan."""

    def after(self, packed: bytearray, dealing: bool, world: bytearray) -> int:
        """The chance if the cards of `world` come next, from `CERTAIN` to 0.

        `packed` is the position after the plan, its last action left out if that is a deal.
        """


def deep(state: State) -> list[Suggestion]:
    """Up to three suggestions, best first; none where nothing helps or the game is over.

    Where every card is known, but not how to win, they are those of the level `basic`.
    """
    board, suggestions = seen(state).board, dict[Action, Suggestion]()
    found = predictions(state)
    if found is None:
        return basic(state)
    for plan, chance in found:
        if plan[0] not in suggestions and len(suggestions) < MOST:
            share = round(chance / CERTAIN, 3)
            suggestions[plan[0]] = Suggestion(plan[0], *described(board, plan), share)
    return [*suggestions.values()]


def predictions(state: State) -> list[Prediction] | None:
    """Plans, the most promising first; none where nothing new can be seen or the game is over.

    Where every card is known, the only plan is a whole line that wins, none if the game is lost;
    None where neither is found.
    """
    sight = seen(state)
    if state.over != PLAYING:
        return []
    if len({*sight.unseen}) <= 1:
        return _solved(sight)
    return _Lookahead(sight, experience(sight)).predictions()


def _solved(sight: Sight) -> list[Prediction] | None:
    """The way to win, once every card is known."""
    verdict, line, _ = solve(_filled(sight), _SOLVER_BUDGET)
    if verdict is Verdict.UNKNOWN:
        return None
    return [Prediction(line, CERTAIN)] if verdict is Verdict.WON else []


def _filled(sight: Sight) -> State:
    """The board with the only kind of card there is in the place of those that are not seen."""
    board, unseen = seen(sight.board).board, bytes(sight.unseen[:1])
    for pile in range(board.pile_count):
        first, hidden = pile * ROOM, board.face_down[pile]
        board.cards[first : first + hidden] = unseen * hidden
    board.stock[:] = unseen * board.stock_size
    return board


class _Lookahead:
    """One question: the plans from a board, and what may come of them."""

    def __init__(self, sight: Sight, known: Experience) -> None:
        self.sight = sight
        self.known = known
        self.planner = Planner(sight.board, known, known.weighing.root, _PRICE)
        self.judge: Judge = Forecast(sight, known) if known.odds_share else Trials(sight)
        self.worlds = sampled_worlds(sight, known.weighing.worlds, len(sight.unseen))

    def predictions(self) -> list[Prediction]:
        """The plans that look best, those with the best chance first if that decides."""
        planner = self.planner
        root = bytearray(planner.stride)
        pack(self.sight.board, root, 0)
        best = planner.search(root, 0, self.known.weighing.root)
        planner.shorten()
        if planner.won:
            return [Prediction(self._line(best), CERTAIN)]
        weighed = [Prediction(self._line(plan), self._chance(plan)) for plan in self._chosen()]
        if self.known.weighing.compares:
            weighed.sort(key=lambda told: _CHANCE_PRICE * len(told.plan) - told.chance)
        return weighed

    def _line(self, plan: int) -> Sequence[Action]:
        return trimmed(self.sight.board, self.planner.line(plan))

    def _chosen(self) -> list[int]:
        """The plans that look best, of those that come to the same only a few."""
        events, most = self.planner.plan_events, self.known.weighing.plans
        chosen, alike = list[int](), Counter[int]()
        for plan in self._by_score():
            alike[events[plan]] += 1
            if alike[events[plan]] <= _SAME_EVENT and len(chosen) < most:
                chosen.append(plan)
        return chosen

    def _by_score(self) -> list[int]:
        """The plans, the highest score first.

        Trials know in each world what a deal would bring, and so would deal too soon: where they
        judge, a deal is a plan only if there is no other.
        """
        planner, events = self.planner, self.planner.plan_events
        plans = sorted(
            range(planner.plan_count),
            key=lambda plan: (
                _PRICE * planner.ways.lengths[plan] - planner.plan_scores[plan],
                planner.plan_keys[plan],
            ),
        )
        others = [plan for plan in plans if events[plan] != DEAL]
        return others if others and not self.known.odds_share else plans

    def _chance(self, plan: int) -> int:
        """How likely a win is after a plan, over all that may turn up."""
        planner, judge, unseen = self.planner, self.judge, self.sight.unseen
        planner.show(plan)
        _sort_columns(planner.board)
        packed = bytearray(planner.stride)
        pack(planner.board, packed, 0)
        dealing = planner.plan_events[plan] == DEAL
        if isinstance(judge, Forecast) and not dealing and _turned_up(planner.board) == 1:
            chances = [
                count * judge.after(packed, False, bytearray([card]))
                for card, count in single_cards(unseen)
            ]
            return sum(chances) // len(unseen)
        return sum(judge.after(packed, dealing, world) for world in self.worlds) // len(self.worlds)


def _sort_columns(board: State) -> None:
    """Bring the columns into an order that does not depend on how the position came about."""
    columns = sorted(
        (board.face_down[column], bytes(board.cards[column * ROOM : column * ROOM + size]))
        for column, size in enumerate(board.sizes[: board.column_count])
    )
    for column, (hidden, cards) in enumerate(columns):
        first = column * ROOM
        board.face_down[column], board.sizes[column] = hidden, len(cards)
        board.cards[first : first + len(cards)] = cards


def _turned_up(board: State) -> int:
    """How many unknown cards lie face up."""
    shown = 0
    for pile in range(board.pile_count):
        first = pile * ROOM + board.face_down[pile]
        shown += board.cards[first : pile * ROOM + board.sizes[pile]].count(UNKNOWN)
    return shown
