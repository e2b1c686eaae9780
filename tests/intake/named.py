"""Every text that a file of a game lets its author write freely, found by the schema of its model.

What is called an id, a square or a hash has a pattern; a title or a name has none. A new field of
a model is found without a word here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.values import Value

__all__ = ["ALPHABETS", "Text", "renamed", "texts_in", "unlimited"]

Path: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = dict[str, Any]

ALPHABETS: dict[str, str] = {
    "narrow": "il",
    "wide": "WM",
    "words": "ab ",
    "marks": "e\u0301\u0323",
    "right-to-left": "\u05d0\u0634",
    "full width": "\u4e2d\u6f22",
    "emoji": "\U0001f680\U0001f468\u200d",
    "widest": "\ufdfd\u2e3b",
    "markup": "<&\"'>",
    "unseen": "\u202e\u3164\u200b",
}
"""Letters of every sort that a text may hold: narrow and wide ones, marks that stand over others,
letters that run to the left, symbols, and what is shown as an escape."""


class Text(NamedTuple):
    """A text in a document that its author writes freely."""

    path: Path
    most: int | None
    """The most characters that the schema allows; None: as many as a text of a file may have."""


def texts_in(model: type[Value], document: Any) -> Iterator[Text]:
    """Yields the free texts of a valid document."""
    schema = model.model_json_schema()
    yield from _texts(schema, schema.get("$defs", {}), document, ())


def unlimited(model: type[Value]) -> Iterator[str]:
    """Yields the names of fields with texts for which the schema has no limit."""
    schema = model.model_json_schema()
    for name, part in {"": schema, **schema.get("$defs", {})}.items():
        for field, facts in part.get("properties", {}).items():
            for one in _alternatives(facts):
                if _is_free(one) and "maxLength" not in one:
                    yield f"{name or schema['title']}.{field}"


def _is_free(schema: Schema) -> bool:
    return schema.get("type") == "string" and not {"pattern", "enum", "const"} & schema.keys()


def _alternatives(schema: Schema) -> Iterator[Schema]:
    found: list[Schema] = schema.get("anyOf") or schema.get("oneOf") or [schema]
    yield from found


def _texts(schema: Schema, known: dict[str, Schema], value: Any, path: Path) -> Iterator[Text]:
    for one in _alternatives(schema):
        if "$ref" in one:
            yield from _texts(known[one["$ref"].rpartition("/")[2]], known, value, path)
        elif isinstance(value, str) and _is_free(one):
            yield Text(path, one.get("maxLength"))
        elif isinstance(value, dict):
            named, others = one.get("properties", {}), one.get("additionalProperties")
            for key, inner in value.items():
                part = named.get(key, others)
                if isinstance(part, dict):
                    yield from _texts(part, known, inner, (*path, key))
        elif isinstance(value, list):
            firsts, rest = one.get("prefixItems", []), one.get("items")
            for index, inner in enumerate(value):
                part = firsts[index] if index < len(firsts) else rest
                if isinstance(part, dict):
                    yield from _texts(part, known, inner, (*path, index))


def renamed(document: Any, texts: list[Text], word: Callable[[int, Text], str]) -> Any:
    """Returns a document with other texts; `word` is given the number of each."""
    changed = copy.deepcopy(document)
    for number, text in enumerate(texts):
        *above, last = text.path
        parent = changed
        for step in above:
            parent = parent[step]
        parent[last] = word(number, text)
    return changed
