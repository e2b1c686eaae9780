"""The tables of the rulebook: terrain effects, combat results, limits and costs: `tables.json`."""

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field

from adjudicator.core.values import FrozenMap, Id, Value

__all__ = [
    "DIE",
    "LANDINGS",
    "ODDS",
    "TERRAINS",
    "Combat",
    "Costs",
    "Effect",
    "Landing",
    "Limits",
    "Odds",
    "Result",
    "Seasons",
    "Tables",
    "Terrain",
    "TerrainEffect",
]

Terrain: TypeAlias = Literal[
    "broken", "clear", "forest", "rough", "supply", "tundra", "urban", "wilderness"
]
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
Landing: TypeAlias = Literal["3-2", "6-3"]
"""The two kinds of amphibious hexes, by what is printed in them."""
LANDINGS: tuple[Landing, ...] = get_args(Landing)
Odds: TypeAlias = Literal["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
ODDS: tuple[Odds, ...] = get_args(Odds)
"""Attacker to defender, from the worst for the attacker. (13.9)"""
Result: TypeAlias = Literal["a1", "a2", "a3", "ae", "ax", "d1", "d2", "d3", "de", "dx"]
"""Who suffers (attacker, defender) and what: a retreat of so many hexes, elimination, exchange."""
Face: TypeAlias = Literal["1", "2", "3", "4", "5", "6"]
DIE: tuple[Face, ...] = get_args(Face)

Small = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=99)]
Month = Annotated[int, Field(ge=1, le=12)]


class Effect(Value):
    """What a hexside or a landing costs, and how much it helps the defender. (13.8)"""

    cost: Small
    """Movement points; those of a hexside come on top of the hex's. (10.21)"""
    defence: Positive
    """By what the defender's strength is multiplied."""


class TerrainEffect(Effect):
    """What a kind of terrain costs, helps and is worth. (13.8)"""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    """As players read it."""
    hovercraft: bool
    """Whether hovercraft may enter. (16.22)"""
    points: Small = 0
    """Victory points of each hex. (18.4)"""


class Costs(Value):
    """Movement points for what is not terrain."""

    loading: Small
    """To load or unload in a port or at a supply unit. (7.0, ruling 2)"""
    hovercraft: Positive
    """To enter any hex, for hovercraft. (16.22)"""
    rail: Positive
    """To enter any hex, for rail units. (16.42)"""


class Limits(Value):
    """How many units may be together."""

    stack: Positive
    """Land and air units in a hex at the end of a phase, rail units aside. (12.13)"""
    fleet: Positive
    """Naval units in a hex. (6.0)"""
    cargo: Positive
    """Units that one transport or amphibious unit carries. (7.11)"""
    amphibious_supply: Positive
    """Hexes over which an amphibious unit supplies. (9.12)"""


class Seasons(Value):
    """The months of a game-year. (17.33, ruling 28)"""

    first_month: Month
    """The month of turn 1."""
    weather: tuple[Month, ...]
    """The months in which weather halves what is north of the weather line."""


class Combat(Value):
    """The combat results table. (13.9)"""

    odds: Annotated[tuple[Odds, ...], Field(min_length=len(ODDS), max_length=len(ODDS))]
    """The columns, from the worst for the attacker."""
    results: FrozenMap[Face, tuple[Result, ...]]
    """For each face of the die the result of each column."""


class Tables(Value):
    """The tables of a match: `tables.json`."""

    format: Literal[1]
    sources: FrozenMap[Id, Id] = FrozenMap()
    """Where each table comes from; the map's README explains the marks."""
    terrain: FrozenMap[Terrain, TerrainEffect]
    """Each kind of terrain. (13.8)"""
    resource_points: Small
    """Victory points of each resource hex. (18.4)"""
    river: Effect
    """What a river does, on top of the hex behind it. (10.21, 13.8)"""
    great_river: Effect
    """What a great river does. (13.8)"""
    amphibious: FrozenMap[Landing, Effect]
    """What it costs to land, and how an assault is multiplied against, by what is printed."""
    costs: Costs
    """Movement points for what is not terrain."""
    limits: Limits
    """How many units may be together."""
    seasons: Seasons
    """When the game-year begins, and when weather counts."""
    combat: Combat
    """The combat results table. (13.9)"""
