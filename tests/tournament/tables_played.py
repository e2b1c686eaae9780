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
        scoring = {"kind": "places", "points": ["10", "4", "1"]}
        cup(folder, [f"Player {number}" for number in range(1, 9)], game="galactic-conquest",
            scenario="four", dice={}, format={"kind": "tables", "rounds": rounds}, scoring=scoring,
            tie_breaks=["opponents", "points", "lot"])  # fmt: skip
        for number in range(1, rounds + 1):
            event = started(folder)
            paired = event.started[-1]
            print(f"round {number}: cost {paired.cost}, bound {paired.bound}")
            play(folder, most=500)
            gathered = gather_results(folder, now=NOW)
            for one in gathered.results:
                with open_match(event.match_folder(one.match), read_only=True) as match:
                    sound, openings = match.verify().is_sound, match.n
                places = {scored.player: scored.place for scored in one.players}
                print(f"  {one.match}: {openings} openings, sound {sound}; {places}")
            print(f"  open {gathered.open}, unread {dict(gathered.unread)}", flush=True)
        for row in standings_of(open_event(folder)).rows:
            print(row.place, row.player, row.score, *row.tie_breaks)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
