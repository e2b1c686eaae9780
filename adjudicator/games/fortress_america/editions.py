"""The editions of Fortress America, each one frozen value of facts.

Rules ask for a fact, never which edition it is. The values are taken as they stand here: that they
are what their models say, a test knows, and no start has to find out.
"""

from functools import lru_cache
from typing import Literal, TypeAlias

from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.fortress_america.options import Options
from adjudicator.games.fortress_america.state import UnitClass, UnitKind

__all__ = [
    "FORTRESS_AMERICA_1986",
    "FORTRESS_AMERICA_2012",
    "Column",
    "Edition",
    "Face",
    "FireResult",
    "UnitFacts",
    "Words",
]

Face: TypeAlias = Literal["back", "miss", "combined", "hit"]
"""What a number of a die, or a face of it, means. back: the attacker disengages or the defender
retreats; combined: a hit, but for the attacker of a city or mountain only with combined arms."""
FireResult: TypeAlias = Literal["back", "miss", "hit"]
"""What a roll comes to."""
Column: TypeAlias = Literal[1, 2]
"""1: at a city or mountain without combined arms, where combined faces miss; 2: else."""


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


class Words(Value):
    """What an edition calls things, where that differs."""

    maneuvers: str
    """The movement before the battles (action 3)."""
    invasion: str
    """The movement after them (action 6)."""
    land: str
    """What helicopters do that end action 3 in empty enemy land: they "land in" it."""
    landed: str
    """How such helicopters are called."""
    ones: str
    """How the results are called that disengage attackers and drive defenders away (action 5)."""


class Edition(Value):
    """The facts of one edition."""

    name: Id
    """The game's full name."""
    title: str
    """Its title."""
    cite: str
    """How its paragraphs are cited: "1986"."""
    paragraphs: FrozenMap[str, str] = FrozenMap()
    """Places of its rulebook that have other names than in that of 1986."""
    words: Words
    """What it calls things."""
    cards: str
    """The mark of its partisan cards."""
    partisan_cards: int
    """How many there are (appendix 1)."""
    card_file: str
    """The file of a map with its cards."""
    invader_card_file: str | None
    """The file of a map with the cards that invaders may have; none: there are no such cards."""
    invader_cards: int
    """How many each invader has (variants)."""
    reinforcements_with_card: int
    """Units that an invader brings in a turn in which they draw a card (variants)."""
    dice_file: str | None
    """The file of a map with the faces of its dice; none: they bear numbers."""
    units: FrozenMap[UnitKind, UnitFacts]
    """The units, by kind (appendix 3)."""
    casualties: FrozenMap[UnitClass, tuple[tuple[UnitClass, ...], ...]]
    """By firing class: the classes that must be chosen first, then second, ... (appendix 3)"""
    combat: FrozenMap[Id, tuple[Face, ...]]
    """Combat results of each die, for 1, 2, 3, ... (appendix 3); empty where the file of the dice
    has them."""
    hard_traits: tuple[Id, ...]
    """Areas where the attacker's combined faces hit with combined arms only (action 5)."""
    setup_units_per_city: int
    """US units in each city at the start (set-up)."""
    stack_limit: int
    """Units of one side in a space at the end of an action (action 1)."""
    bombers_over: int
    """Bombers over one area (action 3)."""
    flies_over_foreign_zones: bool
    """Aircraft pass over zones of others, and bomb declared ones (action 3, ruling 1)."""
    reinforcements_from: int
    """The first turn in which an invader brings units (action 1)."""
    cards_per_turn: int
    """Cards that the USA draws a turn (action 1)."""
    substitutes: FrozenMap[UnitKind, UnitKind]
    """On cards: a kind of which the reserve is short, and the kind that may stand in (action 1)."""
    bonus_cards: int
    """Cards that the USA draws for each city that it retook (action 8)."""
    lasers: int
    """Lasers of the USA (action 1)."""
    laser_die: int
    """The sides of a laser's die (action 4)."""
    laser_threshold: int
    """The smallest number with which a laser hits (action 4)."""
    last_turn: int | None
    """The turn after which the USA has won if the invaders have not (chapter 3)."""
    last_round: bool
    """Invaders of several seats who hold cities enough play once more, and the best has won; else
    they have won together (chapter 3)."""
    lasers_score: Literal["match", "last-round"]
    """Which destroyed lasers count points: all, or those of the last round (chapter 3)."""
    invaders_together: bool
    """The invaders play at the same time (order of play, ruling 70)."""
    resources: tuple[Id, ...]
    """Traits of resource areas."""
    points_city: int
    """Points for a city in the last round (chapter 3)."""
    points_laser: int
    """Points for a destroyed laser."""
    points_resource: int
    """Points for a resource area."""

    def with_options(self, options: Options) -> "Edition":
        """Returns the facts of a match: those of the edition, balanced as its players agreed.

        (Chapter 4)
        """
        units = self.units
        if not options.raids:
            units = units | {kind: _changed(units[kind], bombs=False) for kind in units}
        if options.partisans == "d6":
            units = units | {"partisan": _changed(units["partisan"], die_alone=6)}
        return self.model_copy(
            update={
                "units": units,
                "bonus_cards": self.bonus_cards if options.bonus_cards else 0,
                "invaders_together": options.together,
                "last_round": self.last_round or options.rivals,
            }
        )

    def results(self, die: int, column: Column) -> tuple[FireResult, ...]:
        """Returns what each number of a die comes to. (Action 5, appendix 3)"""
        return _read(self.combat[f"d{die}"], column)


