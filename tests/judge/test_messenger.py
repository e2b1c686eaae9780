"""The judge's page as an app: a messenger runs it, and gets the sheet that is made in it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.judge.assembly import judge_app
from tests.judge.driver import Judge, natively
from tests.messenger import messenger

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog

FIRST = Path(__file__).parents[2] / "examples" / "fortress-america-1986"
MOST = 12_000_000
"""The most bytes of the app: what is in it is packed already."""


def test_a_sheet_is_judged_made_and_sent(
    page_file: Path, chromium: Browser, tmp_path: Path
) -> None:
    app = tmp_path / "judge.xdc"
    app.write_bytes(judge_app(page_file.read_bytes()))
    assert app.stat().st_size < MOST
    shutil.copy(FIRST / "before/now/state.json", tmp_path)
    shutil.copy(FIRST / "western.json", tmp_path)
    with messenger(app) as address:
        judge = Judge(chromium, address, width=390)
        asked: list[str] = []

        def answered(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.accept()

        judge.page.on("dialog", answered)
        judge.ready()
        judge.take(tmp_path / "state.json", tmp_path / "western.json")
        assert judge.said == natively(tmp_path, "check", "state.json", "western.json")
        judge.page.get_by_role("button", name="Make a sheet: western").click()
        frame = judge.page.frame_locator("iframe.making")
        with judge.page.expect_download() as saving:
            frame.get_by_role("button", name="Send to a chat").click()
        sheet = json.loads(Path(saving.value.path()).read_bytes())
        own = {address, f"{address}webxdc.js"}
        faults = [one for one in judge.faults if one.removeprefix("asked for ") not in own]
        judge.context.close()
    assert [one for one in faults if "%c" not in one] == [], "what the messenger says, it colours"
    assert saving.value.suggested_filename == "western-1.json"
    assert sheet["player"] == "western"
    assert len(asked) == 1
    assert "western-1.json" in asked[0]
