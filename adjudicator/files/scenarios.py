"""Scenario files: shipped with a map, or written by anybody."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.core.game import Game, Scenario
from adjudicator.core.problem import Problem, Unusable
from adjudicator.core.values import FrozenMap, canonical
from adjudicator.files.json_input import Document, read_json
from adjudicator.files.library import map_folder
from adjudicator.files.problems import Located, RefusedFile, quoted
from adjudicator.files.schema_words import nearest
from adjudicator.files.schemas import understood
from adjudicator.files.storage import read_bytes

__all__ = [
    "check_written",
    "find_scenario",
    "read_scenario",
    "scenario_file",
    "shipped_scenarios",
    "with_options",
]


def read_scenario(path: Path, game: Game | None = None) -> Scenario:
    """Reads a scenario file; with its game, options and start are read too.

    Raises:
        RefusedFile: it is malformed or invalid; every problem with its place.
        Unusable: it is a scenario of another game.
    """
    document = read_json(read_bytes(path), source=str(path))
    scenario = understood(Scenario, document)
    if game is not None:
        if scenario.game != game.name:
            message = f"this is a scenario of {scenario.game}, not of {game.name}"
            hint = f"Say `adjudicator new {scenario.game}`."
            raise _unusable("other-game", message, hint)
        check_written(game, document)
    return scenario


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
    found = {}
    for map_id in game.maps:
        for path in sorted((map_folder(map_id) / "scenarios").glob("*.json")):
            scenario = read_scenario(path)
            if scenario.game == game.name:
                found[scenario.scenario] = path
    return dict(sorted(found.items()))


def scenario_file(game: Game, name: str) -> Path:
    """Returns the file of a scenario: a shipped one by its name, or one that is named itself.

    Raises:
        Unusable: no such scenario is shipped.
    """
    shipped = shipped_scenarios(game)
    if name in shipped:
        return shipped[name]
    if not (name.endswith(".json") or Path(name).is_file()):
        hint = f"{nearest(name, list(shipped))} A scenario of your own is named by its file."
        raise _unusable("unknown-scenario", f"{game.title} has no scenario {quoted(name)}", hint)
    return Path(name)


def find_scenario(game: Game, name: str) -> Scenario:
    """Returns a scenario by its shipped name, or from a file.

    Raises:
        RefusedFile: the file is malformed or invalid.
        Unusable: no such scenario, or one of another game.
    """
    return read_scenario(scenario_file(game, name), game)


def with_options(game: Game, scenario: Scenario, options: Mapping[str, Any]) -> Scenario:
    """Returns the scenario with some options set otherwise, as named on the command line.

    Raises:
        RefusedFile: they are not options of the game.
    """
    document = read_json(canonical({"options": dict(options)}), source="--option")
    try:
        understood(game.options, document, ("options",))
    except RefusedFile as error:
        raise RefusedFile(Located(one.problem, "--option") for one in error.located) from None
    return scenario.model_copy(update={"options": FrozenMap({**scenario.options, **options})})


def _unusable(code: str, message: str, hint: str) -> Unusable:
    return Unusable([Problem(code, message, hint=hint, kind="unusable")])
