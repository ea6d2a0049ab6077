"""What goes over the wire: requests and answers, as the OpenAPI document shows them.

Requests are strict (no coercion, no unknown fields). Answers hold what the engine's view and events
say, field by field under the same names.
"""

from datetime import date
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, RootModel
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import core_schema

from engine.deals import NUMBERS
from engine.rulesets import Build, DealTo, Empty, Group, Runs
from engine.variants import VARIANTS
from engine.violations import Rule

_SAFE = 2**53 - 1

RuleSetId: TypeAlias = Literal["classic", "relaxed", "tavern-jack", "deal-anytime", "windows"]
StatusName: TypeAlias = Literal["playing", "won", "resigned"]
TargetKind: TypeAlias = Literal["same_suit", "other_suit", "empty", "cell"]
Place: TypeAlias = Annotated[
    int | str,
    Field(description="A column, counted from 0; or a cell as `c0`, a reserve as `r0`."),
]
RuleCode: TypeAlias = Annotated[str, Field(json_schema_extra={"enum": [*Rule]})]
Card: TypeAlias = Annotated[
    str, Field(description="Rank and suit.", json_schema_extra={"pattern": "^[A2-9TJQK][SHDC]$"})
]
DailySuits: TypeAlias = Literal[1, 2, 4]
EngineForm: TypeAlias = Literal["compiled", "uncompiled"]
Suit: TypeAlias = Literal["S", "H", "D", "C"]
VariantId: TypeAlias = Annotated[str, Field(json_schema_extra={"enum": [*VARIANTS]})]
Integer: TypeAlias = Annotated[int, Field(ge=-_SAFE, le=_SAFE)]

CodeField: TypeAlias = Annotated[
    str,
    Field(
        description="A game code: `SP1-S4C-AAAAAAD` (a numbered deal), `SP0-…` (a deck spelled "
        "out) or `SPX-…` (a position). Read in either case.",
        examples=["SP1-S4C-AAAAAAD"],
    ),
]
LogField: TypeAlias = Annotated[
    list[str],
    Field(
        description="The actions played so far, oldest first: `F-T` (one card from column F to "
        "column T, counted from 0), `F-TxN` (the last N cards), `deal`, `undo`, `resign`; where "
        "a variant has them also `take-F` (the run at the end of column F leaves), `F-c0`, `c0-T` "
        "and `r0-T` (to and from cell 0, from reserve 0).",
        examples=[["0-3", "9-7"]],
    ),
]


def _is_none(value: object) -> bool:
    return value is None


class _Request(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)


class Import(_Request):
    """A deal of another program."""

    program: Literal["pysol", "kpat"]
    number: str = Field(
        description="The program's deal number, as it shows it.", examples=["14934"], max_length=40
    )


class NewGameRequest(_Request):
    """Which game to make; an empty object makes one of the default kind with a random number."""

    variant: VariantId | None = Field(None, description="The variant's id; Spider without it.")
    suits: Integer | None = Field(
        None, description="How many suits; the variant's own default without it.", examples=[4]
    )
    rules: RuleSetId | None = Field(
        None, description="The rule set; the variant's own default without it."
    )
    number: Annotated[int, Field(ge=0, le=NUMBERS - 1)] | None = Field(
        None, description="The deal's number; a random one without it.", examples=[3]
    )
    import_: Import | None = Field(
        None,
        alias="import",
        description="A deal of another program, for variants that list it in `imports`. Only the "
        "cards are taken over; KPatience's own rules are those of `deal-anytime`.",
    )


class ReplayRequest(_Request):
    """A game and its log."""

    code: CodeField
    log: LogField
    events_from: Annotated[int, Field(ge=0, le=_SAFE)] | None = Field(
        None, description="Tell the events from the action with this index on; none without it."
    )


class PlayRequest(_Request):
    """A game, its log, and one more action."""

    code: CodeField
    log: LogField
    action: str = Field(description="The action to play.", examples=["8-1"])


class TargetsRequest(_Request):
    """A game, its log, and the group that a player has touched."""

    code: CodeField
    log: LogField
    column: Integer = Field(description="The column, counted from 0.", examples=[0])
    count: Integer = Field(
        description="How many cards: the touched one and all on it.", examples=[1]
    )


