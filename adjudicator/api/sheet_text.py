"""What a front end needs to find sheets in a text, and to say whether two say the same."""

from __future__ import annotations

from typing import Any

from adjudicator.api.problems import RefusedFile
from adjudicator.documents.json_input import read_json
from adjudicator.documents.sheet_lines import (
    MOST_UNPACKED,
    has_sheet_line,
    lines_in,
    packed_sheet,
    unpacked_sheet,
)

__all__ = [
    "MOST_UNPACKED",
    "has_sheet_line",
    "lines_in",
    "packed_sheet",
    "said_hash",
    "unpacked_sheet",
    "value_of",
]


def value_of(raw: bytes) -> Any:
    """Returns the value of a JSON file as the strict reader reads it; None: it would refuse it."""
    try:
        return read_json(raw, source="").data
    except RefusedFile:
        return None


def said_hash(value: Any) -> str:
    """Returns the SHA-256 of a value's canonical JSON, as the log names a sheet (TFD1 3.1)."""
    from adjudicator.audit.tfd1 import json_hash

    return json_hash(value)
