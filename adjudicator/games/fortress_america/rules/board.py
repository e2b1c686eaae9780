"""Checks of a board, whoever drew it: that the rules can be played on it. All problems at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.boards.area_checks import check_area_map, check_outlines
from adjudicator.core.english import either
from adjudicator.core.problem import Path, Problem
from adjudicator.games.fortress_america.card_facts import (
    Airlift,
    CardFacts,
    CardFile,
    DestroyUnits,
    DriveAway,
    Where,
    deck_of,
)
from adjudicator.games.fortress_america.dice_facts import check_dice
from adjudicator.games.fortress_america.editions import Edition
from adjudicator.games.fortress_america.options import Options
from adjudicator.games.fortress_america.state import INVADERS

__all__ = ["check_board"]


def check_board(
    edition: Edition, options: Options, files: Mapping[str, Any]
) -> Iterator[tuple[str, Problem]]:
    """Yields all that is wrong with the files of a map, each with the name of its file.

    What a fault of the map leads to in the other files is not told beside it.

    Args:
        options: what is usually played.
        files: all files of a map of this edition by name, each a value of its model.
    """
    area_map: AreaMap = files["map.json"]
    outlines: Outlines = files["outlines.json"]
    sound = True
    if edition.dice_file is not None:
        problems = check_dice(edition, files[edition.dice_file])
        yield from ((edition.dice_file, problem) for problem in problems)
    for problem in check_area_map(area_map):
        sound = False
        yield "map.json", problem
    if sound:
        yield from (("map.json", problem) for problem in _check_areas(edition, area_map))
        for problem in check_outlines(area_map, outlines):
            sound = False
            yield "outlines.json", problem
    if sound:
        counts = _check_counts(edition, options, area_map)
        yield from (("map.json", problem) for problem in counts)
        deck = _check_cards(edition, area_map, files[edition.card_file])
        yield from ((edition.card_file, problem) for problem in deck)
        if edition.invader_card_file is not None:
            from adjudicator.games.fortress_america.rules.invader_board import check_invader_cards

            hands = check_invader_cards(edition, area_map, files[edition.invader_card_file])
            yield from ((edition.invader_card_file, problem) for problem in hands)


def _check_areas(edition: Edition, area_map: AreaMap) -> Iterator[Problem]:
    """A space is land of the USA or an invader's zone, from which they come; what is printed in it
    is what the rules know. (Map)"""
    known = tuple(dict.fromkeys((*edition.hard_traits, *edition.resources)))
    for area, facts in area_map.areas.items():
        for index, trait in enumerate(facts.traits):
            if trait not in known:
                yield _unusable(
                    "unknown-trait",
                    f'{area} is marked "{trait}", which means nothing here',
                    ("areas", area, "traits", index),
                    f"A space may be {either(known)}.",
                )
        if facts.kind not in ("land", "zone"):
            yield _unusable(
                "unknown-area-kind",
                f'{area} is "{facts.kind}": an area is land or an invasion zone',
                ("areas", area, "kind"),
                'Write "land" or "zone".',
            )
        elif facts.kind == "zone" and facts.side not in INVADERS:
            yield _unusable(
                "zone-without-side",
                f"the invasion zone {area} belongs to no invader",
                ("areas", area, "side"),
                f"Its side is {either(INVADERS)}.",
            )


def _check_counts(edition: Edition, options: Options, area_map: AreaMap) -> Iterator[Problem]:
    """There is room for the first waves, and a city for each laser and for a victory. (Set-up)"""
    wave = sum(facts.first_wave for facts in edition.units.values())
    for side in INVADERS:
        zones = [area for area in area_map.areas_of_kind("zone")
                 if area_map.areas[area].side == side]  # fmt: skip
        if len(zones) * edition.stack_limit < wave:
            yield _unusable(
                "too-few-zones",
                f"the {wave} units of the {side} first wave have no room in "
                f"{len(zones)} invasion zones",
                ("areas",),
                f"{edition.stack_limit} units may stand in each: add zones.",
            )
    cities = len(area_map.areas_with("city"))
    least = max(edition.lasers, options.cities_to_win)
    if cities < least:
        yield _unusable(
            "too-few-cities",
            f"{least} cities are needed, not {cities}",
            ("areas",),
            f"The USA has {edition.lasers} lasers, and invaders that hold "
            f"{options.cities_to_win} cities win: add cities.",
        )


def _check_cards(edition: Edition, area_map: AreaMap, cards: CardFile) -> Iterator[Problem]:
    """The deck is whole, and what a card names is on the map. (Appendix 1)"""
    deck = deck_of(cards.cards, edition.cards)
    if len(deck) != edition.partisan_cards:
        yield _unusable(
            "deck-size",
            f"{edition.cards} has {edition.partisan_cards} partisan cards, this file {len(deck)}",
            ("cards",),
            f'Each has "edition": "{edition.cards}" and "deck": "partisan".',
        )
    for card, facts in deck.items():
        for where, path in _wheres(facts, ("cards", card)):
            yield from _check_where(area_map, where, path)


def _wheres(card: CardFacts, path: Path) -> Iterator[tuple[Where, Path]]:
    if card.where is not None:
        yield card.where, (*path, "where")
    for index, effect in enumerate(card.effects):
        inside = (*path, "effects", index)
        if isinstance(effect, DestroyUnits | DriveAway):
            yield effect.in_, (*inside, "in")
        elif isinstance(effect, Airlift):
            yield effect.from_, (*inside, "from")
            yield effect.to, (*inside, "to")


def _check_where(area_map: AreaMap, where: Where, path: Path) -> Iterator[Problem]:
    for index, area in enumerate(where.areas):
        if area not in area_map.areas or area_map.areas[area].kind == "zone":
            yield _unusable(
                "unknown-area",
                f'the card names "{area}", which is no land on the map',
                (*path, "areas", index),
            )
    one: Sequence[tuple[str, Path]] = () if where.region is None else ((where.region, ("region",)),)
    for region, last in (*one, *((r, ("regions", i)) for i, r in enumerate(where.regions))):
        if region not in area_map.regions:
            yield _unusable(
                "unknown-region",
                f'the card names "{region}", which is no region of the map',
                (*path, *last),
                f"Regions: {', '.join(area_map.regions) or 'none'}",
            )


def _unusable(code: str, message: str, path: Path, hint: str = "") -> Problem:
    return Problem(code, message, path, hint=hint, kind="unusable")