class Claim(_Request):
    """What a player claims to have reached."""

    score: Integer | None = None
    moves: Integer | None = None
    status: StatusName | None = None


class VerifyRequest(_Request):
    """A game, its log, and perhaps what is claimed about it."""

    code: CodeField
    log: LogField
    claim: Claim | None = None


class SolveRequest(_Request):
    """A game, its log, and how much may be spent on solving it."""

    code: CodeField
    log: LogField
    budget: Annotated[int, Field(ge=1, le=_SAFE)] | None = Field(
        None,
        description="How many positions may be looked at, up to a limit that the service's "
        "operator sets (20,000,000 unless changed); the operator's default without it (3,000,000).",
        examples=[100_000],
    )
    shorten: bool = Field(
        True,
        description="Whether what is left of the budget after a win is spent on shorter lines.",
    )


class OutlookRequest(_Request):
    """A game and its log."""

    code: CodeField
    log: LogField


HintLevel: TypeAlias = Literal["basic", "deep"]


class HintRequest(_Request):
    """A game, its log, and how far to look."""

    code: CodeField
    log: LogField
    level: HintLevel = Field(
        "deep",
        description="`basic` looks one action ahead and costs next to nothing; `deep` looks "
        "further.",
    )


class Column(_Answer):
    """A column: how many cards are hidden, and the face-up ones on them, deepest first."""

    hidden: int
    cards: list[Card]


class Stock(_Answer):
    """What is left of the stock; a short last deal counts as a deal."""

    cards: int
    deals: int


class LegalMove(_Answer):
    """A move that is allowed now."""

    action: str
    from_: Place = Field(alias="from")
    to: Place
    count: int
    cards: list[Card]
    target: TargetKind = Field(description="What the group would lie on.")
    best: bool = Field(description="Whether this is the best target for the group.")


class Legal(_Answer):
    """What may be done now."""

    deal: bool
    deal_violation: RuleCode | None = Field(description="The rule that forbids the deal.")
    undo: bool
    resign: bool
    moves: list[LegalMove] = Field(description="Sorted by from, count and to.")
    takes: list[int] | SkipJsonSchema[None] = Field(
        None,
        exclude_if=_is_none,
        description="The columns whose run can be taken; only where runs are taken.",
    )


class State(_Answer):
    """What a player sees of a game."""

    code: str = Field(description="The game code in its canonical form.")
    variant: str
    suits: int
    rules: RuleSetId
    status: StatusName
    stuck: bool = Field(description="Whether nothing but undo or resign is left to do.")
    score: int
    moves: int = Field(description="How many moves and deals have been made.")
    undos: int = Field(description="How many actions have been undone; it never goes back.")
    undo_available: int = Field(description="How many undos in a row are possible now.")
    columns: list[Column]
    stock: Stock
    runs: list[Suit] = Field(description="The suits of the runs that have left, in order.")
    legal: Legal
    cells: list[Card | None] | SkipJsonSchema[None] = Field(
        None, exclude_if=_is_none, description="The card in each cell; only where there are cells."
    )
    reserve: list[list[Card]] | SkipJsonSchema[None] = Field(
        None, exclude_if=_is_none, description="The reserves; only where there are any."
    )


class Violation(_Answer):
    """The rule that an action breaks. Columns in `params` count from 0."""

    code: RuleCode = Field(description="The rule's stable identifier: switch on this.")
    title: str = Field(description="The rule, as a reminder.")
    message: str = Field(description="What is wrong in this case.")
    params: dict[str, int | str | list[str]]


def _left_out() -> Any:
    """A member that is there only where it says something."""
    return Field(None, exclude_if=_is_none)


Back: TypeAlias = Literal[True] | SkipJsonSchema[None]


