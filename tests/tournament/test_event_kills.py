"""Commands of an event that are killed, or run twice at once, in a form that is quick."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cli.common import Exit
from tests.tournament.kills import at_once, checked, ready, send_sheets, start_words, tick_words
from tests.tournament.kills import trial as killed

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="kills need /proc")
_GOOD = {Exit.DONE, Exit.AWAITED, Exit.TRY_AGAIN, Exit.NO}


@pytest.mark.exhaustive
def test_commands_are_killed_at_random(tmp_path: Path) -> None:
    """Nothing is lost, no opening and no letter made twice; `tests.tournament.kills` does more."""
    counted = killed(tmp_path, 3, kills=2, seed=3)
    assert counted["matches"] == 3


def test_two_at_once(tmp_path: Path) -> None:
    """Two `start`, two `tick --workers 2`: one gives way, or each does its share; nothing twice."""
    event, office = ready(tmp_path, 3)
    codes = at_once(start_words(event, office))
    assert codes[0] == Exit.DONE
    assert {*codes} <= _GOOD
    checked(event, office, 0)
    send_sheets(event)
    codes = at_once(tick_words(office))
    assert codes[0] in (Exit.DONE, Exit.AWAITED)
    assert {*codes} <= _GOOD
    checked(event, office, 1)
