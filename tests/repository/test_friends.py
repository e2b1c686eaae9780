"""Two friends without a referee: mutual mode, by the commands of players alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.repository.clones import Clone, call, git, hub_of


def friends(
    folder: Path, *options: str, settings: dict[str, Any] | None = None
) -> tuple[Clone, Clone, Path]:
    """Returns the clones of two friends, each with its key file, and the bare repository."""
    match = folder / "m"
    words = ("--scenario", "standard-2", "--mode", "mutual", "--joins", *options)
    assert call("new", "fortress-america-1986", match, *words).exit_code == 0
    joins = []
    for seat in ("usa", "invaders"):
        home = folder / f"home-{seat}"
        home.mkdir()
        out = home / "join.json"
        key = home / f"key-m-{seat}.json"
        done = call("join", match / "offer.json", seat, "--out", out, "--key", key)
        assert done.exit_code == 0, done.output
        joins.append(out)
    assert call("begin", match, *joins).exit_code == 0
    hub = hub_of(match, folder / "hub.git", **(settings or {}))
    clones = []
    for seat in ("usa", "invaders"):
        clone = hub.clone(folder / seat)
        (key,) = (folder / f"home-{seat}").glob("key-*.json")
        key.rename(clone.folder / key.name)
        clones.append(clone)
    return clones[0], clones[1], hub.folder


@pytest.mark.exhaustive  # The guide for two friends is run as it stands.
def test_two_friends_play_four_openings(tmp_path: Path) -> None:
    usa, invaders, hub = friends(tmp_path)
    by_seat = {"usa": usa, "invaders": invaders}
    for n in range(1, 5):
        (seat,) = usa.awaited
        mover = by_seat.pop(seat)
        (other,) = by_seat.values()
        by_seat[seat] = mover
        mover.pulls()
        mover.writes(seat)
        if n % 2:
            assert f"pushed inbox/{seat}/n{n:04d}.json" in mover.does("submit")
            assert f"opening {n} is locked" in mover.does("turn")
            assert f"{seat}: pledged for opening {n}" in mover.does("pledge")
            assert "nothing is due yet" in mover.does("turn")
        else:  # The same in one command.
            said = mover.does("submit", "--go-on")
            assert f"opening {n} is locked" in said
            assert f"{seat}: pledged for opening {n}" in said
        assert f"opening {n}: " in other.does("pledge")
        for clone in (usa, invaders):
            clone.pulls()
            assert clone.git("status", "--short") == ""
    assert (usa.folder / "log.jsonl").read_bytes() == (invaders.folder / "log.jsonl").read_bytes()
    assert call("verify", usa.folder).exit_code == 0
    subjects = git(hub, "log", "--format=%s", "--author=adjudicator@invalid", "main").splitlines()
    assert next(one for one in subjects if "locked" not in one).startswith("Opening 4: ")
    assert len(subjects) == 8


def test_both_friends_open_the_same_turn_apart(tmp_path: Path) -> None:
    """The same lock and pledges, the same commit: the second push finds everything there."""
    usa, invaders, hub = friends(tmp_path)
    usa.writes("usa")
    usa.does("submit")
    usa.does("turn")
    usa.does("pledge")
    invaders.does("pledge")
    made = git(hub, "rev-parse", "main").strip()
    git(hub, "update-ref", "refs/heads/main", f"{made}~")
    git(hub, "update-ref", "-d", "refs/tags/turn/n0001")
    usa.does("turn")
    assert git(hub, "rev-parse", "main").strip() == made
