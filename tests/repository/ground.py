"""A small repository of a match, and commits of any content, made by git's own plumbing.

What `git commit` would not do, `git fast-import` does: any path, any mode, any parents.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.api.beginning import new_match
from adjudicator.api.match import open_folder
from tests.programs import needed

__all__ = ["FILE", "NOBODY", "Entry", "Ground", "git", "made_ground", "ssh_key"]

FILE = "100644"
NOBODY = {
    "GIT_AUTHOR_NAME": "nobody", "GIT_AUTHOR_EMAIL": "nobody@invalid",
    "GIT_COMMITTER_NAME": "nobody", "GIT_COMMITTER_EMAIL": "nobody@invalid",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
}  # fmt: skip
"""The environment of a git that knows no settings of whoever runs the tests."""
Entry = tuple[str, bytes] | bytes | None
"""A file by its content, another mode with its content or id; None: it is taken out."""


def git(folder: Path, *words: str, stdin: bytes = b"", fails: bool = False) -> str:
    """Calls git; returns what it printed, and where it is to fail, what it said."""
    done = subprocess.run(
        [needed("git"), *words], cwd=folder, input=stdin, capture_output=True, check=False,
        env={**os.environ, **NOBODY},
    )  # fmt: skip
    assert (done.returncode != 0) == fails, done.stderr.decode(errors="replace")
    return (done.stderr if fails else done.stdout).decode(errors="replace").rstrip("\n")


def ssh_key(folder: Path, name: str) -> Path:
    """Returns a new private key; its public one lies beside it."""
    path = folder / name
    words = [needed("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)]
    subprocess.run(words, check=True, capture_output=True)
    return path


class Ground(NamedTuple):
    """A repository of a match in which no opening was made yet; `west` owes a sheet."""

    folder: Path
    """Its work tree, which is of no interest; the match lies in `match`."""
    match: Path
    base: str
    """The commit on `main`."""
    keys: Mapping[str, Path]
    """By seat, and of a stranger, private SSH keys."""

    def sheet(self, seat: str = "west", **changes: Any) -> bytes:
        """Returns a good sheet of a seat, or one in which some fields say something else."""
        document = open_folder(self.match).template(seat)
        return json.dumps(document | changes).encode()

    def signed(self, raw: bytes, by: str = "west", namespace: str = "tfd1-sheet") -> bytes:
        """Returns the signature of a file by a key."""
        words = [
            needed("ssh-keygen"),
            "-q",
            "-Y",
            "sign",
            "-n",
            namespace,
            "-f",
            str(self.keys[by]),
        ]
        return subprocess.run(words, input=raw, capture_output=True, check=True).stdout

    def good(self, seat: str = "west") -> dict[str, Entry]:
        """Returns a good sheet of a seat and its signature, by their paths."""
        raw = self.sheet(seat)
        return {
            f"inbox/{seat}/n0001.json": raw,
            f"inbox/{seat}/n0001.json.sig": self.signed(raw, seat),
        }

    def commit(
        self, changes: Mapping[str, Entry], *parents: str, whole: str | None = None,
    ) -> str:  # fmt: skip
        """Makes a commit that no ref names; returns its id.

        Args:
            changes: by path.
            parents: none: a first commit.
            whole: the commit whose tree the changes are made to; None: that of the first parent.
        """
        lines = [
            "feature done",
            "reset refs/tests/made",
            "commit refs/tests/made",
            "mark :1",
            "committer x <x@invalid> 1700000000 +0000",
        ]
        out = "".join(f"{line}\n" for line in lines).encode()
        out += b"data 2\nm\n\n"
        out += b"".join(
            b"%s %s\n" % (b"merge" if place else b"from", one.encode())
            for place, one in enumerate(parents)
        )
        if whole is not None:
            listed = git(self.folder, "ls-tree", "-r", "-z", whole).encode(errors="surrogateescape")
            out += b"deleteall\n"
            for one in filter(None, listed.split(b"\0")):
                said, _, name = one.partition(b"\t")
                mode, _, id_ = said.split()
                out += b"M %s %s %s\n" % (mode, id_, _quoted(name))
        for path, entry in changes.items():
            out += _change(path, entry)
        marks = (self.folder / ".git" / "marks").resolve()
        git(self.folder, "fast-import", "--quiet", "--force", "--done", f"--export-marks={marks}",
            stdin=out + b"done\n")  # fmt: skip
        return marks.read_text().split()[1]


def _quoted(path: bytes) -> bytes:
    return b'"' + b"".join(b"\\%03o" % byte for byte in path) + b'"'


def _change(path: str, entry: Entry) -> bytes:
    name = _quoted(path.encode(errors="surrogateescape"))
    if entry is None:
        return b"D %s\n" % name
    mode, content = entry if isinstance(entry, tuple) else (FILE, entry)
    if mode == "160000":
        return b"M 160000 %s %s\n" % (content, name)
    return b"M %s inline %s\ndata %d\n%s\n" % (mode.encode(), name, len(content), content)


def made_ground(folder: Path, *, settings: Mapping[str, Any] | None = None) -> Ground:
    """Makes the repository of a match of Nine Fields, whose seats both have SSH keys.

    Args:
        settings: what repository.json says.
    """
    folder.mkdir(parents=True, exist_ok=True)
    keys = {name: ssh_key(folder, f"key-{name}") for name in ("west", "east", "stranger")}
    public = {seat: Path(f"{keys[seat]}.pub").read_text() for seat in ("west", "east")}
    match = folder / "match"
    new_match(match, "nine-fields", name="ground", seat_keys=public)
    repository = folder / "repository"
    shutil.copytree(match, repository, ignore=shutil.ignore_patterns("referee", ".lock"))
    (repository / "README.md").write_text("a match\n")
    (repository / "repository.json").write_text(
        json.dumps({"schema_version": 1, **(settings or {})})
    )
    git(repository, "init", "--quiet", "--initial-branch=main")
    git(repository, "add", "-A")
    git(repository, "commit", "--quiet", "-m", "A match")
    base = git(repository, "rev-parse", "HEAD")
    return Ground(repository, match, base, keys)
