"""Commands, and words that are passed on: by a fixed grammar, from the sender's own lines alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.api.problems import Problem
from adjudicator.api.texts import visible
from adjudicator.post.reading.mail import Command, Passage
from adjudicator.post.reading.scan import GAP

__all__ = ["COMMANDS", "MOST_WORDS", "CommandLine", "PassedOn", "command_in", "passages_in"]

_ID = r"([a-z0-9][a-z0-9_.-]{0,63})"
_OPENING = r"(?: +([0-9]{1,5}))?"
COMMANDS: Mapping[str, tuple[str, str]] = {
    "status": ("", "status"),
    "mine": ("", "mine"),
    "sheet": ("", "sheet"),
    "check": ("", "check, above a sheet"),
    "report": (_OPENING, "report, or report 3"),
    "map": (_OPENING, "map, or map 3"),
    "log": ("", "log"),
    "withdraw": ("", "withdraw"),
    "leave": (r" +([0-9]{1,3})(?: *d(?:ays?)?)?", "leave 5, for five days"),
    "extend": (r" +([0-9]{1,3}) *(h|d)(?:ours?|ays?)?", "extend 48h, or extend 2d"),
    "renew": ("", "renew"),
    "help": ("", "help"),
    "confirm": ("", "confirm"),
    "offers": ("", "offers"),
    "join": (f" +{_ID} +{_ID}(?: +([0-9a-f]{{20}}))?", "join MATCH SEAT"),
}
"""By command: what may follow it on its line, as a regular expression, and how it is written."""
MOST_WORDS = 4 * 1024
"""Bytes of words that one mail may have passed on."""
_FIRST = re.compile(r"([A-Za-z]+)(.*)")
_AROUND = f" \t\xa0*_`'\".!{GAP}"
_DASHES = r"(?:-{3,}|[\u2013\u2014]-?|-[\u2013\u2014]|[\u2013\u2014]{2,})"
_OPENS = re.compile(rf"\s*{_DASHES}\s*to\s+([A-Za-z0-9-]{{1,40}})\s*:?\s*", re.IGNORECASE)
_CLOSES = re.compile(rf"\s*{_DASHES}\s*")


class CommandLine(NamedTuple):
    """What the first own line asks for."""

    command: Command | None
    problem: Problem | None
    """The first word is a command, and what follows it is not what may."""


class PassedOn(NamedTuple):
    """Words to pass on, and the text without them."""

    passages: tuple[Passage, ...]
    rest: str
    problem: Problem | None


def command_in(own: str) -> CommandLine:
    """Returns what a text asks for in the first word of its first line that holds words."""
    line = next((one for one in own.split("\n") if one.strip(_AROUND)), "").strip(_AROUND)
    found = _FIRST.match(line) if len(line) <= 200 else None
    word = found[1].lower() if found else ""
    if found is None or word not in COMMANDS:
        return CommandLine(None, None)
    grammar, usual = COMMANDS[word]
    given = re.fullmatch(grammar, found[2].lower())
    if given is not None:
        groups = tuple(one for one in given.groups() if one)
        arguments = ("".join(groups),) if word == "extend" else groups
        return CommandLine(Command(word, arguments), None)
    if found[2] and not found[2].startswith(" "):
        return CommandLine(None, None)
    problem = Problem(
        "command-unclear",
        f'"{word}" is a command, and what follows it in the line is not understood',
        hint=f"Write it alone in the first line: {usual}.",
        kind="invalid",
        facts=(("command", word),),
    )
    return CommandLine(None, problem)


def passages_in(own: str) -> PassedOn:
    """Takes out of a text what is to be passed on: lines between `--- to SEAT` and `---`."""
    found: list[Passage] = []
    rest: list[str] = []
    lines, place = own.split("\n"), 0
    problem = None
    while place < len(lines):
        opens = _OPENS.fullmatch(lines[place]) if len(lines[place]) < 100 else None
        if opens is None:
            rest.append(lines[place])
            place += 1
            continue
        end = next(
            (at for at in range(place + 1, len(lines))
             if len(lines[at]) < 100 and _CLOSES.fullmatch(lines[at])),
            None,
        )  # fmt: skip
        if end is None:
            problem = _not_closed(opens[1])
            rest += lines[place:]
            break
        said = (line.rstrip() for line in lines[place + 1 : end] if line != GAP)
        text = "\n".join(map(visible, said)).strip("\n")
        to = opens[1].lower()
        if text:
            found.append(Passage(None if to == "all" else to, text))
        rest.append(GAP)
        place = end + 1
    if sum(len(one.text.encode()) for one in found) > MOST_WORDS:
        found, problem = [], _too_long()
    return PassedOn(tuple(found), "\n".join(rest), problem)


def _not_closed(to: str) -> Problem:
    return Problem(
        "words-not-closed",
        f"words to {to.lower()} begin here, and no line says where they end: none are passed on",
        hint="Put a line of three hyphens, ---, below them, and send them again.",
        kind="invalid",
        warning=True,
    )


def _too_long() -> Problem:
    return Problem(
        "words-too-long",
        f"the words to pass on have more than {MOST_WORDS} bytes: none are passed on",
        hint="Send fewer words; all that are in one mail count together.",
        kind="invalid",
        warning=True,
    )
