"""The pages are read by axe, as far as a program can judge whether everybody can use them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.compose.pages import new_page
from tests.compose.recorded import fullest, page_of
from tests.compose.test_walks import MATCHES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (1400, 390)
Scheme: TypeAlias = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
ALIKE = "fortress-america-2012-match"
ONE_EACH = [
    pytest.param(
        match, WIDTHS[number % 2], SCHEMES[number // 2 % 2],
        marks=[pytest.mark.exhaustive] if match == ALIKE else [],
    )
    for number, match in enumerate(MATCHES)
]  # fmt: skip
"""Each game is read at one width as a rule, with the pen shut in one scheme and open in the other:
so its map is read in both, and the pen of some games in each. Exhaustively all is read, and the
second edition of Fortress America too."""


@pytest.fixture
def opened(browser: Browser, tmp_path: Path, match: str, width: int) -> Iterator[Page]:
    """The page that a seat got, as wide as a screen or a phone; axe may run beside its scripts."""
    page = new_page(browser, (width, 900), bypass_csp=True)
    page.goto(page_of(fullest(match), tmp_path / "report.html").as_uri())
    page.evaluate(AXE_SCRIPT)
    yield page
    page.close()


def violations(page: Page, schemes: Sequence[Scheme] = SCHEMES) -> list[str]:
    """What axe says against a page, in each scheme."""
    found = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        told: dict[str, Any] = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
        found += [
            f"{scheme}: {one['id']}: {node['html'][:150]}: {node['failureSummary']}"
            for one in told["violations"]
            for node in one["nodes"]
        ]
    return found


def compose(page: Page, orders: dict[str, Any]) -> None:
    """Reads a sheet, begins another order on the map, and opens whatever can be opened."""
    text = page.evaluate("() => pen.sheet.text()")
    page.locator(".pen-json summary").click()
    page.locator(".pen-json textarea").fill(json.dumps({**json.loads(text), "orders": orders}))
    page.get_by_role("button", name="Read this text").click()
    page.wait_for_function("() => document.querySelector('.pen-status').textContent === 'Read.'")
    page.evaluate("""() => {
      const click = (one) => one && one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      click(document.querySelector("[data-pen][tabindex='0']"));
      click(document.querySelector(".pen-tools [aria-expanded='false']"));
      for (const one of document.querySelectorAll(".pen details")) one.open = true;
    }""")


@pytest.mark.parametrize(("match", "width", "shut"), ONE_EACH)
def test_everybody_can_use_the_page(
    match: str, width: int, shut: Scheme, opened: Page, request: pytest.FixtureRequest
) -> None:
    sheet = fullest(match).sheet
    assert sheet is not None
    is_exhaustive = request.config.getoption("--exhaustive")
    schemes = SCHEMES if is_exhaustive else (shut,)
    schemes_of_pen = SCHEMES if is_exhaustive else [one for one in SCHEMES if one != shut]
    both = (width, *(one for one in WIDTHS if one != width))
    for now in both if is_exhaustive else both[:1]:
        if now != width:
            opened.set_viewport_size({"width": now, "height": 900})
            opened.reload()
            opened.evaluate(AXE_SCRIPT)
        assert violations(opened, schemes) == []
        opened.locator(".pen-door button").first.click()
        compose(opened, sheet["orders"])
        assert opened.locator("section.pen-topic ol > li").count() > 0
        assert violations(opened, schemes_of_pen) == []


@pytest.mark.parametrize(("match", "width"), [("nine-fields-match", 390)])
def test_a_button_without_a_name_is_found(opened: Page) -> None:
    opened.locator(".pen-door button").first.click()
    opened.evaluate(
        "() => document.querySelector('.pen-panel').append(document.createElement('button'))"
    )
    assert [one.split(": ")[1] for one in violations(opened)] == ["button-name"] * 2
