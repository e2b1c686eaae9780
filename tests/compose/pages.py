"""A report's page under a hand: its map is clicked, its keys are pressed, its screen is touched."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

__all__ = ["Hand"]


class Hand:
    """Somebody who makes a sheet on a page, and sees what it says."""

    def __init__(
        self,
        browser: Browser,
        page: Path | str,
        *,
        how: Literal["mouse", "keys", "touch"] = "mouse",
    ) -> None:
        """Opens a page, as wide as a phone's where it is touched.

        Args:
            page: its file; or its address, where a messenger of developers runs it as an app.
        """
        size = {"width": 390, "height": 844} if how == "touch" else {"width": 1400, "height": 900}
        self.how = how
        self.context = browser.new_context(viewport=size, has_touch=how == "touch")  # type: ignore[arg-type]  # sizes are wanted as a TypedDict
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.messenger = page if isinstance(page, str) else None
        self.page.on("console", lambda said: self._said(said.type, said.text))
        self.page.on("request", lambda asked: self._requested(asked.url))
        self.page.goto(page if isinstance(page, str) else page.as_uri())

    def _said(self, kind: str, text: str) -> None:
        if self.messenger is None or kind != "info":
            self.faults.append(text)

    def _requested(self, url: str) -> None:
        own = () if self.messenger is None else (self.messenger, f"{self.messenger}webxdc.js")
        if not url.startswith(("file:", "blob:", "data:")) and url not in own:
            self.faults.append(f"asked for {url}")

    def close(self) -> None:
        """Closes the page; whatever it did wrong fails the test."""
        self.context.close()
        assert self.faults == []

    def begin(self, seat: str = "") -> None:
        """Opens the pen of a seat."""
        self.page.locator(".pen-door button", has_text=seat).first.click()

    def choose(self, name: str) -> None:
        """Chooses what clicks on the map do."""
        button = self.page.locator(".pen-gestures").get_by_role("button", name=name, exact=True)
        if self.how == "keys":
            button.first.focus()
            self.page.keyboard.press("Enter")
        else:
            button.first.click()

    def place(self, place: str) -> None:
        """Clicks or touches the middle of a place; or goes there by letters and presses Enter."""
        if self.how == "keys":
            self._walk(place)
            self.page.keyboard.press("Enter")
            return
        x, y = self.page.evaluate(
            """(place) => {
              const at = pen.at[place], scroll = pen.scroll, scale = pen.layer.getScreenCTM();
              const box = scroll.getBoundingClientRect();
              const x = scale.a * at.x + scale.e - box.left, y = scale.d * at.y + scale.f - box.top;
              if (x < 30 || x > box.width - 30) scroll.scrollLeft += x - box.width / 2;
              if (y < 30 || y > box.height - 30) scroll.scrollTop += y - box.height / 2;
              const now = pen.layer.getScreenCTM();
              return [now.a * at.x + now.e, now.d * at.y + now.f];
            }""",
            place,
        )
        (self.page.touchscreen.tap if self.how == "touch" else self.page.mouse.click)(x, y)

    def _walk(self, place: str) -> None:
        """Goes to a place by Tab and by the first letter of its name."""
        name = self.page.evaluate("(place) => pen.sheet.choices.places[place]", place)
        for _ in range(80):
            if self.page.evaluate("() => Boolean(document.activeElement.dataset.pen)"):
                break
            self.page.keyboard.press("Tab")
        for _ in range(40):
            if self.page.evaluate("() => document.activeElement.dataset.pen") == place:
                return
            self.page.keyboard.press(name[0].lower())
        raise AssertionError(f"no key leads to {place}")

    @property
    def status(self) -> str:
        """What the page said last."""
        return self.page.locator(".pen-status").inner_text()

    @property
    def sheet(self) -> dict[str, Any]:
        """The sheet as it would be saved."""
        found: dict[str, Any] = json.loads(self.page.evaluate("() => pen.sheet.text()"))
        return found

    @property
    def lines(self) -> list[str]:
        """The orders of the sheet in words."""
        return self.page.locator("section.pen-topic ol > li > .pen-text").all_inner_texts()

    @property
    def is_ready(self) -> bool:
        """Whether the page calls the sheet ready."""
        return self.page.locator(".pen-send.ready").count() == 1
