"""A match on a server: a bare repository with its hooks, and clones of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.beginning import new_match
from adjudicator.api.match import open_folder
from tests.cli.calls import call
from tests.programs import needed
from tests.repository.ground import NOBODY, git, ssh_key

__all__ = ["Pushed", "Served", "pushed", "served"]


class Served(NamedTuple):
    """A match of Nine Fields, its bare repository, and the players' SSH keys."""

    match: Path
    bare: Path
    keys: Mapping[str, Path]

    def clone(self, folder: Path, address: str = "") -> Path:
        """Returns a new clone."""
        git(folder.parent, "clone", "--quiet", address or str(self.bare), str(folder))
        return folder

    def tip(self) -> str:
        """Returns the commit on main."""
        return git(self.bare, "rev-parse", "refs/heads/main")

    def write_sheet(self, clone: Path, seat: str, by: str = "", **changes: object) -> Path:
        """Writes a signed sheet of a seat into the inbox of a clone, as a player does by hand."""
        match = open_folder(clone)
        path = clone / "inbox" / seat / f"n{match.n + 1:04d}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(match.template(seat) | changes))
        path.with_name(f"{path.name}.sig").unlink(missing_ok=True)
        words = [needed("ssh-keygen"), "-q", "-Y", "sign", "-n", "tfd1-sheet"]
        words += ["-f", str(self.keys[by or seat]), str(path)]
        subprocess.run(words, check=True, capture_output=True)
        return path


class Pushed(NamedTuple):
    """How a push ended."""

    code: int
    told: tuple[str, ...]
    """What the server said."""


def pushed(clone: Path, *words: str, account: str | None = None) -> Pushed:
    """Pushes with plain git, known to the server as somebody."""
    told = {} if account is None else {"ADJUDICATOR_ACCOUNT": account}
    done = subprocess.run(
        [needed("git"), "push", *(words or ("origin", "HEAD:main"))],
        cwd=clone, capture_output=True, text=True, check=False,
        env={**os.environ, **NOBODY, **told},
    )  # fmt: skip
    lines = [line[8:].rstrip() for line in done.stderr.splitlines() if line.startswith("remote: ")]
    return Pushed(done.returncode, tuple(lines))


def served(folder: Path, *options: str) -> Served:
    """Makes a match of Nine Fields and its server, by the command."""
    keys = {seat: ssh_key(folder, seat) for seat in ("west", "east")}
    public = {seat: Path(f"{key}.pub").read_text() for seat, key in keys.items()}
    match, bare = folder / "spring", folder / "spring.git"
    new_match(match, "nine-fields", name="spring", seat_keys=public)
    made = call("git", "init", match, "--forge", "bare", "--out", bare, *options)
    assert made.exit_code == 0, made.output
    assert sys.executable in (bare / "hooks" / "pre-receive").read_text()
    return Served(match, bare, keys)
