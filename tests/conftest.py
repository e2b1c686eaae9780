"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds how much is tried by chance: `pytest --matches 1000 --inputs 20000` for a release."""
    parser.addoption(
        "--matches", type=int, default=40, help="how many random matches are played to their end"
    )
    parser.addoption(
        "--exhaustive",
        action="store_true",
        help="kill at every point and fail at every call, not at one of several (minutes)",
    )
    parser.addoption(
        "--campaign",
        action="store_true",
        help="the built-in player plays the campaign of Invasion: America to its end (minutes)",
    )
    parser.addoption(
        "--inputs",
        type=int,
        default=40,
        help="how many hostile files are handed to commands, at least one of each kind",
    )
