"""The engine gacrux (extra `tournament`), called as a program of its own: Dutch system, TRF26."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from adjudicator.tournament.pairing.engine import MAX_ANSWER, TIMEOUT, Impossible, failure

__all__ = ["PINNED", "Gacrux"]

PINNED = "1.11.65"
"""The version that was held against the reference (tournaments.md 3)."""

_INSTALL = 'Install the extra: pip install "wargame-adjudicator[tournament]"; or name --engine.'
_NO_PAIRING = (2, 505)
"""What it says where no pairing exists: an empty list of pairs, or a round that has none."""


class Gacrux:
    """Pairs by `python -m gacrux.pairingchecker`; an `Engine`."""

    absent_as_entries = False

    def __init__(self, python: str = sys.executable) -> None:
        self._python = python

    def version(self) -> str:
        """Returns `gacrux 1.11.65`, or what is installed."""
        try:
            return f"gacrux {version('gacrux')}"
        except PackageNotFoundError as error:
            raise failure("no-engine", "gacrux is not installed", _INSTALL) from error

    def pair(self, trf: str, *, round_number: int, absent: Sequence[int]) -> str:
        """Returns the pairs as text (`Engine.pair`).

        Raises:
            Impossible: there is no pairing that keeps the rules.
            EngineFailed: it is not installed, took too long, or failed.
        """
        if find_spec("gacrux") is None:
            raise failure("no-engine", "gacrux is not installed", _INSTALL)
        # -P: no module of the current folder stands in for it. One seed of hashes: the same answer.
        command = [self._python, "-P", "-m", "gacrux.pairingchecker", "-f", "TRF", "-p"]
        command += ["-t", _top(trf), "-n", str(round_number), "-b", "ascii"]
        command += ["-u", *map(str, absent)] if absent else []
        try:
            done = subprocess.run(
                command,
                input=trf,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=TIMEOUT,
                check=False,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            hint = "Run the command again, or name another engine by --engine."
            raise failure("engine-failed", f"gacrux gave no answer: {error}", hint) from error
        return _pairs(done.stdout[:MAX_ANSWER])


def _top(trf: str) -> str:
    """Returns the initial colour that the file names, as its option."""
    return "b" if "\n152 B\n" in trf else "w"


def _pairs(answer: str) -> str:
    """Returns the pairs of its JSON as text."""
    try:
        document = json.loads(answer)
        code = document["status"]["code"]
        if code in _NO_PAIRING:
            raise Impossible
        if code == 0:
            pairs = document["pairingResult"]["pairs"]
            lines = [f"{int(white)} {int(black)}" for white, black in pairs]
            return "\n".join([str(len(lines)), *lines]) + "\n"
        said = "; ".join(map(str, document["status"]["error"]))[:200]
    except (ValueError, KeyError, TypeError) as error:
        said = f"its answer is not what it was: {error}"[:200]
    hint = "Look at the file with gacrux itself, or name another engine by --engine."
    raise failure("engine-failed", f"gacrux did not pair the round: {said!r}", hint)
