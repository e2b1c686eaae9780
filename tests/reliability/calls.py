"""Everything that a command does to the disk passes here: counted, killed, or refused.

The lowest level that Python has: `os.write`, `os.open` for writing, `os.replace` and the rest.
"""

from __future__ import annotations

import builtins
import errno
import os
import signal
import stat
from collections.abc import Callable
from typing import Any

import pytest

__all__ = ["Calls", "FailingCalls", "KillingCalls"]

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_PLAIN = ("chmod", "fsync", "ftruncate", "mkdir", "remove", "rename", "replace", "rmdir",
          "truncate", "unlink", "utime")  # fmt: skip
_FREEING = ("ftruncate", "remove", "rmdir", "truncate", "unlink")


class Calls:
    """Counts the points at which something can happen: before and after each call, within a write.

    What happens at a point is the business of those that come from here.
    """

    def __init__(self) -> None:
        self.points = 0

    def before(self, name: str) -> None:
        """A call is about to be made."""

    def within(self, name: str, half: Callable[[], object]) -> None:
        """A write is about to be made; `half` writes the first half of its bytes."""

    def after(self, name: str) -> None:
        """A call was made."""

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Puts itself in the place of all that changes the disk."""
        for name in _PLAIN:
            patch.setattr(os, name, self._watched(name, getattr(os, name)))
        write, send, open_file, open_text = os.write, os.sendfile, os.open, builtins.open

        def watched_write(file: int, content: Any) -> int:
            if not stat.S_ISREG(os.fstat(file).st_mode):  # a pipe takes no room
                return write(file, content)
            self.before("write")
            self.within("write", lambda: write(file, memoryview(content)[: len(content) // 2]))
            written = write(file, content)
            self.after("write")
            return written

        def watched_send(out: int, source: int, offset: int, count: int) -> int:
            self.before("sendfile")
            half = os.fstat(source).st_size // 2
            self.within("sendfile", lambda: send(out, source, offset, half))
            sent = send(out, source, offset, count)
            self.after("sendfile")
            return sent

        def watched_open(path: Any, flags: int, *rest: Any, **named: Any) -> int:
            if not flags & _WRITING:
                return open_file(path, flags, *rest, **named)
            return int(self._watched("open", open_file)(path, flags, *rest, **named))

        def watched_open_text(file: Any, mode: str = "r", *rest: Any, **named: Any) -> Any:
            called = open_text if set(mode) <= set("rbt") else self._watched("open", open_text)
            return called(file, mode, *rest, **named)

        patch.setattr(os, "write", watched_write)
        patch.setattr(os, "sendfile", watched_send)
        patch.setattr(os, "open", watched_open)
        patch.setattr(builtins, "open", watched_open_text)

    def _watched(self, name: str, called: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, **named: Any) -> Any:
            self.before(name)
            result = called(*arguments, **named)
            self.after(name)
            return result

        return watched


class KillingCalls(Calls):
    """Kills the process at one point: before, within or after a call.

    Args:
        at: which point, from 1.
        both_sides: whether the points after calls count too. The disk is then as it is before the
            next call, so that they show nothing new unless the program asks the disk in between.
    """

    def __init__(self, at: int, *, both_sides: bool) -> None:
        super().__init__()
        self.at, self.both_sides = at, both_sides

    def before(self, name: str) -> None:
        """Kills the process if this is the point."""
        self.points += 1
        if self.points == self.at:
            os.kill(os.getpid(), signal.SIGKILL)

    def within(self, name: str, half: Callable[[], object]) -> None:
        """Writes half and kills the process if this is the point."""
        self.points += 1
        if self.points == self.at:
            half()
            os.kill(os.getpid(), signal.SIGKILL)

    def after(self, name: str) -> None:
        """Kills the process if this is the point and points after calls count."""
        if self.both_sides:
            self.before(name)


class FailingCalls(Calls):
    """Lets one call fail, or all from then on, with an error of the system; a write fails half-way.

    Args:
        at: which call, from 1.
        lasts: whether all later ones fail too; on a full disk files can be cut and taken away.
    """

    def __init__(self, at: int, number: int, *, lasts: bool) -> None:
        super().__init__()
        self.at, self.number, self.lasts = at, number, lasts

    def before(self, name: str) -> None:
        """Fails if this is the call; a write fails a little later."""
        self.points += 1
        if name not in ("write", "sendfile"):
            self._fail(name)

    def within(self, name: str, half: Callable[[], object]) -> None:
        """Fails after half a write."""
        if self.points == self.at:
            half()
        self._fail(name)

    def _fail(self, name: str) -> None:
        spared = self.number == errno.ENOSPC and name in _FREEING
        if not spared and (self.points == self.at or (self.lasts and self.points > self.at)):
            raise OSError(self.number, os.strerror(self.number))
