"""The faces of dice, as they stand in a file of the map. (2012 action 5)"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FrozenMap, Id, Value
from adjudicator.games.fortress_america.editions import Edition, Face
from adjudicator.games.fortress_america.state import UnitKind

__all__ = ["DiceFile", "DieFacts", "check_dice", "with_faces"]

Printed: TypeAlias = Literal["blank", "hit", "combined-arms-hit", "retreat-disengage"]

_MEANS: Mapping[Printed, Face] = {
    "blank": "miss",
    "hit": "hit",
    "combined-arms-hit": "combined",
    "retreat-disengage": "back",
}


class DieFacts(Value):
    """One colour of dice."""

    sides: Annotated[int, Field(ge=2, le=20)]
    """How many sides it has."""
    faces: Annotated[tuple[Printed, ...], Field(max_length=20)]
    """What is printed on each side: the faces for 1, 2, 3, ... of a roll."""


class DiceFile(Value):
    """The faces of the combat dice."""

    format: Literal[1]
    """The format of the file."""
    map: Id
    """The id of the map with which it is shipped."""
    dice: FrozenMap[Id, DieFacts]
    """The dice by colour."""
    source: FrozenMap[Id, str] = FrozenMap()
    """Where each fact comes from; the map's README explains the marks."""
    confidence: Annotated[str, Field(max_length=80)] = ""
    """How sure the facts are."""
    note: Annotated[str, Field(max_length=1000)] = ""
    """Why, in words."""


def with_faces(edition: Edition, files: Mapping[str, bytes]) -> Edition:
    """Returns the edition with the faces that the files of a map give its dice, if they have any.

    The files were checked.
    """
    if edition.dice_file is None:
        return edition
    return edition.model_copy(update={"combat": _combat_of(files[edition.dice_file])})


@lru_cache(maxsize=4)
def _combat_of(raw: bytes) -> FrozenMap[str, tuple[Face, ...]]:
    file = DiceFile.model_validate_json(raw)
    return FrozenMap(
        {f"d{die.sides}": tuple(_MEANS[face] for face in die.faces) for die in file.dice.values()}
    )


def check_dice(edition: Edition, file: DiceFile) -> Iterator[Problem]:
    """Each die has as many faces as sides, and there is one die for each kind of unit."""
    wanted: dict[int, UnitKind] = {}
    for kind, facts in edition.units.items():
        wanted.setdefault(facts.die, kind)
        wanted.setdefault(facts.die_alone, kind)
    seen: set[int] = set()
    for colour, die in file.dice.items():
        path: Path = ("dice", colour)
        if len(die.faces) != die.sides:
            yield _unusable(
                "die-faces",
                f"the {colour} die has {die.sides} sides and {len(die.faces)} faces",
                (*path, "faces"),
                "Write one face for each side.",
            )
        if die.sides in seen:
            yield _unusable(
                "die-twice",
                f"the {colour} die has {die.sides} sides, and so has another one",
                (*path, "sides"),
                "Units are told apart by the sides of their dice: give each number of sides once.",
            )
        seen.add(die.sides)
    for sides, kind in sorted(wanted.items()):
        if sides not in seen:
            yield _unusable(
                "die-missing",
                f"there is no die with {sides} sides, which {kind} rolls",
                ("dice",),
                "Add it with its faces.",
            )


def _unusable(code: str, message: str, path: Path, hint: str) -> Problem:
    return Problem(code, message, path, hint=hint, kind="unusable")
