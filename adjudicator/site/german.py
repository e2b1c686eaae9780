"""Die Wörter der Seite für Zuschauer auf Deutsch."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["WORDS"]

WORDS: Mapping[str, str] = {
    "to-play": "Am Zug: {seats}",
    "over": "Die Partie ist zu Ende",
    "waits": "Jetzt ist niemand am Zug",
    "map": "Karte",
    "time": "Öffnungen",
    "report": "Bericht",
    "graphs": "Verlauf",
    "stand": "So steht es",
    "skip": "Zum Bericht",
    "first": "Erste Öffnung",
    "back": "Eine zurück",
    "play": "Abspielen",
    "pause": "Anhalten",
    "on": "Eine weiter",
    "last": "Letzte Öffnung",
    "fight-back": "Das Gefecht davor",
    "fight-on": "Das nächste Gefecht",
    "speed": "Tempo",
    "speed-1": "Sehr langsam",
    "speed-2": "Langsam",
    "speed-3": "Üblich",
    "speed-4": "Schnell",
    "speed-5": "Sehr schnell",
    "slider": "Öffnung",
    "larger": "Größer",
    "smaller": "Kleiner",
    "fit": "Ganz zeigen",
    "copy": "Link kopieren",
    "copied": "Der Link ist kopiert",
    "copy-by-hand": "Diesen Link kopieren",
    "save-map": "Karte sichern",
    "keys": "Tasten",
    "keys-step": "eine Öffnung zurück oder weiter",
    "keys-ends": "die erste und die letzte",
    "keys-fights": "das Gefecht davor, das nächste Gefecht",
    "keys-play": "abspielen oder anhalten",
    "keys-speed": "wie schnell es abläuft",
    "keys-zoom": "die Karte größer, kleiner, ganz",
    "side": "Seite",
    "luck": "Glück",
    "luck-what": "Um so viel besser als ehrliche Würfel, Wurf für Wurf, zusammengezählt.",
    "dice": "{count} Würfel fielen",
    "die": "1 Würfel fiel",
    "annulled": "Zurückgenommen: zählt nicht.",
    "turn": "Runde",
    "place": "{n} von {last}",
    "lost-so-far": "{what} bisher",
    "missing": (
        "Nicht hier: {numbers}. Was dort geschah, lässt sich wieder erzählen, wenn die Partie zu "
        "Ende ist und das Protokoll zeigt, was verdeckt war."
    ),
    "noscript": (
        "Ohne Skripte zeigt diese Seite die letzte Karte und alle Berichte; mit ihnen die Karte "
        "jeder Öffnung."
    ),
    "log": "Protokoll aller Würfel",
    "verify": "Nachprüfen",
    "feed": "Feed",
    "beside": ("Das Protokoll und die Seite, die es nachprüft, in jedem Browser, ohne Netz."),
    "made": "Gemacht mit adjudicator. Diese Seite fragt niemanden nach irgendetwas.",
}
"""Nach Schlüssel; was in Klammern steht, wird eingesetzt."""
