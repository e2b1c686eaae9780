"""What standings, ratings and balance are made from: plain frozen values (tournaments.md 5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from adjudicator.tournament.kinds import KINDS, MET, OVER_THE_BOARD, Kind

__all__ = [
    "KINDS",
    "MET",
    "OVER_THE_BOARD",
    "TIE_BREAKS",
    "DrawSize",
    "Event",
    "Kind",
    "Pairing",
    "Places",
    "Player",
    "Result",
    "Round",
    "RulebookPoints",
    "Scoring",
    "Seated",
    "SumOfSquares",
    "TieBreak",
    "Unplayed",
    "WinDrawLoss",
    "in_force",
]

TieBreak: TypeAlias = Literal[
    "direct-encounter",
    "buchholz",
    "buchholz-cut-1",
    "buchholz-cut-2",
    "buchholz-median-1",
    "sonneborn-berger",
    "sonneborn-berger-cut-1",
    "progressive",
    "wins",
    "weaker-wins",
    "opponents",
    "points",
    "lot",
]
"""What parts players of equal score. Down to `progressive` they are FIDE's (C.07), for two seats;
`wins` counts matches won over the board; `weaker-wins` those won with a side that the event calls
the weaker; `opponents` adds up the scores of all others at a player's tables; `points` the
rulebook's points; `lot` is a player's place in the draw."""

TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)
"""All of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinDrawLoss:
    """A win, a draw, a loss. Whoever is first alone wins; who share the first place draw."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    kind: Literal["win-draw-loss"] = "win-draw-loss"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookPoints:
    """The points that the rulebook gives, as they are."""

    kind: Literal["rulebook-points"] = "rulebook-points"


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Points by place, the first first, 10-4-1 say; who share places share their points."""

    points: tuple[Fraction, ...]
    """Later places than these get nothing."""
    kind: Literal["places"] = "places"


@dataclass(frozen=True, slots=True, kw_only=True)
class SumOfSquares:
    """A total, shared by the squares of the rulebook's points; evenly where nobody has any."""

    total: Fraction = Fraction(100)
    kind: Literal["sum-of-squares"] = "sum-of-squares"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawSize:
    """A total, shared evenly by all who share the first place; the others get nothing."""

    total: Fraction = Fraction(100)
    kind: Literal["draw-size"] = "draw-size"


Scoring: TypeAlias = WinDrawLoss | RulebookPoints | Places | SumOfSquares | DrawSize
"""How a match gives points in the event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplayed:
    """What is given where nobody met."""

    forfeit_win: Fraction = Fraction(1)
    """To those who were there."""
    forfeit_loss: Fraction = Fraction(0)
    """To those who were not; to all in a double forfeit."""
    bye_asked: Fraction = Fraction(1, 2)
    bye_given: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What an event says of scores. Names are ids: nothing here is a player's name."""

    seats: int
    """How many play in a match, 2 to 5. FIDE's tie-breaks are for 2."""
    rounds: int
    """How many rounds the event has."""
    scoring: Scoring = WinDrawLoss()
    unplayed: Unplayed = Unplayed()
    tie_breaks: tuple[TieBreak, ...] = ()
    """In their order. Who are equal in all share a place."""
    best: int | None = None
    """How many of a player's match scores count, the best ones; None: all."""
    team_best: int | None = None
    """How many members count for a team, the best ones; None: all."""
    weaker: tuple[str, ...] = ()
    """The seats that are called the weaker side."""
    paired_beforehand: bool = False
    """Whether who meets whom was known before the first round (groups): then FIDE's tie-breaks take
    what was forfeited for played, and a round without an opponent is none."""
    top_board: str = ""
    """The match whose places fix the first places of the event; empty: there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Who is entered."""

    id: str
    """p001 and so on, never used again."""
    scores: bool = True
    """False: an eliminator, who fills a seat and has no place in the standings."""
    stands_by: bool = False
    """Whether it is a standby, who has a place once they had a seat in a match, not before."""
    built_in: bool = False
    """Whether it is the built-in player."""
    handicap: Fraction = Fraction(0)
    """Points that are added to the score, below 0 too."""
    team: str = ""
    """The team's id; empty: none."""
    lot: int = 0
    """The place in the draw; a smaller one is better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """What a match came to for one seat."""

    player: str
    """Whose result it is: the player's id."""
    seat: str = ""
    """The seat, named as the game names it; empty in a bye."""
    place: int = 1
    """1 for the first. Who share a place have the same; the next is as if they did not: 1 1 3."""
    points: Fraction = Fraction(0)
    """The rulebook's points."""
    forfeits: bool = False
    """In a match that was forfeited: whether this seat was not there."""
    awarded: Fraction | None = None
    """Points in the event that a referee laid down; they stand in place of the scoring."""
    scores: bool = True
    """False: this seat does not count for its player's score (who sits at two tables, say)."""
    rated: bool = True
    """False: it does not count for ratings (a seat that changed hands, say)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A line of results: of a match, or of a bye."""

    line: int
    """Its number in the file, from 1; later lines have larger ones."""
    match: str
    """01-03: round and number; a bye has one of its own (`01-bye-p003`)."""
    round: int
    kind: Kind
    seats: tuple[Seated, ...]
    """All seats of the match; in a bye, the one player."""
    day: date
    """The day of the result, UTC: ratings go by it."""
    began: date | None = None
    """The day on which the match began, for ratings: who plays is not idle. None: not known."""
    corrects: int | None = None
    """The number of the line that this one takes the place of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """A match that was paired."""

    match: str
    players: tuple[str, ...]
    """Ids of all who sit there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round that was paired."""

    number: int
    """From 1."""
    pairings: tuple[Pairing, ...] = ()
    """Its matches. One that no result in force names is still being played."""


def in_force(results: tuple[Result, ...]) -> tuple[Result, ...]:
    """Returns the results that no later line corrects, by their line.

    A correction has the match of the line that it corrects, and there is one result in force for a
    match.

    Raises:
        ValueError: a number of a line comes twice, a correction names no earlier line, one of
            another match or one that was corrected already, or a match has two results.
    """
    standing: dict[int, Result] = {}
    seen: set[int] = set()
    for one in sorted(results, key=lambda result: result.line):
        if one.line in seen:
            raise ValueError(f"line {one.line} comes twice")
        seen.add(one.line)
        if one.corrects is not None:
            old = standing.pop(one.corrects, None)
            if old is None:
                raise ValueError(f"line {one.line} corrects line {one.corrects}: not in force")
            if old.match != one.match:
                raise ValueError(f"line {one.line} corrects line {one.corrects}: another match")
        standing[one.line] = one
    matches = Counter(one.match for one in standing.values())
    twice = sorted(name for name, count in matches.items() if count > 1)
    if twice:
        raise ValueError(f"two results of {', '.join(twice)}; a correction names the old line")
    return tuple(standing.values())
