"""The orders of Fortress America: what a sheet may hold. The docstrings are the published schema's.

Topics in the order of play: `setup`, `reinforcements`, `cards`, `declare`, `maneuvers` (first
movement), `attacks`, `battles`, `lasers`, `invasion` (second movement); answers to questions:
`targets`, `disengage`, `retreat`.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field

from adjudicator.core.game import Order, StandingOrder, example
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.fortress_america.state import AtLeast, Guard, Side, UnitKind, Until

__all__ = [
    "STANDING",
    "STANDING_2012",
    "TOPICS",
    "TOPICS_2012",
    "Aim",
    "Attack",
    "Battles",
    "Card",
    "Card2012",
    "CardUnits",
    "Declare",
    "Disengage",
    "Draw",
    "Fire",
    "Laser",
    "Move",
    "Place",
    "Play",
    "Retreat",
    "Role",
    "StandingBattles",
    "StandingCards",
    "StandingDisengage",
    "StandingInBattles",
    "StandingLasers",
    "StandingRetreat",
    "StandingTargets",
    "Target",
]

Count: TypeAlias = Annotated[int, Field(ge=1, le=60)]
Role: TypeAlias = Literal["attacker", "defender"]
"""A side's part in a battle."""


class Place(Order):
    """Puts units of your reserve into a space: in the set-up, or as an invader's reinforcements."""

    model_config = example({"order": "place", "unit": "infantry", "count": 2, "in": "w2"})
    order: Literal["place"]
    unit: UnitKind
    """The kind of unit."""
    count: Count
    """How many."""
    in_: Id = Field(alias="in")
    """The space."""


class Laser(Order):
    """Places this turn's laser in a city of the USA that has none."""

    model_config = example({"order": "laser", "in": "denver"})
    order: Literal["laser"]
    in_: Id = Field(alias="in")
    """The city."""


class Draw(Order):
    """Draws one of your invader cards; fewer units come in such a turn."""

    model_config = example({"order": "draw"})
    order: Literal["draw"]


class Play(Order):
    """Plays one of your invader cards, when its moment comes in your turn.

    It is played if you control what it asks for by then; else it stays in your hand.
    """

    model_config = example({"order": "play", "card": "i12-w4", "in": "denver"})
    order: Literal["play"]
    card: Id | None = None
    """The card; absent, as an answer: none is played now."""
    in_: Id | None = Field(default=None, alias="in")
    """Where: the space of the battle (absent: your first one for which it does something), the
    city of the laser, the space of the units that are cut off."""
    units: FrozenMap[UnitKind, Count] = FrozenMap()
    """Which units it takes, by kind; absent: those with the largest dice."""


class CardUnits(Value):
    """Units of one kind in one area, as a card names them."""

    unit: UnitKind
    """The kind of unit."""
    count: Count
    """How many."""
    in_: Id = Field(alias="in")
    """The area."""


class Card(Order):
    """Plays the next of your partisan cards. A card that leaves no choice need not be written."""

    model_config = example(
        {
            "order": "card",
            "card": "p86-02",
            "place": [{"unit": "infantry", "count": 4, "in": "iowa"}],
        }
    )
    order: Literal["card"]
    card: Id
    """The card; cards are played in the order in which they were drawn."""
    place: tuple[CardUnits, ...] = ()
    """Units that it puts on the board."""
    destroy: tuple[CardUnits, ...] = ()
    """Invading units that it destroys."""
    retreat: tuple[Id, ...] = ()
    """Areas out of which it drives all invaders, where there is a choice; their owners say where
    the units go. Absent: the areas with invaders into which it puts units."""
    from_: Id | None = Field(default=None, alias="from")
    """The area whose units it carries away."""
    to: Id | None = None
    """The area to which it carries them."""


class Card2012(Card):
    """Plays the next of your partisan cards. A card that leaves no choice need not be written."""

    model_config = example(
        {
            "order": "card",
            "card": "p12-02",
            "place": [{"unit": "infantry", "count": 4, "in": "iowa"}],
        }
    )


class Declare(Order):
    """Declares a space: only declared spaces can be attacked or entered this turn."""

    model_config = example({"order": "declare", "area": "portland"})
    order: Literal["declare"]
    area: Id
    """An enemy area; for the USA also an invasion zone."""
    side: Side | None = None
    """Whose order it is; for a seat that plays several invaders at the same time."""
    against: Side | None = None
    """Who holds the space. Where invaders play at the same time, another invader's land is declared
    only so, and nothing is declared that another than this side holds by then."""


