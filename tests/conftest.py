"""Options of the test run."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import hypothesis
import pytest

from adjudicator.audit import tfd1
from adjudicator.cli.app import collect_rarely
from adjudicator.core.table import WorkingTable
from adjudicator.matches import fallbacks
from tests.replayed import make_examples_again_once
from tests.shares import load_own_share
from tests.usual_maps import draw_usual_maps

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("usual", deadline=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "usual")

_fault_of = fallbacks.fault_of
_chain_value = tfd1.chain_value
EVERY = 128
"""Of a chain of thousands of values the tests keep one in so many."""

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
        help="try at every point and with every value what is tried by turns otherwise (minutes)",
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


ROOM = 4 << 30
"""Bytes: what the tests write in a run is a tenth of it."""


def pytest_configure(config: pytest.Config) -> None:
    """The programs that the tests start are compiled once; matches lie in memory, if there is room.

    Both need no more than a run without: what somebody said in TMPDIR or in PYTHONPYCACHEPREFIX
    stays, and where no compiled code is to be written beside the source, it goes to pytest's cache.
    """
    if sys.dont_write_bytecode and sys.pycache_prefix is None:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(config.rootpath / ".pytest_cache" / "compiled")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    memory = Path("/dev/shm")
    if (
        not {"TMPDIR", "TEMP", "TMP"} & os.environ.keys()
        and os.access(memory, os.W_OK)
        and shutil.disk_usage(memory).free > ROOM
    ):
        os.environ["TMPDIR"] = tempfile.tempdir = str(memory)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is marked as exhaustive, unless all is asked for."""
    if config.getoption("--exhaustive"):
        return
    left_out = [one for one in items if one.get_closest_marker("exhaustive")]
    items[:] = [one for one in items if not one.get_closest_marker("exhaustive")]
    config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Thousands of tests stay until the end: no search for garbage goes through them again."""
    gc.disable()
    try:
        load_own_share(session.config)
        return (yield)
    finally:
        collect_rarely()


def _kept_chain_value(game: str, who: str, last: str, *, links: int, n: int) -> str:
    """Returns what `tfd1.chain_value` does: it is asked from the next value that is kept."""
    above = -(-n // EVERY) * EVERY
    if not 0 <= n <= above < links:
        return _chain_value(game, who, last, links=links, n=n)
    return _chain_value(game, who, _kept(game, who, last, links, above), links=above, n=n)


@lru_cache(maxsize=20_000)
def _kept(game: str, who: str, last: str, links: int, at: int) -> str:
    """Returns a value of a chain that is kept, from the one above it."""
    if (above := at + EVERY) >= links:
        return _chain_value(game, who, last, links=links, n=at)
    return _chain_value(game, who, _kept(game, who, last, links, above), links=above, n=at)


@pytest.fixture(autouse=True, scope="session")
def faults_raised() -> Iterator[pytest.MonkeyPatch]:
    """Where something stands in for a picture or a report, a test fails: it raises what was met.

    Invariants are looked at after each step, and not only at the end of a run. Hundreds of tests
    begin with the same secret, and every opening of a match asks for a value of the same chain.
    """

    def raised(error: Exception, what: object, n: int) -> NoReturn:
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fallbacks, "fault_of", raised)
        patch.setattr(WorkingTable, "checks_steps", True)
        patch.setattr(tfd1, "chain_value", _kept_chain_value)
        yield patch


@pytest.fixture
def usual_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a view's pictures the usual map alone is drawn."""
    draw_usual_maps(monkeypatch)


@pytest.fixture
def examples_made_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told of an example is looked at; its log is made again once in a process."""
    make_examples_again_once(monkeypatch)


@pytest.fixture
def faults_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults are notices, as for everybody but the tests."""
    monkeypatch.setattr(fallbacks, "fault_of", _fault_of)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives Chromium and Firefox; there is one in a process."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with driver.sync_playwright() as started:
        yield started
