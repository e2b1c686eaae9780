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
        "Versucht in Chromium, Firefox und WebKit, dem Kern von Safari. Nicht versucht: Safari "
        "selbst, Telefone, Bildschirmleser. In Safari führen Wahl- und Tabtaste zu Knöpfen."
    ),
    "keyboard": (
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
    "begin-draft": "Befehle stehen hier schon ({x}). Ändere sie, oder schick sie, wie sie sind.",
    "begin-kept": "Dein Entwurf ist wieder da.",
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
    "picked-nobody": "Von {place}: hake an, wer geht.",
    "picked-none": "Von {place} erreichen sie zusammen nichts: weniger auswählen.",
    "who": "Wer",
    "who-all": "Alle",
    "who-none": "Niemand",
    "dropped": "Nichts ist gewählt.",
    "aimed": "{place}: Klick auf die, die dorthin gehen: {stacks}.",
    "gather-to": "Wer geht nach {place}:",
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
    "standing-unknown": (
        "Deine bleiben, wie sie sind; diese Seite ist für alle und kennt sie nicht. Die üblichen:"
    ),
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
    "how-to-chat": (
        "Schick es in den Chat mit deiner Spielleitung, und in keinen anderen: Andere läsen deine "
        "Befehle."
    ),
    "to-chat": "In einen Chat senden",
    "chat-next": "Wähl den Chat mit der Spielleitung: {name} liegt dort als Entwurf.",
    "chat-own": "Wähl einen Chat mit dir selbst: {name} liegt dort als Entwurf.",
    "not-sent": "Der Messenger hat es nicht genommen: {why}",
    "saved": "Gespeichert als {name}. Schick es der Spielleitung.",
    "copied": "Kopiert. Füge es in eine Mail an die Spielleitung ein.",
    "copy-by-hand": "Kopiere den markierten Text von Hand.",
    "subject": "{match}, Öffnung {n}: Befehlsblatt für {seat}",
    "paste-here": "Füge dein Befehlsblatt hier ein: Es ist kopiert.",
    "keys": "Schlüsseldatei",
    "keys-use": "Meine Schlüsseldatei verwenden",
    "keys-needed": (
        "{seat} hat eine eigene Kette: Das Blatt braucht ihr Pfand für Öffnung {n}, und nur die "
        "Schlüsseldatei gibt es her."
    ),
    "keys-follow": (
        "{seat} hat eine eigene Kette. In dieser Partie folgen Pfänder der Sperre, also trägt das "
        "Blatt keins. Ohne Schlüsseldatei ist seine Blende zufällig, und nichts merkt sich, was du "
        "schickst."
    ),
    "keys-trust": (
        "Wer eine Seite gemacht hat, kann lesen, was du ihr gibst. Am sichersten ist eine, die du "
        "selbst gemacht hast, mit `adjudicator compose`. Wähl auch die Datei .seen.jsonl neben "
        "deinem Schlüssel."
    ),
    "keys-paste": "Oder den Text der Schlüsseldatei einfügen",
    "keys-read": "Diesen Text verwenden",
    "keys-record": "Gedächtnis hinzufügen (.seen.jsonl)",
    "keys-used": (
        "Das Pfand für Öffnung {n} und die Blende sind gemacht. Die Seite hat den Schlüssel "
        "vergessen."
    ),
    "keys-used-blind": (
        "Die Blende für Öffnung {n} ist gemacht. Die Seite hat den Schlüssel vergessen."
    ),
    "keys-empty": "Noch ist nichts gemerkt: Was diese Seite verlässt, wird es.",
    "keys-kept": "Gemerkt: {x}. Es ist gespeichert.",
    "keys-unsaved": (
        "Gemerkt: {x}. Speichere es neben deiner Schlüsseldatei: Dieser Browser kann es vergessen."
    ),
    "keys-save": "Gemerktes speichern",
    "keys-saved": "Gespeichert als {name}. Heb es neben deiner Schlüsseldatei auf.",
    "keys-no-pledge": "Das Pfand fehlt: Verwende deine Schlüsseldatei.",
    "keys-again": (
        "Du hast schon eine Schlüsseldatei verwendet: Nimm sie wieder, sonst ist es ein anderes "
        "Blatt."
    ),
    "keys-go-on": "Trotzdem weiter",
    "keys-stop": "Nicht weiter",
    "keys-torn": "Die letzte Zeile des Gedächtnisses war abgerissen und bleibt weg.",
    "keys-no-key": "Das ist keine Schlüsseldatei.",
    "keys-of-referee": (
        "Das ist das Geheimnis der Spielleitung. Schließ die Datei: Sie gehört auf keine Seite."
    ),
    "keys-many": "Wähl nur eine Schlüsseldatei.",
    "keys-record-alone": "Das ist ein Gedächtnis: Wähl auch die Schlüsseldatei.",
    "keys-other-seat": "Das ist der Schlüssel von {who} in {match}.",
    "keys-other-match": "Dieser Schlüssel ist nicht für diese Partie. Er ist für {match}.",
    "keys-other-chain": "Das ist der Schlüssel einer anderen Kette, als der Sitz jetzt hat.",
    "keys-at-end": "Die Kette ist zu Ende: Sie hat {x} Glieder.",
    "keys-two-matches": (
        "Dieser Schlüssel, oder dieses Gedächtnis von {seat}, dient einer anderen Partie. Wenn "
        "beide eine sein sollen, wurden zwei gezeigt: Schick nichts, und schick beide an alle."
    ),
    "keys-other-mode": (
        "Eine andere Seite dieser Partie wollte Pfänder zu anderer Zeit. Schick nichts ab; schick "
        "beide Seiten an alle."
    ),
    "keys-record-damaged": "Das Gedächtnis ist in Zeile {line} beschädigt.",
    "keys-older-page": (
        "Diese Seite wartet auf Öffnung {n}, und du hast Öffnung {x} schon beantwortet. Nimm die "
        "neueste Seite. Ist dies die neueste, wurden zwei Protokolle gezeigt: Schick nichts, und "
        "schick beide an alle."
    ),
    "keys-other-line": (
        "Diese Seite antwortet auf eine andere Zeile als dein Blatt für Öffnung {n}. Wurden "
        "Öffnungen zurückgenommen oder ein Sitz ersetzt, weiß es `adjudicator check` mit dem "
        "Protokoll. Sonst wurden zwei Protokolle gezeigt: Schick nichts, und schick beide an alle. "
        "Vorher: {kept}. Jetzt: {shown}."
    ),
    "keys-nothing-came": (
        "Diese Seite endet, wo dein Blatt für Öffnung {x} begann, und nennt diese Öffnung "
        "vergangen. Zwei Protokolle wurden gezeigt: Schick nichts, und schick beide an alle."
    ),
    "keys-leap": (
        "Das Pfand für Öffnung {n} gibt {x} Glieder auf einmal her: Dein letztes war für Öffnung "
        "{last}. Nur weiter, wenn die Partie wirklich bei Öffnung {n} ist."
    ),
    "keys-second": (
        "Ein anderes Blatt für Öffnung {n} hat diese Seite verlassen, {hash}. Wenn du das "
        "geschickt hast, ist dieses ein weiterer Versuch für die Spielleitung."
    ),
    "keys-odd-page": "Der Kopf dieser Seite stimmt nicht. Lass dir den Bericht noch einmal geben.",
    "keys-odd-number": "Im Blatt steht eine Zahl, die kein Blatt haben darf: {x}",
    "json": "Das Befehlsblatt als Text; füge ein anderes darüber ein",
    "read": "Diesen Text lesen",
    "was-read": "Gelesen.",
    "too-long": "die Zeile enthält mehr als ein Blatt haben kann",
    "not-read": "Nicht gelesen: {why}",
    "other-seat": "es ist ein Blatt für {seat}",
    "no-orders": "es hat keine Befehle nach Themen",
}
