"""A page for spectators under a hand, and what is held against it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import adjudicator
from adjudicator.site.page import Site, site_of
from tests.make_match import EXAMPLES, WHOLE_MATCHES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["MATCHES", "NOW", "SAME", "Watching", "made_site", "maps_of", "match_of"]

MATCHES = tuple(whole.game for whole in WHOLE_MATCHES)
NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
SAME = """(svg) => {
  const fresh = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const live = site.map.element.cloneNode(true);
  live.removeAttribute("style");
  const isThere = document.getElementById("board").firstElementChild === site.map.element;
  return isThere && fresh.isEqualNode(live);
}"""
"""Whether the map in the page is the one that this text gives, element by element."""


def match_of(game: str) -> Path:
    """Returns the folder of an example match."""
    return EXAMPLES / f"{game}-match"


def made_site(game: str, folder: Path) -> Site:
    """Writes the page of an example match, and what lies beside it."""
    made = site_of(match_of(game), now=NOW)
    assert not made.faults.take()
    for name, raw in sorted(made.files.items()):  # The page is last but the log and the verifier.
        (folder / name).write_bytes(raw)
    return made


@lru_cache(maxsize=8)
def maps_of(game: str) -> tuple[str, ...]:
    """Returns the maps of an example match, as `map --n` draws them."""
    log = adjudicator.open_log(match_of(game))
    return tuple(log.map(n=n) for n in range(log.last + 1))


class Watching:
    """Somebody who watches a match on its page."""

    def __init__(
        self, browser: Browser, page: Path, *, at: str = "", size: tuple[int, int] = (1400, 900),
        **context: Any,
    ) -> None:  # fmt: skip
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, **context
        )
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text))
        self.page.on("request", lambda asked: self._requested(asked.url))
        self.address = f"{page.as_uri()}{at}"
        self.page.goto(self.address)

    def _requested(self, url: str) -> None:
        if url.partition("#")[0] != self.address.partition("#")[0]:
            self.faults.append(f"asked for {url}")

    def close(self) -> None:
        """Closes the page; whatever it did wrong fails the test."""
        self.context.close()
        assert self.faults == []

    def ask(self, script: str, given: object = None) -> Any:
        """Returns what a script of the page says."""
        return self.page.evaluate(script, given)

    @property
    def place(self) -> int:
        """The place of the opening that is shown."""
        return int(self.ask("() => site.place()"))

    def slide(self, place: int) -> None:
        """Puts the slider to a place, as a hand does."""
        self.ask(
            """(place) => {
              const slider = document.getElementById("slider");
              slider.value = place;
              slider.dispatchEvent(new Event("input", { bubbles: true }));
            }""",
            place,
        )

    def is_shown(self, svg: str) -> bool:
        """Whether the map in the page is this one."""
        return bool(self.ask(SAME, svg))

    def facts(self) -> dict[str, Any]:
        """What the page says of its match."""
        found: dict[str, Any] = json.loads(
            self.ask("() => document.getElementById('facts').textContent")
        )
        return found
