"""JSON Schemas: made from the models, and used to say in plain words what is not understood.

jsonschema speaks to users (`validate`); pydantic has the last word (`parse`). jsonschema is loaded
when the first file is refused.
"""

from __future__ import annotations

import ast
import functools
import inspect
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import CoreSchema, ErrorDetails, core_schema

from adjudicator.core.limits import MAX_PROBLEMS
from adjudicator.core.problem import Path, Problem, no_more
from adjudicator.core.pydantic_errors import reason_of
from adjudicator.core.values import JSONValue, canonical
from adjudicator.documents.json_input import Document
from adjudicator.documents.problems import AT_KEY, RefusedFile, nearest, quoted

if TYPE_CHECKING:
    from jsonschema import ValidationError as SchemaError

__all__ = [
    "enough",
    "field_docstrings",
    "parse",
    "schema_bytes",
    "schema_of",
    "understood",
    "validate",
    "validate_tagged",
]

M = TypeVar("M", bound=BaseModel)

_TAG_WORDS = {"op": "operation", "standing": "standing order"}
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


@functools.cache
def _validator() -> Any:
    """Returns jsonschema's validator, made to find the same problems in the same order."""
    from jsonschema import Draft202012Validator
    from jsonschema import ValidationError as SchemaError
    from jsonschema.validators import extend

    def additional_properties(
        validator: Any, wanted: Any, instance: Any, schema: Mapping[str, Any]
    ) -> Iterator[SchemaError]:
        """jsonschema's own keyword goes through a set; the order must not depend on hashes."""
        if not isinstance(instance, dict):
            return
        extra = [name for name in instance if name not in schema.get("properties", {})]
        if wanted is False and extra:
            yield SchemaError("fields that are not known")
        elif isinstance(wanted, dict):
            for name in extra:
                yield from validator.descend(instance[name], wanted, path=name)

    untyped: Any = extend  # The stubs leave it so.
    known = Draft202012Validator.VALIDATORS
    keywords = {
        "additionalProperties": _enough_of(additional_properties),
        "items": _enough_of(known["items"]),
        "propertyNames": _enough_of(known["propertyNames"]),
    }
    return untyped(Draft202012Validator, keywords)


def _enough_of(keyword: Any) -> Any:
    """Returns a keyword of jsonschema that finds no more in one list or object than is shown.

    Beneath `anyOf` and `oneOf` it would gather an error for each of thousands of items.
    """

    def enough(*judged: Any) -> Iterator[SchemaError]:
        return islice(keyword(*judged), MAX_PROBLEMS + 1)

    return enough


