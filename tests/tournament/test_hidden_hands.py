"""An event of a game with hidden hands, while it is played: its pages show what everybody knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.api.match import open_match
from adjudicator.tournament.folder import open_event
from adjudicator.tournament.site.making import known_of
from adjudicator.tournament.site.pages import pages_of
from adjudicator.tournament.site.shown import Shown
from adjudicator.workers.driver import driver_of
from tests.site.test_hidden import secrets, words
from tests.tournament.cup import cup, play, started


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("galactic-conquest", "two"),
        pytest.param("stratix", "two", marks=pytest.mark.exhaustive),
    ],
)
def test_no_hand_is_on_any_page(tmp_path: Path, game: str, scenario: str) -> None:
    """Neither is a salt nor the referee's key; words, not bytes: a page may say the same number."""
    folder = tmp_path / "cup"
    cup(folder, [f"N{number}" for number in (1, 2)], game=game, scenario=scenario, dice={},
        tie_breaks=["lot"])  # fmt: skip
    started(folder)
    play(folder, 8)
    event = open_event(folder)
    with driver_of(1) as driver:
        pages = pages_of(Shown(event, "en"), known_of(event, driver, audited=True))
    for name in event.matches:
        with open_match(event.match_folder(name), read_only=True) as match:
            assert match.n == 8
            assert not match.is_over
            assert f"matches/{name}/map.svg" in pages
        hidden = {*secrets(event.match_folder(name))}
        values = {one for one in hidden if len(one) == 64}
        assert len(values) > 10
        assert hidden - values, "hands are among them"
        for path, raw in pages.items():
            if path.endswith((".html", ".svg", ".json", ".jsonl", ".xml", ".txt")):
                # A log lists the names of all cards before it shuffles them.
                looked = values if path.endswith(".jsonl") else hidden
                assert sorted(looked & words(raw)) == [], path
