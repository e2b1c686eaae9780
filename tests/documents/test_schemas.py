"""Schemas from models, and what is said of a document that does not follow them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field, create_model, model_validator

from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap, Hex32, Id, Label, Value, canonical
from adjudicator.documents.json_input import Document, read_json
from adjudicator.documents.problems import MAX_PROBLEMS, RefusedFile, render
from adjudicator.documents.schemas import parse, schema_bytes, schema_of, validate, validate_tagged


class Place(Value):
    """Places units. (Action 1)"""

    order: Literal["place"]
    unit: Literal["infantry", "hovertank", "bomber"]
    count: Annotated[int, Field(ge=1, le=99)]
    """How many units, 1 to 99"""


class Destroy(Value):
    """Destroys a unit."""

    order: Literal["destroy"]
    unit: Id


class Move(Value):
    """Moves units.

    A second paragraph.
    """

    order: Literal["move"]
    path: Annotated[tuple[Id, ...], Field(min_length=2, max_length=4)]
    title: str = ""
    with_: FrozenMap[Id, int] = Field(default=FrozenMap(), alias="with")
    terrain: FrozenMap[Literal["north", "south"], int] = FrozenMap()
    answers: FrozenMap[Label, FrozenMap[Id, Hex32]] = FrozenMap()
    seat: Id | None = None
    whole: bool = False
    then: Annotated[Place | Destroy, Field(discriminator="order")] | None = None
    pair: tuple[Id, int] | None = None

    @model_validator(mode="after")
    def _goes_somewhere(self) -> Move:
        if self.path[0] == self.path[-1]:
            raise ValueError("The path ends where it begins")
        return self


MOVE = schema_of(Move, "Move", "https://example.org/move.schema.json")
PLACE = schema_of(Place, "Place", "https://example.org/place.schema.json")
BY_TAG = {"move": MOVE, "place": PLACE}


def document(data: Any) -> Document:
    return read_json(json.dumps(data).encode(), source="west.json")


def move(**fields: Any) -> Document:
    return document({"order": "move", "path": ["w2", "w3"], **fields})


def said(found: Document, problems: list[Problem]) -> list[str]:
    """The messages without the location."""
    return [render(found.located(problem)).partition(": ")[2] for problem in problems]


class TestSchemaFiles:
    def test_shape(self) -> None:
        assert schema_of(Destroy, "Destroy order", "https://example.org/destroy") == {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://example.org/destroy",
            "title": "Destroy order",
            "description": "Destroys a unit.",
            "additionalProperties": False,
            "properties": {
                "order": {"const": "destroy", "description": 'Always "destroy".', "type": "string"},
                "unit": {"pattern": "^[a-z0-9-]{1,40}(?!\\n)$", "type": "string"},
            },
            "required": ["order", "unit"],
            "type": "object",
        }
        bare: type[BaseModel] = create_model("Bare")
        assert list(schema_of(bare, "Bare", "x"))[:3] == ["$schema", "$id", "title"]

    def test_the_schemas_are_schemas(self) -> None:
        for schema in BY_TAG.values():
            Draft202012Validator.check_schema(schema)

    def test_maps_name_the_rules_for_keys_and_values_apart(self) -> None:
        assert MOVE["properties"]["with"] == {
            "additionalProperties": {"type": "integer"},
            "default": {},
            "propertyNames": {"pattern": "^[a-z0-9-]{1,40}(?!\\n)$", "type": "string"},
            "type": "object",
        }
        answers = MOVE["properties"]["answers"]
        assert answers["propertyNames"]["pattern"] == (
            "^[a-z0-9-]{1,40}(/[a-z0-9-]{1,40})*(?!\\n)$"
        )
        inner = answers["additionalProperties"]
        assert inner["propertyNames"]["pattern"] == "^[a-z0-9-]{1,40}(?!\\n)$"
        assert inner["additionalProperties"]["pattern"] == "^[0-9a-f]{64}(?!\\n)$"

    def test_the_bytes_are_the_same_under_every_hash_seed(self) -> None:
        program = (
            "from tests.documents.test_schemas import *\n"
            "many = move(**{'with': {f'k{n}': 'x' for n in range(20)}})\n"
            "sys.stdout.buffer.write(schema_bytes(MOVE))\n"
            "print(said(many, validate(many, MOVE)))\n"
        )
        outputs = {
            subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
            ).stdout
            for seed in ("0", "1", "2")
        }
        assert len(outputs) == 1
        text = outputs.pop()
        assert text.startswith(schema_bytes(MOVE))
        assert schema_bytes(MOVE).endswith(b"}\n")


class TestGoodOrders:
    def test_everything_filled_in(self) -> None:
        good = move(
            **{"with": {"w2": 3}},
            terrain={"north": 1},
            answers={"turn-3/target-1": {"a": "0" * 64}},
            seat="usa",
            whole=True,
            then={"order": "place", "unit": "bomber", "count": 1},
            pair=["a", 1],
        )
        assert validate(good, MOVE) == []
        assert validate_tagged(good, (), "order", BY_TAG) == []
        value = parse(Move, good)
        assert value.with_ == FrozenMap({"w2": 3})
        again = read_json(canonical(value.to_json()), source="again")
        assert validate(again, MOVE) == []
        assert parse(Move, again) == value

    def test_a_part_of_a_document(self) -> None:
        sheet = document({"orders": [{"order": "destroy", "unit": "bomber"}]})
        assert parse(Destroy, sheet, ("orders", 0)).unit == "bomber"


PATTERN_HINT = "An id is lower-case letters, digits and hyphens, 1 to 40 of them."


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"with": {"San Diego": 1}},
            'invalid bad-key: the key "San Diego" is not an id\n'
            '    with["San Diego"]\n    Write "san-diego".',
        ),
        (
            {"with": {"w2\n": 1}},
            'invalid bad-key: the key "w2\\u000a" is not an id\n'
            '    with["w2\\u000a"]\n    Write "w2".',
        ),
        (
            {"with": {"": 1}},
            f'invalid bad-key: the key "" is not an id\n    with[""]\n    {PATTERN_HINT}',
        ),
        (
            {"terrain": {"nort": 1}},
            'invalid bad-key: the key "nort" has no meaning here\n'
            '    terrain.nort\n    Did you mean "north"?',
        ),
        (
            {"answers": {"a//b": {}}},
            'invalid bad-key: the key "a//b" is not a label\n'
            '    answers["a//b"]\n    A label is ids joined by "/"; an id is lower-case letters, '
            "digits and hyphens, 1 to 40 of them.",
        ),
        (
            {"answers": {"a/b": {"c": "F" * 64}}},
            f'invalid bad-pattern: "{"F" * 59}…" is not a hash or key\n'
            f'    answers["a/b"].c "{"F" * 58}…\n'
            "    It has 64 digits, each 0 to 9 or a to f in lower case.",
        ),
        (
            {"with": {"w2": "2"}},
            'invalid wrong-type: a whole number belongs here, not the text "2"\n'
            '    with.w2 "2"\n    Write 2 without quotes.',
        ),
        (
            {"with": {"w2": True}},
            "invalid wrong-type: a whole number belongs here, not true\n    with.w2 true",
        ),
        (
            {"whole": "true"},
            'invalid wrong-type: true or false belongs here, not the text "true"\n'
            '    whole "true"\n    Write true without quotes.',
        ),
        (
            {"whole": 1},
            "invalid wrong-type: true or false belongs here, not the number 1\n    whole 1",
        ),
        (
            {"seat": 5},
            "invalid wrong-type: a text in quotes or null belongs here, not the number 5\n"
            '    seat 5\n    Write it in quotes: "5".',
        ),
        (
            {"seat": "The USA"},
            'invalid bad-pattern: "The USA" is not an id\n    seat "The USA"\n    Write "the-usa".',
        ),
        (
            {"path": "w2"},
            'invalid wrong-type: a list belongs here, not the text "w2"\n'
            '    path "w2"\n    Put it in brackets: ["w2"].',
        ),
        (
            {"path": None},
            "invalid wrong-type: a list belongs here, not null\n    path null",
        ),
        (
            {"path": ["w2"]},
            'invalid too-few: at least 2 items belong here, not 1 item\n    path ["w2"]',
        ),
        (
            {"path": list("abcde")},
            "invalid too-many: at most 4 items belong here, not 5 items\n"
            '    path ["a", "b", "c", "d", "e"]',
        ),
        (
            {"with": [["w2", 3]]},
            'invalid wrong-type: an object belongs here, not a list\n    with [["w2", 3]]',
        ),
        (
            {"wiht": {"w2": 3}},
            'invalid unknown-field: there is no field "wiht" here\n'
            '    wiht\n    Did you mean "with"?',
        ),
        (
            {"zzz": 1},
            'invalid unknown-field: there is no field "zzz" here\n    zzz\n'
            '    Possible here: "order", "path", "title", "with", "terrain", "answers", "seat", '
            '"whole", "then", "pair".',
        ),
        (
            {"then": {"order": "plce", "unit": "x"}},
            'invalid not-one-of: the text "plce" is not possible here\n'
            '    then.order "plce"\n    Did you mean "place"?',
        ),
        (
            {"then": {"unit": "x"}},
            'invalid missing-tag: the field "order" is missing\n    then {"unit": "x"}\n'
            '    It says what this is; possible here: "place", "destroy".',
        ),
        (
            {"then": {"order": "destroy", "unit": "x", "count": 1}},
            'invalid unknown-field: there is no field "count" here\n    then.count\n'
            '    Possible here: "order", "unit".',
        ),
        (
            {"then": 5},
            "invalid wrong-type: an object or null belongs here, not the number 5\n    then 5",
        ),
        (
            {"pair": ["a", 1, 2]},
            'invalid too-many: at most 2 items belong here, not 3 items\n    pair ["a", 1, 2]',
        ),
    ],
)
def test_one_slip_gives_one_problem(fields: dict[str, Any], expected: str) -> None:
    found = move(**fields)
    assert said(found, validate_tagged(found, (), "order", BY_TAG)) == [expected]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            {"order": "place", "unit": "infantry"},
            'invalid missing-field: the field "count" is missing\n    How many units, 1 to 99.',
        ),
        (
            {"order": "place", "unit": "infantry", "cuont": 3},
            'invalid unknown-field: there is no field "cuont" here\n'
            '    cuont\n    Did you mean "count"?',
        ),
        (
            {"order": "place", "unit": "hovertnk", "count": 3},
            'invalid not-one-of: the text "hovertnk" is not possible here\n'
            '    unit "hovertnk"\n    Did you mean "hovertank"?',
        ),
        (
            {"order": "place", "unit": "laser", "count": 3},
            'invalid not-one-of: the text "laser" is not possible here\n'
            '    unit "laser"\n    Possible here: "infantry", "hovertank", "bomber".',
        ),
        (
            {"order": "place", "unit": "bomber", "count": 0},
            "invalid too-small: 0 is less than 1\n    count 0\n    How many units, 1 to 99.",
        ),
        (
            {"order": "place", "unit": "bomber", "count": 100},
            "invalid too-large: 100 is more than 99\n    count 100\n    How many units, 1 to 99.",
        ),
        (
            {"order": "plcae"},
            'invalid unknown-order: there is no order "plcae" here\n'
            '    order "plcae"\n    Did you mean "place"?',
        ),
        (
            {"order": "surrender"},
            'invalid unknown-order: there is no order "surrender" here\n'
            '    order "surrender"\n    Possible here: "move", "place".',
        ),
        (
            {"unit": "bomber"},
            'invalid missing-tag: the field "order" is missing\n'
            '    It says what this is; possible here: "move", "place".',
        ),
        (
            {"Order": "place"},
            'invalid missing-tag: the field "order" is missing\n'
            '    Write "order" instead of "Order".',
        ),
        (
            {"order": 5},
            "invalid wrong-type: a text in quotes belongs here, not the number 5\n"
            '    order 5\n    Write it in quotes: "5".',
        ),
        ("place", 'invalid wrong-type: an object belongs here, not the text "place"'),
    ],
)
def test_one_slip_in_a_tagged_item(data: Any, expected: str) -> None:
    found = document(data)
    assert said(found, validate_tagged(found, (), "order", BY_TAG)) == [expected]


def test_all_problems_are_gathered_in_the_order_of_the_file() -> None:
    raw = b"""{"orders": {"maneuvers": [
      {"order": "place", "count": true, "unit": "infanty"},
      {"path": ["w2", "W 3"], "order": "move", "with": {"b": "1", "a": null}}
    ]}}"""
    found = read_json(raw, source="west.json")
    problems = [
        problem
        for index in (0, 1)
        for problem in validate_tagged(found, ("orders", "maneuvers", index), "order", BY_TAG)
    ]
    assert [render(found.located(problem)).splitlines()[0] for problem in problems] == [
        "west.json:2:35: invalid wrong-type: a whole number belongs here, not true",
        'west.json:2:49: invalid not-one-of: the text "infanty" is not possible here',
        'west.json:3:23: invalid bad-pattern: "W 3" is not an id',
        'west.json:3:62: invalid wrong-type: a whole number belongs here, not the text "1"',
        "west.json:3:72: invalid wrong-type: a whole number belongs here, not null",
    ]
    assert problems[2].path == ("orders", "maneuvers", 1, "path", 1)


def test_each_missing_field_is_named_once() -> None:
    problems = validate(document({"order": "place"}), PLACE)
    assert [problem.message for problem in problems] == [
        'the field "unit" is missing',
        'the field "count" is missing',
    ]


def test_too_many_problems_are_counted_and_said() -> None:
    found = move(**{"with": {f"k{number}": "x" for number in range(300)}})
    problems = validate(found, MOVE)
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1].code == "too-many-problems"


@pytest.mark.parametrize(
    ("schema", "data", "code", "message"),
    [
        ({"const": 5}, 6, "not-one-of", "the number 6 is not possible here"),
        ({"enum": [1, None, True]}, "x", "not-one-of", 'the text "x" is not possible here'),
        ({"exclusiveMinimum": 0}, 0, "too-small", "0 is not more than 0"),
        ({"exclusiveMaximum": 9}, 9, "too-large", "9 is not less than 9"),
        ({"minLength": 1}, "", "too-short", "at least 1 character belongs here, not 0 characters"),
        ({"maxLength": 2}, "abc", "too-long", "at most 2 characters belong here, not 3 characters"),
        ({"minProperties": 1}, {}, "too-few", "at least 1 entry belongs here, not 0 entries"),
        (
            {"maxProperties": 1},
            {"a": 1, "b": 2},
            "too-many",
            "at most 1 entry belongs here, not 2 entries",
        ),
        (
            {"prefixItems": [{}], "items": False},
            [1, 2],
            "too-many",
            "at most 1 item belongs here, not 2 items",
        ),
        ({"pattern": "^x$"}, "y", "bad-pattern", '"y" is not written as it must be here'),
        ({"multipleOf": 10}, 5, "not-one-of", "the number 5 is not possible here"),
        ({"not": {}}, 5, "not-one-of", "the number 5 is not possible here"),
        (
            {"anyOf": [{"minimum": 5}, {"multipleOf": 2}]},
            3,
            "not-one-of",
            "the number 3 is not possible here",
        ),
        (
            {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            {},
            "not-one-of",
            "an object is not possible here",
        ),
        ({"additionalProperties": False}, {"a": 1}, "unknown-field", 'there is no field "a" here'),
        ({"type": ["integer", "null"]}, "x", "wrong-type", "a whole number or null belongs here"),
    ],
)
def test_other_keywords(schema: dict[str, Any], data: Any, code: str, message: str) -> None:
    (problem,) = validate(document(data), schema)
    assert (problem.code, problem.kind) == (code, "invalid")
    assert problem.message.startswith(message)


def test_hints_of_other_keywords() -> None:
    (problem,) = validate(document(6), {"enum": [1, None, True, "x"]})
    assert problem.hint == 'Possible here: 1, null, true, "x"'
    (problem,) = validate(document({"a": 1}), {"additionalProperties": False})
    assert problem.hint == "Nothing may stand here"
    (problem,) = validate(document("y"), {"pattern": "^x$", "description": "An x.\n\nMore."})
    assert problem.hint == "An x."
    (problem,) = validate(
        document({"propertyNames": "y"}), {"properties": {"propertyNames": {"pattern": "^x$"}}}
    )
    assert (problem.code, problem.path) == ("bad-pattern", ("propertyNames",))


def refused(model: type[Value], found: Document) -> list[str]:
    with pytest.raises(RefusedFile) as caught:
        parse(model, found)
    return [render(one) for one in caught.value.located]


class TestParse:
    def test_a_rule_that_no_schema_can_say(self) -> None:
        found = document({"order": "move", "path": ["w2", "w3", "w2"]})
        assert validate(found, MOVE) == []
        assert refused(Move, found) == [
            "west.json:1:1: invalid not-understood: the path ends where it begins"
        ]

    def test_the_place_is_found_behind_tags_and_keys(self) -> None:
        found = move(
            **{"with": {"A B": 1}}, then={"order": "place", "unit": "bomber", "count": 0}, pair=[1]
        )
        lines = [text.splitlines() for text in refused(Move, found)]
        assert [(line[0].split(": ")[1], line[1].strip()) for line in lines] == [
            ("invalid not-understood", 'with["A B"]'),
            ("invalid not-understood", "then.count 0"),
            ("invalid not-understood", "pair[0] 1"),
            ("invalid not-understood", "pair [1]"),
        ]

    def test_strictness(self) -> None:
        for wrong in (True, "2", None, [2]):
            found = document({"order": "place", "unit": "bomber", "count": wrong})
            assert len(refused(Place, found)) == 1
            assert len(validate(found, PLACE)) == 1
        with pytest.raises(RefusedFile) as caught:
            read_json(b'{"count": 1.0}', source="x")
        assert caught.value.problems[0].code == "not-an-integer"

    def test_a_final_newline_is_no_part_of_an_id(self) -> None:
        found = document({"order": "destroy", "unit": "w2\n"})
        assert len(refused(Destroy, found)) == 1
        assert (
            len(validate_tagged(found, (), "order", {"destroy": schema_of(Destroy, "", "")})) == 1
        )
