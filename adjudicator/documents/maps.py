"""The files of a match's map: where they come from, and what is wrong with them.

They are shipped, but for those that the scenario names by their hashes (`Scenario.own_files`).
Such files lie in the folder map/ of the match; players, who have no match folder, got them by mail.
Whatever lies there, only a file with the right hash is used, and none that was not checked.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from adjudicator.audit import tfd1
from adjudicator.core.game import Game, Scenario
from adjudicator.core.limits import MAX_MAP, MAX_MAP_VALUES, MAX_PROBLEMS
from adjudicator.core.problem import Problem, Unusable, no_more
from adjudicator.core.values import FrozenMap, Value
from adjudicator.documents.json_input import Document, Limits, read_json
from adjudicator.documents.library import map_folder
from adjudicator.documents.problems import Located, RefusedFile, UnusableFile, unusable_file
from adjudicator.documents.schemas import parse, understood
from adjudicator.documents.storage import make_folder, read_bytes, write_atomically

__all__ = [
    "MAP",
    "check_map",
    "given_cards",
    "given_map",
    "map_files_of",
    "own_paths",
    "places_in",
    "places_near",
    "shipped_map_files",
    "with_own_files",
    "write_own_files",
]

MAP = "map.json"
"""The file that a map cannot be without."""
_FOLDER = "map"
"""The folder of a match with the files that are not shipped."""
_LIMITS = Limits(size=MAX_MAP, values=MAX_MAP_VALUES)


class _File(NamedTuple):
    """A file of a map."""

    source: str
    """Where it lies."""
    raw: bytes


# -- where they come from -------------------------------------------------------------------------


def map_files_of(game: Game, scenario: Scenario, places: Sequence[Path] = ()) -> dict[str, bytes]:
    """Returns the files of the map that a scenario is played on, by name.

    Args:
        places: where those that are not shipped may lie: files, or folders that hold them.

    Raises:
        Unusable: there is no such map; a file is missing or is not the one that the scenario names.
        UnusableFile: files that are not shipped have problems.
    """
    files = _files_of(game, scenario, places)
    if scenario.own_files:
        _check(game, files)
    return {name: file.raw for name, file in files.items()}


def shipped_map_files(game: Game) -> dict[str, bytes]:
    """Returns the files of the map that a game is usually played on, by name; {} without one."""
    if not game.maps:
        return {}
    shipped = map_folder(game.maps[0], game)
    return {name: _read(shipped / name).raw for name in game.files}


def check_map(game: Game, scenario: Scenario, places: Sequence[Path] = ()) -> None:
    """Checks all files of the map that a new match is to be played on; raises as `map_files_of`."""
    _check(game, _files_of(game, scenario, places))


def places_in(match: Path) -> tuple[Path, ...]:
    """Returns where the own files of a match lie, given its folder."""
    return (match / _FOLDER,)


def places_near(path: Path) -> tuple[Path, ...]:
    """Returns where the own files of a match may lie, given a mailed file: a log, a state.json."""
    above = list(islice(path.parents, 4))  # a match keeps a seat's state.json in referee/now/SEAT
    return (*(folder / _FOLDER for folder in above), *above[:1])


def _files_of(game: Game, scenario: Scenario, places: Sequence[Path]) -> dict[str, _File]:
    if not game.maps:
        return {}
    own = _found(game, scenario, places)
    shipped = map_folder(_shipped(game, scenario), game)
    return {name: own.get(name) or _read(shipped / name) for name in game.files}


def _found(game: Game, scenario: Scenario, places: Sequence[Path]) -> dict[str, _File]:
    """Returns the files that are not shipped: those with the right hash."""
    found: dict[str, _File] = {}
    problems = []
    for name, wanted in scenario.own_files.items():
        candidates = [place if place.is_file() else place / name for place in places]
        there = [_read(path) for path in candidates if path.is_file()]
        right = next((file for file in there if tfd1.digest(file.raw) == wanted), None)
        if name not in game.files:
            hint = f"Files of its maps are {', '.join(game.files)}."
            problems.append(_no_own_file(f"{game.title} reads no {name}", hint, name))
        elif right is None:
            problems.append(_not_found(name, there, candidates))
        else:
            found[name] = right
    if problems:
        raise Unusable(problems)
    return found


def _not_found(name: str, there: Sequence[_File], looked: Sequence[Path]) -> Problem:
    """Returns the problem of a file that is not where it was looked for, or is another one."""
    path = ("own_files", name)
    put = f"put it at {looked[0]}" if looked else "name it with --map"
    if len(looked) > 1:
        put += ", or name it with --map"
    if there:
        hash_ = tfd1.digest(there[0].raw)
        return Problem(
            "map-changed",
            f"{there[0].source} is not the {name} with which the match is played",
            path,
            hint=f"It has the hash {hash_}. Ask the referee for the right one, and {put}.",
            kind="unusable",
        )
    return Problem(
        "map-missing",
        f"the match is played with its own {name}, which is not here",
        path,
        hint=f"Everybody got it by mail, once: {put}.",
        kind="unusable",
    )


def _no_own_file(message: str, hint: str, *name: str) -> Problem:
    path = ("own_files", *name) if name else ()
    return Problem("no-own-file", message, path, hint=hint, kind="unusable")


def _shipped(game: Game, scenario: Scenario) -> str:
    """Returns the shipped map that gives all files that are not the scenario's own."""
    if scenario.map in game.maps:
        return scenario.map
    if MAP in scenario.own_files:
        return game.maps[0]
    raise Unusable(
        [
            Problem(
                "unknown-map",
                f'{game.title} has no map "{scenario.map}"',
                ("map",),
                hint=f"Its maps are {', '.join(game.maps)}; a map of your own is named with --map.",
                kind="unusable",
            )
        ]
    )


