"""A log cut at every length of its last opening: read as the match before it."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import NamedTuple

from adjudicator import registry
from adjudicator.cli.shell import Exit, render_report
from adjudicator.files.match import Match
from tests.reliability.operations import command, content, to_march

__all__ = ["LOG", "Grown", "grow", "opened", "try_lengths"]

LOG = Path("m/log.jsonl")


class Grown(NamedTuple):
    """A match before and after its last opening."""

    before: dict[str, bytes]
    after: dict[str, bytes]

    @property
    def old(self) -> bytes:
        """The log before the last opening."""
        return self.before["m/log.jsonl"]

    @property
    def new(self) -> bytes:
        """The log after it."""
        return self.after["m/log.jsonl"]


def grow(folder: Path) -> Grown:
    """Plays a match in a folder, in `start` up to before its last opening."""
    with contextlib.chdir(folder):
        to_march()
        before = content(Path())
        shutil.copytree("m", "start")
        assert command("adjudicate m blue.json").code == Exit.DONE
        after = {name: raw for name, raw in content(Path()).items() if not name.startswith("start")}
    return Grown(before, after)


def opened() -> Match:
    """Opens the match in the present folder."""
    return Match.open(Path("m"), registry.by_name(), render_report)


def try_lengths(grown: Grown, every: int = 1) -> int:
    """Cuts the log at every length of its last opening, or at every so many; returns how often."""
    lengths = range(len(grown.old) + 1, len(grown.new) - 1)[::every]
    lines = len(grown.old.splitlines())
    for length in lengths:
        shutil.rmtree("m")
        shutil.copytree("start", "m")
        LOG.write_bytes(grown.new[:length])
        found = opened()
        assert found.notices == (
            f"log.jsonl ended in the middle of an opening; {length - len(grown.old)} bytes after "
            f"line {lines} were cut off",
        )
        assert LOG.read_bytes() == grown.old
        assert found.saved.n == 1
        assert opened().notices == ()
    assert command("adjudicate m blue.json").code == Exit.DONE
    shutil.rmtree("start")
    assert content(Path()) == grown.after
    return len(lengths)
