"""Processes that submit, or take turns, at once; each is a fork, so that only git is waited for."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from adjudicator.api.fetched import secret_in
from adjudicator.repository.git import open_git
from adjudicator.repository.submit import Key, Sent, submit
from adjudicator.repository.turns import Told, TurnsTaken, take_turns

__all__ = ["at_once", "sends", "turns"]


def sends(folder: Path, sheet: Path) -> Sent:
    """Submits a sheet in a clone, as `git submit` does."""
    return submit(open_git(folder), [sheet], key=Key(), now=datetime.now(UTC))


def turns(folder: Path, match: Path) -> TurnsTaken:
    """Takes what is due in a clone, as `git turn` does."""
    return take_turns(open_git(folder), Told(secret_in(match)), datetime.now(UTC))


def at_once(work: Iterable[Callable[[], object]]) -> None:
    """Does work in a process each, all at once; fails if one of them does."""
    children = []
    for one in work:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                one()
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert not any(codes), codes
