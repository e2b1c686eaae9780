"""How the list of what may stay is written, and how findings are compared with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from tests.audit.forgeries.findings import JudgeName, Stays
from tests.audit.forgeries.matches import HONEST

__all__ = ["Allowed", "Case", "differences", "expected", "matches_named"]


class Case(NamedTuple):
    """In which matches which judges say what of the forgeries of a kind."""

    judges: str
    """By name, or `dice` for the three judges of the dice; parted by blanks."""
    verdict: str
    dice: str
    """Whether some of them show other dice than the honest log: `same` or `other`."""
    matches: str
    """Titles of matches or patterns of them, parted by blanks; what follows `-` is left out."""
    why: str = ""
    """Another reason than that of the kind, where it has one."""


class Allowed(NamedTuple):
    """A kind of forgery that is not refuted everywhere, and why nobody chooses dice by it."""

    kind: str
    why: str
    cases: tuple[Case, ...]

    @classmethod
    def of(cls, kind: str, why: str, *cases: Case) -> Allowed:
        """Returns a kind with its cases."""
        return cls(kind, why, cases)


def matches_named(patterns: str) -> tuple[str, ...]:
    """Returns the titles of matches that patterns name."""
    found: list[str] = []
    for pattern in patterns.split():
        named = [title for title in HONEST if fnmatchcase(title, pattern.removeprefix("-"))]
        assert named, f"no match is called {pattern}"
        if pattern.startswith("-"):
            found = [title for title in found if title not in named]
        else:
            found += [title for title in named if title not in found]
    return tuple(found)


def expected(allowed: Sequence[Allowed], title: str) -> frozenset[Stays]:
    """Returns what the judges of a match may leave unrefuted."""
    return frozenset(
        Stays(one.kind, judge, case.verdict, other_dice=case.dice == "other")
        for one in allowed
        for case in one.cases
        if title in matches_named(case.matches)
        for judge in _judges(case.judges)
    )


def _judges(names: str) -> Iterator[JudgeName]:
    given = names.replace("dice", "package file page").split()
    judges: tuple[JudgeName, ...] = ("package", "file", "page", "full")
    assert set(given) <= set(judges), names
    yield from (judge for judge in judges if judge in given)


def differences(
    allowed: Sequence[Allowed], title: str, found: Mapping[Stays, int], *, with_page: bool
) -> list[str]:
    """Says what stays and is not listed, and what is listed and does not stay."""
    listed = {one for one in expected(allowed, title) if with_page or one.judge != "page"}
    return [f"not listed: {_told(one)}" for one in sorted(set(found) - listed)] + [
        f"listed, and does not occur: {_told(one)}" for one in sorted(listed - set(found))
    ]


def _told(one: Stays) -> str:
    dice = "other dice" if one.other_dice else "the same dice"
    return f"{one.kind}: {one.verdict} for {one.judge}, {dice}"
