"""Races by real processes: `python -m tests.repository.races [COUNT]`, 400 sheets by default.

Clones submit at once, each for its seat, with other sheets each time: none may be lost, and none
may need more than 8 tries. A quarter as many turns are then made by two runs at once: one commit
each.
"""

from __future__ import annotations

import json
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.repository.clones import call, hub_of
from tests.repository.racing import at_once, sends, turns

__all__ = ["sheets_at_once", "turns_at_once"]

SEATS = ("usa", "western", "southern", "eastern")


def sheets_at_once(folder: Path, count: int) -> Counter[int]:
    """Has four clones submit so many sheets; returns how many needed how many tries."""
    match = folder / "m"
    made = call("new", "fortress-america-1986", match, "--scenario", "standard")
    assert made.exit_code == 0, made.output
    hub = hub_of(match, folder / "hub.git")
    each = count // len(SEATS)

    def player(seat: str) -> Callable[[], None]:
        clone = hub.clone(folder / seat)
        sheet = clone.writes(seat)
        text = json.loads(sheet.read_text())

        def work() -> None:
            tries = []
            for _ in range(each):
                sheet.write_text(json.dumps({**text, "blind": secrets.token_hex(32)}))
                sent = sends(clone.folder, sheet)
                tries.append([sheet.read_text(), sent.commit, sent.tries])
            (folder / f"{seat}.json").write_text(json.dumps(tries))

        return work

    at_once([player(seat) for seat in SEATS])
    found: Counter[int] = Counter()
    commits = set(hub.git("rev-list", "main").split())
    for seat in SEATS:
        for text, commit, tries in json.loads((folder / f"{seat}.json").read_text()):
            assert commit in commits, "a sheet was lost"
            assert hub.git("show", f"{commit}:inbox/{seat}/n0001.json") == text
            found[tries] += 1
    assert len(commits) == 4 * each + 1
    return found


def turns_at_once(folder: Path, count: int) -> int:
    """Has two runs at once take each of so many turns; returns how many were made."""
    taken, number = 0, 0
    while taken < count:
        number += 1
        match = folder / f"n{number}"
        assert call("new", "nine-fields", match).exit_code == 0
        hub = hub_of(match, folder / f"n{number}.git")
        clones = [hub.clone(folder / f"n{number}-{one}") for one in ("a", "b")]
        n = 0
        while taken < count:
            for clone in clones:
                clone.pulls()
            if not (awaited := clones[0].awaited):
                break
            clones[0].writes(awaited[0])
            clones[0].does("submit")
            at_once([partial(turns, clone.folder, match) for clone in clones])
            n, taken = n + 1, taken + 1
            assert len(hub.turns) == n, hub.turns
            assert len(hub.git("tag").split()) == 2 * n
        clones[0].pulls()
        assert call("verify", clones[0].folder).exit_code == 0
    return taken


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    with tempfile.TemporaryDirectory() as made:
        told = sheets_at_once(Path(made), wanted)
        print(f"{sum(told.values())} sheets, none lost; by tries: {dict(sorted(told.items()))}")
        assert max(told) <= 8
    with tempfile.TemporaryDirectory() as made:
        print(
            f"{turns_at_once(Path(made), wanted // 4)} turns by two runs at once, one commit each"
        )
