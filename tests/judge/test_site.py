"""The page on a web space: once it was there, it works without a network."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from adjudicator.judge.assembly import judge_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE_MS = 120_000


class _Silent(SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing."""

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def test_it_works_offline(page_file: Path, chromium: Browser, tmp_path: Path) -> None:
    """The server is gone, the page is opened again, and Python starts in it."""
    for name, raw in judge_site(page_file.read_bytes()).items():
        (tmp_path / name).write_bytes(raw)
    serve = partial(_Silent, directory=str(tmp_path))
    server = ThreadingHTTPServer(("127.0.0.1", 0), serve)
    Thread(target=server.serve_forever, daemon=True).start()
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text))
    page.goto(f"http://127.0.0.1:{server.server_port}/judge.html", wait_until="commit")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_load_state("load")  # Whatever is under way then would be cut off.
    server.shutdown()
    server.server_close()
    page.reload(wait_until="commit")
    page.wait_for_selector("html[data-ready]", state="attached")
    assert faults == []
    context.close()
