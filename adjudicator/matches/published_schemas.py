"""The JSON Schemas that are checked in under schemas/, made from the models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, get_args

from adjudicator.audit import log
from adjudicator.audit.clock import ClockPolicy
from adjudicator.audit.lock_first import Pledge
from adjudicator.core.choices import Choices
from adjudicator.core.ending import MATCH
from adjudicator.core.game import Game, Scenario
from adjudicator.core.sheet import (
    Envelope,
    as_written,
    ask_example,
    sheet_schema_id,
    standing_types,
    topics_of,
)
from adjudicator.documents.case_answers import Answer
from adjudicator.documents.cases import Case, Question
from adjudicator.documents.joins import OwnJoin, OwnSeat
from adjudicator.documents.keys.match_notes import MatchNotes, People, Secret
from adjudicator.documents.rolls import Rolls
from adjudicator.documents.schemas import schema_bytes, schema_of
from adjudicator.documents.sheets import order_schemas
from adjudicator.documents.views import View
from adjudicator.matches.saves import SaveFile

__all__ = ["published_schemas", "schema_makers", "sheet_schema"]


def published_schemas(games: Iterable[Game]) -> dict[str, bytes]:
    """Returns every schema by its path under schemas/, sorted."""
    return {name: make() for name, make in schema_makers(games).items()}


def schema_makers(games: Iterable[Game]) -> dict[str, Callable[[], bytes]]:
    """Returns what makes each schema by its path under schemas/, sorted; all of them take long."""
    makers: dict[str, Callable[[], dict[str, Any]]] = {
        name: partial(schema_of, model, title, f"urn:adjudicator:{name.removesuffix('.json')}")
        for name, model, title in (
            ("case.json", Case, "Rule case"),
            ("case-answer.json", Answer, "Answer of an engine to a rule case"),
            ("case-question.json", Question, "Rule case as an engine is asked it"),
            ("choices.json", Choices, "Choices: what a seat may order now"),
            ("clock.json", ClockPolicy, "Clock: how much time seats have"),
            ("join.json", OwnJoin, "Join: a seat's answer to an offer"),
            ("match.json", MatchNotes, "Names of a match"),
            ("offer.json", log.Offer, "Offer: what the referee fixes before anybody joins"),
            ("people.json", People, "Addresses of a match"),
            ("pledge.json", Pledge, "Pledge for a locked opening"),
            ("rolls.json", Rolls, "Dice rolled elsewhere"),
            ("save.json", SaveFile, "Save of a match"),
            ("seat.json", OwnSeat, "Join that replaces that of its seat"),
            ("secret.json", Secret, "Key file of a seat, or the referee's secret"),
            ("scenario.json", Scenario, "Scenario"),
            ("view.json", View, "state.json: a view of a match"),
        )
    }
    makers["log-line.json"] = _log_line_schema
    for game in games:
        makers[f"{game.name}/sheet.json"] = partial(sheet_schema, game)
        for name, model, title in (
            ("options", game.options, "Options"),
            ("start", game.start, "Start of a scenario"),
            ("state", game.state, "State"),
            *(
                (name.removesuffix(".json"), model, f"{name} of a map")
                for name, model in game.files.items()
            ),
        ):
            schema_id = f"urn:adjudicator:{game.name}:{name}"
            makers[f"{game.name}/{name}.json"] = partial(
                schema_of, model, f"{game.title}: {title}", schema_id
            )
    return {name: partial(_made, make) for name, make in sorted(makers.items())}


def _made(make: Callable[[], dict[str, Any]]) -> bytes:
    return schema_bytes(make())


def _log_line_schema() -> dict[str, Any]:
    """Returns the schema of one line of a log: what it says, its number and its link."""
    schema = schema_of(log.Payload, "A line of the log", "urn:adjudicator:log-line")
    hash_ = schema["$defs"]["Genesis"]["properties"]["gid"] | {
        "description": "The hash of the line before; 64 zeros in line 0."
    }
    number = {"type": "integer", "minimum": 0, "description": "The number of the line, from 0."}
    for model in schema["$defs"].values():
        # A field with a default stands in every line, or is left out and never null.
        for name, field in model["properties"].items():
            default = field.pop("default", "")
            if default is None and "anyOf" in field:
                field.update(next(form for form in field.pop("anyOf") if form["type"] != "null"))
            elif default and name not in model["required"]:
                model["required"].append(name)
    for line in get_args(log.Payload):
        model = schema["$defs"][line.__name__]
        model["properties"] = {"k": number, "prev": hash_, **model["properties"]}
        model["required"] = ["k", "prev", *model["required"]]
    return schema


def sheet_schema(game: Game) -> dict[str, Any]:
    """Returns the whole schema of a game's order sheets, for editors and other programs."""
    schema = schema_of(Envelope, f"{game.title}: order sheet", sheet_schema_id(game))
    definitions = schema.pop("$defs", {})
    for tag, order in (order_schemas(game) | order_schemas(game, MATCH)).items():
        definitions[f"order-{tag}"] = _inner(order, definitions)
    for tag, model in standing_types(game).items():
        standing = schema_of(model, tag, f"urn:adjudicator:standing:{tag}")
        definitions[f"standing-{tag}"] = _inner(standing, definitions)
    topics = {"enum": list(game.topics)}
    definitions["standing-ask"]["properties"]["topics"]["items"] = topics
    definitions["standing-ask"]["examples"] = [as_written(ask_example(game))]
    fields = schema["properties"]
    fields["$schema"] = {"const": sheet_schema_id(game), "description": "For editors; optional."}
    definitions["topics"] = _topics(game)
    for said in (fields, definitions["LaterTurn"]["properties"]):
        said["hold"]["anyOf"][0]["items"] = topics
        said["orders"] = {
            "description": said["orders"]["description"],
            "$ref": "#/$defs/topics",
        }
        said["answers"]["additionalProperties"] = _one_of("order", order_schemas(game))
    fields["standing"] = {
        "description": fields["standing"]["description"],
        "anyOf": [
            {"type": "array", "items": _one_of("standing", standing_types(game))},
            {"type": "null"},
        ],
    }
    return {**schema, "$defs": definitions}


def _topics(game: Game) -> dict[str, Any]:
    """Returns the schema of what a sheet orders for a player-turn, by topic."""
    return {
        "type": "object",
        "propertyNames": {"enum": list(topics_of(game))},
        "additionalProperties": False,
        "properties": {
            topic: {
                "description": f"The orders of the topic {topic}, in the order to be carried out.",
                "type": "array",
                "items": _one_of("order", order_schemas(game, topic)),
            }
            for topic in topics_of(game)
        },
    }


def _inner(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Returns a schema to stand among the definitions of another, its own moved up."""
    inner = {key: value for key, value in schema.items() if key not in ("$schema", "$id")}
    definitions |= inner.pop("$defs", {})
    return inner


def _one_of(kind: str, tags: Iterable[str]) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/$defs/{kind}-{tag}"} for tag in tags]}
