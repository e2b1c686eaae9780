"""A report's page under a hand: its map is clicked, its keys are pressed, its screen is touched."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["Hand", "How", "new_page", "until"]

How: TypeAlias = Literal["mouse", "keys", "touch"]
FIND = """(css, name) => {
  const said = (one) => one.getAttribute("aria-label")
    || (one.labels && one.labels.length ? one.labels[0] : one).textContent;
  const named = [...document.querySelectorAll(css)].map((one) => [one, said(one).trim()]);
  const found = named.find(([, said]) => said === name)
    || named.find(([, said]) => said.startsWith(name))
    || named.find(([, said]) => said.includes(name));
  return found && found[0];
}"""
"""Of a selector's elements: the one with a name, else the first that begins with it or has it."""
MIDDLE = """(place) => {
  const at = pen.at[place], scroll = pen.scroll, scale = pen.layer.getScreenCTM();
  const box = scroll.getBoundingClientRect();
  const x = scale.a * at.x + scale.e - box.left, y = scale.d * at.y + scale.f - box.top;
  if (x < 30 || x > box.width - 30) scroll.scrollLeft += x - box.width / 2;
  if (y < 30 || y > box.height - 30) scroll.scrollTop += y - box.height / 2;
  const now = pen.layer.getScreenCTM();
  return [now.a * at.x + now.e, now.d * at.y + now.f];
}"""
"""Where the middle of a place is in the window; it is scrolled into view."""
MANY = 150
"""More often nobody presses Tab to come somewhere."""


_kept: WeakKeyDictionary[Browser, dict[tuple[int, int, bool, int, bool], Page]] = (
    WeakKeyDictionary()
)
"""By browser and kind of window a page that stays open, so that the next needs no new process."""


def new_page(
    browser: Browser, size: tuple[int, int], *, touch: bool = False, scale: int = 1,
    bypass_csp: bool = False,
) -> Page:  # fmt: skip
    """Returns a blank page of Chromium for a file; whatever earlier ones kept is forgotten.

    Pages of one kind share a context: a new one takes as long again as the page itself.
    """
    kept, kind = _kept.setdefault(browser, {}), (*size, touch, scale, bypass_csp)
    if kind not in kept:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            device_scale_factor=scale,
            bypass_csp=bypass_csp,
        )
        kept[kind] = context.new_page()
        kept[kind].goto(Path(__file__).as_uri())
    kept[kind].evaluate("() => localStorage.clear()")  # All files have one.
    return kept[kind].context.new_page()


