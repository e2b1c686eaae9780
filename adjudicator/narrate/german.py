"""German: the sentences that reports, letters and pages of all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.narrate.language import Grammar, Language, Sentence

__all__ = ["GERMAN"]


def _nth(number: int) -> str:
    return f"{number}."


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith(("s", "ß", "x", "z")) else f"{name}s"


_GRAMMAR: Final = Grammar("und", "oder", "nichts", _nth, _possessive)


def _annulled(n: int, to: int, reason: str) -> str:
    return (
        f"Öffnung {n} ist annulliert: Die Partie wurde auf {_place(to)} zurückgesetzt. "
        f"Grund: {reason}"
    )


def _rewound(numbers: Sequence[int], to: int, reason: str) -> str:
    if len(numbers) > 2 and len(numbers) == numbers[-1] - numbers[0] + 1:
        told = f"{numbers[0]} bis {numbers[-1]}"
    else:
        told = _GRAMMAR.listed([str(n) for n in numbers], "und")
    ending, verb = ("en", "sind") if len(numbers) > 1 else ("", "ist")
    after = f"nach Öffnung {to}" if to else "am Anfang"
    return (
        f"Öffnung{ending} {told} {verb} annulliert; die Partie geht {after} weiter. Grund: {reason}"
    )


def _place(to: int) -> str:
    return f"Öffnung {to}" if to else "den Anfang"


_SHARED: Final[Mapping[str, Sentence]] = {
    # -- what the core itself records
    "conceded": "{seat} gibt auf.",
    "draw-offered": "{seat} bietet Remis an.",
    "draw-accepted": "{seat} nimmt das Remis an.",
    "draw-offer-lapsed": "{seat} hält das Angebot oder die Annahme eines Remis nicht aufrecht.",
    "order-failed": "{seat}, {number:nth} Befehl unter {topic}: nicht ausgeführt, denn {why}.",
    "order-cut": "{seat}, {number:nth} Befehl unter {topic}: zum Teil ausgeführt.",
    "answer-unused": "{seat}, Antwort auf {label}: {why}.",
    "why-no-draw-offer": "kein anderer Sitz bietet Remis an",
    "why-not-asked-for": "danach wurde nicht gefragt",
    "why-turn-never-came": "der Zug, für den er galt, kam nicht",
    "why-unused": "sie wurde nicht gebraucht oder war nicht mehr erlaubt",
    # -- headings and first lines of every report
    "headline-quiet": "Nichts wechselt den Besitzer",
    "headline-more": "{count} weitere",
    # -- what is awaited
    "next": "Wie es weitergeht",
    "next-nothing": "Nichts steht mehr aus: Die Partie ist zu Ende.",
    "next-roll": "Zu würfeln ist {what}; das Ergebnis gehört unter diesen Namen:",
    "next-sheet": "Von {seat}: das Befehlsblatt für {turn}. Seine Themen: {topics:list}.",
    "next-sheet-empty": "Von {seat}: das Befehlsblatt für {turn}. Es enthält keine Befehle.",
    "next-unread": "{seat} erhält eine Frage, die nur {seat} lesen darf.",
    "next-orders": "Befehle von {seat} unter {topic}: {question}",
    "next-question": "Frage an {seat}: {question}",
    "question-of-a-rule": "{question} ({rule})",
    "answers-many": (
        "Es gibt {count} erlaubte Antworten; alle stehen in state.json. "
        'Die Antwort gehört im Blatt unter "answers" unter diesen Namen, zum Beispiel:'
    ),
    "answers": 'Die Antwort gehört im Blatt unter "answers" unter diesen Namen, eine von diesen:',
    "header-of-a-chain": (
        "`adjudicator template` beginnt ein Blatt für diese Öffnung, mit dem Pfand von "
        "{seats:list} aus der Schlüsseldatei."
    ),
    "header": (
        "Ein Blatt für diese Öffnung beginnt mit diesen Zeilen (`adjudicator template` schreibt "
        "sie, dazu eine Blende und die Themen)."
    ),
    "header-of-many": (
        "Ein Blatt für diese Öffnung beginnt mit diesen Zeilen (`adjudicator template` schreibt "
        'sie, dazu eine Blende und die Themen). Als "player" ist der Sitz einzusetzen: '
        "{seats:list}."
    ),
    "draw-offer": (
        "{seats:list} {seats:bietet|bieten} Remis an. Noch fehlt {others:list}: Ein Blatt nimmt "
        'mit {{"order": "accept-draw"}} unter "match" an.'
    ),
    # -- since when
    "since": "Seit Öffnung {n}",
    "since-start": "Seit dem Anfang",
    "since-seat": "Seit Öffnung {n}, der letzten mit einem Blatt von {seat}",
    "since-nothing": "Seitdem ist nichts geschehen.",
    "since-place": "{place}: {what}.",
    "since-opening": "Öffnung {n}: {what}.",
    "since-more": "Dazu {count:# weiterer Ort|# weitere Orte}: `report --n` zeigt alles.",
    "since-more-openings": "Dazu {count:# frühere Öffnung|# frühere Öffnungen}.",
    "standing-none": "Keine Dauerbefehle von {seat} sind in Kraft.",
    "standing-orders": "Dauerbefehle von {seat} in Kraft:",
    # -- amendments by the referee
    "annulled": _annulled,
    "rewound": _rewound,
    "corrected": ("In Öffnung {n} hat die Spielleitung {places:list} berichtigt. Grund: {reason}"),
    "corrected-now": "Die Spielleitung hat die Stellung berichtigt: {reason}",
    "corrections": "Berichtigungen der Spielleitung",
    "correction": "Berichtigung der Spielleitung",
    "correction-reason": "Grund: {reason}",
    "correction-changes": (
        "Kein Blatt wurde ausgeführt und kein Würfel geworfen. Geändert in der Stellung:"
    ),
    "correction-stale": (
        "Blätter, die vorher abgeschickt wurden, gelten nicht mehr: Sie sind mit dem Kopf unten "
        "neu einzusenden."
    ),
    "taken-back": "Zurückgenommen",
    "taken-back-counts": (
        "Was darin geschah, zählt nicht mehr, bleibt aber im Protokoll. Seine Nummer wird nicht "
        "wieder verwendet: Die nächste Öffnung ist {n} und hat eigene Würfel."
    ),
    "taken-back-stale": (
        "Blätter, die vorher abgeschickt wurden, gelten nicht mehr: Sie sind mit dem Kopf unten "
        "neu einzusenden, unverändert oder mit anderen Befehlen."
    ),
    # -- where the program fails to tell something
    "plain-title": "{game}: Öffnung {n}",
    "plain-title-start": "{game}: der Anfang",
    "plain-summary": (
        "Dies ist nicht der übliche Bericht. Er konnte nicht geschrieben werden: ein Fehler des "
        "Programms, nicht der Partie; sie geht weiter."
    ),
    "plain-standings": (
        "Der Stand der Partie fehlt hier. Er konnte nicht beschrieben werden: ein Fehler des "
        "Programms, nicht der Partie; sie geht weiter."
    ),
    "plain-map": "Von Öffnung {n} gibt es keine Karte",
    "plain-map-start": "Vom Anfang gibt es keine Karte",
    "plain-map-fault": "Sie konnte nicht gezeichnet werden: ein Fehler des Programms, nicht der",
    "plain-map-goes-on": "Partie; sie geht weiter. Bericht und state.json zeigen den Stand.",
    "plain-events": "Ereignisse",
    "plain-none": "Keine.",
    # -- a state.json that came by mail
    "of-a-state": (
        "Nach einem zugesandten state.json: Es zeigt, wie die Partie steht, und nicht, was "
        "geschehen ist; das sagen der Bericht, der mit ihm kam, und das Protokoll."
    ),
    # -- letters
    "subject": "{match}: nach Öffnung {n}",
    "subject-start": "{match}: der Anfang",
    "locked-title": "{match}: Öffnung {n} ist verschlossen",
    "locked-summary": "Noch ist nichts beantwortet, und die Würfel der Öffnung gibt es noch nicht.",
    "locked": "Verschlossen",
    "locked-sheet": "{seat}: {sheet}",
    "locked-no-sheet": "{seat}: kein Blatt",
    "locked-look": (
        "Die Prüfsumme des eigenen Blattes muss hier und in der letzten Zeile des Protokolls "
        "stehen."
    ),
    "round-to-fix": "Die Runde ist noch festzulegen.",
    "round-comes": "Runde {n} der öffentlichen Zufallsquelle kommt um {at}.",
    "pledge-opens": "Das Pfand von {seat} öffnet, was verschlossen ist.",
    "locked-is-in": "{prompt} Es ist da.",
    "locked-pledge": "{seat} macht es so: {command}",
    # -- the clock
    "clock": "Die Uhr",
    "clock-wait": "Das Blatt von {seat} kam zu spät; es wurde darauf gewartet.",
    "clock-bank": (
        "Das Blatt von {seat} kam zu spät; dafür wurden Tage vom Zeitguthaben genommen, {days} "
        "sind übrig."
    ),
    "clock-default": (
        "Von {seat} kam rechtzeitig kein Blatt (zum {count}. Mal in Folge): Geschrieben wurde das "
        "Blatt, das dafür vorgesehen ist."
    ),
    "clock-built-in": (
        "Von {seat} kam rechtzeitig kein Blatt (zum {count}. Mal in Folge): Der eingebaute Spieler "
        "hat es geschrieben."
    ),
    # -- the page
    "map": "Die Karte",
    "map-before": "Die Karte davor",
    "map-whole": "Die ganze Karte",
    "part-before": "{part}, davor",
    "no-script": (
        "Hier ließen sich Befehle anklicken, aber es laufen keine Skripte: Manche Telefone führen "
        "in einer Datei aus einer Mail keine aus. Öffne sie im Browser eines Computers, oder lass "
        "`adjudicator template` ein Blatt zum Ausfüllen schreiben."
    ),
    "skip": "Die Karte überspringen",
    "contents": "Inhalt",
    "rolls": "Würfe",
    "rolls-how": (
        "Die Nummern in Klammern sind diese Würfe. Jeder lässt sich mit verify_log.py, dem "
        "Protokoll und --die LABEL nachprüfen."
    ),
    "rolls-run": "{first} bis {last}",
    "page-tells-more": (
        "Die Seite erzählt {count:eine weitere Zeile|# weitere Zeilen} (`report --html`)."
    ),
    "show-all": "Alle {count} zeigen",
    "files": "Dateien",
    "save-file": "{name} speichern",
    "file-facts": "{note} {size} Bytes, SHA-256",
}

GERMAN: Final = Language("de", "Deutsch", _GRAMMAR, _SHARED)
"""German, as far as all games share it."""
