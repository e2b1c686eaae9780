"""Browsers for the pages of events."""

from __future__ import annotations

from tests.compose.conftest import browser

__all__ = ["browser"]
