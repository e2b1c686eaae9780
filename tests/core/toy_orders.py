"""Orders of the toy game as they stand in a sheet, by topic."""

from __future__ import annotations

from typing import Any

__all__ = ["BIDS", "MARCH", "NO_BIDS"]

BIDS: dict[str, Any] = {"bids": [{"order": "bid", "gold": 2}]}
NO_BIDS: dict[str, Any] = {"bids": [{"order": "bid", "gold": 0}]}
MARCH: dict[str, Any] = {"march": [{"order": "march", "unit": "soldier", "count": 2}]}
