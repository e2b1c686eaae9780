"""The automatic sheets of every game's example match: python -m tests.automatic_sheets

Their hashes are in turn keys, and every full audit writes them again (TFD1 3.10 [A8]): a release in
which the built-in player or `template` writes another sheet under the same `rules_version` would
refute matches that are honest. So the hashes are kept with the version; writing them anew is
refused while a hash has changed and the version has not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.audit import log
from adjudicator.audit.automatic import BUILT_IN, DEFAULT, Automatic
from adjudicator.audit.opening import SavedMatch, first_match
from adjudicator.audit.replay import replay
from adjudicator.core.sheet_writer import awaited_seats
from adjudicator.documents.offers import rules_of
from adjudicator.registry import by_name
from tests.make_match import WHOLE_MATCHES, WholeMatch

__all__ = ["KEPT", "hashes_of", "unraised", "written"]

KEPT = Path(__file__).with_name("automatic_sheets.json")
EVERY = 4
"""Openings from one position that is looked at to the next; the first is the start."""


def hashes_of(whole: WholeMatch) -> dict[str, Any]:
    """Returns the automatic sheets of an example: by opening, awaited seat and writer, the hash."""
    read = log.parse_log((whole.path / "log.jsonl").read_bytes())
    rules = rules_of(read.genesis, by_name())
    end = read.lines[-1].payload
    hidden = end.hidden if isinstance(end, log.End) else None
    replayed = replay(rules, read, hidden=hidden)
    assert not replayed.problems, replayed.problems

    def positions() -> Iterator[SavedMatch]:
        yield first_match(rules, read.genesis, read.lines[0].head)
        yield from (opening.saved for opening in replayed.openings)

    found = {}
    for saved in positions():
        if saved.n % EVERY == 0 and not saved.is_over:
            automatic = Automatic(rules, saved, hidden)
            found[str(saved.n)] = {
                seat: {by: automatic.hash(seat, by) for by in (BUILT_IN, DEFAULT)}
                for seat in awaited_seats(saved.pending)
            }
    return {"rules_version": rules.game.rules_version, "sheets": found}


def written() -> dict[str, Any]:
    """Returns the hashes of all games, by game."""
    return {whole.game: hashes_of(whole) for whole in WHOLE_MATCHES}


def unraised(now: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """Returns the games whose automatic sheets are others under the rules version of before."""
    return sorted(
        game
        for game, said in kept.items()
        if game in now and said != now[game] and said["rules_version"] == now[game]["rules_version"]
    )


def main() -> None:
    """Writes the hashes anew, unless a rules version should be raised first."""
    now = written()
    kept = json.loads(KEPT.read_bytes()) if KEPT.exists() else {}
    games = unraised(now, kept)
    if games:
        sys.exit(f"raise the rules_version of {', '.join(games)}: other automatic sheets come out")
    KEPT.write_text(json.dumps(now, indent=1) + "\n")


if __name__ == "__main__":
    main()
