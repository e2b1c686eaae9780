"""A workplace for hostile files: a match, the files that people hand in, and the commands.

Every command runs in this process through the command line, as a terminal would run it, and is
judged: its exit code, what it shows, what it changed on the disk, and how long it took.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import re
import secrets
import shutil
import signal
import stat
import sys
import tempfile
import time  # noqa: TID251 - how long a command takes is what is measured
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest

from adjudicator import registry
from adjudicator.cli.app import app
from adjudicator.core.game import Game
from adjudicator.documents import library, maps
from adjudicator.documents.storage import close_folder
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST
from adjudicator.games.invasion_america import INVASION_AMERICA
from adjudicator.games.nine_fields import NINE_FIELDS
from adjudicator.games.stratix import STRATIX
from tests import beacon
from tests.core.hand import HAND
from tests.core.toy import TOY
from tests.intake.kinds import Kind, make
from tests.programs import needed
from tests.registered import registered

__all__ = ["Ran", "Workplace", "faults_of", "run"]

SECONDS = 20
"""What a single command may take of the processor, and a fifteenth of what it may take in all (it
may wait for a pipe, and a machine may be busy); beyond it is a fault."""
MOST_SHOWN = 200_000
"""How many characters a refusal may print."""

_CODED = re.compile(
    r"^(?:.*: )?(?:malformed|invalid|illegal|failed|stale|unusable|warning) [a-z0-9-]+: ", re.M
)
_UNPLACED = re.compile(r"^(\S.*?): (?:malformed|invalid|illegal|stale) ([a-z0-9-]+): ", re.M)
"""A problem that names a file and no line in it."""
_OF_THE_WHOLE = ("file-too-large", "log-refuted", "log-too-large", "no-lock")
"""Problems of a file that have no line."""
_WRITING = ("adjudicate", "begin", "correct", "new", "rewind", "seat")
"""The commands after which a log must be sound."""
_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
"""What must reach no terminal as it is."""


class Ran(NamedTuple):
    """What one command did."""

    words: str
    code: int
    out: str
    err: str
    seconds: float
    """Of the processor: how busy the machine is does not count."""
    changed: bool = False
    """Whether anything on the disk is not as before."""
    trace: str = ""
    unsound: str = ""
    """What `verify` says of the match that the command wrote, if it is not sound."""


class TooSlowError(BaseException):
    """A command took longer than it may."""


class Workplace:
    """A folder in which every kind of file lies, made anew whenever a command has changed it."""

    def __init__(self) -> None:
        self.model = Path(tempfile.mkdtemp(prefix="intake-model-"))
        self.folder = Path(tempfile.mkdtemp(prefix="intake-"))
        self._clean: Mapping[str, tuple[int, ...]] = {}
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(
            registry,
            "GAMES",
            registered(
                FORTRESS_AMERICA_1986,
                FORTRESS_AMERICA_2012,
                GALACTIC_CONQUEST,
                INVASION_AMERICA,
                NINE_FIELDS,
                STRATIX,
                TOY,
                HAND,
            ),
        )
        self._patch.setattr(maps, "map_folder", _map_folder)
        beacon.believed(self._patch)
        with contextlib.chdir(self.model), pytest.MonkeyPatch.context() as patch:
            numbers = itertools.count()
            patch.setattr(secrets, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
            make(_given)
        for path in self.model.glob("*/referee"):
            close_folder(path)  # Else the first command that writes does it, with a notice.
        self.renew()

    def renew(self) -> None:
        """Puts everything back as it was made, file by file: most of it has not changed."""
        found = contents(self.folder, locks=True)
        for path in sorted(found, reverse=True):
            if found[path] != self._clean.get(path):
                if stat.S_ISDIR(found[path][0]):
                    shutil.rmtree(path)
                else:
                    os.unlink(path)  # noqa: PTH108 - the paths are texts here
        for here, folders, names in os.walk(self.model):
            there = self.folder / Path(here).relative_to(self.model)
            for name in folders:
                (there / name).mkdir(exist_ok=True)
                shutil.copymode(Path(here) / name, there / name)
            for name in names:
                if not (there / name).exists():
                    shutil.copy2(Path(here) / name, there / name)
        self._clean = contents(self.folder, locks=True)

    def hand_in(self, kind: Kind, raw: bytes, words: str) -> Ran:
        """Puts `raw` in the place of the file of a kind, and runs a command that reads it.

        Where there can be none of the kind on this machine, the test is skipped.
        """
        if kind.program:
            needed(kind.program)
        path = self.folder / kind.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
        ran = self.run(words)
        if not ran.changed:
            here = self.model / kind.file
            if here.exists():
                shutil.copy(here, path)
            else:
                path.unlink()
        return ran

    def run(self, words: str | Sequence[str], *, typed: str = "") -> Ran:
        """Runs one command in the workplace; what it changed is put back."""
        before = contents(self.folder)
        with contextlib.chdir(self.folder):
            ran = run(words, typed=typed)
            if contents(self.folder) != before:
                unsound = _unsound(ran) if isinstance(words, str) else ""
                ran = ran._replace(changed=True, unsound=unsound)
        if ran.changed:
            self.renew()
        return ran

    def close(self) -> None:
        """Takes the folders away."""
        self._patch.undo()
        shutil.rmtree(self.model)
        shutil.rmtree(self.folder)


def _map_folder(map_id: str, game: Game | None = None) -> Path:
    """The maps that lie in the present folder take the place of the shipped ones."""
    return Path(map_id) if Path(map_id).is_dir() else library.map_folder(map_id, game)


def _given(words: str) -> None:
    ran = run(words)
    assert ran.code in (0, 3), ran


def _unsound(ran: Ran) -> str:
    """Returns what the audit says of the match that a command wrote, if it is not sound."""
    words = ran.words.split()
    if words[0] not in _WRITING or ran.code not in (0, 3):
        return ""
    match = "made" if "made" in words else words[1]
    verified = run(f"verify {match}")
    return "" if verified.code == 0 else verified.out + verified.err


def run(words: str | Sequence[str], *, typed: str = "") -> Ran:
    """Runs one command in this process and in the present folder."""
    out, err = io.StringIO(), io.StringIO()
    arguments = words.split() if isinstance(words, str) else list(words)
    trace, code = "", 0
    alarm = signal.signal(signal.SIGALRM, _too_slow)
    stdin, sys.stdin = sys.stdin, io.StringIO(typed)
    begun = time.process_time()
    profiled = signal.signal(signal.SIGPROF, _too_slow)
    signal.alarm(15 * SECONDS)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            app(arguments)
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    except (Exception, TooSlowError):
        code, trace = 70, traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        signal.signal(signal.SIGPROF, profiled)
        sys.stdin = stdin
        signal.signal(signal.SIGALRM, alarm)
    took = time.process_time() - begun
    return Ran(" ".join(arguments), code, out.getvalue(), err.getvalue(), took, trace=trace)


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlowError


def contents(folder: Path, *, locks: bool = False) -> Mapping[str, tuple[int, ...]]:
    """Returns of everything in a folder what changes when it is written to.

    Args:
        locks: with the files that lock a match and with the folders themselves.
    """
    found: dict[str, tuple[int, ...]] = {}
    folders = [os.fspath(folder)]
    while folders:
        with os.scandir(folders.pop()) as entries:  # a thousand times: os.walk is slower
            for entry in entries:
                is_folder = _is_folder(entry)
                if is_folder and not entry.is_symlink():
                    folders.append(entry.path)
                if locks or not (is_folder or entry.name == ".lock"):
                    facts = entry.stat(follow_symlinks=False)
                    found[entry.path] = (
                        (facts.st_mode,)
                        if is_folder
                        else (facts.st_mode, facts.st_size, facts.st_mtime_ns, facts.st_ino)
                    )
    return found


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is a folder, or a link to one; a link to itself is none."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def faults_of(ran: Ran, kind: Kind | None = None) -> list[str]:
    """Returns what is wrong with how a command took what it was handed; empty: nothing.

    Args:
        kind: what it was handed; then a refusal of it says where.
    """
    found = []
    shown = ran.out + ran.err
    if ran.trace or ran.code not in (0, 1, 2, 3, 4):
        found.append(f"exit {ran.code}: {ran.trace.strip().splitlines()[-1:]}")
    elif ran.code in (1, 4) and not (_CODED.search(ran.err) or _says_no(ran)):
        found.append(f"refused without a code: {ran.err[:200]!r}")
    for named, code in _UNPLACED.findall(ran.err) if kind is not None and kind.places else ():
        if kind is not None and named == kind.file and code not in _OF_THE_WHOLE:
            found.append(f"{code} has no place in {named}")
    if "It is a bug in adjudicator" in ran.err:
        found.append(f"something stands in for what could not be shown: {ran.err[-500:]!r}")
    if ran.unsound:
        found.append(f"makes a log that is not sound: {ran.unsound[-500:]!r}")
    if ran.changed and ran.code in (1, 2, 4) and "notice: " not in ran.err:
        found.append(f"exit {ran.code}, but the disk has changed")
    if unseen := _UNSEEN.search(shown):
        found.append(f"shows U+{ord(unseen[0]):04X} as it is")
    if ran.code in (1, 2, 4) and len(shown) > MOST_SHOWN:
        found.append(f"prints {len(shown)} characters")
    return found


def _says_no(ran: Ran) -> bool:
    """Whether the result itself is the refusal: a case that differs, an audit, JSON."""
    if ran.words.startswith("case"):
        return "differs" in ran.out
    if ran.words.startswith("verify"):
        return "not comparable" in " ".join(ran.out.split()) or '"problems"' in ran.out
    return '"problems"' in ran.out
