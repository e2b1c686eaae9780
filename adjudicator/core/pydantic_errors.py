"""What pydantic refuses, in the words of our messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import JSONValue, Value, canonical

__all__ = ["not_understood", "read_part", "reason_of"]

V = TypeVar("V", bound=Value)

_REASONS = {
    "missing": "this field is missing",
    "extra_forbidden": "there is no such field",
    "string_type": "a text in quotes belongs here",
    "int_type": "a whole number belongs here",
    "int_from_float": "a whole number belongs here",
    "bool_type": "true or false belongs here",
    "none_required": "null belongs here",
    "dict_type": "an object belongs here",
    "model_type": "an object belongs here",
    "tuple_type": "a list belongs here",
    "list_type": "a list belongs here",
    "literal_error": "{expected} belongs here",
    "string_pattern_mismatch": "the text has not the form that it must have here",
    "greater_than_equal": "a number of {ge} or more belongs here",
    "less_than_equal": "a number of {le} or less belongs here",
    "too_short": "at least {min_length} belong here, not {actual_length}",
    "too_long": "at most {max_length} belong here, not {actual_length}",
    "union_tag_not_found": "the field {discriminator} is missing",
    "union_tag_invalid": "{discriminator} must be one of {expected_tags}",
    "value_error": "{error}",
    "json_invalid": "this is not JSON: {error}",
}


def reason_of(detail: ErrorDetails) -> str:
    """Returns why a value was refused, as a message without a period."""
    words = _REASONS.get(detail["type"])
    context = {name: str(value).replace("'", '"') for name, value in detail.get("ctx", {}).items()}
    text = words.format_map(context) if words else "this is not possible here"
    return text[:1].lower() + text[1:]


def not_understood(error: ValidationError, path: Path = ()) -> Iterator[Problem]:
    """Yields why the part of a document at `path` was refused."""
    for detail in error.errors(include_url=False, include_input=False):
        place = (*path, *detail["loc"])
        yield Problem("not-understood", reason_of(detail), place, kind="invalid")


def read_part(
    model: type[V], document: JSONValue | Mapping[str, Any], name: str, problems: list[Problem]
) -> V | None:
    """Reads what stands in a document under a name; why it is refused, is added to `problems`."""
    plain = dict(document) if isinstance(document, Mapping) else document
    try:
        return model.model_validate_json(canonical(plain))
    except ValidationError as error:
        problems.extend(not_understood(error, (name,)))
        return None
