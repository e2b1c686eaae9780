"""The sentences of Nine Fields in German."""

__all__ = ["SENTENCES"]

SENTENCES = {
    "west": "West",
    "east": "Ost",
    # -- what happened
    "title": "Nine Fields: Runde {turn}, {side} am Zug",
    "title-start": "Nine Fields: der Anfang",
    "happened": "Was geschah",
    "marched": "{side} marschiert mit {count} von {start} nach {to}.",
    "fell-back": "{side} weicht mit {count} von {start} nach {to} zurück.",
    "round": "{field}, Angriff von {side}",
    "loss": "eine Kompanie verloren",
    "no-loss": "kein Verlust",
    "mustered": "Eine neue Kompanie von {side} rückt ein.",
    # -- in a few words
    "won": "Sieg für {side}: {why}",
    "drawn": "Die Partie endet unentschieden: {why}",
    "takes": "{side} nimmt {names:and}",
    "holds": "{names:and} {count:hält|halten} stand",
    "falls-back-to": "{side} weicht nach {to} zurück",
    "marches-on": "{side} marschiert; kein Gefecht",
    "stays": "{side} bleibt stehen",
    "place-taken": "{side} nimmt es",
    "place-fought": "{side} greift an",
    "place-fell-back": "{side} weicht dorthin zurück",
    # -- how it stands
    "standing": "Stand der Partie",
    "to-play": "Runde {turn} von {turns}: {side} ist am Zug.",
    "over-won": "Die Partie ist zu Ende, Sieg für {side}: {why}.",
    "over-drawn": "Die Partie ist zu Ende, unentschieden: {why}.",
    "side-has": "{side} hat {count:# Kompanie|# Kompanien} und hält {fields:and}.",
    "end-city-taken": "die andere Stadt ist genommen",
    "end-more-fields": "mehr Felder gehalten",
    "end-as-many-fields": "beide Seiten halten gleich viele Felder",
    "end-draw": "beide Seiten haben sich auf Remis geeinigt",
    "end-conceded": "die andere Seite hat aufgegeben",
    # -- the question of the game, and what a sheet leads to
    "fall-back": (
        "{attack} greifen in {field} an, {left} verteidigen: zurückweichen nach {free:list}, oder "
        "stehen bleiben ({field})?"
    ),
    "chapter": "Kapitel {number}",
    "battles": "Bevorstehende Gefechte",
    "chance": (
        "{field}: {attack} gegen {defence}, Einnahme in {percent} von 100 Fällen, wenn sie stehen "
        "bleiben."
    ),
    # -- die Seite, auf der man Befehle macht; was dort in Klammern steht, setzt die Seite ein
    "pen-march": "Marschieren",
    "pen-marches": "{{count}} {{kind}}: von {{from}} nach {{to}}",
    "pen-company": "Kompanie",
    "pen-companies": "Kompanien",
    # -- the map
    "score-held": "Felder",
    "score-lost": "Verlorene Kompanien",
    "turn": "Runde",
    "term-first": "Marsch",
    "term-retreat": "Rückzug",
    "term-infantry": "Infanterie",
    "term-board": "Spielfeld",
    "term-city": "Stadt",
    "term-control": "Besitz",
    "term-nobody": "niemandes Feld",
    "term-this-turn": "diese Runde",
    "term-units": "Einheiten",
    "term-declared": "Angriff",
    "term-declared-by": "angegriffen von",
    "term-in-orders": "in Befehlen",
    "term-controlled-by": "gehalten von",
    "term-part": "Teil",
    "term-of-parts": "von",
    "arrow-marched": "{side} marschiert mit {count}",
    "arrow-fell-back": "{side} weicht mit {count} zurück",
    # -- why an order failed, by the code of the problem: English has the rules' own words
    "why-no-way-back": "dorthin führt kein Rückzug",
    "why-not-adjacent": "die Felder liegen nicht nebeneinander",
    "why-too-many": "so viele Kompanien können von dort nicht mehr marschieren",
    "why-unknown-area": "ein solches Feld gibt es nicht",
}
"""By key; each sentence takes the same values as the English one."""
