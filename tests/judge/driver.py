"""The page in a browser: files are handed to it, commands are typed, what it says is read."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from time import monotonic  # noqa: TID251 - how long the page takes is what is measured
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["Judge", "Said", "natively", "unzipped", "zipped"]

PATIENCE_MS = 120_000


class Said(NamedTuple):
    """What a command said."""

    code: int
    text: str
    """What it printed to both streams, as it came."""


class Judge:
    """An open page."""

    def __init__(
        self, browser: Browser, url: str, *, width: int = 1400, dark: bool = False
    ) -> None:
        """Opens the page; it starts meanwhile."""
        self.context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            accept_downloads=True,
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text))
        self.page.on("request", lambda asked: self._requested(asked.url))
        self.began = monotonic()
        self.page.goto(url, wait_until="commit")

    def _requested(self, url: str) -> None:
        if not url.startswith(("file:", "blob:", "data:")):
            self.faults.append(f"asked for {url}")

    def seconds(self) -> float:
        """Returns how long the page is open."""
        return monotonic() - self.began

    def ready(self) -> float:
        """Waits until Python runs; returns how long it took."""
        self.page.wait_for_selector("html[data-ready]", state="attached")
        return self.seconds()

    def take(self, *paths: Path) -> None:
        """Chooses files, as by the button, and waits until they lie on the desk."""
        before = self._shown()
        self.page.set_input_files("#files", [str(path) for path in paths])
        self.page.wait_for_function("() => document.getElementById('files').value === ''")
        assert before <= self._shown()

    def drop(self, name: str, raw: bytes) -> None:
        """Chooses a file that lies nowhere."""
        self.page.set_input_files(
            "#files", {"name": name, "mimeType": "application/octet-stream", "buffer": raw}
        )
        self.page.wait_for_function("() => document.getElementById('files').value === ''")

    def run(self, *argv: str) -> Said:
        """Types a command and waits for what it says."""
        before = self._shown()
        self.page.evaluate(
            """(line) => {
              document.getElementById("argv").value = line;
              document.getElementById("line").requestSubmit();
            }""",
            " ".join(f"'{one}'" for one in argv),
        )
        self.page.wait_for_function(
            "(before) => Number(document.getElementById('shown').dataset.number || 0) > before",
            arg=before,
        )
        return self.said

    @property
    def said(self) -> Said:
        """What the last command said."""
        text = self.page.evaluate("() => document.querySelector('#shown pre').textContent")
        code = self.page.evaluate("() => Number(document.getElementById('shown').dataset.code)")
        return Said(code, text)

    def _shown(self) -> int:
        number: int = self.page.evaluate(
            "() => Number(document.getElementById('shown').dataset.number || 0)"
        )
        return number

    def saved(self, name: str) -> bytes:
        """Saves a thing of the desk and returns its bytes."""
        with self.page.expect_download() as waiting:
            self.page.locator(f"#things [aria-label='Save {name}']").click()
        return Path(waiting.value.path()).read_bytes()

    def close(self) -> None:
        """Closes the page; whatever it did wrong fails the test."""
        self.context.close()
        assert self.faults == []


def natively(folder: Path, *argv: str) -> Said:
    """Runs a command in a folder as at a terminal that nobody looks at."""
    done = subprocess.run(
        [Path(sys.executable).with_name("adjudicator"), *argv], cwd=folder, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=600, check=False,
        env={"PATH": "/usr/bin:/bin", "COLUMNS": "80"},
    )  # fmt: skip
    return Said(done.returncode, done.stdout.decode())


def zipped(folder: Path, names: Sequence[str] = ()) -> bytes:
    """Returns a folder as a ZIP archive, under its own name."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder).as_posix()
            if path.is_file() and path.name != ".lock" and (not names or inside in names):
                archive.write(path, f"{folder.name}/{inside}")
    return stream.getvalue()


def unzipped(raw: bytes) -> dict[str, bytes]:
    """Returns the files of an archive by name."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
