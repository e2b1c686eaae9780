"""The orders of Galactic Conquest: what a sheet may hold.

The docstrings stand in the published schema.

Topics in the order of play: `setup`, `trade`, `place`, `invade`, `fortify`; the answer to a
question: `defend`.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from adjudicator.core.game import Order, StandingOrder, example
from adjudicator.core.values import Id, Ratio, Value

__all__ = [
    "STANDING",
    "TOPICS",
    "Claim",
    "Count",
    "Defend",
    "Fortify",
    "Invade",
    "Place",
    "StandingDefend",
    "StandingTrade",
    "Trade",
    "Until",
]

Count: TypeAlias = Annotated[int, Field(ge=1, le=9999)]


class Claim(Order):
    """Set-up: claims an empty planet with one troop. One that is taken by then is passed over."""

    model_config = example({"order": "claim", "planet": "aldine"})
    order: Literal["claim"]
    planet: Id
    """The planet."""


class Place(Order):
    """Puts new troops on a planet of yours: in the set-up, in step 3, or after a set of cards."""

    model_config = example({"order": "place", "count": 3, "in": "aldine"})
    order: Literal["place"]
    count: Count
    """How many."""
    in_: Id = Field(alias="in")
    """The planet."""


class Trade(Order):
    """Turns in a set of cards: three of one class, or one of each."""

    model_config = example({"order": "trade", "cards": ["f3", "b1", "c20"]})
    brings: ClassVar[tuple[str, ...]] = ("place",)
    order: Literal["trade"]
    cards: tuple[Id, Id, Id]
    """The three cards."""


class Until(Value):
    """When an invasion stops; the first of the conditions that holds stops it."""

    captured: Literal[True] | None = None
    """Go on until the planet is captured or too few troops are left to attack."""
    own: Count | None = None
    """Stop when at most so many troops are left on your planet."""
    chance: Ratio | None = None
    """Stop when the chance of capturing the planet by going on falls under this: "1/2". The chance
    is exact and supposes that the defender defends with 2 troops where they can."""


class Invade(Order):
    """Attacks a planet from an adjacent one of yours: one battle, or as many as `until` says."""

    model_config = example(
        {
            "order": "invade",
            "from": "aldine",
            "to": "beryl",
            "until": {"own": 3},
            "move": "all",
            "then": [{"order": "invade", "from": "beryl", "to": "crown", "until": {"own": 2}}],
        }
    )
    order: Literal["invade"]
    from_: Id = Field(alias="from")
    """The planet that attacks."""
    to: Id
    """The planet that is attacked."""
    dice: Annotated[int, Field(ge=1, le=3)] = 3
    """With how many troops at most each battle is fought."""
    until: Until | None = None
    """When to stop; without it there is one battle."""
    move: Count | Literal["all"] | None = None
    """How many troops move in when the planet is captured; without it the least that must."""
    then: "tuple[Invade, ...]" = ()
    """Orders that follow if the planet was captured."""
    else_: "tuple[Invade, ...]" = Field(default=(), alias="else")
    """Orders that follow if it was not."""


class Fortify(Order):
    """Moves troops to a planet of yours along a path of your planets; once a turn, at its end."""

    model_config = example({"order": "fortify", "from": "aldine", "to": "beryl", "count": 4})
    order: Literal["fortify"]
    from_: Id = Field(alias="from")
    """From where."""
    to: Id
    """Where to."""
    count: Count | Literal["all"]
    """How many; "all" leaves one."""


class Defend(Order):
    """Answers how many troops defend in a battle."""

    model_config = example({"order": "defend", "dice": 2})
    order: Literal["defend"]
    dice: Literal[1, 2]
    """How many."""


class StandingDefend(StandingOrder):
    """With how many troops you defend. Without it: with 2 where you can."""

    model_config = example({"standing": "defend", "dice": 1, "in": ["aldine"]})
    standing: Literal["defend"]
    dice: Literal[1, 2]
    """How many, if so many are there."""
    in_: tuple[Id, ...] | None = Field(default=None, alias="in")
    """On these planets only."""


class StandingTrade(StandingOrder):
    """Which cards you turn in where you must, and where their troops go.

    Without it: the best set, and in mid-turn the troops on the planet just taken.
    """

    model_config = example({"standing": "trade", "keep": ["f3"], "place": "captured"})
    standing: Literal["trade"]
    keep: tuple[Id, ...] = ()
    """Cards to spare while other sets are possible."""
    place: Literal["captured"] | Id = "captured"
    """Where the troops are placed: on the planet just taken, or on a planet of yours."""


TOPICS: Mapping[str, tuple[type[Order], ...]] = {
    "setup": (Claim, Place),
    "trade": (Trade,),
    "place": (Place,),
    "invade": (Invade,),
    "fortify": (Fortify,),
    "defend": (Defend,),
}
"""Every topic with its orders, in the order of play."""
STANDING: tuple[type[StandingOrder], ...] = (StandingDefend, StandingTrade)
"""Every kind of standing order."""
