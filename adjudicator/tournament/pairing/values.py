"""What pairings and tables are made from and what they are: plain frozen values (tournaments.md 3).

Players are ids (`p001`) throughout; nothing here is a player's name. Side and seat names are the
game's. The first side of a match of two seats is White to the engines.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from adjudicator.tournament.kinds import MET, GameKind

__all__ = [
    "BYE",
    "MET_KINDS",
    "USUAL",
    "Apart",
    "Bid",
    "Entrant",
    "Game",
    "GameKind",
    "Pair",
    "Points",
    "Table",
]

MET_KINDS: tuple[GameKind, ...] = ("open", *MET)
"""Those in which two met: they are not paired again. An open match is one, too."""

BYE = ""
"""In the place of an opponent: nobody."""

Apart: TypeAlias = tuple[str, str]
"""Two ids that are kept apart: they never meet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """What a match of two seats is worth where it is paired."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    bye_given: Fraction = Fraction(1)


USUAL = Points()
"""1, 1/2, 0, and 1 for a bye."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who is entered, as pairing sees them."""

    id: str
    """`p001` and so on."""
    rating: int = 0
    """For seeding: a larger one is stronger. 0: none."""
    lot: int = 0
    """Place in the draw; a smaller one goes first among equal ratings."""
    absent: bool = False
    """Not to be paired in this round."""
    fills: bool = False
    """An eliminator or a standby: paired only where the number of the others asks for it."""
    twice: bool = False
    """Plays a second match in a round where the number asks for it; it does not count for them."""
    score: Fraction = Fraction(0)
    """Points so far. Tables and rolling pairings use it; a Swiss counts the games itself."""
    wishes: tuple[str, ...] = ()
    """Sides or seats, the best first."""
    had: tuple[str, ...] = ()
    """Sides or seats so far, one for each match, in the order of play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A match of two seats that was paired before, or a bye."""

    round: int
    """From 1."""
    first: str
    """Who has the first side; in a bye, who has it."""
    second: str = BYE
    """Who has the second side; empty in a bye."""
    kind: GameKind = "open"
    winner: str = BYE
    """The winner's id; empty: nobody (a draw, a double forfeit, an open match)."""
    worth: Fraction = Fraction(0)
    """What a bye that was asked for gives."""
    uncounted: str = BYE
    """Who played without its counting for them (a second match of theirs); empty: nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """What a player bids for the strong side: the fewer, the cheaper they take it."""

    player: str
    amount: int
    """In the game's unit, such as pieces given up; below 0 too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two who meet in the round that is paired, or a bye."""

    first: str
    """Who gets the first side; in a bye, who has it."""
    second: str = BYE
    """Who gets the second side; empty in a bye."""
    uncounted: str = BYE
    """Who plays without its counting for them (a second match of theirs); empty: nobody."""

    @property
    def players(self) -> tuple[str, ...]:
        """Both ids, or the one of a bye."""
        return (self.first,) if self.second == BYE else (self.first, self.second)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Players at one table of three to five seats."""

    players: tuple[str, ...]
    """Ids, in the order of the game's seats once seats are given."""
    uncounted: tuple[str, ...] = ()
    """Of these, who play a second match there that does not count for them."""
