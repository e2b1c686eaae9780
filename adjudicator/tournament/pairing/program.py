"""An engine that somebody names: a program that is called as bbpPairings 6 is."""

from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from adjudicator.tournament.pairing.engine import MAX_ANSWER, TIMEOUT, Impossible, failure

__all__ = ["ProgramEngine"]

_NO_PAIRING = 1
"""The exit code of bbpPairings where no valid pairing exists."""


class ProgramEngine:
    """Pairs by `PROGRAM --dutch FILE -p ANSWER`; an `Engine`.

    Absent players are entries of the file: it has no option for them.
    """

    absent_as_entries = True

    def __init__(self, program: Path) -> None:
        """Names the program.

        Args:
            program: its file; nothing is looked for along PATH.
        """
        self._program = program.resolve()

    def version(self) -> str:
        """Returns the file's name and the hash of its bytes."""
        try:
            digest = hashlib.sha256(self._program.read_bytes()).hexdigest()
        except OSError as error:
            raise self._failure(f"cannot be read: {error.strerror}") from error
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", self._program.name)[:60]
        return f"{name} sha256:{digest}"

    def pair(self, trf: str, *, round_number: int, absent: Sequence[int]) -> str:
        """Returns the pairs as text (`Engine.pair`).

        Raises:
            Impossible: there is no pairing that keeps the rules.
            EngineFailed: it cannot be run, took too long, or failed.
        """
        with tempfile.TemporaryDirectory() as folder:
            asked, answer = Path(folder) / "input.trf", Path(folder) / "pairs.txt"
            asked.write_text(trf, encoding="ascii", newline="\n")
            command = [str(self._program), "--dutch", str(asked), "-p", str(answer)]
            try:
                done = subprocess.run(
                    command,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=TIMEOUT,
                    check=False,
                    cwd=folder,
                )
                if done.returncode == _NO_PAIRING:
                    raise Impossible
                if done.returncode == 0:
                    with answer.open(encoding="ascii", errors="replace") as file:
                        return file.read(MAX_ANSWER)
            except (OSError, subprocess.TimeoutExpired) as error:
                raise self._failure(f"gave no answer: {error}") from error
        said = done.stderr.decode("ascii", "replace").strip()[:200]
        raise self._failure(f"ended with code {done.returncode}: {said!r}")

    def _failure(self, what: str) -> Exception:
        message = f"{str(self._program)!r} {what}"
        hint = "Name a program that is called as bbpPairings 6 is, or leave --engine out."
        return failure("engine-failed", message, hint)
