"""Reading map files: what loads, what is refused, and what is said about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.problem import Problem, Unusable
from adjudicator.files import library
from adjudicator.files.library import data_folder, map_folder, maps
from adjudicator.files.problems import UnusableFile
from adjudicator.files.written.maps import (
    load_area_map,
    load_outlines,
    read_area_map,
    read_outlines,
)

FOLDER = map_folder("fortress-america")


def refused(load: Callable[[], object]) -> tuple[Problem, ...]:
    with pytest.raises(Unusable) as caught:
        load()
    return tuple(caught.value.problems)


def altered(name: str, alter: Callable[[dict[str, Any]], object]) -> bytes:
    document = json.loads((FOLDER / name).read_bytes())
    alter(document)
    return json.dumps(document).encode()


def every_json_file() -> list[Path]:
    return sorted(data_folder("maps").rglob("*.json"))


@pytest.mark.parametrize(
    "file", every_json_file(), ids=lambda file: f"{file.parent.name}/{file.name}"
)
def test_no_float_and_no_doubled_key_in_a_map_file(file: Path) -> None:
    def no_float(text: str) -> None:
        pytest.fail(f"{file.name} has the number {text}")

    def no_doubled_key(pairs: list[tuple[str, object]]) -> None:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys))

    json.loads(
        file.read_bytes(),
        parse_float=no_float,
        parse_constant=no_float,
        object_pairs_hook=no_doubled_key,
    )


@pytest.mark.parametrize("map_id", maps())
def test_every_shipped_map_is_named_after_its_folder(map_id: str) -> None:
    document = json.loads((map_folder(map_id) / "map.json").read_bytes())
    assert document["map"] == map_id


def test_a_map_loads_from_bytes_and_from_its_folder() -> None:
    area_map = load_area_map((FOLDER / "map.json").read_bytes())
    assert area_map == read_area_map(FOLDER)
    outlines = load_outlines((FOLDER / "outlines.json").read_bytes(), area_map)
    assert outlines == read_outlines(FOLDER, area_map)
    assert area_map.to_json() == json.loads((FOLDER / "map.json").read_bytes())
    assert outlines.to_json() == json.loads((FOLDER / "outlines.json").read_bytes())


@pytest.mark.parametrize(
    ("alter", "code", "path", "message"),
    [
        (
            lambda it: it["areas"].update({"Bad Id": it["areas"]["iowa"]}),
            "bad-key",
            ("areas", "Bad Id"),
            'the key "Bad Id" is not an id',
        ),
        (
            lambda it: it["areas"]["iowa"].update(kind="Land\n"),
            "bad-pattern",
            ("areas", "iowa", "kind"),
            '"Land\\u000a" is not an id',
        ),
        (
            lambda it: it["areas"]["iowa"].pop("side"),
            "missing-field",
            ("areas", "iowa"),
            'the field "side" is missing',
        ),
        (
            lambda it: it["borders"][5].pop(),
            "too-few",
            ("borders", 5),
            "at least 2 items belong here, not 1 item",
        ),
        (
            lambda it: it.update(colour="red"),
            "unknown-field",
            ("colour",),
            'there is no field "colour" here',
        ),
        (
            lambda it: it.update(format=2),
            "not-one-of",
            ("format",),
            "the number 2 is not possible here",
        ),
    ],
)
def test_a_field_that_is_not_understood(
    alter: Callable[[dict[str, Any]], object],
    code: str,
    path: tuple[str | int, ...],
    message: str,
) -> None:
    (problem,) = refused(lambda: load_area_map(altered("map.json", alter)))
    assert (problem.code, problem.path, problem.message) == (code, path, message)
    assert problem.kind == "invalid"


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff", b"nothing"])
def test_not_json(raw: bytes) -> None:
    (problem,) = refused(lambda: load_area_map(raw))
    assert problem.kind == "malformed"


def test_coordinates_are_integers() -> None:
    area_map = read_area_map(FOLDER)
    raw = altered("outlines.json", lambda it: it["areas"]["iowa"].update(radius=31.5))
    (problem,) = refused(lambda: load_outlines(raw, area_map))
    assert (problem.code, problem.path) == ("not-an-integer", ("areas", "iowa", "radius"))


def test_all_problems_of_a_map_come_at_once() -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["borders"][0].reverse()
        document["areas"]["iowa"]["region"] = "corn-belt"

    problems = refused(lambda: load_area_map(altered("map.json", spoil)))
    assert [problem.code for problem in problems] == ["unknown-region", "unsorted-border"]


def test_outlines_are_checked_against_their_map() -> None:
    area_map = read_area_map(FOLDER)
    raw = altered("outlines.json", lambda it: it["areas"].pop("maine"))
    assert {problem.code for problem in refused(lambda: load_outlines(raw, area_map))} == {
        "missing-outline"
    }


def test_problems_of_a_folder_name_the_file(tmp_path: Path) -> None:
    for raw, code in ((None, "no-such-file"), (b"{", "unfinished")):
        if raw is not None:
            (tmp_path / "map.json").write_bytes(raw)
        with pytest.raises(UnusableFile) as caught:
            read_area_map(tmp_path)
        (one,) = caught.value.located
        assert (one.problem.code, one.source) == (code, str(tmp_path / "map.json"))


def test_shipped_maps() -> None:
    assert "fortress-america" in maps()
    assert maps() == tuple(sorted(maps()))
    (problem,) = refused(lambda: map_folder("atlantis"))
    assert (problem.code, problem.message) == ("unknown-map", 'there is no map "atlantis"')
    assert problem.hint == f"Maps are {', '.join(maps())}."
    assert refused(lambda: map_folder(".."))[0].code == "unknown-map"


def test_a_wheel_carries_its_files_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "adjudicator"
    monkeypatch.setattr(library, "_PACKAGE", package)
    assert data_folder("maps") == tmp_path / "maps"
    assert maps() == ()
    (package / "_data" / "maps" / "small").mkdir(parents=True)
    (tmp_path / "maps" / "other").mkdir(parents=True)
    assert data_folder("maps") == package / "_data" / "maps"
    assert maps() == ("small",)
    assert data_folder("schemas") == tmp_path / "schemas"
