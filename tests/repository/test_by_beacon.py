"""Beacon mode without a secret: the script that `git init` writes fixes, locks, asks and opens.

The beacon is that of the tests, and `curl` asks it; git and all else is real.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.calls import call
from tests.repository.ground import NOBODY, git

ROOT = Path(__file__).resolve().parents[2]
_CURL = """\
import sys
from datetime import UTC, datetime
from pathlib import Path
from tests.beacon import answer
words = sys.argv[1:]
assert words[-1].startswith("https://api.drand.sh/v2/beacons/quicknet/rounds/"), words
Path(words[words.index("--output") + 1]).write_bytes(answer(int(words[-1].rpartition("/")[2])))
"""
"""Answers as drand does, whatever the round: the script asks for none that has not come."""
_CLOCK = """\
import sys
sys.argv[1:] = [sys.argv[-1].replace("now = ", "now = 86400 * {days} + ")]
exec(sys.argv[1])
"""


def run(clone: Path, *, days: int = 0) -> str:
    """Runs the script in a clone, some days later; returns what it printed."""
    programs = clone.parent / f"programs-{days}"
    programs.mkdir(exist_ok=True)
    python, root = shlex.quote(sys.executable), shlex.quote(str(ROOT))
    (programs / "curl.py").write_text(_CURL)
    (programs / "clock.py").write_text(_CLOCK.replace("{days}", str(days)))
    for name, line in {
        "adjudicator": f"{python} -m tests.repository.believing",
        "curl": f"{python} {programs / 'curl.py'}",
        "python3": f"{python} {programs / 'clock.py'}",
    }.items():
        (programs / name).write_text(f'#!/bin/sh\nPYTHONPATH={root} exec {line} "$@"\n')
        (programs / name).chmod(0o755)
    done = subprocess.run(
        ["sh", ".adjudicator/turn"], cwd=clone, capture_output=True, text=True, check=False,
        env={**os.environ, **NOBODY, "PATH": f"{programs}:{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def played(folder: Path, *options: str) -> tuple[Path, Path]:
    """Returns the clone of a player of a match in beacon mode, and the bare repository."""
    match, hub, anna = folder / "m", folder / "hub.git", folder / "anna"
    assert call("new", "nine-fields", match, "--mode", "beacon", *options).exit_code == 0
    assert call("git", "init", match, "--open", "--forge", "github").exit_code == 0
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(hub))
    git(match, "push", "--quiet", str(hub), "main")
    git(folder, "clone", "--quiet", str(hub), str(anna))
    return anna, hub


def submitted(anna: Path) -> None:
    """The sheet of west is written and pushed."""
    git(anna, "pull", "--quiet")
    sheet = anna / "inbox/west/n0001.json"
    assert call("template", anna, "west", "--out", sheet).exit_code == 0
    assert call("git", "submit", "--in", anna).exit_code == 0


def test_a_turn_that_nobody_has_a_secret_for(tmp_path: Path) -> None:
    """What is locked is opened when its round has come, and the next round is fixed."""
    anna, hub = played(tmp_path, "--no-secret")
    soon = int(datetime.now(UTC).timestamp() + 86400 - 1692803367) // 3
    assert call("git", "turn", "--in", anna, "--round", str(soon)).exit_code == 0
    submitted(anna)
    assert "opening 1 is locked" in call("git", "turn", "--in", anna).output
    told = run(anna, days=2)
    assert "opening 1: turn-1-west" in told
    assert "the round of the beacon for opening 2 is fixed" in told
    subjects = git(hub, "log", "--format=%s", "main").splitlines()
    assert subjects[:3] == [
        "The round of the beacon for opening 2", "Opening 1: turn-1-west", "Opening 1 is locked",
    ]  # fmt: skip


@pytest.mark.exhaustive
def test_the_script_waits_for_what_is_not_there(tmp_path: Path) -> None:
    anna, _ = played(tmp_path, "--no-secret")
    told = run(anna)
    assert "the round of the beacon for opening 1 is fixed" in told
    assert "nothing is due yet" in told
    submitted(anna)
    assert "opening 1 is locked" in run(anna)
    assert run(anna) == "", "the round has not come"


@pytest.mark.exhaustive
def test_a_round_that_comes_before_the_sheets_is_put_off(tmp_path: Path) -> None:
    anna, hub = played(tmp_path, "--no-secret")
    run(anna)
    first = git(hub, "show", "main:log.jsonl")
    assert "is fixed" in run(anna, days=1)
    second = git(hub, "show", "main:log.jsonl")
    assert second.startswith(first)
    assert second.count('"beacon-round"') == 2
