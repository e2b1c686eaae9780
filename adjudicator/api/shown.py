"""What can be looked at: a match, a clone, a mailed state and a log alike give map and report."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import (
    Any,
    Literal,
    NamedTuple,
    TypedDict,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
)

from adjudicator.core.game import Rules
from adjudicator.core.report import Style
from adjudicator.matches.fallbacks import Fault, OnFault, fault_words
from adjudicator.registry import package_in

__all__ = [
    "Fault",
    "Faults",
    "MapStyle",
    "OnFault",
    "RenderedReport",
    "ReportStyle",
    "Shown",
    "as_png",
    "fault_words",
    "package_at_fault",
    "sheets_behind",
    "style_of",
]


def package_at_fault(files: Iterable[str]) -> str:
    """Returns the installed package of a game in whose code a fault lies; empty: it is in ours.

    Args:
        files: the source files of its trace, the innermost last.
    """
    return package_in(files)


class Faults:
    """What was met since somebody last asked; of each thing that is shown, the first fault."""

    def __init__(self) -> None:
        self._met: list[Fault] = []
        self._known: set[tuple[str, int]] = set()

    def __call__(self, fault: Fault) -> None:
        """Takes a fault."""
        if (fault.what, fault.n) not in self._known:
            self._known.add((fault.what, fault.n))
            self._met.append(fault)

    def take(self) -> tuple[Fault, ...]:
        """Returns the faults that nobody has taken yet."""
        taken = tuple(self._met)
        self._met.clear()
        return taken


class MapStyle(TypedDict, total=False):
    """How a map is drawn. What is left out is as usual: the whole board, in colours."""

    layout: Literal["board", "phone", "print"]
    """For a screen, for a phone's column, for paper."""
    theme: Literal["colour", "grey"]
    """Left out: grey on paper."""
    arrows: Literal["none", "moves", "battles", "all"]
    """Left out: all, or none where supply is drawn."""
    supply: Iterable[str]
    """Sides whose lines of supply are drawn."""
    zones: Iterable[str]
    """Sides whose zones of control are drawn; maps of hexes only."""
    around: str
    """The number of a hex: only the part around it; maps of hexes only."""
    radius: int
    """How many hexes far that part reaches, 1 to 14."""
    near: Iterable[str]
    """Sides: only the part in which their units stand; maps of hexes only."""
    sheet: int
    """On paper: the number of one of the sheets behind the first, see `Shown.map_sheets`."""
    language: str
    """Its language, as "de". Left out: that of match.json, else English."""


class ReportStyle(TypedDict, total=False):
    """How a report is told. What is left out is as usual."""

    pictures: bool
    """Whether the page is to have them; they take most of the time. Left out: yes."""
    language: str
    """Its language, as "de". Left out: that of match.json, else English."""
    template: str
    """The text of a template for the page. Left out: the standard one, `standard_template()`."""


class RenderedReport(NamedTuple):
    """A report, as text for a mail and as a page with its pictures."""

    text: str
    """The report as text; no line is longer than 72 columns."""
    html: str
    """The report as a page, complete in itself."""


class Shown(ABC):
    """Something of a match that can be looked at. Nothing here writes, and nothing prints."""

    def __init__(self) -> None:
        self.faults = Faults()
        """Faults of the program in what was shown; something plain stands in for it."""

    def taken_faults(self) -> tuple[Fault, ...]:
        """Returns the faults that were met since this was last asked."""
        return self.faults.take()

    @property
    @abstractmethod
    def rules(self) -> Rules[Any]:
        """The rules bound to the match: for tests and tools, their form may change."""

    @property
    @abstractmethod
    def sides_by_seat(self) -> Mapping[str, tuple[str, ...]]:
        """The sides that each seat leads, as the scenario says."""

    @property
    def game(self) -> str:
        """The full name of the game: `fortress-america-1986`."""
        return self.rules.game.name

    @property
    def game_title(self) -> str:
        """The title of the game for people."""
        return self.rules.game.title

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the order of the game."""
        return self.rules.seats

    @property
    def sides(self) -> tuple[str, ...]:
        """All sides."""
        return tuple(side for led in self.sides_by_seat.values() for side in led)

    @property
    def is_hidden(self) -> bool:
        """Whether seats know different things of the position."""
        return self.rules.is_hidden

    @property
    def has_hexes(self) -> bool:
        """Whether its map is one of hexes: parts and zones can be shown."""
        model = self.rules.game.files.get("map.json")
        return model is not None and "grid" in model.model_fields

    @property
    def _home(self) -> Path | None:
        """The folder whose match.json says in which language people are told of it, if any."""
        return None

    def rules_in(self, language: str | None = None) -> Rules[Any]:
        """Returns the rules that tell and draw for people: for tests and tools, as `rules`.

        Args:
            language: its code; None: that of match.json, as far as the game speaks it, else
                English.

        Raises:
            ValueError: the game does not speak it.
        """
        if language is None and (self._home is None or len(self.languages) == 1):
            return self.rules
        from adjudicator.matches.people import in_match_language  # most games speak one language

        return in_match_language(self.rules, self._home, language)

    @property
    def language(self) -> str:
        """The code of the language in which people are told of it: see `rules_in`."""
        from adjudicator.narrate.languages import narrator_of

        return narrator_of(self.rules_in()).language.code

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages in which the game can be told, the usual one first."""
        from adjudicator.narrate.languages import languages_of

        return languages_of(self.rules)

    @abstractmethod
    def map(
        self, *, n: int | None = None, seat: str | None = None, **style: Unpack[MapStyle]
    ) -> str:
        """Returns the map as SVG text.

        Args:
            n: a past opening, 0 is the start; None: the position reached.
            seat: as this seat may see it; None: as everybody may, but of a mailed state.json as
                whoever got it may.
            style: how it is drawn.

        Raises:
            ValueError: there is no such opening, seat, side or style; the game does not speak the
                language; or it cannot be shown here.
            UnusableFile: the opening cannot be made again with what is at hand.
        """

    def map_sheets(
        self, *, n: int | None = None, seat: str | None = None, **style: Unpack[MapStyle]
    ) -> tuple[str, ...]:
        """Returns the map for paper (layout `print`): the SVG text of each sheet of A4.

        There is one, but for a map that is too large to be read on it: then the first shows it all,
        with a frame for what each of the others shows, and the last explains the signs. See `map`.

        >>> from pathlib import Path
        >>> raw = Path("examples/invasion-america-match/now/state.json").read_bytes()
        >>> len(adjudicator.read_state(raw).map_sheets(around="s3041", radius=8))
        4
        """
        style["layout"] = "print"
        first = self.map(n=n, seat=seat, **style)
        if style.get("sheet"):
            return (first,)
        others = []
        for number in range(1, sheets_behind(first) + 1):
            style["sheet"] = number
            others.append(self.map(n=n, seat=seat, **style))
        return first, *others

    def map_png(
        self,
        *,
        n: int | None = None,
        seat: str | None = None,
        width: int | None = None,
        **style: Unpack[MapStyle],
    ) -> bytes:
        """Returns the map as PNG, with the same letters on every machine; see `map`, `as_png`."""
        return as_png(self.map(n=n, seat=seat, **style), width)

    @abstractmethod
    def report(
        self, *, n: int | None = None, seat: str | None = None, **how: Unpack[ReportStyle]
    ) -> RenderedReport:
        """Returns what happened in an opening, and what is awaited next.

        Args:
            n: a past opening, 0 is the start; None: the newest.
            seat: as this seat may read it; None: as everybody may, but of a mailed state.json as
                whoever got it may.
            how: in which language, from which template, and whether with pictures.

        Raises:
            ValueError: there is no such opening or seat; the game does not speak the language; or
                it cannot be shown here.
            Unusable: the template cannot be read, or fails.
            UnusableFile: the opening cannot be made again with what is at hand.
        """

    def check_seat(self, seat: str | None) -> None:
        """Raises ValueError if there is no such seat."""
        if seat is not None and seat not in self.seats:
            raise ValueError(f"no seat {seat!r}; seats: {', '.join(self.seats)}")