class Hand:
    """Somebody who makes a sheet on a page, and sees what it says; here by Playwright."""

    def __init__(
        self,
        browser: Browser,
        page: Path | str,
        *,
        how: How = "mouse",
        downloads: Path | None = None,
        scale: int = 1,
    ) -> None:
        """Opens a page, as wide as a phone's where it is touched.

        Args:
            page: its file; or its address, where a messenger for developers runs it as an app.
            downloads: where the browser saves files; None: the browser hands them over.
            scale: pixels of the screen to one of the page.
        """
        touch = how == "touch"
        size = (390, 844) if touch else (1400, 900)
        self.how, self.downloads = how, downloads
        is_file = isinstance(page, Path) and browser.browser_type.name == "chromium"
        self.page: Page = (
            new_page(browser, size, touch=touch, scale=scale)
            if is_file
            else browser.new_page(
                viewport={"width": size[0], "height": size[1]},
                has_touch=touch,
                device_scale_factor=scale,
            )
        )
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
        self.page.close()
        assert self.faults == []

    # -- what each driver of browsers does in its own way

    def evaluate(self, script: str, *given: object) -> Any:
        """Returns what a function of the page returns; promises are awaited."""
        return self.page.evaluate(f"(given) => ({script})(...given)", list(given))

    def press(self, keys: str) -> None:
        """Presses a key: a letter, `Tab`, `Enter`, `ArrowDown`; or two at once: `Control+v`."""
        self.page.keyboard.press(keys)

    def click_at(self, x: float, y: float) -> None:
        """Clicks into the window, or touches it."""
        (self.page.touchscreen.tap if self.how == "touch" else self.page.mouse.click)(x, y)

    def click(self, css: str, name: str) -> None:
        """Clicks the element that is found by its name."""
        self._found(css, name).click()

    def pick(self, css: str, name: str, option: str) -> None:
        """Chooses from a list by the mouse."""
        self._found(css, name).select_option(label=option)

    def _found(self, css: str, name: str) -> Any:
        found = self.page.evaluate_handle(f"(given) => ({FIND})(...given)", [css, name])
        assert found.as_element(), f"no {css} is called {name!r}"
        return found.as_element()

    def reload(self) -> None:
        """Loads the page anew."""
        self.page.reload()
        self.page.bring_to_front()  # Firefox is in its own buttons then.

    # -- what somebody does

    def push(self, name: str, *, inside: str = ".pen") -> None:
        """Pushes a button by what its name is or begins with: clicks it, or presses Enter on it."""
        css = f"{inside} button"
        if self.how == "keys":
            self.tab_to(css, name)
            self.press("Enter")
        else:
            self.click(css, name)

    def tab_to(self, css: str, name: str) -> None:
        """Comes to an element by Tab alone, backwards if it stands before."""
        self._tab_until(f"() => ({FIND})({json.dumps(css)}, {json.dumps(name)})")

    def _tab_until(self, wanted: str) -> None:
        script = f"""() => {{
          const wanted = ({wanted})(), now = document.activeElement;
          if (!wanted) return "nothing";
          if (wanted === now) return "there";
          return now.compareDocumentPosition(wanted) & 2 ? "before" : "behind";
        }}"""
        for _ in range(MANY):
            where = self.evaluate(script)
            if where == "there":
                return
            self.press("Shift+Tab" if where == "before" else "Tab")
        raise AssertionError(f"Tab does not lead to {wanted}: {where}")

    def choose_from(self, css: str, name: str, option: str) -> None:
        """Chooses an option of a list: clicks it, or presses an arrow until it is chosen."""
        if self.how != "keys":
            self.pick(css, name, option)
            return
        self.tab_to(css, name)
        for _ in range(MANY):
            if self.evaluate("() => document.activeElement.selectedOptions[0].text") == option:
                return
            self.press("ArrowDown")
        raise AssertionError(f"no arrow leads to {option!r}")

    def write(self, css: str, name: str, text: str) -> None:
        """Writes over what stands in a field."""
        if self.how == "keys":
            self.tab_to(css, name)
        else:
            self.click(css, name)
        self.press("Control+a")
        for letter in text:
            self.press(letter)
        self.press("Tab")

    def begin(self, seat: str = "") -> None:
        """Opens the pen of a seat."""
        self.push(seat, inside=".pen-door")

    def choose(self, name: str) -> None:
        """Chooses what clicks on the map do."""
        self.push(name, inside=".pen-gestures")

    def within(self, topic: str, name: str = "") -> None:
        """Chooses what clicks do in a part of the sheet; without a name the first thing there."""
        section = self.page.locator("section.pen-topic").filter(
            has=self.page.get_by_role("heading", name=topic, exact=True)
        )
        buttons = section.locator(".pen-gestures")
        (
            buttons.get_by_role("button", name=name, exact=True)
            if name
            else buttons.locator("button")
        ).first.click()

    def place(self, place: str) -> None:
        """Clicks or touches the middle of a place; or goes there by letters and presses Enter."""
        if self.how == "keys":
            self._walk(place)
            self.press("Enter")
            return
        self.click_at(*self.evaluate(MIDDLE, place))

    def _walk(self, place: str) -> None:
        """Goes to a place by Tab and by the first letter of its name."""
        name = self.evaluate("(place) => pen.sheet.choices.places[place]", place)
        self._tab_until("""() => document.activeElement.dataset.pen
          ? document.activeElement : document.querySelector("[data-pen][tabindex='0']")""")
        for _ in range(40):
            if self.evaluate("() => document.activeElement.dataset.pen") == place:
                return
            self.press(name[0].lower())
        raise AssertionError(f"no key leads to {place}")

    def saved(self, name: str) -> str:
        """Pushes Download; returns the text of the file, which gets this name."""
        if self.downloads is None:
            with self.page.expect_download() as saving:
                self.push("Download")
            assert saving.value.suggested_filename == name
            return saving.value.path().read_text(encoding="utf-8")
        file = self.downloads / name
        file.unlink(missing_ok=True)
        self.push("Download")
        until(lambda: file.exists() and file.stat().st_size > 0)
        return file.read_text(encoding="utf-8")

    # -- what somebody sees

    @property
    def status(self) -> str:
        """What the page said last."""
        return str(self.evaluate("() => document.querySelector('.pen-status').textContent"))

    @property
    def sheet(self) -> dict[str, Any]:
        """The sheet as it would be saved."""
        found: dict[str, Any] = json.loads(self.evaluate("() => pen.sheet.text()"))
        return found

    @property
    def lines(self) -> list[str]:
        """The orders of the sheet in words."""
        found: list[str] = self.evaluate(
            "() => [...document.querySelectorAll('section.pen-topic ol > li > .pen-text')]"
            ".map((one) => one.innerText)"
        )
        return found

    @property
    def is_ready(self) -> bool:
        """Whether the page calls the sheet ready."""
        return bool(self.evaluate("() => Boolean(document.querySelector('.pen-send.ready'))"))


def until(holds: Callable[[], bool]) -> None:
    """Waits until something holds, ten seconds at most."""
    for _ in range(200):
        if holds():
            return
        Event().wait(0.05)
    raise AssertionError("it never came about")