def _read(path: Path) -> _File:
    """Reads a file; the mark with which some editors begin one is no part of it."""
    return _File(str(path), read_bytes(path, limit=MAX_MAP).removeprefix(BOM_UTF8))


# -- a map of one's own ---------------------------------------------------------------------------


def given_map(game: Game, path: Path) -> dict[str, Path]:
    """Returns the files that somebody means by a file, or by a folder of files, by name.

    A file that is not called as one of the game's stands for the one that it resembles.
    """
    if not path.is_dir():
        return {_meant(game, path, list(game.files) or [MAP]): path}
    there = {name: path / name for name in game.files if (path / name).is_file()}
    if not there:
        names = ", ".join(game.files)
        hint = f"Name a file, or a folder with some of {names}."
        raise unusable_file(path, "no-map", "this folder holds no file of a map", hint)
    return there


def given_cards(game: Game, path: Path) -> dict[str, Path]:
    """Returns the file with cards that somebody means, by the name for which it stands.

    A file that is not called as one of the game's stands for the one that it resembles.
    """
    names = [name for name in game.files if "cards" in name]
    if not names:
        raise Unusable([_no_own_file(f"{game.title} has no file of cards", "Leave --cards out.")])
    return {_meant(game, path, names): path}


def _meant(game: Game, path: Path, names: Sequence[str]) -> str:
    """Returns for which of some files a file stands: by its name, else by what it holds.

    The first of them, if it holds nothing that can be read.
    """
    if path.name in names or len(names) == 1:
        return path.name if path.name in names else names[0]
    file = _read(path)
    try:
        document = read_json(file.raw, source=file.source, limits=_LIMITS)
    except RefusedFile:
        return names[0]
    return min(names, key=lambda name: _strangeness(game.files[name], document))


def _strangeness(model: type[Value], document: Document) -> tuple[int, int]:
    """Returns how far a document is from what a model holds: its outermost names count first."""
    try:
        parse(model, document)
    except RefusedFile as error:
        return sum(len(one.problem.path) < 2 for one in error.located), len(error.located)
    return 0, 0


def with_own_files(game: Game, scenario: Scenario, given: Mapping[str, Path]) -> Scenario:
    """Returns the scenario as played with files in place of the shipped ones.

    A file that is the shipped one is none of its own.

    Args:
        given: by the name of the file that it stands for, such as `map.json`.

    Raises:
        UnusableFile: a file cannot be read.
    """
    if not game.maps:
        message = f"{game.title} is played without a map"
        raise Unusable([_no_own_file(message, "Leave --map out.")])
    files = {name: _read(path) for name, path in given.items()}
    map_id = _id_of(files[MAP]) if MAP in files else None
    played = scenario if map_id is None else scenario.model_copy(update={"map": map_id})
    shipped = map_folder(played.map, game) if played.map in game.maps else None
    own = {
        name: tfd1.digest(file.raw)
        for name, file in files.items()
        if shipped is None or file.raw != _read(shipped / name).raw
    }
    kept = {name: hash_ for name, hash_ in played.own_files.items() if name not in files}
    return played.model_copy(update={"own_files": FrozenMap(kept | own)})


def _id_of(file: _File) -> str | None:
    """Returns the id in a map.json; None: that it has none, the check of the file will say."""
    with _unusable():
        document = read_json(file.raw, source=file.source, limits=_LIMITS)
    found = document.data.get("map") if isinstance(document.data, dict) else None
    return found if isinstance(found, str) else None


def write_own_files(folder: Path, scenario: Scenario, files: Mapping[str, bytes]) -> None:
    """Puts the files that are not shipped into the folder of a match."""
    for name in scenario.own_files:
        write_atomically(make_folder(folder, _FOLDER) / name, files[name])


def own_paths(folder: Path, scenario: Scenario) -> tuple[Path, ...]:
    """Returns the map files in a match folder that players need beside the program."""
    return tuple(folder / _FOLDER / name for name in scenario.own_files)


# -- what is wrong with them ----------------------------------------------------------------------


def _check(game: Game, files: Mapping[str, _File]) -> None:
    """Raises UnusableFile with all that is wrong with the files of a map, each with its place."""
    _checked(game, tuple(files.items()))


@lru_cache(maxsize=8)
def _checked(game: Game, named: tuple[tuple[str, _File], ...]) -> None:
    """Checks files as `_check` does; in which nothing was wrong, they are not read again."""
    files = dict(named)
    documents: dict[str, Document] = {}
    values: dict[str, Value] = {}
    located: list[Located] = []
    for name, model in game.files.items():
        try:
            file = files[name]
            documents[name] = read_json(file.raw, source=file.source, limits=_LIMITS)
            values[name] = understood(model, documents[name])
        except RefusedFile as error:
            located += error.located
    if not located:
        found = list(islice(game.check_files(values), MAX_PROBLEMS + 1))
        located = [documents[name].located(problem) for name, problem in found[:MAX_PROBLEMS]]
        if len(found) > MAX_PROBLEMS:
            closing = no_more("checking", "Mend these first.", kind="unusable")
            located.append(documents[found[-1][0]].located(closing))
    if located:
        raise UnusableFile(located)


@contextmanager
def _unusable() -> Iterator[None]:
    """A map is no answer of a player's: what is wrong with it makes the map unusable."""
    try:
        yield
    except RefusedFile as error:
        raise UnusableFile(error.located) from None
