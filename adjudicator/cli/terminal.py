"""The gate through which everything passes that a command prints.

Names, titles and reasons come out of files that anybody may have written. What a terminal would
obey, hide or turn around is shown as its escape, whichever command prints it.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from adjudicator.api.texts import visible

__all__ = ["STDIN", "print_bytes", "visible_output"]

STDIN = Path("-")
"""What stands for standard input."""


class _Visible(io.TextIOBase):
    """A stream that writes to another one what can be seen."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override] # read only: it is the other stream's
        """The encoding of the stream that is written to."""
        return self.stream.encoding or "utf-8"

    def write(self, text: str, /) -> int:
        """Writes a text; line feeds stay."""
        shown = visible(text, keep="\n")
        with self._read_no_more():
            try:
                self.stream.write(shown)
            except UnicodeEncodeError:  # a terminal that knows fewer characters
                known = shown.encode(self.encoding, "backslashreplace").decode(self.encoding)
                self.stream.write(known)
        return len(text)

    def write_bytes(self, content: bytes) -> None:
        """Writes what is no text, as it is."""
        with self._read_no_more():
            self.stream.flush()
            self.stream.buffer.write(content)
            self.stream.buffer.flush()

    def flush(self) -> None:
        """Hands on what was written."""
        with self._read_no_more():
            self.stream.flush()

    @contextlib.contextmanager
    def _read_no_more(self) -> Iterator[None]:
        """Lets a command finish its work when nobody reads on, as behind `| head`."""
        try:
            yield
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.stream.fileno())
            os.close(nowhere)

    def isatty(self) -> bool:
        """Whether a person is looking."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The number of the stream that is written to."""
        return self.stream.fileno()


def print_bytes(content: bytes) -> None:
    """Prints a picture as it is: it goes to a pipe or a file, never to a terminal."""
    out = sys.stdout
    (out if isinstance(out, _Visible) else _Visible(out)).write_bytes(content)


@contextlib.contextmanager
def visible_output() -> Iterator[None]:
    """Lets nothing reach stdout and stderr meanwhile that cannot be seen."""
    out, err = sys.stdout, sys.stderr
    with (
        contextlib.redirect_stdout(_Visible(out)),
        contextlib.redirect_stderr(_Visible(err)),
    ):
        yield