@lru_cache(maxsize=32)
def _read(faces: tuple[Face, ...], column: Column) -> tuple[FireResult, ...]:
    combined: FireResult = "hit" if column == 2 else "miss"
    return tuple(combined if face == "combined" else face for face in faces)


def _changed(facts: UnitFacts, **changes: int) -> UnitFacts:
    return facts.model_copy(update=changes)


_UNITS: dict[UnitKind, UnitFacts] = {
    "bomber": UnitFacts.model_construct(
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
    "helicopter": UnitFacts.model_construct(
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
    "hovertank": UnitFacts.model_construct(
        unit_class="mechanized",
        die=8,
        die_alone=8,
        first_move=1,
        second_move=1,
        invader_units=12,
        usa_units=12,
        first_wave=4,
    ),
    "mobile-unit": UnitFacts.model_construct(
        unit_class="mechanized",
        die=6,
        die_alone=6,
        first_move=1,
        second_move=1,
        invader_units=9,
        usa_units=9,
        first_wave=3,
    ),
    "infantry": UnitFacts.model_construct(
        unit_class="foot",
        die=6,
        die_alone=6,
        first_move=0,
        second_move=1,
        invader_units=24,
        usa_units=24,
        first_wave=8,
    ),
    "partisan": UnitFacts.model_construct(
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
_TABLE: tuple[Face, ...] = (
    "back", "miss", "miss", "miss", "combined", "hit", "hit", "hit", "hit", "hit",
)  # fmt: skip
_COMBAT: dict[str, tuple[Face, ...]] = {f"d{die}": _TABLE[:die] for die in (6, 8, 10)}
_SUBSTITUTES: dict[UnitKind, UnitKind] = {"partisan": "infantry"}

FORTRESS_AMERICA_1986 = Edition.model_construct(
    name="fortress-america-1986",
    title="Fortress America (1986)",
    cite="1986",
    words=Words.model_construct(
        maneuvers="first movement",
        invasion="second movement",
        land="land in",
        landed="landed",
        ones="ones",
    ),
    cards="1986",
    partisan_cards=30,
    card_file="cards.json",
    invader_card_file=None,
    invader_cards=0,
    reinforcements_with_card=0,
    dice_file=None,
    units=FrozenMap(_UNITS),
    casualties=FrozenMap(_CASUALTIES),
    combat=FrozenMap(_COMBAT),
    hard_traits=("city", "mountain"),
    setup_units_per_city=2,
    stack_limit=5,
    bombers_over=5,
    flies_over_foreign_zones=False,
    reinforcements_from=2,
    cards_per_turn=2,
    substitutes=FrozenMap(_SUBSTITUTES),
    bonus_cards=1,
    lasers=12,
    laser_die=10,
    laser_threshold=5,
    last_turn=None,
    last_round=True,
    lasers_score="match",
    invaders_together=False,
    resources=("oil", "mineral", "agricultural"),
    points_city=10,
    points_laser=5,
    points_resource=3,
)
"""The first edition."""

_CARRIES: tuple[UnitKind, ...] = ("infantry", "partisan")

FORTRESS_AMERICA_2012 = FORTRESS_AMERICA_1986.model_copy(
    update={
        "name": "fortress-america-2012",
        "title": "Fortress America (2012)",
        "cite": "2012",
        "paragraphs": FrozenMap(
            {
                "units": "components",
                "map": "game map",
                "order of play": "game turns",
                "chapter 3": "victory",
                "chapter 4": "variants",
                "appendix 3": "unit chart",
            }
        ),
        "words": Words.model_construct(
            maneuvers="maneuvers",
            invasion="invasion",
            land="scout",
            landed="scouting",
            ones="retreat results",
        ),
        "cards": "2012",
        "partisan_cards": 31,
        "card_file": "cards-2012.json",
        "invader_card_file": "invader-cards-2012.json",
        "invader_cards": 8,
        "reinforcements_with_card": 5,
        "dice_file": "dice-2012.json",
        "units": FrozenMap(_UNITS)
        | {"mobile-unit": _UNITS["mobile-unit"].model_copy(update={"carries": _CARRIES})},
        "combat": FrozenMap(),
        "flies_over_foreign_zones": True,
        "substitutes": FrozenMap(),
        "lasers": 11,
        "last_turn": 10,
        "last_round": False,
        "lasers_score": "last-round",
    }
)
"""The second edition: what it has otherwise than the first."""
