"""Beacon mode without a secret: the script that `git init` writes fixes, locks, asks and opens.

The beacon is that of the tests, and `curl` asks it; git and all else is real.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.api.beginning import new_match
from tests.cli.calls import call
from tests.repository.ground import NOBODY, git

ROOT = Path(__file__).resolve().parents[2]
_CURL = """\
import sys
from pathlib import Path
from tests.beacon import answer
words = sys.argv[1:]
assert words[-1].startswith("https://api.drand.sh/v2/beacons/quicknet/rounds/"), words
Path(words[words.index("--output") + 1]).write_bytes(answer(int(words[-1].rpartition("/")[2])))
"""
"""Answers as drand does, whatever the round: the script asks for none that has not come."""
_CLOCK = """\
import sys
sys.argv[1:] = [sys.argv[2].replace("now = ", "now = 86400 * {days} + ")]
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


def test_a_turn_that_nobody_has_a_secret_for(tmp_path: Path) -> None:
    match, hub = tmp_path / "m", tmp_path / "hub.git"
    new = ("new", "nine-fields", match, "--mode", "beacon", "--no-secret")
    assert call(*new).exit_code == 0
    assert call("git", "init", match).exit_code == 0
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(hub))
    git(match, "push", "--quiet", str(hub), "main")
    anna, boris = tmp_path / "anna", tmp_path / "boris"
    for clone in (anna, boris):
        git(tmp_path, "clone", "--quiet", str(hub), str(clone))
    assert "the round of the beacon for opening 1 is fixed" in run(anna)
    git(anna, "pull", "--quiet")
    sheet = anna / "inbox/west/n0001.json"
    assert call("template", anna, "west", "--out", sheet).exit_code == 0
    assert call("git", "submit", "--in", anna).exit_code == 0
    assert "opening 1 is locked" in run(boris)
    told = run(anna, days=2)
    assert "opening 1: turn-1-west" in told
    assert "the round of the beacon for opening 2 is fixed" in told
    subjects = git(hub, "log", "--format=%s", "main").splitlines()
    assert subjects[:3] == [
        "The round of the beacon for opening 2", "Opening 1: turn-1-west", "Opening 1 is locked",
    ]  # fmt: skip


@pytest.mark.exhaustive
def test_a_round_that_comes_before_the_sheets_is_put_off(tmp_path: Path) -> None:
    match, hub = tmp_path / "m", tmp_path / "hub.git"
    new_match(match, "nine-fields", name="m", mode="beacon")
    assert call("git", "init", match, "--open").exit_code == 0
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(hub))
    git(match, "remote", "add", "origin", str(hub))
    git(match, "push", "--quiet", "-u", "origin", "main")
    run(match)
    first = git(hub, "show", "main:log.jsonl")
    assert "is fixed" in run(match, days=1)
    second = git(hub, "show", "main:log.jsonl")
    assert second.startswith(first)
    assert second.count('"beacon-round"') == 2
