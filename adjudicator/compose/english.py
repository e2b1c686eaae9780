"""The words of the page on which sheets are made, in English. The page fills in the braces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["WORDS"]

WORDS: Final[Mapping[str, str]] = {
    # -- the way in and out
    "make": "Give orders on the map: {seat}",
    "title": "Orders: {seat}",
    "close": "Close",
    "help": "How this works",
    "help-text": (
        "You order with clicks on the map; the list shows your orders in the order of play.\n"
        "Dashed blue: click here first. Green: it can go there. Purple: ordered already. A "
        "number in a white box: so many stand there after your orders.\n"
        "“Ready” means that this page finds no mistake. Your referee's program has the last "
        "word.\n"
        "Nothing leaves this page until you send it yourself. Your draft stays in this "
        "browser.\n"
        "Change your mind as often as you like: until the referee adjudicates, a new sheet "
        "replaces the old one.\n"
        "iPhone and iPad: files opened from Mail or Files run no script. Send the report to a "
        "computer, or open it from a web address.\n"
        "Tried in Chromium, Firefox and WebKit, the engine of Safari. Not tried: Safari itself, "
        "phones, screen readers. In Safari, Option and Tab go to buttons."
    ),
    "keyboard": (
        "Tab = to the map, to the list\n"
        "← ↑ → ↓ = to the place beside\n"
        "n p = to the next place that can be clicked, to the one before\n"
        "a b c … = to a place by its name; type the number of a hex\n"
        "Enter = click\n"
        ". = the last order once more, from here\n"
        "Esc = let go\n"
        "Ctrl+Z = undo; with Shift, redo\n"
        "? = this help"
    ),
    "begin-nothing": "There is nothing to order now. Send this sheet as it is.",
    "begin-draft": "Orders stand here already ({x}). Change them, or send them as they are.",
    "begin-kept": "Your draft is here again.",
    "hint-draw": "Click who goes, then where to.",
    "hint-gather": "Click a target, then each stack that goes there.",
    "hint-attack": "Click a place to attack.",
    "hint-point": "Click each place that you mean.",
    "hint-count": "Each click on a place puts one more there.",
    "hint-foes": "Click a place; click again for the next target there.",
    "hint-few": "Now: {places}.",
    "hint-many": "{x} places have a dashed blue line.",
    "hint-done": "That is all here. Remove an order to choose another.",
    "hint-none": "Nothing can be done here now.",
    "again-none": "There is no order to give once more.",
    "next": "Next: {what}",
    "next-send": "Next: send it",
    # -- the map
    "larger": "Larger map",
    "smaller": "Smaller map",
    "can-begin": "can be chosen",
    "can-end": "can be reached",
    "is-from": "chosen; click it again to let go",
    "picked": "From {place}: click one of {ends}.",
    "picked-many": "From {place}: click one of the {x} places in green.",
    "picked-wide": "From {place}: {x} hexes can be reached, click one. Some are shown in green.",
    "picked-nobody": "From {place}: tick who goes.",
    "picked-none": "From {place} they reach nothing together: choose fewer.",
    "who": "Who",
    "who-all": "All",
    "who-none": "Nobody",
    "dropped": "Nothing is chosen.",
    "aimed": "{place}: click who goes there: {stacks}.",
    "gather-to": "Who goes to {place}:",
    "gather-all": "All of them",
    "puts": "Each click puts",
    "choose-first": "First choose what to do, in the list.",
    # -- orders
    "add": "Add",
    "edit": "Change: {what}",
    "up": "Earlier: {what}",
    "down": "Later: {what}",
    "remove": "Remove: {what}",
    "one-fewer": "One fewer: {what}",
    "one-more": "One more: {what}",
    "up-title": "Earlier",
    "down-title": "Later",
    "edit-title": "Change",
    "remove-title": "Remove",
    "removed": "Removed: {what}",
    "fewer": "Fewer {what}",
    "more": "More {what}",
    "empty": "none left",
    "not-now": "Not possible now: {what}",
    "nothing": "Nothing is possible now.",
    "then": "If it is taken:",
    "else": "If it is not taken:",
    "as-written": "This page cannot read that order. `adjudicator check` can.",
    "not-a-count": "Give a whole number from 1.",
    "not-a-ratio": "Give a chance such as 1/2.",
    "undo": "Undo",
    "redo": "Redo",
    "clear": "Remove all",
    # -- what no click says
    "by-form": "Another way: fill in a form",
    "form": "Order",
    "form-kind": "Which order",
    "added": "Added.",
    "keep": "Keep",
    "match": "Give up, or a draw",
    "match-pick": "Say",
    "concede": "I give the match up",
    "offer-draw": "I offer a draw",
    "accept-draw": "I accept the draw that was offered",
    "standing": "Standing orders",
    "standing-stay": "They stay as they are:",
    "standing-unknown": (
        "Yours stay as they are; this page is for everybody and does not know them. The usual ones:"
    ),
    "standing-new": "These take the place of all earlier ones:",
    "standing-change": "Change them",
    "standing-leave": "Leave them as they are",
    "hold": "Ask me again before…",
    "hold-means": "The match stops there and asks you; what is ordered here is a draft.",
    "answer": "Answer",
    "on-map": "On the map",
    "to-answer": "This waits for your answer.",
    # -- what is wrong with an order
    "too-many-orders": "at most {x} of these orders",
    "used-up": "{kind} is used already",
    "not-there": "Not possible at {place}",
    "named-twice": "{place} is named twice",
    "too-many": "only {x} are left",
    "not-from-there": "Nothing can begin at {place}",
    "not-reached": "{place} cannot be reached",
    "miscounted": "with all those under it this is {x}: look at them again",
    "never-comes": "another one before it always fits when this one does",
    "too-deep": "at most {x} may stand one inside the other",
    # -- replies
    "reply-begin": (
        "What do you answer? Click what others move, then where to. Or begin with a piece of your "
        "own: it answers anything."
    ),
    "reply-next": "Now click your answer: a piece of yours, then where to.",
    "reply-then": "{what}: now click your answer.",
    "reply-behind": "Behind: {what}.",
    "reply-stop": "Back to the first replies",
    "reply-less": "Take the last of these moves back",
    "reply-go-on": "Go on behind: {what}",
    "reply-under": "And then:",
    "no-way": "no open way leads to {place} like that",
    "no-room": "{place} takes only {x} more",
    "none-there": "there is no {kind} at {place}",
    "too-few-there": "{place} has only {x} of that kind left: {kind}",
    "must-go": "all of this kind at {place} must go along: {kind}",
    "not-along": "this kind cannot ride along: {kind}",
    # -- what becomes of the sheet
    "ready": "Ready to send",
    "ready-empty": "Nothing ordered. It can be sent like that.",
    "bar-empty": "Nothing ordered yet",
    "bar-ready": "Ready: send it",
    "bar-not-ready": "Not ready yet ({x})",
    "how-to-send": (
        "Send it to your referee. “Mail it” opens your mail program. Or copy it as one line "
        "and paste that line into any mail. Or download the file and attach it."
    ),
    "mailed": (
        "Your mail program opens with the sheet in a mail. If it does not, copy it as one line."
    ),
    "mailed-paste": "Your mail program opens. The sheet is copied: paste it into the mail.",
    "not-ready": "Not ready yet",
    "unjudged": "Ready, as far as this page can judge",
    "download": "Download the file",
    "copy": "Copy as text",
    "copy-line": "Copy as one line",
    "mail": "Mail it",
    "how-to-chat": (
        "Send it into the chat with your referee, and into no other: others would read your orders."
    ),
    "to-chat": "Send to a chat",
    "chat-next": "Choose the chat with the referee: {name} waits there as a draft.",
    "chat-own": "Choose a chat with yourself: {name} waits there as a draft.",
    "not-sent": "The messenger did not take it: {why}",
    "saved": "Saved as {name}. Send it to the referee.",
    "copied": "Copied. Paste it into a mail to the referee.",
    "copy-by-hand": "Copy the selected text by hand.",
    "subject": "{match}, opening {n}: sheet of {seat}",
    "paste-here": "Paste your sheet here: it was copied.",
    # -- a key file
    "keys": "Key file",
    "keys-use": "Use my key file",
    "keys-needed": (
        "{seat} has a chain of its own: the sheet needs its pledge for opening {n}, and only the "
        "key file gives it."
    ),
    "keys-follow": (
        "{seat} has a chain of its own. In this match pledges follow the lock, so the sheet holds "
        "none. Without the key file its blind is random, and nothing remembers what you send."
    ),
    "keys-trust": (
        "Whoever made a page can read what you give it. Safest is a page that you made yourself, "
        "by `adjudicator compose`. Choose the file .seen.jsonl beside your key, too."
    ),
    "keys-paste": "Or paste the text of the key file",
    "keys-read": "Use this text",
    "keys-record": "Add a record (.seen.jsonl)",
    "keys-used": (
        "The pledge for opening {n} and the blind are made. The page has forgotten the key."
    ),
    "keys-used-blind": "The blind for opening {n} is made. The page has forgotten the key.",
    "keys-empty": "Nothing is remembered yet: what leaves this page will be.",
    "keys-kept": "Remembered: {x}. It is saved.",
    "keys-unsaved": "Remembered: {x}. Save it beside your key file: this browser may forget.",
    "keys-save": "Save what is remembered",
    "keys-saved": "Saved as {name}. Keep it beside your key file.",
    "keys-no-pledge": "The pledge is missing: use your key file.",
    "keys-again": "You used a key file before: use it again, or the sheet is another one.",
    "keys-go-on": "Go on all the same",
    "keys-stop": "Stop",
    "keys-torn": "The last line of the record was torn, and is left out.",
    "keys-no-key": "This is no key file.",
    "keys-of-referee": "This is the referee's secret. Close the file: it belongs in no page.",
    "keys-many": "Choose one key file.",
    "keys-record-alone": "This is a record: choose the key file, too.",
    "keys-other-seat": "This is the key of {who} in {match}.",
    "keys-other-match": "This key is not for this match. It is for {match}.",
    "keys-other-chain": "This is the key of another chain than the seat has now.",
    "keys-at-end": "The chain is at its end: it has {x} links.",
    "keys-two-matches": (
        "This key, or this record of {seat}, serves another match. If they are meant to be one "
        "match, two were shown: send nothing, and mail both to all players."
    ),
    "keys-other-mode": (
        "Another page of this match asked for pledges at another time. Send nothing; mail both "
        "pages to all players."
    ),
    "keys-record-damaged": "The record is damaged in line {line}.",
    "keys-older-page": (
        "This page waits for opening {n}, and you answered opening {x} before. Take the newest "
        "page. If this is the newest, two logs were shown: send nothing, and mail both to all."
    ),
    "keys-other-line": (
        "This page answers another line than your sheet for opening {n} did. Where openings were "
        "taken back or a seat was replaced, `adjudicator check` with the log can tell. Else two "
        "logs were shown: send nothing, and mail both to all. Before: {kept}. Now: {shown}."
    ),
    "keys-nothing-came": (
        "This page ends where your sheet for opening {x} began, and says that opening is past. "
        "Two logs were shown: send nothing, and mail both to all."
    ),
    "keys-leap": (
        "The pledge for opening {n} gives away {x} links at once: the last one of yours was for "
        "opening {last}. Go on only if the match is really at opening {n}."
    ),
    "keys-second": (
        "Another sheet for opening {n} left this page, {hash}. If you sent that, this one is one "
        "more try for the referee."
    ),
    "keys-odd-page": "The header of this page is not sound. Ask for the report again.",
    "keys-odd-number": "The sheet holds a number that no sheet may hold: {x}",
    # -- as text
    "json": "The sheet as text; paste another over it",
    "read": "Read this text",
    "was-read": "Read.",
    "too-long": "the line holds more than any sheet",
    "not-read": "Not read: {why}",
    "other-seat": "it is a sheet of {seat}",
    "no-orders": "it has no orders by topic",
}
