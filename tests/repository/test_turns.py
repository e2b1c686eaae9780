"""`git turn`: again, apart and late: what is locked counts, and it gives the same commit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.repository.clones import Clone, Hub, call, git
from tests.repository.four_clones import play


@pytest.fixture
def east(hub: Hub, tmp_path: Path) -> Clone:
    return hub.clone(tmp_path / "east")


def test_four_clones_begin_a_match(tmp_path: Path) -> None:
    table = play(tmp_path, "turn-2", 2)
    assert len(table.hub.turns) == 2
    tree = table.hub.git("ls-tree", "-r", "--name-only", "main").splitlines()
    assert not [one for one in tree if one.startswith(("referee/", "openings/", "key-"))]
    assert [one for one in tree if one.startswith("now/")] == [
        "now/map.svg", "now/report.txt", "now/state.json",
    ]  # fmt: skip


def test_where_nothing_is_due_it_says_so_and_ends_well(match: Path, west: Clone) -> None:
    said = west.does("turn", "--secret", match)
    assert said.startswith("nothing is due yet\ndue: west: ")
    assert west.git("tag") == ""


def test_again_it_does_nothing(match: Path, west: Clone, hub: Hub) -> None:
    west.writes("west")
    west.does("submit")
    assert "opening 1: turn-1-west" in west.does("turn", "--secret", match)
    tip = hub.git("rev-parse", "main")
    assert "nothing is due yet" in west.does("turn", "--secret", match)
    assert hub.git("rev-parse", "main") == tip
    assert hub.git("tag").split() == ["lock/n0001", "turn/n0001"]
    trailers = hub.git("log", "-1", "--format=%(trailers:unfold)", "main").splitlines()
    assert [one.partition(":")[0] for one in trailers if one] == [
        "Adjudicated-Opening", "Log-Head", "Locked-Commit", "Sheet", "Engine",
    ]  # fmt: skip


def test_a_turn_has_author_and_dates_of_nobody(match: Path, west: Clone, hub: Hub) -> None:
    west.writes("west")
    west.does("submit")
    sheet = hub.git("log", "-1", "--format=%ct", "main")
    west.does("turn", "--secret", match)
    said = hub.git("log", "-1", "--format=%an <%ae> %cn <%ce> %ad", "--date=raw", "main")
    name = "adjudicator <adjudicator@invalid>"
    assert said == f"{name} {name} {sheet.strip()} +0000\n"


def test_a_sheet_changed_after_the_lock_is_late(
    match: Path, west: Clone, east: Clone, hub: Hub
) -> None:
    """A run is killed between lock and push; the sheet is replaced before the next one."""
    west.writes("west")
    west.does("submit")
    locked = hub.git("rev-parse", "main").strip()
    hub.git("tag", "-a", "-m", "{}", "lock/n0001", locked)
    path = west.writes("west")
    path.write_text(json.dumps({**json.loads(path.read_text()), "blind": "aa" * 32}))
    assert "opening-locked" in west.does("submit", ok=1)
    west.pulls()
    assert west.git("status", "--short") == " M inbox/west/n0001.json\n"
    git(west.folder, "commit", "--quiet", "-a", "-m", "by hand, and late")
    git(west.folder, "push", "--quiet")
    said = east.does("turn", "--secret", match)
    assert "late: the sheet of west" in said
    message = hub.git("log", "-1", "--format=%B", "main")
    assert f"Locked-Commit: {locked}" in message
    assert "Late: west" in message
    assert b"aa" * 32 not in hub.log


def test_the_same_lock_gives_the_same_commit_apart(
    match: Path, west: Clone, east: Clone, hub: Hub
) -> None:
    west.writes("west")
    west.does("submit")
    before = hub.git("rev-parse", "main").strip()
    west.does("turn", "--secret", match)
    made = hub.git("rev-parse", "main").strip()
    hub.git("update-ref", "refs/heads/main", before)
    hub.git("update-ref", "-d", "refs/tags/turn/n0001")
    east.does("turn", "--secret", match)
    assert hub.git("rev-parse", "main").strip() == made


def test_another_opening_in_its_place_is_two_logs(
    match: Path, west: Clone, east: Clone, hub: Hub
) -> None:
    """The owner moves main back, and adjudicates a changed sheet: who saw the first one stops."""
    west.writes("west")
    west.does("submit")
    before = hub.git("rev-parse", "main").strip()
    west.does("turn", "--secret", match)
    hub.git("update-ref", "refs/heads/main", before)
    for tag in ("lock/n0001", "turn/n0001"):
        hub.git("update-ref", "-d", f"refs/tags/{tag}")
    east.pulls()
    path = east.writes("west")
    path.write_text(json.dumps({**json.loads(path.read_text()), "blind": "bb" * 32}))
    east.does("submit")
    east.does("turn", "--secret", match)
    said = west.does("turn", "--secret", match, ok=4)
    assert "two-logs" in said or "tag-moved" in said
    west.git("tag", "-d", "lock/n0001", "turn/n0001")
    said = west.does("turn", "--secret", match, ok=4)
    assert "two-logs" in said
    assert said.count("head ") >= 2


def test_a_bad_sheet_is_named_and_nothing_is_locked(match: Path, west: Clone, hub: Hub) -> None:
    path = west.writes("west")
    path.write_text(path.read_text().replace('"player": "west"', '"player": "east"'))
    git(west.folder, "add", "-A")
    git(west.folder, "commit", "--quiet", "-m", "by hand")
    git(west.folder, "push", "--quiet")
    said = west.does("turn", "--secret", match)
    assert "other-seat" in said
    assert "nothing is due yet" in said
    assert hub.git("tag") == ""


@pytest.mark.parametrize("secret", ["0" * 64, "nonsense", "{}"])
def test_a_wrong_secret_is_not_shown_and_locks_nothing(west: Clone, hub: Hub, secret: str) -> None:
    west.writes("west")
    west.does("submit")
    done = call("git", "turn", "--in", west.folder, env={"ADJUDICATOR_SECRET": secret})
    assert done.exit_code == 4, done.output
    assert hub.git("tag") == ""
    assert "nonsense" not in done.output
    assert "000000000000" not in done.output


def test_the_secret_comes_from_the_environment(match: Path, west: Clone, hub: Hub) -> None:
    secret = json.loads((match / "referee" / "secret.json").read_text())["master"]
    west.writes("west")
    west.does("submit")
    done = call("git", "turn", "--in", west.folder, env={"ADJUDICATOR_SECRET": f"{secret}\n"})
    assert done.exit_code == 0, done.output
    left = [path for path in west.folder.rglob("*") if path.is_file()]
    assert not [path for path in left if secret.encode() in path.read_bytes()]


def test_a_bare_repository_takes_its_own_turn(match: Path, west: Clone, hub: Hub) -> None:
    west.writes("west")
    west.does("submit")
    assert "opening 1: turn-1-west" in Clone(hub.folder).does("turn", "--secret", match)
    west.pulls()
    assert hub.turns == ["Opening 1: turn-1-west"]


def test_what_strangers_have_put_in_the_place_of_views_and_orders_goes(
    match: Path, west: Clone, hub: Hub
) -> None:
    """No hook keeps them out here: a turn writes its own files whatever lies there."""
    west.writes("west")
    west.does("submit")
    west.pulls()
    now = west.folder / "now"
    for path in now.iterdir():
        path.unlink()
    now.rmdir()
    now.symlink_to("/etc")
    published = west.folder / "orders" / "n0001"
    published.mkdir(parents=True)
    (published / "west.json").write_text("{}")
    git(west.folder, "add", "-A")
    git(west.folder, "commit", "--quiet", "-m", "by hand")
    git(west.folder, "push", "--quiet")
    west.does("turn", "--secret", match)
    tree = hub.git("ls-tree", "-r", "--name-only", "main").splitlines()
    assert [one for one in tree if one.startswith("now")] == [
        "now/map.svg", "now/report.txt", "now/state.json",
    ]  # fmt: skip
    assert json.loads(hub.git("show", "main:orders/n0001/west.json"))["player"] == "west"


def test_a_name_that_is_no_text_stops_no_turn(match: Path, west: Clone, hub: Hub) -> None:
    west.writes("west")
    west.does("submit")
    west.pulls()
    (west.folder / "now" / "\udcff\nx").write_text("x")
    git(west.folder, "add", "-A")
    git(west.folder, "commit", "--quiet", "-m", "by hand")
    git(west.folder, "push", "--quiet")
    assert "opening 1" in west.does("turn", "--secret", match)
    assert "377" not in hub.git("ls-tree", "-r", "--name-only", "main")


def test_git_does_not_get_the_secret(match: Path, west: Clone, tmp_path: Path) -> None:
    """What a push starts (ssh, a helper, here the other side) does not find it."""
    secret = json.loads((match / "referee" / "secret.json").read_text())["master"]
    told = tmp_path / "told"
    program = tmp_path / "receive"
    program.write_text(f'#!/bin/sh\nenv >> {told}\nexec git-receive-pack "$@"\n')
    program.chmod(0o755)
    west.git("config", "remote.origin.receivepack", str(program))
    west.writes("west")
    west.does("submit")
    done = call("git", "turn", "--in", west.folder, env={"ADJUDICATOR_SECRET": secret})
    assert done.exit_code == 0, done.output
    assert "PATH=" in told.read_text()
    assert secret not in told.read_text()


def test_without_a_secret_nothing_is_rolled(west: Clone, hub: Hub) -> None:
    west.writes("west")
    west.does("submit")
    said = west.does("turn", ok=4)
    assert "secret-missing" in said
    assert hub.turns == []
    assert hub.git("tag") == ""
