"""The words of the page for spectators, in English; another language has the same keys."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["WORDS"]

WORDS: Mapping[str, str] = {
    "to-play": "To play: {seats}",
    "over": "The match is over",
    "waits": "Nobody is to play now",
    "map": "Map",
    "time": "Openings",
    "report": "Report",
    "graphs": "Graphs",
    "stand": "How they stand",
    "skip": "Skip to the report",
    "first": "First opening",
    "back": "One back",
    "play": "Play",
    "pause": "Pause",
    "on": "One on",
    "last": "Last opening",
    "fight-back": "The battle before",
    "fight-on": "The next battle",
    "speed": "Speed",
    "speed-1": "Very slow",
    "speed-2": "Slow",
    "speed-3": "Usual",
    "speed-4": "Fast",
    "speed-5": "Very fast",
    "slider": "Opening",
    "larger": "Larger",
    "smaller": "Smaller",
    "fit": "Show it all",
    "copy": "Copy the link",
    "copied": "The link is copied",
    "copy-by-hand": "Copy this link",
    "save-map": "Save the map",
    "keys": "Keys",
    "keys-step": "one opening back or on",
    "keys-ends": "the first and the last",
    "keys-fights": "the battle before, the next battle",
    "keys-play": "play or pause",
    "keys-speed": "how fast it plays",
    "keys-zoom": "the map larger, smaller, all of it",
    "side": "Side",
    "luck": "Luck",
    "luck-what": "Better than fair dice by so much, throw by throw, added up.",
    "dice": "{count} dice fell",
    "die": "1 die fell",
    "annulled": "Taken back: it does not count.",
    "turn": "Turn",
    "place": "{n} of {last}",
    "lost-so-far": "{what} so far",
    "missing": (
        "Not here: {numbers}. What happened there can be told again when the match is over and the "
        "log shows what was hidden."
    ),
    "noscript": (
        "Without scripts this page shows the last map and all reports; with them, the map of every "
        "opening."
    ),
    "log": "Log of all dice",
    "verify": "Verify it",
    "feed": "Feed",
    "beside": "The log and the page that verifies it, in any browser, without a network.",
    "made": "Made by adjudicator. This page asks nobody for anything.",
}
"""By key; what stands in braces is filled in."""
