"""JSON for people: indented, but short things on one line, always the same bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["pretty"]

_WIDTH = 100
_flat = json.JSONEncoder(ensure_ascii=False).encode


def pretty(document: Any) -> bytes:
    """Returns indented JSON with a final newline; what fits on a line of 100 stays on one."""
    return (_written(document, 0, 0) + "\n").encode()


def _written(value: Any, indent: int, used: int) -> str:
    flat = str(value) if type(value) is int else _flat(value)
    if len(flat) + indent + used <= _WIDTH or not isinstance(value, Mapping | list | tuple):
        return flat
    if isinstance(value, Mapping):
        pieces = []
        for key, item in value.items():
            name = _flat(key)
            pieces.append(f"{name}: {_written(item, indent + 2, len(name) + 3)}")
        return _block("{}", pieces, indent)
    return _block("[]", [_written(item, indent + 2, 1) for item in value], indent)


def _block(brackets: str, pieces: Sequence[str], indent: int) -> str:
    if not pieces:
        return brackets
    lines = ",\n".join(" " * (indent + 2) + piece for piece in pieces)
    return f"{brackets[0]}\n{lines}\n{' ' * indent}{brackets[1]}"
