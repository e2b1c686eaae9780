"""The editions of Fortress America, each one frozen value of facts.

Rules ask for a fact, never which edition it is.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.fortress_america.options import Options
from adjudicator.games.fortress_america.state import UnitClass, UnitKind

__all__ = ["FORTRESS_AMERICA_1986", "Edition", "FireResult", "UnitFacts"]

FireResult: TypeAlias = Literal["back", "miss", "hit"]
"""back: the attacker disengages or the defender retreats."""


class UnitFacts(Value):
    """What one kind of unit can do. (Appendix 3)"""

    unit_class: UnitClass
    die: int
    """Sides of the die that it rolls."""
    die_alone: int
    """Sides of the die where it is the only unit of its side that fires."""
    first_move: int
    """Spaces in the first movement (action 3)."""
    second_move: int
    """Spaces in the second movement (action 6) and in a retreat."""
    invader_units: int
    """How many each invader has."""
    usa_units: int
    """How many the USA has."""
    first_wave: int
    """How many each invader sets up."""
    only_by_card: bool = False
    """Is not set up: it comes with cards."""
    lands: bool = False
    """May land in declared empty enemy land in the first movement."""
    bombs: bool = False
    """May end the first movement over declared occupied enemy land."""
    carries: tuple[UnitKind, ...] = ()
    """Kinds that may ride along in the first movement, one on each."""


class Edition(Value):
    """The facts of one edition."""

    name: Id
    """The game's full name."""
    title: str
    cite: str
    """How its paragraphs are cited: "1986"."""
    cards: str
    """The edition's mark in cards.json."""
    units: FrozenMap[UnitKind, UnitFacts]
    casualties: FrozenMap[UnitClass, tuple[tuple[UnitClass, ...], ...]]
    """By firing class: the classes that must be chosen first, then second, ... (appendix 3)"""
    combat: FrozenMap[Id, tuple[FireResult, ...]]
    """Combat results by column, for 1, 2, 3, ... (appendix 3)"""
    hard_traits: tuple[Id, ...]
    """Areas attacked in column 1 without combined arms (action 5)."""
    setup_units_per_city: int
    stack_limit: int
    """Units of one side in a space at the end of an action (action 1)."""
    bombers_over: int
    """Bombers over one area (action 3)."""
    flies_over_foreign_zones: bool
    reinforcements: int
    """Units that an invader places a turn (action 1)."""
    reinforcements_from: int
    """The first turn in which he does."""
    cards_per_turn: int
    substitutes: FrozenMap[UnitKind, UnitKind]
    """On cards: a kind of which the reserve is short, and the kind that may stand in (action 1)."""
    bonus_cards: int
    """Cards that the USA draws for each city that it retook (action 8)."""
    lasers: int
    lasers_at_start: int
    """Lasers that the USA places in its set-up (chapter 4)."""
    laser_die: int
    laser_threshold: int
    """The smallest number with which a laser hits (action 4)."""
    cities_to_win: int
    """Cities that the invaders together hold at the end of a US turn to win (chapter 3)."""
    resources: tuple[Id, ...]
    """Traits of resource areas."""
    points_city: int
    """Points in the last round (chapter 3)."""
    points_laser: int
    points_resource: int

    def with_options(self, options: Options) -> Edition:
        """Returns the facts of a match: those of the edition, balanced as its players agreed.

        (Chapter 4)
        """
        units = self.units
        if options.bombers == "from-beside":
            units = units | {kind: _changed(units[kind], bombs=False) for kind in units}
        if options.partisans == "d6":
            units = units | {"partisan": _changed(units["partisan"], die_alone=6)}
        return self.model_copy(
            update={
                "units": units,
                "reinforcements": options.reinforcements,
                "bonus_cards": self.bonus_cards if options.bonus_cards else 0,
                "lasers_at_start": options.lasers_at_start,
                "cities_to_win": options.cities_to_win,
            }
        )


def _changed(facts: UnitFacts, **changes: int) -> UnitFacts:
    return facts.model_copy(update=changes)


_UNITS: dict[UnitKind, UnitFacts] = {
    "bomber": UnitFacts(
        unit_class="air",
        die=10,
        die_alone=10,
        first_move=4,
        second_move=4,
        invader_units=6,
        usa_units=6,
        first_wave=2,
        bombs=True,
    ),
    "helicopter": UnitFacts(
        unit_class="air",
        die=8,
        die_alone=8,
        first_move=2,
        second_move=2,
        invader_units=9,
        usa_units=9,
        first_wave=3,
        lands=True,
    ),
    "hovertank": UnitFacts(
        unit_class="mechanized",
        die=8,
        die_alone=8,
        first_move=1,
        second_move=1,
        invader_units=12,
        usa_units=12,
        first_wave=4,
    ),
    "mobile-unit": UnitFacts(
        unit_class="mechanized",
        die=6,
        die_alone=6,
        first_move=1,
        second_move=1,
        invader_units=9,
        usa_units=9,
        first_wave=3,
    ),
    "infantry": UnitFacts(
        unit_class="foot",
        die=6,
        die_alone=6,
        first_move=0,
        second_move=1,
        invader_units=24,
        usa_units=24,
        first_wave=8,
    ),
    "partisan": UnitFacts(
        unit_class="foot",
        die=6,
        die_alone=8,
        first_move=0,
        second_move=1,
        invader_units=0,
        usa_units=24,
        first_wave=0,
        only_by_card=True,
    ),
}
_CASUALTIES: dict[UnitClass, tuple[tuple[UnitClass, ...], ...]] = {
    "air": (("air", "mechanized", "foot"),),
    "mechanized": (("mechanized", "foot"), ("air",)),
    "foot": (("foot",), ("mechanized",), ("air",)),
}
_COMBAT: dict[str, tuple[FireResult, ...]] = {
    "column-1": ("back", "miss", "miss", "miss", "miss", *("hit",) * 5),
    "column-2": ("back", "miss", "miss", "miss", *("hit",) * 6),
}
_SUBSTITUTES: dict[UnitKind, UnitKind] = {"partisan": "infantry"}

FORTRESS_AMERICA_1986 = Edition(
    name="fortress-america-1986",
    title="Fortress America (1986)",
    cite="1986",
    cards="1986",
    units=FrozenMap(_UNITS),
    casualties=FrozenMap(_CASUALTIES),
    combat=FrozenMap(_COMBAT),
    hard_traits=("city", "mountain"),
    setup_units_per_city=2,
    stack_limit=5,
    bombers_over=5,
    flies_over_foreign_zones=False,
    reinforcements=8,
    reinforcements_from=2,
    cards_per_turn=2,
    substitutes=FrozenMap(_SUBSTITUTES),
    bonus_cards=1,
    lasers=12,
    lasers_at_start=0,
    laser_die=10,
    laser_threshold=5,
    cities_to_win=18,
    resources=("oil", "mineral", "agricultural"),
    points_city=10,
    points_laser=5,
    points_resource=3,
)
