"""A command of the program as it is printed, to be copied into a shell as it stands."""

from __future__ import annotations

import shlex
from pathlib import Path

__all__ = ["command", "word"]


def command(name: str, *words: str | Path) -> str:
    """Returns `adjudicator NAME WORDS` with every word quoted that a shell would read otherwise.

    Args:
        words: paths as `Path`; all else as text. Words to be replaced, such as JOIN..., stay.
    """
    return " ".join(("adjudicator", name, *map(word, words)))


def word(given: str | Path) -> str:
    """Returns one word of a command; a path that begins with a dash is no option."""
    text = str(given)
    if isinstance(given, Path) and text.startswith("-"):
        text = f"./{text}"
    return shlex.quote(text)
