"""The page, assembled once, and a browser for it; skipped where something of it is lacking."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from filelock import FileLock

from adjudicator.judge.assembly import MAX_PAGE, judge_page
from tests.audit.chromium import find_chromium
from tests.judge.driver import Judge
from tests.judge.parts import needed_parts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

MAX_FIRST_S = 200
"""What a busy machine may need; tests/README.md says what a quiet one does."""


@pytest.fixture(scope="session")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as a file; the workers of a run share it."""
    parts, folder = needed_parts(), tmp_path_factory.getbasetemp()
    path = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "judge.html"
    with FileLock(f"{path}.lock"):
        if not path.exists():
            path.write_bytes(judge_page(*parts))
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


@pytest.fixture(scope="session")
def judge(page_file: Path, chromium: Browser) -> Iterator[Judge]:
    """The page, ready. To start it costs most: tests share it, each with files of its own."""
    assert page_file.stat().st_size < MAX_PAGE
    found = Judge(chromium, page_file.as_uri())
    assert found.ready() < MAX_FIRST_S
    yield found
    found.close()
