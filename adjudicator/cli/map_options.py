"""The options of `map`: how it is laid out, what of it is shown, and in which language."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Annotated, TypeVar

import typer

__all__ = [
    "Around",
    "Arrows",
    "ArrowsOption",
    "Language",
    "Layout",
    "LayoutOption",
    "Near",
    "Png",
    "PngWidth",
    "Radius",
    "Sheet",
    "Supply",
    "Theme",
    "ThemeOption",
    "Zones",
]

E = TypeVar("E", bound=enum.StrEnum)


def _one_of(choices: type[E]) -> Callable[[str], E]:
    """Returns what reads a value of an option, and names the values if there is no such."""

    def read(text: str) -> E:
        if text not in list(choices):
            raise typer.BadParameter(f"{text!r} is none of {', '.join(choices)}")
        return choices(text)

    return read


class Layout(enum.StrEnum):
    """How a map is laid out."""

    BOARD = "board"
    PHONE = "phone"
    PRINT = "print"


class Theme(enum.StrEnum):
    """The colours of a map."""

    COLOUR = "colour"
    GREY = "grey"


class Arrows(enum.StrEnum):
    """What a map shows of the events."""

    NONE = "none"
    MOVES = "moves"
    BATTLES = "battles"
    ALL = "all"


Language = Annotated[
    str | None,
    typer.Option(metavar="CODE", help="In this language: en, or de where the game speaks it."),
]
LayoutOption = Annotated[
    Layout,
    typer.Option(
        parser=_one_of(Layout),
        metavar="LAYOUT",
        help="`board`, `phone` (a column), `print` (A4 or A3; what is too small there, in sheets).",
    ),
]
ThemeOption = Annotated[
    Theme | None,
    typer.Option(
        parser=_one_of(Theme),
        metavar="THEME",
        help="`colour` or `grey`; print is grey unless told.",
    ),
]
ArrowsOption = Annotated[
    Arrows | None,
    typer.Option(
        parser=_one_of(Arrows),
        metavar="ARROWS",
        help="`moves`, `battles`, `all` or `none`: all, unless supply is to be shown.",
    ),
]
Supply = Annotated[
    list[str] | None,
    typer.Option(metavar="SIDE", help="Show the ways of supply of a side, or of `all`."),
]
Zones = Annotated[
    list[str] | None,
    typer.Option(metavar="SIDE", help="Show the zones of control of a side, or of `all`."),
]
Around = Annotated[
    str,
    typer.Option(
        "--crop-hex", metavar="HEX", help="Show only the part around a hex, such as n0146."
    ),
]
Radius = Annotated[
    int, typer.Option(metavar="N", help="How many hexes far that part reaches, 1 to 14.")
]
Near = Annotated[
    list[str] | None,
    typer.Option(
        "--crop-side", metavar="SIDE", help="Show only the part where units of a side stand."
    ),
]
Sheet = Annotated[
    int | None,
    typer.Option(
        min=0, metavar="N", help="With --layout print: only this sheet of a map that needs several."
    ),
]
Png = Annotated[bool, typer.Option("--png", help="As PNG; so is what --out says ends in .png.")]
PngWidth = Annotated[
    int | None,
    typer.Option(
        metavar="PIXELS", help="How wide the PNG is: else 1600, for a phone 780, for A4 2376."
    ),
]
