"""Random player-turns as sheets: in one go, or held back at every topic, they lead to the same."""

from __future__ import annotations

from typing import get_args

import pytest

from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.invasion_america.options import Question
from tests.games.invasion_america.playing import GAME, MAP_FILES
from tests.games.invasion_america.suspended import both_ways


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("three-pronged-invasion", marks=pytest.mark.exhaustive),
        "inland-campaign-four",
        pytest.param("partisan-revolt", marks=pytest.mark.exhaustive),
    ],
)
def test_the_referee_plays_what_chance_played(name: str) -> None:
    """Asked at every question, every topic held back, or with all at once: the same comes of it."""
    scenario = find_scenario(GAME, name).scenario
    rules = GAME.open(scenario, MAP_FILES)
    asking = GAME.open(with_options(GAME, scenario, {"ask": [*get_args(Question)]}), MAP_FILES)
    mails = both_ways(rules, asking, f"suspension-{name}", 6)
    assert mails >= 12, "what was held back did stop the match"
