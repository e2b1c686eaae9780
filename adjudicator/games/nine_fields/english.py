"""The sentences of Nine Fields in English; a second language is a module with the same keys."""

__all__ = ["SENTENCES"]

SENTENCES = {
    "west": "West",
    "east": "East",
    # -- what happened
    "title": "Nine Fields: turn {turn} of {side}",
    "title-start": "Nine Fields: the start",
    "happened": "What happened",
    "marched": "{side} marches from {start} to {to} with {count}.",
    "fell-back": "{side} falls back from {start} to {to} with {count}.",
    "round": "{field}, {side} attacks",
    "loss": "a company lost",
    "no-loss": "no loss",
    "mustered": "A new company of {side} comes.",
    # -- in a few words
    "won": "{side} wins: {why}",
    "drawn": "The match is drawn: {why}",
    "takes": "{side} takes {names:and}",
    "holds": "{names:and} {count:holds|hold}",
    "falls-back-to": "{side} falls back to {to}",
    "marches-on": "{side} marches; nothing is fought over",
    "stays": "{side} stays where it is",
    "place-taken": "{side} takes it",
    "place-fought": "{side} attacks",
    "place-fell-back": "{side} falls back to it",
    # -- how it stands
    "standing": "How it stands",
    "to-play": "Turn {turn} of {turns}: {side} to play.",
    "over-won": "The match is over, won by {side}: {why}.",
    "over-drawn": "The match is over, a draw: {why}.",
    "side-has": "{side} has {count:# company|# companies} and holds {fields:and}.",
    "end-city-taken": "it holds the other city",
    "end-more-fields": "it holds more fields",
    "end-as-many-fields": "both sides hold as many fields",
    "end-draw": "both sides agreed to a draw",
    "end-conceded": "the other side has conceded",
    # -- the question of the game, and what a sheet leads to
    "fall-back": (
        "{attack} attack {left} of yours in {field}: fall back to {free:list}, or stand ({field})?"
    ),
    "chapter": "chapter {number}",
    "battles": "Battles to come",
    "chance": "{field}: {attack} against {defence}, {percent} of 100 to take it if they stand.",
    # -- the page on which sheets are made; what stands in braces there, the page fills in
    "pen-march": "March",
    "pen-marches": "{{count}} {{kind}}: {{from}} to {{to}}",
    "pen-company": "company",
    "pen-companies": "companies",
    # -- the map
    "score-held": "Fields",
    "score-lost": "Companies lost",
    "turn": "Turn",
    "term-first": "march",
    "term-retreat": "falling back",
    "term-infantry": "infantry",
    "term-board": "board",
    "term-city": "city",
    "term-control": "control",
    "term-nobody": "held by nobody",
    "term-this-turn": "this turn",
    "term-units": "units",
    "term-declared": "declared",
    "term-declared-by": "declared by",
    "term-in-orders": "in orders",
    "term-controlled-by": "controlled by",
    "term-part": "part",
    "term-of-parts": "of",
    "arrow-marched": "{side} marches with {count}",
    "arrow-fell-back": "{side} falls back with {count}",
}
"""By key; `adjudicator/narrate/language.py` tells how a template is written."""
