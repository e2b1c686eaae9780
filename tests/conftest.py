"""Options of the test run."""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest

from adjudicator.cli.app import collect_seldom

USUAL = 20
"""How many random matches a usual run plays; before a release it is a thousand."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds how much is tried by chance: `pytest --matches 1000 --inputs 20000` for a release."""
    parser.addoption(
        "--matches",
        type=int,
        default=USUAL,
        help="how many random matches are played to their end; from 40 on, each way of playing"
        " one is tried in every scenario, not in one of them",
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


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests stay until the end: no search for garbage goes through them again."""
    gc.disable()
    try:
        return (yield)
    finally:
        collect_seldom()
