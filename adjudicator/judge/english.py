"""What the judge's page says, in English."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["WORDS"]

WORDS: Mapping[str, str] = {
    "title": "The judge",
    "short": "Judge",
    "about": "Checks order sheets, audits logs and runs matches, in this page alone.",
    "language": "Language",
    "loading": "Loading the rules, all of it from this page …",
    "noscript": (
        "No script runs here, so the judge cannot work. On a phone, a preview of a mail or of a"
        " file runs none: open this page in a browser from a web address, or on a computer. "
        "Without it you can still mail your sheet: the referee's program checks it."
    ),
    "unpacking": "1 of 3: unpacking Python …",
    "starting": "2 of 3: starting Python …",
    "reading": "3 of 3: reading the rules of all games …",
    "ready": "Ready.",
    "failed": "It cannot start here: {why}. Try a newer browser.",
    "working": "Working: {what} …",
    "drop": "Drop here what you have",
    "drop-what": (
        "A report, a saved mail (.eml), a letter (.zip), a state.json, a log, an order sheet, "
        "an offer, or a whole match (.zip)."
    ),
    "choose": "Choose files",
    "paste": "Paste",
    "paste-what": "A line that begins with sheet: or state:, or the text of a file",
    "take": "Take it",
    "desk": "What is here",
    "waits": "{name} is read as soon as Python runs.",
    "taken": "Taken: {what}.",
    "remove": "Remove {what}",
    "save": "Save {what}",
    "open": "Show {what}",
    "saved": "Saved: {what}.",
    "keys": "Your keys",
    "keys-what": (
        "They make your pledges, and remember which sheets you sent and which locks you "
        "answered. Whoever has them can play for you. Save them: unpacked beside a state.json, "
        "the command line uses the same files, and this page takes the file back."
    ),
    "keys-save": "Save all keys as one file",
    "keys-keep": "Keep them in this browser",
    "keys-lost": "This browser keeps nothing of this page: save your keys.",
    "keys-new": "A new key was made: save it now, and show it to nobody.",
    "line": "The command line",
    "line-what": "Every command of adjudicator runs here, on the files that are here. Try: help",
    "run": "Run",
    "help": "Help",
    "help-1": (
        "Drop the report of your match and your sheet: the rules judge it at once, as the "
        "referee's program will. Nothing is rolled, and nothing is sent."
    ),
    "help-2": (
        "iPhone and iPad run no script in files opened from Mail or Files. Put the page on any "
        "web space (adjudicator judge --site FOLDER writes all that it needs), open it there "
        "once, and add it to the home screen: then it works without a network."
    ),
    "help-3": (
        "An address that ends in judge.html#s=… brings a position along. What stands behind the"
        " # is never sent to a server."
    ),
    "help-4": (
        "Tried in Chromium, Firefox and WebKit (Linux). Not tried: Safari itself, and phones."
    ),
    "private": (
        "No connection is possible from this page: its policy forbids all. What you drop stays "
        "on this device."
    ),
    "version": "adjudicator {version}",
    "for": "opening {n}",
    "of": "of {seat}",
    "due": "due: {seats}",
    "kind-match": "match",
    "kind-offered": "offered match",
    "kind-log": "log",
    "kind-view": "position",
    "kind-orders": "sheet",
    "kind-offer": "offer",
    "kind-join": "join",
    "kind-seat": "join",
    "kind-pledge": "pledge",
    "kind-secret": "key",
    "kind-seen": "memory of a key",
    "kind-report": "report",
    "kind-map": "picture",
    "kind-file": "file",
    "act-check": "Check it",
    "act-check-by": "Check it by {about}",
    "act-odds": "Odds",
    "act-odds-by": "Odds by {about}",
    "act-make": "Make a sheet: {about}",
    "act-status": "How it stands",
    "act-map": "Map",
    "act-report": "Report",
    "act-verify": "Audit",
    "act-luck": "Luck",
    "act-adjudicate": "Adjudicate",
    "act-adjudicate-with": "Adjudicate with {about}",
    "act-join": "Join as {about}",
    "act-pledge": "Answer the lock as {about}",
    "code-0": "Done",
    "code-0-check": "Good",
    "code-0-verify": "Sound",
    "code-1": "No",
    "code-1-check": "It would be refused",
    "code-1-verify": "Refuted",
    "code-1-adjudicate": "Nothing was adjudicated",
    "code-2": "Not understood",
    "code-3": "Something is still due",
    "code-3-verify": "Not proven",
    "code-4": "It cannot be used",
    "code-70": "A fault of the program",
    "code-75": "Try again",
    "refused": "Not taken",
    "took": "{seconds} s",
    "close": "Close",
    "nothing-printed": "(nothing was printed)",
    "judged": "The rules say",
    "foretold": "What it does, and what will come of it",
    "no-pen": (
        "No sheet can be made here: nothing is due, or only the seat's own position tells what is."
    ),
    "judging": "The rules are asked …",
}
"""By key, a sentence; `{...}` stands for a value."""
