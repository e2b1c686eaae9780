"""`git submit`: which sheet, what is pushed, what stays as it is, and what waits."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.repository.clones import Clone, Hub, call, git, hub_of
from tests.repository.races import sheets_at_once, turns_at_once


def paths_of(hub: Hub) -> list[str]:
    return hub.git("show", "--format=", "--name-only", "main").split()


def test_without_a_word_it_sends_the_sheet_that_lies_where_it_belongs(
    hub: Hub, west: Clone
) -> None:
    west.writes("west")
    said = west.does("submit")
    assert "good for west" in said
    assert paths_of(hub) == ["inbox/west/n0001.json"]
    assert hub.git("log", "-1", "--format=%an <%ae> %s", "main").strip() == (
        "west <west@invalid> Sheet of west for opening 1"
    )
    west.pulls()
    assert west.git("status", "--short") == ""


def test_what_is_changed_after_it_was_sent_stays(hub: Hub, west: Clone) -> None:
    """`git pull` neither stops before the sheet nor writes over what was changed in it since."""
    path = west.writes("west")
    west.does("submit")
    changed = path.read_text().replace('"west"', '"west" ')
    path.write_text(changed)
    west.pulls()
    assert path.read_text() == changed
    west.does("submit")
    west.pulls()
    assert path.read_text() == changed
    assert west.git("status", "--short") == ""


def test_index_work_tree_and_branch_stay_as_they_are(west: Clone, tmp_path: Path) -> None:
    sheet = tmp_path / "mine.json"
    west.writes("west").rename(sheet)
    (west.folder / "notes.txt").write_text("mine")
    (west.folder / "match.json").write_text("{}")
    west.git("add", "notes.txt")
    before = west.git("status", "--short", "--branch"), west.git("rev-parse", "HEAD")
    west.does("submit", sheet)
    assert (west.git("status", "--short").splitlines(), west.git("rev-parse", "HEAD")) == (
        before[0].splitlines()[1:],
        before[1],
    )


def test_no_hook_of_the_clone_is_run(west: Clone, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    for name in ("pre-push", "pre-commit", "post-commit", "reference-transaction"):
        hook = west.folder / ".git" / "hooks" / name
        hook.write_text(f"#!/bin/sh\n[ {name} = reference-transaction ] || touch {mark}\n")
        hook.chmod(0o755)
    west.git("config", "core.fsmonitor", f"touch {mark}")
    west.writes("west")
    west.does("submit")
    assert not mark.exists()


def test_where_no_sheet_lies_it_says_how_to_begin_one(west: Clone) -> None:
    said = west.does("submit", ok=1)
    assert "no sheet for opening 1 lies in this clone" in said
    assert "adjudicator template . SEAT --out inbox/SEAT/n0001.json" in said


def test_what_is_there_already_is_not_sent_again(west: Clone, hub: Hub) -> None:
    path = west.writes("west")
    west.does("submit")
    tip = hub.git("rev-parse", "main")
    assert "there is nothing new to send" in west.does("submit", ok=1)
    assert "nothing to push" in west.does("submit", path)
    assert hub.git("rev-parse", "main") == tip


def test_a_bad_sheet_is_told_with_its_place_and_not_sent(west: Clone, hub: Hub) -> None:
    path = west.writes("west")
    document = json.loads(path.read_text())
    document["orders"] = {"march": [{"order": "march", "count": 99, "from": "elm", "to": "elm"}]}
    path.write_text(json.dumps(document))
    said = west.does("submit", ok=1)
    assert "n0001.json:1:" in said
    assert "no sheet was sent" in said
    assert hub.git("rev-list", "--count", "main").strip() == "1"


def test_without_network_it_waits_and_goes_with_the_next(west: Clone, hub: Hub) -> None:
    path = west.writes("west")
    address = west.git("remote", "get-url", "origin").strip()
    west.git("remote", "set-url", "origin", "https://somebody:token@127.0.0.1:9/m.git")
    said = west.does("submit", ok=75)
    assert "no-network" in said
    assert "token" not in said
    path.unlink()
    west.git("remote", "set-url", "origin", address)
    assert "pushed inbox/west/n0001.json" in west.does("submit")
    assert "nothing new" in west.does("submit", ok=1)


def test_a_sheet_that_waited_too_long_is_taken_away(match: Path, west: Clone, hub: Hub) -> None:
    path = west.writes("west")
    text = path.read_text()
    west.git("remote", "set-url", "origin", "https://127.0.0.1:9/m.git")
    west.does("submit", ok=75)
    west.git("remote", "set-url", "origin", str(hub.folder))
    other = hub.clone(west.folder.with_name("other"))
    (other.folder / "inbox" / "west").mkdir(parents=True)
    (other.folder / "inbox" / "west" / "n0001.json").write_text(text)
    other.does("submit")
    other.does("turn", "--secret", match)
    path.unlink()
    assert "no sheet for opening 2" in west.does("submit", ok=1)
    assert not list((west.folder / ".git" / "adjudicator" / "outbox").glob("*.json"))


def test_a_locked_opening_takes_no_sheet(west: Clone, hub: Hub) -> None:
    west.writes("west")
    hub.git("tag", "-a", "-m", "{}", "lock/n0001", "main")
    assert "opening-locked" in west.does("submit", ok=1)
    assert hub.git("rev-list", "--count", "main").strip() == "1"


def test_the_server_has_the_last_word_and_is_heard(west: Clone, hub: Hub) -> None:
    hook = hub.folder / "hooks" / "pre-receive"
    hook.write_text('#!/bin/sh\necho "line 3: \x1b[2Jno such field" >&2\nexit 1\n')
    hook.chmod(0o755)
    west.writes("west")
    said = west.does("submit", ok=1)
    assert "push-refused" in said
    assert "line 3: " in said
    assert "no such field" in said
    assert "\x1b" not in said


def test_another_log_than_before_stops_with_both_heads(
    match: Path, west: Clone, hub: Hub, tmp_path: Path
) -> None:
    """Somebody puts another match in the place of this one, as a fast-forward."""
    west.writes("west")
    west.does("submit")
    other = tmp_path / "other"
    assert call("new", "nine-fields", other).exit_code == 0
    forger = hub.clone(tmp_path / "forger")
    (forger.folder / "log.jsonl").write_bytes((other / "log.jsonl").read_bytes())
    git(forger.folder, "commit", "--quiet", "-am", "another log")
    git(forger.folder, "push", "--quiet")
    west.writes("west")
    said = west.does("submit", ok=4)
    assert "two-logs" in said
    assert "Seen: head " in said
    assert "There: head " in said


@pytest.mark.parametrize("branch", ["--upload-pack=touch", "a..b", "main\n", "x.lock"])
def test_a_branch_of_a_stranger_is_no_option(west: Clone, hub: Hub, branch: str) -> None:
    forger = hub.clone(west.folder.with_name("forger"))
    (forger.folder / "repository.json").write_text(json.dumps({"branch": branch}))
    git(forger.folder, "commit", "--quiet", "-am", "another branch")
    git(forger.folder, "push", "--quiet")
    west.writes("west")
    said = west.does("submit", ok=1)
    assert "repository.json" in said
    assert "branch" in said


def test_a_signed_seat_signs(tmp_path: Path) -> None:
    """The log has a key for the seat: the sheet goes out with its signature, or not at all."""
    key = tmp_path / "id"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    match = tmp_path / "m"
    assert call("new", "nine-fields", match, "--joins").exit_code == 0
    joins = []
    for seat in ("west", "east"):
        home = tmp_path / seat
        home.mkdir()
        words: list[str | Path] = ["--out", home / "join.json", "--key", home / "key-m.json"]
        words += ["--public-key", f"{key}.pub"] if seat == "west" else []
        done = call("join", match / "offer.json", seat, *words)
        assert done.exit_code == 0, done.output
        joins.append(home / "join.json")
    assert call("begin", match, *joins).exit_code == 0
    hub = hub_of(match, tmp_path / "hub.git")
    west = hub.clone(tmp_path / "clone")
    west.writes("west", "--key", str(tmp_path / "west" / "key-m.json"))
    said = west.does("submit", ok=1)
    assert "no-ssh-key" in said
    assert "git config adjudicator.sshKey FILE" in said
    west.git("config", "adjudicator.sshKey", str(key))
    west.does("submit")
    assert sorted(paths_of(hub)) == ["inbox/west/n0001.json", "inbox/west/n0001.json.sig"]
    assert "opening 1" in west.does("turn", "--secret", match)


def test_sheets_at_once_are_not_lost(tmp_path: Path) -> None:
    tries = sheets_at_once(tmp_path, 4)
    assert sum(tries.values()) == 4


def test_turns_at_once_are_one(tmp_path: Path) -> None:
    assert turns_at_once(tmp_path, 1) == 1


# -- hashes before sheets -----------------------------------------------------------------------

SEATS = ("usa", "western", "southern", "eastern")


@pytest.fixture
def at_once(tmp_path: Path) -> tuple[Hub, dict[str, Clone]]:
    """Fortress America by three invaders who place their units at the same time, in mutual mode."""
    match = tmp_path / "m"
    words = ("--mode", "mutual", "--joins", "--option", "invader_turns=simultaneous")
    made = call("new", "fortress-america-1986", match, "--scenario", "standard", *words)
    assert made.exit_code == 0, made.output
    joins = [tmp_path / f"join-{seat}.json" for seat in SEATS]
    for seat, join in zip(SEATS, joins, strict=True):
        key = tmp_path / f"key-{seat}.json"
        assert call("join", match / "offer.json", seat, "--out", join, "--key", key).exit_code == 0
    assert call("begin", match, *joins).exit_code == 0
    hub = hub_of(match, tmp_path / "hub.git")
    clones = {seat: hub.clone(tmp_path / seat) for seat in SEATS}
    for seat, clone in clones.items():
        (tmp_path / f"key-{seat}.json").rename(clone.folder / f"key-{seat}.json")
    return hub, clones


def test_hashes_come_before_sheets(at_once: tuple[Hub, dict[str, Clone]]) -> None:
    hub, clones = at_once
    while len(awaited := clones["usa"].awaited) == 1:
        clones[awaited[0]].writes(awaited[0])
        clones[awaited[0]].does("submit")
        clones["usa"].does("turn")
        for clone in clones.values():
            clone.does("pledge")
        clones["usa"].does("turn")
        for clone in clones.values():
            clone.pulls()
    first, second, last = awaited
    n = len([one for one in hub.turns if one.startswith("Opening ") and ":" in one]) + 1
    for seat in awaited:
        clones[seat].writes(seat)
    for seat in (first, second):
        said = clones[seat].does("submit")
        assert "the hash went out, and the sheet waits" in said
        assert paths_of(hub) == [f"inbox/{seat}/n{n:04d}.sha256"]
    clones[last].does("submit")  # All others have promised: it shows its sheet at once.
    assert sorted(paths_of(hub)) == [f"inbox/{last}/n{n:04d}.{one}" for one in ("json", "sha256")]
    promised = (clones[first].folder / "inbox" / first / f"n{n:04d}.json").read_text()
    changed = json.dumps({**json.loads(promised), "blind": "cc" * 32})
    (clones[first].folder / "inbox" / first / f"n{n:04d}.json").write_text(changed)
    assert "sheet-not-promised" in clones[first].does("submit", ok=1)
    _forged(hub, clones[first], first, n, changed)
    said = clones["usa"].does("turn")
    assert "sheet-not-promised" in said
    assert "nothing is due yet" in said
    _forged(hub, clones[first], first, n, promised)
    clones[second].does("submit")
    assert f"opening {n} is locked" in clones["usa"].does("turn")


def _forged(hub: Hub, clone: Clone, seat: str, n: int, sheet: str) -> None:
    """Pushes a sheet, and the hash of it in the place of the one before, by git alone."""
    forger = hub.clone(
        clone.folder.with_name(f"forger-{len(sheet)}-{sheet[-70:-60]}".replace('"', ""))
    )
    inbox = forger.folder / "inbox" / seat
    (inbox / f"n{n:04d}.json").write_text(sheet)
    checked = json.loads(call("check", forger.folder, inbox / f"n{n:04d}.json", "--json").stdout)
    (inbox / f"n{n:04d}.sha256").write_text(checked[0]["hash"])
    git(forger.folder, "add", "-A")
    git(forger.folder, "commit", "--quiet", "-m", "by hand")
    git(forger.folder, "push", "--quiet")
