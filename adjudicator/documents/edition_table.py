"""What the editions of a game differ in, read from the values that its rules read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from adjudicator.core.values import FrozenMap, Value
from adjudicator.documents.schemas import field_docstrings, schema_of

__all__ = ["Difference", "HasEditions", "differences_of"]

_HEADINGS = ("name", "title")
"""Facts that say which edition it is."""


@runtime_checkable
class HasEditions(Protocol):
    """A game that is one edition of several."""

    name: str
    """The full name of the game."""
    title: str
    """The title for people."""
    family: str
    """The name that its editions share: `fortress-america`."""
    options: type[Value]
    """What may be agreed on otherwise."""

    @property
    def edition(self) -> Value:
        """Its facts."""


class Difference(NamedTuple):
    """One fact that is not the same in all editions."""

    fact: str
    """Where it stands: `lasers`, `units.mobile-unit.carries`, `options.bombers`."""
    says: str
    """What it means; empty where its name says it."""
    values: tuple[Any, ...]
    """It in each edition, as JSON has it; None where an edition has no such thing."""
    texts: tuple[str, ...]
    """The same in words."""


def differences_of(games: Sequence[HasEditions]) -> tuple[Difference, ...]:
    """Returns every fact and option in which editions differ, in the order of their values."""
    found = [_facts_of(game) for game in games]
    every = dict.fromkeys(fact for facts in found for fact in facts)
    fields = [*type(games[0].edition).model_fields, "options"]
    rows = []
    for fact in sorted(every, key=lambda one: fields.index(one.split(".")[0])):
        told = [facts.get(fact) for facts in found]
        values = tuple(None if one is None else one.value for one in told)
        if any(one != told[0] for one in told):
            says = next(one.says for one in told if one is not None)
            texts = tuple("-" if one is None else one.text for one in told)
            rows.append(Difference(fact, says, values, texts))
    return tuple(rows)


class _Fact(NamedTuple):
    value: Any
    text: str
    says: str


def _facts_of(game: HasEditions) -> dict[str, _Fact]:
    facts = dict(_walked(game.edition, "", ""))
    schema = schema_of(game.options, game.title, game.name)
    for name, one in schema["properties"].items():
        value = {key: one[key] for key in ("default", "enum", "minimum", "maximum") if key in one}
        says = " ".join(one.get("description", "").split())
        facts[f"options.{name}"] = _Fact(value, _offered(one), says)
    return {fact: found for fact, found in facts.items() if fact not in _HEADINGS}


def _walked(value: Any, path: str, says: str) -> Iterator[tuple[str, _Fact]]:
    """Yields every fact below a value, by its path."""
    if isinstance(value, Value):
        texts = field_docstrings(type(value))
        for name in type(value).model_fields:
            inside = f"{path}.{name}" if path else name
            yield from _walked(getattr(value, name), inside, " ".join(texts.get(name, "").split()))
    elif isinstance(value, FrozenMap):
        for name, one in value.items():
            yield from _walked(one, f"{path}.{name}", says)
    else:
        yield path, _Fact(value, _in_words(value), says)


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(map(_in_words, value)) or "none"
    return "none" if value is None else str(value)


def _offered(schema: Mapping[str, Any]) -> str:
    """Returns what an option may be, its default first."""
    default = _in_words(schema.get("default"))
    if "enum" in schema:
        return ", ".join([default, *(str(one) for one in schema["enum"] if str(one) != default)])
    if "maximum" in schema:
        return f"{default} ({schema.get('minimum', 0)} to {schema['maximum']})"
    return default
