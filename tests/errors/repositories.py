"""Repositories of the match `m` for entries of the catalogue, made by git's own plumbing."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.beginning import register_address
from adjudicator.repository.git import Git
from tests.repository.ground import FILE, Entry, Ground, git

__all__ = ["GIT_PATCHES", "make_repository", "without_ids"]

_ID = re.compile(r"\b[0-9a-f]{10,40}\b")


def make_repository(asked: Mapping[str, Any]) -> None:
    """Makes the repository `r` of the match `m`, and commits in it.

    Args:
        asked: `settings`, what its repository.json says (null: there is none); `commits`, each with
            its `files` by path (a text, `"@NAME"` for the file of that name, null: it is taken
            away, or its mode and text) and `parents` (the numbers of earlier ones, `"base"`; else
            the one before); `tag`, the name of a tag of the first commit; `pushed`, by ref the
            number of the commit that a push wants there (null: none): what a hook is told.
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


def _entry(said: Any) -> Entry:
    if said is None:
        return None
    mode, text = said if isinstance(said, list) else (FILE, said)
    return mode, Path(text[1:]).read_bytes() if text.startswith("@") else text.encode()


def without_ids(text: str) -> str:
    """Returns a text without the ids of commits, which say what everything else in them is."""
    return _ID.sub("0123456789", text)
