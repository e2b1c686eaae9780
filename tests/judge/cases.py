"""Every rule case in WebAssembly, all examples in the page: `python -m tests.judge.cases`.

The cases run in Node; `check`, `adjudicate` and `verify` of the examples, and of a match of each
game, in the page in Chromium. All of it is held against the command.

Prints figures; ends with 1 where anything differs. Needs `ADJUDICATOR_JUDGE` (see parts.py), node,
Chromium and playwright. Takes some minutes.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic  # noqa: TID251 - the time is what is measured
from typing import TYPE_CHECKING, Any

from adjudicator.judge import assembly
from adjudicator.judge.assembly import judge_page
from adjudicator.judge.pins import PYODIDE, WHEELS
from tests.audit.chromium import find_chromium
from tests.judge.driver import Judge, Said, natively, unzipped, zipped
from tests.judge.parts import PARTS, found_parts

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SCENARIOS = {
    "nine-fields": (), "stratix": ("--scenario", "skirmish"),
    "galactic-conquest": ("--scenario", "two"),
    "fortress-america-1986": (), "fortress-america-2012": (),
    "invasion-america": ("--scenario", "three-pronged-invasion"),
}  # fmt: skip
"""By game, how a match of it is begun that is played here."""
WHOLE = ("nine-fields", "stratix", "galactic-conquest")
"""Games whose match is played to its end; of the others the first openings."""


def _in_node(pyodide: Path, wheels: Path, folder: Path) -> bool:
    """Runs the rule cases; whether all hold."""
    for name in (*(pin.file for pin in PYODIDE), "pyodide.mjs"):
        shutil.copy(pyodide / name, folder)
    files = assembly.pinned((WHEELS, wheels))
    (folder / "libraries.zip").write_bytes(assembly.archive(assembly.libraries(files)))
    (folder / "adjudicator.zip").write_bytes(assembly.archive(dict(assembly.own_files())))
    cases = folder / "desk" / "cases"
    shutil.copytree(ROOT / "tests" / "cases", cases)
    games = sorted(path.name for path in cases.iterdir() if path.is_dir())
    asked = json.dumps([["case", f"cases/{game}"] for game in games])
    script = Path(__file__).with_name("node.mjs")
    done = subprocess.run(
        ["node", str(script), str(folder)], input=asked.encode(), stdout=subprocess.PIPE, check=True
    )
    found = json.loads(done.stdout)
    print(f"node: Python and the package were there after {found['started']:.1f} s")
    holds = 0
    fine = True
    for game, answer in zip(games, found["answers"], strict=True):
        text = "".join(part for _, part in answer["printed"])
        held = sum(line.startswith("holds  ") for line in text.splitlines())
        native = natively(folder / "desk", "case", f"cases/{game}")
        same = native == (answer["code"], text)
        told = "the same text as natively" if same else "ANOTHER TEXT than natively"
        print(f"node: {game}: {held} cases hold in {answer['seconds']:.1f} s; {told}")
        holds += held
        fine = fine and same and answer["code"] == 0
    print(f"node: {holds} rule cases hold")
    return fine


class _Told:
    """What the page was asked beside the command, and how long it took."""

    def __init__(self) -> None:
        self.same = 0
        self.other: list[str] = []
        self.seconds: dict[str, list[float]] = {}

    def hold(self, judge: Judge, folder: Path, *argv: str) -> Said:
        """Runs a command in the page and natively, and holds them against each other."""
        before = monotonic()
        said = judge.run(*argv)
        self.seconds.setdefault(argv[0], []).append(monotonic() - before)
        self.note(said == natively(folder, *argv), " ".join(argv))
        return said

    def note(self, is_same: bool, what: str) -> None:
        """Counts what is the same, and names what is not."""
        if is_same:
            self.same += 1
        else:
            self.other.append(what)
            print(f"chromium: DIFFERS: {what}")


def _in_chromium(page: Path, folder: Path, browser: Browser) -> bool:
    judge = Judge(browser, page.as_uri())
    ready = judge.ready()
    first = EXAMPLES / "fortress-america-1986"
    judge.take(first / "before" / "now" / "state.json", first / "western.json")
    assert judge.said.code == 0
    print(f"chromium: ready after {ready:.1f} s, the first answer after {judge.seconds():.1f} s")
    told = _Told()
    shutil.copytree(first / "before", folder / "before")
    judge.drop("before.zip", zipped(folder / "before"))
    for name in ("western.json", "rolls.json"):
        shutil.copy(first / name, folder)
        judge.take(folder / name)
    told.hold(judge, folder, "check", "before", "western.json")
    told.hold(judge, folder, "adjudicate", "before", "western.json", "--rolls", "rolls.json",
              "--out", "after")  # fmt: skip
    told.note(unzipped(judge.saved("after")) == unzipped(zipped(folder / "after")), "files: after")
    for log in sorted(EXAMPLES.glob("*/log.jsonl")):
        name = f"{log.parent.name}.jsonl"
        shutil.copy(log, folder / name)
        judge.drop(name, log.read_bytes())
        told.hold(judge, folder, "verify", name)
    for game in SCENARIOS:
        _play(told, judge, folder, game)
    for _ in range(20):
        told.hold(judge, folder, "check", "before/now/state.json", "western.json")
    judge.close()
    for name, seconds in told.seconds.items():
        print(f"chromium: {name}: {len(seconds)} runs, median {statistics.median(seconds):.2f} s, "
              f"most {max(seconds):.2f} s")  # fmt: skip
    print(f"chromium: {told.same} results as natively, byte for byte; {len(told.other)} not")
    return not told.other


def _play(told: _Told, judge: Judge, folder: Path, game: str) -> None:
    """Plays a match of a game, and checks a sheet of each seat at its start."""
    assert natively(folder, "new", game, game, *SCENARIOS[game]).code == 0
    judge.drop(f"{game}.zip", zipped(folder / game))
    state = folder / game / "now" / "state.json"
    for seat in _awaited(json.loads(state.read_text())):
        sheet = f"{game}-{seat}.json"
        done = natively(folder, "template", game, seat, "--play", "--out", sheet)
        if done.code:
            continue
        judge.take(folder / sheet)
        told.hold(judge, folder, "check", game, sheet)
        told.hold(judge, folder, "check", f"{game}/now/state.json", sheet)
    until = ("--until", "over") if game in WHOLE else ()
    told.hold(judge, folder, "adjudicate", game, "--play", "all", *until)
    told.note(unzipped(judge.saved(game)) == unzipped(zipped(folder / game)), f"files: {game}")
    told.hold(judge, folder, "status", game)
    told.hold(judge, folder, "verify", game)
    judge.page.evaluate(
        "(name) => document.querySelector(`[aria-label='Remove ${name}']`).click()", game
    )


def _awaited(state: dict[str, Any]) -> Iterator[str]:
    yield from dict.fromkeys(one["seat"] for one in state["pending"] if one.get("seat"))


def main() -> int:
    """Runs all; returns the exit code."""
    found, program = found_parts(), find_chromium()
    if found is None or program is None or shutil.which("node") is None:
        print(f"{PARTS}, node or Chromium is lacking", file=sys.stderr)
        return 2
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        page = folder / "judge.html"
        page.write_bytes(judge_page(*found))
        print(f"the page has {page.stat().st_size:,} bytes")
        (folder / "node").mkdir()
        fine = _in_node(*found, folder / "node")
        (folder / "desk").mkdir()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            fine = _in_chromium(page, folder / "desk", browser) and fine
            browser.close()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
