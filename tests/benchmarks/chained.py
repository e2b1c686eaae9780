"""A turn of 30 chained invasions as one process: python -m tests.benchmarks.chained [RUNS]

One order of Galactic Conquest leads an army over 30 planets, each attack under the capture before
it; the process writes the log, maps and reports of everybody and of each seat.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from adjudicator.api.texts import render_report
from adjudicator.audit.automatic import header_for
from adjudicator.core.game import Scenario
from adjudicator.core.values import canonical
from adjudicator.documents.maps import map_files_of
from adjudicator.documents.scenarios import find_scenario
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST as GAME
from adjudicator.games.galactic_conquest.chart import Chart
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import new_match
from tests.benchmarks.clock import Ran, medians, run

__all__ = ["LINKS", "measure"]

LINKS = 30
"""Planets that the army takes."""
MASTER = "5a" * 32


def _route(chart: Chart) -> tuple[str, ...]:
    """Returns so many planets and one more, each beside the one before, none twice."""
    routes: list[tuple[str, ...]] = [(planet,) for planet in chart.planets]
    while routes:
        route = routes.pop()
        if len(route) == LINKS + 1:
            return route
        routes += [(*route, far) for far in chart.neighbours(route[-1]) if far not in route]
    raise AssertionError("the map has no such route")


def chained_match(folder: Path) -> tuple[Match, bytes]:
    """Returns a match that awaits the turn, and the sheet."""
    shipped = find_scenario(GAME, "two").scenario
    chart = Chart.model_validate_json(map_files_of(GAME, shipped)["map.json"])
    route = _route(chart)
    here, there = shipped.seats
    start = {
        "planets": {route[0]: {"seat": here, "troops": 400}},
        "others": {"seat": there, "troops": 3},
        "seat": here,
    }
    document = {**shipped.to_json(), "start": start}
    match = new_match(
        folder, GAME, Scenario.model_validate_json(canonical(document)), name="chained",
        mode="referee", title="Chained", render=render_report, make_secret=lambda: MASTER,
    )  # fmt: skip
    follows: list[Any] = []
    for origin, target in zip(route[-2::-1], route[:0:-1], strict=True):
        until = {"captured": True}
        order = {"order": "invade", "from": origin, "to": target, "until": until}
        follows = [{**order, "move": "all", "then": follows}]
    orders = {"place": [{"order": "place", "count": 3, "in": route[0]}], "invade": follows}
    header = header_for(match.saved, here)
    return match, json.dumps({**header, "blind": MASTER, "orders": orders}).encode()


def measure(runs: int, *, compiled: bool = True) -> Ran:
    """Returns what a process takes that adjudicates the turn: the medians of several."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        match, sheet = chained_match(place / "match")
        (place / "sheet.json").write_bytes(sheet)
        out, taken = place / "out", list[Ran]()
        words = ["-m", "adjudicator", "adjudicate", str(match.folder), str(place / "sheet.json")]
        # The first run leaves the compiled modules and does not count.
        for _ in range(runs + 1):
            shutil.rmtree(out, ignore_errors=True)
            taken.append(run([*words, "--out", str(out)], place / "py" if compiled else None,
                             ends=(0, 3)))  # fmt: skip
    return medians(taken[1:])


def main(runs: int) -> None:
    """Prints what the process takes."""
    took = measure(runs)
    print(
        f"a turn of {LINKS} chained invasions: {took.cpu_ms:.0f} ms of CPU, "
        f"{took.wall_ms:.0f} ms of wall time, {took.peak_mb:.0f} MB at its peak"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
