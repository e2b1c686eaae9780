"""The pages for spectators are read by axe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.compose.test_axe import SCHEMES, WIDTHS, violations
from tests.site.pages import MATCHES, Watching

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EVERY = [(game, width) for game in MATCHES for width in WIDTHS]
ONCE = (("nine-fields", 1400), ("nine-fields", 390))
"""As a rule the smallest match is read, at both widths; exhaustively all are."""


@pytest.mark.parametrize(
    ("game", "width"),
    [one if one in ONCE else pytest.param(*one, marks=pytest.mark.exhaustive) for one in EVERY],
)
def test_everybody_can_use_the_page(
    game: str, width: int, browser: Browser, site_in: Callable[[str], Path]
) -> None:
    page = site_in(game) / "index.html"
    watching = Watching(browser, page, at="#n8", size=(width, 900), bypass_csp=True)
    watching.ask(AXE_SCRIPT)
    assert violations(watching.page, SCHEMES if width > 1000 else SCHEMES[:1]) == []
    watching.page.click("#tab-graphs")
    watching.page.click(".help summary")
    assert violations(watching.page, SCHEMES[1:]) == []
    watching.close()


def test_a_button_without_a_name_is_found(browser: Browser, site_in: Callable[[str], Path]) -> None:
    watching = Watching(browser, site_in("nine-fields") / "index.html", bypass_csp=True)
    watching.ask(AXE_SCRIPT)
    watching.ask("() => document.getElementById('told').append(document.createElement('button'))")
    found = violations(watching.page, SCHEMES[:1])
    assert [one.split(": ")[1] for one in found] == ["button-name"]
    watching.close()
