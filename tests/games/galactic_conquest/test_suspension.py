"""Random turns as sheets: in one go, or stopped at every question, they lead to the same."""

from __future__ import annotations

from typing import get_args

import pytest

from adjudicator.games.galactic_conquest.options import Question
from tests.games.galactic_conquest.playing import opened
from tests.games.galactic_conquest.suspended import both_ways


@pytest.mark.parametrize("name", ["two", "three", "claimed"])
def test_the_referee_plays_what_chance_played(name: str) -> None:
    """Asked at every question, and with all answers in one sheet, the match goes the same way."""
    asking = opened(name, ask=list(get_args(Question)))
    mails = both_ways(opened(name), asking, f"suspension-{name}", 30)
    assert mails > 10, "the questions did stop the match"
