"""Random player-turns as sheets: in one go, or held back at every topic, they lead to the same."""

from __future__ import annotations

import pytest

from adjudicator.files.written.scenarios import find_scenario
from tests.games.invasion_america.playing import GAME, MAP_FILES
from tests.games.invasion_america.suspended import both_ways


@pytest.mark.parametrize(
    "name", ["three-pronged-invasion", "inland-campaign-four", "partisan-revolt"]
)
def test_the_referee_plays_what_chance_played(name: str) -> None:
    """With every topic held back, and with all on one sheet, the match goes the same way."""
    rules = GAME.open(find_scenario(GAME, name).scenario, MAP_FILES)
    mails = both_ways(rules, f"suspension-{name}", 6)
    assert mails >= 12, "the topics held back did stop the match"
