"""What is said to somebody who names a unit that there is not."""

from __future__ import annotations

import pytest

from adjudicator.games.invasion_america.rules.own_units import unknown_unit
from tests.games.invasion_america.matches import plain

HOW = "Units are named by nation, type and number: us-armour-01."


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("us-armor-3", 'Did you mean "us-armour-03"?'),
        ("us-infantri-05", 'Did you mean "us-infantry-05"?'),
        ("us-armour-99", "There are 18 of them: us-armour-01 to us-armour-18."),
        ("us-armour", "There are 18 of them: us-armour-01 to us-armour-18."),
        ("us-armour-00", "There are 18 of them: us-armour-01 to us-armour-18."),
        ("us-tank-01", HOW),
        ("", HOW),
        ("us-\u0663", HOW),
    ],
)
def test_what_was_probably_meant(name: str, hint: str) -> None:
    (problem,) = unknown_unit(plain("scenario-five").book, name, ())
    assert problem.hint == hint


def test_a_name_that_is_meant_is_one() -> None:
    """Whatever is put in its place is a unit."""
    book = plain("scenario-five").book
    for mix in book.counters:
        for wrong in (mix[:-1], f"{mix}x", mix.replace("-", "")):
            for problem in unknown_unit(book, f"{wrong}-01", ()):
                if problem.hint.startswith("Did you mean"):
                    assert not list(unknown_unit(book, problem.hint.split('"')[1], ()))
