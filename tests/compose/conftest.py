"""A browser for the tests of the pen; they are skipped where there is none."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.compose import recorded
from tests.compose.pages import Hand, How
from tests.programs import BrowserName, browser_program

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright
    from selenium.webdriver.remote.webdriver import WebDriver

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


@pytest.fixture(autouse=True, scope="session")
def _shared_positions(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The workers of a run replay each example match once."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        recorded.share_in(tmp_path_factory.getbasetemp().parent)


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The Chromium of the system, without a window."""
    program = browser_program("chromium")
    playwright: Playwright = request.getfixturevalue("playwright")
    started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
    yield started
    started.close()


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where Firefox saves files."""
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def firefox(request: pytest.FixtureRequest, downloads: Path) -> Iterator[Browser]:
    """The Firefox of the system, without a window, by WebDriver BiDi."""
    program = browser_program("firefox")
    playwright: Playwright = request.getfixturevalue("playwright")
    started = playwright.firefox.launch(
        executable_path=program, channel="moz-firefox", downloads_path=downloads,
        # Its list of saved files would take the keys away from the page.
        firefox_user_prefs={"browser.download.alwaysOpenPanel": False},
    )  # fmt: skip
    yield started
    started.close()


@pytest.fixture(scope="session")
def webkit_driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    """The WebKit of the system, on a screen that nobody sees."""
    program = browser_program("webkit")
    from tests.compose.webkit import webkit

    with webkit(program, tmp_path_factory.getbasetemp() / "webkit") as started:
        yield started


@pytest.fixture
def hand_in(request: pytest.FixtureRequest) -> Callable[[BrowserName, Path, How], Hand]:
    """Opens a page in a browser."""

    def opened(name: BrowserName, path: Path, how: How) -> Hand:
        if name == "chromium":
            return Hand(request.getfixturevalue("browser"), path, how=how)
        if name == "firefox":
            started = request.getfixturevalue("firefox")
            downloads = request.getfixturevalue("downloads")
            return Hand(started, path, how=how, downloads=downloads)
        driver = request.getfixturevalue("webkit_driver")
        from tests.compose.webkit import WebKitHand

        folder = request.getfixturevalue("tmp_path_factory").getbasetemp() / "webkit/downloads"
        return WebKitHand(driver, path, how=how, downloads=folder)

    return opened


@pytest.fixture(scope="session")
def reasoning(browser: Browser) -> Page:
    """A blank page with the pen's reasoning, its forms and random clicks."""
    page = browser.new_page()
    page.set_content("<body></body>")
    joined = "\n".join((ROOT / name).read_text().replace('"use strict";', "") for name in SCRIPTS)
    joined += "\nObject.assign(globalThis, { Pen, Forms, Keys, walk, misread, offers });"
    page.add_script_tag(content=f'"use strict";\n{joined}')
    return page
