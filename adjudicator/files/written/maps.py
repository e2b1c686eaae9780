"""Reads the files of an area map: bytes in, checked values out, all problems at once.

`load_...` takes bytes, `read_...` a map's folder. What is wrong is raised as `UnusableFile`, with
its place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.boards.area_checks import check_area_map, check_outlines
from adjudicator.core.game import Game
from adjudicator.core.limits import MAX_MAP, MAX_MAP_VALUES
from adjudicator.core.problem import Problem
from adjudicator.core.values import Value
from adjudicator.files.json_input import Limits, read_json
from adjudicator.files.library import map_folder
from adjudicator.files.problems import RefusedFile, UnusableFile
from adjudicator.files.schemas import understood
from adjudicator.files.storage import read_bytes

__all__ = ["check_map", "load_area_map", "load_outlines", "read_area_map", "read_outlines"]

V = TypeVar("V", bound=Value)

_LIMITS = Limits(size=MAX_MAP, values=MAX_MAP_VALUES)


def check_map(game: Game, map_id: str) -> None:
    """Checks the files of a map that a new match is to be played on, if it is an area map.

    Raises:
        Unusable: there is no such map.
        UnusableFile: its files have problems.
    """
    if not game.maps:
        return
    folder = map_folder(map_id)
    if (folder / "outlines.json").exists():
        read_outlines(folder, read_area_map(folder))


def load_area_map(raw: bytes, source: str = "map.json") -> AreaMap:
    """Returns the map that a `map.json` holds."""
    return _loaded(raw, source, AreaMap, check_area_map)


def load_outlines(raw: bytes, area_map: AreaMap, source: str = "outlines.json") -> Outlines:
    """Returns the outlines that an `outlines.json` holds, checked against their map."""
    return _loaded(raw, source, Outlines, lambda outlines: check_outlines(area_map, outlines))


def read_area_map(folder: Path) -> AreaMap:
    """Returns the map in a folder."""
    path = folder / "map.json"
    return load_area_map(read_bytes(path, limit=MAX_MAP), str(path))


def read_outlines(folder: Path, area_map: AreaMap) -> Outlines:
    """Returns the outlines in a map's folder."""
    path = folder / "outlines.json"
    return load_outlines(read_bytes(path, limit=MAX_MAP), area_map, str(path))


def _loaded(raw: bytes, source: str, model: type[V], check: Callable[[V], Iterator[Problem]]) -> V:
    with _unusable():
        document = read_json(raw, source=source, limits=_LIMITS)
        value = understood(model, document)
        found = [document.located(problem) for problem in check(value)]
        if found:
            raise RefusedFile(found)
    return value


@contextmanager
def _unusable() -> Iterator[None]:
    """A map is no answer of a player's: what is wrong with it makes the map unusable."""
    try:
        yield
    except RefusedFile as error:
        raise UnusableFile(error.located) from None
