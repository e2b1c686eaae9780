"""What letters say, in English."""

from typing import Final

__all__ = ["DAY", "DAYS", "MONTHS", "SENTENCES"]

DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS: Final = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
DAY: Final = "{day} {number} {month}"

SENTENCES: Final = {
    # -- subjects
    "subject-sheet": "{turn}: your sheet",
    "subject-answer": "{turn}: your answer",
    "subject-pledge": "opening {n}: your pledge",
    "subject-none": "{turn}: nothing is asked of you",
    "subject-locked": "opening {n} is locked: nothing is asked of you",
    "subject-end": "the match is over",
    "subject-due": "{subject}, due {due}",
    "subject-invitation": "you are invited to play {seat}",
    # -- what is wanted
    "wanted-sheet": "Wanted from {seat}: the order sheet for {turn}.",
    "wanted-answer": "Wanted from {seat}: an answer, in {turn}. The question stands in the report.",
    "wanted-pledge": "Wanted from {seat}: the pledge that opens what is locked (opening {n}).",
    "nothing-wanted": "Nothing is asked of {seat} now.",
    "others-awaited": "Awaited: {others}.",
    "players": "Players: {players}.",
    "is-in": "It is in already; a later one takes its place.",
    "as-is": "There is nothing to decide in it: send it as it stands below.",
    "built-in": "The built-in player orders for {seat}: nothing need be sent.",
    "referee": "the referee",
    "by": "By: {due}.",
    "by-moved": "The deadline moved; it was {due}.",
    "over": "The match is over.",
    # -- the way to an answer
    "link": "Open your position and make your sheet",
    "link-look": "Open your position",
    "link-below": (
        "The link at the end of this letter opens your position on a page where a sheet is made "
        "by clicks. It shows what you know: give it to nobody."
    ),
    "link-secret": "The link shows what you know: give it to nobody.",
    "link-heading": "Your position, as a link",
    "answer": "To answer",
    "answer-how": (
        "Answer this mail. Attach your sheet, or paste it above what your program quotes. The "
        "sheet begins so; fill it in:"
    ),
    "answer-by-page": "Or open report.html out of {archive}: there a sheet is made by clicks.",
    "answer-by-state": (
        "Or say `adjudicator compose state.json`, with the one out of {archive}, or open it in "
        "judge.html: there a sheet is made by clicks."
    ),
    "answer-key": (
        "`adjudicator template state.json {seat}` begins your sheet: only your key file gives its "
        "pledge. Answer this mail with the sheet attached."
    ),
    "answer-pledge": (
        "See in log.jsonl whether your sheet is locked as you sent it. Then make your pledge by "
        "`adjudicator pledge log.jsonl {seat} --sheet SHEET` and answer this mail with it attached."
    ),
    # -- words of other players
    "passages": "From other players",
    "passages-note": "Their own words, passed on as they came.",
    "to-all": "{seat}, to all:",
    "to-you": "{seat}, to you alone:",
    # -- what goes with it
    "attached": "Attached",
    "attached-archive": "{archive}: {files}.",
    "attached-new-lines": (
        "log-new.jsonl holds only what came since your last letter: put it behind your log.jsonl. "
        "The whole log comes with every fifth opening while it is short, and when you ask for it."
    ),
    "map-alt": "The map of {match}; what it shows stands in the report too",
    "state-heading": "Your position, as a line",
    "state-note": (
        "Nothing is attached. This line holds your state.json: paste it into judge.html, or save "
        "it as a file and name that where a command wants a state.json."
    ),
    # -- the end
    "end-thanks": "Thank you for playing.",
    "foot": "All your matches here",
    "end-verify": (
        "Every die can be checked now: save log.jsonl and say `adjudicator verify log.jsonl`, or "
        "run verify_log.py, one file that needs nothing but Python."
    ),
    # -- the first letter
    "welcome": "Welcome",
    "welcome-what": (
        "You play {seat} in {match}, a match of {game}. A program adjudicates it: you mail an "
        "order sheet, it rolls dice that nobody can choose, and mails what happened."
    ),
    "welcome-steps": "Three steps to an answer:",
    "welcome-read": "Read the report below, and look at the map.",
    "welcome-make": (
        'Make your sheet: by clicks on the page {page}, or fill in the lines under "{answer}".'
    ),
    "welcome-send": (
        "Answer this mail with the sheet, attached or pasted. You are told whether it was "
        "accepted, or what is wrong with it. Until the deadline a later sheet takes its place."
    ),
    "welcome-deadline": (
        "A deadline is a minute. Who has sent nothing by then is dealt with as the offer of the "
        "match says; all are told."
    ),
    "welcome-no-deadline": "No deadline is set: the referee opens when all sheets are in.",
    "welcome-ask": "Ask {ask} whatever is unclear.",
    "welcome-page-link": "behind the link",
    "welcome-page-full": "report.html, in the archive",
    "welcome-page-light": "judge.html, which takes state.json",
    "welcome-page-plain": "judge.html, which takes the line at the end",
    "sender": "whoever sent this mail",
    # -- before a match begins
    "invited": (
        "{match}: you are invited to play {seat}. The offer is attached: the rules, the seats, "
        "and how the dice are made. Nothing is fixed before all have joined."
    ),
    "invited-join": (
        "Save the attached files in one folder and say `adjudicator join offer.json {seat}`. It "
        "writes a join: answer this mail with it attached; and a key file, if your seat pledges: "
        "keep that, show it to nobody."
    ),
    "invited-in": "Your join is in. Nothing more is asked of you until all have joined.",
    "invited-awaited": "Joins are awaited of: {others}.",
}
