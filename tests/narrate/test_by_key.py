"""Whatever a report, a page, a map, a letter, `check` and `template` tell is said by a key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.core.report import Line, Paragraph
from adjudicator.documents.templates import sheet_of_player
from tests.make_match import WHOLE_MATCHES, WholeMatch
from tests.narrate.marked import marking, names_of, unsaid

MAPS = {
    "fortress-america-1986": "fortress-america", "fortress-america-2012": "fortress-america",
    "stratix": "four-fronts",
}  # fmt: skip
"""The maps of games that are called otherwise."""
PLAIN = ("A whole match of the built-in player", "null", "SEAT", "n", "t")
"""What people call the examples; what stands in the header of a sheet."""
OF_GAMES = {
    "fortress-america-1986": ("Fortress America (1986)", "setup-usa", "setup-invaders", "d"),
    "fortress-america-2012": ("Fortress America (2012)", "setup-usa", "setup-invaders", "d"),
    "galactic-conquest": ("deal", "setup"),
    "invasion-america": ("De", "Dx", "Ax", "Ae"),
    "nine-fields": (),
    "stratix": ("lot", "deal"),
}
"""Editions, player-turns without a number, dice (d8), results of the table as it prints them."""
LETTERED = ("fortress-america-1986", "fortress-america-2012", "nine-fields")
"""Games on areas: what their pictures letter is the game's. Other geometries letter their own
legends in English yet."""
each = pytest.mark.parametrize("whole", WHOLE_MATCHES, ids=[whole.game for whole in WHOLE_MATCHES])


@pytest.fixture(autouse=True)
def _marked(monkeypatch: pytest.MonkeyPatch) -> None:
    marking(monkeypatch)


def names(shown: adjudicator.MatchLog | adjudicator.Match) -> re.Pattern[str]:
    """Returns the names that a match may tell without a key."""
    game = shown.game
    own = (*shown.rules.game.topics, *shown.seats, *(seat.title() for seat in shown.seats))
    return names_of(MAPS.get(game, game), (*PLAIN, *OF_GAMES[game], *own))


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
