"""The sentences of Fortress America in English; another language has the same keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.core.english import possessive, sentence
from adjudicator.games.fortress_america.english_cards import CARD_SENTENCES
from adjudicator.games.fortress_america.english_pen import PEN_SENTENCES
from adjudicator.games.fortress_america.english_projection import PROJECTION_SENTENCES
from adjudicator.narrate.language import Sentence

__all__ = ["SENTENCES"]


def _of_turn(turn: int, side: str, action: str) -> str:
    return f"Turn {turn} of {side}: {action.lower()}"


def _goes_on(turn: int, side: str, action: str) -> str:
    return f"Turn {turn} of {side} goes on: {action.lower()}."


def _next_setup(action: str) -> str:
    return f"Next is the {action.lower().replace('usa', 'USA')}."


def _foothold_lost(side: str, place: str) -> str:
    return f"{sentence(possessive(side))} foothold in {place} is lost."


_NAMES: Final[Mapping[str, Sentence]] = {
    "none": "none",
    # -- sides and regions
    "side-western": "the western invader",
    "side-southern": "the southern invader",
    "side-eastern": "the eastern invader",
    "side-usa": "the USA",
    "the-invaders": "the invaders",
    "short-western": "Western",
    "short-southern": "Southern",
    "short-eastern": "Eastern",
    "short-usa": "USA",
    "region-western": "West",
    "region-southern": "South",
    "region-eastern": "East",
    # -- units: one with its article; the kind alone; with a figure; how dice are headed
    "some-bomber": "{count:a bomber|# bombers}",
    "some-helicopter": "{count:a helicopter|# helicopters}",
    "some-hovertank": "{count:a hovertank|# hovertanks}",
    "some-mobile-unit": "{count:a mobile unit|# mobile units}",
    "some-infantry": "{count:an infantry unit|# infantry}",
    "some-partisan": "{count:a partisan|# partisans}",
    "unit-bomber": "{count:bomber|bombers}",
    "unit-helicopter": "{count:helicopter|helicopters}",
    "unit-hovertank": "{count:hovertank|hovertanks}",
    "unit-mobile-unit": "{count:mobile unit|mobile units}",
    "unit-infantry": "{count:infantry|infantry}",
    "unit-partisan": "{count:partisan|partisans}",
    "count-bomber": "{count:# bomber|# bombers}",
    "count-helicopter": "{count:# helicopter|# helicopters}",
    "count-hovertank": "{count:# hovertank|# hovertanks}",
    "count-mobile-unit": "{count:# mobile unit|# mobile units}",
    "count-infantry": "{count:# infantry|# infantry}",
    "count-partisan": "{count:# partisan|# partisans}",
    "units": "{count:# unit|# units}",
    "units-in": "{units} in {place}",
    "units-over": "{units} over {place}",
    "units-of-in": "{units} of {side} in {place}",
    "rides": "they {ways:and}",
    "rides-with": 'ride along, as "with" of the move of {unit}',
    # -- actions and terms of the editions
    "action-reinforcements": "Reinforcements",
    "action-deal": "Deal of the invader cards",
    "action-cards": "Partisan cards",
    "action-cards-drawn": "Cards drawn",
    "action-declare": "Declarations",
    "action-attacks": "Attacks",
    "action-lasers": "Lasers",
    "action-combat": "Battles",
    "action-supply": "Supply check",
    "action-capture": "Capture",
    "action-setup-usa": "Set-up of the USA",
    "action-setup-invaders": "Set-up of the invaders",
    "turn-and-action": _of_turn,
    "movement-heading": "{movement:begin}",
    "term-first-movement": "first movement",
    "term-second-movement": "second movement",
    "term-maneuvers": "maneuvers",
    "term-invasion": "invasion",
    "term-land-in": "land in",
    "term-scout": "scout",
    "term-ones": "ones",
    "term-retreat-results": "retreat results",
    # -- chances and conditions
    "percent": "{number} percent",
    "percent-less": "less than 1 percent",
    "chance": "{percent} ({fraction})",
    "guard-only": "only with {wanted:and}",
    "guard-at-least": "at least {units:and}",
    "guard-odds": "odds of {ratio}",
    "guard-chance": "a chance of {chance}",
    "guard-lost": "not once {count:# own unit is|# own units are} destroyed",
    "guard-won": "not once {count:# battle is|# battles are} won",
    # -- orders of a sheet, in a few words
    "order-move": "{units} from {start} to {end}",
    "order-move-with": "{units} with {riders} from {start} to {end}",
    "order-fire": "at {unit} in {place}",
    "order-retreat": "retreat",
    "order-retreat-to": "{unit} to {place}",
    "order-battles": "battles {areas:and}",
    "order-draw": "an invader card",
    "order-no-card": "no card",
    "order-card-in": "{card} in {place}",
}
_TOLD: Final[Mapping[str, Sentence]] = {
    # -- who chose
    "by-answer": "{seat:of} answer",
    "by-order": "{seat:of} {number:nth} {topic} order",
    "by-standing": "{seat:of} standing order",
    "by-default": "by default",
    "where-to": "where to: {by}",
    "which-one": "which one: {by}",
    # -- what befell units
    "fate": "{fate:begin}.",
    "fate-chosen": "{fate:begin} ({by}).",
    "destroyed-combat": "{units} {count:is|are} destroyed",
    "destroyed-laser": "{units} {count:is|are} destroyed",
    "destroyed-card": "{units} {count:is|are} destroyed",
    "destroyed-no-retreat": (
        "{units} {count:has no way to retreat and is|have no way to retreat and are} destroyed"
    ),
    "destroyed-no-landing": "{units} cannot land and {count:is|are} destroyed",
    "destroyed-supply": (
        "{units} {count:is cut off from its|are cut off from their} invasion zones and destroyed"
    ),
    "out-of-action": "{units} {count:is|are} out of action this turn",
    "retreats-to": "{units} {count:retreats|retreat} to {place}",
    # -- battles
    "battle": "{place}: {attacker} against {defender}",
    "battle-continued": "{place}, continued: {attacker} against {defender}",
    "battle-forces": "{attackers:begin} against {defenders}.",
    "fires": "{side:begin} fires:",
    "fires-column": "{side:begin} fires in column {column}, hits from {least}:",
    "fires-with": "{side:begin} fires at a {traits:and} with combined arms:",
    "fires-without": "{side:begin} fires at a {traits:and} without combined arms:",
    "fires-with-column": (
        "{side:begin} fires at a {traits:and} with combined arms, in column {column}, "
        "hits from {least}:"
    ),
    "fires-without-column": (
        "{side:begin} fires at a {traits:and} without combined arms, in column {column}, "
        "hits from {least}:"
    ),
    "trait-city": "city",
    "trait-mountain": "mountain",
    "thrown-bomber": "{count:bomber|# bombers} d{die}",
    "thrown-helicopter": "{count:helicopter|# helicopters} d{die}",
    "thrown-hovertank": "{count:hovertank|# hovertanks} d{die}",
    "thrown-mobile-unit": "{count:mobile unit|# mobile units} d{die}",
    "thrown-infantry": "{count:infantry|# infantry} d{die}",
    "thrown-partisan": "{count:partisan|# partisans} d{die}",
    "die-hit": "hit",
    "die-miss": "miss",
    "die-retreat": "retreat",
    "die-disengage": "disengage",
    "die-combined": "combined arms hit",
    "die-combined-miss": "combined arms hit, a miss here",
    "column-1-die": "{result} (column 1)",
    "earlier-dice": "By dice of {side} told in an earlier report:",
    "battle-won": "{attacker:begin} has won, {place} is open. Still in action: {left}.",
    "battle-bombers-alone": (
        "No defender is left, but bombers alone open nothing: nobody enters {place}. "
        "Still in action: {left}."
    ),
    "battle-held": "{place} holds with {defenders}. Attackers still in action: {left}.",
    "no-attacker": "no attacker",
    "battle-waits": "The battle waits here for an answer or for dice.",
    "emptied-by-lasers": "The lasers leave no defender in {place}: it is open, unfought.",
    "emptied-by-card": "The card leaves no defender in {place}: it is open, unfought.",
    "not-fought": "{place}: nobody attacks, no battle is fought.",
    # -- attacks, and battles called off
    "attacks-by": "The order of the battles and their conditions: {by}.",
    "attack-on": "On {place}: {parts}.",
    "attack-over": "{units} over it",
    "attack-from": "{units} from {place}",
    "nobody": "nobody",
    "called-off": (
        "{place}: {why}. The battle is called off: {groups:and} {count:stays|stay} out."
    ),
    "called-off-but-bombers": (
        "{place}: {why}. The battle is for the bombers over it alone: "
        "{groups:and} {count:stays|stay} out."
    ),
    "called-off-and-fought": (
        "{place}: {why}. The battle is fought all the same: bombers over their target must fight."
    ),
    "unmet-chance": "the chance of winning is {found}, {wanted} is wanted",
    "unmet-ratio": "{found} against {against} are less than the {wanted} wanted",
    "unmet-lost": ("{count:# unit was|# units were} destroyed this turn, the limit is {wanted}"),
    "unmet-won": "{count:# battle was|# battles were} won this turn, the limit is {wanted}",
    "unmet-units": "{units} would attack, at least {wanted} must",
    # -- lasers
    "lasers-roll": "Each laser rolls a d{die}; {least} or more hit:",
    "laser-fires": "{place} fires at {target}",
    "laser-fires-chosen": "{place} fires at {target} ({by})",
    "laser-placed": "The USA places a laser in {place}.",
    "lasers-this-turn": "This turn lasers hit with {least} or more.",
    # -- cards
    "deck-renewed": "The deck is empty: the discards become the deck.",
    "card-drawn": "A card out of {count} in the order of their ids, d{die}",
    "bonus-card-drawn": "A bonus card out of {count} in the order of their ids, d{die}",
    "told": "{told:begin}.",
    "card-played": "The USA plays {card}.",
    "card-played-chosen": "The USA plays {card} ({by}).",
    "nothing-of-it": "Nothing of it can be done.",
    "airlifted": "{units:begin} {count:flies|fly} from {start} to {end}.",
    "deck-shuffled": "The {count:# card|# cards} of {side} are shuffled and sealed.",
    "draws-invader-card": "{side:begin} draws an invader card.",
    "plays-invader-card": "{side:begin} plays {card}.",
    "plays-invader-card-chosen": "{side:begin} plays {card} ({by}).",
    "told-of-stand-in": "{told:begin}. The card is a stand-in.",
    "spared": "{units:begin} in {place} stay.",
    "recovered": "{units:begin} come back into the reserve.",
    "card-cancelled": "{by}: {card} goes unplayed.",
    "foothold-lost": _foothold_lost,
    # -- units that come and move
    "sets-up": "{side:begin} sets up {count:# unit|# units}:",
    "brings": "{side:begin} brings {count:# unit|# units}:",
    "station": "{place} {units}",
    "stations": "{stations}.",
    "stations-of": "{region} - {stations}.",
    "declares": "{side:begin} declares {areas:and}.",
    "moved-move": "{units:begin} {count:moves|move} from {start} to {end}.",
    "moved-bomb": "{units:begin} {count:moves|move} from {start} to bomb {end}.",
    "moved-ride": "{units:begin} {count:rides along|ride along} from {start} to {end}.",
    "lands": "{units:begin} {count:moves|move} from {start} to {land} {end}.",
    "sent-on": "A bomber that had to leave {place} was sent on by default.",
    "no-room": "{units:begin} {count:stays|stay} in {start}: {end} has no more room.",
    # -- land
    "takes": "{side:begin} takes {areas:and}.",
    "retakes": "{side:begin} retakes {areas:and}.",
    "the-city": "the city of {place}",
    "taken-from": "{area} from {side}",
    "not-taken": "Not taken: {areas:and}.",
    "laser-destroyed": "{side:begin} destroys the laser in {place}.",
    # -- words on the match, and its end
    "concession-and-draw": "Concession and draw",
    "turn-conceded": "{side:begin} has conceded: its turn passes without orders.",
    "seats-concede": "{seats:begin} {count:concedes|concede}.",
    "seats-offer-draw": "{seats:begin} {count:offers|offer} a draw.",
    "seats-accept-draw": "{seats:begin} {count:accepts|accept} the draw.",
    "seats-lapse": "{seats:begin} no longer {count:offers or accepts|offer or accept} a draw.",
    "last-round": (
        "The invaders hold {count:# city|# cities}: each plays once more, in the last round."
    ),
    "over-won": "The match is over, won by {seats}: {why}.",
    "over-won-together": "The match is over, won by {seats} together: {why}.",
    "over-drawn": "The match is over: all seats left in it agreed to a draw.",
    "end-invaders-destroyed": "no invader has a unit left",
    "end-cities-taken": "the invaders hold enough cities",
    "end-turns-over": "the last turn is over, and the invaders hold too few cities",
    "end-last-round": "the last round is played",
    "end-conceded": "the other side has conceded",
    # -- orders
    "answers-not-used": "Answers not used",
    "orders-not-carried-out": "Orders not carried out",
    "answer-not-used": "{seat:of} answer to {label}, {order}: {why}.",
    "order-in-part": (
        "{seat:of} {number:nth} {topic} order, {order}, is carried out in part, with {done}."
    ),
    "order-not-carried-out": (
        "{seat:of} {number:nth} {topic} order, {order}, is not carried out: {why}."
    ),
}
_STANDING: Final[Mapping[str, Sentence]] = {
    # -- titles and the sum
    "title-start": "The start of a match of {game}",
    "title": "Turn {turn} of {side}",
    "title-continued": "Turn {turn} of {side}, continued",
    "title-words": "A word on the match, in turn {turn} of {side}",
    "options": "Options of this match: {options:list}.",
    "heading-of-side": "{side:begin}",
    "units-of-side": "{side:begin}: {count:# unit|# units}",
    "none-on-board": "{units:begin}: none of them is on the board.",
    "losses": "Losses: {losses}.",
    "losses-of": "{side} {units}",
    "no-losses": "Losses: none.",
    # -- how it stands
    "standing": "How the match stands",
    "has-points": "{side:begin} has {count:# point|# points}.",
    "have-conceded": "{seats:begin} {count:has|have} conceded.",
    "next-setup": _next_setup,
    "next-turn": "Turn {turn} of {side} is next.",
    "next-turn-last": "Turn {turn} of {side} is next; it is the last round.",
    "turn-goes-on": _goes_on,
    "no-city": "no city",
    "cities": "{count:# city|# cities}",
    "invaders-hold": "The invaders hold {cities}",
    "invaders-hold-named": "The invaders hold {cities} ({names:and})",
    "cities-needed": "{hold}; {count} were needed to win.",
    "cities-win": "{hold}; {count} win.",
    "cities-win-until": "{hold}; {count} win, or the USA does after turn {turn}.",
    "holdings": "{side:begin}: {parts:list}.",
    "on-the-board": "{count:# unit|# units} on the board",
    "to-come": "{count} to come",
    "lost-for-ever": "{count} lost for ever",
    "lasers-lost": "{count:# laser|# lasers} destroyed",
    "lasers-stand": "Lasers: {places}; {count} to come.",
    "in-hand": "In the hand of the USA: {card}.",
    "invader-hand": (
        "{side:begin}: {count:# invader card|# invader cards} in hand, {left} in the deck."
    ),
    "invader-hand-played": (
        "{side:begin}: {count:# invader card|# invader cards} in hand, {left} in the deck; "
        "played: {cards:and}."
    ),
    "hand-of": "In the hand of {side}: {card}.",
    "in-force": "In force: {card}.",
    # -- tables
    "changed": "What changed",
    "changed-note": "{count:# space|# spaces} changed. Changed hands: {taken}.",
    "column-space": "Space",
    "column-before": "Before",
    "column-after": "After",
    "column-on-map": "Units on the map",
    "column-come": "Come",
    "column-lost": "Lost",
    "column-left": "Left",
    "column-side": "Side",
    "column-units": "Units",
    "column-owner": "Controlled by",
    "losses-table": "Losses",
    "score-held": "Cities",
    "score-lost": "Units lost",
    "losses-note": "Kinds that are not named are as many as before.",
    "all-units": "All units on the map",
    "space-with-city": "{place}, city",
    "holds-there": "{side}: {units}",
    "no-units-there": "no units",
    "laser": "laser",
    # -- the headline
    "headline-won": "{seats} {count:wins|win} the match",
    "headline-drawn": "the match is drawn",
    "headline-falls": "{names:and} {count:falls|fall}",
    "headline-freed": "{names:and} {count:is|are} free again",
    "headline-holds": "{names:and} {count:holds|hold}",
    "headline-areas": "{side} takes {names:and}",
    "headline-lasers": "{count:# laser is|# lasers are} destroyed",
    "headline-loses": "{side} loses {count:# unit|# units}",
    "headline-sets-up": "{side} sets up {count:# unit|# units}",
    "headline-reinforces": "{side} brings {count:# unit|# units}",
    "headline-moves": "{side} moves {count:# unit|# units}",
    "headline-declares": "{side} declares {names:and}",
    "headline-shuffled": "the invader cards are dealt",
    # -- by place
    "place-taken": "{side} takes it",
    "place-holds": "holds against {side}",
    "place-laser": "its laser is destroyed",
    # -- on the map
    "arrow": "{side:begin}, {way}: {units}, {start} to {end}",
    "way-retreat": "retreat",
    "way-airlift": "airlift",
    "shot-hit": "Laser in {place} at {target}: hit",
    "shot-miss": "Laser in {place} at {target}: miss",
}
_MAP: Final[Mapping[str, Sentence]] = {
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
    "legend-retreat": "retreat",
    "legend-airlift": "airlift",
    "legend-riders": "with riders",
    "legend-won": "battle won",
    "legend-held": "area held",
    "legend-air-only": "won from the air",
    "legend-called-off": "not fought",
    "legend-goes-on": "battle goes on",
    "legend-losses": "losses",
    "legend-declared": "declared",
    "legend-taken": "newly taken",
    "legend-set-up": "set-up here",
    "legend-flight": "flight",
    "legend-none": "none",
    "legend-laser": "laser",
    "legend-mountain": "mountain",
    "legend-agricultural": "agricultural",
    "legend-mineral": "mineral",
    "legend-oil": "oil",
    "legend-bombing": "bombing",
    "legend-disengaged": "disengaged",
    "legend-cut-off": "cut off",
    "legend-nobody": "held by nobody",
    "legend-region-border": "region border",
    "legend-no-passage": "no passage",
    "legend-river": "river",
    "legend-lake": "lake",
    "legend-city": "city",
    "legend-control": "control",
    "legend-regions": "regions",
    "legend-units": "units",
    "legend-board": "board",
    "legend-this-turn": "this turn",
    "legend-reserves": "reserves",
    "legend-in-orders": "in orders",
    "legend-controlled-by": "controlled by",
    "legend-since-this-turn": "since this turn",
    "legend-sets-up": "sets up units here now",
    "legend-declared-by": "declared by",
    "legend-against": "against",
    "legend-and": "and",
    "legend-part": "part",
    "legend-of-parts": "of",
    "legend-lost": "destroyed for ever",
    "legend-shot-hit": "laser hits",
    "legend-shot-missed": "laser misses",
    "legend-supply": "way to a zone",
}
SENTENCES: Final[Mapping[str, Sentence]] = {
    **_NAMES,
    **_TOLD,
    **_STANDING,
    **CARD_SENTENCES,
    **PROJECTION_SENTENCES,
    **_MAP,
    **PEN_SENTENCES,
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
