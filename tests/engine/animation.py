"""What a frontend does with events: it moves cards about, and never compares two states."""

from typing import Any

from engine.events import Event

Shown = dict[str, Any]
Place = int | str


class Screen:
    """The table as a frontend draws it, from one state and the events since."""

    def __init__(self, shown: Shown) -> None:
        self.status = shown["status"]
        self.score = shown["score"]
        self.stock = shown["stock"]["cards"]
        self.runs = [*shown["runs"]]
        self.hidden = [column["hidden"] for column in shown["columns"]]
        self.piles: dict[Place, list[str]] = {
            index: [*column["cards"]] for index, column in enumerate(shown["columns"])
        }
        for index, card in enumerate(shown.get("cells", ())):
            self.piles[f"c{index}"] = [card] if card else []
        for index, cards in enumerate(shown.get("reserve", ())):
            self.piles[f"r{index}"] = [*cards]

    def animate(self, event: Event) -> None:
        """Show one event."""
        back = event.get("back", False)
        match event["type"]:
            case "move":
                self._move(event, back)
            case "deal":
                self._deal(event, back)
            case "flip":
                self._flip(event, back)
            case "run":
                self._run(event, back)
            case "score":
                self.score += event["delta"]
                assert self.score == event["score"]
            case "won" | "resigned" as status:
                self.status = status
            case other:
                assert other == "undo"

    def _move(self, event: Event, back: bool) -> None:
        from_, to = (event["to"], event["from"]) if back else (event["from"], event["to"])
        self._lift(from_, event["cards"])
        self.piles[to] += event["cards"]

    def _deal(self, event: Event, back: bool) -> None:
        if back:
            for column in event["columns"]:
                self.piles[column].pop()
            self.stock += len(event["columns"])
            return
        for dealt in event["cards"]:
            self.piles[dealt["column"]].append(dealt["card"])
        self.stock -= len(event["cards"])

    def _flip(self, event: Event, back: bool) -> None:
        column = event["column"]
        if back:
            assert len(self.piles[column]) == 1
            assert "card" not in event
        else:
            assert not self.piles[column]
        self.hidden[column] += 1 if back else -1
        self.piles[column] = [] if back else [event["card"]]

    def _run(self, event: Event, back: bool) -> None:
        assert len(event["cards"]) == 13
        if back:
            self.piles[event["column"]] += event["cards"]
            self.runs.pop()
        else:
            self._lift(event["column"], event["cards"])
            self.runs.append(event["cards"][0][1])

    def _lift(self, place: Place, cards: list[str]) -> None:
        assert self.piles[place][-len(cards) :] == cards
        del self.piles[place][-len(cards) :]
