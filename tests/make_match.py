"""Makes the example of a whole match again: python -m tests.make_match

The built-in player plays all seats of the standard scenario, from the set-up to the end, with a
secret that is no secret: so the same bytes come out each time, until a rule or the player changes.
Of the maps only a few are kept; `adjudicator map --n` draws all others.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from adjudicator.cli.shell import render_report
from adjudicator.core.sheet_writer import awaited_seats
from adjudicator.files.desk.new_match import new_match
from adjudicator.files.matches.match import Match
from adjudicator.files.pretty import pretty
from adjudicator.files.written.scenarios import find_scenario
from adjudicator.files.written.templates import sheet_of_player
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as GAME

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "fortress-america-1986-match"
NAME = "whole-match-3"
MAPS_EVERY = 8
"""Openings from one map that is kept to the next: two turns; the last map is kept too."""


def fixed(text: str) -> str:
    """Returns 32 bytes that look random and are not."""
    return sha256(f"{NAME}/{text}".encode()).hexdigest()


def played(folder: Path) -> Match:
    """Plays the match in a new folder, from the set-up to its end."""
    secrets = (fixed(f"secret/{number}") for number in range(100))
    match = new_match(
        folder, GAME, find_scenario(GAME, "standard").scenario, name=NAME, mode="referee",
        title="A whole match of the built-in player", render=render_report,
        make_secret=lambda: next(secrets),
    )  # fmt: skip
    while not match.saved.is_over:
        n = match.saved.n + 1
        match.adjudicate(
            [
                (
                    seat,
                    pretty(sheet_of_player(match.rules, match.saved, seat, fixed(f"{seat}/{n}"))),
                )
                for seat in awaited_seats(match.saved.pending)
            ]
        )
    return match


def kept(match: Match) -> dict[str, bytes]:
    """Returns what of a played match the example holds, by path."""
    files = {
        path.relative_to(match.folder).as_posix(): path.read_bytes()
        for pattern in ("log.jsonl", "match.json", "orders/*/*.json", "openings/*/report.txt")
        for path in sorted(match.folder.glob(pattern))
    }
    last = match.saved.n
    for opening in sorted((match.folder / "openings").iterdir()):
        n = int(opening.name[1:5])
        names = ["map.svg"] if n == last or (n and n % MAPS_EVERY == 2) else []
        names += ["report.html", "state.json"] if n == last else []
        for name in names:
            path = opening / name
            files[path.relative_to(match.folder).as_posix()] = path.read_bytes()
    return files


def main(folder: Path = EXAMPLE) -> None:
    """Writes the example; its README stays."""
    for name in ("openings", "orders"):
        shutil.rmtree(folder / name, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        files = kept(played(Path(work) / "match"))
    for name, raw in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    size = sum(len(raw) for raw in files.values())
    sys.stdout.write(f"{len(files)} files, {size // 1024} KB in {folder}\n")


if __name__ == "__main__":
    main()
