"""Pictures of each game while its sheet is made: python -m tests.compose.pictures [GAME ...]

They go to examples/pen, as wide as a screen and as a phone. The Chromium of the system draws them;
another version of it may draw other bytes.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from adjudicator.core.save import state_of
from adjudicator.matches.opening_report import opening_report
from adjudicator.narrate.html import report_html
from tests.audit.chromium import find_chromium
from tests.compose.pages import Hand
from tests.compose.recorded import EXAMPLES, Position, positions

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OUT = EXAMPLES / "pen"
QUALITY = 0.6
"""How much of a picture is kept, from 0 to 1."""
_ENDS: dict[Literal["mouse", "touch"], str] = {"mouse": "", "touch": "-phone"}
_SMALLER = """async ([png, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


class Scene(NamedTuple):
    """What is on a picture: a position of an example match, and the clicks made there."""

    n: int
    seat: str
    topic: str
    """The part of the sheet in which the last clicks are made."""
    places: tuple[str, ...]
    is_read: bool = False
    """Whether the sheet that was sent then is read first."""
    first: tuple[str, ...] = ()
    """Places clicked before, in the part that a page begins with."""


SCENES = {
    "nine-fields": Scene(10, "west", "March", ("brook",)),
    "galactic-conquest": Scene(
        10, "azure", "Invade", ("dovane", "gilden", "gilden"), first=("dovane",) * 4 + ("ashfall",)
    ),
    "fortress-america-1986": Scene(2, "western", "Attack", ("portland",), is_read=True),
    "fortress-america-2012": Scene(6, "western", "Invasion", ("san-francisco",), is_read=True),
    "stratix": Scene(35, "north-east", "Replies to what the others do", ("e6",), is_read=True),
    "invasion-america": Scene(16, "aggressors", "Land movement", ("s0649",), is_read=True),
}


def main() -> None:
    """Makes the pictures of the games that are named, else of all."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", metavar="GAME", help=", ".join(SCENES))
    games = parser.parse_args().game or [*SCENES]
    program = find_chromium()
    if program is None:
        sys.exit("no Chromium is installed")
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game in games:
            page = page_of(game, SCENES[game], Path(folder))
            for how, end in _ENDS.items():
                path = OUT / f"{game}{end}.webp"
                path.write_bytes(_picture(browser, page, game, how))
                print(f"{path} {path.stat().st_size // 1024} KB")
        browser.close()


def page_of(game: str, scene: Scene, folder: Path) -> Path:
    """Writes the report of a scene's position, as its seat reads it."""
    found = _position(game, scene)
    state = state_of(found.rules.game, found.saved.position)
    report = opening_report(
        found.rules, found.saved, before=state, events=(), state=state, seat=scene.seat,
        on_fault=_met,
    )  # fmt: skip
    path = folder / f"{game}.html"
    path.write_text(report_html(report))
    return path


def _position(game: str, scene: Scene) -> Position:
    (found,) = (
        one for one in positions(f"{game}-match") if (one.saved.n, one.seat) == scene[:2]
    )  # fmt: skip
    return found


def _met(fault: object) -> None:
    """No fault of a picture is met here."""
    raise AssertionError(fault)


def _picture(browser: Browser, page: Path, game: str, how: Literal["mouse", "touch"]) -> bytes:
    """Returns a picture of a page on which a scene's clicks were made."""
    scene = SCENES[game]
    hand = Hand(browser, page, how=how, scale=2 if how == "touch" else 1)
    hand.begin()
    if scene.is_read:
        sent = _position(game, scene).sheet
        assert sent is not None
        hand.page.evaluate("(text) => pen.readText(text)", json.dumps(sent))
    for place in scene.first:
        hand.place(place)
    hand.within(scene.topic)
    for place in scene.places:
        hand.place(place)
    hand.page.wait_for_timeout(200)
    png = base64.b64encode(hand.page.screenshot()).decode()
    small = hand.page.context.new_page().evaluate(_SMALLER, [png, QUALITY])
    hand.close()
    return base64.b64decode(small)


if __name__ == "__main__":
    main()
