"""What the pictures of all kinds of maps have in common: values that a game fills from a view."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, NamedTuple

from pydantic import Field, field_validator

from adjudicator.core.report import Style
from adjudicator.core.values import Id, Value
from adjudicator.render.looks import LOOKS, Look, looks_of

__all__ = ["Count", "Natural", "Picture", "SideEntry", "SideLook", "side_looks"]

Natural = Annotated[int, Field(ge=0)]
"""A number that is not negative."""
Count = Annotated[int, Field(ge=1)]
"""A number of what there is: one at least."""


class SideEntry(Value):
    """A side, as the picture shows it."""

    id: Id
    """The side."""
    name: str
    """As players read it."""
    look: Id | None = None
    """Its colour, outline and hatch, a key of `looks.LOOKS`; None: the look of its place in the
    list of sides. Sides that name the same one share its colour."""

    @field_validator("look")
    @classmethod
    def _is_a_look(cls, look: str | None) -> str | None:
        """Refuses a look that there is not."""
        if look is not None and look not in LOOKS:
            raise ValueError(f"no such look: {look}; looks: {', '.join(LOOKS)}")
        return look


class SideLook(NamedTuple):
    """A side with the look that it wears in a picture."""

    id: str
    """The side."""
    name: str
    """As players read it."""
    look: Look
    """Its colour, outline and hatch."""


@lru_cache(maxsize=64)
def side_looks(sides: tuple[SideEntry, ...]) -> Mapping[str, SideLook]:
    """Returns the sides of a picture by id, each with its look, in their order."""
    looks = looks_of(tuple(side.look for side in sides))
    return MappingProxyType(
        {
            side.id: SideLook(side.id, side.name, look)
            for side, look in zip(sides, looks, strict=True)
        }
    )


class Picture(Value):
    """A whole picture, of whatever map."""

    title: tuple[str, ...] = ()
    """The first line is the largest."""
    description: str = ""
    """The picture in a few sentences, for whoever does not see it."""
    style: Style = Style()
    """What is shown, and how."""

    @property
    def shows_moves(self) -> bool:
        """Whether the style wants movement."""
        return self.style.arrows in ("moves", "all")

    @property
    def shows_fights(self) -> bool:
        """Whether the style wants battles and losses."""
        return self.style.arrows in ("battles", "all")

    @property
    def words(self) -> tuple[str, str]:
        """Returns what the picture is called, and the picture in a few sentences."""
        return " - ".join(self.title), self.description
