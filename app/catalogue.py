"""Names and texts of variants, rule sets and difficulties, by their ids."""

from app.languages import LANGUAGES
from app.texts import N_, say

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
}
_RULE_SETS = {
    "classic": (
        N_("Classic"),
        N_(
            "Cards move together only if they are of one suit and in sequence. A row can be dealt "
            "only while no column is empty. Each move and each deal costs one point, a run brings "
            "100. The last 100 actions can be undone at no cost: points and moves return to what "
            "they were."
        ),
    ),
    "relaxed": (
        N_("Relaxed"),
        N_(
            "Cards in sequence move together even if their suits differ; a run still leaves only "
            "if it is of one suit. All else is as in the classic rules: a row is dealt only while "
            "no column is empty, and the last 100 actions can be undone at no cost."
        ),
    ),
    "tavern-jack": (
        N_("Tavern Jack"),
        N_(
            "As in the classic rules, cards move together only if they are of one suit, and a row "
            "is dealt only while no column is empty. A whole column does not move to an empty one. "
            "Up to 200 actions can be undone, each for one more point: what the action cost stays "
            "spent, and a run that comes back takes its 100 points with it."
        ),
    ),
}
_DIFFICULTIES = {1: N_("Easy"), 2: N_("Medium"), 4: N_("Hard")}


def variant_texts(language: str, variant: str) -> tuple[str, str]:
    """A variant's name and its rules in a few sentences."""
    name, text = _VARIANTS[variant]
    return _say(language, name), _say(language, text)


def rule_set_texts(language: str, rules: str) -> tuple[str, str]:
    """A rule set's name and what is special about it."""
    name, text = _RULE_SETS[rules]
    return _say(language, name), _say(language, text)


def difficulty(language: str, suits: int) -> str:
    """What a game with this many suits is called."""
    return _say(language, _DIFFICULTIES[suits])


def _say(language: str, text: str) -> str:
    return say(LANGUAGES[language], text, {})
