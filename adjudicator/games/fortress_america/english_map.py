"""What is lettered on the map of Fortress America and beside it, in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.narrate.language import Sentence
from adjudicator.render.areas.words import TERMS

__all__ = ["MAP_SENTENCES"]

MAP_SENTENCES: Final[Mapping[str, Sentence]] = {
    "map-title": "Fortress America",
    "map-rules": "{edition} rules",
    "map-side-western": "Western invader",
    "map-side-southern": "Southern invader",
    "map-side-eastern": "Eastern invader",
    "map-side-usa": "United States",
    "initial-western": "W",
    "initial-southern": "S",
    "initial-eastern": "E",
    # -- whose turn it is
    "map-won": "Won by {seats}",
    "map-draw": "A draw",
    "whose-setup-usa": "Set-up of the United States",
    "whose-deal": "Deal of the invader cards",
    "whose-setup-invaders": "Set-up of the invaders",
    "map-turn": "Turn {turn}: {side} to play",
    "map-invaders": "Invaders",
    "map-description": "The board of Fortress America. {whose}.",
    "map-units": "{side}: {count:# unit|# units} on the map.",
    "map-units-and-areas": (
        "{side}: {count:# unit|# units} on the map, holds {areas:# area|# areas}."
    ),
    "map-cities": "The invaders hold {count} of the {goal} cities that win.",
    # -- around the map
    "caption-canada": "CANADA",
    "caption-mexico": "MEXICO",
    "caption-gulf": "Gulf of Mexico",
    "caption-atlantic": "Atlantic Ocean",
    "caption-pacific": "Pacific Ocean",
    "strip-pacific": "Pacific",
    "strip-mountains": "Rocky Mountains",
    "strip-plains": "Plains and Gulf",
    "strip-atlantic": "Atlantic",
    # -- tracks
    "track-turn": "Turn",
    "track-turn-last": "Turn: the USA wins after turn {turn}",
    "track-cities": "Captured cities: {goal} win for the invaders, {left} to go",
    "track-cities-won": "Captured cities: {goal} win for the invaders",
    "track-taken": "{side}: {cities:list}",
    "map-cards": "Cards: {deck} in the deck, {discards} discarded, {hand} in hand",
    "map-lasers": "Lasers: {here} on the map, {left} to come",
    "map-hands": "Invader hands: {hands:list}",
    "map-hand": "{side} {count}",
    "map-hand-known": "{side} {count} ({cards})",
    "map-points": "Points: {points:list}",
    "map-points-now": "The last round; points now: {points:list}",
    "map-points-of": "{side} {points}",
    "map-foothold": "Foothold: an invasion zone of the {side} too",
    # -- the legend
    **{f"legend-{term}": words for term, words in TERMS.items()},
    "legend-lost": "destroyed for ever",
    "legend-shot-hit": "laser hits",
    "legend-shot-missed": "laser misses",
    "legend-supply": "way to a zone",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
