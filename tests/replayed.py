"""The examples of whole matches are made again from their logs by dozens of tests.

Each takes up to seconds, and gives the same every time: states, events and saves are frozen. Tests
that look at what is told of an opening, and not at how it is made again, make each example again
once in a process. `verify`, the luck and disputes walk through the log themselves all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.log import Log
from adjudicator.audit.replay import Replayed
from adjudicator.audit.tfd1 import digest
from adjudicator.core.game import Rules
from adjudicator.matches import played_again
from adjudicator.matches.published import logged

__all__ = ["make_examples_again_once"]

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
_made: dict[tuple[str, type[Any]], Replayed[Any]] = {}


def make_examples_again_once(patch: pytest.MonkeyPatch) -> None:
    """Has the whole log of an example be made again once, by whoever asks first."""
    for module in (played_again, logged):
        patch.setattr(module, "replay", _once(module.replay))


def _once(replay: Callable[..., Replayed[Any]]) -> Callable[..., Replayed[Any]]:
    def replayed(rules: Rules[Any], read: Log, *sheets: Any, hidden: str | None) -> Replayed[Any]:
        key = read.lines[-1].hash, type(rules)  # The hash of the last line is that of them all.
        if key[0] not in _ends():
            return replay(rules, read, *sheets, hidden=hidden)
        if key not in _made:
            found = replay(rules, read, *sheets, hidden=hidden)
            if found.problems or found.waiting_for or found.needs_secret:
                return found
            _made[key] = found
        return _made[key]

    return replayed


@cache
def _ends() -> frozenset[str]:
    """Returns the hashes of the last lines of finished examples, which show every sheet."""
    logs = (path.read_bytes().splitlines() for path in EXAMPLES.glob("*-match/log.jsonl"))
    return frozenset(digest(lines[-1]) for lines in logs)
