"""What a turn, a start and an audit may cost, beside what they are held against, in one run:
python -m tests.benchmarks.budgets [RUNS]

Medians of at least eleven runs, taken in turn with their anchors, so that each meets the same load.
The anchors: a bare start of Python; a typer command with one pydantic model and one schema; the
hashing that the dice of a log need.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from itertools import count, pairwise
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import adjudicator
from tests.benchmarks import append, turn, verify
from tests.benchmarks.clock import Ran, cpu_ms, medians, run, side_by_side

__all__ = ["Row", "Size", "big_chart", "rows"]

EXAMPLE = "examples/fortress-america-1986"
ANCHOR = """\
import json
from pathlib import Path
import jsonschema, pydantic, typer
class Sheet(pydantic.BaseModel):
    t: str
    n: int
    player: str
    orders: dict
app = typer.Typer()
@app.command()
def check(sheet: Path, schema: Path, as_json: bool = False) -> None:
    document = json.loads(sheet.read_bytes())
    jsonschema.validate(document, json.loads(schema.read_bytes()))
    typer.echo(f"{Sheet.model_validate(document).player}: good")
app()
"""
"""A command as anybody writes it with the same libraries, which judges the same sheet."""


class Row(NamedTuple):
    """One line of the table."""

    what: str
    now: str
    budget: str
    beside: str
    """The anchor, measured in the same run."""


class Size(NamedTuple):
    """How much is run."""

    runs: int = 11
    rolls: int = 10_000
    openings: int = 5_000
    told: int = 10_000
    """Openings of the match that is played, at most."""
    planets: int = 1_000
    compiled: bool = True


def big_chart(planets: int) -> dict[str, object]:
    """Returns a map.json with so many planets, in rows of forty, each lying a little aside."""
    placed = {}
    for number in range(planets):
        digest = sha256(f"planet {number}".encode()).digest()
        column, row = number % 40, number // 40
        placed[f"p{number:04}"] = {
            "name": f"Colony {number}",
            "region": f"r{column // 10}",
            "at": [column * 50 + digest[0] % 30, row * 50 + digest[1] % 30],
        }
    names = [*placed]
    pairs = [(one, two) for one, two in pairwise(names) if int(two[1:]) % 40]
    pairs += [(one, two) for one, two in zip(names, names[40:], strict=False)]
    return {
        "format": 1,
        "map": "big",
        "title": "Big",
        "regions": {f"r{number}": {"name": f"R{number}", "bonus": 3} for number in range(4)},
        "planets": placed,
        "lanes": [{"between": [*pair], "kind": "border"} for pair in sorted(pairs)],
    }


# -- whole processes ------------------------------------------------------------------------------


def _starts(size: Size, folder: Path) -> Iterator[Row]:
    """Yields what starts cost."""
    anchor = folder / "anchor.py"
    anchor.write_text(ANCHOR)
    sheet = f"{EXAMPLE}/western.json"
    program = ["-m", "adjudicator"]
    galactic, numbers = _galactic(folder), count()

    def fresh() -> str:
        return str(folder / f"copy-{next(numbers)}")

    commands = {
        "bare": ["-c", "pass"],
        "anchor": [str(anchor), sheet, "schemas/fortress-america-1986/sheet.json"],
        "check": [*program, "check", f"{EXAMPLE}/before", sheet],
        "games": [*program, "games"],
        "turn": [*program, "adjudicate", str(galactic), "--play", "all"],
    }
    taken: dict[str, list[Ran]] = {name: [] for name in commands}
    compiled = folder / "compiled" if size.compiled else None
    for _ in range(size.runs + 1):  # The first of each leaves the compiled modules.
        commands["turn"] = [*commands["turn"][:4], "--play", "all", "--out", fresh()]
        for name, words in commands.items():
            taken[name].append(run(words, compiled, ends=(0, 3)))
    found = {name: medians(listed[1:]).cpu_ms for name, listed in taken.items()}
    beside = f"a typer command with one model and one schema: {found['anchor']:.0f} ms"
    ratio = found["check"] / found["anchor"]
    yield Row("`check MATCH SHEET`", f"{ratio:.2f} x ({found['check']:.0f} ms)", "0.8 x", beside)
    ratio = found["games"] / found["check"]
    yield Row("`games`", f"{ratio:.2f} x `check`", "1 x", f"`check`: {found['check']:.0f} ms")
    beside = f"a bare start: {found['bare']:.0f} ms"
    yield Row("`adjudicate`, a Galactic turn", f"{found['turn']:.0f} ms", "420 ms", beside)


def _galactic(folder: Path) -> Path:
    """Returns a match of Galactic Conquest that awaits a player-turn."""
    place = folder / "galactic"
    match = adjudicator.prepare_match("galactic-conquest", "three").make(place, name="galactic")
    for _ in range(4):
        match.adjudicate(play=match.seats)
    return place


def _charts(size: Size, folder: Path) -> Iterator[Row]:
    chart = folder / "big.json"
    chart.write_text(json.dumps(big_chart(size.planets)))
    command = ["-m", "adjudicator", "new", "galactic-conquest", str(folder / "big"), "--scenario",
               "two", "--map", str(chart), "--option", "troops=400"]  # fmt: skip
    (ran,) = side_by_side({"new": command}, None, 1)["new"]
    what = f"`new` on {size.planets:,} planets"
    yield Row(what, f"{ran.cpu_ms / 1000:.1f} s", "3 s", "")


# -- in process -----------------------------------------------------------------------------------


def _turns(size: Size, folder: Path) -> Iterator[Row]:
    """Yields what a large turn costs, with all that is written."""
    large = turn.turn_of_the_usa(folder / "large")
    bare = side_by_side({"bare": ["-c", "pass"]}, None, size.runs)["bare"]
    start = medians(bare).cpu_ms
    steps = turn.measure(large, size.runs)
    whole = statistics.median(steps["whole turn, files written"])
    orders = turn.orders_of(large)
    what = f"a turn of {orders} orders, with all that is written"
    beside = f"a bare start: {start:.1f} ms"
    yield Row(what, f"{whole / start:.1f} bare starts ({whole:.0f} ms)", "5", beside)
    rules = statistics.median(steps["sheet, rules, dice, log lines"])
    each = rules * 1000 / orders
    yield Row("each of its orders: sheet, rules, dice, log", f"{each:.0f} us", "100 us", beside)


@contextmanager
def _counted() -> Iterator[list[int]]:
    """Counts the syncs of a block."""
    found: list[int] = []
    with patch.object(os, "fsync", found.append), patch.object(os, "fdatasync", found.append):
        yield found


def _syncs(folder: Path) -> Iterator[Row]:
    most = 0
    for game, scenario in (("fortress-america-1986", "standard-2"), ("galactic-conquest", "three")):
        match = adjudicator.prepare_match(game, scenario).make(folder / f"sync-{game}", name="m")
        for _ in range(4):
            with _counted() as syncs:
                match.adjudicate(play=match.seats)
            most = max(most, len(syncs))
    yield Row("syncs of a turn, at most", str(most), "4", "")


def _kept(size: Size, folder: Path) -> Iterator[Row]:
    """Yields what a whole match leaves in its folder, and what it takes to tell of an opening."""
    match = adjudicator.prepare_match("stratix", "skirmish").make(folder / "kept", name="kept")
    while not match.is_over and match.n < size.told:
        match.adjudicate(play=match.seats)
    files = [path for path in match.folder.rglob("*") if path.is_file()]
    megabytes = sum(path.stat().st_size for path in files) / 1e6
    log = (match.folder / "log.jsonl").stat().st_size / 1e6
    what = f"the folder of a Stratix match of {match.n} openings"
    now = f"{megabytes:.1f} MB, {len(files)} files"
    yield Row(what, now, "log, sheets, save, one set of views", f"its log: {log:.2f} MB")
    times: dict[int, list[float]] = {2: [], match.n - 1: []}
    for _ in range(size.runs):
        for n, listed in times.items():
            listed.append(cpu_ms(partial(_told, match.folder, n)))
    first, last = (statistics.median(listed) for listed in times.values())
    beside = f"of opening 2: {first:.0f} ms"
    what = f"`report --n` of opening {match.n - 1} of them"
    yield Row(what, f"{last / first:.2f} x ({last:.0f} ms)", "as long as of opening 2", beside)


def _told(folder: Path, n: int) -> object:
    return adjudicator.open_log(folder).report(n=n, pictures=False)


def _audits(size: Size, folder: Path) -> Iterator[Row]:
    """Yields what audits cost."""
    dice = verify.measure(size.rolls, size.runs, compiled=size.compiled)
    hashed = statistics.median(cpu_ms(_hashing(size.rolls)) for _ in range(size.runs))
    took = dice.ran["verify --dice-only"].cpu_ms
    what = f"the dice of {size.rolls:,} rolls, whole process"
    beside = f"their hashing alone: {hashed:.0f} ms; in process {dice.function_ms:.0f} ms"
    yield Row(what, f"{took / 1000:.2f} s, {took / hashed:.0f} x the hashing", "0.15 s", beside)
    (long,) = append.long_matches(folder, (size.openings,))
    command = ["-c", _VERIFIES, str(long)]
    ran = side_by_side({"verify": command}, None, 1)["verify"][0]
    now = f"{ran.cpu_ms / 1000:.1f} s, {ran.peak_mb:.0f} MB"
    yield Row(f"`verify` of {size.openings:,} openings", now, "4 s, 100 MB", "")


_VERIFIES = """
import sys
from adjudicator import registry, verify
from tests.core.toy import TOY
from tests.registered import registered
registry.GAMES = registered(TOY)
assert verify(sys.argv[1]).is_sound
"""


def _hashing(rolls: int) -> Callable[[], None]:
    """Returns the hashing that the dice of so many rolls need: three draws each, two hashes a draw,
    and one of the line."""

    def hashing() -> None:
        for number in range(rolls):
            line = sha256(b"%d" % number).digest()
            for _ in range(3):
                sha256(sha256(line).digest()).digest()

    return hashing


def rows(size: Size) -> list[Row]:
    """Returns the table."""
    parts: Mapping[str, Callable[[Path], Iterator[Row]]] = {
        "starts": lambda folder: _starts(size, folder),
        "charts": lambda folder: _charts(size, folder),
        "turns": lambda folder: _turns(size, folder),
        "syncs": _syncs,
        "kept": lambda folder: _kept(size, folder),
        "audits": lambda folder: _audits(size, folder),
    }
    found: list[Row] = []
    for part in parts.values():
        with tempfile.TemporaryDirectory() as folder:
            found += part(Path(folder))
    return found


def main(runs: int) -> None:
    """Prints the table."""
    print("| what (CPU time) | now | budget | beside it in the same run |")
    print("|---|---|---|---|")
    for row in rows(Size(runs=runs)):
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 11)
