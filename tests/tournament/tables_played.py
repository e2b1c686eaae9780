"""A table event to its end: eight players at fours, by the built-in player (minutes).

    python -m tests.tournament.tables_played ROUNDS

plays Galactic Conquest for four, from the first file to the last standings, verifies every log, and
tells the standings.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from adjudicator.api.match import open_match
from adjudicator.tournament.deciding import gather_results
from adjudicator.tournament.facts import standings_of
from adjudicator.tournament.folder import open_event
from tests.tournament.cup import NOW, cup, play, started


def main(rounds: int) -> None:
    """Plays the event."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "cup"
        cup(folder, [f"Player {number}" for number in range(1, 9)], game="galactic-conquest",
            scenario="four", dice={}, format={"kind": "tables", "rounds": rounds},
            scoring={"kind": "places", "points": ["10", "4", "1"]},
            tie_breaks=["opponents", "points", "lot"])  # fmt: skip
        for number in range(1, rounds + 1):
            event = started(folder)
            paired = event.started[-1]
            print(f"  open {gathered.open}, unread {dict(gathered.unread)}", flush=True)
        for row in standings_of(open_event(folder)).rows:
            print(row.place, row.player, row.score, *row.tie_breaks)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
