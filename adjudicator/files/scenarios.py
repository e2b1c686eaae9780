"""Scenario files: shipped with a map, or written by anybody."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.core.game import Game, Scenario
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.values import FrozenMap
from adjudicator.files.json_input import read_json
from adjudicator.files.library import map_folder
from adjudicator.files.problems import RefusedFile
from adjudicator.files.schema_words import nearest
from adjudicator.files.schemas import parse, schema_of, validate
from adjudicator.files.storage import read_bytes

__all__ = ["find_scenario", "read_scenario", "shipped_scenarios", "with_options"]


def read_scenario(path: Path) -> Scenario:
    """Reads a scenario file.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
    """
    document = read_json(read_bytes(path), source=str(path))
    schema = schema_of(Scenario, "Scenario", "urn:adjudicator:scenario")
    problems = validate(document, schema)
    if problems:
        raise RefusedFile(document.located(problem) for problem in problems)
    return parse(Scenario, document)


def shipped_scenarios(game: Game) -> dict[str, Path]:
    """Returns the shipped scenarios of a game by name, sorted."""
    found = {}
    for map_id in game.maps:
        for path in sorted((map_folder(map_id) / "scenarios").glob("*.json")):
            scenario = read_scenario(path)
            if scenario.game == game.name:
                found[scenario.scenario] = path
    return dict(sorted(found.items()))


def find_scenario(game: Game, name: str) -> Scenario:
    """Returns a scenario by its shipped name, or from a file.

    Raises:
        RefusedFile: the file is malformed or invalid.
        Unusable: no such scenario, or one of another game.
    """
    shipped = shipped_scenarios(game)
    path = shipped.get(name)
    if path is None and not (name.endswith(".json") or Path(name).is_file()):
        raise _unusable(
            "unknown-scenario",
            f'{game.name} ships no scenario "{name}"',
            nearest(name, list(shipped)) + " A scenario of your own is named by its file.",
        )
    scenario = read_scenario(path or Path(name))
    if scenario.game != game.name:
        raise _unusable(
            "other-game",
            f"{name} is a scenario of {scenario.game}, not of {game.name}",
            f"Say `new {scenario.game}`.",
        )
    return scenario


def with_options(scenario: Scenario, options: Mapping[str, Any]) -> Scenario:
    """Returns the scenario with some options set otherwise."""
    return scenario.model_copy(update={"options": FrozenMap({**scenario.options, **options})})


def _unusable(code: str, message: str, hint: str) -> Unusable:
    return Unusable([Problem(code, message, hint=hint, kind="unusable")])
