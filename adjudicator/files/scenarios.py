"""Scenario files: shipped with a map, or written by anybody."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.core.game import Game, Scenario
from adjudicator.core.problem import Problem, Refused, Unusable
from adjudicator.core.values import FrozenMap
from adjudicator.files.json_input import Document, read_json
from adjudicator.files.library import map_folder
from adjudicator.files.problems import Located, RefusedFile
from adjudicator.files.schema_words import nearest
from adjudicator.files.schemas import parse, schema_of, validate
from adjudicator.files.storage import read_bytes

__all__ = ["ScenarioFile", "find_scenario", "read_scenario", "shipped_scenarios", "with_options"]


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """A scenario with the file that it was read from, so that problems find their place."""

    scenario: Scenario
    document: Document

    @contextmanager
    def places_known(self) -> Iterator[None]:
        """Gives problems raised inside their places in the file."""
        try:
            yield
        except RefusedFile:
            raise
        except Refused as error:
            raise RefusedFile(
                self.document.located(problem) for problem in error.problems
            ) from None


def read_scenario(path: Path, game: Game | None = None) -> ScenarioFile:
    """Reads a scenario file; with a game, its options and start are read by the game's models.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
    """
    document = read_json(read_bytes(path), source=str(path))
    problems = validate(document, schema_of(Scenario, "Scenario", "urn:adjudicator:scenario"))
    if not problems and game is not None and document.at(("game",)) == game.name:
        problems += validate(document, _start_schema(game), ("start",))
        if isinstance(document.data, dict) and "options" in document.data:
            problems += validate(document, _options_schema(game), ("options",))
    if problems:
        raise RefusedFile(document.located(problem) for problem in problems)
    return ScenarioFile(parse(Scenario, document), document)


def _start_schema(game: Game) -> dict[str, Any]:
    return schema_of(game.start, "Start", f"urn:adjudicator:{game.name}:start")


def _options_schema(game: Game) -> dict[str, Any]:
    return schema_of(game.options, "Options", f"urn:adjudicator:{game.name}:options")


def shipped_scenarios(game: Game) -> dict[str, Path]:
    """Returns the shipped scenarios of a game by name, sorted."""
    found = {}
    for map_id in game.maps:
        for path in sorted((map_folder(map_id) / "scenarios").glob("*.json")):
            scenario = read_scenario(path).scenario
            if scenario.game == game.name:
                found[scenario.scenario] = path
    return dict(sorted(found.items()))


def find_scenario(game: Game, name: str) -> ScenarioFile:
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
    found = read_scenario(path or Path(name), game)
    if found.scenario.game != game.name:
        raise _unusable(
            "other-game",
            f"{name} is a scenario of {found.scenario.game}, not of {game.name}",
            f"Say `new {found.scenario.game}`.",
        )
    return found


def with_options(game: Game, scenario: Scenario, options: Mapping[str, Any]) -> Scenario:
    """Returns the scenario with some options set otherwise.

    Raises:
        RefusedFile: the game has no such option, or not with such a value.
    """
    document = read_json(json.dumps(dict(options)).encode(), source="--option")
    problems = validate(document, _options_schema(game))
    if problems:
        raise RefusedFile(Located(problem, "--option") for problem in problems)
    return scenario.model_copy(update={"options": FrozenMap({**scenario.options, **options})})


def _unusable(code: str, message: str, hint: str) -> Unusable:
    return Unusable([Problem(code, message, hint=hint, kind="unusable")])
