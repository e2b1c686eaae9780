"""Reading map files: what loads, what is refused, and what is said about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.tfd1 import digest
from adjudicator.core.game import Scenario
from adjudicator.core.limits import MAX_PROBLEMS
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.values import FrozenMap
from adjudicator.documents import library
from adjudicator.documents.library import data_folder, map_folder, maps
from adjudicator.documents.maps import (
    check_map,
    given_map,
    map_files_of,
    own_paths,
    places_near,
    with_own_files,
    write_own_files,
)
from adjudicator.documents.problems import UnusableFile
from adjudicator.documents.scenarios import find_scenario
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986 as GAME
from tests.core.toy import TOY, toy_scenario

FOLDER = map_folder("fortress-america")
SCENARIO = find_scenario(GAME, "standard").scenario


def played_on(path: Path) -> Scenario:
    """The scenario on a map of one's own."""
    return with_own_files(GAME, SCENARIO, given_map(GAME, path))


def refused(load: Callable[[], object]) -> tuple[Problem, ...]:
    with pytest.raises(Unusable) as caught:
        load()
    return tuple(caught.value.problems)


def refused_map(folder: Path, name: str, raw: bytes) -> tuple[Problem, ...]:
    """What is said of a map of which one file is this; each problem names it."""
    (folder / name).write_bytes(raw)
    with pytest.raises(UnusableFile) as caught:
        check_map(GAME, played_on(folder), (folder,))
    assert {one.source for one in caught.value.located} == {str(folder / name)}
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


def test_a_shipped_map_has_no_own_files() -> None:
    check_map(GAME, SCENARIO)
    files = map_files_of(GAME, SCENARIO)
    assert files == {name: (FOLDER / name).read_bytes() for name in GAME.files}
    for name in ("map.json", "outlines.json"):
        read = GAME.files[name].model_validate_json(files[name])
        written = json.loads(files[name])
        assert {name: found for name, found in read.to_json().items() if name in written} == written


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
    tmp_path: Path,
) -> None:
    (problem,) = refused_map(tmp_path, "map.json", altered("map.json", alter))
    assert (problem.code, problem.path, problem.message) == (code, path, message)
    assert problem.kind == "invalid"


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff", b"nothing"])
def test_not_json(raw: bytes, tmp_path: Path) -> None:
    (problem,) = refused_map(tmp_path, "map.json", raw)
    assert problem.kind == "malformed"


def test_coordinates_are_integers(tmp_path: Path) -> None:
    raw = altered("outlines.json", lambda it: it["areas"]["iowa"].update(radius=31.5))
    (problem,) = refused_map(tmp_path, "outlines.json", raw)
    assert (problem.code, problem.path) == ("not-an-integer", ("areas", "iowa", "radius"))


def test_all_problems_of_a_map_come_at_once(tmp_path: Path) -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["borders"][0].reverse()
        document["areas"]["iowa"]["region"] = "corn-belt"

    problems = refused_map(tmp_path, "map.json", altered("map.json", spoil))
    assert [problem.code for problem in problems] == ["unknown-region", "unsorted-border"]


def test_outlines_are_checked_against_their_map(tmp_path: Path) -> None:
    raw = altered("outlines.json", lambda it: it["areas"].pop("maine"))
    problems = refused_map(tmp_path, "outlines.json", raw)
    assert {problem.code for problem in problems} == {"missing-outline"}


def test_cards_are_checked_against_their_map(tmp_path: Path) -> None:
    def spoil(document: dict[str, Any]) -> None:
        places = [card["where"] for card in document["cards"].values() if card["where"]]
        next(where for where in places if where.get("areas"))["areas"][0] = "atlantis"
        next(where for where in places if where.get("region"))["region"] = "corn-belt"

    problems = refused_map(tmp_path, "cards.json", altered("cards.json", spoil))
    assert sorted(problem.code for problem in problems) == ["unknown-area", "unknown-region"]


def test_so_many_problems_and_no_more(tmp_path: Path) -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["borders"] = [pair[::-1] for pair in document["borders"]]

    problems = refused_map(tmp_path, "map.json", altered("map.json", spoil))
    assert [problem.code for problem in problems] == [
        *["unsorted-border"] * MAX_PROBLEMS,
        "too-many-problems",
    ]


# --- maps that are not shipped ------------------------------------------------------------------


