"""A command killed at every point at which it changes the disk, then given again.

Three things are asked after each kill. The log is the one before, or that and whole openings of
the run that nobody killed, or that and the first bytes of one more, which the next command cuts
off. Before the first of them nothing else has changed but for sheets that wait, each whole and as
sent. And when the user gives the same command again, after looking (`status`) or at once, the
folder is in the end, byte for byte, the folder of the run that nobody killed; what adjudicates or
begins a match says then what that run said.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from adjudicator.audit import log
from adjudicator.audit.opening import fixes_round_first, is_locked_first
from adjudicator.cli.app import app
from adjudicator.cli.common import Exit
from adjudicator.documents.storage import REFEREE
from tests.reliability.calls import Calls, KillingCalls
from tests.reliability.looks import look, looked
from tests.reliability.operations import Operation, Ran, command, content, laboratory

__all__ = ["DONE", "Kills", "ended", "go_on", "prepared", "try_kills"]

DONE = (Exit.DONE, Exit.AWAITED)
NOT_AGAIN = (*DONE, Exit.NO, Exit.UNUSABLE)
"""How a command may end whose work is done already and that is not the same the second time."""

BRIEFLY = ("status {m}", "status {m} --json", "map {m}", "report {m}")
"""How a match is looked at behind each kill; in every way in `tests/cli/test_reading.py`."""
WAITING = ("/referee/orders/n", "/referee/pledges/n", "/referee/joins/")
"""Where what was sent waits for an opening."""
KEPT_UP = ("m/.gitignore", "m/match.json", "m/referee/people.json")
"""What an older folder gets before anything else is written to it."""


class Kills(NamedTuple):
    """What became of one operation."""

    points: int
    """At how many points it was killed."""
    before: int
    """How often the match was found as before."""
    after: int
    """How often it was found with an opening more, or as a whole where there was none."""


_starts: dict[str, Path] = {}
"""By operation, the folder in which its command is given; secrets are none, so it is the same."""


@contextlib.contextmanager
def prepared(operation: Operation) -> Iterator[Path]:
    """Makes the folder in which a command is given, once; gives the folder for its copies."""
    with laboratory():
        if operation.name not in _starts:
            folder = Path(tempfile.mkdtemp(prefix="operation-"))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            start = folder / "start"
            start.mkdir()
            with contextlib.chdir(start):
                operation.prepare()
            _starts[operation.name] = start
        yield _starts[operation.name]


def ended(start: Path, operation: Operation) -> tuple[Ran, dict[str, bytes]]:
    """Returns how the command ends that nobody disturbs, and what is then in its folder."""
    if operation.name not in _ends:
        _ends[operation.name] = _ended(start, operation)
    return _ends[operation.name]


_ends: dict[str, tuple[Ran, dict[str, bytes]]] = {}


def _ended(start: Path, operation: Operation) -> tuple[Ran, dict[str, bytes]]:
    whole = start.parent / "whole"
    shutil.copytree(start, whole)
    with contextlib.chdir(whole):
        ran = command(operation.words)
        assert ran.code in DONE, ran.text
        if f"{operation.match}/log.jsonl" in content(whole):
            assert "sound" in command(f"verify {operation.match}").text
    return ran, content(whole)


def try_kills(
    operation: Operation, folder: Path, *, every: int = 1, first: int = 1, both_sides: bool = True
) -> Kills:
    """Kills an operation at every point, or at every so many, and goes on after each.

    Args:
        first: the first of these points; where there are fewer, it is the first of all.
        both_sides: whether it is killed after each call too.
    """
    folder.mkdir(parents=True)
    with prepared(operation) as start:
        said, after = ended(start, operation)
        before = content(start)
        found = [0, 0]
        point = first
        while True:
            trial = folder / "trial"
            shutil.copytree(start, trial)
            if not _killed(trial, operation, KillingCalls(point, both_sides=both_sides)):
                if point > 1 and not sum(found):
                    shutil.rmtree(trial)
                    point = 1
                    continue
                break
            with contextlib.chdir(trial):
                where = f"{operation.name}, point {point}"
                looks = bool(point % 2)
                found[go_on(operation, said, before, after, where=where, looks=looks)] += 1
            shutil.rmtree(trial)
            point += every
    return Kills(sum(found), *found)


def _killed(trial: Path, operation: Operation, calls: Calls) -> bool:
    """Runs the command in a process of its own; whether it was killed before its end."""
    child = os.fork()
    if not child:
        code = 1
        try:
            os.chdir(trial)
            with pytest.MonkeyPatch.context() as patch:
                calls.watch(patch)
                code = command(operation.words).code
        except BaseException as error:
            sys.stderr.write(f"{operation.name}: {error!r}\n")
        finally:
            os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (*DONE, -signal.SIGKILL), f"{operation.name} ended with {status}"
    return status == -signal.SIGKILL


def go_on(
    operation: Operation,
    first: Ran,
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
    *,
    where: str,
    looks: bool,
) -> bool:
    """Goes on as a user would after a kill; returns whether the work was done already.

    Args:
        first: how the run ended that nobody disturbed.
        looks: whether the user looks at the match before.
    """
    name = f"{operation.match}/log.jsonl"
    raw = content(Path()).get(name)
    assert raw in (None, before.get(name)) or after.get(name, b"").startswith(raw or b""), where
    if looks:
        _look(operation, before, after, where)
    found = content(Path())
    is_written = name in after and after[name] != before.get(name)
    is_done = found.get(name) == after[name] if is_written else found == after
    again = command(operation.words)
    if "folder-not-empty" in again.text and operation.otherwise:
        again = command(operation.otherwise)
    assert again.code in (NOT_AGAIN if is_done else DONE), f"{where}: {again.text}"
    if operation.litters:
        mended = command(f"mend {operation.match}")
        assert mended.code in DONE, f"{where}: {mended.text}"
    assert content(Path()) == after, where
    if operation.repeats:
        assert again.code == first.code, f"{where}: {again.text}"
        assert _said(again) == _said(first), where
        assert not is_done or not is_written or "already" in again.text or "lock" in again.text
    return is_done


def _said(ran: Ran) -> list[str]:
    """What a run told, but for what it had to mend or found done."""
    return [line for line in ran.text.splitlines() if not line.startswith("notice: ")]


def _look(
    operation: Operation, before: Mapping[str, bytes], after: Mapping[str, bytes], where: str
) -> None:
    """Looks at what a kill left: the match as before, or with what was done."""
    match = operation.match
    name = f"{match}/log.jsonl"
    looked = command(f"status {match}")
    found = content(Path())
    if looked.code == Exit.UNUSABLE:
        assert "no-match" in looked.text, where
        assert name not in before, where
        return
    assert looked.code == Exit.DONE, f"{where}: {looked.text}"
    if name in found and Path(match, REFEREE).is_dir():
        _look_and_mend(match, where)
        found = content(Path())
    logs = _logs(before.get(name), after[name]) if name in after else []
    assert found.get(name) in (before.get(name), *logs), where
    left = [path for path in found if "/.new-" in path and path.startswith(f"{match}/")]
    assert not left or name not in found, where
    if name not in after:
        assert found == after, where  # an offer, which is there as a whole
    elif found.get(name) == after[name]:
        if after[name] != before.get(name):
            assert found == after, where
    elif found.get(name) == before.get(name):
        _check_as_before(found, before, after, where)


def _look_and_mend(match: str, where: str) -> None:
    """Looks at a match in every way, which changes nothing; then mends it, which tells the same."""

    def call(words: str) -> tuple[int, str]:
        ran = CliRunner().invoke(app, words.split())
        assert ran.exception is None or isinstance(ran.exception, SystemExit), (where, ran.output)
        return ran.exit_code, ran.stdout

    told = looked(look(call, match, (), BRIEFLY))
    mended = command(f"mend {match}")
    assert mended.code == Exit.DONE, f"{where}: {mended.text}"
    assert looked(look(call, match, (), BRIEFLY)) == told, where


def _logs(before: bytes | None, after: bytes) -> list[bytes]:
    """Returns the log after each whole opening of the run that nobody killed, and before it."""
    lines = after.splitlines(keepends=True)
    read = log.parse_log(after).lines
    genesis = read[0].payload
    assert isinstance(genesis, log.Genesis)
    whole: tuple[type, ...] = (log.Genesis, log.StateReached, log.Rewind, log.Seat)
    if is_locked_first(genesis):
        whole += (log.Lock,)
    if fixes_round_first(genesis):
        whole += (log.BeaconRound,)
    ends = [line.k + 1 for line in read if isinstance(line.payload, whole)]
    every = [b"".join(lines[:end]) for end in ends]
    return every[every.index(before) :] if before in every else every


def _check_as_before(
    found: Mapping[str, bytes], before: Mapping[str, bytes], after: Mapping[str, bytes], where: str
) -> None:
    """Nothing but sheets, pledges and joins that wait has changed, and they are whole.

    An older folder may have been brought up to date, in whole files too.
    """
    for path in found.keys() | before.keys():
        if found.get(path) != before.get(path) and "/.new-" not in path:
            expected = path in KEPT_UP or any(waits in path for waits in WAITING)
            assert expected, f"{where}: {path}"
            assert found[path] == after[path], f"{where}: {path}"
