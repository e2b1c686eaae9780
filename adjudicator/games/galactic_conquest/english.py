"""The sentences of Galactic Conquest in English; a second language is a module of the same keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.games.galactic_conquest.english_sheet import SHEET_SENTENCES
from adjudicator.narrate.language import Sentence
from adjudicator.render.words import STARS

__all__ = ["SENTENCES"]


def _order_of_play(first: str, others: Sequence[str]) -> str:
    return f"{first} begins; then comes {', then '.join(others)}."


SENTENCES: Mapping[str, Sentence] = {
    # -- who, where, how many
    "neutral": "the neutral army",
    "neutral-short": "Neutral",
    "nobody": "nobody",
    "none": "none",
    "region": "{name} (+{bonus})",
    "region-places": "{region}: {names:list}",
    "troops": "{count:# troop|# troops}",
    "troops-on": "{troops} on {place}",
    "planets": "{count:# planet|# planets}",
    "cards": "{count:# card|# cards}",
    "card": "{card} ({kind})",
    "class-f": "fighter",
    "class-b": "bomber",
    "class-c": "capital ship",
    "set": "{cards:and}, {kind}",
    "set-mixed": "one of each class",
    "set-of-f": "{count:# fighter|# fighters}",
    "set-of-b": "{count:# bomber|# bombers}",
    "set-of-c": "{count:# capital ship|# capital ships}",
    # -- the headings of what happened; behind a colon as "inside"
    "heading-deal": "The deal",
    "heading-set-up": "The set-up",
    "heading-troops": "New troops",
    "heading-invasions": "Invasions",
    "heading-last-steps": "Fortification and card",
    "heading-end": "The end",
    "of-turn": "Turn {turn} of {seat}: {part}",
    "inside-deal": "the deal",
    "inside-set-up": "the set-up",
    "inside-troops": "new troops",
    "inside-invasions": "invasions",
    "inside-last-steps": "fortification and card",
    "inside-end": "the end",
    "orders-not-carried-out": "Orders not carried out as written",
    "answers-not-used": "Answers not used",
    "words": "Concession and draw",
    # -- the set-up
    "order-of-play-rolls": "{seat} rolls",
    "order-of-play-rolls-again": "{seat} rolls, again",
    "order-of-play": _order_of_play,
    "dealt": "{seat} gets {count:# planet|# planets} with {troops} each{more}.",
    "dealt-left": ", and has {troops} left to place",
    "dealt-places": "{places}.",
    "dealt-dice": "Dice by which {count:# planet|# planets} were dealt",
    "dealt-die": "{place} to {seat}, one of {left} left",
    "has-to-claim": "{seat} has {troops} to claim planets with.",
    # -- troops and cards that come
    "new-troops": "{seat} gets {troops}: {reasons:and}.",
    "troops-for-planets": "{count} for {planets:# planet|# planets}",
    "troops-for-region": "{count} for all of {region}",
    "set-traded": "{seat} turns in {cards}, for {troops}{by}.",
    "by-standing": ", by standing order",
    "by-default": ", by default",
    "pile-made": "The {count:# card|# cards} are shuffled into a new draw pile.",
    "pile-made-again": "The {count:# card|# cards} turned in are shuffled into a new draw pile.",
    "places": "{seat} places {troops:and}.",
    "claims": "{seat} claims {planets:and}.",
    "draws": "{seat} draws {count:a card|# cards}{shown}.",
    "cards-shown": ": {cards}",
    "draws-none": "{seat} has captured no planet and draws no card.",
    "none-left-to-draw": "No card is left for {seat} to draw.",
    # -- the page on which sheets are made; what stands in braces there, the page fills in
    "pen-troop": "troop",
    "pen-troops": "troops",
    "pen-new-troops": "New troops",
    "pen-hand": "Cards",
    "pen-set-up": "Set-up",
    "pen-claim": "Claim planets, the preferred one first",
    "pen-trade": "Turn in sets of cards",
    "pen-set": "{cards}: {count:# troop|# troops}",
    "pen-must-trade": "Turn in a set: {{x}} cards too many to keep",
    "pen-place": "Place new troops",
    "pen-placed": "{{count}} on {{place}}",
    "pen-to-place": "{{x}} still to place",
    "pen-invade": "Invade",
    "pen-invades": "{{from}} attacks {{to}}",
    "pen-until": "How long",
    "pen-until-captured": "until it is captured",
    "pen-until-own": "until {{x}} of yours are left",
    "pen-until-chance": "while the chance is {{x}} or better",
    "pen-until-once": "one battle",
    "pen-move": "Move in",
    "pen-move-all": "all but one",
    "pen-move-count": "{{x}} troops",
    "pen-move-least": "as few as must",
    "pen-dice": "Troops that fight at a time",
    "pen-dice-most": "as many as may",
    "pen-fortify": "Move troops at the end",
    "pen-fortifies": "{{from}} to {{to}}",
    "pen-how-many": "How many",
    "pen-count": "{{x}} troops",
    "pen-note-not-yours": "{{place}} cannot be yours by then",
    "pen-note-yours": "{{place}} is yours by then",
    "pen-note-few": "{{place}} has only 1 troop by then, and it stays",
    "pen-note-many": "{{x}} troops at most may leave {{place}}",
    "pen-note-no-path": "no path of planets of yours leads to {{place}} by then",
    "pen-note-chance": "chance: {{x}} of 100",
    # -- attacks
    "attack": "{seat} attacks {target} ({defender}, {there}) from {origin} ({here})",
    "attack-ended": "{what}. {ended}",
    "attack-fought": (
        "{what}: {count:# battle|# battles}; {seat} loses {lost}, {defender} {fell}. {ended}"
    ),
    "attack-goes-on": "It goes on.",
    "the-dice": "The dice",
    "battle": "Battle {number}, {here} against {there}, {seat}",
    "battle-defender": "{seat:begin}",
    "die-wins": "wins",
    "die-loses": "loses",
    "captured": "Captured: {count:# troop moves|# troops move} in.",
    "captured-otherwise": (
        "Captured: {count:# troop moves|# troops move} in ({wanted} ordered; {why})."
    ),
    "captured-all-fought": "all that fought must",
    "captured-one-stays": "one stays on {place}",
    "no-battle": "No battle: {why}.",
    "not-begun-one-battle": "no battle was ordered",
    "not-begun-own": "no more troops are there than were to stay",
    "not-begun-chance": "the chance to capture it is below the one ordered",
    "not-begun-too-few-troops": "too few troops are there to attack",
    "not-begun-conceded": "the seat has conceded",
    "troops-left": "{troops} left on {place}",
    "stopped-one-battle": "Stopped after one battle, as ordered.",
    "stopped-conceded": "Broken off: {seat} has conceded.",
    "stopped-with-own": "Stopped with {left}, as ordered.",
    "stopped-with-chance": (
        "Stopped with {left}: the chance to capture it fell below the one ordered."
    ),
    "stopped-with-too-few-troops": "Beaten off: {left}, too few to go on.",
    "stopped-with-called-off": "Called off with {left}.",
    "eliminated": "{loser} has no troops left and is eliminated by {seat}; {cards}.",
    "eliminated-cards": "its {count:# card passes|# cards pass} to {seat}{shown}",
    "eliminated-no-cards": "it had no cards",
    # -- the end of a turn
    "moves": "{seat} moves {troops} from {origin} to {to}{by}.",
    "moves-by": ", by {planets:and}",
    "withdrawn": (
        "{seat} withdraws: its planets are neutral with their troops, and its cards are out of "
        "play."
    ),
    # -- orders that were not carried out
    "order-trade": "{cards:and}",
    "order-invade": "{target} from {origin}",
    "order-fortify": "{troops} from {origin} to {to}",
    "order-dice": "with {dice}",
    "all-but-one": "all troops but one",
    "attack-skipped": "{seat:of} attack on {way}, ordered to follow, was skipped: {why}.",
    "placement-failed": "{seat:of} order to place {troops} did nothing: {why}.",
    "placement-no-troops": "no troops were left",
    "placement-planet-lost": "the planet went to another seat",
    "answer-not-used": "{seat:of} answer to {label}, {order}: {why}.",
    "order-done-in-part": (
        "{seat:of} {number:nth} {topic} order, {order}, is carried out in part, with {done}."
    ),
    "order-not-done": "{seat:of} {number:nth} {topic} order, {order}, is not carried out: {why}.",
    # -- titles
    "title-start": "The start of a match of Galactic Conquest",
    "title-word": "A word on the match",
    "title-word-in": "A word on the match, in turn {turn} of {seat}",
    "title-turn": "Turn {turn} of {seat}",
    "title-turn-continued": "Turn {turn} of {seat}, continued",
    # -- in sum
    "sum-captures": "{seat} captures {count:# planet|# planets}: {names:and}.",
    "sum-eliminates": "{seat} eliminates {loser}.",
    "sum-gained": "{seat} now holds all of {regions:and}.",
    "sum-lost": "{seat} no longer holds all of {regions:and}.",
    "sum-losses": "Losses: {losses:list}.",
    "sum-losses-of": "{seat} {troops}",
    "sum-no-battle": "No battle was fought.",
    # -- how the match stands
    "standing": "How the match stands",
    "over-won": "The match is over, won by {seat}: {why}.",
    "over-drawn": "The match is over: all seats left in it agreed to a draw.",
    "end-last-with-troops": "nobody else has troops",
    "end-conceded": "all others have conceded",
    "have-conceded": "{seats:and} {seats:has|have} conceded.",
    "next-deal": "Next is the deal: {what}. Every seat sends a sheet for it, with no orders.",
    "next-deal-cards": "cards are dealt",
    "next-deal-order": "the order of play is drawn by lot",
    "next-deal-planets": "the order of play is drawn by lot, and the planets are dealt",
    "next-claiming": (
        "Next is the set-up: all seats claim planets and place their first troops at the same time."
    ),
    "next-set-up": "Next is the set-up: all seats place their first troops at the same time.",
    "next-turn": "Turn {turn} of {seat} is next. {troops}",
    "next-turn-forced": (
        "Turn {turn} of {seat} is next. {troops} It holds {cards} cards and must turn in sets."
    ),
    "next-goes-on": "Turn {turn} of {seat} goes on.",
    "is-out": "{seat} is out of the match.",
    "seat-has": "{seat}: {figures:list}{whole}.",
    "seat-has-whole": "; it holds all of {regions:and}",
    "in-hand": "In hand: {cards}.",
    "neutral-has": "The neutral army: {figures:list}.",
    "cards-left": "Cards: {left} to draw, {turned} turned in.",
    "next-set": "The next set of cards brings {troops}.",
    "options": "Options of this match: {options:list}.",
    # -- tables
    "changed": "What changed",
    "changed-note": "{count:# planet|# planets} changed. Changed hands: {taken}.",
    "held": "{seat}: {troops}",
    "seats": "The seats",
    "seats-note": "Before and after, where it is not the same.",
    "all-planets": "All planets",
    "column-planet": "Planet",
    "column-before": "Before",
    "column-after": "After",
    "column-seat": "Seat",
    "column-planets": "Planets",
    "column-troops": "Troops",
    "column-cards": "Cards",
    "column-region": "Region",
    "column-held-by": "Held by",
    # -- the headline
    "headline-won": "{seat} wins the match",
    "headline-drawn": "the match is drawn",
    "headline-captures": "{seat} captures {names:and}",
    "headline-eliminated": "{seat} is eliminated",
    "headline-withdrawn": "{seat} withdraws",
    "headline-whole": "{seat} holds all of {names:and}",
    "headline-holds": "{names:and} {count:holds|hold}",
    "headline-dealt": "{count:# planet is|# planets are} dealt",
    "headline-first": "{seat} begins",
    "headline-set-up": "{seats:and} {seats:places|place} first troops",
    "headline-troops": "{seat} places {count:# new troop|# new troops}",
    "headline-moves": "{seat} moves {count:# troop|# troops} to {place}",
    "headline-quiet-turn": "{seat} attacks nobody",
    # -- by place
    "place-taken": "{seat} takes it from {loser}",
    "place-holds": "holds against {seat}",
    # -- the map
    "map-drawn": "A draw",
    "map-won": "Won by {seat}",
    "map-turn": "Turn {turn}: {seat} to play ({step})",
    "step-trade": "step 2, cards",
    "step-place": "step 3, placing",
    "step-invade": "step 4, invading",
    "step-fortify": "step 6, fortifying",
    "step-card": "step 7, the card",
    "map-deal": "Set-up: planets are dealt",
    "map-claiming": "Set-up: unclaimed planets are claimed",
    "map-set-up": "Set-up: each seat places troops on its own planets",
    "map-neutral": "Neutral army",
    "map-unclaimed": "Unclaimed",
    "map-title": "The star chart of {title}. {whose}.",
    "map-seat": "{seat}: {planets} planets, {troops} troops, {cards} cards.",
    "map-seat-holds": (
        "{seat}: {planets} planets, {troops} troops, {cards} cards, holds all of {regions:list}."
    ),
    "map-attack": (
        "{seat} attacks {target} from {origin}: {count:# battle|# battles}, {seat} loses {lost}, "
        "{defender} {fell}; {end}"
    ),
    "map-captured": "captured, {moved} moved in",
    "map-not-captured": "not captured",
    "map-moves": "{seat} moves {count} from {way}",
    **SHEET_SENTENCES,
    **{f"term-{term}": words for term, words in STARS.items()},
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
