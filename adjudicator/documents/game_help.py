"""What a newcomer asks about a game: its primer, its topics, their orders, and an example of each.

The primer is a text of at most 20 lines in the package of the game: aim, a turn, winning, three
mistakes of beginners. All else is read from the models that judge the orders: docstrings, fields
and examples, as the published schemas have them.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.english import either
from adjudicator.core.game import Game, Order, StandingOrder, example_of
from adjudicator.core.sheet import AskAgain, as_written, ask_example, tag_of, topics_of
from adjudicator.core.values import JSONValue
from adjudicator.documents.schemas import schema_of
from adjudicator.documents.storage import read_bytes

__all__ = [
    "STANDING",
    "FieldHelp",
    "GameHelp",
    "OrderHelp",
    "Ruling",
    "TopicHelp",
    "fields_of",
    "folders_of",
    "help_of",
    "help_topics",
    "primer_of",
    "rulings_of",
]

STANDING = "standing"
"""What stands beside `orders` in a sheet: here it is asked for as a topic is."""
_LIMIT = 10_000
"""Bytes of a primer."""


class FieldHelp(NamedTuple):
    """A field of an order."""

    name: str
    """As it is written; `until.own` is the field `own` of what stands under `until`, and
    `guards.*.until` the field `until` of everything that stands by a key under `guards`."""
    says: str
    """What it means."""
    takes: str
    """What may be written, in words: "1 to 60", "id", "list of ids"; `{...}`: the fields that
    follow."""
    is_needed: bool
    """Whether it must be there."""


class OrderHelp(NamedTuple):
    """An order that a topic takes, or a standing order."""

    name: str
    """Its tag."""
    says: str
    """What it does."""
    more: tuple[str, ...]
    """What else is to be known, by paragraph; mostly nothing."""
    fields: tuple[FieldHelp, ...]
    """Its fields without the tag."""
    example: JSONValue
    """One as players write it; None: the game brings none."""


class TopicHelp(NamedTuple):
    """A topic of a sheet."""

    topic: str
    """As it stands under `orders`; `standing` for standing orders."""
    orders: tuple[OrderHelp, ...]
    """The orders that it takes."""
    rulings: tuple[Ruling, ...]
    """Our rulings that name the topic or one of its orders."""


class GameHelp(NamedTuple):
    """What a newcomer asks about a game."""

    game: str
    """The full name."""
    title: str
    """The title for people."""
    primer: str
    """The game in at most 20 lines; empty: it brings none."""
    topics: tuple[TopicHelp, ...]
    """Its topics in the order of play, then `match` and `standing`; or the one asked for."""


def primer_of(game: Game) -> str:
    """Returns the game in at most 20 lines, as its package has them; empty: it has none.

    They are `primer.txt`; of an edition, `primer-` with its full name.

    Raises:
        UnusableFile: the file cannot be read.
    """
    for folder in folders_of(game):
        for name in (f"primer-{game.name}.txt", "primer.txt"):
            if (folder / name).is_file():
                return read_bytes(folder / name, limit=_LIMIT).decode(errors="replace").strip("\n")
    return ""


def help_topics(game: Game) -> tuple[str, ...]:
    """Returns what can be asked for of a game: its topics, then `match` and `standing`."""
    return (*topics_of(game), STANDING)


def help_of(game: Game, topic: str = "") -> GameHelp:
    """Returns what a newcomer asks about a game.

    Args:
        topic: one of `help_topics`; empty: all of them.
    """
    wanted = (topic,) if topic else help_topics(game)
    shown = tuple(_topic_help(game, name) for name in wanted)
    return GameHelp(game.name, game.title, primer_of(game), shown)


def _topic_help(game: Game, topic: str) -> TopicHelp:
    models: Sequence[type[Order | StandingOrder]]
    models = (*game.standing, AskAgain) if topic == STANDING else topics_of(game)[topic]
    orders = tuple(_order_help(game, model) for model in models)
    words = {topic, *(order.name for order in orders)} if topic != STANDING else {topic}
    named = re.compile(rf"`({'|'.join(map(re.escape, sorted(words)))})`")
    rulings = tuple(one for one in rulings_of(game) if named.search(one.text))
    return TopicHelp(topic, orders, rulings)


def _order_help(game: Game, model: type[Order | StandingOrder]) -> OrderHelp:
    text = inspect.cleandoc(model.__doc__ or "")
    says, *more = (" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))
    shown = as_written(ask_example(game)) if model is AskAgain else example_of(model)
    return OrderHelp(tag_of(model), says, tuple(more), tuple(fields_of(model)), shown)


def fields_of(model: type[Order | StandingOrder]) -> Iterator[FieldHelp]:
    """Yields the fields of an order as its schema has them, those of what it holds behind them."""
    schema = schema_of(model, model.__name__, f"urn:adjudicator:help:{model.__name__}")
    parts: Mapping[str, Any] = schema.get("$defs", {})
    root = _name_of(schema) or model.__name__
    yield from _fields(parts.get(root, schema), parts, (), (root,))


def _fields(
    schema: Mapping[str, Any], parts: Mapping[str, Any], path: tuple[str, ...], seen: Sequence[str]
) -> Iterator[FieldHelp]:
    needed = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        if "const" in field:
            continue
        here = (*path, name)
        says = " ".join(field.get("description", "").split())
        yield FieldHelp(".".join(here), says, _takes(field), name in needed)
        for between, inner in _held(field):
            if inner not in seen:
                yield from _fields(parts[inner], parts, (*here, *between), (*seen, inner))


def _name_of(schema: Mapping[str, Any]) -> str:
    """Returns the name of the part that a schema refers to; empty: none."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _held(field: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yields the names of the objects that may stand in a field, with `*` before those by key."""
    if name := _name_of(field):
        yield (), name
    for inner in (*field.get("anyOf", ()), *field.get("oneOf", ())):
        yield from _held(inner)
    if isinstance(items := field.get("items"), dict):
        yield from _held(items)
    if isinstance(by_key := field.get("additionalProperties"), dict):
        yield from ((("*", *between), inner) for between, inner in _held(by_key))


