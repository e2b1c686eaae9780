"""Turns by chance as sheets: in one go, or stopped at every question, they lead to the same."""

from __future__ import annotations

from typing import get_args

import pytest

from adjudicator.games.stratix.options import Question
from adjudicator.games.stratix.state import State
from tests.games.stratix.chance import RandomTable
from tests.games.stratix.playing import THREE, TWO, board, opened, sheet, state_of
from tests.games.suspended import Sent, Writing


class _Writing(Writing[State], RandomTable):
    """Writes down what chance plays."""


SENT = Sent(_Writing, sheet, state_of)


NEAR = "A: H e5, H g4, J d8, T d7, I e7; {0}: H m15, H o13, J n12, T m13, I p11"
"""Pieces that reach recon spaces soon: cards are what stops a match."""


@pytest.mark.parametrize("others", ["C", "B: T d13, H g12; C"])
def test_the_referee_plays_what_chance_played(others: str) -> None:
    """Asked at every question, and with all answers in one sheet, the match goes the same way."""
    start, seats = board(NEAR.format(others)), TWO if others == "C" else THREE
    asking = opened(start, seats, ask=list(get_args(Question)))
    asking.always_ask = (*get_args(Question), "automatic", "catch")
    mails = SENT.both_ways(opened(start, seats), asking, f"suspension-{others}", 60)
    assert mails > 5, "the questions did stop the match"
