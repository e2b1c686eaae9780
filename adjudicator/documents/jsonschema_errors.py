"""The errors of jsonschema as problems in plain words, with a hint what to write instead."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from adjudicator.core.english import amount
from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FileName, Hex32, Id, Label, Ratio
from adjudicator.documents.problems import AT_KEY, closest_name, list_of, nearest, quoted

if TYPE_CHECKING:  # loaded only where something is refused
    from jsonschema import ValidationError

__all__ = ["missing_tag", "problems_of", "wrong_type"]

_TYPE_WORDS = {
    "string": "a text in quotes",
    "integer": "a whole number",
    "number": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_SHOWN_WHOLE = 60
_UNQUOTED = {"integer": r"-?[0-9]{1,15}", "boolean": "true|false", "null": "null"}
_ID_FORM = "lower-case letters, digits and hyphens, 1 to 40 of them"


@functools.cache
def _forms() -> dict[str, tuple[str, str]]:
    """What the patterns of the core's texts are called, and how such a text is written."""
    label = f'A label is ids joined by "/"; an id is {_ID_FORM}'
    key = "It has 64 digits, each 0 to 9 or a to f in lower case"
    ratio = 'A ratio is one whole number over another, each from 1 to 999: "3/2"'
    named = (
        (Id, "an id", f"An id is {_ID_FORM}"),
        (FileName, "the name of a file of a map", f'It is {_ID_FORM}, then ".json"'),
        (Label, "a label", label),
        (Hex32, "a hash or key", key),
        (Ratio, "a ratio", ratio),
    )
    return {TypeAdapter(text).json_schema()["pattern"]: (name, how) for text, name, how in named}


@dataclass(frozen=True, slots=True)
class _Refusal:
    """What jsonschema says of one value: which keyword refused it, and what that wanted."""

    keyword: str
    wanted: Any
    value: Any
    schema: dict[str, Any]
    path: Path
    steps: tuple[str | int, ...]
    inner: tuple[ValidationError, ...]

    @classmethod
    def of(cls, error: ValidationError) -> _Refusal:
        return cls(
            keyword=str(error.validator),
            wanted=error.validator_value,
            value=error.instance,
            schema=dict(error.schema) if isinstance(error.schema, Mapping) else {},
            path=tuple(error.absolute_path),
            steps=tuple(step for step in error.absolute_schema_path if step != "$ref"),
            inner=tuple(error.context or ()),
        )


def wrong_type(value: object, types: Sequence[str]) -> Problem:
    """The problem of a value of another type than one of `types`."""
    wanted = " or ".join(dict.fromkeys(_TYPE_WORDS[name] for name in types))
    hint = ""
    if isinstance(value, str) and any(
        name in types and re.fullmatch(form, value) for name, form in _UNQUOTED.items()
    ):
        hint = f"Write {value} without quotes"
    elif "array" in types and not isinstance(value, list | dict) and value is not None:
        hint = f"Put it in brackets: [{_shown(value)}]"
    elif isinstance(value, int) and not isinstance(value, bool) and "string" in types:
        hint = f'Write it in quotes: "{value}"'
    message = f"{wanted} belongs here, not {_described(value)}"
    return Problem("wrong-type", message, hint=hint, kind="invalid")


def missing_tag(item: Mapping[str, object], tag: str, names: Sequence[str]) -> Problem:
    """The problem of an object without the field that says what it is."""
    hint = f"It says what this is; possible here: {list_of(map(quoted, names))}"
    meant = closest_name(tag, list(item))
    if meant:
        hint = f"Write {quoted(tag)} instead of {quoted(meant)}"
    message = f"the field {quoted(tag)} is missing"
    return Problem("missing-tag", message, hint=hint, kind="invalid", facts=(("field", tag),))


def problems_of(error: ValidationError) -> Iterator[Problem]:
    """Yields what one error of jsonschema means; paths lead from what was validated."""
    refusal = _Refusal.of(error)
    if _is_about_key(refusal):
        yield _bad_key(refusal)
    elif refusal.keyword in ("anyOf", "oneOf"):
        yield from _alternatives(refusal)
    elif refusal.keyword == "additionalProperties":
        yield from _unknown_fields(refusal)
    elif refusal.keyword == "required":
        yield from _missing_fields(refusal)
    else:
        say = _KEYWORDS.get(refusal.keyword, _other)
        yield say(refusal).under(*refusal.path)


