"""What is asked of a game's odds, and what it tells: all that the command `odds` knows of games.

A game that tells odds has a method `odds`, and is then a `TellsOdds`; nothing else is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, runtime_checkable

from adjudicator.core.problem import Problem
from adjudicator.odds.battles import Number

__all__ = [
    "Odds",
    "Outcome",
    "Question",
    "Spread",
    "TellsOdds",
    "averaged",
    "check_options",
    "not_understood",
    "spread_of",
]


class Question(NamedTuple):
    """What somebody asks, in the words that they wrote. A game refuses what it does not know."""

    forces: tuple[str, ...]
    """Who fights, the attacker first."""
    until: tuple[str, ...] = ()
    """When a battle is broken off: "own=3"."""
    dice: int | None = None
    """The most dice of the attacker."""
    defence: int | None = None
    """The most dice of the defender."""
    behind: int | None = None
    """How many stay behind after a capture."""
    place: str | None = None
    """Where it is fought."""
    standing: tuple[Any, ...] = ()
    """Standing orders in force, as JSON."""
    roll: bool = False
    """Only the first roll."""
    rounded: bool = False
    """In floats."""
    plays: int | None = None
    """How many plays, where the battle is too large to be followed; None: what a second allows."""
    map_files: Callable[[], Mapping[str, bytes]] = dict
    """Reads the files of the game's map."""


class Outcome(NamedTuple):
    """A number with its name; of a sample, with its standard error."""

    name: str
    """What comes about."""
    value: Number
    """Its chance, or an expected number."""
    error: float | None = None
    """The standard error, where dice were tried; None: it is exact."""


class Spread(NamedTuple):
    """How many of one side are left, given how it ended."""

    heading: str
    """Of what: whose losses, how many survivors."""
    side: str
    """"attacker" or "defender"."""
    left: tuple[tuple[int, Number], ...]
    """How many, the most first, with the chance that it ends so and so many are left."""
    is_beside: bool = False
    """Whether it tells what another spread tells of the other side; the chances of all the spreads
    that are not add up to 1."""


class Odds(NamedTuple):
    """What a battle will bring."""

    title: str
    """What was asked, in a line."""
    notes: tuple[str, ...]
    """What was supposed, a sentence each."""
    outcomes: tuple[Outcome, ...]
    """How it may end; the chances add up to 1."""
    losses: tuple[Outcome, ...]
    """What it costs on average."""
    spreads: tuple[Spread, ...] = ()
    """How losses and survivors spread."""
    rolls: Outcome | None = None
    """How often is rolled on average, in the words of the game; None: once, or it is not asked."""


@runtime_checkable
class TellsOdds(Protocol):
    """A game that tells odds."""

    name: str
    """The full name of the game."""

    def odds(self, question: Question) -> Odds:
        """Returns what a battle will bring.

        Raises:
            Refused: the question is not understood.
        """


def spread_of(
    heading: str, side: str, found: Iterable[tuple[int, Number]], *, is_beside: bool = False
) -> tuple[Spread, ...]:
    """Returns a spread of what is found, equal numbers together; none if nothing comes about."""
    left: dict[int, Number] = {}
    for count, chance in found:
        left[count] = left.get(count, 0) + chance
    shown = tuple((count, left[count]) for count in sorted(left, reverse=True) if left[count])
    return (Spread(heading, side, shown, is_beside),) if shown else ()


def averaged(found: Iterable[tuple[int, Number]]) -> Number:
    """Returns the average of numbers with their chances."""
    return sum((count * chance for count, chance in found), Fraction(0))


def not_understood(words: str, hint: str) -> Problem:
    """Returns the problem of words that a game does not understand."""
    message = f"{words!r} is not understood" if words else "nobody is named who fights"
    return Problem("odds-not-understood", message, hint=hint, kind="invalid")


_OPTIONS = (
    "until", "dice", "defence", "behind", "place", "standing", "roll", "rounded", "plays",
)  # fmt: skip


def check_options(question: Question, game: str, known: Sequence[str]) -> Iterable[Problem]:
    """Yields a problem for each option that was given and says nothing in the game."""
    usual = Question(())
    for name in _OPTIONS:
        if name not in known and getattr(question, name) != getattr(usual, name):
            word = {"place": "in", "rounded": "float"}.get(name, name)
            yield Problem(
                "odds-option",
                f"--{word} says nothing about battles of {game}",
                hint="Leave it out.",
                kind="invalid",
            )
