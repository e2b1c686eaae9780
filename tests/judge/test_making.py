"""A sheet is made in the page, and the rules are asked after every change of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from adjudicator.judge.inside.desk import Desk
from adjudicator.judge.inside.intake import unpacked
from tests.judge.driver import Judge, natively

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator

FIRST = Path(__file__).parents[2] / "examples" / "fortress-america-1986"
STATE = FIRST / "before" / "now" / "state.json"
MAX_JUDGED_MS = 60_000
"""What a busy machine may need for one judgement; a quiet one needs some 100."""


def _asked(desk: Desk, **request: object) -> dict[str, object]:
    found: dict[str, object] = json.loads(desk.answer(json.dumps(request)))
    return found


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A page's folder with a position."""
    found = Desk(tmp_path / "desk")
    found.take("state.json", STATE.read_bytes())
    return found


def test_a_page_to_make_a_sheet_on(desk: Desk, tmp_path: Path) -> None:
    """It holds the map, the choices and the position; where nothing is due there is none."""
    at = tmp_path / "made"
    made = _asked(desk, do="compose", path="state.json", seat="western", at=str(at))
    assert made == {"at": str(at), "is_there": True, "header": {}}
    page = at.read_bytes()
    assert [one.raw for one in unpacked("made.html", page)] == [STATE.read_bytes(), page]
    assert b'data-usual=""' in page
    state = json.loads(STATE.read_text())
    state["pending"] = []
    desk.take("state.json", json.dumps(state).encode())
    made = _asked(desk, do="compose", path="state.json", seat="western", at=str(at))
    assert not made["is_there"]


def test_a_judgement_remembers_nothing(desk: Desk) -> None:
    """Of a sheet in the making: what `check` says, and no file is written."""
    assert desk.run(["template", "state.json", "western", "--make-key"]).code == 0
    before = sorted(desk.folder.iterdir())
    sheet = json.loads((FIRST / "western.json").read_text())
    good = _asked(desk, do="judge", path="state.json", sheet=json.dumps(sheet))
    assert good["acceptable"]
    assert "Portland" in str(good["told"])
    sheet["orders"]["maneuvers"][0]["path"][-1] = "denver"
    bad = _asked(desk, do="judge", path="state.json", sheet=json.dumps(sheet))
    assert not bad["acceptable"]
    problems = bad["problems"]
    assert isinstance(problems, list)
    assert problems[0]["path"][:3] == ["orders", "maneuvers", 0]
    assert not _asked(desk, do="judge", path="state.json", sheet='{"t": "orders"}')["acceptable"]
    assert sorted(desk.folder.iterdir()) == before


def test_a_key_gives_pledge_and_blind(desk: Desk, tmp_path: Path) -> None:
    """As `template` writes them; key and memory go into the page, those of no other match."""
    assert desk.run(["template", "state.json", "western", "--make-key"]).code == 0
    name = json.loads(STATE.read_text())["match"]
    key = f"key-{name}-western.json"
    sheet = json.loads(desk.run(["template", "state.json", "western"]).out)
    at = str(tmp_path / "made")
    made = _asked(desk, do="compose", path="state.json", seat="western", at=at)
    files = [{"name": key, "text": (desk.folder / key).read_text()}]
    assert made["header"] == {"pledge": sheet["pledge"], "blind": sheet["blind"], "files": files}
    other = (desk.folder / key).read_text().replace(name, "another")
    (desk.folder / key).unlink()
    desk.take("key-another-western.json", other.encode())
    made = _asked(desk, do="compose", path="state.json", seat="western", at=at)
    assert made["header"] == {}


@pytest.mark.parametrize("width", [390, pytest.param(1400, marks=pytest.mark.exhaustive)])
def test_the_rules_are_asked_after_every_change(judge: Judge, tmp_path: Path, width: int) -> None:
    """From the position to a sheet that is saved: what the page says is what `check` says."""
    judge.take(STATE)
    judge.page.set_viewport_size({"width": width, "height": 900})
    _make(judge, tmp_path)


def _make(judge: Judge, folder: Path) -> None:
    """Makes a sheet on the page, wrong first, saves it and closes the page."""
    judge.page.get_by_role("button", name="Make a sheet: western").click()
    frame = judge.page.frame_locator("iframe.making")
    _await(frame, "The rules say")
    _paste(frame, {"declare": [{"order": "declare", "area": "nowhere"}]})
    _await(frame, "It would be refused")
    assert "Declare attacks 1: the map has" in frame.locator(".pen-verdict li").first.inner_text()
    sheet = json.loads((FIRST / "western.json").read_text())
    _paste(frame, sheet["orders"])
    _await(frame, "Good")
    assert "Portland" in (frame.locator(".pen-verdict pre").text_content() or "")
    with judge.page.expect_download() as waiting:
        frame.get_by_role("button", name="Download the file", exact=True).click()
    judge.page.wait_for_selector("#shown[data-number]", state="attached")
    made = folder / "western-1.json"
    made.write_bytes(Path(waiting.value.path()).read_bytes())
    assert json.loads(made.read_text())["orders"] == sheet["orders"]
    (folder / "state.json").write_bytes(STATE.read_bytes())
    assert judge.said == natively(folder, "check", "state.json", "western-1.json")
    frame.get_by_role("button", name="Close").click()
    judge.page.wait_for_selector("iframe.making", state="detached")
    assert judge.page.evaluate("() => document.querySelector('main').inert") is False


def _paste(frame: FrameLocator, orders: object) -> None:
    frame.locator(".pen-json").evaluate("(one) => { one.open = true; }")
    frame.locator(".pen-json textarea").fill(json.dumps({"orders": orders}))
    frame.locator(".pen-json button").click()


def _await(frame: FrameLocator, text: str) -> None:
    frame.locator(".pen-verdict p", has_text=text).wait_for(timeout=MAX_JUDGED_MS)
