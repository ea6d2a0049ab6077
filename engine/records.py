"""The undo stack's records: for each action one whole number, which says what it did.

The constants are the places of its parts, in bits. `COUNT`, `FROM` and `TO` are a move's cards and
piles (`FROM` is a take's column too); `FLIP` says that a card turned up where the cards came from;
`RUNS` is how many runs left, `COST` the points paid, `DRAWN` how many cards the stock gave, and
`COLUMNS` a bit for each column that they were dealt to.
"""

COUNT = 0
FROM = 7
TO = 12
KIND = 17
FLIP = 19
RUNS = 20
COST = 26
DRAWN = 34
COLUMNS = 40

MOVE, DEAL, TAKE = range(3)
"""The kinds of actions that can be undone."""

FLIPPED = 128
"""In `State.left_from`: a card turned up below the run."""