def _unknown_fields(refusal: _Refusal) -> Iterator[Problem]:
    known = list(refusal.schema.get("properties", {}))
    for name in refusal.value:
        if name not in known:
            free = [field for field in known if field not in refusal.value]
            meant = closest_name(name, free)
            facts: tuple[tuple[str, str | int], ...] = (AT_KEY,)
            yield Problem(
                "unknown-field",
                f"there is no field {quoted(name)} here",
                (*refusal.path, name),
                hint=nearest(name, [meant] if meant else known),
                kind="invalid",
                facts=(*facts, ("meant", meant)) if meant else facts,
            )


def _missing_fields(refusal: _Refusal) -> Iterator[Problem]:
    for name in refusal.wanted:
        if name not in refusal.value:
            description = refusal.schema.get("properties", {}).get(name, {}).get("description", "")
            yield Problem(
                "missing-field",
                f"the field {quoted(name)} is missing",
                refusal.path,
                hint=_first_line(description),
                kind="invalid",
                facts=(("field", name),),
            )


def _is_about_key(refusal: _Refusal) -> bool:
    """Whether it is about a key itself: the keyword `propertyNames` judges keys."""
    steps = refusal.steps
    return (
        len(steps) > 1
        and steps[-2] == "propertyNames"
        and (len(steps) < 3 or steps[-3] != "properties")
    )


def _bad_key(refusal: _Refusal) -> Problem:
    key = str(refusal.value)
    if refusal.keyword in ("enum", "const"):
        hint = nearest(key, map(str, _allowed(refusal)))
        message = f"the key {quoted(key)} has no meaning here"
    else:
        name, hint = _form_of(refusal)
        message = f"the key {quoted(key)} is not {name}"
        hint = _repaired(key, refusal) or hint
    return Problem(
        "bad-key", message, (*refusal.path, key), hint=hint, kind="invalid", facts=(AT_KEY,)
    )


def _alternatives(refusal: _Refusal) -> Iterator[Problem]:
    """Finds the form that was meant, by type and by tag, and says what is wrong with that."""
    branches = _branches(refusal.inner)
    typed = [branch for branch in branches if not _types_of(branch)]
    if not typed:
        types = [name for branch in branches for name in _types_of(branch)]
        yield wrong_type(refusal.value, types).under(*refusal.path)
        return
    tagged = [branch for branch in typed if not _tags_of(branch)]
    candidates = tagged or typed
    if len(candidates) == 1:
        for error in candidates[0]:
            yield from problems_of(error)
    elif not tagged:
        tags = [tag for branch in typed for tag in _tags_of(branch)]
        allowed = [value for tag in tags for value in _allowed(tag)]
        yield _not_one_of(tags[0].value, allowed).under(*tags[0].path)
    elif tag := _missing_tag_of(candidates):
        values = [_tag_value(error, tag) for branch in candidates for error in branch]
        names = [str(value) for value in dict.fromkeys(values) if value]
        yield missing_tag(refusal.value, tag, names).under(*refusal.path)
    else:
        yield _other(refusal).under(*refusal.path)


def _missing_tag_of(branches: Sequence[Sequence[ValidationError]]) -> str:
    """The field that tells the forms apart, if the object lacks it; else nothing."""
    lacking = [error for branch in branches for error in branch if error.validator == "required"]
    for name in _Refusal.of(lacking[0]).wanted if lacking else ():
        if all(any(_tag_value(error, name) for error in branch) for branch in branches):
            return str(name)
    return ""


def _tag_value(error: ValidationError, name: str) -> object:
    """The constant that the form wants in the field `name`, which the object lacks."""
    refusal = _Refusal.of(error)
    if refusal.keyword != "required" or name in refusal.value:
        return None
    return refusal.schema.get("properties", {}).get(name, {}).get("const")


def _branches(errors: Iterable[ValidationError]) -> list[list[ValidationError]]:
    """The errors of `anyOf` or `oneOf`, by the form that they are about."""
    branches: dict[str | int, list[ValidationError]] = {}
    for error in errors:
        branches.setdefault(error.relative_schema_path[0], []).append(error)
    return list(branches.values())


def _types_of(branch: Iterable[ValidationError]) -> list[str]:
    """The types that a form wants, if the value has none of them."""
    found: list[str] = []
    for error in branch:
        if error.validator == "type" and not error.relative_path:
            found.extend(_as_list(error.validator_value))
        elif error.validator in ("anyOf", "oneOf") and not error.relative_path:
            inner = [_types_of(form) for form in _branches(error.context or ())]
            if all(inner):
                found.extend(name for names in inner for name in names)
    return found


def _tags_of(branch: Iterable[ValidationError]) -> list[_Refusal]:
    """What says that an object, or a bare value, carries the tag of another form."""
    return [
        _Refusal.of(error)
        for error in branch
        if (error.validator == "const" and len(error.relative_path) <= 1)
        or (error.validator == "enum" and not error.relative_path)
    ]