class _Generator(GenerateJsonSchema):
    """Describes fields by their docstrings, and leaves out titles made of their names."""

    def field_title_should_be_set(self, schema: CoreSchema | Any) -> bool:
        return False

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Returns the schema of a model, each field with the docstring that stands under it."""
        made = super().model_schema(schema)
        model: type[BaseModel] = schema["cls"]
        for name, text in field_docstrings(model).items():
            field = model.model_fields.get(name)
            if field is not None:
                made["properties"][field.alias or name].setdefault("description", text)
        return made


@functools.cache
def _classes_in(module: str) -> Mapping[str, ast.ClassDef]:
    """Returns the classes of a module's source by their qualified names; none if it has no source.

    `inspect.getsource` of a class would parse the whole module again for each of them.
    """
    found: dict[str, ast.ClassDef] = {}
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):  # made by a program, or built in
        return found
    inside: list[tuple[str, ast.AST]] = [("", tree)]
    while inside:
        prefix, outer = inside.pop()
        for one in ast.iter_child_nodes(outer):
            if isinstance(one, ast.ClassDef):
                found[prefix + one.name] = one
                inside.append((f"{prefix}{one.name}.", one))
            elif isinstance(one, ast.FunctionDef):
                inside.append((f"{prefix}{one.name}.<locals>.", one))
            else:
                inside.append((prefix, one))
    return found


@functools.cache
def field_docstrings(model: type[BaseModel]) -> Mapping[str, str]:
    """Returns by field the text that stands under it in a class or in those that it extends.

    pydantic could read it too, but whenever a class is made; it is wanted for schemas only.
    """
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if base is BaseModel or not issubclass(base, BaseModel):
            continue
        made = _classes_in(base.__module__).get(base.__qualname__)
        for field, below in pairwise(made.body if made is not None else ()):
            match field, below:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    found[name] = inspect.cleandoc(text)
    return found


def schema_of(model: type[BaseModel] | Any, title: str, schema_id: str) -> dict[str, Any]:
    """Returns the JSON Schema (draft 2020-12) of a model or a union of models, always the same."""
    adapter = TypeAdapter[Any](model)
    made = adapter.json_schema(by_alias=True, schema_generator=_Generator)
    for part in (made, *made.get("$defs", {}).values()):
        _describe_tags(part)
    made.pop("title", None)
    first = {"$schema": _DIALECT, "$id": schema_id, "title": title}
    if "description" in made:
        first["description"] = made.pop("description")
    return {**first, **made}


def _describe_tags(schema: Mapping[str, Any]) -> None:
    """A field that has only one value says so; all other fields are described by their models."""
    for field in schema.get("properties", {}).values():
        if "const" in field and "description" not in field:
            field["description"] = f"Always {json.dumps(field['const'])}."


def schema_bytes(schema: Mapping[str, Any]) -> bytes:
    """Returns the bytes of a schema file."""
    return (json.dumps(schema, indent=2, ensure_ascii=False) + "\n").encode()


def validate(document: Document, schema: Mapping[str, Any], path: Path = ()) -> list[Problem]:
    """Returns everything in the document, or in the part at `path`, that the schema refuses.

    The paths of the problems lead from the root of the document.
    """
    from adjudicator.documents.jsonschema_errors import problems_of

    found: list[Problem] = []
    errors = _validator()(schema).iter_errors(document.at(path))
    for problem in chain.from_iterable(map(problems_of, errors)):
        if problem not in found:
            found.append(problem)
        if len(found) == MAX_PROBLEMS:
            found.append(no_more("checking", "Put these right and check again", kind="invalid"))
            break
    placed = (problem.under(*path) for problem in _without_echoes(found))
    return sorted(placed, key=functools.partial(_place, document))


def enough(problems: Iterable[Problem]) -> list[Problem]:
    """Returns the problems, or as many as are shown and one that says that there are more.

    That one is a warning where all that it stands for are.
    """
    found: list[Problem] = []
    closing: list[Problem] = []
    for problem in problems:
        if len(found) < MAX_PROBLEMS:
            found.append(problem)
        else:
            closing = [
                no_more("checking", "Put these right and check again", kind="invalid")._replace(
                    warning=problem.warning
                )
            ]
            if not problem.warning:
                break
    return found + closing


def validate_tagged(
    document: Document, path: Path, tag: str, schemas_by_tag: Mapping[str, Mapping[str, Any]]
) -> list[Problem]:
    """Returns what is not understood in the object at `path`, whose `tag` names its schema.

    `tag` is the name of a field, such as `order`: `{"order": "move", ...}`.
    """
    from adjudicator.documents.jsonschema_errors import missing_tag, wrong_type

    item = document.at(path)
    if not isinstance(item, dict):
        return [wrong_type(item, ["object"]).under(*path)]
    names = sorted(schemas_by_tag)
    if tag not in item:
        return [missing_tag(item, tag, names).under(*path)]
    name = item[tag]
    if not isinstance(name, str):
        return [wrong_type(name, ["string"]).under(*path, tag)]
    if name not in schemas_by_tag:
        hint = nearest(name, names)
        message = f"there is no {_TAG_WORDS.get(tag, tag)} {quoted(name)} here"
        return [Problem(f"unknown-{tag}", message, (*path, tag), hint=hint, kind="invalid")]
    return validate(document, schemas_by_tag[name], path)


def understood(model: type[M], document: Document, path: Path = ()) -> M:
    """Returns the value that the document, or the part at `path`, writes down.

    Raises `RefusedFile` with everything that is not understood. The schema, which is slow, is
    asked only why.
    """
    try:
        return parse(model, document, path)
    except RefusedFile:
        problems = validate(document, _schema(model), path)
        if not problems:
            raise
    raise RefusedFile(document.located(problem) for problem in problems)


@functools.cache
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    return schema_of(model, model.__name__, f"urn:adjudicator:model:{model.__name__}")


def parse(model: type[M], document: Document, path: Path = ()) -> M:
    """Returns the value that the document, or the part at `path`, writes down.

    Raises `RefusedFile` with problems of code `not-understood`. After `validate` has found nothing
    that is a fault of the schema; the user still gets a place and a reason.
    """
    try:
        return model.model_validate_json(canonical(document.at(path)))
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        problems = [_not_understood(detail, document, path) for detail in details]
        raise RefusedFile(document.located(problem) for problem in problems) from None


def _place(document: Document, problem: Problem) -> tuple[int, int, int]:
    """Where a problem belongs in the list: as it stands in the file, the closing one last."""
    line, column = document.locate(problem.path, key=AT_KEY in problem.facts)
    return int(problem.code == "too-many-problems"), line, column


def _not_understood(detail: ErrorDetails, document: Document, start: Path) -> Problem:
    """pydantic's error as a problem: its location has steps that are not in the document."""
    path, here = start, document.at(start)
    facts: tuple[tuple[str, str | int], ...] = ()
    for step in detail["loc"]:
        inner: Mapping[Any, JSONValue] = {}
        if isinstance(here, dict):
            inner = here
        elif isinstance(here, list):
            inner = dict(enumerate(here))
        if step in inner:
            path, here = (*path, step), inner[step]
    if detail["loc"] and detail["loc"][-1] == "[key]":
        facts = (AT_KEY,)
    return Problem("not-understood", reason_of(detail), path, kind="invalid", facts=facts)


def _without_echoes(found: list[Problem]) -> Iterator[Problem]:
    """Leaves out a missing field whose name stands there misspelt: one slip, one problem."""
    meant = {
        (problem.path[:-1], value)
        for problem in found
        if problem.code == "unknown-field"
        for name, value in problem.facts
        if name == "meant"
    }
    for problem in found:
        facts = dict(problem.facts)
        if problem.code != "missing-field" or (problem.path, facts["field"]) not in meant:
            yield problem
