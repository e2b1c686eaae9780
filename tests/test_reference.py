"""The pages of names are as the code is, and leave nothing without words."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

import adjudicator
from tests import reference
from tests.reference import PAGES, ROOT, Page, wordless, written

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)


@each_page
def test_the_page_is_as_the_code_is(page: Page) -> None:
    text = (ROOT / page.path).read_text(encoding="utf-8")
    assert text == written(page), "run `python -m tests.reference`, read it"


@each_page
def test_something_is_said_of_every_name_field_and_method(page: Page) -> None:
    assert wordless(page) == []


def test_what_lacks_words_is_noticed() -> None:
    page = Page("", "", "", ("core.referee",))
    assert "adjudicator.core.referee.Stop.label" in wordless(page)


def test_the_face_tells_every_name_of_import_adjudicator() -> None:
    text = written(PAGES[0])
    for name in {*adjudicator.__all__} - {"__version__"}:
        assert f"### `{name}`\n" in text, name


_ANCHOR = re.compile(r"\]\(#([^)]*)\)")


@each_page
def test_every_link_of_the_page_leads_somewhere(page: Page) -> None:
    text = written(page)
    anchors = set(reference.anchors(text.split("\n")).values())
    assert set(_ANCHOR.findall(text)) <= anchors
    for target in re.findall(r"\]\(([^#)]+)[)#]", text):
        assert (ROOT / page.path).parent.joinpath(target).exists(), target


def test_the_page_of_hidden_information_is_the_code_of_the_tests() -> None:
    page = (ROOT / "adjudicator/games/HIDDEN.md").read_text(encoding="utf-8")
    code = (Path(__file__).parent / "core" / "hand.py").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) > 8
    for block in blocks:
        plain = textwrap.dedent(block)
        assert any(textwrap.indent(plain, " " * by) in code for by in (0, 4, 8, 12)), block
