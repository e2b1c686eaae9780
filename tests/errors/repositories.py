"""Repositories of the match `m` for entries of the catalogue, made by git's own plumbing."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.age_keys import age_key
from adjudicator.api.beginning import register_address
from adjudicator.repository.git import Git, Pushed
from adjudicator.repository.sealing import seal_sheet
from tests.repository.ground import FILE, Entry, Ground, git

__all__ = ["CLONED", "GIT_PATCHES", "make_repository", "without_ids"]

_ID = re.compile(r"\b[0-9a-f]{10,40}\b")


def make_repository(asked: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the repository `r` of the match `m`, and commits in it.

    Args:
        asked: `settings`, what its repository.json says (null: there is none); `commits`, each with
            its `files` by path (a text, `"@NAME"` for the file of that name, null: it is taken
            away, or its mode and text) and `parents` (the numbers of earlier ones, `"base"`; else
            the one before); `tag`, the name of a tag of the first commit; `pushed`, by ref the
            number of the commit that a push wants there (null: none): what a hook is told;
            `cloned`, what then happens to a clone `c` of it: a name of `CLONED`, or empty.
    """
    folder = Path("r")
    shutil.copytree("m", folder, ignore=shutil.ignore_patterns("referee", ".lock"))
    if asked["settings"] is not None:
        settings = {"schema_version": 1, **asked["settings"]}
        (folder / "repository.json").write_text(json.dumps(settings))
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "-A")
    git(folder, "commit", "--quiet", "-m", "base")
    ground = Ground(folder, Path("m"), git(folder, "rev-parse", "HEAD"), {})
    made: list[str] = [ground.base]
    for one in asked.get("commits", ()):
        parents = [made[0] if name == "base" else made[name] for name in one.get("parents", [-1])]
        files = {path: _entry(said) for path, said in one["files"].items()}
        whole = None if parents else ground.base
        made.append(ground.commit(files, *parents, whole=whole))
    git(folder, "branch", "base", made[0])
    git(folder, "branch", "tip", made[-1])
    if "tag" in asked:
        git(folder, "tag", asked["tag"], made[0])
    lines = "".join(
        f"{made[0]} {'0' * 40 if new is None else made[new]} {ref}\n"
        for ref, new in asked.get("pushed", {}).items()
    )
    Path("pushed").write_text(lines)
    if "cloned" in asked:
        git(folder, "checkout", "--quiet", "-B", "main", "tip")
        git(Path(), "clone", "--quiet", "r", "c")
        git(Path("c"), "remote", "set-url", "origin", "../r")
        if asked["cloned"]:
            CLONED[asked["cloned"]](monkeypatch)


def settings_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match has a repository.json, with another branch."""
    Path("m/repository.json").write_text('{"schema_version": 1, "branch": "spring"}\n')


def address_in_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """The title of the match holds the address that the referee keeps for a player."""
    register_address("m", "west", "anna@example.org")
    path = Path("m/match.json")
    document = json.loads(path.read_bytes())
    path.write_text(json.dumps(document | {"title": "write to anna@example.org"}))


def work_tree_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository with a work tree lies where a server's is to be made."""
    git(Path(), "init", "--quiet", "spring.git")


def moved_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else commits in the folder at the same time."""
    monkeypatch.setattr(Git, "set_refs", lambda *_: False)


GIT_PATCHES = {
    "address-in-title": address_in_title,
    "moved-meanwhile": moved_meanwhile,
    "settings-there": settings_there,
    "work-tree-there": work_tree_there,
}


def moved_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The repository is not where the clone looks for it."""
    Path("r").rename("elsewhere")


def of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clone knows no other repository."""
    git(Path("c"), "remote", "remove", "origin")


def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the place of the clone lies a repository in which nothing was committed."""
    shutil.rmtree("c")
    git(Path(), "init", "--quiet", "--bare", "--initial-branch=main", "c")


def of_later_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clone is of a form that a later git has made."""
    git(Path("c"), "config", "core.repositoryFormatVersion", "99")


def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """git does not come to an end."""
    monkeypatch.setattr("adjudicator.repository.git._SECONDS", 0)


def without_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no git on this machine."""
    monkeypatch.setenv("PATH", "nowhere")


def older_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """The git of this machine is 2.20.1."""
    monkeypatch.setattr(Git, "version", (2, 20, 1))


def others_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else is faster, each time."""
    monkeypatch.setattr("adjudicator.repository.submit.RACES", 1)
    monkeypatch.setattr(Git, "push", lambda *_: Pushed("raced"))


def lock_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A git that was killed has left a lock in the clone, and the match has gone on."""
    Path("c/.git/refs/remotes/origin/main.lock").touch()
    git(Path("r"), "commit", "--quiet", "--allow-empty", "-m", "more")


def lock_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody moves the lock of an opening after the clone has seen it."""
    git(Path("r"), "commit", "--quiet", "--allow-empty", "-m", "more")
    git(Path("r"), "tag", "--force", "lock/n0001", "main")


def unfit_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was given as the secret is something else."""
    monkeypatch.setenv("ADJUDICATOR_SECRET", "open sesame")


def refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The repository takes nothing of this player."""
    git(Path("r"), "config", "receive.denyCurrentBranch", "ignore")
    hook = Path("r/.git/hooks/update")
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'this account is not west' >&2\nexit 1\n")
    hook.chmod(0o755)


def lock_astray(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock leads to a commit that is not in the history of the match."""
    git(Path("r"), "checkout", "--quiet", "--orphan", "astray")
    git(Path("r"), "commit", "--quiet", "-m", "astray")
    git(Path("r"), "tag", "lock/n0001")
    git(Path("r"), "checkout", "--quiet", "main")


def lock_with_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock tells of a clock what no clock gives."""
    git(Path("r"), "tag", "--annotate", "--message", '{"clock": 7}', "lock/n0001")


def sealed_badly(monkeypatch: pytest.MonkeyPatch) -> None:
    """West has sealed a sheet that does not count, `west.json`, and pushed it."""
    key = age_key(Path("m/referee/secret.json"))
    folder = Path("r/inbox/west")
    folder.mkdir(parents=True)
    raw = seal_sheet(Path("west.json").read_bytes(), None, [key.recipient])
    (folder / "n0001.age").write_bytes(raw)
    git(Path("r"), "add", "-A")
    git(Path("r"), "commit", "--quiet", "-m", "sealed")


CLONED = {
    "empty": empty,
    "lock-astray": lock_astray,
    "lock-left": lock_left,
    "lock-moved": lock_moved,
    "lock-with-clock": lock_with_clock,
    "moved-away": moved_away,
    "refuses": refuses,
    "sealed-badly": sealed_badly,
    "of-later-form": of_later_form,
    "of-nobody": of_nobody,
    "older-git": older_git,
    "others-faster": others_faster,
    "slow": slow,
    "unfit-secret": unfit_secret,
    "without-git": without_git,
}


def _entry(said: Any) -> Entry:
    if said is None:
        return None
    mode, text = said if isinstance(said, list) else (FILE, said)
    return mode, Path(text[1:]).read_bytes() if text.startswith("@") else text.encode()


def without_ids(text: str) -> str:
    """Returns a text without the ids of commits, which say what everything else in them is."""
    return _ID.sub("0123456789", text)
