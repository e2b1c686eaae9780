"""JSON within the profile of the log (3.1): what a line may hold, and nothing else.

The friendly reader with places is `files/json_input.py`; this one reads what a program wrote.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NoReturn

from adjudicator.core.values import MAX_INTEGER, canonical

__all__ = ["MAX_DEPTH", "strict_json"]

MAX_DEPTH = 100
"""How deep the objects and lists of a line may be nested."""


def strict_json(raw: bytes) -> Any:
    """Returns the data of UTF-8 JSON bytes; ValueError for what the profile forbids (3.1)."""
    try:
        data = json.loads(
            raw.decode(),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
        # A lone surrogate can be written as an escape, but it has no UTF-8 bytes.
        canonical(data)
    except UnicodeEncodeError as error:
        raise ValueError("a string holds half of a surrogate pair") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is not UTF-8") from error
    except RecursionError as error:
        raise ValueError(f"nested more than {MAX_DEPTH} deep") from error
    if _depth_of(data) > MAX_DEPTH:
        raise ValueError(f"nested more than {MAX_DEPTH} deep")
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
    if len(digits) > len(str(-MAX_INTEGER)) or abs(int(digits)) > MAX_INTEGER:
        raise ValueError(f"an integer lies beyond {MAX_INTEGER}")
    return int(digits)


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"only integers are allowed, not {text[:40]}")


def _depth_of(data: Any) -> int:
    depth = 0
    level = [data]
    while level := [child for parent in level for child in _children(parent)]:
        depth += 1
    return depth


def _children(data: Any) -> Iterable[Any]:
    if isinstance(data, dict):
        return data.values()
    return data if isinstance(data, list) else ()
