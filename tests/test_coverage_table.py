"""The table from paragraph to function to case: complete, true, and as the cases are."""

from __future__ import annotations

import pytest

from adjudicator.files.written.rulings import rulings_of
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986
from tests.coverage_table import (
    BEGIN,
    END,
    HEADINGS,
    README,
    cases,
    cases_of,
    citations,
    function_source,
    paragraphs,
    ruled,
    rulings_named,
    written,
)


def test_the_readme_has_the_table() -> None:
    readme = README.read_text(encoding="utf-8")
    assert written(readme) == readme, "run `python -m tests.coverage_table`, read the difference"
    with pytest.raises(AssertionError, match="must hold"):
        written(readme.replace(END, ""))
    assert written(f"a\n{BEGIN}\nold\n{END}\nb").startswith(f"a\n{BEGIN}\n\n### Choice of forces\n")


def test_every_paragraph_has_a_case_and_functions_that_exist() -> None:
    assert len({one.citation for one in paragraphs()}) == len(paragraphs()) > 150
    for one in paragraphs():
        assert cases_of(one), f"no case shows {one.citation}"
        assert one.functions, one.citation
        for name in one.functions:
            assert function_source(name), f"{one.citation}: there is no {name}"
    assert function_source("combat.nothing") is None
    assert function_source("nothing.nothing") is None


def test_every_case_cites_what_exists() -> None:
    known = {*HEADINGS, *(one.place for one in paragraphs())}
    known |= {one.citation for one in paragraphs()}
    numbers = {ruling.number for ruling in rulings_of(FORTRESS_AMERICA_1986)}
    for case in cases():
        assert case.rule.startswith("1986 "), case.key
        assert citations(case.rule) or rulings_named(case.rule), f"{case.key} cites nothing"
        unknown = set(citations(case.rule)) - known
        assert not unknown, f"{case.key} cites {unknown}, which is no paragraph"
        assert rulings_named(case.rule) <= numbers, f"{case.key} cites an unknown ruling"


def test_every_ruling_is_named_by_a_case_or_a_test() -> None:
    numbers = {ruling.number for ruling in rulings_of(FORTRESS_AMERICA_1986)}
    assert numbers - ruled() == set()


def test_what_a_case_cites() -> None:
    assert citations("1986 action 5: order of fire, chapter 5, rulings 4 and 25") == (
        "action 5: order of fire", "chapter 5",
    )  # fmt: skip
    assert citations("1986 ruling 14") == ()
    assert rulings_named("1986 action 1, rulings 9, 13 and 25") == {9, 13, 25}
    assert rulings_named("(Ruling 7)") == {7}
