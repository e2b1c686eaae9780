"""The clock in a repository: what is there at the lock is in time; the lock says what it gave."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.api.fetched import secret_in
from adjudicator.api.problems import Unusable
from adjudicator.repository.git import open_git
from adjudicator.repository.turns import Told, TurnsTaken, take_turns
from tests.repository.clones import Clone, Hub, call, hub_of
from tests.repository.test_friends import friends


@pytest.fixture
def match(tmp_path: Path) -> Path:
    folder = tmp_path / "m"
    assert call("new", "nine-fields", folder, "--clock", "fast").exit_code == 0
    return folder


@pytest.fixture
def hub(match: Path, tmp_path: Path) -> Hub:
    return hub_of(match, tmp_path / "hub.git", due="clock")


@pytest.fixture
def clone(hub: Hub, tmp_path: Path) -> Clone:
    return hub.clone(tmp_path / "clone")


def at(clone: Clone, match: Path | None, now: datetime) -> TurnsTaken:
    """Takes what is due at a moment."""
    secret = None if match is None else secret_in(match)
    return take_turns(open_git(clone.folder), Told(secret), now)


def begun(hub: Hub) -> datetime:
    return datetime.fromtimestamp(int(hub.git("log", "-1", "--format=%ct", "main")), UTC)


def test_nothing_is_due_before_the_deadline(match: Path, hub: Hub, clone: Clone) -> None:
    since = begun(hub)
    taken = at(clone, match, since + timedelta(days=2))
    assert not taken.steps
    assert taken.deadlines.keys() == {"west"}
    due = datetime.fromisoformat(taken.deadlines["west"])
    assert timedelta(days=2) <= due - since < timedelta(days=3, hours=1)


def test_who_is_silent_is_played_for_as_the_policy_says(
    match: Path, hub: Hub, clone: Clone
) -> None:
    taken = at(clone, match, begun(hub) + timedelta(days=60))
    assert [(one.did, one.n) for one in taken.steps] == [("opened", 1)]
    (said,) = [
        json.loads(line) for line in hub.log.splitlines()
        if b'"clock"' in line and b'"t":"genesis"' not in line
    ]  # fmt: skip
    assert said["missed"].keys() == {"west"}
    clone.pulls()
    assert call("verify", clone.folder).exit_code == 0


def test_a_killed_run_goes_on_with_the_facts_of_its_lock(
    match: Path, hub: Hub, clone: Clone, tmp_path: Path
) -> None:
    """The next run, weeks later and elsewhere, makes the same commit."""
    began, before = begun(hub), hub.git("rev-parse", "main").strip()
    at(clone, match, began + timedelta(days=60))
    made = hub.git("rev-parse", "main").strip()
    hub.git("update-ref", "refs/heads/main", before)
    hub.git("update-ref", "-d", "refs/tags/turn/n0001")
    other = hub.clone(tmp_path / "other")
    taken = at(other, match, began + timedelta(days=90))
    assert taken.steps[0].n == 1
    first = hub.git("rev-list", "--reverse", f"{before}..main").split()[0]
    assert first == made


def test_the_next_deadline_runs_from_the_lock_before(match: Path, hub: Hub, clone: Clone) -> None:
    locked = begun(hub) + timedelta(days=1)
    clone.writes("west")
    clone.does("submit")
    taken = at(clone, match, locked)
    assert [one.n for one in taken.steps] == [1]
    due = datetime.fromisoformat(taken.deadlines["east"])
    assert timedelta(days=2) <= due - locked < timedelta(days=3, hours=1)
    page = hub.git("show", "main:README.md")
    assert f"* east: its order sheet, until {taken.deadlines['east']}\n" in page


def test_without_the_clock_in_the_settings_nobody_is_played_for(
    match: Path, tmp_path: Path
) -> None:
    hub = hub_of(match, tmp_path / "open.git")
    clone = hub.clone(tmp_path / "c")
    taken = at(clone, match, begun(hub) + timedelta(days=600))
    assert not taken.steps
    assert not taken.deadlines


@pytest.mark.parametrize(
    "said",
    [
        "no json", '{"clock": {"missed": {"east": 1}}}',
        '{"clock": {"missed": {"west": {"step": "built-in", "count": 3}}}}',
        '{"withheld": ["west", 7]}',
    ],
)  # fmt: skip
def test_a_forged_lock_rolls_nothing(match: Path, hub: Hub, clone: Clone, said: str) -> None:
    """A tag by hand, where no sheet is: whatever it says of the clock, nothing false is made."""
    hub.git("tag", "-a", "-m", said, "lock/n0001", "main")
    with pytest.raises(Unusable) as refused:
        at(clone, match, begun(hub) + timedelta(days=1))
    assert hub.turns == []
    assert refused.value.problems[0].hint


def test_a_pledge_that_never_comes_is_given_up(tmp_path: Path) -> None:
    usa, invaders, folder = friends(tmp_path, "--clock", "fast", settings={"due": "clock"})
    hub = Hub(folder)
    usa.writes("usa")
    usa.does("submit")
    locked = begun(hub) + timedelta(hours=1)
    assert [one.did for one in at(usa, None, locked).steps] == ["locked"]
    usa.does("pledge")
    assert not at(usa, None, locked + timedelta(hours=20)).steps
    taken = at(usa, None, locked + timedelta(days=30))
    assert (taken.steps[0].did, taken.steps[0].n) == ("opened", 1)
    opened = json.loads(hub.git("cat-file", "tag", "open/n0001").partition("\n\n")[2])
    assert opened["withheld"] == ["invaders"]
    usa.pulls()
    assert call("verify", usa.folder).exit_code == 0
    assert "not-locked" in invaders.does("pledge", ok=1)
