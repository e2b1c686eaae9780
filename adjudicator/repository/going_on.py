"""Friends without a referee go on by themselves: who sends the last thing makes what follows.

In mutual mode anybody can lock and open, for no secret is needed, and after the last pledge nothing
is left to choose. So whoever pledges last opens at once; who submits may ask for lock and pledge
with the same command.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.fetched import mode_of, next_opening
from adjudicator.api.problems import Refused, Unusable
from adjudicator.repository.git import Git
from adjudicator.repository.origin import origin_of
from adjudicator.repository.pledging import Pledged, pledge
from adjudicator.repository.turns import Told, TurnsTaken, take_turns

__all__ = ["WentOn", "go_on"]


class WentOn(NamedTuple):
    """What followed."""

    locked: TurnsTaken | None = None
    """What `turn` made first; None: it is not for players to make."""
    pledged: Pledged | None = None
    """The pledge that followed on a lock; None: none was due of a key that is here."""
    opened: TurnsTaken | None = None
    """What `turn` made of the pledge."""


def go_on(git: Git, now: datetime, *, key: Path | None, pledges: bool) -> WentOn:
    """Makes what is due in mutual mode; elsewhere, and where a server lets no player, nothing.

    Args:
        key: the seat's key file; None: it is looked for.
        pledges: whether a lock is answered with the pledge of a key that is here.

    Raises:
        TryAgain: `no-network`, `raced`.
        Unusable: `two-logs` and others of `take_turns`.
        RefusedFile: the lock is not pledged for: another sheet is locked, or another log.
    """
    if mode_of(origin_of(git).fetch().log) != "mutual":
        return WentOn()
    locked = _turns(git, now)
    if locked is None or not pledges:
        return WentOn(locked)
    if not next_opening(origin_of(git).fetch().log).is_locked:
        return WentOn(locked)
    try:
        pledged = pledge(git, None, sheet=None, key=key, now=now)
    except Refused as error:
        if [one.code for one in error.problems] != ["no-key-here"]:
            raise
        return WentOn(locked)
    return WentOn(locked, pledged, _turns(git, now))


def _turns(git: Git, now: datetime) -> TurnsTaken | None:
    """Takes what is due; None: the other side lets only somebody else push tags and turns."""
    try:
        return take_turns(git, Told(), now)
    except Unusable:
        raise
    except Refused as error:
        if [one.code for one in error.problems] != ["push-refused"]:
            raise
        return None
