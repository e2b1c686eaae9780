"""Every numbered paragraph of the book that states a rule has a case named by it.

The numbers are those of the book from 4.0 to 19.98; the table in the README is about the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.coverage_table import BOOKS, Rulebook, cases_of, paragraphs

BOOK: Rulebook = next(book for book in BOOKS if book.package == "invasion_america")

NUMBERS: Mapping[int, str] = {
    4: "0 1 2 3",
    5: "0 1 11 12 2 21 22 23 24",
    6: "0 1 11 12 2 21 22 23 24 25",
    7: "0 1 11 12 13 2 21 22 3 4",
    8: "0 1 11 12 2 21 22 23 24 25 26 27 28",
    9: "0 1 11 12 13 14 2 21 22 23 24 3 31 32 4 5 51 52 53 54 6 61 62",
    10: "0 1 11 12 13 14 2 21 22",
    11: "0 1 11 12 13 14 15 16 17 18 19 2 21 22 23",
    12: "0 1 11 12 13 14",
    13: "0 1 11 12 13 14 2 21 22 23 24 3 31 32 4 41 42 5 51 52 53 54 6 61 62 63 7 71 72 73 74 75 "
    "76 77 8 9",
    14: "0 1 11 12 13 14 15 16 2 21 22 3 31 32 4 41 42 43 44 5 51 52",
    15: "0 1 11 12 13 14 15 16",
    16: "0 1 11 12 13 14 2 21 22 23 24 25 26 3 31 32 33 4 41 42 43 44 45",
    17: "0 1 2 21 22 3 31 32 33",
    18: "0 1 2 3 31 32 33 34 35 36 4",
    19: "0 1 11 12 13 14 15 16 2 21 22 23 24 25 26 3 31 32 33 34 35 36 4 41 42 43 44 45 46 5 51 52 "
    "53 54 55 56 6 61 62 63 64 65 66 7 8 81 82 83 84 9 91 92 93 94 95 96 97 98",
}
"""By chapter, what follows the point in the numbers of its paragraphs."""
EXCUSED: Mapping[str, str] = {
    "a heading with nothing under it": "4.0 5.1 5.2 6.1 6.2 7.1 8.1 8.2 9.1 9.2 9.3 10.1 10.2 11.1 "
    "11.2 12.1 13.1 13.2 13.4 13.6 13.7 14.1 14.2 14.3 14.4 15.1 16.0 19.1 19.2 19.3 19.4 19.5 "
    "19.6 19.9",
    "says beforehand what 5.11 and 5.12 say": "5.0",
    "describes a sort of unit, whose rules follow": "16.1 16.2 16.3",
    "says beforehand what 4.3 and the scenarios say": "18.0",
    "says beforehand what 18.31, 18.36 and the scenarios say": "18.3",
    "says how the scenarios are laid out": "19.0",
    "summits: mails between seats, in which nothing is adjudicated": "19.92 19.93 19.94 19.95 "
    "19.96 19.97 19.98",
}
"""Paragraphs that state no rule of their own, by the reason."""


def in_the_book() -> list[str]:
    """Returns the numbers of all paragraphs."""
    return [f"{chapter}.{rest}" for chapter, text in NUMBERS.items() for rest in text.split()]


def excused() -> list[str]:
    """Returns the numbers of those that state no rule."""
    return [number for text in EXCUSED.values() for number in text.split()]


def test_every_paragraph_is_covered_or_excused() -> None:
    book, listed = in_the_book(), [one.name for one in paragraphs(BOOK)]
    assert len(book) == len(set(book)) == 266
    assert len(excused()) == len(set(excused()))
    assert set(listed) | set(excused()) == set(book), "each is in the table or excused"
    assert not set(listed) & set(excused()), "not both"


def test_the_table_is_in_the_order_of_the_book() -> None:
    listed = {one.name: one.place for one in paragraphs(BOOK)}
    assert list(listed) == [number for number in in_the_book() if number in listed]
    for number, place in listed.items():
        assert place == f"chapter {number.partition('.')[0]}"


def test_a_case_is_named_by_each_paragraph() -> None:
    """And cites it."""
    without = [
        one.name
        for one in paragraphs(BOOK)
        if not any(
            case.path.stem.startswith(one.name.replace(".", "-") + "-")
            for case in cases_of(BOOK, one)
        )
    ]
    assert not without, f"no case is named by {without}"
