"""The page of each game's folder of cases: licence, counts, and an index by paragraph.

Written by `python -m tests.coverage_table`, and checked by a test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.coverage_table import TESTS, Case, Rulebook, cases, cases_of, paragraphs, rulings_named

__all__ = ["FORMAT", "LICENCE", "page_of", "path_of"]

FORMAT = 1
"""The format of the case files; `format` in a file says so, a file without it is of format 1."""
LICENCE = (
    "SPDX-License-Identifier: MIT. Copyright (c) 2026 The adjudicator authors. Names of paragraphs "
    "and what cases say are our words; nothing of the rulebook's text is in them."
)


def path_of(book: Rulebook) -> Path:
    """Returns the file of the page."""
    return TESTS / "cases" / book.game.name / "README.md"


def page_of(book: Rulebook) -> str:
    """Returns the page of a game's folder."""
    lines = [
        f"# {book.game.title}: {len(cases(book))} rule cases",
        "",
        LICENCE,
        "",
        f"Case files of format {FORMAT} ([schema](../../../schemas/case.json)); how an engine is",
        "held against them stands in [tests/conformance](../../conformance/README.md). Made by",
        "`python -m tests.coverage_table`: do not edit.",
        *_by_paragraph(book),
        *_by_ruling(book),
    ]
    return "\n".join(lines) + "\n"


def _by_paragraph(book: Rulebook) -> Iterator[str]:
    place = ""
    for one in paragraphs(book):
        if one.place != place:
            place = one.place
            yield from ("", f"## {place[0].upper()}{place[1:]}", "", "| paragraph | cases |")
            yield "|---|---|"
        yield f"| {one.name} | {_links(cases_of(book, one))} |"


def _by_ruling(book: Rulebook) -> Iterator[str]:
    named: dict[int, list[Case]] = {}
    for case in cases(book):
        for number in rulings_named(case.rule):
            named.setdefault(number, []).append(case)
    yield from ("", "## Numbered rulings", "", "| ruling | cases |", "|---|---|")
    yield from (f"| {number} | {_links(tuple(named[number]))} |" for number in sorted(named))


def _links(found: tuple[Case, ...]) -> str:
    return ", ".join(f"[{_short(case)}]({case.key}.json)" for case in found)


def _short(case: Case) -> str:
    """Returns the name of a case without what its folder says already."""
    return re.sub(f"^{re.escape(case.path.parent.name)}-", "", case.path.stem)
