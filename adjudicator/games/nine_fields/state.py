"""What a match of Nine Fields is made of: the position, what players say, what happens."""

from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from adjudicator.boards.area import AreaMap
from adjudicator.core import game
from adjudicator.core.game import Event, Order, example
from adjudicator.core.questions import Ranking
from adjudicator.core.values import FrozenMap, Id, Value

__all__ = [
    "SIDES", "FallBack", "FallBackTo", "FellBack", "GameEnded", "March", "MarchEnded", "Marched",
    "Options", "Result", "RoundFought", "Ruleset", "Start", "State", "TurnEnded", "marching",
]  # fmt: skip

SIDES = ("west", "east")
"""The sides, which are seats too, in the order of play. (Chapter 1)"""
Count = Annotated[int, Field(ge=1, le=999)]
Turn = Annotated[int, Field(ge=1, le=99)]
Companies = FrozenMap[Id, FrozenMap[Id, Count]]

# -- the position -------------------------------------------------------------------------------


class Result(Value):
    """How the match ended. (Chapter 5)"""

    winner: Id | None
    """The seat that has won; null: nobody."""
    reason: Literal["city-taken", "more-fields", "as-many-fields", "conceded", "draw"]
    """Why the match ended."""


class State(game.State):
    """Everything that is true of a match, and nothing that can be computed from it."""

    turn: Turn
    """The turn; each side plays once in it. (Chapter 1)"""
    side: Id
    """The side whose turn it is. (Chapter 1)"""
    phase: Literal["march", "battle"]
    """What comes next. (Chapters 2 and 3)"""
    companies: Companies
    """By field and side, the companies that stand there. (Chapter 1)"""
    ready: FrozenMap[Id, Count]
    """By field, the companies of the side to play that may still march. (Chapter 2)"""
    holders: FrozenMap[Id, Id]
    """By field, the side that holds it; a field that nobody has entered is absent. (Chapter 2)"""
    result: Result | None
    """How the match ended; null: it goes on. (Chapter 5)"""


class Start(Value):
    """The start of a scenario; without companies it is that of chapter 1."""

    turn: Turn = 1
    """The turn."""
    side: Id = "west"
    """The side that begins."""
    companies: Companies = FrozenMap()
    """By field and side, the companies that stand there."""
    holders: FrozenMap[Id, Id] = FrozenMap()
    """Who holds fields in which nobody stands."""


class Options(Value):
    """What players may agree on otherwise."""

    ask: tuple[Literal["fall-back"], ...] = ()
    """Topics in which every seat is asked, without standing orders and defaults."""
    turns: Turn = 10
    """How many turns are played. (Chapter 5)"""


class Ruleset(NamedTuple):
    """What is fixed during a match: the map, how it is drawn, the options."""

    map: AreaMap
    outlines: bytes
    options: Options


# -- what players say: docstrings and examples stand in the schema ------------------------------


class March(Order):
    """Companies march to a field beside theirs. (Chapter 2)"""

    model_config = example({"order": "march", "count": 2, "from": "brook", "to": "elm"})
    order: Literal["march"]
    count: Count
    """How many."""
    from_: Id = Field(alias="from")
    """The field in which they stand."""
    to: Id
    """The field to which they go."""


def marching(count: int, start: str, to: str) -> March:
    """Returns the order to march."""
    return March.model_validate({"order": "march", "count": count, "from": start, "to": to})


class FallBack(Order):
    """Your companies leave a battle for a field that you hold beside it, or stand. (Chapter 3)"""

    model_config = example({"order": "fall-back", "to": "dale"})
    order: Literal["fall-back"]
    to: Id
    """The field to which they go; the field of the battle itself: they stand."""


class FallBackTo(Ranking):
    """Where you fall back to in any battle: the first field of the list that you can reach.

    The field of the battle itself means that you stand, as you do if you can reach none.
    """

    model_config = example({"standing": "fall-back", "first": ["brook", "dale"]})
    standing: Literal["fall-back"]
    first: tuple[Id, ...]
    """The fields, the best one first."""


# -- what happens: past participles; a reader who sees only events understands the turn ----------


class Marched(Event):
    """Companies went to a field beside theirs. (Chapter 2)"""

    side: Id
    count: int
    start: Id
    to: Id


class MarchEnded(Event):
    """The side to play has marched; battles follow. (Chapter 2)"""


class RoundFought(Event):
    """Both sides threw a die: the lower one lost a company, on a tie both did. (Chapter 3)"""

    field: Id
    label: str
    attack: int
    defence: int


class FellBack(Event):
    """The defender left a battle. (Chapter 3)"""

    side: Id
    count: int
    field: Id
    to: Id


class TurnEnded(Event):
    """The turn of a side is over; a new company stands in its city. (Chapter 4)"""

    side: Id
    city: Id


class GameEnded(Event):
    """The match is over. (Chapter 5)"""

    result: Result