class _Event(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MoveEvent(_Event):
    """Cards move from one place to another.

    With `back` the move is undone: the cards return from `to` to `from`, which are as they were.
    """

    type: Literal["move"]
    from_: Place = Field(alias="from")
    to: Place
    cards: list[Card]
    back: Back = _left_out()


class DealtCard(_Event):
    """A card from the stock, and the column that it lies on."""

    column: int
    card: Card


class DealEvent(_Event):
    """A row is dealt (`cards`); with `back`, the last cards of `columns` return to the stock."""

    type: Literal["deal"]
    cards: list[DealtCard] | SkipJsonSchema[None] = _left_out()
    columns: list[int] | SkipJsonSchema[None] = _left_out()
    back: Back = _left_out()


class FlipEvent(_Event):
    """A column's last card turns face up; with `back`, face down again (and is not named)."""

    type: Literal["flip"]
    column: int
    card: Card | SkipJsonSchema[None] = _left_out()
    back: Back = _left_out()


class RunEvent(_Event):
    """A run leaves the end of a column; with `back`, it lies there again."""

    type: Literal["run"]
    column: int
    cards: list[Card]
    back: Back = _left_out()


class ScoreEvent(_Event):
    """The score changes by `delta` to `score`."""

    type: Literal["score"]
    delta: int
    score: int


class UndoEvent(_Event):
    """An action is taken back; the events with `back` that follow show how."""

    type: Literal["undo"]
    action: str


class WonEvent(_Event):
    """The last run has left."""

    type: Literal["won"]


class ResignedEvent(_Event):
    """The game was given up."""

    type: Literal["resigned"]


class Event(RootModel[Any]):
    """What a frontend animates, told apart by its `type`."""

    root: Annotated[
        MoveEvent
        | DealEvent
        | FlipEvent
        | RunEvent
        | ScoreEvent
        | UndoEvent
        | WonEvent
        | ResignedEvent,
        Field(discriminator="type"),
    ]


def _as_told(shown: dict[str, Any]) -> GetPydanticSchema:
    """Takes what the engine tells as it is, while the document shows another schema.

    To validate our own answers would cost more than to make them: the tests do it instead.
    """
    plain = core_schema.any_schema(metadata={"pydantic_js_functions": [lambda _, __: shown]})
    return GetPydanticSchema(lambda _, __: plain)


SHOWS = "x-shows"
"""Stands in a schema for a reference to the schema of this name; the document has that instead."""

ToldState: TypeAlias = Annotated[dict[str, Any], _as_told({SHOWS: "State"})]
ToldEvents: TypeAlias = Annotated[
    list[dict[str, Any]], _as_told({"type": "array", "items": {SHOWS: "Event"}})
]


class NewGameAnswer(_Answer):
    """The new game's code, and its state."""

    code: str
    state: ToldState


class ReplayAnswer(_Answer):
    """The state after the log, and the events that were asked for."""

    state: ToldState
    events: ToldEvents


class PlayAnswer(_Answer):
    """What became of the action. A refused one leaves log and state as they were."""

    accepted: bool
    violation: Violation | None
    action: str = Field(description="The action in its canonical form.")
    events: ToldEvents = Field(description="What to animate, in order.")
    log: list[str] = Field(description="The log with the action, if it was accepted.")
    state: ToldState


class Target(_Answer):
    """One column's verdict on the group."""

    column: int
    legal: bool
    target: TargetKind | None
    best: bool
    violation: Violation | None


class TargetsAnswer(_Answer):
    """The group's face-up cards, and the verdict of every column, the source included."""

    cards: list[Card]
    targets: list[Target]


class Result(_Answer):
    """What the log reaches; for an illegal log, what was reached before the refused action."""

    status: StatusName
    score: int
    moves: int
    undos: int
    runs: list[Suit]


class Difference(_Answer):
    """A claim that is not what the log reaches."""

    claimed: int | str
    actual: int | str


class VerifyAnswer(_Answer):
    """Whether the log is legal and the claim true; if not, what is wrong."""

    valid: bool
    result: Result
    violation: Violation | None
    index: int | None = Field(description="The first illegal action, counted from 0.")
    mismatch: dict[Literal["score", "moves", "status"], Difference] | None


class SolveAnswer(_Answer):
    """What is known of a position. The same question has the same answer, on every machine."""

    verdict: Literal["won", "lost", "unknown"] = Field(
        description="`won`: it can be won, or is; `lost`: it cannot, as every line was looked at; "
        "`unknown`: the budget was spent."
    )
    line: list[str] = Field(
        description="The actions that win, from the state after the log; empty unless won."
    )
    actions: int | None = Field(description="How many they are; null unless won.")
    score: int | None = Field(description="The score at the line's end; null unless won.")
    positions: int = Field(description="How many positions were looked at.")
    budget: int = Field(description="How many positions might have been looked at.")


class SolveProgress(_Answer):
    """How far a search has come."""

    depth: int = Field(description="How many actions deep the search is.")
    best: int | None = Field(description="The length of the shortest line so far, if there is any.")
    positions: int = Field(description="How many positions have been looked at.")
    share: float = Field(ge=0, le=1, description="How much of the budget that is, from 0 to 1.")


DeadReason: TypeAlias = Literal["game-over", "too-few-cards", "no-moves", "no-progress", "no-win"]


class OutlookAnswer(_Answer):
    """What can be known of a game's future by who sees no hidden card."""

    legal_moves: int = Field(
        description="How many moves are allowed, as the state lists them; a deal and runs that can "
        "be taken are not counted."
    )
    stuck: bool = Field(description="Whether nothing but undo or resign is left to do.")
    outlook: Literal["open", "dead", "unknown"] = Field(
        description="`open`: a new card can be seen or the game won, or it is won; `dead`: proved "
        "that neither can be, in whatever order one plays; `unknown`: the search has a limit, and "
        "has come to it."
    )
    reason: DeadReason | None = Field(
        description="Why it is dead: it was given up; the table has fewer cards than columns, so "
        "the stock can never be dealt; nothing can be done; no order of moves turns up a card, "
        "deals or completes a run; runs can be completed, but nothing comes of it."
    )
    message: str | None = Field(description="The reason as a sentence.")


class Suggestion(_Answer):
    """An action that may help, and why."""

    action: str = Field(description="The action, as a log has it; it is legal.")
    reason: Literal[
        "win", "complete-run", "turn-up", "empty-column", "build-suit", "deal", "prepare"
    ] = Field(description="What the action, or else a later one of the plan, does first.")
    params: dict[str, int | str | list[str]] = Field(
        description="`plan`: the actions up to the next new card, this one first; `steps`: in how "
        "many of them the reason comes true, 1 for at once; `column`: where, if that is a column; "
        "and where cards are moved, `from`, `to` (but for a run that is taken), `count` and "
        "`cards`."
    )
    message: str = Field(description="What to do, and what comes of it.")
    share: Annotated[float, Field(ge=0, le=1)] | None = Field(
        description="In what share of the ways in which the hidden cards may lie the game was won "
        "after it, as far as that was tried out; null for `basic`."
    )


class HintAnswer(_Answer):
    """Up to three suggestions, best first; none where nothing helps or the game is over."""

    level: HintLevel
    suggestions: list[Suggestion] = Field(max_length=3)


class SuitsChoice(_Answer):
    """A number of suits that a variant can be played with, and the rule sets offered for it."""

    suits: int
    name: str
    deck: list[Suit] = Field(
        description="The suits, ace to king each, that make up the deck, repeated until it is full."
    )
    rules: list[RuleSetId]


class RuleSetAnswer(_Answer):
    """A rule set: its texts, and every switch of it. Prices and points are whole points."""

    id: RuleSetId
    letter: str = Field(description="The rule set's letter in a game code.")
    name: str
    text: str
    group: Group = Field(description="Which cards move together.")
    build: Build = Field(description="Which cards may be put on a column's last card.")
    empty: Empty = Field(description="Which cards may be put in an empty column.")
    wraps: bool = Field(description="Whether a king goes on an ace.")
    runs: Runs = Field(description="Whether runs leave at once, when taken, or at the end of all.")
    deal_to: DealTo = Field(description="Which columns a deal puts a card on.")
    deal_over_empty: bool = Field(description="Whether a deal is allowed over an empty column.")
    refill: int = Field(description="How many cards the stock gives to a column that gets empty.")
    whole_column_to_empty: bool = Field(
        description="Whether a whole column may move to an empty one."
    )
    undo_limit: int | None = Field(
        description="How many actions can be undone in a row; any number if null."
    )
    undo_restores: bool = Field(description="Whether an undo gives price and move back.")
    undo_price: int
    undo_counts: bool = Field(description="Whether an undo counts as a move.")
    deal_ends_undo: bool = Field(description="Whether nothing before a deal can be undone.")
    run_ends_undo: bool = Field(description="Whether nothing before a run can be undone.")
    start_score: int
    move_price: int
    deal_price: int
    deal_counts: bool = Field(description="Whether a deal counts as a move.")
    run_points: int
    one_suit_same_as: RuleSetId | None = Field(
        description="The rule set that plays the same game with one suit, and stands for it."
    )


class Default(_Answer):
    """The kind of game that is made where a request leaves it open."""

    suits: int
    rules: RuleSetId


class VariantAnswer(_Answer):
    """A variant: its texts, what it is played with, and how it is laid out."""

    id: str
    prefix: str = Field(description="The two letters that begin its game codes.")
    name: str
    text: str
    suits: list[SuitsChoice]
    rules: list[RuleSetAnswer]
    default: Default
    cards: int = Field(description="How many cards the deck has.")
    runs: int = Field(description="How many runs have to leave.")
    columns: list[int] = Field(description="How many cards each column gets.")
    hidden: list[int] = Field(description="How many of them lie face down.")
    stock: int = Field(description="How many cards the stock has at the start.")
    cells: int = Field(description="How many cells there are.")
    cells_filled: int = Field(description="How many of them hold a card at the start.")
    reserves: list[int] = Field(description="How many cards each reserve gets.")
    imports: list[str] = Field(description="Programs whose deal numbers can be read.")
    solver: bool = Field(description="Whether `POST /v1/solve` solves its games.")


class VariantsAnswer(_Answer):
    """Every variant that the service plays."""

    variants: list[VariantAnswer]


class Par(_Answer):
    """What the solver needed for the day's game: not the best that is possible."""

    actions: int = Field(description="How many actions its line has, deals included.")
    score: int = Field(description="The score at the end of that line, by the rules asked for.")


class DailyAnswer(_Answer):
    """A date's game."""

    date: date
    suits: DailySuits
    code: str = Field(description="The game code: the same for everyone who asks for this date.")
    certified: bool = Field(
        description="Whether the deal is known to be winnable in every rule set: a line was found "
        "that moves no whole column to an empty one, and only groups of one suit."
    )
    par: Par | None = Field(description="What that line takes; null unless certified.")


class Health(_Answer):
    """The service is there."""

    status: Literal["ok"]


class Readiness(_Answer):
    """The service can be sent requests."""

    status: Literal["ok"]
    engine: EngineForm = Field(description="Whether the engine is compiled, and so faster.")


class ProblemKind(_Answer):
    """What a problem code means."""

    code: str
    type: str
    status: int
    title: str
    text: str


class RequestError(BaseModel):
    """A field of the request that does not fit the schema."""

    pointer: str = Field(description="A JSON pointer into the body.")
    message: str


class Problem(BaseModel):
    """An error, as RFC 9457 has it. Members after `traceparent` belong to some codes only."""

    type: str = Field(description="The path that explains the code.")
    title: str
    status: int
    detail: str
    code: str = Field(description="The stable identifier: switch on this.")
    request_id: str
    traceparent: str | None
    index: int = Field(0, description="Which action of the log is wrong, counted from 0.")
    action: str = Field("", description="The action that is wrong.")
    applied: int = Field(0, description="How many actions were applied before it.")
    violation: Violation | None = None
    part: str = Field("", description="The part of the game code that is wrong.")
    reason: str = Field("", description="What is wrong with that part, as a code.")
    params: dict[str, Any] = Field({}, description="What the detail names.")
    errors: list[RequestError] = Field([], max_length=20)


class ProgressLine(_Answer):
    """A line that says how far the search has come."""

    progress: SolveProgress


class AnswerLine(_Answer):
    """The last line of a search that has ended."""

    answer: SolveAnswer


class ProblemLine(_Answer):
    """The last line of a search that has failed after its first line."""

    problem: Problem


class SolveLine(RootModel[ProgressLine | AnswerLine | ProblemLine]):
    """A line of `application/x-ndjson`: progress, or as the last one the answer or a problem."""
