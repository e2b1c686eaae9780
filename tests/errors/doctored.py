"""Repositories in which something is wrong, for what `git doctor` and `git view` say of it.

`r` is a clone of `hub.git`, a repository of the match `m`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from adjudicator.api.age_keys import age_key_in
from adjudicator.api.beginning import new_match
from adjudicator.api.fetched import NamedSheet
from adjudicator.api.match import open_folder
from adjudicator.api.named_files import SheetFile
from adjudicator.repository import beginning, stale_locks
from adjudicator.repository.sealing import VIEW_MEMBERS, seal
from tests.repository.ground import git

__all__ = ["DOCTORED"]

_NAME = ("-c", "user.name=nobody", "-c", "user.email=nobody@invalid")
_LAX = ("receive.denyNonFastForwards", "receive.denyDeletes", "receive.fsckObjects")


def committed(files: Mapping[str, bytes], folder: Path = Path("r")) -> str:
    """Commits files and pushes them; returns the commit."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        git(folder, "add", "-f", "--", name)
    git(folder, *_NAME, "commit", "--quiet", "--allow-empty", "-m", "x")
    git(folder, "push", "--quiet", "origin", "main")
    return git(folder, "rev-parse", "HEAD")


def cloned(log: bytes | None = None, **settings: object) -> None:
    """Makes `hub.git` and `r`; the log may be an earlier one."""
    git(Path(), "init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    for name in _LAX:
        git(Path("hub.git"), "config", name, "true")
    shutil.copytree("m", "r", ignore=shutil.ignore_patterns("referee", ".lock", "now"))
    raw = Path("m/log.jsonl").read_bytes() if log is None else log
    said = json.dumps({"schema_version": 1, **settings}).encode()
    git(Path("r"), "init", "--quiet", "--initial-branch=main")
    git(Path("r"), "remote", "add", "origin", str(Path("hub.git").resolve()))
    committed({"repository.json": said, "match.json": b"{}", "log.jsonl": raw})
    git(Path("r"), "fetch", "--quiet", "origin")


def first_line() -> bytes:
    return Path("m/log.jsonl").read_bytes().partition(b"\n")[0] + b"\n"


def lock_left() -> None:
    cloned()
    Path("r/.git/HEAD.lock").touch()


def lock_held() -> None:
    lock_left()


def own_folder_open() -> None:
    cloned()
    Path("r/.git/adjudicator").mkdir(mode=0o755)
    Path("r/.git/adjudicator").chmod(0o755)


def objects_damaged() -> None:
    cloned()
    id_ = git(Path("r"), "rev-parse", "HEAD:repository.json")
    Path(f"r/.git/objects/{id_[:2]}/{id_[2:]}").unlink()
    git(Path("r"), "update-index", "--assume-unchanged", "repository.json")


def server_lax() -> None:
    cloned()
    git(Path("hub.git"), "config", "receive.denyDeletes", "false")


def log_rewritten() -> None:
    cloned(first_line() + b'{"k":1}\n')
    committed({"log.jsonl": first_line()})


def sheet_exchanged() -> None:
    """Opening 1 was made of other sheets than those of the commit that was locked."""
    cloned(first_line())
    locked = committed({"inbox/west/n0001.json": b'{"orders": {}}'})
    git(Path("r"), "tag", "lock/n0001", locked)
    git(Path("r"), "push", "--quiet", "origin", "lock/n0001")
    committed({"log.jsonl": Path("m/log.jsonl").read_bytes()})


def tag_false() -> None:
    cloned()
    git(Path("r"), "tag", "turn/n0009")
    git(Path("r"), "push", "--quiet", "origin", "turn/n0009")


def tag_lost() -> None:
    cloned()
    git(Path("r"), "tag", "lock/n0001")


def branch_moved_back() -> None:
    cloned()
    committed({"f": b"x"})
    git(Path("r"), "fetch", "--quiet", "origin")
    git(Path("hub.git"), "update-ref", "refs/heads/main", "main~1")
    git(Path("r"), "reset", "--quiet", "--hard", "HEAD~1")


def sheet_unsent() -> None:
    cloned()
    Path("r/.git/adjudicator").mkdir(mode=0o700)
    Path("r/.git/adjudicator/outbox").mkdir()
    Path("r/.git/adjudicator/outbox/west-n0001.json").write_text("{}")


def sheet_committed() -> None:
    cloned()
    Path("r/inbox/west").mkdir(parents=True)
    Path("r/inbox/west/n0001.json").write_text("{}")
    git(Path("r"), "add", "-A")
    git(Path("r"), *_NAME, "commit", "--quiet", "-m", "x")


def key_leaked() -> None:
    cloned()
    committed({"key-catalogue-west.json": b"{}"})


# -- views ----------------------------------------------------------------------------------------

KEY = {"t": "secret", "format": 1, "match": "catalogue", "who": "west", "links": 0}


def own_key(master: str = "5e" * 32) -> str:
    """Writes the key file of west into the clone; returns its recipient."""
    Path("r/key-catalogue-west.json").write_text(json.dumps(KEY | {"master": master}))
    return own_key_of(master)


def own_key_of(master: str) -> str:
    return age_key_in(json.dumps(KEY | {"master": master}).encode(), "key").recipient


def view_of(recipient: str, **parts: object) -> bytes:
    files = {"state.json": json.dumps({"t": "view", "seat": "west", **parts}).encode()}
    return seal(files, VIEW_MEMBERS, [recipient], is_packed=True)


def view_unreadable() -> None:
    cloned()
    recipient = own_key("5f" * 32)
    committed({"views/west.age": view_of(recipient)})
    own_key()


def view_of_another_match() -> None:
    cloned()
    committed({"views/west.age": view_of(own_key(), header={"game": "0" * 64})})


def view_lacking() -> None:
    cloned()
    own_key()


def view_without_key() -> None:
    cloned()


def view_in_the_tree() -> None:
    """The view is right, but for where it would be decrypted."""
    cloned()
    state = json.loads(Path("m/log.jsonl").read_bytes().splitlines()[0])
    last = Path("m/log.jsonl").read_bytes().rstrip(b"\n").rpartition(b"\n")[2]
    header = {"game": state["gid"], "n": 1, "head": hashlib.sha256(last).hexdigest()}
    committed(
        {"views/west.age": view_of(own_key(), header=header), "decrypted/west/state.json": b"{}"}
    )


def view_in_a_bare_repository() -> None:
    view_in_the_tree()
    shutil.move("r/key-catalogue-west.json", "key-catalogue-west.json")


def other_recipient() -> None:
    """The offer names a recipient of the referee; repository.json another one."""
    shutil.rmtree("m")
    new_match("m", "nine-fields", name="catalogue", age=True)
    another = own_key_of("5e" * 32)
    cloned(sheets="sealed", recipients={"referee": another})
    Path("west.json").write_text(json.dumps(open_folder("m").template("west")))


def _told(make: Callable[[], None]) -> Callable[[pytest.MonkeyPatch], None]:
    def made(monkeypatch: pytest.MonkeyPatch) -> None:
        if make is lock_held:
            monkeypatch.setattr(stale_locks, "_file_system", lambda _: "nfs4")
        make()

    return made


def sheet_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log withholds a sheet of west, as in mid-turn, and sheets are to lie open."""
    named, file = NamedSheet(1, "west", "0" * 64), SheetFile("the sheet of west", b"{}")
    monkeypatch.setattr(beginning, "withheld_files", lambda _: {named: file})
    Path("m/repository.json").write_text('{"schema_version": 1, "sheets": "open"}')


DOCTORED = {"sheet-withheld": sheet_withheld} | {
    make.__name__.replace("_", "-"): _told(make)
    for make in (
        branch_moved_back, key_leaked, lock_held, lock_left, log_rewritten, objects_damaged,
        own_folder_open,
        other_recipient, server_lax, sheet_committed, sheet_exchanged, sheet_unsent,
        tag_false, tag_lost,
        view_in_a_bare_repository, view_in_the_tree, view_lacking, view_of_another_match,
        view_unreadable, view_without_key,
    )
}  # fmt: skip
"""By name, what is to be made before the command runs."""
