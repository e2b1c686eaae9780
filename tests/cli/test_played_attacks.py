"""Attacks on sheets that no player wrote, carried out (TFD1 3.10 [A8]).

Whoever chose a bit of such a sheet would choose among dice: its hash is in the turn key.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.audit import log
from tests.cli.calls import call
from tests.cli.toy_commands import new, sheet
from tests.core.toy_orders import BIDS

pytestmark = pytest.mark.usefixtures("interrupts_restored", "toy_registered")


def keys_of(folder: str) -> tuple[str, ...]:
    """The turn keys of a match, from which all its dice come."""
    read = log.parse_log(Path(folder, "log.jsonl").read_bytes())
    return tuple(line.payload.key for line in read.lines if isinstance(line.payload, log.Open))


def test_playing_a_seat_on_six_copies_gives_one_set_of_dice() -> None:
    """With a blind by chance each copy had dice of its own, and the referee took the best."""
    new()
    blue = sheet("blue", {"orders": BIDS})
    tried = set()
    for copy in range(6):
        done = call("adjudicate", "m", blue, "--play", "red", "--out", f"copy-{copy}")
        assert done.exit_code == 0, done.output
        tried.add(keys_of(f"copy-{copy}"))
    assert len(tried) == 1
