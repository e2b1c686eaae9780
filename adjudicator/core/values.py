"""Frozen values: the only kind of thing that states, orders, events and files are made of.

Everything here compares by content, hashes by content, and has exactly one JSON form.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from typing import Annotated, Any, Generic, TypeVar, get_args, overload

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from adjudicator.core.strict_json import MAX_INTEGER, JSONValue, canonical

__all__ = [
    "MAX_INTEGER",
    "FileName",
    "FrozenMap",
    "Hex32",
    "Id",
    "JSONValue",
    "Label",
    "LogField",
    "Ratio",
    "Value",
    "canonical",
    "shifted",
]

LogField = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
"""A field of a message of the log: 1-200 characters in `!`..`~` (TFD1 3.1)."""


class _Text:
    """Marks a string that matches a pattern, in pydantic and in JSON Schema.

    Hundreds of fields bear such a mark: it says what pydantic would work out for each of them.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.str_schema(pattern=self.pattern)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        # Python's `$` admits a final newline and pydantic's engine knows no look-ahead, so the two
        # spell the end of the text differently.
        return {"type": "string", "pattern": self.pattern.removesuffix("$") + r"(?!\n)$"}


Id = Annotated[str, _Text(r"^[a-z0-9-]{1,40}$")]
"""A kebab-case id of a thing on the map, a seat, a side, a unit kind, a card."""
Label = Annotated[str, _Text(r"^[a-z0-9-]{1,40}(/[a-z0-9-]{1,40})*$")]
"""Ids joined by `/`: the name of one question or one roll."""
Hex32 = Annotated[str, _Text(r"^[0-9a-f]{64}$")]
"""32 bytes as 64 lower-case hexadecimal digits."""
FileName = Annotated[str, _Text(r"^[a-z0-9-]{1,40}\.json$")]
"""The name of a JSON file of a map, without its folder."""
Ratio = Annotated[str, _Text(r"^[1-9][0-9]{0,2}/[1-9][0-9]{0,2}$")]
"""One whole number over another, 1 to 999 each: "3/2". No file holds a decimal fraction."""

K = TypeVar("K", bound=str)
V = TypeVar("V")
T = TypeVar("T")


class Value(BaseModel):
    """Base of every frozen record. Unknown fields, lax types and assignment are refused."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        serialize_by_alias=True,
        defer_build=True,
        protected_namespaces=(),  # no field is called model_...; to look takes part of each start
    )

    def to_json(self) -> Any:
        """Returns the value as plain JSON data (dicts, lists, strings, integers)."""
        return self.model_dump(mode="json")


class FrozenMap(Mapping[K, V], Generic[K, V]):
    """An immutable mapping with sorted string keys; an object in JSON.

    `a | b` gives a new map in which `b` wins; `without(key)` drops keys. Equality and hash are by
    content.
    """

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        found = items if type(items) is dict else dict(items)
        # As a rule they are in order already, and comparing keys alone is fast.
        if len(found) > 1 and (keys := sorted(found)) != list(found):
            self._items: dict[K, V] = {key: found[key] for key in keys}
        else:
            self._items = found.copy()
        self._hash: int | None = None

    @classmethod
    def _sorted(cls, items: dict[K, V]) -> FrozenMap[K, V]:
        """Returns a map of items that are in order already; rules make little else."""
        made: FrozenMap[K, V] = object.__new__(cls)
        made._items, made._hash = items, None
        return made

    @classmethod
    def _own(cls, items: dict[K, V]) -> FrozenMap[K, V]:
        """Returns a map of a dict that nobody else holds, in any order."""
        in_order = len(items) < 2 or (keys := sorted(items)) == list(items)
        return cls._sorted(items if in_order else {key: items[key] for key in keys})

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    # Mapping could derive the rest, three times slower: rules do little else than look things up.

    def __contains__(self, key: object) -> bool:
        return key in self._items

    @overload
    def get(self, key: K, /) -> V | None: ...

    @overload
    def get(self, key: K, /, default: V) -> V: ...

    @overload
    def get(self, key: K, /, default: T) -> V | T: ...

    def get(self, key: K, /, default: V | T | None = None) -> V | T | None:
        """Returns what stands at `key`, or `default`."""
        return self._items.get(key, default)

    def keys(self) -> KeysView[K]:
        """Returns the keys, sorted."""
        return self._items.keys()

    def values(self) -> ValuesView[V]:
        """Returns the values in the order of their keys."""
        return self._items.values()

    def items(self) -> ItemsView[K, V]:
        """Returns the keys, sorted, with their values."""
        return self._items.items()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, FrozenMap):
            return self._items == other._items
        return NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(self._items.items()))
        return self._hash

    def __or__(self, other: Mapping[K, V]) -> FrozenMap[K, V]:
        items = {**self._items, **other}
        # A dict keeps the places of its keys: without a new one they are still in order.
        return self._sorted(items) if len(items) == len(self._items) else FrozenMap(items)

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    def put(self, key: K, value: V) -> FrozenMap[K, V]:
        """Returns the map with `value` at `key`; what is empty, or 0, takes the key out."""
        return self | {key: value} if value else self.without(key)

    def without(self, *keys: K) -> FrozenMap[K, V]:
        """Returns the map without `keys`; absent ones do not matter."""
        items = self._items.copy()
        for key in keys:
            items.pop(key, None)
        return self._sorted(items)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        key_type, value_type = get_args(source) or (str, Any)
        inner = core_schema.dict_schema(
            handler.generate_schema(key_type), handler.generate_schema(value_type)
        )
        # What was validated is a new dict.
        from_json = core_schema.no_info_after_validator_function(cls._own, inner)
        from_python = core_schema.no_info_before_validator_function(
            lambda value: value._items if isinstance(value, cls) else value, from_json
        )
        return core_schema.json_or_python_schema(
            json_schema=from_json,
            python_schema=from_python,
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda value: value._items, return_schema=inner
            ),
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        # A keyed pattern (pydantic's way) lets bad keys and their values through: name the rule
        # for keys and the rule for values apart.
        assert schema["type"] == "json-or-python"
        wrapped = schema["json_schema"]
        assert wrapped["type"] == "function-after"
        published = handler(wrapped["schema"])
        patterns = published.pop("patternProperties", None)
        if patterns:
            ((pattern, values),) = patterns.items()
            published["propertyNames"] = {"type": "string", "pattern": pattern}
            published["additionalProperties"] = values
        return published


def shifted(counts: FrozenMap[K, int], key: K, by: int) -> FrozenMap[K, int]:
    """Returns `counts` with so many more, or fewer, of one; what is none is absent."""
    return counts.put(key, counts.get(key, 0) + by)
