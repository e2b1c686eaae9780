"""What a report's page needs so that sheets can be made on it: a block of data, scripts, a style.

The block says the header of the next sheet, what each seat that is awaited may order, and all
words. It holds what the reader of the report may know, and nothing else: choices are made from
views. Scripts stand in the page as they stand here, without their comments.
"""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from adjudicator.audit.automatic import topics_open
from adjudicator.audit.opening import SavedMatch
from adjudicator.compose import english, german
from adjudicator.core.capabilities import Composes
from adjudicator.core.game import Rules
from adjudicator.core.report import Pen
from adjudicator.core.save import state_of
from adjudicator.core.sheet import sheet_schema_id
from adjudicator.documents.sheets import header_for
from adjudicator.narrate.languages import narrator_of

__all__ = ["choices_of", "pen_of"]

_WORDS = {"en": english.WORDS, "de": german.WORDS}
_COMMENT = re.compile(r"^ */\*.*?\*/\n|^ *//[^\n]*\n|^ +", re.DOTALL | re.MULTILINE)
"""Comments that stand in lines of their own, and the room at the beginning of lines."""


def pen_of(rules: Rules[Any], saved: SavedMatch, *, seat: str | None, title: str) -> Pen | None:
    """Returns what a page needs to make sheets on it; None: nobody's orders are awaited, or the
    game does not say what may be ordered.

    Args:
        seat: who reads the page; None: everybody. Where seats know different things of a match, a
            page for everybody makes no sheets.
        title: what people call the match, else the title of the game.
    """
    if saved.is_over or not isinstance(rules, Composes) or (rules.is_hidden and seat is None):
        return None
    awaited = dict.fromkeys(one.seat for one in saved.pending if one.topic == "orders")
    narrator = narrator_of(rules)
    seats = {}
    for whose in (one for one in awaited if one is not None and seat in (None, one)):
        header = header_for(saved, whose)
        choices = choices_of(rules, saved, whose)
        seats[whose] = {
            "name": narrator.seat(whose),
            "pledge": header["pledge"],
            "choices": choices,
        }
    if not seats:
        return None
    header = header_for(saved, next(iter(seats)))
    data = {
        "format": 1,
        "header": {key: header[key] for key in ("t", "game", "n", "head")},
        "schema": sheet_schema_id(rules.game),
        "game": rules.game.name,
        "title": title,
        "words": dict(_WORDS.get(narrator.language.code, english.WORDS)),
        "seats": seats,
    }
    # `<` is escaped: no text of a match ends the element, or begins another.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return Pen(data=text, scripts=tuple(_scripts(rules)), style=_text("compose", "page.css"))


def choices_of(rules: Composes[Any] | Rules[Any], saved: SavedMatch, seat: str) -> dict[str, Any]:
    """Returns what a seat may order, as JSON: of the topics that are asked of it now."""
    assert isinstance(rules, Rules)
    assert isinstance(rules, Composes)
    view = rules.view(state_of(rules.game, saved.position), seat)
    choices: dict[str, Any] = rules.choices(view, seat).model_dump(
        mode="json", exclude_defaults=True
    )
    asked = topics_open(rules, saved, seat)
    choices["topics"] = [one for one in choices.get("topics", ()) if one["topic"] in asked]
    return choices


def _scripts(rules: Rules[Any]) -> Iterator[str]:
    """Yields the reasoning, the game's own part if it has one, and the page."""
    yield _text("compose", "engine.js")
    module = type(rules).__module__.split(".")
    package = ".".join(module[:3]) if module[0] == "adjudicator" else module[0]
    own = _own(package)
    if own:
        yield own
    yield _text("compose", "page.js")


@cache
def _own(package: str) -> str:
    try:
        raw = pkgutil.get_data(package, "compose.js")
    except FileNotFoundError:
        return ""
    return _COMMENT.sub("", raw.decode()) if raw else ""


@cache
def _text(room: str, name: str) -> str:
    raw = pkgutil.get_data(f"adjudicator.{room}", name)
    assert raw is not None, "the package brings its scripts along"
    return _COMMENT.sub("", raw.decode())
