"""A marked language: each sentence stands between guillemets, its values outside of them.

So whatever is said by no key stands outside, also where it was put into a sentence as a value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.game import AnswerUnused, Pending
from adjudicator.games.invasion_america.board_picture import board_picture
from adjudicator.narrate.language import Grammar, Language
from adjudicator.narrate.narrator import Narrator, Reason

__all__ = ["marking", "names_of", "unsaid"]

BEGIN, END = "«", "»"
WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:[.'-]+[^\W\d_]+)*(?!\w)")
COPIED = re.compile(
    r'"[^"]*"|[0-9a-f]{64}|\S+/\S+|\b[a-z]+(?:-[a-z]+)*-\d\d\b(?:/\d\d)*|turn-\d+-[a-z-]+'
)
"""What is to be copied, or looked up: JSON, hashes, labels, names of units and player-turns."""
_LONGEST = 30
"""Names of places have fewer letters; titles of scenarios and texts of cards more."""
MAPS = Path(__file__).resolve().parents[2] / "maps"


def marking(patch: pytest.MonkeyPatch) -> None:
    """Marks whatever any language says.

    Reasons why something was not done (`why-CODE`) and questions (`Narrator.question`) are the
    rules' own words, as they stand in the log, until a language has others. They count as said.
    """
    say, listed = Language.say, Grammar.listed
    why, unused, question = Narrator.why, Narrator.why_unused, Narrator.question

    def marked(self: Language, key: str, /, **values: Any) -> str:
        told = say(self, key, **{name: _bare(value) for name, value in values.items()})
        return f"{BEGIN}{told}{END}"

    def marked_list(self: Grammar, things: Any, word: str = "") -> str:
        return listed(self, things, f"{BEGIN}{word}{END}" if word else "")

    def marked_why(self: Narrator, event: Reason) -> str:
        return _said(why(self, event))

    def marked_unused(self: Narrator, event: AnswerUnused) -> str:
        return _said(unused(self, event))

    def marked_question(self: Narrator, pending: Pending, view: Any) -> str:
        return _said(question(self, pending, view))

    patch.setattr(Language, "say", marked)
    patch.setattr(Grammar, "listed", marked_list)
    patch.setattr(Narrator, "why", marked_why)
    patch.setattr(Narrator, "why_unused", marked_unused)
    patch.setattr(Narrator, "question", marked_question)
    board_picture.cache_clear()  # it keeps what was lettered before


def _bare(value: Any) -> Any:
    """Returns a value that stands outside of the marks of its sentence."""
    if isinstance(value, str):
        return f"{END}{value}{BEGIN}"
    return [_bare(one) for one in value] if isinstance(value, list | tuple) else value


def _said(text: str) -> str:
    return f"{BEGIN}{text.replace(BEGIN, '').replace(END, '')}{END}"


def unsaid(text: str, names: re.Pattern[str]) -> list[str]:
    """Returns the words of a text that no sentence says, and that are no names."""
    outside, depth = "", 0
    for letter in text:
        depth += (letter == BEGIN) - (letter == END)
        if letter in BEGIN + END:
            outside += " | "
        elif depth <= 0:
            outside += letter
    told = names.sub(" ", " ".join(COPIED.sub(" ", outside).split()))
    return WORD.findall(told)


def names_of(folder: str, more: Iterable[str], *, by_word: bool = False) -> re.Pattern[str]:
    """Returns what fits the names and ids of a map and its scenarios, the longest first.

    Args:
        folder: the folder of the map.
        more: other names.
        by_word: whether each of their words fits alone: a picture breaks names into lines.
    """
    found = {"«»", *more}
    for path in sorted((MAPS / folder).rglob("*.json")):
        found.update(_names(json.loads(path.read_text())))
    if by_word:
        found.update(*(name.split() for name in found if len(name) < _LONGEST))
    longest = sorted(filter(None, found), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)


def _names(node: Any) -> Iterator[str]:
    """Yields all that is called a name, a title or the text of a card, and ids of what has one."""
    if isinstance(node, list):
        for one in node:
            yield from _names(one)
    if not isinstance(node, dict):
        return
    for key, value in node.items():
        if key in ("name", "title", "text") and isinstance(value, str):
            yield value
        if isinstance(value, dict) and ({"name", "title", "sides", "effects"} & {*value}):
            yield key
        yield from _names(value)
