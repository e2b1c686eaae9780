"""The languages as they ship: of each game, what every language has; and who says what."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from adjudicator.narrate.language import Language
from adjudicator.narrate.languages import CODES, shared_language
from tests.tidy import Source, package

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(
    path.name for path in (ROOT / "adjudicator/games").iterdir() if (path / "report.py").exists()
)
MODULES = {"en": "english", "de": "german"}
"""By code, the name of the module that holds a language."""
SAYING = ("say", "line", "paragraph", "terms")
OWN_VALUES = {
    "say": (), "line": ("dice", "label", "lines"), "paragraph": (), "terms": (),
}  # fmt: skip
"""Keywords that are no values of the sentence."""


class Said(NamedTuple):
    """A place in the program where a sentence is said."""

    where: str
    game: str
    key: str
    is_prefix: bool
    values: frozenset[str]
    is_open: bool
    """Whether more values may be given than stand there."""


def catalogue(game: str, code: str) -> Language | None:
    """Returns the sentences of a game (empty: those all share) in a language; None: it has none."""
    if not game:
        return shared_language(code)
    name = f"adjudicator.games.{game}.{MODULES[code]}"
    if find_spec(name) is None:
        return None
    return shared_language(code).with_sentences(import_module(name).SENTENCES)


OWN_WORDS = ("post", "tournament")
"""Rooms whose words stand with them: letters, and tables and pages of events."""


def _has_own_words(source: Source) -> bool:
    is_of_events = source.layer == "cli" and source.path.stem.startswith("tournament")
    return source.layer in OWN_WORDS or is_of_events


def catalogues() -> Iterator[tuple[str, str, Language]]:
    """Yields every language that ships, with its game and its code."""
    for game in ("", *GAMES):
        for code in CODES:
            if (found := catalogue(game, code)) is not None:
                yield game, code, found


def said(layer: str = "") -> Iterator[Said]:
    """Yields every place in the package that says a sentence.

    Args:
        layer: that of the places; empty: all but those with words of their own.
    """
    for source in package():
        if source.layer != layer if layer else _has_own_words(source):
            continue
        game = source.parts[1] if source.layer == "games" and len(source.parts) > 1 else ""
        for node in ast.walk(source.tree):
            match node:
                case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=args):
                    if name not in SAYING or (name != "say" and isinstance(node.func, ast.Name)):
                        continue
                    if not args:
                        continue
                    given = {one.arg for one in node.keywords if one.arg}
                    values = frozenset(given - {*OWN_VALUES[name]})
                    is_open = any(one.arg is None for one in node.keywords)
                    for key, begins in _keys(args[0]):
                        where, is_prefix = source.at(node, key), begins or name == "terms"
                        yield Said(where, game, key, is_prefix, values, is_open)


def _keys(node: ast.expr) -> Iterator[tuple[str, bool]]:
    match node:
        case ast.Constant(value=str(key)):
            yield key, False
        case ast.IfExp(body=body, orelse=orelse):
            yield from _keys(body)
            yield from _keys(orelse)
        case ast.JoinedStr(values=[ast.Constant(value=str(prefix)), *_]):
            yield prefix, True


def keys_of(said_at: Said, of: Language) -> list[str]:
    """Returns the keys that may be said at a place."""
    if said_at.is_prefix:
        return [key for key in of.sentences if key.startswith(said_at.key)]
    return [said_at.key] if said_at.key in of else []


def both(english: Mapping[str, object], other: Mapping[str, object]) -> tuple[set[str], set[str]]:
    """Returns the keys of both without reasons, which English takes from the rules."""
    return (
        {key for key in english if not key.startswith("why-")},
        {key for key in other if not key.startswith("why-")},
    )
