"""A repository of a match and clones of it, with real git; players use the commands alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from adjudicator.cli.app import app

__all__ = ["Clone", "Hub", "call", "git", "hub_of"]

ATTRIBUTES = "* -text\nlog.jsonl -text -merge linguist-generated\nnow/** linguist-generated\n"
QUIET = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "LC_ALL": "C",
}
"""An environment in which no setting of this machine's git plays a part."""


def git(folder: Path, *words: str, ok: tuple[int, ...] = (0,)) -> str:
    """Calls git itself, as a player or a server would."""
    names = ["-c", "user.name=somebody", "-c", "user.email=somebody@invalid"]
    done = subprocess.run(
        ["git", *names, *words], cwd=folder, capture_output=True, text=True, env=QUIET, check=False
    )
    assert done.returncode in ok, f"git {' '.join(words)}: {done.stdout}{done.stderr}"
    return done.stdout


def call(*words: str | Path, env: dict[str, str] | None = None) -> Result:
    """Calls the program."""
    return CliRunner().invoke(app, [str(word) for word in words], env=env)


class Clone:
    """A player's clone, and the commands that are called in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def does(self, *words: str | Path, ok: int = 0) -> str:
        """Calls `adjudicator git ...` in this clone; returns what it printed."""
        done = call("git", words[0], "--in", self.folder, *words[1:])
        assert done.exit_code == ok, done.output
        return done.output

    def pulls(self) -> None:
        """Brings the clone up to date, by git alone."""
        git(self.folder, "pull", "--quiet", "--ff-only")

    def writes(self, seat: str, *options: str) -> Path:
        """Writes the sheet of a seat where it belongs, as the built-in player would order."""
        n = json.loads(call("status", self.folder, "--json").stdout)["opening"] + 1
        path = self.folder / "inbox" / seat / f"n{n:04d}.json"
        done = call("template", self.folder, seat, "--play", "--out", path, "--force", *options)
        assert done.exit_code == 0, done.output
        return path

    @property
    def awaited(self) -> list[str]:
        """The seats of which something is awaited."""
        told = json.loads(call("status", self.folder, "--json").stdout)
        return list(dict.fromkeys(one["seat"] for one in told["pending"]))

    def git(self, *words: str) -> str:
        """Calls git in this clone."""
        return git(self.folder, *words)


class Hub:
    """A bare repository that clones push to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def clone(self, folder: Path) -> Clone:
        """Makes a clone."""
        git(folder.parent, "clone", "--quiet", str(self.folder), str(folder))
        return Clone(folder)

    def git(self, *words: str) -> str:
        """Calls git in the bare repository."""
        return git(self.folder, *words)

    @property
    def log(self) -> bytes:
        """The log at the tip."""
        return self.git("show", "main:log.jsonl").encode()

    @property
    def turns(self) -> list[str]:
        """The subjects of the commits of turns, oldest first."""
        words = ("log", "--reverse", "--author=adjudicator@invalid", "--format=%s", "main")
        return self.git(*words).splitlines()


def hub_of(match: Path, folder: Path, **settings: Any) -> Hub:
    """Returns a bare repository of a match; what is the referee's stays with the match."""
    seed = folder.with_name(f"{folder.name}-seed")
    shutil.copytree(match, seed, ignore=shutil.ignore_patterns("referee", ".lock", ".new-*"))
    (seed / "repository.json").write_text(json.dumps({"schema_version": 1, **settings}))
    (seed / ".gitattributes").write_text(ATTRIBUTES)
    git(seed, "init", "--quiet", "--initial-branch=main")
    git(seed, "add", "-A")
    git(seed, "commit", "--quiet", "-m", "The match begins")
    git(folder.parent, "clone", "--quiet", "--bare", str(seed), str(folder))
    shutil.rmtree(seed)
    return Hub(folder)
