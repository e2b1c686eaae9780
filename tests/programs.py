"""Programs that some tests need and not every machine has."""

from __future__ import annotations

import shutil

import pytest

__all__ = ["needed"]


def needed(program: str) -> str:
    """Returns the path of a program; skips the test where it is not installed."""
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"{program} is not installed")
    return path
