"""What `check` tells of the future, in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.core.english import sentence
from adjudicator.narrate.language import Sentence

__all__ = ["PROJECTION_SENTENCES"]


def _of_one_side(side: str, part: str) -> str:
    return f"{sentence(side)}: {part.lower()}"


def _answers(answers: Sequence[str]) -> str:
    return ", then ".join(answers)


PROJECTION_SENTENCES: Final[Mapping[str, Sentence]] = {
    "battles-to-come": "Battles ahead",
    "depend-on-dice": "Orders that depend on dice",
    "invader-cards": "Invader cards",
    "left-open": "What the orders leave open",
    "supply": "Supply",
    "of-one-side": _of_one_side,
    # -- battles
    "nobody-attacks": "{place}: nobody attacks.",
    "battle-to-come": "{place}: {groups} against {defenders}.",
    "chances": "Won: {won}, held: {held}.",
    "chances-with-bombers": "Won: {won}, bombers alone {alone}, held: {held}.",
    "averages": (
        "On average, of yours {lost} destroyed and {out} out of action; of theirs "
        "{destroyed} destroyed and {driven} driven out."
    ),
    "condition-met": "Condition: {guard}; met as things stand.",
    "condition-not-met": (
        "Condition: {guard}; not met as things stand, {found}: the attackers would stay out."
    ),
    "no-way-to-retreat": "No way to retreat for {kinds:and}: what is driven out is destroyed.",
    "lasers-fire-first": (
        "The lasers fire before the battles: these are the chances without them."
    ),
    # -- what may not be carried out
    "invasion-order": "{number:nth} invasion order, {order}",
    "hangs": "{order}: {why}.",
    "all-hang": "{why:begin}:",
    "only-if-emptied": "only if no defender is left in {place} before the battle",
    "only-if-won": "only if the battle for {place} is won, {percent}",
    "as-many-as-left": "as many as the battle for {areas:and} leaves",
    "as-many-as-in-action": "as many as the battle for {areas:and} leaves in action",
    "and-at-least": "{left}, at least {count}",
    "to-be-played": "To be played: {card}.",
    "to-be-played-in": "To be played in {place}: {card}.",
    "lacks": "{told} Not as things stand: it needs {lacks}.",
    "lacks-city": "{count:# city|# cities} (it holds {held})",
    "lacks-oil": "{count:# oil area|# oil areas} (it holds {held})",
    "lacks-mineral": "{count:# mineral area|# mineral areas} (it holds {held})",
    "lacks-agricultural": "{count:# agricultural area|# agricultural areas} (it holds {held})",
    "without-cards": "The chances of the battles are those without the cards.",
    # -- what the orders leave open
    "no-attack-ordered": "No attack is ordered on {areas:and}: all that can attack there do.",
    "hits-destroy": "What your hits destroy: {answers}.",
    "ones-drive-away": "What your {ones} drive away: {answers}.",
    "answer-of-sheet": "what the sheet says under {topic}, as it fits",
    "answer-standing": "your standing order, {kinds:list}",
    "answer-standing-for": "your standing order for {areas:or}, {kinds:list}",
    "answer-default": "the largest die",
    "answers-in-order": _answers,
    "nobody-enters": "No {movement} is ordered: nobody enters what is won.",
    "bombers-land": "Bombers that must leave and have no order land in the nearest space.",
    "laser-idle": "The laser in {place} has nothing left to fire at.",
    "laser-by-standing": "The laser in {place} has no order: at {target}, by standing order.",
    "laser-by-default": "The laser in {place} has no order: at {target}, by default.",
    # -- supply
    "cut-off-anyhow": "Out of supply whatever the battles bring: {units:and}.",
    "cut-off-if-won": "Out of supply even if every battle is won: {units:and}.",
    "cut-off-if-lost": "Out of supply if no battle is won: {units:and}.",
    # -- the command `odds`
    "odds-title": "Fortress America: {attackers} against {defenders}",
    "odds-won": "won",
    "odds-bombers-alone": "bombers alone",
    "odds-held": "held",
    "odds-attacker-destroyed": "attacker destroyed",
    "odds-attacker-out": "attacker out of action",
    "odds-defender-destroyed": "defender destroyed",
    "odds-defender-driven": "defender driven out",
    "odds-dice": "dice",
    "odds-open-country": "open country",
    "odds-column-1": "In {place}: the attacker uses column 1 without combined arms.",
    "odds-column-2": "In {place}: the attacker uses column 2.",
    "odds-combined-only": (
        "In {place}: the attacker's combined arms hits count only with combined arms."
    ),
    "odds-combined": "In {place}: the attacker's combined arms hits count.",
    "odds-by-defaults": "Targets by the published defaults.",
    "odds-by-standing": "Targets by the standing orders given, then by the published defaults.",
    "odds-sampled": "Sampled, for it is too large to follow: {plays} plays, seed {seed}.",
    "odds-attackers-left": "{ended}: attackers in action",
    "odds-defenders-left": "{ended}: defenders left",
    # -- what is due under a topic
    "due-lasers": "{count:# laser|# lasers} to place, each in a city of its own",
    "due-laser": "1 laser to place in a city of yours without one: {cities:and}",
    "due-cards-drawn": ("cards are drawn in the turn: you are asked about each when it is drawn"),
    "due-cards": "all of them are played, in the order that you give",
    "due-fire": "{count:# laser|# lasers} to fire, in {cities:and}; each at another space",
    "due-setup-usa": "{each} of any kind in each of your {count} cities, of {units}",
    "due-setup-cities": "cities: {cities:list}",
    "due-setup": "{side}: {units}; all of them in {zones:list}, {most} in a zone at most",
    "due-units": "{side}: {units} to place in {zones:list}, of {reserve}",
    "due-zone": "{zone} ({count} more)",
    "due-with-card": "an invader that draws a card brings {count} units at most",
    "due-lacking": "{card} (lacking: {lacks})",
    # -- why a topic has no place now
    "none-card": "you hold no card",
    "none-playable": "no card that you hold can be played",
    "none-declare": "no enemy space that you could enter is beside your units",
    "none-attacks": "no battle comes of the other examples: declare a space with enemies first",
    "none-laser": "all lasers have been placed",
    "none-city": "every city that is yours has a laser",
    "none-before": "units come from turn {first} on: in turn {turn} the set-up counts",
    "none-in-reserve": "the reserve is empty",
    "none-room": "no zone has room",
    "none-firing": "you have no laser that fires",
    "none-target": "no invader stands on the board",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
