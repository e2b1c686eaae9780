"""What a step from one opening to the next costs in Chromium: python -m tests.site.speed [GAME ...]

Counted is the processor time of the page's main thread, until the step is painted: script, style,
layout and painting. Wall time would count what else the machine does. Beside it stands the same
step made by replacing the whole map.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tests.audit.chromium import find_chromium
from tests.site.pages import MATCHES, Watching, made_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["PATCHED", "WHOLE", "Steps", "main", "steps_of"]

_PAINTED = """await new Promise(
  (done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));"""
PATCHED = f"async (place) => {{ site.show(place); {_PAINTED} }}"
WHOLE = f"""async (place) => {{
  const svg = site.atlas.text(site.openings[place].n).replace(/^<[?].*?[?]>/, "");
  document.getElementById("board").innerHTML = svg;
  {_PAINTED}
}}"""


class Steps(NamedTuple):
    """What the steps through a match cost, in milliseconds."""

    median: float
    worst: float
    begun: float
    """What the page costs until it is shown."""


def steps_of(browser: Browser, page: Path, script: str = PATCHED) -> Steps:
    """Goes through a match, opening by opening; returns what that costs."""
    watching = Watching(browser, page, at="#n0")
    devtools = watching.context.new_cdp_session(watching.page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def used() -> float:
        told = devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(one["value"]) for one in told if one["name"] == "TaskDuration")

    def cost(act: Callable[[], object]) -> float:
        before = used()
        act()
        return used() - before

    watching.page.wait_for_timeout(200)
    count = len(watching.facts()["openings"])
    costs = [cost(lambda n=place: watching.ask(script, n)) for place in range(1, count)]  # type: ignore[misc] # the place of each
    watching.page.reload()  # The count begins anew.
    watching.ask(f"async () => {{ {_PAINTED} }}")
    begun = used()
    watching.close()
    return Steps(median(costs), max(costs), begun)


def main() -> None:
    """Prints a row for each match that is named, else for all."""
    from playwright.sync_api import sync_playwright

    program = find_chromium()
    if program is None:
        sys.exit("no Chromium is installed")
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game in sys.argv[1:] or MATCHES:
            place = Path(folder, game)
            place.mkdir()
            made_site(game, place)
            now, whole = (
                steps_of(browser, place / "index.html", script) for script in (PATCHED, WHOLE)
            )
            sys.stdout.write(
                f"{game}: a step {now.median:.0f} ms in the median, {now.worst:.0f} at most; the "
                f"whole map replaced {whole.median:.0f} and {whole.worst:.0f}; the page is there "
                f"after {now.begun:.0f}\n"
            )
        browser.close()


if __name__ == "__main__":
    main()
