"""The words of the page on which sheets are made, in English. The page fills in doubled braces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.narrate.language import Sentence

__all__ = ["PEN_SENTENCES"]

PEN_SENTENCES: Final[Mapping[str, Sentence]] = {
    # -- boxes and what comes out of them
    "pen-reserve": "Reserve",
    "pen-hand": "Cards",
    "pen-to-set-up": "To set up: {side}",
    "pen-set-up": "Set up your units",
    "pen-place": "Place reinforcements",
    "pen-place-of": "Place units of {side}",
    "pen-placed": "{{count}} {{kind}} in {{place}}",
    "pen-to-place": "{{x}} still to place",
    "pen-due": "{{x}} too few or too many",
    "pen-laser": "Place a laser",
    "pen-laser-in": "Laser in {{place}}",
    "pen-lasers-to-place": "{{x}} still to place: click a city of yours without one",
    "pen-draw": "Draw a card and bring {count} units",
    # -- cards
    "pen-cards": "Play cards",
    "pen-play": "Play",
    "pen-cards-to-play": "{{x}} of your cards are not played",
    "pen-card-to-place": "{title}: {{x}} still to place",
    "pen-card-puts": "{title}: {{places}}",
    "pen-card": "{deeds:and}",
    "pen-card-as-it-is": "play it",
    "pen-destroys": "destroys {units:and}",
    "pen-clears": "clears {areas:and}",
    "pen-puts": "puts {units:and}",
    "pen-carries": "carries all from {start} to {end}",
    "pen-wrong-card-order": "cards are played in the order in which they were drawn",
    "pen-wrong-card-spread": "the card spreads its units in another way",
    "pen-wrong-card-stand-in": "the reserve still has those for which others stand in",
    # -- battles
    "pen-declare": "Declare attacks",
    "pen-declare-against": "Declare against {side}",
    "pen-near": "{{place}}: nobody of yours would be beside it. Move somebody there, or do not "
    "declare it",
    "pen-stack": "{{place}} would hold {{x}} units: {count} may stand there",
    "pen-attack": "Attack",
    "pen-attacks": "{{to}}: {{groups}}",
    "pen-attack-note": "Click what you declared, then who attacks it. Of what you leave out, all "
    "units beside it attack that no other attack names.",
    "pen-only-if": "Only if",
    "pen-only-if-nothing": "whatever is there",
    "pen-only-if-chance": "the chance is {{x}} or better",
    "pen-only-if-odds": "the odds are {{x}} or better",
    "pen-only-if-units": "{{x}} of yours are left for it",
    "pen-not-once": "Call it off once",
    "pen-not-once-nothing": "never",
    "pen-not-once-lost": "{{x}} of yours are lost",
    "pen-not-once-won": "{{x}} battles are won",
    "pen-battles": "Order of the battles",
    "pen-battles-said": "First {{areas}}",
    "pen-battles-note": "Without it they are fought as they stand above.",
    "pen-lasers": "Laser fire",
    "pen-lasers-note": "{count:One laser fires|# lasers fire}, each at another place.",
    "pen-fire": "Fire at",
    "pen-fires": "A {{kind}} in {{place}}",
    # -- movements
    "pen-move": "Move",
    "pen-moved": "{{count}} {{kind}}: {{from}} to {{to}}",
    "pen-with": "With",
    "pen-with-nobody": "nobody",
    "pen-invasion-note": "What goes where a battle is fought goes only if it is won.",
    "pen-wrong-lost": "{{place}} cannot be won: {{x}} hold it",
    "pen-wrong-few-attack": "{{place}} is held, and nobody attacks it",
    "pen-wrong-bombers-only": "{{place}} is attacked by bombers alone: nobody enters what they win",
    "pen-wrong-overflow": "{{place}} would hold {{x}} units at least, whatever the dice bring",
    # -- topics of whoever leads several invaders at the same time
    "pen-topic-reinforcements": "Place reinforcements",
    "pen-topic-declare": "Declare attacks",
    "pen-topic-maneuvers": "Movement before the battles",
    "pen-topic-attacks": "Attack",
    "pen-topic-battles": "Order of the battles",
    "pen-topic-invasion": "Movement after the battles",
}
