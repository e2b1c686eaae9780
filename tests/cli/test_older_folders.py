"""Folders of older programs, with the views of every opening in openings/: read as they stand."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adjudicator import registry
from adjudicator.cli.common import Exit
from tests.cli.calls import call
from tests.cli.toy_commands import new, sheet
from tests.core.hand import HAND, hand_scenario
from tests.core.toy import TOY
from tests.core.toy_orders import BIDS, MARCH, NO_BIDS
from tests.matches.older import aged
from tests.registered import registered
from tests.reliability.looks import everything


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "GAMES", registered(TOY, HAND))


def opened() -> Path:
    """A match after its first opening, as an older program left it; returns its newest views."""
    new()
    aged(Path("m"))
    shutil.copytree("m/openings", "start")
    blue, red = sheet("blue", {"orders": BIDS}), sheet("red", {"orders": NO_BIDS})
    assert call("adjudicate", "m", blue, red).exit_code == 0
    newest = aged(Path("m"))
    assert sorted(path.name for path in newest.parent.iterdir()) == [
        "n0000-start", "n0001-turn-1-bids",
    ]  # fmt: skip
    return newest


def test_an_older_folder_is_whole_and_looking_at_it_writes_nothing() -> None:
    newest = opened()
    before = everything(Path("m"))
    told = call("status", "m")
    assert told.exit_code == 0
    assert "not whole" not in told.stderr
    assert f"  body      {newest}/report.txt\n" in told.stdout
    assert f"  attached  {newest}/state.json\n" in told.stdout
    assert call("report", "m").stdout == (newest / "report.txt").read_text()
    assert (
        call("report", "m", "--n", "0").stdout == Path("start/n0000-start/report.txt").read_text()
    )
    assert everything(Path("m")) == before
    assert call("mend", "m").exit_code == 0
    assert not Path("m/now").exists(), "nothing was lacking"


def test_the_next_opening_goes_into_now_and_older_views_stay() -> None:
    newest = opened()
    before = everything(newest.parent)
    done = call("adjudicate", "m", sheet("blue", {"orders": MARCH}))
    assert "map: m/now/map.svg\n" in done.stdout
    assert everything(newest.parent) == before
    assert json.loads(Path("m/now/state.json").read_bytes())["header"]["n"] == 3
    assert "  body      m/now/report.txt\n" in call("status", "m").stdout


@pytest.mark.parametrize("lost", ["openings/n0001-turn-1-bids/events.json", "openings"])
def test_what_lacks_in_an_older_folder_is_made_in_now(lost: str) -> None:
    newest = opened()
    state = (newest / "state.json").read_bytes()
    path = Path("m", lost)
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert "map and report of opening 1 are lacking" in call("status", "m").stderr
    assert "map and report of opening 1 were made again" in call("mend", "m").stderr
    assert Path("m/now/state.json").read_bytes() == state
    assert "not whole" not in call("status", "m").stderr


def test_an_older_program_that_went_on_is_not_shown_as_it_was_before() -> None:
    """It knows nothing of now/: what lies there is of an earlier opening then."""
    new()
    shutil.copytree("m/now", "now")
    opened_now = Path("m/now")
    blue, red = sheet("blue", {"orders": BIDS}), sheet("red", {"orders": NO_BIDS})
    assert call("adjudicate", "m", blue, red).exit_code == 0
    aged(Path("m"))
    shutil.copytree("now", opened_now)
    shutil.copytree("m", "c", ignore=shutil.ignore_patterns("referee", ".lock"))
    told = call("status", "c").stdout
    assert "after opening 1" in told
    assert call("mend", "m").exit_code == 0
    assert json.loads(Path("m/now/state.json").read_bytes())["header"]["n"] == 2


def test_a_clone_that_has_only_openings_is_looked_at() -> None:
    newest = opened()
    shutil.copytree("m", "c", ignore=shutil.ignore_patterns("referee", ".lock"))
    assert "after opening 1" in call("status", "c").stdout
    assert call("report", "c").stdout == (newest / "report.txt").read_text()
    shutil.rmtree(Path("c", *newest.parts[1:]))
    assert call("check", "c", sheet("blue", {"orders": MARCH})).exit_code == Exit.DONE
    assert not Path("c/now").exists()


def test_a_seats_own_views_in_an_older_folder_are_mailed_to_it() -> None:
    scenario = hand_scenario({"cards": 8, "hand": 3})
    Path("hands.json").write_text(json.dumps(scenario.to_json()))
    assert call("new", "hand", "m", "--scenario", "hands.json").exit_code == 0
    assert call("adjudicate", "m", "--play", "all").exit_code == 0
    now = json.loads(call("status", "m", "--json").stdout)
    names = ("report.txt", "report.html", "map.svg", "state.json")
    assert now["own"]["blue"] == [f"m/referee/now/blue/{name}" for name in names]
    newest = aged(Path("m"))
    older = json.loads(call("status", "m", "--json").stdout)
    blue = [f"{newest}/{name.replace('.', '-blue.')}" for name in names]
    assert older["own"]["blue"] == blue
    assert older["body"] == f"{newest}/report.txt"
    assert "not whole" not in call("status", "m").stderr
