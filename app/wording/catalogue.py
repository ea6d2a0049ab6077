"""Names and texts of variants, rule sets and difficulties, by their ids."""

from app.wording.languages import LANGUAGES
from app.wording.texts import N_, say
from engine.variants import Variant

_VARIANTS = {
    "spider": (
        N_("Spider"),
        N_(
            "Two packs, 104 cards, in ten columns: six cards in each of the first four, five in "
            "the others, and only the last card of each is face up. Build down in the columns "
            "whatever the suits; thirteen cards of one suit from king to ace at the end of a "
            "column leave the table by themselves. The stock gives five more rows of ten. When "
            "all eight runs have left, the game is won."
        ),
    ),
    "spider-3-suits": (
        N_("Spider, three suits"),
        N_(
            "Spider between the two-suit and the four-suit game: 104 cards, of which one half "
            "are spades and a quarter each hearts and clubs. Layout, building and dealing are "
            "Spider's. Eight runs of one suit have to leave."
        ),
    ),
    "spider-pysol": (
        N_("PySol's Spider"),
        N_(
            "Spider with the six-card columns at places 1, 4, 7 and 10, as PySol lays it out, "
            "so that its deal numbers give the same cards. A finished run stays where it is "
            "until you take it off; it may also be covered by a deal or broken up."
        ),
    ),
    "bicycle": (
        N_("Bicycle Spider"),
        N_(
            "The layout of a maker of playing cards: ten columns of five cards, the first four "
            "of each face down. The stock gives five rows of ten and a last row of four, on the "
            "first four columns. A finished run stays until you take it off, as on a table."
        ),
    ),
    "relaxed-spider": (
        N_("Relaxed Spider"),
        N_(
            "Spider in which a row may be dealt at any time: an empty column simply gets its "
            "card. This is not the relaxed rule set, in which mixed groups move; here a group "
            "must be of one suit. The six-card columns are at places 1, 4, 7 and 10. A finished "
            "run leaves by itself, where PySol waits for the player."
        ),
    ),
    "open-spider": (
        N_("Open Spider"),
        N_(
            "Spider with all cards of the layout face up; only the stock is unknown. The six-card "
            "columns are at places 1, 4, 7 and 10. A row is dealt only while no column is empty, "
            "unless the rule set allows more. A finished run leaves by itself, where PySol waits "
            "for the player."
        ),
    ),
    "black-widow": (
        N_("Black Widow"),
        N_(
            "Spider in which cards in sequence move together whatever their suits; a run still "
            "leaves only if it is of one suit. A row is dealt only while no column is empty. The "
            "six-card columns are at places 1, 4, 7 and 10. A finished run leaves by itself, "
            "where PySol waits for the player."
        ),
    ),
    "tarantula": (
        N_("Tarantula"),
        N_(
            "Spider in which cards in sequence move together if they are of one colour; a run "
            "leaves only if it is of one suit. A row is dealt only while no column is empty. The "
            "six-card columns are at places 1, 4, 7 and 10. A finished run leaves by itself, "
            "where PySol waits for the player."
        ),
    ),
    "spiderette": (
        N_("Spiderette"),
        N_(
            "Spider with one pack on seven columns, laid out like stairs: one card in the first "
            "column, seven in the last, only the last card of each face up. The stock gives "
            "three rows of seven and a last row of three. Four runs have to leave."
        ),
    ),
    "baby-spiderette": (
        N_("Baby Spiderette"),
        N_(
            "Spiderette in which cards in sequence move together whatever their suits; a run "
            "still leaves only if it is of one suit. A row is dealt only while no column is "
            "empty."
        ),
    ),
    "will-o-the-wisp": (
        N_("Will o' the Wisp"),
        N_(
            "Spider with one pack: seven columns of three cards, the last of each face up. The "
            "stock gives four rows of seven and a last row of three, only while no column is "
            "empty unless the rule set allows more. Four runs have to leave."
        ),
    ),
    "simple-simon": (
        N_("Simple Simon"),
        N_(
            "One pack, all face up, in ten columns of 8, 8, 8, 7, 6, 5, 4, 3, 2 and 1 cards; "
            "there is no stock. Build down whatever the suits. A group must be of one suit: "
            "programs that also move several groups at once through empty columns are not "
            "followed. Four runs have to leave."
        ),
    ),
    "mrs-mop": (
        N_("Mrs. Mop"),
        N_(
            "Two packs, all face up, in thirteen columns of eight cards; there is no stock. "
            "Build down whatever the suits, move groups of one suit, and put anything in an "
            "empty column. Eight runs have to leave."
        ),
    ),
    "simon-jester": (
        N_("Simon Jester"),
        N_(
            "Simple Simon with two packs: fourteen columns, all face up, of 13, 13, 12, 11 and "
            "so on down to 1 card; there is no stock. Build down whatever the suits and move "
            "groups of one suit. Eight runs have to leave."
        ),
    ),
    "big-spider": (
        N_("Big Spider"),
        N_(
            "Spider with three packs: thirteen columns of six cards, the last of each face up, "
            "and six more rows of thirteen. A row is dealt only while no column is empty, "
            "unless the rule set allows more. Twelve runs have to leave."
        ),
    ),
    "spider-three-decks": (
        N_("Spider, three decks"),
        N_(
            "Spider with three packs on twelve columns: five cards in each of the first six, "
            "four in the others. The stock gives eight rows of twelve and a last row of six. A "
            "row may be dealt over an empty column; some programs refuse that."
        ),
    ),
    "spider-four-decks": (
        N_("Spider, four decks"),
        N_(
            "Spider with four packs: thirteen columns of six cards, the last of each face up, "
            "and ten more rows of thirteen. A row is dealt only while no column is empty, "
            "unless the rule set allows more. Sixteen runs have to leave."
        ),
    ),
    "huge-spider": (
        N_("Huge Spider"),
        N_(
            "Spider with four packs on twenty columns: six cards in each of the first eight, "
            "five in the others, and five more rows of twenty. A row is dealt only while no "
            "column is empty, unless the rule set allows more. Sixteen runs have to leave."
        ),
    ),
    "chinese-spider": (
        N_("Chinese Spider"),
        N_(
            "Four packs without diamonds, 156 cards: twelve columns of six cards, the last of "
            "each face up, and seven more rows of twelve. All else is Spider's. Twelve runs "
            "have to leave. One program's help speaks of thirteen columns, but it plays twelve."
        ),
    ),
    "spider-3x3": (
        N_("Spider 3x3"),
        N_(
            "Three packs without diamonds, 117 cards: thirteen columns of five cards, the last "
            "of each face up, and four more rows of thirteen. All else is Spider's. Nine runs "
            "have to leave."
        ),
    ),
    "grandmothers-game": (
        N_("Grandmother's Game"),
        N_(
            "Two packs: ten columns of six cards, all face up, four more rows of ten and a last "
            "row of four. A row may be dealt over an empty column. Build down whatever the "
            "suits and move groups of one suit. Eight runs have to leave."
        ),
    ),
    "grounds-for-a-divorce": (
        N_("Grounds for a Divorce"),
        N_(
            "Two packs: ten columns of five cards, all face up. Ranks go round: a king may be "
            "put on an ace, and a run is any thirteen cards of one suit in sequence. A deal "
            "puts a card on each column that is not empty, or on the first if all are. Eight "
            "runs have to leave."
        ),
    ),
    "big-divorce": (
        N_("Big Divorce"),
        N_(
            "Grounds for a Divorce with three packs: thirteen columns of six cards, the last of "
            "each face up. Ranks go round: a king may be put on an ace, and a run is any thirteen "
            "cards of one suit in sequence. A deal puts a card on each column that is not empty, "
            "or on the first if all are. Twelve runs have to leave."
        ),
    ),
    "york": (
        N_("York"),
        N_(
            "Two packs, all face up, in twelve columns of 8, 8, eight times 9, 8 and 8 cards; "
            "there is no stock. Ranks go round: a king may be put on an ace, and a run is any "
            "thirteen cards of one suit in sequence. Eight runs have to leave."
        ),
    ),
    "big-york": (
        N_("Big York"),
        N_(
            "York with three packs, all face up, in fourteen columns: twelve cards in the first "
            "and the last, eleven in the others. Ranks go round: a king may be put on an ace, "
            "and a run is any thirteen cards of one suit in sequence. Twelve runs have to "
            "leave."
        ),
    ),
    "curds-and-whey": (
        N_("Curds and Whey"),
        N_(
            "One pack, all face up, in thirteen columns of four. A card goes on the next higher "
            "one of its suit or on one of equal rank; sequences of one suit and cards of equal "
            "rank move together, and only kings go to an empty column. Runs stay on the table: "
            "the game is won, and all of them leave, when each column is empty or a whole run."
        ),
    ),
    "miss-muffet": (
        N_("Miss Muffet"),
        N_(
            "Curds and Whey on ten columns: six cards in the first and the last, five in the "
            "others. A card goes on the next higher one of its suit or on one of equal rank, "
            "and only kings go to an empty column. Runs stay on the table: the game is won, and "
            "all of them leave, when each column is empty or a whole run."
        ),
    ),
    "arachnida": (
        N_("Arachnida"),
        N_(
            "Spider in which a card may also be put on one of equal rank. Sequences of one suit "
            "move together, and so do cards of equal rank. A row is dealt only while no column "
            "is empty. A run of one suit leaves by itself."
        ),
    ),
    "scorpion": (
        N_("Scorpion"),
        N_(
            "One pack in seven columns of seven; in the first four the deepest three cards are "
            "hidden. Any face-up card moves with all that lies on it, onto the next higher card "
            "of its suit; only kings go to an empty column. Three cards are left and are dealt "
            "once, to the first three columns, at any time. A run leaves at once; in some "
            "programs it stays."
        ),
    ),
    "scorpion-ii": (
        N_("Scorpion II"),
        N_(
            "Scorpion with hidden cards in the first three columns only. Any face-up card moves "
            "with all that lies on it, onto the next higher card of its suit; only kings go to "
            "an empty column. The last three cards are dealt once, at any time. A run leaves at "
            "once."
        ),
    ),
    "wasp": (
        N_("Wasp"),
        N_(
            "Scorpion in which any card, with all that lies on it, may go to an empty column. "
            "Cards are put on the next higher card of their suit. The last three cards are "
            "dealt once, to the first three columns, at any time. A run leaves at once."
        ),
    ),
    "wasp-ii": (
        N_("Wasp II"),
        N_(
            "Wasp with hidden cards in the first three columns only. Any face-up card moves "
            "with all that lies on it, onto the next higher card of its suit or to an empty "
            "column. The last three cards are dealt once, at any time. A run leaves at once."
        ),
    ),
    "double-scorpion": (
        N_("Double Scorpion"),
        N_(
            "Scorpion with two packs: ten columns of ten cards; in the first five the deepest "
            "four are hidden. Any face-up card moves with all that lies on it, onto the next "
            "higher card of its suit; only kings go to an empty column. The last four cards are "
            "dealt once, at any time. Eight runs have to leave."
        ),
    ),
    "triple-scorpion": (
        N_("Triple Scorpion"),
        N_(
            "Scorpion with three packs and no stock: thirteen columns of twelve cards; in the "
            "first five the deepest five are hidden. Any face-up card moves with all that lies "
            "on it, onto the next higher card of its suit; only kings go to an empty column. "
            "Twelve runs have to leave."
        ),
    ),
    "three-blind-mice": (
        N_("Three Blind Mice"),
        N_(
            "One pack in ten columns of five; in the last three the deepest three cards are "
            "hidden. Two more cards lie in the reserve and can be played at any time. Any "
            "face-up card moves with all that lies on it, onto the next higher card of its suit; "
            "only kings go to an empty column. Four runs have to leave."
        ),
    ),
    "scorpion-head": (
        N_("Scorpion Head"),
        N_(
            "One pack: three columns of eight open cards, four of seven with the deepest four "
            "hidden, and four cells that hold a card each. Any face-up card moves with all that "
            "lies on it, onto the next higher card of its suit; only kings go to an empty "
            "column. Four runs have to leave."
        ),
    ),
    "chelicera": (
        N_("Chelicera"),
        N_(
            "One pack, all face up: four columns of four cards and three of seven. Any card "
            "moves with all that lies on it, onto the next higher card of its suit. A column "
            "that becomes empty at once gets three cards from the stock; when that is out, only "
            "kings go there. Runs stay: the game is won, and all of them leave, when each "
            "column is empty or a whole run."
        ),
    ),
    "russian-spider": (
        N_("Russian Spider"),
        N_(
            "One pack, no stock: one card in the first column; the others have five open cards "
            "on 1, 2, 3, 4, 5 and 6 hidden ones. Any face-up card moves with all that lies on "
            "it, onto the next higher card of its suit; only kings go to an empty column. Four "
            "runs have to leave."
        ),
    ),
    "double-russian-spider": (
        N_("Double Russian Spider"),
        N_(
            "Russian Spider with two packs: ten columns with six open cards on 0, 1, 2 and so "
            "on up to 8 hidden ones, the last on 8 as well. Any face-up card moves with all "
            "that lies on it, onto the next higher card of its suit; only kings go to an empty "
            "column. Eight runs have to leave."
        ),
    ),
    "kiev": (
        N_("Kiev"),
        N_(
            "One pack: seven columns of four cards, the last of each face up. Any face-up card "
            "moves with all that lies on it, onto the next higher card of its suit or to an "
            "empty column. The stock gives three rows of seven and a last row of three, at any "
            "time. Four runs have to leave."
        ),
    ),
    "sevastopol": (
        N_("Sevastopol"),
        N_(
            "Kiev with two hidden cards under the open one in the first column, three in the "
            "second, and so on in turn. Any face-up card moves with all that lies on it, onto "
            "the next higher card of its suit or to an empty column. The stock gives four rows "
            "of seven, at any time. Four runs have to leave."
        ),
    ),
    "ten-across": (
        N_("Ten Across"),
        N_(
            "One pack in ten columns of five, with 0, 1, 2, 3, 4, 4, 3, 2, 1 and 0 hidden "
            "cards, and two cells that begin with a card each. Any face-up card moves with all "
            "that lies on it, onto the next higher card of its suit; only kings go to an empty "
            "column. Four runs have to leave."
        ),
    ),
}
_ONE_SUIT = N_("Cards move together only if they are of one suit and in sequence.")
_ANY_SUITS = N_(
    "Cards in sequence move together even if their suits differ; a run still leaves only if "
    "it is of one suit."
)
_NO_EMPTY = N_("A row can be dealt only while no column is empty.")
_OVER_EMPTY = N_(
    "A row may be dealt while a column is empty: the empty column gets its card like the others."
)
_NO_WHOLE = N_("A whole column does not move to an empty one.")
_FREE_UNDO = N_(
    "Each move and each deal costs one point, a run brings 100. The last 100 actions can be "
    "undone at no cost: points and moves return to what they were."
)
_DEAR_UNDO = N_(
    "Each move and each deal costs one point, a run brings 100. Up to 200 actions can be "
    "undone, each for one more point: what the action cost stays spent, and a run that comes "
    "back takes its 100 points with it."
)
_WINDOWS_UNDO = N_(
    "Each move costs one point, a run brings 100; a deal costs nothing and is no move. Any "
    "number of moves can be undone, but not what came before a deal or a finished run; an "
    "undo costs one point, gives nothing back and counts as a move."
)
_RULE_SETS = {
    "classic": (N_("Classic"), (_ONE_SUIT, _NO_EMPTY, _FREE_UNDO)),
    "relaxed": (N_("Relaxed"), (_ANY_SUITS, _NO_EMPTY, _FREE_UNDO)),
    "tavern-jack": (N_("Tavern Jack"), (_ONE_SUIT, _NO_EMPTY, _NO_WHOLE, _DEAR_UNDO)),
    "deal-anytime": (N_("Deal at any time"), (_ONE_SUIT, _OVER_EMPTY, _FREE_UNDO)),
    "windows": (N_("Windows"), (_ONE_SUIT, _NO_EMPTY, _WINDOWS_UNDO)),
}
_ABOUT = {
    _ONE_SUIT: "group",
    _ANY_SUITS: "group",
    _NO_EMPTY: "deal_over_empty",
    _OVER_EMPTY: "deal_over_empty",
}
"""The switch that a sentence is about: where a variant fixes it, its own text says what holds."""

_DIFFICULTIES = {1: N_("Easy"), 2: N_("Medium"), 3: N_("Tricky"), 4: N_("Hard")}


def variant_texts(language: str, variant: str) -> tuple[str, str]:
    """A variant's name and its rules in a few sentences."""
    name, text = _VARIANTS[variant]
    return _say(language, name), _say(language, text)


def rule_set_texts(language: str, rules: str, variant: Variant) -> tuple[str, str]:
    """A rule set's name, and what it says of this variant beyond the variant's own text."""
    name, sentences = _RULE_SETS[rules]
    said = [sentence for sentence in sentences if _is_open(_ABOUT.get(sentence), variant)]
    return _say(language, name), " ".join(_say(language, sentence) for sentence in said)


def _is_open(switch: str | None, variant: Variant) -> bool:
    """Whether the rule set decides this switch, and the variant has what it is about."""
    return switch not in variant.fixed and (switch != "deal_over_empty" or variant.stock > 0)


def difficulty(language: str, suits: int) -> str:
    """What a game with this many suits is called."""
    return _say(language, _DIFFICULTIES[suits])


def _say(language: str, text: str) -> str:
    return say(LANGUAGES[language], text, {})
