"""The JSON Schemas that are checked in under schemas/, made from the models."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.core import log
from adjudicator.core.game import Game, Scenario
from adjudicator.core.opening import SavedMatch
from adjudicator.core.sheet import Envelope, sheet_schema_id, standing_types
from adjudicator.files.cases import Case
from adjudicator.files.rolls import Rolls
from adjudicator.files.schemas import schema_bytes, schema_of
from adjudicator.files.sheets import order_schemas
from adjudicator.files.views import View

__all__ = ["published_schemas", "sheet_schema"]


def published_schemas(games: Iterable[Game]) -> dict[str, bytes]:
    """Returns every schema by its path under schemas/, sorted."""
    files: dict[str, dict[str, Any]] = {
        name: schema_of(model, title, f"urn:adjudicator:{name.removesuffix('.json')}")
        for name, model, title in (
            ("area-map.json", AreaMap, "Area map"),
            ("case.json", Case, "Rule case"),
            ("outlines.json", Outlines, "Outlines of an area map"),
            ("rolls.json", Rolls, "Dice rolled elsewhere"),
            ("save.json", SavedMatch, "Save of a match"),
            ("scenario.json", Scenario, "Scenario"),
            ("view.json", View, "state.json: a view of a match"),
        )
    }
    line = TypeAdapter[Any](log.Payload).json_schema()
    files["log-line.json"] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:adjudicator:log-line",
        "title": "A line of the log, beside its k and prev",
        **line,
    }
    for game in games:
        files[f"{game.name}/sheet.json"] = sheet_schema(game)
        for name, model, title in (
            ("options", game.options, "Options"),
            ("start", game.start, "Start of a scenario"),
            ("state", game.state, "State"),
        ):
            schema_id = f"urn:adjudicator:{game.name}:{name}"
            files[f"{game.name}/{name}.json"] = schema_of(
                model, f"{game.title}: {title}", schema_id
            )
    return {name: schema_bytes(schema) for name, schema in sorted(files.items())}


def sheet_schema(game: Game) -> dict[str, Any]:
    """Returns the whole schema of a game's order sheets, for editors and other programs."""
    schema = schema_of(Envelope, f"{game.title}: order sheet", sheet_schema_id(game))
    definitions = schema.setdefault("$defs", {})
    for tag, order in order_schemas(game).items():
        definitions[f"order-{tag}"] = _inner(order, definitions)
    for tag, model in standing_types(game).items():
        standing = schema_of(model, tag, f"urn:adjudicator:standing:{tag}")
        definitions[f"standing-{tag}"] = _inner(standing, definitions)
    fields = schema["properties"]
    fields["$schema"] = {"const": sheet_schema_id(game), "description": "For editors; optional."}
    fields["orders"] |= {
        "propertyNames": {"enum": list(game.topics)},
        "additionalProperties": False,
        "properties": {
            topic: {"type": "array", "items": _one_of("order", order_schemas(game, topic))}
            for topic in game.topics
        },
    }
    fields["answers"]["additionalProperties"] = _one_of("order", order_schemas(game))
    fields["standing"] = {"type": "array", "items": _one_of("standing", standing_types(game))}
    return schema


def _inner(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Returns a schema to stand among the definitions of another, its own moved up."""
    inner = {key: value for key, value in schema.items() if key not in ("$schema", "$id")}
    definitions |= inner.pop("$defs", {})
    return inner


def _one_of(kind: str, tags: Iterable[str]) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/$defs/{kind}-{tag}"} for tag in tags]}
