"""A log cut at every length of its last opening: read as the match before it."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
from pathlib import Path
from typing import NamedTuple

from adjudicator import registry
from adjudicator.api.texts import render_report
from adjudicator.cli.common import Exit
from adjudicator.matches.match import Match
from tests.reliability.operations import command, content, to_march

__all__ = ["LOG", "Grown", "grow", "opened", "try_blocks", "try_lengths"]

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


BLOCKS = (16, 64, 512, 4096)
"""How long the pieces are of which a file system may have written some and not others."""


def try_blocks(grown: Grown, every: int = 1) -> int:
    """Puts zeros, noise or line feeds in the place of each block of the last opening; how often.

    The save is that of before: it is written when the opening is on the disk.
    """
    tried = 0
    new, begun = grown.new, len(grown.old)
    for size in BLOCKS:
        first = begun - begun % size
        for start in range(first, len(new), size)[::every]:
            here, end = max(start, begun), min(start + size, len(new))
            for filling in (bytes(end - here), _noise(start, end - here), b"\n" * (end - here)):
                for rest in (new[end:], b"", bytes(len(new) - end)):
                    tried += _is_cut(grown, new[:here] + filling + rest)
    assert command("adjudicate m blue.json").code == Exit.DONE
    shutil.rmtree("start")
    assert content(Path()) == grown.after
    return tried


def _noise(start: int, length: int) -> bytes:
    return hashlib.shake_256(b"%d" % start).digest(length)


def _is_cut(grown: Grown, raw: bytes) -> bool:
    """Whether a damaged end is cut off; not so, if it is the log of before or after."""
    shutil.rmtree("m")
    shutil.copytree("start", "m")
    LOG.write_bytes(raw)
    found = opened()
    if found.saved.n == 2:  # only the last line feed is lost, or another one added
        assert raw.rstrip(b"\n\0") == grown.new.rstrip(b"\n"), raw
        assert LOG.read_bytes() == grown.new
        shutil.rmtree("m")
        shutil.copytree("start", "m")
        return False
    assert LOG.read_bytes() == grown.old
    (notice,) = found.notices
    assert f"{len(raw) - len(grown.old)} bytes" in notice
    assert opened().notices == ()
    return True
