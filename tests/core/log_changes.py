"""Ways to change a log and to repair its chain of hashes afterwards."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core.log import parse_log
from adjudicator.core.problem import Unusable
from adjudicator.core.tfd1 import ZERO, digest
from adjudicator.core.values import canonical
from adjudicator.core.verify import audit_dice
from adjudicator.verifiers.verify_log import Unreadable, verify

__all__ = ["chained", "leaves", "lines_of", "other", "package_says", "replaced", "stand_alone_says"]

Place = tuple[str | int, ...]


def lines_of(raw: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in raw.splitlines()]


def chained(lines: Sequence[dict[str, Any]]) -> bytes:
    """The bytes of a log whose `k` and `prev` are made right."""
    written, prev = [], ZERO
    for k, line in enumerate(lines):
        raw = canonical({**line, "k": k, "prev": prev} if isinstance(line, dict) else line)
        prev = digest(raw)
        written.append(raw + b"\n")
    return b"".join(written)


def leaves(data: Any, place: Place = ()) -> Iterator[Place]:
    """The places of all values that hold no other values, but for `k` and `prev`."""
    if isinstance(data, dict) and data:
        for key in data:
            if place or key not in ("k", "prev"):
                yield from leaves(data[key], (*place, key))
    elif isinstance(data, list) and data:
        for index, one in enumerate(data):
            yield from leaves(one, (*place, index))
    else:
        yield place


def other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, str):
        return ("1" if value[:1] == "0" else "0") + value[1:]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1 if value > 1 else value + 1
    return "0" * 64 if value is None else {"x": value}


def replaced(line: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(line)
    parent: Any = changed
    for step in place[:-1]:
        parent = parent[step]
    parent[place[-1]] = value
    return changed


def package_says(raw: bytes) -> str:
    try:
        return "sound" if audit_dice(parse_log(raw)).sound else "refuted"
    except Unusable:
        return "unreadable"


def stand_alone_says(raw: bytes) -> str:
    try:
        return "sound" if verify(raw).sound else "refuted"
    except Unreadable:
        return "unreadable"
