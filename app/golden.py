"""The golden game: a won game that the service replays before it says that it is ready."""

import json
from pathlib import Path

from engine.actions import parse_log
from engine.codes import parse_code, start
from engine.replay import replay

_FILE = Path(__file__).with_name("golden.json")


def replays_golden_game() -> bool:
    """Whether the golden game still ends as it did when it was recorded."""
    game = json.loads(_FILE.read_text("utf-8"))
    state, applied, violation, _ = replay(start(parse_code(game["code"])), parse_log(game["log"]))
    reached = {"status": state.status.value, "score": state.score, "moves": state.moves}
    return violation is None and applied == len(game["log"]) and reached == game["result"]
