"""English: the sentences that reports, letters and pages of all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.core.english import joined, nth, possessive
from adjudicator.narrate.language import Grammar, Language, Sentence

__all__ = ["ENGLISH"]


def _annulled(n: int, to: int, reason: str) -> str:
    return f"Opening {n} is annulled: the match was rewound to {_place(to)}. Reason: {reason}"


def _rewound(numbers: Sequence[int], to: int, reason: str) -> str:
    """Returns which openings were taken back; `numbers` are in order."""
    if len(numbers) > 2 and len(numbers) == numbers[-1] - numbers[0] + 1:
        told = f"s {numbers[0]} to {numbers[-1]}"
    else:
        told = f"{'s' if len(numbers) > 1 else ''} {joined([str(n) for n in numbers])}"
    verb = "are" if len(numbers) > 1 else "is"
    return f"Opening{told} {verb} annulled; the match goes on from {_place(to)}. Reason: {reason}"


def _place(to: int) -> str:
    return f"opening {to}" if to else "the start"


_SHARED: Final[Mapping[str, Sentence]] = {
    # -- what the core itself records
    "conceded": "{seat} concedes.",
    "draw-offered": "{seat} offers a draw.",
    "draw-accepted": "{seat} accepts the draw.",
    "draw-offer-lapsed": "{seat} no longer offers or accepts a draw.",
    "order-failed": "{seat:of} {number:nth} {topic} order is not carried out: {why}.",
    "order-cut": "{seat:of} {number:nth} {topic} order is carried out in part.",
    "answer-unused": "{seat:of} answer to {label} is not used: {why}.",
    # -- headings and first lines of every report
    "headline-quiet": "Nothing changes hands",
    "headline-more": "{count} more",
    # -- what is awaited
    "next": "Next",
    "next-nothing": "Nothing: the match is over.",
    "next-roll": "Roll {what} and give the result under this label:",
    "next-sheet": "From {seat}: the order sheet for {turn}. Its topics: {topics:list}.",
    "next-sheet-empty": "From {seat}: the order sheet for {turn}. It gives no orders.",
    "next-unread": "{seat} is asked something that {seat} alone may read.",
    "next-orders": "{seat} is asked for orders under {topic}: {question}",
    "next-question": "{seat} is asked: {question}",
    "question-of-a-rule": "{question} ({rule})",
    "answers-many": (
        "There are {count} legal answers; all are in state.json. "
        'Answer under "answers" by this label, such as:'
    ),
    "answers": 'Answer under "answers" by this label with one of these:',
    "header-of-a-chain": (
        "`adjudicator template` begins a sheet for this opening, with the pledge of {seats:list} "
        "out of the key file."
    ),
    "header": (
        "A sheet for this opening begins with these lines (`adjudicator template` writes them, "
        "with a blind and the topics)."
    ),
    "header-of-many": (
        "A sheet for this opening begins with these lines (`adjudicator template` writes them, "
        'with a blind and the topics). Put in the seat as "player": {seats:list}.'
    ),
    "draw-offer": (
        "{seats:list} {seats:offers|offer} a draw. It needs {others:list}: "
        'a sheet accepts it with {{"order": "accept-draw"}} under "match".'
    ),
    # -- since when
    "since": "Since opening {n}",
    "since-start": "Since the start",
    "since-seat": "Since opening {n}, the last one with a sheet of {seat}",
    "since-nothing": "Nothing has happened since.",
    "since-place": "{place}: {what}.",
    "since-opening": "Opening {n}: {what}.",
    "since-more": "And {count:# more place|# more places}: `report --n` tells it all.",
    "since-more-openings": "And {count:# earlier opening|# earlier openings}.",
    "standing-none": "No standing orders of {seat} are in force.",
    "standing-orders": "Standing orders of {seat} in force:",
    # -- amendments by the referee
    "annulled": _annulled,
    "rewound": _rewound,
    "corrected": "In opening {n} the referee corrected {places:list}. Reason: {reason}",
    "corrected-now": "The referee corrected the position: {reason}",
    "corrections": "Corrections by the referee",
    "correction": "Correction by the referee",
    "correction-reason": "Reason: {reason}",
    "correction-changes": (
        "No sheet was carried out and no dice were rolled. Changed in the state:"
    ),
    "correction-stale": (
        "Sheets that were sent before this are stale: send them again with the header below."
    ),
    "taken-back": "Taken back",
    "taken-back-counts": (
        "What happened in it no longer counts, but it stays in the log. Its number is not used "
        "again: the next opening is {n}, and has dice of its own."
    ),
    "taken-back-stale": (
        "Sheets that were sent before this are stale: send them again with the header below. "
        "They may be the same or others."
    ),
    # -- where the program fails to tell something
    "plain-title": "{game}: opening {n}",
    "plain-title-start": "{game}: the start",
    "plain-summary": (
        "This is not the usual report. It could not be written: a fault of the program, not of "
        "the match, which goes on."
    ),
    "plain-standings": (
        "How the match stands is not told here. It could not be told: a fault of the program, not "
        "of the match, which goes on."
    ),
    "plain-map": "There is no map of opening {n}",
    "plain-map-start": "There is no map of the start",
    "plain-map-fault": "It could not be drawn: a fault of the program, not of the match,",
    "plain-map-goes-on": "which goes on. The report and state.json say how it stands.",
    "plain-events": "Events",
    "plain-none": "None.",
    # -- a state.json that came by mail
    "of-a-state": (
        "Told from a mailed state.json, which shows how the match stands and not what happened: "
        "that stands in the report that came with it, and in the log."
    ),
    # -- letters
    "subject": "{match}: after opening {n}",
    "subject-start": "{match}: the start",
    "locked-title": "{match}: opening {n} is locked",
    "locked-summary": "Nothing is answered yet, and the dice of the opening do not exist.",
    "locked": "Locked",
    "locked-sheet": "{seat}: {sheet}",
    "locked-no-sheet": "{seat}: no sheet",
    "locked-look": (
        "Check that the hash of your sheet stands here, and in the last line of the log."
    ),
    "round-to-fix": "The round is to be fixed.",
    "round-comes": "Round {n} of the beacon comes at {at}.",
    "pledge-opens": "The pledge of {seat} opens what is locked.",
    "locked-is-in": "{prompt} It is in.",
    "locked-pledge": "{seat} makes it by: {command}",
    # -- the clock
    "clock": "The clock",
    "clock-wait": "{seat:of} sheet came late; it was waited for.",
    "clock-bank": "{seat:of} sheet came late; days of its bank paid for it: {days} are left.",
    "clock-default": (
        "{seat} sent no sheet in time ({count:# miss|# misses} in a row): the default "
        "sheet was written for it."
    ),
    "clock-built-in": (
        "{seat} sent no sheet in time ({count:# miss|# misses} in a row): the built-in player "
        "wrote its sheet."
    ),
    # -- the page
    "map": "The map",
    "map-before": "The map before",
    "map-whole": "The whole map",
    "part-before": "{part}, before",
    "no-script": (
        "You could click your orders together here, but no scripts run: some phones run none in "
        "a file from a mail. Open it in a browser on a computer, or let `adjudicator template` "
        "write a sheet to fill in."
    ),
    "skip": "Skip the map",
    "contents": "Contents",
    "rolls": "Rolls",
    "rolls-how": (
        "The numbers in brackets are these rolls. Anybody can check one with verify_log.py, the "
        "log and --die LABEL."
    ),
    "rolls-run": "{first} to {last}",
    "page-tells-more": "The page tells {count:# more line|# more lines} (`report --html`).",
    "show-all": "Show all {count}",
    "files": "Files",
    "save-file": "Save {name}",
    "file-facts": "{note} {size} bytes, SHA-256",
}

ENGLISH: Final = Language(
    "en", "English", Grammar("and", "or", "nothing", nth, possessive), _SHARED
)
"""English, as far as all games share it."""