def _wrong_type_of(refusal: _Refusal) -> Problem:
    return wrong_type(refusal.value, _as_list(refusal.wanted))


def _pattern(refusal: _Refusal) -> Problem:
    name, hint = _form_of(refusal)
    message = f"{quoted(refusal.value)} is not {name}"
    hint = _repaired(refusal.value, refusal) or hint
    return Problem("bad-pattern", message, hint=hint, kind="invalid")


def _not_allowed(refusal: _Refusal) -> Problem:
    return _not_one_of(refusal.value, _allowed(refusal))


def _not_one_of(value: object, allowed: Sequence[object]) -> Problem:
    message = f"{_described(value)} is not possible here"
    if isinstance(value, str) and all(isinstance(one, str) for one in allowed):
        hint = nearest(value, [str(one) for one in allowed])
    else:
        hint = f"Possible here: {list_of(map(_shown, allowed))}"
    return Problem("not-one-of", message, hint=hint, kind="invalid")


def _bound(code: str, words: str) -> Callable[[_Refusal], Problem]:
    """A number that is too small or too large."""

    def say(refusal: _Refusal) -> Problem:
        limit = words.format(refusal.wanted)
        return Problem(code, f"{refusal.value} is {limit}", hint=_about(refusal), kind="invalid")

    return say


def _size(code: str, unit: str, comparison: str) -> Callable[[_Refusal], Problem]:
    """A text, list or object with too few or too many parts."""

    def say(refusal: _Refusal) -> Problem:
        limit = refusal.wanted
        there, wanted = _counted(len(refusal.value), unit), _counted(limit, unit)
        message = f"{comparison} {wanted} {'belongs' if limit == 1 else 'belong'} here, not {there}"
        return Problem(code, message, hint=_about(refusal), kind="invalid")

    return say


def _surplus(refusal: _Refusal) -> Problem:
    """`items: false`: a list of fixed length with more items."""
    count = len(refusal.schema.get("prefixItems", ()))
    return _size("too-many", "item", "at most")(replace(refusal, wanted=count))


def _other(refusal: _Refusal) -> Problem:
    message = f"{_described(refusal.value)} is not possible here"
    return Problem("not-one-of", message, hint=_about(refusal), kind="invalid")


_KEYWORDS: dict[str, Callable[[_Refusal], Problem]] = {
    "type": _wrong_type_of,
    "pattern": _pattern,
    "enum": _not_allowed,
    "const": _not_allowed,
    "minimum": _bound("too-small", "less than {}"),
    "exclusiveMinimum": _bound("too-small", "not more than {}"),
    "maximum": _bound("too-large", "more than {}"),
    "exclusiveMaximum": _bound("too-large", "not less than {}"),
    "minLength": _size("too-short", "character", "at least"),
    "maxLength": _size("too-long", "character", "at most"),
    "minItems": _size("too-few", "item", "at least"),
    "maxItems": _size("too-many", "item", "at most"),
    "minProperties": _size("too-few", "entry", "at least"),
    "maxProperties": _size("too-many", "entry", "at most"),
    "items": _surplus,
}


def _form_of(refusal: _Refusal) -> tuple[str, str]:
    """What a text of the pattern is called, and how it is written."""
    known = _forms().get(refusal.wanted) if refusal.keyword == "pattern" else None
    return known or ("written as it must be here", _about(refusal))


def _repaired(text: str, refusal: _Refusal) -> str:
    """A hint with the text in the right form, if lower case and hyphens are all that it lacks."""
    made = re.sub(r"[^a-z0-9/]+", "-", text.strip().lower()).strip("-")
    if (
        refusal.keyword == "pattern"
        and 0 < len(made) <= _SHOWN_WHOLE
        and re.search(refusal.wanted, made)
    ):
        return f"Write {quoted(made)}"
    return ""


def _allowed(refusal: _Refusal) -> list[object]:
    value = refusal.wanted
    return list(value) if refusal.keyword == "enum" else [value]


def _about(refusal: _Refusal) -> str:
    """The description of the field, which its model gives."""
    return _first_line(str(refusal.schema.get("description", "")))


def _first_line(description: str) -> str:
    return description.strip().partition("\n\n")[0].replace("\n", " ")


def _as_list(types: Any) -> list[str]:
    return [types] if isinstance(types, str) else list(types)


def _counted(number: int, unit: str) -> str:
    return amount(number, unit, "entries" if unit == "entry" else "")


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _described(value: object) -> str:
    """A value as it is named in a message."""
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, bool) or value is None:
        return _shown(value)
    if isinstance(value, int):
        return f"the number {value}"
    return "an object" if isinstance(value, dict) else "a list"
