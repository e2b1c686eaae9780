"""What people are shown to read or to copy: JSON laid out, and commands as a shell takes them.

JSON is indented, but short things stand on one line: always the same bytes.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.visible import in_json

__all__ = ["command", "pretty", "word"]

_WIDTH = 100
_encoded = json.JSONEncoder(ensure_ascii=False).encode


@lru_cache(maxsize=1024, typed=True)
def _flat(value: Any) -> str:
    """Writes a text, null or truth; what a reader would not see stands there as its escape.

    A position says the same few words thousands of times.
    """
    return in_json(_encoded(value))


def pretty(document: Any) -> bytes:
    """Returns indented JSON with a final newline; what fits on a line of 100 stays on one."""
    return (_laid_out(_piece(document), 0, 0) + "\n").encode()


class _Piece(NamedTuple):
    """A value written on one line, and if it is a list or object, what it consists of."""

    flat: str
    brackets: str = ""
    inner: Sequence[tuple[str, _Piece]] = ()
    """With each piece the name that stands before it, colon and blank included."""


def _piece(value: Any) -> _Piece:
    """Writes a value from its parts, so that each is written only once."""
    if isinstance(value, Mapping):
        inner = [(f"{_flat(key)}: ", _piece(item)) for key, item in value.items()]
        brackets = "{}"
    elif isinstance(value, list | tuple):
        inner, brackets = [("", _piece(item)) for item in value], "[]"
    else:
        return _Piece(str(value) if type(value) is int else _flat(value))
    flat = ", ".join([name + piece.flat for name, piece in inner])
    return _Piece(f"{brackets[0]}{flat}{brackets[1]}", brackets, inner)


def _laid_out(piece: _Piece, indent: int, used: int) -> str:
    if not piece.inner or len(piece.flat) + indent + used <= _WIDTH:
        return piece.flat
    lines = ",\n".join(
        f"{' ' * (indent + 2)}{name}{_laid_out(one, indent + 2, len(name) + 1)}"
        for name, one in piece.inner
    )
    return f"{piece.brackets[0]}\n{lines}\n{' ' * indent}{piece.brackets[1]}"


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
