"""The page under the amended rules (TFD1 3.10): each attack is blamed on its lines, and told."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import pytest

from tests.core import page_attacks_made
from tests.core.chromium import Page, browser, find_chromium
from tests.core.log_changes import Judged
from tests.core.mutations import PAGE, page_judges
from tests.core.page_attacks import CASES

assert page_attacks_made  # it adds its cases


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The page, opened from the disk in one browser for all tests."""
    program = find_chromium()
    if program is None:
        assert "CI" not in os.environ, "the page is tested in Chromium: install one"
        pytest.skip("no Chromium is installed")
    with browser(program, tmp_path_factory.mktemp("profile")) as opened:
        opened.show(PAGE.as_uri())
        yield opened


@pytest.fixture(scope="module")
def judged(page: Page) -> Mapping[str, Judged]:
    """What the page says of every case, all judged at once."""
    raws = [case.raw for case in CASES.values()]
    return dict(zip(CASES, page_judges(page, raws), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_the_page_blames_the_lines_of_an_attack_and_no_others(
    judged: Mapping[str, Judged], name: str
) -> None:
    case = CASES[name]
    assert judged[name] == Judged(case.verdict, tuple(sorted(case.blamed)))
