"""Reads the files of a map: bytes in, checked values out, all problems at once.

`load_...` takes bytes, `read_...` a map's folder. What is wrong is raised as `Unusable`; paths lead
into the file, and where a folder was read the fact `file` names it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.boards.area_checks import check_area_map, check_outlines
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.values import Value

__all__ = [
    "load_area_map",
    "load_cards",
    "load_outlines",
    "read_area_map",
    "read_cards",
    "read_outlines",
]

V = TypeVar("V", bound=Value)

_CODES = {
    "json_invalid": "not-json",
    "missing": "missing-field",
    "extra_forbidden": "unknown-field",
    "string_pattern_mismatch": "id-shape",
}
_HINTS = {
    "missing-field": "nothing in this format may be left out",
    "id-shape": "an id is 1 to 40 of the characters a-z, 0-9 and -",
}


def load_area_map(raw: bytes) -> AreaMap:
    """Returns the map that a `map.json` holds."""
    area_map = _parsed(raw, AreaMap)
    _refuse(check_area_map(area_map))
    return area_map


def load_outlines(raw: bytes, area_map: AreaMap) -> Outlines:
    """Returns the outlines that an `outlines.json` holds, checked against their map."""
    outlines = _parsed(raw, Outlines)
    _refuse(check_outlines(area_map, outlines))
    return outlines


def load_cards(raw: bytes, model: type[V]) -> V:
    """Returns the cards that a `cards.json` holds, as the game that uses them models them."""
    return _parsed(raw, model)


def read_area_map(folder: Path) -> AreaMap:
    """Returns the map in a folder."""
    return _read(folder / "map.json", load_area_map)


def read_outlines(folder: Path, area_map: AreaMap) -> Outlines:
    """Returns the outlines in a map's folder."""
    return _read(folder / "outlines.json", lambda raw: load_outlines(raw, area_map))


def read_cards(folder: Path, model: type[V]) -> V:
    """Returns the cards in a map's folder."""
    return _read(folder / "cards.json", lambda raw: load_cards(raw, model))


def _read(file: Path, load: Callable[[bytes], V]) -> V:
    try:
        return load(file.read_bytes())
    except OSError as error:
        problem = Problem(
            "unreadable-file",
            f"{file.name} cannot be read: {error.strerror}",
            hint=f"it belongs into {file.parent}",
            kind="unusable",
        )
        problems: Iterable[Problem] = [problem]
    except Unusable as error:
        problems = error.problems
    raise Unusable(
        replace(problem, facts=(*problem.facts, ("file", str(file)))) for problem in problems
    )


def _refuse(problems: Iterable[Problem]) -> None:
    found = tuple(problems)
    if found:
        raise Unusable(found)


def _parsed(raw: bytes, model: type[V]) -> V:
    try:
        return model.model_validate_json(raw)
    except ValidationError as error:
        raise Unusable(map(_problem, error.errors(include_url=False))) from None


def _problem(details: ErrorDetails) -> Problem:
    """Turns pydantic's account of one fault into a problem."""
    code = _CODES.get(details["type"], "wrong-value")
    path = tuple(step for step in details["loc"] if step != "[key]")
    message = details["msg"][:1].lower() + details["msg"][1:]
    if code == "not-json":
        return Problem(code, message, path, kind="malformed")
    if code == "missing-field":
        named = f"field {path[-1]!r}" if isinstance(path[-1], str) else f"entry {path[-1]}"
        message = f"the {named} is missing"
    elif code == "unknown-field":
        message = f"there is no field {path[-1]!r} here"
    elif code == "id-shape":
        message = f"{json.dumps(details['input'])} is no id"
    elif isinstance(details["input"], str | int | float | None):
        message = f"{json.dumps(details['input'])} does not fit: {message}"
    return Problem(code, message, path, hint=_HINTS.get(code, ""), kind="invalid")
