"""Four clones and a referee to the end of turn 2: `python -m tests.repository.four_clones`.

Fortress America, four seats, one bare repository; players use `template`, `git submit` and
`git pull`, the referee `git turn`. Everything is verified at the end.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from tests.repository.clones import Clone, Hub, call, hub_of

__all__ = ["Table", "play"]

SEATS = ("usa", "western", "southern", "eastern")


class Table:
    """A match of four seats, each with a clone, and the referee's clone."""

    def __init__(self, folder: Path) -> None:
        self.match = folder / "m"
        made = call("new", "fortress-america-1986", self.match, "--scenario", "standard")
        assert made.exit_code == 0, made.output
        self.hub: Hub = hub_of(self.match, folder / "hub.git")
        self.seats = {seat: self.hub.clone(folder / seat) for seat in SEATS}
        self.referee: Clone = self.hub.clone(folder / "referee")

    def opening(self) -> str:
        """Plays one opening; returns what `git turn` said of it."""
        self.referee.pulls()
        for seat in self.referee.awaited:
            clone = self.seats[seat]
            clone.pulls()
            clone.writes(seat)
            clone.does("submit")
        return self.referee.does("turn", "--secret", self.match)

    @property
    def turn(self) -> str:
        """The player-turn that is awaited."""
        self.referee.pulls()
        told = json.loads(call("status", self.referee.folder, "--json").stdout)
        return str(told["turn"])


def play(folder: Path, until: str, most: int) -> Table:
    """Plays until a player-turn begins, or so many openings; then all clones have the same."""
    table = Table(folder)
    for n in range(1, most + 1):
        said = table.opening()
        assert f"opening {n}: " in said, said
        if table.turn.startswith(until):
            break
    logs = set()
    for clone in table.seats.values():
        clone.pulls()
        assert clone.git("status", "--short") == ""
        logs.add((clone.folder / "log.jsonl").read_bytes())
    assert len(logs) == 1
    verified = call("verify", clone.folder)
    assert verified.exit_code == 0, verified.output
    return table


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        played = play(Path(made), "turn-3", 200)
        print(*played.hub.turns, sep="\n")
        print(played.hub.git("count-objects", "-vH"))
