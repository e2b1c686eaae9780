"""The words of the page on which sheets are made, in English. The page fills in the braces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["WORDS"]

WORDS: Final[Mapping[str, str]] = {
    # -- the way in and out
    "make": "Make the sheet of {seat}",
    "title": "The sheet of {seat}",
    "close": "Close",
    "begin": "Click the map to begin. Your draft stays in this browser.",
    # -- the map
    "larger": "Larger map",
    "smaller": "Smaller map",
    "can-begin": "can be chosen",
    "can-end": "can be reached",
    "is-from": "chosen; click it again to let go",
    "picked": "From {place}: click one of {ends}.",
    "picked-many": "From {place}: click one of the {x} places that can be reached.",
    "picked-none": "From {place} they reach nothing together: choose fewer.",
    "who": "Who",
    "dropped": "Nothing is chosen.",
    "choose-first": "First choose what to do, in the list.",
    # -- orders
    "add": "Add",
    "edit": "Change: {what}",
    "up": "Earlier: {what}",
    "down": "Later: {what}",
    "remove": "Remove: {what}",
    "removed": "Removed: {what}",
    "fewer": "Fewer {what}",
    "more": "More {what}",
    "empty": "none",
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
    "by-form": "By form",
    "form": "Order",
    "form-kind": "Which order",
    "added": "Added.",
    "keep": "Keep",
    "match": "The match as a whole",
    "match-pick": "Say",
    "concede": "I give the match up",
    "offer-draw": "I offer a draw",
    "accept-draw": "I accept the draw that was offered",
    "standing": "Standing orders",
    "standing-stay": "They stay as they are:",
    "standing-new": "These take the place of all earlier ones:",
    "standing-change": "Change them",
    "standing-leave": "Leave them as they are",
    "hold": "Ask me again before...",
    "hold-means": "The match stops there and asks you; what is ordered here is a draft.",
    "to-answer": "This waits for your answer.",
    # -- what is wrong with an order
    "too-many-orders": "at most {x} of these orders",
    "used-up": "{kind} is used already",
    "not-there": "not possible at {place}",
    "named-twice": "{place} is named twice",
    "too-many": "only {x} are left",
    "not-from-there": "nothing can begin at {place}",
    "not-reached": "{place} cannot be reached",
    # -- what becomes of the sheet
    "ready": "Ready to send",
    "not-ready": "Not ready yet",
    "unjudged": "Ready, as far as this page can judge",
    "download": "Download",
    "copy": "Copy",
    "copy-line": "Copy as one line",
    "mail": "Mail it",
    "saved": "Saved as {name}. Send it to the referee.",
    "copied": "Copied. Paste it into a mail to the referee.",
    "copy-by-hand": "Copy the selected text by hand.",
    "subject": "{match}, opening {n}: sheet of {seat}",
    "paste-here": "Paste your sheet here: it was copied.",
    # -- as text
    "json": "The sheet as text; paste another over it",
    "read": "Read this text",
    "was-read": "Read.",
    "not-read": "Not read: {why}",
    "other-seat": "it is a sheet of {seat}",
    "no-orders": "it has no orders by topic",
}
