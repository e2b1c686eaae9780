"""A command whose calls to the system fail, one by one or all from one on, then given again.

It says so with a coded problem and ends with 75 (try again) or 4 (a file cannot be used), never
with a trace; and when the trouble is over, the same command leads to the folder of a run that was
never disturbed.
"""

from __future__ import annotations

import contextlib
import errno
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator.cli.common import Exit
from tests.reliability.calls import FailingCalls
from tests.reliability.kills import DONE, ended, go_on, prepared
from tests.reliability.operations import Operation, command, content

__all__ = ["TROUBLES", "Trouble", "try_failures"]


class Trouble(NamedTuple):
    """What the system may say."""

    name: str
    number: int


TROUBLES: Sequence[Trouble] = (
    Trouble("disk full", errno.ENOSPC),
    Trouble("input-output error", errno.EIO),
    Trouble("not allowed", errno.EACCES),
    Trouble("read-only", errno.EROFS),
)


def try_failures(
    operation: Operation, folder: Path, trouble: Trouble, *, lasts: bool, every: int = 1
) -> int:
    """Lets each call of an operation fail, or each of so many; returns how often that was done."""
    folder.mkdir(parents=True)
    with prepared(operation) as start:
        first, after = ended(start, operation)
        before = content(start)
        tried, at = 0, 1
        while True:
            trial = folder / "trial"
            shutil.copytree(start, trial)
            with contextlib.chdir(trial):
                if not _failed(operation, FailingCalls(at, trouble.number, lasts=lasts)):
                    break
                where = f"{operation.name}, {trouble.name} at call {at}"
                _check_match_stays(operation, before, where)
                go_on(operation, first, before, after, where=where, looks=bool(at % 2))
            shutil.rmtree(trial)
            tried += 1
            at += every
    return tried


def _failed(operation: Operation, calls: FailingCalls) -> bool:
    """Whether the command came to the call that fails."""
    with pytest.MonkeyPatch.context() as patch:
        calls.watch(patch)
        ran = command(operation.words)
    if calls.points < calls.at:
        return False
    full = calls.number == errno.ENOSPC
    expected = Exit.TRY_AGAIN if full else Exit.UNUSABLE
    assert ran.code in (*DONE, expected), (operation.name, calls.at, ran)
    if ran.code == expected:
        assert ("disk-full" if full else "unusable") in ran.text, ran.text
    return True


def _check_match_stays(operation: Operation, before: Mapping[str, bytes], where: str) -> None:
    """What was in the log is in it."""
    name = f"{operation.match}/log.jsonl"
    if name in before and not operation.words.startswith(("status", "mend")):
        assert Path(name).read_bytes().startswith(before[name]), where
