"""What cards do, in English: the sentences that the facts of a card are put into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.narrate.language import Sentence

__all__ = ["CARD_SENTENCES"]


def _deeds(deeds: Sequence[str]) -> str:
    return "; then ".join(deeds)


CARD_SENTENCES: Final[Mapping[str, Sentence]] = {
    "card-title": "{title} ({card})",
    "card-told": "{title} ({card}): {deeds}",
    "deeds": _deeds,
    # -- what a card of the USA does
    "card-lasers": "lasers hit with {value} or more this turn",
    "card-airlift": (
        "carries all US units of one area into any other without enemy units, "
        "also an enemy city, at most {limit} in all"
    ),
    "card-destroys": "destroys {units} {where}",
    "card-destroys-up-to": "destroys up to {units} {where}",
    "invading-all": "all invading units",
    "invading": "{count:one invading unit|# invading units}",
    "kinds-all": "all {kinds:and}",
    "kinds-one": "one {kinds:or}",
    "kinds-many": "{count} {kinds:and}",
    "of-side": "{units} of {side}",
    "of-an-invader": "{units} of an invader",
    "drives-others": "drives the others out of that area or destroys them",
    "drives-named": "drives all invaders out of {areas:and} or destroys them",
    "drives-counted": "drives all invaders out of {count} {areas} or destroys them",
    "no-units": "no units",
    "puts-there": "{units} there",
    "puts-there-each": "{units} there, one in each",
    "puts-at-target": "{units} there, not in an enemy city",
    "puts-near-target": "{units} there or in one area beside it, not in an enemy city",
    "puts": "{units} {where}",
    "spread-one-area": "{units} {where}, in one area",
    "spread-one-or-two-areas": "{units} {where}, in one or two areas",
    "spread-separate-where-possible": "{units} {where}, in separate areas where possible",
    "spread-one-each": "{units} {where}, one in each",
    # -- where
    "each-of-areas": "in each of {count} {areas}",
    "one-of-areas": "in one {areas}",
    "areas-of-region": "{areas} of the {region}",
    "areas": "{count:area|areas}",
    "areas-with-city": "{count:city|cities}",
    "areas-without-city": "{count:area|areas} without a city",
    "areas-with-mountains": "mountain {count:area|areas}",
    "areas-with": "{resource} {count:area|areas}",
    "resource-oil": "oil",
    "resource-mineral": "mineral",
    "resource-agricultural": "agricultural",
    "in-areas": "in {areas:and}",
    "beside-areas": "beside {areas:and}",
    "in-region": "in the {region}",
    "in-mountains": "in mountains of the {region}",
    "in-regions": "in the {regions:and}",
    "in-areas-with": "in {areas}",
    # -- invader cards (2012 variants)
    "invader-card": "{title} ({card}), {moment}, needs {wanted:and}: {deed}",
    "invader-card-remains": "{card}; it remains in play",
    "invader-card-stand-in": "{card}; a stand-in",
    "moment-reinforcements": "with the reinforcements",
    "moment-declare": "before the declarations",
    "moment-maneuvers": "before the maneuvers",
    "moment-battle": "before a battle",
    "moment-supply": "in the supply check",
    "moment-usa-reinforcements": "at the end of the turn, for the cards of the USA",
    "moment-usa-lasers": "at the end of the turn, for the lasers of the USA",
    "wanted-areas": "{count} {areas}",
    "deed-foothold-taken": "{place} is one more invasion zone until another side takes it",
    "deed-foothold": "{place} is one more invasion zone and cannot be taken",
    "deed-no-lasers": "no laser fires in the coming US turn",
    "deed-laser-threshold": "lasers hit only with {value} or more in the coming US turn",
    "deed-recover": "up to {count} destroyed {kinds:or} come back into the reserve",
    "deed-combined-arms": "the attack counts as one with combined arms",
    "deed-reroll": "attacking {kinds:or} that miss in a battle roll once more",
    "deed-reroll-for-a-city": (
        "attacking {kinds:or} that miss in a battle for a city roll once more"
    ),
    "deed-farther": "{kinds:or} go {count:# space|# spaces} farther in the maneuvers",
    "deed-fewer-cards": "the USA draws {count:# card|# cards} fewer in its coming turn",
    "deed-cancel": (
        "{count:the first card|the first # cards} that the USA draws for its coming turn goes "
        "unplayed"
    ),
    "deed-destroy-laser": "destroys a laser in a city beside own units",
    "deed-destroy-units": (
        "destroys {count:# US unit|# US units} in a battle beside an own invasion zone, before it"
    ),
    "deed-ignore-supply": "up to {count:# unit|# units} cut off stay on the board",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