class Move(Order):
    """Moves units of one kind together.

    In `maneuvers`, before the battles, a helicopter may end in a declared empty area and a bomber
    over a declared occupied one; in `invasion`, after them, units go into friendly spaces and open
    declared areas.
    """

    model_config = example(
        {"order": "move", "unit": "bomber", "count": 1, "path": ["w1", "w2", "portland"]}
    )
    order: Literal["move"]
    unit: UnitKind
    """The kind of unit."""
    count: Count
    """How many of them."""
    path: Annotated[tuple[Id, ...], Field(min_length=2, max_length=9)]
    """Every space on the way, the first one included."""
    with_: UnitKind | None = Field(default=None, alias="with")
    """A kind of unit that rides along, one on each; not in every edition."""
    at_least: Count | None = None
    """Fewer units than this do not go at all; absent: as many go as are left and find room."""
    if_won: Id | None = None
    """In `invasion`: they go only if the battle for this declared space was won."""
    side: Side | None = None
    """Whose order it is, where invaders play at the same time and the first space does not say."""


class Attack(Order):
    """Names every unit that attacks one declared, occupied space, and so the order of battles.
    Without one, all units beside it attack that no other `attack` names."""

    model_config = example(
        {
            "order": "attack",
            "area": "portland",
            "with": {"w2": {"infantry": 2}, "portland": {"bomber": 1}},
            "until": {"lost": 4},
        }
    )
    order: Literal["attack"]
    area: Id
    """The declared space."""
    with_: FrozenMap[Id, FrozenMap[UnitKind, Count]] = Field(alias="with")
    """The attackers by the space in which they stand and by kind; bombers over the target stand
    in the target."""
    at_least: AtLeast | None = None
    """What must be there when the battle's turn comes; else the attackers stay out."""
    until: Until | None = None
    """When this has come about, the attackers stay out."""
    side: Side | None = None
    """Whose order it is, where invaders play at the same time and the spaces do not say."""


class Battles(Order):
    """Says in which order the battles are fought, and which of them only under a condition."""

    model_config = example(
        {
            "order": "battles",
            "areas": ["seattle", "portland"],
            "guards": {"portland": {"at_least": {"chance": "1/2"}}},
        }
    )
    order: Literal["battles"]
    areas: tuple[Id, ...] = ()
    """The spaces fought for, the first one first; others follow as they would."""
    guards: FrozenMap[Id, Guard] | None = None
    """Conditions by space; absent: those of the attacks and of standing orders."""
    side: Side | None = None
    """Whose battles they are, where a seat leads several invaders who play at the same time."""


class Fire(Order):
    """Fires the next of your lasers; they fire in the order of their cities' ids."""

    model_config = example({"order": "fire", "at": "w5", "unit": "bomber"})
    order: Literal["fire"]
    at: Id
    """The area or invasion zone."""
    unit: UnitKind
    """The kind of unit that it aims at."""


class Target(Order):
    """Says which enemy unit a hit destroys."""

    model_config = example({"order": "target", "unit": "hovertank"})
    order: Literal["target"]
    unit: UnitKind
    """The kind of unit."""
    from_: Id | None = Field(default=None, alias="from")
    """The space in which an attacking unit stands; absent: where most of them stand."""

    @classmethod
    def of(cls, unit: UnitKind, space: str | None) -> Self:
        """Returns the answer that names `unit` in `space`."""
        return cls.model_validate(_named("target", unit, space))


class Disengage(Order):
    """Says which attacking unit is out of action until the end of the turn."""

    model_config = example({"order": "disengage", "unit": "infantry"})
    order: Literal["disengage"]
    unit: UnitKind
    """The kind of unit."""
    from_: Id | None = Field(default=None, alias="from")
    """The space in which it stands; absent: where most of them stand."""

    @classmethod
    def of(cls, unit: UnitKind, space: str | None) -> Self:
        """Returns the answer that names `unit` in `space`."""
        return cls.model_validate(_named("disengage", unit, space))


class Retreat(Order):
    """Says which defending unit must retreat, or where it goes.

    The attacker names the unit, the defender where it goes.
    """

    model_config = example({"order": "retreat", "unit": "infantry", "to": "seattle"})
    order: Literal["retreat"]
    unit: UnitKind | None = None
    """The kind of unit; the defender need not repeat it."""
    to: Id | None = None
    """Where it goes; for the defender to say."""


class StandingInBattles(StandingOrder):
    """A standing order that may be narrowed to some battles.

    Of several of one kind the one that names the area itself comes first, then one that names it
    by what it is, then one for all battles; of equal ones that with `as`, then the first written.
    """

    in_: tuple[Id, ...] = Field(default=(), alias="in")
    """Only in battles for these: areas, regions, `city`, `mountain`, resources, `zone`; absent:
    in all."""
    as_: Role | None = Field(default=None, alias="as")
    """Only where you attack, or only where you defend; absent: both."""


class StandingTargets(StandingInBattles):
    """Which enemy units your hits destroy: the first of these kinds that may be chosen."""

    model_config = example(
        {"standing": "targets", "first": ["bomber", "helicopter", "hovertank"], "in": ["city"]}
    )
    standing: Literal["targets"]
    first: Annotated[tuple[UnitKind, ...], Field(min_length=1)]
    """Kinds of unit, the preferred one first."""
    from_: tuple[Id, ...] = Field(default=(), alias="from")
    """Of a kind, first those that stand in these spaces: areas, regions, `city`, `zone`."""


