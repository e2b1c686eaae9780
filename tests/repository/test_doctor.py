"""`git doctor`: each thing that can be wrong is named, and only what is certain is mended."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator import registry
from adjudicator.audit import tfd1
from adjudicator.repository import stale_locks
from adjudicator.repository.git import open_git
from adjudicator.repository.stale_locks import left_locks, remove_left
from tests.core.toy import TOY, toy_scenario
from tests.programs import needed
from tests.registered import registered
from tests.repository.clones import Clone, Hub, call, git, hub_of


class Played(NamedTuple):
    """A match of which one opening was made by git."""

    hub: Hub
    clone: Clone
    other: Clone


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a match; each test gets a copy, so that it is played once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "GAMES", registered(TOY))
        patch.setattr(tfd1, "LINKS", 16)
        here = tmp_path_factory.mktemp("made")
        patch.chdir(here)
        Path("duel.json").write_text(json.dumps(toy_scenario({}).to_json()))
        assert call("new", "toy", "m", "--scenario", "duel.json").exit_code == 0
        hub = hub_of(here / "m", here / "hub.git")
        clone = hub.clone(here / "clone")
        for seat in ("red", "blue", "red"):
            sheet = clone.writes(seat)
            if seat == "red":  # Sent twice: the second one is locked.
                document = json.loads(sheet.read_bytes())
                document["blind"] = tfd1.make_secret()
                sheet.write_text(json.dumps(document))
            clone.does("submit", sheet)
        clone.does("turn", "--secret", here / "m")
        yield here


@pytest.fixture
def played(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    monkeypatch.setattr(registry, "GAMES", registered(TOY))
    monkeypatch.setattr(tfd1, "LINKS", 16)
    shutil.copytree(made / "hub.git", tmp_path / "hub.git")
    hub = Hub(tmp_path / "hub.git")
    return Played(hub, hub.clone(tmp_path / "clone"), hub.clone(tmp_path / "other"))


def codes(clone: Clone | Hub, *words: str, ok: int = 1) -> list[str]:
    """What the doctor finds, by code."""
    done = call("git", "doctor", "--in", clone.folder, "--json", *words)
    assert done.exit_code == ok, done.output
    found = json.loads(done.stdout)
    assert found["well"] == (ok == 0)
    return [one["code"] for one in found["findings"]]


def test_a_sound_repository_is_well(played: Played) -> None:
    told = played.clone.does("doctor")
    assert told.count("well: ") == 10
    assert codes(played.clone, ok=0) == []
    for name in ("receive.denyNonFastForwards", "receive.denyDeletes", "receive.fsckObjects"):
        assert "server-lax" in codes(played.hub)
        played.hub.git("config", name, "true")
    assert codes(played.hub, ok=0) == []


# -- locks ----------------------------------------------------------------------------------------


def locked(folder: Path, name: str = "HEAD.lock") -> Path:
    path = open_git(folder).git_folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_a_lock_that_a_killed_git_left_is_taken_away(played: Played) -> None:
    """As a killed push leaves it: every later push is refused until it is gone."""
    head = locked(played.hub.folder)
    ref = locked(played.hub.folder, "refs/heads/main.lock")
    (played.other.folder / "f").write_text("x")
    played.other.git("add", "f")
    played.other.git("commit", "--quiet", "-m", "x")
    git(played.other.folder, "push", "--quiet", ok=(1,))
    assert codes(played.hub)[:2] == ["lock-left", "lock-left"]
    assert head.exists()
    told = played.hub
    done = call("git", "doctor", "--in", told.folder, "--repair")
    assert "Mended: it was taken away." in done.output
    assert not head.exists()
    assert not ref.exists()
    played.other.git("push", "--quiet")


@contextmanager
def running(*words: str, folder: Path) -> Iterator[None]:
    """A process that works on while the test looks at it."""
    with subprocess.Popen(
        words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b"HEAD\n")
            process.stdin.flush()
            process.stdout.readline()
            yield
        finally:
            process.kill()


HOLDS = "import sys; f = open(sys.argv[1], 'rb'); input(); print('held', flush=True); input()"


def test_a_lock_that_somebody_may_hold_stays(played: Played, tmp_path: Path) -> None:
    path = locked(played.clone.folder)
    git_, python = needed("git"), sys.executable
    linked = tmp_path / "linked"
    played.clone.git("branch", "other")
    path.unlink()
    played.clone.git("worktree", "add", "--quiet", str(linked), "other")
    path.touch()
    holders = (
        ((git_, "cat-file", "--batch"), played.clone.folder),
        ((git_, "cat-file", "--batch"), played.clone.folder / ".git"),
        ((git_, f"--git-dir={played.clone.folder}/.git", "cat-file", "--batch"), tmp_path),
        ((git_, "--git-dir", "clone/.git", "cat-file", "--batch"), tmp_path),
        ((git_, "cat-file", "--batch"), linked),
        ((python, "-c", HOLDS, str(path)), tmp_path),
        ((python, "-c", HOLDS, str(path.with_name("config"))), tmp_path),
    )
    for words, folder in holders:
        with running(*words, folder=folder):
            assert codes(played.clone, "--repair")[0] == "lock-held", words
        assert path.exists()
    # An editor or a shell that only stands there holds nothing.
    readme = played.clone.folder / "match.json"
    with running(python, "-c", HOLDS, str(readme), folder=played.clone.folder):
        assert codes(played.clone, "--repair", ok=0) == ["lock-left"]
    assert not path.exists()


def test_what_cannot_be_known_is_not_taken_away(
    played: Played, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = locked(played.clone.folder)
    opened = open_git(played.clone.folder)
    for name, value, why in (
        ("_file_system", lambda _: "nfs4", "a disk of another computer (nfs4)"),
        ("_PROC", tmp_path / "none", "nobody can tell whether a process holds it"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(stale_locks, name, value)
            (found,) = left_locks(opened)
            assert why in found.doubt
            assert not remove_left(opened, found)
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: 12345)
        (found,) = left_locks(opened)
        assert "another user's" in found.doubt
    for kind, is_left in (("ext4", False), ("overlay", True)):
        with monkeypatch.context() as patch:
            patch.setattr(stale_locks, "_sees_all", lambda: False)
            patch.setattr(stale_locks, "_file_system", lambda _, kind=kind: kind)
            (found,) = left_locks(opened)
            assert (found.doubt == "") == is_left, found.doubt
    assert path.exists()


def test_another_lock_in_the_place_of_the_one_that_was_seen_is_put_back(played: Played) -> None:
    path = locked(played.clone.folder)
    opened = open_git(played.clone.folder)
    (found,) = left_locks(opened)
    assert found.doubt == ""
    path.unlink()
    path.write_text("a git of now")
    assert not remove_left(opened, found)
    assert path.read_text() == "a git of now"


# -- objects, log, tags ---------------------------------------------------------------------------


def test_a_damaged_object_is_named(played: Played) -> None:
    (played.clone.folder / "f").write_text("x")
    played.clone.git("add", "f")
    loose = next(played.clone.folder.glob(".git/objects/??/*"))
    loose.chmod(0o644)
    loose.write_bytes(loose.read_bytes()[:-1])
    assert "objects-damaged" in codes(played.clone)


def rewritten(clone: Clone, change: bytes) -> None:
    """Commits a log in which a line says something else, or that ends earlier."""
    path = clone.folder / "log.jsonl"
    path.write_bytes(change)
    clone.git("commit", "--quiet", "-am", "x")
    clone.git("push", "--quiet")


def test_a_log_that_does_not_only_grow_is_named(played: Played) -> None:
    raw = (played.other.folder / "log.jsonl").read_bytes()
    rewritten(played.other, raw.replace(b'"values":[', b'"values":[6,', 1))
    assert "log-rewritten" in codes(played.clone)
    rewritten(played.other, raw)
    assert {*codes(played.clone)} == {"log-rewritten"}


def test_a_branch_that_was_moved_back_is_named_by_who_had_seen_it(played: Played) -> None:
    (played.other.folder / "f").write_text("x")
    played.other.git("add", "f")
    played.other.git("commit", "--quiet", "-m", "x")
    played.other.git("push", "--quiet")
    played.clone.pulls()
    played.clone.git("reset", "--quiet", "--hard", "HEAD~1")
    played.other.git("reset", "--quiet", "--hard", "HEAD~1")
    played.other.git("push", "--quiet", "--force")
    assert codes(played.clone) == ["history-rewritten"]
    assert codes(played.other, ok=1) == ["history-rewritten"]


def test_tags_that_do_not_agree_with_the_log_are_named(played: Played) -> None:
    first = played.other.git("rev-list", "--max-parents=0", "HEAD").strip()
    sent = played.other.git("log", "--format=%H", "--reverse", "--", "inbox/red").split()
    for name, where, code in (
        ("turn/n0002", "HEAD", "tag-false"),
        ("turn/n0001", first, "tag-false"),
        ("lock/n0003", "HEAD", "tag-false"),
        ("lock/n0001", "HEAD", "tag-false"),
        ("lock/first", first, "tag-false"),
        ("lock/n0001", sent[0], "sheet-exchanged"),
    ):
        clone = played.hub.clone(played.hub.folder.with_name(name.replace("/", "-") + where[:6]))
        clone.git("tag", "-f", name, where)
        found = codes(clone)
        assert code in found, name
        assert {*found} <= {code, "tag-moved", "tag-lost"}, (name, found)


def test_a_tag_that_the_server_has_no_more_is_named(played: Played) -> None:
    played.hub.git("tag", "-d", "lock/n0001")
    assert codes(played.clone) == ["tag-lost"]


# -- what was not sent, what may not be there -----------------------------------------------------


def test_what_waits_here_is_named(played: Played) -> None:
    outbox = played.clone.folder / ".git/adjudicator/outbox"
    outbox.parent.mkdir()
    outbox.mkdir()
    assert codes(played.clone) == ["own-folder-open"]
    outbox.parent.chmod(0o700)
    (outbox / "red-n0002.json").write_text("{}")
    assert codes(played.clone) == ["not-sent"]
    sheet = played.other.writes(played.other.awaited[0])
    played.other.git("add", str(sheet))
    played.other.git("commit", "--quiet", "-m", "by hand")
    assert codes(played.other) == ["not-sent"]


def test_a_key_at_hand_is_looked_for(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(played.clone.folder)
    key = {"t": "secret", "format": 1, "match": "m", "who": "red", "links": 0, "master": "5e" * 32}
    Path("key-m-red.json").write_text(json.dumps(key))
    assert codes(played.clone, ok=0) == []
    Path("notes").write_text("my secret is " + "5e" * 32)
    played.clone.git("add", "notes")
    played.clone.git("commit", "--quiet", "-m", "x")
    assert codes(played.clone) == ["leak"]
    told = call("git", "doctor").output
    assert "the secret of red can be read in this repository: notes" in told
    assert "5e5e5e" not in told


def test_without_a_match_or_a_server_what_can_be_looked_at_is(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    assert codes(Clone(folder)) == ["no-origin"]
    done = call("git", "doctor", "--in", tmp_path)
    assert done.exit_code == 4
    assert "no-repository" in done.output


def test_an_object_is_read_as_it_was_hashed(played: Played) -> None:
    """`refs/replace` could show whoever runs a turn another log than the one that was pushed."""
    clone = played.clone
    (clone.folder / "other").write_text("another log\n")
    other = clone.git("hash-object", "-w", "other").strip()
    clone.git("replace", clone.git("rev-parse", "HEAD:log.jsonl").strip(), other)
    head = clone.git("rev-parse", "HEAD").strip()
    assert clone.git("show", "HEAD:log.jsonl") == "another log\n"
    assert open_git(clone.folder).file(head, "log.jsonl", limit=1 << 20) == played.hub.log
