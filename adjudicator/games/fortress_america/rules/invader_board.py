"""Checks of the invader cards of a map, whoever wrote them. All problems at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.boards.area import AreaMap
from adjudicator.core.english import either
from adjudicator.core.problem import Path, Problem
from adjudicator.games.fortress_america import invader_card_facts as f
from adjudicator.games.fortress_america.card_facts import LaserThreshold
from adjudicator.games.fortress_america.editions import Edition
from adjudicator.games.fortress_america.state import INVADERS

__all__ = ["check_invader_cards"]

_USA: tuple[f.When, ...] = ("usa-reinforcements", "usa-lasers")
_MOMENTS: Mapping[type[f.InvaderEffect], tuple[f.When, ...]] = {
    f.Foothold: ("reinforcements",),
    f.NoLasers: _USA,
    LaserThreshold: _USA,
    f.CombinedArms: ("battle",),
    f.RerollMisses: ("battle",),
    f.DestroyUsUnits: ("battle",),
    f.ExtraMovement: ("reinforcements", "declare", "maneuvers"),
    f.FewerCards: _USA,
    f.CancelCards: _USA,
    f.IgnoreSupply: ("supply",),
}
"""When an effect can come; those that are not named, at any moment but a battle."""
_AT_ONCE = (f.RecoverUnits, f.DestroyLaser, f.DestroyUsUnits, f.IgnoreSupply)
"""Effects after which nothing is left of a card that could remain in play."""


def check_invader_cards(
    edition: Edition, area_map: AreaMap, file: f.InvaderCardFile
) -> Iterator[Problem]:
    """Each invader has their own cards, and what they name is on the map. (2012 variants)"""
    for side in INVADERS:
        count = sum(card.side == side for card in file.cards.values())
        if count != edition.invader_cards:
            yield _unusable(
                "deck-size",
                f"{side} has {edition.invader_cards} invader cards, this file {count}",
                ("cards",),
                f'Each of them has "side": "{side}".',
            )
    for name, card in file.cards.items():
        path: Path = ("cards", name)
        yield from _check_requirements(area_map, card, path)
        if isinstance(card.effect, f.Foothold):
            yield from _check_city(area_map, card.effect.area, (*path, "effect", "area"))
        moments = _MOMENTS.get(type(card.effect))
        if card.when not in moments if moments else card.when == "battle":
            other = either(moments) if moments else "any other moment"
            yield _unusable(
                "card-moment",
                f'"{card.effect.op}" does nothing at the moment "{card.when}"',
                (*path, "when"),
                f"Write {other}.",
            )
        if card.remains and isinstance(card.effect, _AT_ONCE):
            yield _unusable(
                "card-remains",
                f'"{card.effect.op}" takes effect at once: nothing remains in play',
                (*path, "remains"),
                'Leave "remains" out.',
            )


def _check_requirements(area_map: AreaMap, card: f.InvaderCard, path: Path) -> Iterator[Problem]:
    for index, wanted in enumerate(card.requires):
        inside = (*path, "requires", index)
        if (wanted.kind == "area") != (wanted.area is not None):
            yield _unusable(
                "requirement-unclear",
                "a requirement names one area, or a kind of areas and how many",
                inside,
                'Write {"kind": "area", "area": AREA} or {"kind": "oil", "amount": 2}.',
            )
        elif wanted.area is not None:
            yield from _check_land(area_map, wanted.area, (*inside, "area"))


def _check_land(area_map: AreaMap, area: str, path: Path) -> Iterator[Problem]:
    if area not in area_map.areas or area_map.areas[area].kind == "zone":
        yield _unusable(
            "unknown-area", f'the card names "{area}", which is no land on the map', path
        )


def _check_city(area_map: AreaMap, area: str, path: Path) -> Iterator[Problem]:
    unknown = list(_check_land(area_map, area, path))
    yield from unknown
    if not unknown and not area_map.has_trait(area, "city"):
        yield _unusable(
            "foothold-no-city", f"{area} is no city: footholds are placed in cities", path,
            "Name a city.",
        )  # fmt: skip


def _unusable(code: str, message: str, path: Path, hint: str = "") -> Problem:
    return Problem(code, message, path, hint=hint, kind="unusable")