class StandingDisengage(StandingInBattles):
    """Which attacking units you put out of action: the first of these kinds that may be."""

    model_config = example({"standing": "disengage", "first": ["infantry", "mobile-unit"]})
    standing: Literal["disengage"]
    first: Annotated[tuple[UnitKind, ...], Field(min_length=1)]
    """Kinds of unit, the preferred one first."""
    from_: tuple[Id, ...] = Field(default=(), alias="from")
    """Of a kind, first those that stand in these spaces: areas, regions, `city`, `zone`."""


class StandingRetreat(StandingInBattles):
    """How retreats are answered: where your own units go, and which enemy units you drive away."""

    model_config = example(
        {"standing": "retreat", "prefer": ["city"], "never": ["chicago"], "first": ["hovertank"]}
    )
    standing: Literal["retreat"]
    prefer: tuple[Id, ...] = ()
    """Where your own retreating units go, the preferred first: areas, regions, `city`,
    `mountain`, `oil`, `mineral`, `agricultural`, `resource`, `zone`."""
    never: tuple[Id, ...] = ()
    """Where they go only if nothing else is left, in the same words."""
    first: tuple[UnitKind, ...] = ()
    """Kinds of enemy unit that you drive away, the preferred one first."""


class Aim(Value):
    """What a laser fires at; all that is given must hold."""

    in_: Id | None = Field(default=None, alias="in")
    """The space, or what it is: an area, a region, `city`, `mountain`, a resource, `zone`."""
    near: Id | None = None
    """What the space borders, in the same words; a city counts if the USA holds it."""
    unit: UnitKind | None = None
    """The kind of unit."""
    side: Literal["western", "southern", "eastern"] | None = None
    """Whose unit."""


class StandingLasers(StandingOrder):
    """What lasers without an order fire at: the first of these that still has a legal target."""

    model_config = example(
        {
            "standing": "lasers",
            "at": [{"in": "w5", "unit": "bomber"}, {"unit": "bomber"}, {"near": "city"}],
        }
    )
    standing: Literal["lasers"]
    at: tuple[Aim, ...]
    """Targets, the preferred one first; of equal ones the published default's."""


class StandingBattles(StandingOrder):
    """In which order your battles are fought, and under which condition."""

    model_config = example(
        {
            "standing": "battles",
            "first": ["portland", "city", "mineral"],
            "at_least": {"chance": "1/2"},
            "until": {"lost": 6},
        }
    )
    standing: Literal["battles"]
    first: tuple[Id, ...] = ()
    """Areas, regions, `city`, `mountain`, resources, `zone`: whose battle is fought first. The
    battles of `attacks` come before, in the order of the sheet."""
    in_: tuple[Id, ...] = Field(default=(), alias="in")
    """Only battles for these come under the condition, in the same words; absent: all."""
    at_least: AtLeast | None = None
    """What must be there when a battle's turn comes; else the attackers stay out."""
    until: Until | None = None
    """When this has come about, the attackers stay out."""


class StandingCards(StandingOrder):
    """Which invader cards are played as soon as they can be, also those drawn in the same turn."""

    model_config = example({"standing": "cards", "play": ["i12-w4", "i12-w1"]})
    standing: Literal["cards"]
    play: Annotated[tuple[Id, ...], Field(min_length=1)]
    """Cards, the first one first; `all`: any of them."""


def _named(order: str, unit: UnitKind, space: str | None) -> Mapping[str, str]:
    return {"order": order, "unit": unit} | ({} if space is None else {"from": space})


TOPICS: Mapping[str, tuple[type[Order], ...]] = {
    "setup": (Place,),
    "reinforcements": (Place, Laser),
    "cards": (Card,),
    "declare": (Declare,),
    "maneuvers": (Move,),
    "attacks": (Attack,),
    "battles": (Battles,),
    "lasers": (Fire,),
    "invasion": (Move,),
    "targets": (Target,),
    "disengage": (Disengage,),
    "retreat": (Retreat,),
}
"""Every topic with the orders that it takes, in the order of play."""

TOPICS_2012: Mapping[str, tuple[type[Order], ...]] = {
    **TOPICS,
    "reinforcements": (*TOPICS["reinforcements"], Draw),
    "cards": (Card2012, Play),
    "play": (Play,),
}
"""The topics of 2012, with its partisan cards and the invader cards."""

STANDING: tuple[type[StandingOrder], ...] = (
    StandingTargets,
    StandingDisengage,
    StandingRetreat,
    StandingLasers,
    StandingBattles,
)
STANDING_2012: tuple[type[StandingOrder], ...] = (*STANDING, StandingCards)
"""The standing orders of 2012, with one for invader cards."""
