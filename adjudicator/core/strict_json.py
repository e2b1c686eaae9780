"""JSON within the profile of every file (TFD1 3.1): read strictly, and written in one form only.

No model is loaded for it. Where in a text a fault stands, `documents/json_input.py` finds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn, TypeAlias

__all__ = ["MAX_INTEGER", "JSONValue", "canonical", "strict_json"]

MAX_INTEGER = 2**53 - 1
"""The largest integer that any file may hold (RFC 8785 profile of TFD1 §3.1)."""

JSONValue: TypeAlias = "bool | int | str | list[JSONValue] | dict[str, JSONValue] | None"
"""JSON data as Python has it; there are no floats."""

_LONGEST_INTEGER = len(str(-MAX_INTEGER))


def strict_json(text: str, *, depth: int) -> Any:
    """Returns the data of a JSON text; ValueError for what the profile forbids (3.1).

    Args:
        depth: in how many objects and lists a value may lie.
    """
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
    except RecursionError as error:
        raise ValueError(f"nested more than {depth} deep") from error
    if text.count("[") + text.count("{") > depth and _is_deeper(data, depth):
        raise ValueError(f"nested more than {depth} deep")
    if "\\u" in text:
        try:
            canonical(data)
        except UnicodeEncodeError as error:
            raise ValueError("a string holds half of a surrogate pair") from error
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if not key.isascii():
            raise ValueError(f"the key {key!r} is not ASCII")
        if key in found:
            raise ValueError(f"the key {key!r} stands twice in one object")
        found[key] = value
    return found


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_INTEGER or abs(int(digits)) > MAX_INTEGER:
        raise ValueError(f"an integer lies beyond {MAX_INTEGER}")
    return int(digits)


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"only integers are allowed, not {text[:40]}")


def _is_deeper(data: Any, depth: int) -> bool:
    level = [data]
    for _ in range(depth + 1):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below.extend(value.values())
            elif isinstance(value, list):
                below.extend(value)
        level = below
    return bool(level)


def canonical(data: JSONValue | Mapping[str, Any]) -> bytes:
    """Returns the RFC 8785 bytes `J(data)` of plain JSON data (TFD1 §3.1).

    The profile (ASCII keys, no floats) is the reader's business: `documents/json_input.py` and
    `audit/log.py` refuse what lies outside it.
    """
    return _in_order(data).encode()


_in_order = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
