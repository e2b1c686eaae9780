"""The words of the page on which sheets are made, in German. The page fills in the braces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["WORDS"]

WORDS: Final[Mapping[str, str]] = {
    "make": "Befehle auf der Karte geben: {seat}",
    "title": "Befehle: {seat}",
    "close": "Schließen",
    "help": "Wie das geht",
    "help-text": (
        "Du befiehlst mit Klicks auf die Karte; die Liste zeigt deine Befehle in der "
        "Reihenfolge des Spiels.\n"
        "Gestricheltes Blau: hier zuerst klicken. Grün: dorthin geht es. Violett: schon "
        "befohlen. Eine Zahl im weißen Kasten: so viele stehen dort nach deinen Befehlen.\n"
        "„Fertig“ heißt, dass diese Seite keinen Fehler findet. Das letzte Wort hat das "
        "Programm der Spielleitung.\n"
        "Nichts verlässt diese Seite, bis du es selbst sendest. Dein Entwurf bleibt in diesem "
        "Browser.\n"
        "Ändere es, so oft du willst: Bis die Spielleitung auswertet, ersetzt ein neues Blatt "
        "das alte.\n"
        "iPhone und iPad: Dateien aus Mail oder Dateien führen kein Skript aus. Schick den "
        "Bericht an einen Computer oder öffne ihn von einer Webadresse.\n"
        "Versucht in Chromium. Nicht versucht: Safari, Bildschirmleser."
    ),
    "keys": (
        "Tab = zur Karte, zur Liste\n"
        "← ↑ → ↓ = zum Ort daneben\n"
        "n p = zum nächsten Ort, der sich anklicken lässt, zum vorigen\n"
        "a b c … = zu einem Ort mit seinem Namen; tippe die Nummer eines Felds\n"
        "Enter = klicken\n"
        ". = der letzte Befehl noch einmal, von hier\n"
        "Esc = loslassen\n"
        "Strg+Z = rückgängig; mit Umschalt wiederholen\n"
        "? = diese Hilfe"
    ),
    "begin-nothing": "Jetzt ist nichts zu befehlen. Schick dieses Blatt, wie es ist.",
    "begin-draft": (
        "{x} Befehle stehen hier schon als Vorschlag. Ändere sie, oder schick sie, wie sie sind."
    ),
    "begin-kept": "Dein Entwurf ist wieder da: {x} Befehle.",
    "hint-draw": "Klick, wer geht, dann, wohin.",
    "hint-gather": "Klick ein Ziel, dann jeden Stapel, der dorthin geht.",
    "hint-attack": "Klick einen Ort, der angegriffen wird.",
    "hint-point": "Klick jeden Ort, den du meinst.",
    "hint-count": "Jeder Klick auf einen Ort setzt dort eins mehr.",
    "hint-foes": "Klick einen Ort; noch ein Klick nimmt das nächste Ziel dort.",
    "hint-few": "Jetzt: {places}.",
    "hint-many": "{x} Orte haben eine gestrichelte blaue Linie.",
    "hint-done": "Das ist hier alles. Entferne einen Befehl, um einen anderen zu wählen.",
    "hint-none": "Hier ist jetzt nichts möglich.",
    "again-none": "Es gibt keinen Befehl zum Wiederholen.",
    "next": "Weiter: {what}",
    "next-send": "Weiter: senden",
    "larger": "Karte größer",
    "smaller": "Karte kleiner",
    "can-begin": "kann gewählt werden",
    "can-end": "kann erreicht werden",
    "is-from": "gewählt; noch ein Klick lässt es los",
    "picked": "Von {place}: Klick auf {ends}.",
    "picked-many": "Von {place}: Klick auf einen der {x} grünen Orte.",
    "picked-wide": "Von {place}: {x} Felder sind erreichbar, klick eines. Einige sind grün.",
    "picked-none": "Von {place} erreichen sie zusammen nichts: weniger auswählen.",
    "who": "Wer",
    "dropped": "Nichts ist gewählt.",
    "aimed": "{place}: Klick auf die, die dorthin gehen: {stacks}.",
    "gather-all": "Alle",
    "puts": "Jeder Klick setzt",
    "choose-first": "Wähle zuerst in der Liste, was geschehen soll.",
    "add": "Hinzufügen",
    "edit": "Ändern: {what}",
    "up": "Früher: {what}",
    "down": "Später: {what}",
    "remove": "Entfernen: {what}",
    "one-fewer": "Eins weniger: {what}",
    "one-more": "Eins mehr: {what}",
    "up-title": "Früher",
    "down-title": "Später",
    "edit-title": "Ändern",
    "remove-title": "Entfernen",
    "removed": "Entfernt: {what}",
    "fewer": "Weniger {what}",
    "more": "Mehr {what}",
    "empty": "nichts mehr",
    "not-now": "Jetzt nicht möglich: {what}",
    "nothing": "Jetzt ist nichts möglich.",
    "then": "Wenn es genommen wird:",
    "else": "Wenn es nicht genommen wird:",
    "as-written": "Diese Seite kann den Befehl nicht lesen; `adjudicator check` kann es.",
    "not-a-count": "Gib eine ganze Zahl ab 1.",
    "not-a-ratio": "Gib eine Chance wie 1/2.",
    "undo": "Rückgängig",
    "redo": "Wiederholen",
    "clear": "Alles entfernen",
    "by-form": "Anders: ein Formular ausfüllen",
    "form": "Befehl",
    "form-kind": "Welcher Befehl",
    "added": "Hinzugefügt.",
    "keep": "Übernehmen",
    "match": "Aufgeben oder Remis",
    "match-pick": "Sagen",
    "concede": "Ich gebe auf",
    "offer-draw": "Ich biete Remis an",
    "accept-draw": "Ich nehme das angebotene Remis an",
    "standing": "Dauerbefehle",
    "standing-stay": "Sie bleiben, wie sie sind:",
    "standing-new": "Diese ersetzen alle früheren:",
    "standing-change": "Ändern",
    "standing-leave": "Lassen, wie sie sind",
    "hold": "Frag mich noch einmal vor …",
    "hold-means": "Die Partie hält dort an und fragt dich; was hier befohlen ist, ist ein Entwurf.",
    "answer": "Antwort",
    "on-map": "Auf der Karte",
    "to-answer": "Das wartet auf deine Antwort.",
    "too-many-orders": "höchstens {x} dieser Befehle",
    "used-up": "{kind} ist schon verbraucht",
    "not-there": "Bei {place} nicht möglich",
    "named-twice": "{place} ist zweimal genannt",
    "too-many": "nur noch {x} sind da",
    "not-from-there": "Bei {place} kann nichts beginnen",
    "not-reached": "{place} ist nicht zu erreichen",
    "miscounted": "mit allen darunter sind es {x}: Sieh sie noch einmal an",
    "never-comes": "eine andere davor passt immer, wenn diese passt",
    "too-deep": "höchstens {x} dürfen ineinander stehen",
    "reply-begin": (
        "Worauf antwortest du? Klick an, was andere ziehen, dann wohin. Oder beginne mit einer "
        "eigenen Figur: Das antwortet auf alles."
    ),
    "reply-next": "Klick nun deine Antwort an: eine eigene Figur, dann wohin.",
    "reply-then": "{what}: Klick nun deine Antwort an.",
    "reply-behind": "Hinter: {what}.",
    "reply-stop": "Zurück zu den ersten Antworten",
    "reply-less": "Den letzten dieser Züge zurücknehmen",
    "reply-go-on": "Weiter hinter: {what}",
    "reply-under": "Und dann:",
    "no-way": "so führt kein offener Weg nach {place}",
    "no-room": "{place} nimmt nur noch {x} auf",
    "none-there": "in {place} steht das nicht: {kind}",
    "too-few-there": "{place} hat davon nur noch {x}: {kind}",
    "must-go": "alle dieser Art in {place} müssen mit: {kind}",
    "not-along": "das kann nicht mitfahren: {kind}",
    "ready": "Fertig zum Senden",
    "ready-empty": "Nichts befohlen. So kann es gesendet werden.",
    "bar-empty": "Noch nichts befohlen",
    "bar-ready": "Fertig: senden",
    "bar-not-ready": "Noch nicht fertig ({x})",
    "how-to-send": (
        "Schick es deiner Spielleitung. „Per Mail senden“ öffnet dein Mailprogramm. Oder "
        "kopiere es als eine Zeile und füge sie in irgendeine Mail ein. Oder speichere die "
        "Datei und häng sie an."
    ),
    "mailed": (
        "Dein Mailprogramm öffnet sich mit dem Blatt in einer Mail. Wenn nicht, kopiere es "
        "als eine Zeile."
    ),
    "mailed-paste": (
        "Dein Mailprogramm öffnet sich. Das Blatt ist kopiert: Füge es in die Mail ein."
    ),
    "not-ready": "Noch nicht fertig",
    "unjudged": "Fertig, soweit diese Seite es beurteilen kann",
    "download": "Datei speichern",
    "copy": "Als Text kopieren",
    "copy-line": "Als eine Zeile kopieren",
    "mail": "Per Mail senden",
    "saved": "Gespeichert als {name}. Schick es der Spielleitung.",
    "copied": "Kopiert. Füge es in eine Mail an die Spielleitung ein.",
    "copy-by-hand": "Kopiere den markierten Text von Hand.",
    "subject": "{match}, Öffnung {n}: Befehlsblatt für {seat}",
    "paste-here": "Füge dein Befehlsblatt hier ein: Es ist kopiert.",
    "json": "Das Befehlsblatt als Text; füge ein anderes darüber ein",
    "read": "Diesen Text lesen",
    "was-read": "Gelesen.",
    "too-long": "die Zeile enthält mehr als ein Blatt haben kann",
    "not-read": "Nicht gelesen: {why}",
    "other-seat": "es ist ein Blatt für {seat}",
    "no-orders": "es hat keine Befehle nach Themen",
}