def own_map(folder: Path, title: str = "Mine") -> Path:
    """A map.json that is not the shipped one."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "map.json").write_bytes(altered("map.json", lambda it: it.update(title=title)))
    return folder / "map.json"


def test_the_shipped_files_are_nobodys_own(tmp_path: Path) -> None:
    assert played_on(FOLDER) == SCENARIO
    assert "own_files" not in played_on(FOLDER).to_json()
    scenario = played_on(own_map(tmp_path))
    assert dict(scenario.own_files) == {"map.json": digest((tmp_path / "map.json").read_bytes())}
    assert scenario.map == SCENARIO.map
    assert with_own_files(GAME, scenario, given_map(GAME, FOLDER)) == SCENARIO
    assert Scenario.model_validate_json(json.dumps(scenario.to_json())) == scenario


def test_a_map_has_the_id_in_its_file(tmp_path: Path) -> None:
    raw = {name: altered(name, lambda it: it.update(map="mine")) for name in GAME.files}
    for name in raw:
        (tmp_path / name).write_bytes(raw[name])
    scenario = played_on(tmp_path)
    assert (scenario.map, set(scenario.own_files)) == ("mine", set(GAME.files))
    assert map_files_of(GAME, scenario, (tmp_path,)) == raw
    (tmp_path / "outlines.json").unlink()  # those of the shipped map do not fit
    (problem,) = refused(lambda: check_map(GAME, played_on(tmp_path), (tmp_path,)))
    assert (problem.code, problem.path) == ("other-map", ("map",))


def test_only_the_file_with_the_hash_is_used(tmp_path: Path) -> None:
    mine, other = own_map(tmp_path / "mine"), own_map(tmp_path / "other", "Another")
    scenario = played_on(mine)
    wanted = mine.read_bytes()
    right: tuple[tuple[Path, ...], ...] = (
        (mine,), (mine.parent,), (other, mine.parent), (tmp_path, other, mine),
    )  # fmt: skip
    for places in right:
        assert map_files_of(GAME, scenario, places)["map.json"] == wanted
    wrong: tuple[tuple[tuple[Path, ...], str], ...] = (
        ((), "map-missing"),
        ((tmp_path,), "map-missing"),
        ((other.parent,), "map-changed"),
        ((other,), "map-changed"),
    )
    for places, code in wrong:
        (problem,) = refused(partial(map_files_of, GAME, scenario, places))
        assert (problem.code, problem.path) == (code, ("own_files", "map.json"))


def test_what_was_never_checked_is_not_used(tmp_path: Path) -> None:
    """Whoever made the offer may have named any file."""
    (tmp_path / "map.json").write_bytes(altered("map.json", lambda it: it["borders"].pop(0)))
    codes = {
        one.code for one in refused(lambda: map_files_of(GAME, played_on(tmp_path), (tmp_path,)))
    }
    assert codes == {"edge-without-border"}


def test_where_files_may_lie(tmp_path: Path) -> None:
    scenario = played_on(own_map(tmp_path / "given"))
    files = map_files_of(GAME, scenario, (tmp_path / "given",))
    match, desk = tmp_path / "m", tmp_path / "desk"
    match.mkdir()
    write_own_files(match, scenario, files)
    assert own_paths(match, scenario) == (match / "map" / "map.json",)
    own_map(desk)
    for named in (match / "log.jsonl", match / "now" / "state.json",
                  desk / "state.json"):  # fmt: skip
        assert map_files_of(GAME, scenario, places_near(named)) == files
    (problem,) = refused(lambda: map_files_of(GAME, scenario, places_near(tmp_path / "state.json")))
    assert problem.code == "map-missing"


def test_files_that_the_game_does_not_read(tmp_path: Path) -> None:
    named = SCENARIO.model_copy(update={"own_files": FrozenMap({"secret.json": "0" * 64})})
    (tmp_path / "secret.json").write_bytes(b"{}")
    (problem,) = refused(lambda: map_files_of(GAME, named, (tmp_path,)))
    assert (problem.code, problem.path) == ("no-own-file", ("own_files", "secret.json"))
    (problem,) = refused(lambda: with_own_files(TOY, toy_scenario(), {"map.json": tmp_path}))
    assert problem.code == "no-own-file"
    (problem,) = refused(lambda: given_map(GAME, tmp_path))
    assert problem.code == "no-map"


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
