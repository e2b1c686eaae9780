"""The page in browsers, from a disk: the slider, the keys, addresses, the maps byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from tests.programs import BrowserName
from tests.site.pages import MATCHES, Watching, maps_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS = [name for name in get_args(BrowserName) if name != "webkit"]
each = pytest.mark.parametrize("name", BROWSERS)
rarely = pytest.mark.parametrize(
    "name", ["chromium", pytest.param("firefox", marks=pytest.mark.exhaustive)]
)
"""What no browser should do otherwise."""
DIGESTS = """async () => {
  const found = [];
  for (const { n } of site.openings) {
    const bytes = new TextEncoder().encode(site.atlas.text(n));
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    const hex = [...new Uint8Array(digest)].map((one) => one.toString(16).padStart(2, "0"));
    found.push(hex.join(""));
  }
  return found;
}"""
SEEN = """(css) => {
  const one = document.querySelector(css);
  return Boolean(one && one.checkVisibility());
}"""


@pytest.fixture
def watch(
    request: pytest.FixtureRequest, site_in: Callable[[str], Path]
) -> Iterator[Callable[..., Watching]]:
    """Opens the page of an example match in a browser; what it did wrong fails the test."""
    opened: list[Watching] = []

    def found(name: str, game: str, at: str = "", **more: object) -> Watching:
        browser: Browser = request.getfixturevalue("browser" if name == "chromium" else name)
        page = site_in(game) / "index.html"
        opened.append(Watching(browser, page, at=at, **more))  # type: ignore[arg-type] # a size, or what a context takes
        return opened[-1]

    yield found
    for one in opened:
        one.close()


Watch = Callable[..., Watching]


@pytest.mark.parametrize(
    ("name", "game"), [("firefox", "nine-fields"), ("chromium", "galactic-conquest")]
)
def test_each_map_is_made_again_byte_for_byte(name: str, game: str, watch: Watch) -> None:
    told = watch(name, game).ask(DIGESTS)
    assert told == [sha256(one.encode()).hexdigest() for one in maps_of(game)]


@pytest.mark.parametrize(
    ("name", "game", "steps"),
    [
        ("chromium", "nine-fields", 30),
        ("chromium", "galactic-conquest", 20),
        ("firefox", "nine-fields", 15),
        *(
            pytest.param(name, game, 200, marks=pytest.mark.exhaustive)
            for name in BROWSERS
            for game in MATCHES
        ),
    ],
)
def test_the_slider_shows_the_maps_of_map_n(name: str, game: str, steps: int, watch: Watch) -> None:
    """Wherever the slider comes from, the map in the page is that which `map --n` draws."""
    page, maps = watch(name, game), maps_of(game)
    for step in range(steps):
        chosen = sha256(f"{name} {game} {step}".encode()).digest()
        place = int.from_bytes(chosen[:4]) % len(maps)
        page.slide(place)
        assert page.place == place
        assert page.is_shown(maps[place]), place


def test_another_map_is_noticed(watch: Watch) -> None:
    page, maps = watch("chromium", "nine-fields"), maps_of("nine-fields")
    page.slide(3)
    assert not page.is_shown(maps[4])
    page.ask("() => site.map.element.querySelector('text').append('!')")
    assert not page.is_shown(maps[3])


@each
def test_keys(name: str, watch: Watch) -> None:
    page = watch(name, "nine-fields")
    press = page.page.keyboard.press
    told = [page.place]
    for key in (
        "Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Shift+ArrowLeft",
        "Home", "Shift+ArrowRight", "ArrowLeft",
    ):  # fmt: skip
        press(key)
        told.append(page.place)
    lost = [
        n
        for n, one in enumerate(page.facts()["openings"])
        if sum(lost for _, lost in one["scores"])
    ]
    before = max(n for n in lost if n < 20)
    assert told == [20, 0, 1, 2, 1, 20, 20, before, 0, lost[0], lost[0] - 1]
    press("5")
    assert page.ask("() => document.getElementById('speed').value") == "5"
    press("Home")
    press(" ")
    assert page.ask("() => site.playing()")
    page.page.wait_for_function("() => site.place() >= 2")
    press(" ")
    assert not page.ask("() => site.playing()")


@rarely
def test_it_plays_to_the_end_and_begins_again(name: str, watch: Watch) -> None:
    page = watch(name, "nine-fields", "#n18")
    page.page.select_option("#speed", "5")
    page.page.click("#play")
    page.page.wait_for_function("() => site.place() === 20 && !site.playing()")
    page.page.click("#play")
    page.page.wait_for_function("() => site.place() < 5")
    page.page.click("#back")
    assert not page.ask("() => site.playing()")


@each
def test_an_opening_has_an_address(name: str, watch: Watch) -> None:
    page = watch(name, "nine-fields", "#n7")
    assert page.place == 7
    assert page.ask("() => document.getElementById('link').href").endswith("index.html#n7")
    page.page.keyboard.press("ArrowRight")
    assert page.ask("() => location.hash") == "#n8"
    page.ask("() => { location.hash = '#n3'; }")
    page.page.wait_for_function("() => site.place() === 3")
    for nowhere in ("#n99", "#told", "#n1e1", "#n"):
        page.ask("(hash) => { location.hash = hash; }", nowhere)
        page.page.wait_for_timeout(30)
        assert page.place == 3


def test_the_link_is_copied(watch: Watch) -> None:
    page = watch(
        "chromium", "nine-fields", "#n5", permissions=["clipboard-read", "clipboard-write"]
    )
    page.page.click("#copy")
    page.page.wait_for_function(
        "() => document.getElementById('copy').textContent === 'The link is copied'"
    )
    assert page.ask("() => navigator.clipboard.readText()").endswith("index.html#n5")


@rarely
def test_report_graphs_and_figures_go_along(name: str, watch: Watch) -> None:
    page = watch(name, "nine-fields", "#n4")
    openings = page.facts()["openings"]
    for place in (4, 11, 20, 0):
        page.slide(place)
        shown = page.ask(
            "() => [...document.querySelectorAll('.report')].filter((one) => one.checkVisibility())"
            ".map((one) => one.querySelector('h2').textContent)"
        )
        assert shown == [openings[place]["title"]]
        held = page.ask(
            "() => [...document.getElementById('rows').rows].map((row) => row.cells[1].textContent)"
        )
        assert held == [str(held) for held, _ in openings[place]["scores"]]
        at = page.ask("() => document.querySelector('.graph .now').getAttribute('x1')")
        assert at == str(place)
    assert not page.ask(SEEN, "#graphs")
    page.page.click("#tab-graphs")
    assert page.ask(SEEN, "#graphs .graph")
    assert not page.ask(SEEN, "#reports")
    page.page.keyboard.press("ArrowLeft")  # In a row of tabs it goes to the other tab.
    assert page.ask(SEEN, "#reports")
    assert page.place == 0


def test_the_map_is_made_larger_moved_and_saved(watch: Watch, tmp_path: Path) -> None:
    page = watch("chromium", "nine-fields", "#n6")
    width = "() => document.getElementById('board').firstElementChild.getBoundingClientRect().width"
    first = page.ask(width)
    page.page.keyboard.press("+")
    assert page.ask(width) == pytest.approx(1.5 * first, abs=2)
    page.page.focus("#board")
    page.page.keyboard.press("ArrowRight")  # A map that can be moved is moved.
    assert page.place == 6
    page.page.click("#fit")
    assert page.ask(width) == pytest.approx(first, abs=2)
    with page.page.expect_download() as saving:
        page.page.click("#save-map")
    assert saving.value.suggested_filename == "nine-fields-3-n0006.svg"
    saving.value.save_as(tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text(encoding="utf-8") == maps_of("nine-fields")[6]


@pytest.mark.parametrize("size", [(1400, 900), (390, 844)])
def test_without_scripts_the_last_map_and_all_reports(size: tuple[int, int], watch: Watch) -> None:
    page = watch("chromium", "nine-fields", size=size, java_script_enabled=False).page
    assert page.locator(".board svg").is_visible()
    assert page.locator(".board svg title").first.text_content() == page_title()
    reports = page.locator(".report")
    assert reports.count() == 21
    assert all(reports.nth(n).is_visible() for n in range(21))
    assert page.locator(".graph").count() == 2
    assert page.locator(".script").count() == page.locator(".script[hidden]").count()
    note = page.locator(".note")
    assert note.is_visible()
    assert str(note.text_content()).startswith("Without scripts this page shows")


def page_title() -> str:
    """What the last map calls itself."""
    last = maps_of("nine-fields")[-1]
    return last.partition("<title")[2].partition(">")[2].partition("<")[0]


@pytest.mark.parametrize("size", [(1400, 900), (390, 844)])
def test_nothing_is_wider_than_the_window(size: tuple[int, int], watch: Watch) -> None:
    for game in ("nine-fields", "galactic-conquest"):
        page = watch("chromium", game, "#n9", size=size)
        wide = page.ask("() => document.documentElement.scrollWidth")
        assert wide == size[0]


def test_only_scripts_of_ours_run(watch: Watch) -> None:
    page = watch("chromium", "nine-fields")
    page.ask(
        """() => {
          const one = document.createElement("script");
          one.textContent = "globalThis.ran = true";
          document.body.append(one);
        }"""
    )
    assert page.ask("() => globalThis.ran === undefined")
    assert any("Content Security Policy" in said for said in page.faults)
    page.faults.clear()
