"""Makes the examples of whole matches again: python -m tests.make_match [FOLDER...]

The built-in player plays all seats, from the set-up to the end, with a secret that is no secret: so
the same bytes come out each time, until a rule or the player changes. The report of every opening
is kept in reports/ and a few maps in maps/, as they lay in now/ when the opening was the newest:
`adjudicator report --n` and `map --n` make them all. The matches were made before the amended rules
of the dice protocol, as sheets of persons, and stay so: logs of that kind must stay sound.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.texts import render_report
from adjudicator.core.sheet_writer import awaited_seats
from adjudicator.documents.printed import pretty
from adjudicator.documents.scenarios import find_scenario
from adjudicator.documents.templates import sheet_of_player
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from adjudicator.registry import by_name

__all__ = ["WHOLE_MATCHES", "WholeMatch", "kept", "made", "played"]

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


class WholeMatch(NamedTuple):
    """An example of a whole match."""

    folder: str
    """Its folder under examples/."""
    game: str
    scenario: str
    name: str
    """The name of the match; its secrets and dice follow from it."""
    maps_every: int
    """Openings from one map that is kept to the next: two turns; the last map is kept too."""

    @property
    def path(self) -> Path:
        """Returns the folder."""
        return EXAMPLES / self.folder

    def fixed(self, text: str) -> str:
        """Returns 32 bytes that look random and are not."""
        return sha256(f"{self.name}/{text}".encode()).hexdigest()


WHOLE_MATCHES = (
    WholeMatch(
        "fortress-america-1986-match", "fortress-america-1986", "standard", "whole-match-3",
        maps_every=8,
    ),
    WholeMatch(
        "fortress-america-2012-match", "fortress-america-2012", "standard", "ten-turns-12",
        maps_every=8,
    ),
    WholeMatch(
        "galactic-conquest-match", "galactic-conquest", "three", "three-seats-1", maps_every=6
    ),
    WholeMatch("nine-fields-match", "nine-fields", "standard", "nine-fields-3", maps_every=8),
    WholeMatch("stratix-match", "stratix", "skirmish", "skirmish-40", maps_every=8),
    WholeMatch(
        "invasion-america-match", "invasion-america", "three-pronged-invasion", "eight-turns-1",
        maps_every=32,
    ),
)  # fmt: skip


def made(whole: WholeMatch, folder: Path) -> Match:
    """Begins the match in a new folder; its dice are the same each time."""
    game = by_name()[whole.game]
    secrets = (whole.fixed(f"secret/{number}") for number in range(100))
    return new_match(
        folder, game, find_scenario(game, whole.scenario).scenario, name=whole.name,
        mode="referee", title="A whole match of the built-in player", render=render_report,
        make_secret=lambda: next(secrets), amended=False,
    )  # fmt: skip


def played(whole: WholeMatch, folder: Path) -> tuple[Match, dict[str, bytes]]:
    """Plays the match in a new folder, from the set-up to its end.

    Returns it, and by path the reports and maps that the example keeps of its openings.
    """
    match = made(whole, folder)
    told = _told(whole, match)
    while not match.saved.is_over:
        n = match.saved.n + 1
        match.adjudicate([(seat, _sheet(whole, match, seat, n)) for seat in _awaited(match)])
        told |= _told(whole, match)
    return match, told


def _told(whole: WholeMatch, match: Match) -> dict[str, bytes]:
    """Returns what is kept of the newest opening."""
    now, n, views = match.folder / "now", match.saved.n, match.views
    told = {f"reports/{views}.txt": (now / "report.txt").read_bytes()}
    if n and (n % whole.maps_every == 2 or match.saved.is_over):
        told[f"maps/{views}.svg"] = (now / "map.svg").read_bytes()
    return told


def _awaited(match: Match) -> tuple[str, ...]:
    return awaited_seats(match.saved.pending)


def _sheet(whole: WholeMatch, match: Match, seat: str, n: int) -> bytes:
    blind = whole.fixed(f"{seat}/{n}")
    return pretty(sheet_of_player(match.rules, match.saved, seat, blind))


def kept(match: Match, told: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns what of a played match the example holds, by path."""
    return dict(told) | {
        path.relative_to(match.folder).as_posix(): path.read_bytes()
        for pattern in ("log.jsonl", "match.json", "orders/*/*.json", "now/*")
        for path in sorted(match.folder.glob(pattern))
    }


def make(whole: WholeMatch) -> None:
    """Writes an example; its README stays."""
    folder = whole.path
    for name in ("maps", "now", "orders", "reports"):
        shutil.rmtree(folder / name, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        files = kept(*played(whole, Path(work) / "match"))
    for name, raw in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    size = sum(len(raw) for raw in files.values())
    sys.stdout.write(f"{len(files)} files, {size // 1024} KB in {folder}\n")


def main() -> None:
    """Writes the examples that are named, by folder or path, or all of them."""
    named = [Path(one).name for one in sys.argv[1:]]
    unknown = {*named} - {whole.folder for whole in WHOLE_MATCHES}
    if unknown:
        sys.exit(f"no example of a whole match: {', '.join(sorted(unknown))}")
    for whole in WHOLE_MATCHES:
        if not named or whole.folder in named:
            make(whole)


if __name__ == "__main__":
    main()
