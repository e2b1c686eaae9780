"""The page, assembled once, and a browser for it; skipped where something of it is lacking."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from adjudicator.judge.assembly import judge_page
from tests.audit.chromium import find_chromium
from tests.judge.parts import needed_parts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright


@pytest.fixture(scope="session")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as a file."""
    path = tmp_path_factory.mktemp("judge") / "judge.html"
    path.write_bytes(judge_page(*needed_parts()))
    return path


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The Chromium of the system, without a window."""
    program = find_chromium()
    if program is None:
        pytest.skip("no Chromium is installed")
    playwright: Playwright = request.getfixturevalue("playwright")
    browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
    yield browser
    browser.close()
