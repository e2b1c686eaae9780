"""What the judge's page says, in German."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["WORDS"]

WORDS: Mapping[str, str] = {
    "title": "Das Schiedsgericht",
    "short": "Schiedsgericht",
    "about": (
        "Prüft Befehlsbögen, prüft Protokolle nach und leitet Partien, allein in dieser Seite."
    ),
    "language": "Sprache",
    "loading": "Die Regeln werden geladen, alles aus dieser Seite …",
    "noscript": (
        "Hier läuft kein Skript, also kann die Seite nicht arbeiten. Auf einem Telefon führt "
        "die Vorschau einer Mail oder Datei keines aus: Öffne diese Seite in einem Browser von "
        "einer Webadresse, oder auf einem Rechner. Deinen Bogen kannst du auch so schicken: das"
        " Programm der Spielleitung prüft ihn."
    ),
    "unpacking": "1 von 3: Python wird ausgepackt …",
    "starting": "2 von 3: Python startet …",
    "reading": "3 von 3: die Regeln aller Spiele werden gelesen …",
    "ready": "Bereit.",
    "failed": "Hier kann sie nicht starten: {why}. Versuche einen neueren Browser.",
    "working": "In Arbeit: {what} …",
    "drop": "Lege hier ab, was du hast",
    "drop-what": (
        "Einen Bericht, eine gespeicherte Mail (.eml), einen Brief (.zip), eine state.json, ein"
        " Protokoll, einen Befehlsbogen, ein Angebot oder eine ganze Partie (.zip)."
    ),
    "choose": "Dateien wählen",
    "paste": "Einfügen",
    "paste-what": "Eine Zeile, die mit sheet: oder state: beginnt, oder der Text einer Datei",
    "take": "Annehmen",
    "desk": "Was hier liegt",
    "waits": "{name} wird gelesen, sobald Python läuft.",
    "taken": "Angenommen: {what}.",
    "remove": "{what} wegnehmen",
    "save": "{what} speichern",
    "open": "{what} zeigen",
    "saved": "Gespeichert: {what}.",
    "keys": "Deine Schlüssel",
    "keys-what": (
        "Sie machen deine Zusagen und merken sich, welche Bögen du geschickt und welche Sperren"
        " du beantwortet hast. Wer sie hat, kann für dich spielen. Speichere sie: neben einer "
        "state.json ausgepackt, nimmt die Kommandozeile dieselben Dateien, und diese Seite "
        "nimmt die Datei zurück."
    ),
    "keys-save": "Alle Schlüssel als eine Datei speichern",
    "keys-keep": "In diesem Browser behalten",
    "keys-lost": "Dieser Browser behält nichts von dieser Seite: speichere deine Schlüssel.",
    "keys-new": "Ein neuer Schlüssel ist da: speichere ihn jetzt, und zeige ihn niemandem.",
    "line": "Die Kommandozeile",
    "line-what": (
        "Jeder Befehl von adjudicator läuft hier, mit den Dateien, die hier liegen. Versuche: help"
    ),
    "run": "Ausführen",
    "help": "Hilfe",
    "help-1": (
        "Lege den Bericht deiner Partie und deinen Bogen ab: die Regeln beurteilen ihn sofort, "
        "wie das Programm der Spielleitung. Es wird nicht gewürfelt und nichts verschickt."
    ),
    "help-2": (
        "iPhone und iPad führen in Dateien aus Mail oder Dateien kein Skript aus. Lege die "
        "Seite auf irgendeinen Webplatz (adjudicator judge --site ORDNER schreibt alles dazu), "
        "öffne sie dort einmal, und lege sie auf den Startbildschirm: dann geht sie ohne Netz."
    ),
    "help-3": (
        "Eine Adresse, die auf judge.html#s=… endet, bringt eine Stellung mit. Was hinter dem #"
        " steht, geht nie an einen Server."
    ),
    "help-4": (
        "In Chromium, Firefox und WebKit (Linux) erprobt. Nicht erprobt: Safari selbst und "
        "Telefone."
    ),
    "private": (
        "Von dieser Seite führt keine Verbindung weg: ihre Richtlinie verbietet alle. Was du "
        "ablegst, bleibt auf diesem Gerät."
    ),
    "version": "adjudicator {version}",
    "for": "Öffnung {n}",
    "of": "von {seat}",
    "due": "fällig: {seats}",
    "kind-match": "Partie",
    "kind-offered": "angebotene Partie",
    "kind-log": "Protokoll",
    "kind-view": "Stellung",
    "kind-orders": "Bogen",
    "kind-offer": "Angebot",
    "kind-join": "Beitritt",
    "kind-seat": "Beitritt",
    "kind-pledge": "Zusage",
    "kind-secret": "Schlüssel",
    "kind-seen": "Gedächtnis eines Schlüssels",
    "kind-report": "Bericht",
    "kind-map": "Bild",
    "kind-file": "Datei",
    "act-check": "Prüfen",
    "act-check-by": "Prüfen an {about}",
    "act-odds": "Aussichten",
    "act-odds-by": "Aussichten an {about}",
    "act-make": "Bogen machen: {about}",
    "act-status": "Wie es steht",
    "act-map": "Karte",
    "act-report": "Bericht",
    "act-verify": "Nachprüfen",
    "act-luck": "Glück",
    "act-adjudicate": "Auswerten",
    "act-adjudicate-with": "Auswerten mit {about}",
    "act-join": "Beitreten als {about}",
    "act-pledge": "Die Sperre beantworten als {about}",
    "code-0": "Fertig",
    "code-0-check": "Gut",
    "code-0-verify": "Stimmt",
    "code-1": "Nein",
    "code-1-check": "Er würde abgelehnt",
    "code-1-verify": "Widerlegt",
    "code-1-adjudicate": "Nichts wurde ausgewertet",
    "code-2": "Nicht verstanden",
    "code-3": "Etwas ist noch fällig",
    "code-3-verify": "Nicht bewiesen",
    "code-4": "Nicht zu gebrauchen",
    "code-70": "Ein Fehler des Programms",
    "code-75": "Noch einmal versuchen",
    "refused": "Nicht angenommen",
    "took": "{seconds} s",
    "close": "Schließen",
    "nothing-printed": "(nichts wurde ausgegeben)",
    "judged": "Die Regeln sagen",
    "foretold": "Was er bewirkt, und was daraus wird",
    "no-pen": (
        "Hier kann kein Bogen gemacht werden: nichts ist fällig, oder nur die eigene Stellung "
        "der Seite sagt, was."
    ),
    "judging": "Die Regeln werden gefragt …",
}
"""By key, a sentence; `{...}` stands for a value."""