def _takes(field: Mapping[str, Any]) -> str:
    """Returns in words what may be written into a field."""
    if choices := field.get("anyOf") or field.get("oneOf"):
        words = [_takes(one) for one in choices if one.get("type") != "null"]
        return either(list(dict.fromkeys(words)))
    if "const" in field or "enum" in field:
        return either([_plain(one) for one in field.get("enum", [field.get("const")])])
    match field.get("type"):
        case "integer":
            return _range(field)
        case "boolean":
            return "true or false"
        case "array":
            first: Mapping[str, Any] = next(iter(field.get("prefixItems", ())), {})
            return f"list of {_several(_takes(field.get('items') or first))}"
        case "object" if isinstance(inner := field.get("additionalProperties"), dict):
            names = field.get("propertyNames", {})
            return f"by {_takes(names) if 'enum' in names else 'id'}: {_takes(inner)}"
        case "string":
            return "id" if "40}" in field.get("pattern", "") else "text"
    return "{...}"


def _plain(value: JSONValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _range(field: Mapping[str, Any]) -> str:
    least, most = field.get("minimum"), field.get("maximum")
    if least is None or most is None:
        return "number"
    return f"{least} to {most}"


def _several(words: str) -> str:
    return f"{words}s" if words in ("id", "text", "number") else words


_HEADING = "## Rulings"
_ENTRY = re.compile(r"^(?P<number>[1-9][0-9]*)\. (?P<text>.+(?:\n {3,}.+)*)", re.MULTILINE)


class Ruling(NamedTuple):
    """Our numbered answer where a rulebook is silent or says two things."""

    number: int
    """Its number in the game's README."""
    text: str
    """In one line, without the number."""


def folders_of(game: Game) -> tuple[Path, ...]:
    """Returns the folder of a game's package; none: its module is no package."""
    spec = find_spec(type(game).__module__)
    return tuple(map(Path, (spec.submodule_search_locations if spec else None) or ()))


def rulings_of(game: Game) -> tuple[Ruling, ...]:
    """Returns the rulings of a game by number; none if it has no README or no rulings in it.

    The README lies in the game's package, in a checkout and in a wheel alike.
    """
    readmes = [path for path in (one / "README.md" for one in folders_of(game)) if path.exists()]
    if not readmes:
        return ()
    _, _, after = readmes[0].read_text(encoding="utf-8").partition(f"\n{_HEADING}\n")
    section = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    found = [
        Ruling(int(entry["number"]), " ".join(entry["text"].split()))
        for entry in _ENTRY.finditer(section)
    ]
    return tuple(sorted(found))
