"""What letters say, in German."""

from typing import Final

__all__ = ["DAY", "DAYS", "MONTHS", "SENTENCES"]

DAYS: Final = ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So")
MONTHS: Final = (
    "Jan.", "Feb.", "März", "April", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez.",
)  # fmt: skip
DAY: Final = "{day} {number}. {month}"

SENTENCES: Final = {
    "subject-sheet": "{turn}: dein Blatt",
    "subject-answer": "{turn}: deine Antwort",
    "subject-pledge": "Öffnung {n}: dein Pfand",
    "subject-none": "{turn}: von dir wird nichts erwartet",
    "subject-locked": "Öffnung {n} ist verschlossen: von dir wird nichts erwartet",
    "subject-end": "die Partie ist zu Ende",
    "subject-due": "{subject}, bis {due}",
    "subject-invitation": "du bist eingeladen, {seat} zu spielen",
    "wanted-sheet": "Von {seat} wird erwartet: das Befehlsblatt für {turn}.",
    "wanted-answer": (
        "Von {seat} wird erwartet: eine Antwort, in {turn}. Die Frage steht im Bericht."
    ),
    "wanted-pledge": (
        "Von {seat} wird erwartet: das Pfand, das öffnet, was verschlossen ist (Öffnung {n})."
    ),
    "nothing-wanted": "Von {seat} wird jetzt nichts erwartet.",
    "others-awaited": "Erwartet wird: {others}.",
    "players": "Es spielen: {players}.",
    "is-in": "Es ist schon da; ein späteres tritt an seine Stelle.",
    "as-is": "Es ist nichts darin zu entscheiden: schick es so, wie es unten steht.",
    "built-in": "Für {seat} befiehlt der eingebaute Spieler: es muss nichts geschickt werden.",
    "referee": "der Spielleiter",
    "by": "Bis: {due}.",
    "by-moved": "Die Frist hat sich verschoben; sie war {due}.",
    "over": "Die Partie ist zu Ende.",
    "link": "Öffne deine Stellung und mach dein Blatt",
    "link-look": "Öffne deine Stellung",
    "link-below": (
        "Der Link am Ende dieses Briefs öffnet deine Stellung auf einer Seite, auf der man ein "
        "Blatt durch Klicken macht. Er zeigt, was du weißt: gib ihn niemandem."
    ),
    "link-secret": "Der Link zeigt, was du weißt: gib ihn niemandem.",
    "link-heading": "Deine Stellung, als Link",
    "answer": "Antworten",
    "answer-how": (
        "Antworte auf diese Mail. Häng dein Blatt an, oder füg es über dem ein, was dein Programm "
        "zitiert. Das Blatt fängt so an; füll es aus:"
    ),
    "answer-by-page": (
        "Oder öffne report.html aus {archive}: dort macht man ein Blatt durch Klicken."
    ),
    "answer-by-state": (
        "Oder sag `adjudicator compose state.json`, mit dem aus {archive}, oder öffne es in "
        "judge.html: dort macht man ein Blatt durch Klicken."
    ),
    "answer-key": (
        "`adjudicator template state.json {seat}` fängt dein Blatt an: nur deine Schlüsseldatei "
        "gibt sein Pfand. Antworte auf diese Mail, mit dem Blatt als Anhang."
    ),
    "answer-pledge": (
        "Sieh in log.jsonl nach, ob dein Blatt so verschlossen ist, wie du es geschickt hast. Dann "
        "mach dein Pfand mit `adjudicator pledge log.jsonl {seat} --sheet SHEET` und antworte auf "
        "diese Mail, mit dem Pfand als Anhang."
    ),
    "passages": "Von anderen Spielern",
    "passages-note": "Ihre eigenen Worte, weitergegeben, wie sie kamen.",
    "to-all": "{seat}, an alle:",
    "to-you": "{seat}, an dich allein:",
    "attached": "Angehängt",
    "attached-archive": "{archive}: {files}.",
    "attached-new-lines": (
        "In log-new.jsonl steht nur, was seit deinem letzten Brief dazukam: häng es hinten an dein "
        "log.jsonl an. Das ganze Log kommt mit jeder fünften Öffnung, solange es kurz ist, und "
        "wenn du darum bittest."
    ),
    "map-alt": "Die Karte von {match}; was sie zeigt, steht auch im Bericht",
    "state-heading": "Deine Stellung, als Zeile",
    "state-note": (
        "Angehängt ist nichts. Diese Zeile enthält dein state.json: füg sie in judge.html ein, "
        "oder speichere sie als Datei und nenn die, wo ein Befehl ein state.json will."
    ),
    "end-thanks": "Danke fürs Mitspielen.",
    "foot": "Alle deine Partien hier",
    "end-verify": (
        "Jetzt lässt sich jeder Würfel prüfen: speichere log.jsonl und sag `adjudicator verify "
        "log.jsonl`, oder nimm verify_log.py, eine Datei, die nichts als Python braucht."
    ),
    "welcome": "Willkommen",
    "welcome-what": (
        "Du spielst {seat} in {match}, einer Partie {game}. Ein Programm leitet sie: du schickst "
        "ein Befehlsblatt, es wirft Würfel, die niemand wählen kann, und schickt, was geschah."
    ),
    "welcome-steps": "Drei Schritte zu einer Antwort:",
    "welcome-read": "Lies den Bericht unten und sieh dir die Karte an.",
    "welcome-make": (
        "Mach dein Blatt: durch Klicken auf der Seite ({page}), oder füll die Zeilen unter "
        '"{answer}" aus.'
    ),
    "welcome-send": (
        "Antworte auf diese Mail mit dem Blatt, angehängt oder eingefügt. Du erfährst, ob es "
        "angenommen ist, oder was daran falsch ist. Bis zur Frist tritt ein späteres an seine "
        "Stelle."
    ),
    "welcome-deadline": (
        "Eine Frist ist eine Minute. Wer bis dahin nichts geschickt hat, mit dem wird verfahren, "
        "wie es das Angebot der Partie sagt; alle erfahren es."
    ),
    "welcome-no-deadline": "Es gibt keine Frist: geöffnet wird, wenn alle Blätter da sind.",
    "welcome-ask": "Frag {ask}, was immer unklar ist.",
    "welcome-page-link": "hinter dem Link",
    "welcome-page-full": "report.html, im Archiv",
    "welcome-page-light": "judge.html, das state.json nimmt",
    "welcome-page-plain": "judge.html, das die Zeile am Ende nimmt",
    "sender": "den Absender dieser Mail",
    "invited": (
        "{match}: du bist eingeladen, {seat} zu spielen. Das Angebot liegt bei: die Regeln, die "
        "Plätze und wie die Würfel fallen. Nichts gilt, bevor alle beigetreten sind."
    ),
    "invited-join": (
        "Speichere die Anhänge in einem Ordner und sag `adjudicator join offer.json {seat}`. Das "
        "schreibt einen Beitritt: antworte auf diese Mail, mit ihm als Anhang; und eine "
        "Schlüsseldatei, wenn dein Platz Pfänder gibt: behalte sie, zeig sie niemandem."
    ),
    "invited-in": "Dein Beitritt ist da. Bis alle beigetreten sind, wird nichts von dir erwartet.",
    "invited-awaited": "Erwartet werden die Beitritte von: {others}.",
}
