"""Random turns as sheets: in one go, or stopped at every question, they lead to the same."""

from __future__ import annotations

from typing import get_args

import pytest

from adjudicator.core.referee import Save
from adjudicator.core.values import canonical
from adjudicator.games.galactic_conquest.options import Question
from adjudicator.games.galactic_conquest.state import State
from tests.games.galactic_conquest.chance import RandomTable
from tests.games.galactic_conquest.playing import opened, sheet
from tests.games.suspended import Sent, Writing


class _Writing(Writing[State], RandomTable):
    """Writes down what chance plays."""


def _state_of(save: Save) -> State:
    return State.model_validate_json(canonical(save.checkpoint))


SENT = Sent(_Writing, sheet, _state_of)


@pytest.mark.parametrize("name", ["two", "three", "claimed"])
def test_the_referee_plays_what_chance_played(name: str) -> None:
    """Asked at every question, and with all answers in one sheet, the match goes the same way."""
    asking = opened(name, ask=list(get_args(Question)))
    mails = SENT.both_ways(opened(name), asking, f"suspension-{name}", 30)
    assert mails > 10, "the questions did stop the match"
