"""A workplace for hostile files: a match, the files that people hand in, and the commands.

Every command runs in this process through the command line, as a terminal would run it, and is
judged: its exit code, what it shows, what it changed on the disk, and how long it took.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time  # noqa: TID251 - how long a command takes is what is measured
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from adjudicator.cli.app import app

__all__ = ["KINDS", "Kind", "Ran", "Workplace", "faults_of", "run"]

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "fortress-america-1986"
MATCH = ROOT / "examples" / "fortress-america-1986-match"
SCENARIOS = ROOT / "maps" / "fortress-america" / "scenarios"
CASES = ROOT / "tests" / "cases" / "fortress-america-1986"
SECONDS = 20
"""What a single command may take; beyond it is a fault."""
MOST_SHOWN = 200_000
"""How many characters a refusal may print."""

_CODED = re.compile(
    r"^(?:.*: )?(?:malformed|invalid|illegal|failed|stale|unusable|warning) [a-z0-9-]+: ", re.M
)
_PLACED_NOWHERE = re.compile(
    r"^(?!.*:[0-9]+(?::[0-9]+)?: )\S.*: (?:malformed|invalid|stale) (?!file-too-large)", re.M
)
"""A refusal for what stands in a file, without its line."""
_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
"""What must reach no terminal as it is."""


class Kind(NamedTuple):
    """One kind of file that a person can hand in."""

    name: str
    file: str
    """Where it lies in the workplace."""
    commands: tuple[str, ...]
    """The commands that read it."""
    bases: tuple[Path, ...]
    """Valid files of the kind, the first of which fits into the workplace as it is."""


KINDS: tuple[Kind, ...] = (
    Kind(
        "sheet", "western.json",
        ("check m western.json", "check state.json western.json", "adjudicate m western.json"),
        (EXAMPLE / "western.json", *sorted(MATCH.glob("orders/n000*/*.json"))),
    ),
    Kind(
        "scenario", "scenario.json",
        ("new fortress-america-1986 made --scenario scenario.json --name made",),
        tuple(sorted(SCENARIOS.glob("*.json"), key=lambda path: path.name != "ready.json")),
    ),
    Kind(
        "view", "state.json",
        (
            "status state.json", "template state.json western", "map state.json --out made.svg",
            "check state.json western.json", "template state.json western --play",
            "status state.json --json",
        ),
        (
            EXAMPLE / "before" / "openings" / "n0000-start" / "state.json",
            *sorted(EXAMPLE.glob("after/openings/*/state.json")),
            *sorted(MATCH.glob("openings/*/state.json"))[::4],
        ),
    ),
    Kind(
        "log", "m/log.jsonl",
        (
            "verify m", "status m", "check m western.json", "report m", "map m --out made.svg",
            "verify m --dice-only", "adjudicate m western.json", "verify m --json",
        ),
        (EXAMPLE / "before" / "log.jsonl", EXAMPLE / "after" / "log.jsonl"),
    ),
    Kind(
        "save", "a/referee/save.json",
        ("status a", "adjudicate a --out made", "template a western", "report a"),
        (EXAMPLE / "after" / "referee" / "save.json",),
    ),
    Kind(
        "notes", "m/match.json", ("status m", "status m --json", "adjudicate m western.json"),
        (EXAMPLE / "before" / "match.json",),
    ),
    Kind(
        "secret", "m/referee/secret.json", ("adjudicate m western.json",),
        (EXAMPLE / "before" / "referee" / "secret.json",),
    ),
    Kind(
        "waiting sheet", "m/referee/orders/n0001/western.json",
        ("status m", "adjudicate m", "verify m"),
        (EXAMPLE / "western.json",),
    ),
    Kind(
        "rolls", "rolls.json", ("adjudicate x x-western.json --rolls rolls.json",),
        (EXAMPLE / "rolls.json",),
    ),
    Kind("case", "case.json", ("case case.json",), tuple(sorted(CASES.rglob("*.json")))),
)  # fmt: skip
"""Every kind of file. A new kind is one more entry here, and what it lies beside in `_made`."""


class Ran(NamedTuple):
    """What one command did."""

    words: str
    code: int
    out: str
    err: str
    seconds: float
    changed: bool = False
    """Whether anything on the disk is not as before."""
    trace: str = ""
    nowhere: str = ""
    """A refusal for what stands in the file that was handed in, without a place in it."""


class TooSlowError(BaseException):
    """A command took longer than it may."""


class Workplace:
    """A folder in which every kind of file lies, made anew whenever a command has changed it."""

    def __init__(self) -> None:
        self.model = Path(tempfile.mkdtemp(prefix="intake-model-"))
        self.folder = Path(tempfile.mkdtemp(prefix="intake-"))
        with contextlib.chdir(self.model):
            _make()
        self.renew()

    def renew(self) -> None:
        """Puts everything back as it was made."""
        for path in self.folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        shutil.copytree(self.model, self.folder, dirs_exist_ok=True)

    def hand_in(self, kind: Kind, raw: bytes, words: str) -> Ran:
        """Puts `raw` in the place of the file of a kind, and runs a command that reads it."""
        path = self.folder / kind.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
        ran = self.run(words)
        if not ran.changed:
            here = self.model / kind.file
            if here.exists():
                shutil.copy(here, path)
            else:
                path.unlink()
        if nowhere := _PLACED_NOWHERE.search(ran.err):
            ran = ran._replace(nowhere=nowhere[0])
        return ran

    def run(self, words: str | Sequence[str], *, typed: str = "") -> Ran:
        """Runs one command in the workplace; what it changed is put back."""
        before = contents(self.folder)
        with contextlib.chdir(self.folder):
            ran = run(words, typed=typed)
        if contents(self.folder) != before:
            ran = ran._replace(changed=True)
            self.renew()
        return ran

    def close(self) -> None:
        """Takes the folders away."""
        shutil.rmtree(self.model)
        shutil.rmtree(self.folder)


def _make() -> None:
    """Makes the valid files in the present folder, from the examples."""
    shutil.copytree(EXAMPLE / "before", "m")
    shutil.copytree(EXAMPLE / "after", "a")
    for kind in KINDS:
        if not Path(kind.file).exists() and kind.name != "waiting sheet":
            shutil.copy(kind.bases[0], kind.file)
    genesis = json.loads(Path("m/log.jsonl").read_bytes().splitlines()[0])
    Path("same.json").write_text(json.dumps(genesis["offer"]["scenario"]))
    made = run("new fortress-america-1986 x --mode external --scenario same.json --name x")
    assert made.code == 0, made.err
    header = json.loads(Path("x/openings/n0000-start/state.json").read_bytes())["header"]
    sheet = json.loads(Path("western.json").read_bytes()) | header | {"player": "western"}
    Path("x-western.json").write_text(json.dumps(sheet))


def run(words: str | Sequence[str], *, typed: str = "") -> Ran:
    """Runs one command in this process and in the present folder."""
    out, err = io.StringIO(), io.StringIO()
    arguments = words.split() if isinstance(words, str) else list(words)
    trace, code = "", 0
    alarm = signal.signal(signal.SIGALRM, _too_slow)
    stdin, sys.stdin = sys.stdin, io.StringIO(typed)
    begun = time.perf_counter()
    signal.alarm(SECONDS)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            app(arguments)
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    except (Exception, TooSlowError):
        code, trace = 70, traceback.format_exc()
    finally:
        signal.alarm(0)
        sys.stdin = stdin
        signal.signal(signal.SIGALRM, alarm)
    took = time.perf_counter() - begun
    return Ran(" ".join(arguments), code, out.getvalue(), err.getvalue(), took, trace=trace)


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlowError


def contents(folder: Path) -> Mapping[str, tuple[int, ...]]:
    """Returns of everything in a folder what changes when it is written to; locks do not count."""
    found = {}
    for here, _, names in os.walk(folder):
        for name in names:
            if name != ".lock":
                path = os.path.join(here, name)  # noqa: PTH118 - a thousand times, ten times as fast
                facts = os.lstat(path)
                found[path] = facts.st_mode, facts.st_size, facts.st_mtime_ns, facts.st_ino
    return found


def faults_of(ran: Ran) -> list[str]:
    """Returns what is wrong with how a command took what it was handed; empty: nothing."""
    found = []
    shown = ran.out + ran.err
    if ran.trace or ran.code not in (0, 1, 2, 3, 4):
        found.append(f"exit {ran.code}: {ran.trace.strip().splitlines()[-1:]}")
    elif ran.code in (1, 4) and not (_CODED.search(ran.err) or _says_no(ran)):
        found.append(f"refused without a code: {ran.err[:200]!r}")
    if ran.changed and ran.code in (1, 2, 4) and "notice: " not in ran.err:
        found.append(f"exit {ran.code}, but the disk has changed")
    if ran.nowhere:
        found.append(f"refused without a place: {ran.nowhere}")
    if unseen := _UNSEEN.search(shown):
        found.append(f"shows U+{ord(unseen[0]):04X} as it is")
    if ran.code in (1, 2, 4) and len(shown) > MOST_SHOWN:
        found.append(f"prints {len(shown)} characters")
    return found


def _says_no(ran: Ran) -> bool:
    """Whether the result itself is the refusal: a case that differs, an audit, JSON."""
    if ran.words.startswith("case"):
        return "differs" in ran.out
    if ran.words.startswith("verify"):
        return "not comparable" in " ".join(ran.out.split()) or '"problems"' in ran.out
    return '"problems"' in ran.out
