"""Whatever a report, a page, a map, a letter, `check` and `template` tell is said by a key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from string import ascii_lowercase
from typing import Literal

import pytest

import adjudicator
from adjudicator.core.report import Line, Paragraph
from adjudicator.documents.templates import _NOTHING, sheet_of_player
from adjudicator.games.invasion_america.board_picture import board_picture
from tests.make_match import WHOLE_MATCHES, WholeMatch, made
from tests.narrate.marked import marking, names_of, unsaid

MAPS = {
    "fortress-america-1986": "fortress-america", "fortress-america-2012": "fortress-america",
    "stratix": "four-fronts",
}  # fmt: skip
"""The maps of games that are called otherwise."""
PLAIN = ("A whole match of the built-in player", "null", "SEAT", "n", "t")
"""What people call the examples; what stands in the header of a sheet."""
SHORT = ("NW", "NE", "SW", "SE", "N.", "S.", "W.", "E.", "C.")
"""How places of Fortress America begin where room is scarce."""
FORTRESS = ("setup-usa", "setup-invaders", "d", "A", "D", *SHORT)
CODES = ("US", "CAN", "ESC", "SAU", "PAL", "RR")
"""What stands on counters."""
OF_GAMES = {
    "fortress-america-1986": ("Fortress America (1986)", *FORTRESS),
    "fortress-america-2012": ("Fortress America (2012)", *FORTRESS),
    "galactic-conquest": ("deal", "setup"),
    "invasion-america": ("De", "Dx", "Ax", "Ae", "Three Pronged Invasion", *CODES),
    "nine-fields": (),
    "stratix": ("lot", "deal", *ascii_lowercase),
}
"""Editions, player-turns without a number, dice (d8), letters of a legend and of files,
results of a table, scenarios."""
TITLED = ("fortress-america-1986", "fortress-america-2012", "nine-fields")
"""Games on areas: what shows up under a pointer is the game's, too. Hexes, squares and planets say
a few words of their own there in English yet."""
OPENINGS = 4
"""So many openings of a new match are looked at."""
pytestmark = pytest.mark.usefixtures("examples_made_again_once")
each = pytest.mark.parametrize("whole", WHOLE_MATCHES, ids=[whole.game for whole in WHOLE_MATCHES])


@pytest.fixture(autouse=True)
def _marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    marking(monkeypatch)
    yield
    board_picture.cache_clear()


def names(
    shown: adjudicator.MatchLog | adjudicator.Match, *, by_word: bool = False
) -> re.Pattern[str]:
    """Returns the names that a match may tell without a key."""
    game = shown.game
    own = (*shown.rules.game.topics, *shown.seats, *(seat.title() for seat in shown.seats))
    return names_of(MAPS.get(game, game), (*PLAIN, *OF_GAMES[game], *own), by_word=by_word)


@each
def test_reports_and_pages(whole: WholeMatch) -> None:
    log = adjudicator.open_log(whole.path / "log.jsonl")
    known = names(log)
    for n in range(0, log.last + 1, max(1, log.last // 6)):
        told = log.report(n=n, pictures=False)
        assert "«" in told.text
        assert not unsaid(told.text, known), n
        page = re.sub(r"<style.*?</style>|<script.*?</script>|<[^>]*>", " ", told.html,
                      flags=re.DOTALL)  # fmt: skip
        assert not unsaid(unescape(page), known), n


@each
def test_since_and_standings(whole: WholeMatch) -> None:
    log = adjudicator.open_log(whole.path / "log.jsonl")
    known = names(log)
    assert not unsaid(log.since(0), known)
    assert not unsaid(log.since(0, seat=log.seats[0]), known)


@each
def test_maps(whole: WholeMatch, pytestconfig: pytest.Config) -> None:
    """Each layout of one position or two, exhaustively of all four."""
    layouts: tuple[Literal["board", "phone", "print"], ...] = ("board", "phone", "print")
    is_exhaustive = pytestconfig.getoption("--exhaustive")
    log = adjudicator.open_log(whole.path / "log.jsonl")
    known = names(log, by_word=True)
    for at, n in enumerate((0, 2, log.last // 2, log.last)):
        for layout in layouts if is_exhaustive else (layouts[at % 3],):
            svg = log.map(n=n, layout=layout)
            svg = re.sub(r"<style[^>]*>[^<]*</", "</", svg)
            if whole.game not in TITLED:
                svg = re.sub(r"<(title|desc)[^>]*>[^<]*</", "</", svg)
            # On paper a sentence may be broken into lines.
            text = " ".join(re.findall(r">([^<>]+)</", svg))
            assert not unsaid(unescape(text), known), (n, layout)


@each
def test_check_template_status_and_letters(whole: WholeMatch, tmp_path: Path) -> None:
    """Over the first openings of a match of the built-in player."""
    made(whole, tmp_path / "m")
    match = adjudicator.open_match(tmp_path / "m")
    known, foreseen = names(match), 0
    for opening in range(OPENINGS):
        assert not unsaid("\n".join(match.standings), known)
        for seat in [one.seat for one in match.awaited if one.seat is not None]:
            for form in match.forms(seat):
                because = form.because if form.because != _NOTHING else ""
                assert not unsaid("\n".join((*form.notes, because)), known), form
            blind = f"{opening:064x}"
            checked = match.check(sheet_of_player(match.rules, match.saved, seat, blind))
            for paragraph in (*checked.preview, *checked.chances):
                assert not unsaid("\n".join(_told(paragraph)), known)
            foreseen += len(checked.chances)
            match.submit(checked.document)
        match.adjudicate()
        for letter in match.letters():
            assert not unsaid(letter.text, known)
    assert foreseen or whole.game == "nine-fields"


def _told(paragraph: Paragraph) -> Iterator[str]:
    def inside(lines: Sequence[Line]) -> Iterator[str]:
        for line in lines:
            yield line.text if not line.verbatim else ""
            yield from (f"{die.value} {die.result}" for die in line.dice)
            yield from inside(line.lines)

    yield paragraph.heading
    yield from inside(paragraph.lines)
