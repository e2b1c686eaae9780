"""WebKit, the engine of Safari: Debian's WebKitGTK on a screen that nobody sees, by Selenium."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from selenium.webdriver import Remote
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.select import Select
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.compose.pages import FIND, Hand, How

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

__all__ = ["WebKitHand", "webkit"]

SCREEN = "1600x1200x24"
NAMED = {
    "Tab": Keys.TAB, "Enter": Keys.ENTER, "ArrowDown": Keys.ARROW_DOWN,
    "Control": Keys.CONTROL, "Shift": Keys.SHIFT,
}  # fmt: skip


class WebKitHand(Hand):
    """Somebody who makes a sheet in WebKit."""

    def __init__(self, driver: WebDriver, path: Path, *, how: How, downloads: Path) -> None:
        """Opens a page; whatever an earlier one kept is forgotten."""
        self.driver, self.how, self.downloads = driver, how, downloads
        self.faults = []
        driver.get(path.as_uri())
        driver.execute_script("localStorage.clear()")
        driver.get(path.as_uri())

    def close(self) -> None:
        """Leaves the page."""
        self.driver.get("about:blank")

    def evaluate(self, script: str, *given: object) -> Any:
        """Returns what a function of the page returns; promises are awaited."""
        return self.driver.execute_script(f"return ({script})(...arguments)", *given)

    def press(self, keys: str) -> None:
        """Presses a key, or two at once."""
        chain = ActionChains(self.driver, duration=0)
        *held, last = (NAMED.get(one, one) for one in keys.split("+"))
        for one in held:
            chain.key_down(one)
        chain.send_keys(last)
        for one in held:
            chain.key_up(one)
        chain.perform()

    def click_at(self, x: float, y: float) -> None:
        """Clicks into the window."""
        actions = ActionBuilder(self.driver, duration=0)
        actions.pointer_action.move_to_location(round(x), round(y)).click()  # type: ignore[no-untyped-call]  # Selenium ships it so
        actions.perform()

    def click(self, css: str, name: str) -> None:
        """Clicks the element that is found by its name, away from the bars above and below."""
        found = self._found(css, name)
        self.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", found)
        found.click()

    def pick(self, css: str, name: str, option: str) -> None:
        """Chooses from a list."""
        Select(self._found(css, name)).select_by_visible_text(option)

    def _found(self, css: str, name: str) -> Any:
        found = self.driver.execute_script(f"return ({FIND})(...arguments)", css, name)
        assert found is not None, f"no {css} is called {name!r}"
        return found

    def reload(self) -> None:
        """Loads the page anew."""
        self.driver.refresh()


@contextmanager
def webkit(program: str, home: Path) -> Iterator[WebDriver]:
    """Starts WebKit by its driver.

    Args:
        home: an empty folder, for what it keeps; files are saved in `downloads` of it.
    """
    (home / "downloads").mkdir(parents=True)
    (home / "user-dirs.dirs").write_text(f'XDG_DOWNLOAD_DIR="{home / "downloads"}"\n')
    with _screen() as display:
        told = {f"XDG_{one}_HOME": str(home) for one in ("CONFIG", "DATA", "CACHE", "STATE")}
        options = Options()
        options.add_argument("--automation")
        service = Service(program, env={**os.environ, **told, "DISPLAY": f":{display}"})
        service.start()
        try:
            told_where = ClientConfig(remote_server_addr=service.service_url)
            with Remote(RemoteConnection(client_config=told_where), options=options) as driver:
                driver.set_window_size(1400, 938)
                yield driver
        finally:
            service.stop()


@contextmanager
def _screen() -> Iterator[int]:
    """Yields the number of a screen that nobody sees."""
    ours, its = os.pipe()
    started = subprocess.Popen(
        ["Xvfb", "-displayfd", str(its), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=(its,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(its)
    try:
        with os.fdopen(ours) as said:
            yield int(said.readline())
    finally:
        started.terminate()
        started.wait()
