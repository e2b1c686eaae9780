"""The table from paragraph to function to case: complete, true, and as the cases are."""

from __future__ import annotations

import pytest

from adjudicator.documents.game_help import rulings_of
from tests.coverage_table import (
    BEGIN,
    BOOKS,
    END,
    Rulebook,
    cases,
    cases_of,
    citations,
    function_source,
    paragraphs,
    ruled,
    rulings_named,
    written,
)

each_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.name)


@each_book
def test_the_readme_has_the_table(book: Rulebook) -> None:
    readme = book.readme.read_text(encoding="utf-8")
    assert written(book, readme) == readme, "run `python -m tests.coverage_table`, read it"
    with pytest.raises(AssertionError, match="must hold"):
        written(book, readme.replace(END, ""))
    made = written(book, f"a\n{BEGIN}\nold\n{END}\nb")
    assert made.startswith(f"a\n{BEGIN}\n\n### {book.title}\n")


@each_book
def test_every_paragraph_has_a_case_and_functions_that_exist(book: Rulebook) -> None:
    listed = paragraphs(book)
    assert len({one.citation for one in listed}) == len(listed) > 0
    for one in listed:
        assert cases_of(book, one), f"no case shows {one.citation}"
        assert one.functions, one.citation
        for name in one.functions:
            assert function_source(book, name), f"{one.citation}: there is no {name}"
    assert function_source(book, "book.nothing") is None
    assert function_source(book, "nothing.nothing") is None


@each_book
def test_every_case_cites_what_exists(book: Rulebook) -> None:
    known = {*book.headings, *(one.place for one in paragraphs(book))}
    known |= {one.citation for one in paragraphs(book)}
    numbers = {ruling.number for ruling in rulings_of(book.game)}
    for case in cases(book):
        assert case.rule.startswith(book.prefix), case.key
        cited = citations(book, case.rule)
        assert cited or rulings_named(case.rule), f"{case.key} cites nothing"
        unknown = set(cited) - known
        assert not unknown, f"{case.key} cites {unknown}, which is no paragraph"
        assert rulings_named(case.rule) <= numbers, f"{case.key} cites an unknown ruling"


@each_book
def test_every_ruling_is_named_by_a_case_or_a_test(book: Rulebook) -> None:
    numbers = {ruling.number for ruling in rulings_of(book.game)}
    assert numbers - ruled(book) == set()


def test_what_a_case_cites() -> None:
    fortress, _, galactic, *_ = BOOKS
    assert citations(fortress, "1986 action 5: order of fire, chapter 5, rulings 4 and 25") == (
        "action 5: order of fire", "chapter 5",
    )  # fmt: skip
    assert citations(fortress, "1986 ruling 14") == ()
    assert citations(galactic, "step 4: dice, ruling 1") == ("step 4: dice",)
    assert rulings_named("1986 action 1, rulings 9, 13 and 25") == {9, 13, 25}
    assert rulings_named("(Ruling 7)") == {7}
