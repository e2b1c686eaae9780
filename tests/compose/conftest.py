"""A browser for the tests of the pen; they are skipped where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.audit.chromium import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
SCRIPTS = (
    "adjudicator/compose/engine.js",
    "adjudicator/compose/forms.js",
    "adjudicator/compose/keys.js",
    "adjudicator/games/galactic_conquest/compose.js",
    "adjudicator/games/stratix/compose.js",
    "adjudicator/games/fortress_america/compose.js",
    "adjudicator/games/invasion_america/compose.js",
    "tests/compose/walker.js",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of the system, without a window."""
    program = find_chromium()
    if program is None:
        pytest.skip("no Chromium is installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def reasoning(browser: Browser) -> Page:
    """A blank page with the pen's reasoning, its forms and random clicks."""
    page = browser.new_page()
    page.set_content("<body></body>")
    joined = "\n".join((ROOT / name).read_text().replace('"use strict";', "") for name in SCRIPTS)
    joined += "\nObject.assign(globalThis, { Pen, Forms, Keys, walk, misread, offers });"
    page.add_script_tag(content=f'"use strict";\n{joined}')
    return page
