"""A real browser without a window, driven over a pipe by the DevTools protocol."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic  # noqa: TID251 - a browser that hangs must not hang the tests
from typing import Any

__all__ = ["Page", "browser", "find_chromium"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE_S = 60

# The browser reads commands from descriptor 3 and writes answers to 4.
LAUNCHER = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for end, wanted in zip(ends, (3, 4)):
    os.dup2(end, wanted)
os.execv(sys.argv[3], sys.argv[3:])
"""


def find_chromium() -> str | None:
    """Returns the path of a Chromium or Chrome, if one is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """One page of the browser."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._unread = b""
        self._number = 0
        self._session: str | None = None
        self.events: list[tuple[str, dict[str, Any]]] = []

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command and returns its result; what else happens is kept in `events`."""
        self._number += 1
        told: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            told["sessionId"] = self._session
        self._write(json.dumps(told).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                found: dict[str, Any] = answer["result"]
                return found
            self.events.append((answer.get("method", ""), answer.get("params", {})))

    def show(self, url: str) -> None:
        """Opens a page and waits until it is loaded."""
        if self._session is None:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
            self._session = attached["sessionId"]
            for part in ("Page", "Runtime", "Network", "Log"):
                self.call(f"{part}.enable")
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(name == "Page.loadEventFired" for name, _ in self.events):
            self.evaluate("0")

    def evaluate(self, expression: str) -> Any:
        """Returns what an expression of the page gives; promises are awaited."""
        done = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def choose_file(self, selector: str, path: Path) -> None:
        """Chooses a file as a user does in the dialog of a file input."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        found = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=[str(path)], nodeId=found)

    def drop_file(self, path: Path, x: int, y: int) -> None:
        """Drags a file onto the page and lets it go there."""
        dragged = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=dragged)

    def _write(self, message: bytes) -> None:
        view = memoryview(message)
        while view:
            view = view[os.write(self._commands, view[: 1 << 16]) :]

    def _read(self) -> dict[str, Any]:
        until = monotonic() + PATIENCE_S
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._answers], [], [], max(0, until - monotonic()))
            more = os.read(self._answers, 1 << 20) if ready else b""
            assert more, "the browser does not answer"
            self._unread += more
        message, _, self._unread = self._unread.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer


@contextmanager
def browser(program: str, profile: Path) -> Iterator[Page]:
    """Starts a browser with an empty profile; it ends with the block."""
    from_us, to_us = os.pipe(), os.pipe()
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-extensions", "--disable-background-networking",
             "--disable-component-update", "--remote-debugging-pipe",
             f"--user-data-dir={profile}", "about:blank"]  # fmt: skip
    started = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, str(from_us[0]), str(to_us[1]), program, *flags],
        pass_fds=(from_us[0], to_us[1]),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(from_us[0])
    os.close(to_us[1])
    page = Page(from_us[1], to_us[0])
    try:
        yield page
    finally:
        page._session = None
        with suppress(OSError, AssertionError):
            page.call("Browser.close")
        os.close(from_us[1])
        os.close(to_us[0])
        try:
            started.wait(10)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()
