"""What several tests of the core share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.audit.chromium import Page, browser, find_chromium
from tests.audit.mutations import PAGE


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page of the verifier, opened from the disk in one browser for all tests of a module."""
    program = find_chromium()
    if program is None:
        assert "CI" not in os.environ, "the page is tested in Chromium: install one"
        pytest.skip("no Chromium is installed")
    with browser(program, tmp_path_factory.mktemp("profile")) as opened:
        opened.show(PAGE.as_uri())
        yield opened