def sheets_behind(svg: str) -> int:
    """Returns how many numbered sheets of paper belong to a map; 0: it is complete."""
    found = _SHEETS.search(svg, 0, 10_000)
    return 0 if found is None else int(found[1])


_SHEETS = re.compile(r'^<svg [^>]*data-sheets="(\d{1,3})"', re.MULTILINE)


def as_png(svg: str, width: int | None = None) -> bytes:
    """Returns a picture of the program, a map or a chart, as PNG.

    Args:
        svg: its SVG text.
        width: how many pixels wide; None: 1600, or 780 for a phone's column, or 8 for a millimetre
            of paper.

    Raises:
        Unusable: the extra is not installed that makes it: `wargame-adjudicator[png]`.
        ValueError: it is wider than a picture can be, or not at all.

    >>> match = adjudicator.open_match("examples/nine-fields-match", read_only=True)
    >>> adjudicator.as_png(match.map(), width=300)[:4]
    b'\x89PNG'
    """
    from adjudicator.render.png import png

    return png(svg, width)


def style_of(shown: Shown, style: MapStyle, caption: tuple[str, ...] = ()) -> Style:
    """Returns a style with what was left out as usual.

    Raises:
        ValueError: a style, a side or a radius that there is not, or what the map cannot show.
    """
    _check_style(style)
    hexes_only = [name for name in ("zones", "around", "near") if style.get(name)]
    if hexes_only and not shown.has_hexes:
        raise ValueError(f"the map of {shown.game_title} has no hexes: {', '.join(hexes_only)}")
    radius = style.get("radius", 8)
    if not 1 <= radius <= 14:
        raise ValueError("a part reaches 1 to 14 hexes far")
    if style.get("sheet") and style.get("layout") != "print":
        raise ValueError("only a map for paper has numbered sheets")
    layout, supply = style.get("layout", "board"), _sides(shown, style.get("supply", ()))
    return Style(
        layout=layout,
        theme=style.get("theme", "grey" if layout == "print" else "colour"),
        arrows=style.get("arrows", "none" if supply else "all"),
        supply=supply,
        zones=_sides(shown, style.get("zones", ())),
        around=style.get("around", ""),
        radius=radius,
        near=_sides(shown, style.get("near", ())),
        sheet=style.get("sheet", 0),
        caption=caption,
    )


def _check_style(style: Mapping[str, Any]) -> None:
    """Raises ValueError if a style says what `MapStyle` does not know."""
    known = get_type_hints(MapStyle)
    for name, value in style.items():
        if name not in known:
            raise ValueError(f"a map has no style {name!r}; there are {', '.join(known)}")
        choices = get_args(known[name])
        if get_origin(known[name]) is Literal and value not in choices:
            raise ValueError(f"no {name} {value!r}; there are {', '.join(choices)}")


def _sides(shown: Shown, named: Iterable[str]) -> tuple[str, ...]:
    """Returns sides in the order of the game; "all" names every one."""
    given = tuple(named)
    unknown = [name for name in given if name not in (*shown.sides, "all")]
    if unknown:
        raise ValueError(f"no side {unknown[0]!r}; sides are {', '.join(shown.sides)}, or all")
    return tuple(side for side in shown.sides if side in given or "all" in given)
