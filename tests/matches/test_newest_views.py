"""What lies in now/: of the newest opening, whole, and nobody's who may not see it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.matches.match import Match
from adjudicator.matches.newest_views import VIEW_FILES
from tests.core.hand import HAND, hand_scenario
from tests.core.toy_orders import MARCH
from tests.matches.toy_match import GAMES, bids, files, new, render, sheet

ONE = {"march": [{"order": "march", "unit": "soldier", "count": 1}]}


def played(folder: Path) -> Match:
    match = new(folder)
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    return match


def opened(folder: Path, *, reads: bool = False) -> Match:
    return Match.open(folder, GAMES, render, reads=reads)


def test_a_folder_holds_the_views_of_one_opening_however_long_the_match(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    names = {name for name in files(match.folder) if "now/" in name}
    assert names == {f"now/{name}" for name in (*VIEW_FILES, "stamp.json")}
    sheets = len(files(match.folder))
    while not match.saved.is_over:
        given = bids(match)
        if match.position().phase != "bid":
            (mover,) = {one.seat for one in match.saved.pending if one.seat}
            given = [sheet(match, mover, orders=ONE)]
        match.adjudicate(given)
        kept = files(match.folder)
        assert {name for name in kept if "now/" in name} == names
        sheets += 2 * len(given)
        checkpoints = {name for name in kept if name.startswith("referee/checkpoints/")}
        assert len(kept) == sheets + len(checkpoints), "the log, the sheets, and one set of views"
        stamp = json.loads(kept["now/stamp.json"])
        last = log.parse_log(kept["log.jsonl"]).head.hash
        assert (stamp["head"], stamp["views"][:6]) == (last, f"n{match.saved.n:04d}-")
        assert stamp["files"] == {
            name: tfd1.digest(kept[f"now/{name}"]) for name in sorted(VIEW_FILES)
        }
    assert match.saved.n > 3


@pytest.mark.parametrize("damage", ["lost", "empty", "zeros", "of the opening before"])
@pytest.mark.parametrize("name", [*VIEW_FILES, "stamp.json"])
def test_what_a_power_cut_left_of_a_set_is_noticed_and_made_again(
    tmp_path: Path, name: str, damage: str
) -> None:
    """Nothing of it is synced: any file may be lost, empty, zeros or the one before."""
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    before = (match.folder / "now" / name).read_bytes()
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    whole, path = files(match.folder), match.folder / "now" / name
    left = {"empty": b"", "zeros": bytes(path.stat().st_size), "of the opening before": before}
    path.unlink()
    if damage in left:
        path.write_bytes(left[damage])
    if files(match.folder) == whole:
        return  # The opening before had the same map: nothing is lost.
    (due,) = opened(match.folder, reads=True).due
    assert due == "map and report of opening 2 are lacking"
    assert opened(match.folder).notices == ("map and report of opening 2 were made again",)
    assert files(match.folder) == whole
    assert opened(match.folder).notices == ()


def test_a_whole_set_of_an_earlier_head_is_noticed(tmp_path: Path) -> None:
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    shutil.copytree(match.folder / "now", tmp_path / "earlier")
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    whole = files(match.folder)
    shutil.copytree(tmp_path / "earlier", match.folder / "now", dirs_exist_ok=True)
    assert opened(match.folder).notices == ("map and report of opening 2 were made again",)
    assert files(match.folder) == whole


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"game": "00" * 32},
        {"files": {"../log.jsonl": "00" * 32}},
        {"files": {"map.svg": 7}},
        {"files": []},
        {"own": "no"},
        {"head": None},
    ],
)
def test_a_stamp_that_was_changed_counts_for_nothing(
    tmp_path: Path, change: dict[str, object]
) -> None:
    match = played(tmp_path / "m")
    whole, path = files(match.folder), match.folder / "now/stamp.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | change))
    assert opened(match.folder).notices == ("map and report of opening 2 were made again",)
    assert files(match.folder) == whole


def hand(folder: Path) -> Match:
    from adjudicator.matches.referee.new_match import new_match

    return new_match(
        folder, HAND, hand_scenario({"cards": 6, "turns": 2}), name="hand", mode="referee",
        title="Hand", render=render, make_secret=lambda: "5e" * 32,
    )  # fmt: skip


def test_a_seats_views_lie_with_the_referee_and_those_of_before_go(tmp_path: Path) -> None:
    match = hand(tmp_path / "m")
    own = match.folder / "referee/now"
    assert own.stat().st_mode & 0o077 == 0
    for path in own.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path
    stray = own / "blue" / "events.json"
    assert not stray.exists(), "nothing happened yet, to anybody"
    stray.write_text("of an opening before")
    (own / "nobody").mkdir()
    (own / "nobody" / "map.svg").write_text("of an opening before")
    match.adjudicate([sheet(match, "blue"), sheet(match, "red")])
    assert not (own / "nobody").exists()
    assert b"before" not in b"".join(path.read_bytes() for path in own.glob("*/*"))
    public = b"".join(path.read_bytes() for path in (match.folder / "now").iterdir())
    for path in own.glob("*/*"):
        assert tfd1.digest(path.read_bytes()).encode() not in public, "nobody can guess and compare"


def test_a_lost_view_of_a_seat_is_made_again(tmp_path: Path) -> None:
    match = hand(tmp_path / "m")
    match.adjudicate([sheet(match, "blue"), sheet(match, "red")])
    whole = files(match.folder)
    games = {HAND.name: HAND}
    for lost in ("blue/state.json", "stamp.json", "red"):
        path = match.folder / "referee/now" / lost
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        opened = Match.open(match.folder, games, render)
        assert opened.notices == ("map and report of opening 1 were made again",)
        assert files(match.folder) == whole
