"""Scenario files: shipped with a map, or written by anybody."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.english import either
from adjudicator.core.game import Game, Scenario
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.values import FrozenMap
from adjudicator.documents.json_input import MAX_SIZE, Document, read_json
from adjudicator.documents.library import map_folder, shipped_on
from adjudicator.documents.problems import Located, RefusedFile, UnusableFile, nearest, quoted
from adjudicator.documents.schemas import understood
from adjudicator.documents.storage import read_bytes

__all__ = [
    "ScenarioFile",
    "check_written",
    "find_scenario",
    "read_scenario",
    "shipped_scenarios",
    "with_options",
]


STANDARD = "standard"
"""The name of the scenario that a match is made by if nobody names one."""
_ID = re.compile(r"[a-z0-9-]{1,40}")


class ScenarioFile(NamedTuple):
    """A scenario with the file that it was read from, so that problems find their place."""

    scenario: Scenario
    document: Document


def read_scenario(path: Path, game: Game | None = None) -> ScenarioFile:
    """Reads a scenario file; with a game, its options and start are read by the game's models.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
        UnusableFile: it is a scenario of another game.
    """
    document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
    scenario = understood(Scenario, document)
    if game is not None:
        if scenario.game != game.name:
            problem = Problem(
                "other-game",
                f"this is a scenario of {scenario.game}, not of {game.name}",
                ("game",),
                hint=f"Say `adjudicator new {scenario.game}`.",
                kind="unusable",
            )
            raise UnusableFile([document.located(problem)])
        check_written(game, document)
    return ScenarioFile(scenario, document)


def check_written(game: Game, document: Document, *path: str | int) -> None:
    """Raises RefusedFile if options or start, written in the object at `path`, are not the game's.

    A start that is null is that of a mailed view, which has none.
    """
    written = document.at(path)
    assert isinstance(written, dict)
    refused: list[Located] = []
    for name, model in (("options", game.options), ("start", game.start)):
        if written.get(name) is not None:
            try:
                understood(model, document, (*path, name))
            except RefusedFile as error:
                refused += error.located
    if refused:
        raise RefusedFile(refused)


def shipped_scenarios(game: Game) -> dict[str, Path]:
    """Returns the shipped scenarios of a game by name, sorted."""
    folders = (map_folder(map_id, game) for map_id in game.maps)
    return {found.name: found.path for found in shipped_on(game.name, folders)}


def find_scenario(game: Game, name: str | None = None) -> ScenarioFile:
    """Returns a scenario by its shipped name, or from a file.

    Args:
        name: None for the standard scenario; not every game has one.

    Raises:
        RefusedFile: the file is malformed or invalid.
        Unusable: no such scenario, or one of another game.
    """
    if (named := _shipped_as(game, STANDARD if name is None else name)) is not None:
        return read_scenario(named, game)
    shipped = shipped_scenarios(game)
    if name is None and STANDARD not in shipped:
        raise Unusable([_not_named(game, shipped)])
    name = name if name is not None else STANDARD
    path = shipped.get(name)
    if path is None and not (name.endswith(".json") or Path(name).is_file()):
        hint = f"A scenario of your own is named by its file. {nearest(name, list(shipped))}"
        message = f"{game.title} has no scenario {quoted(name)}"
        raise Unusable([Problem("unknown-scenario", message, hint=hint, kind="unusable")])
    return read_scenario(path or Path(name), game)


def _shipped_as(game: Game, name: str) -> Path | None:
    """Returns the shipped file that bears the name of its scenario: no other need be read."""
    if not _ID.fullmatch(name):
        return None
    for map_id in game.maps:
        path = map_folder(map_id, game) / "scenarios" / f"{name}.json"
        if path.is_file():
            scenario = read_scenario(path).scenario
            if (scenario.game, scenario.scenario) == (game.name, name):
                return path
    return None


def _not_named(game: Game, shipped: Mapping[str, Path]) -> Problem:
    titles = {name: read_scenario(path).scenario.title for name, path in shipped.items()}
    return Problem(
        "scenario-not-named",
        f"no scenario is named, and {game.title} has no standard one",
        hint=f"Say --scenario {either([f'{name} ({title})' for name, title in titles.items()])}.",
        kind="unusable",
    )


def with_options(game: Game, scenario: Scenario, options: Mapping[str, Any]) -> Scenario:
    """Returns the scenario with some options set otherwise, as named on the command line.

    Raises:
        RefusedFile: the game has no such option, or not with such a value.
    """
    document = read_json(json.dumps(dict(options)).encode(), source="--option")
    try:
        understood(game.options, document)
    except RefusedFile as error:
        raise RefusedFile(Located(one.problem, "--option") for one in error.located) from None
    return scenario.model_copy(update={"options": FrozenMap({**scenario.options, **options})})
