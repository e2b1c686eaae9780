"""Pictures of the pages for spectators: python -m tests.site.pictures FOLDER [GAME ...]

As wide as a screen and as a phone, light and dark, with report and with graphs, without scripts,
and on paper: to be looked at.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.audit.chromium import find_chromium
from tests.site.pages import MATCHES, Watching, made_site

__all__ = ["main"]


class Look(NamedTuple):
    """How a page is looked at."""

    name: str
    size: tuple[int, int]
    context: dict[str, Any]
    graphs: bool = False


WIDE, PHONE = (1400, 900), (390, 844)
LOOKS = (
    Look("wide", WIDE, {"color_scheme": "light"}),
    Look("wide-dark", WIDE, {"color_scheme": "dark"}),
    Look("wide-graphs", WIDE, {"color_scheme": "light"}, graphs=True),
    Look("phone", PHONE, {"color_scheme": "light", "has_touch": True}),
    Look("phone-dark", PHONE, {"color_scheme": "dark", "has_touch": True}, graphs=True),
    Look("no-scripts", WIDE, {"java_script_enabled": False}),
)


def main() -> None:
    """Writes the pictures of the matches that are named, else of all."""
    from playwright.sync_api import sync_playwright

    program, (folder, *games) = find_chromium(), sys.argv[1:]
    if program is None:
        sys.exit("no Chromium is installed")
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as work:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game in games or MATCHES:
            place = Path(work, game)
            place.mkdir()
            middle = len(made_site(game, place).facts.openings) // 2
            for look in LOOKS:
                at = f"#n{middle}" if look.context.get("java_script_enabled", True) else ""
                page = place / "index.html"
                watching = Watching(browser, page, at=at, size=look.size, **look.context)
                if look.graphs:
                    watching.page.click("#tab-graphs")
                watching.page.screenshot(
                    path=out / f"{game}-{look.name}.png", full_page=look.size == PHONE
                )
                if look.name == "wide":
                    watching.page.pdf(path=out / f"{game}.pdf")
                watching.close()
        browser.close()
    sys.stdout.write(f"look at {out}\n")


if __name__ == "__main__":
    main()
