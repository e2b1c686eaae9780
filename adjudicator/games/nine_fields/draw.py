"""The map of Nine Fields as a picture: which counter and colour stands where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.boards.area import Outlines
from adjudicator.core.english import sentence
from adjudicator.core.game import Event
from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.draw.area_map import area_map
from adjudicator.draw.picture import (
    AreaContent,
    AreaPicture,
    Arrow,
    Places,
    SideEntry,
    Stack,
    Strip,
    Track,
)  # fmt: skip
from adjudicator.draw.theme import TintId
from adjudicator.games.nine_fields import state as s
from adjudicator.games.nine_fields.report import standings
from adjudicator.games.nine_fields.state import Book, State

__all__ = ["picture"]

_SIDES = (
    SideEntry(id="west", name="West", look="blue"),
    SideEntry(id="east", name="East", look="red"),
)
_GROUND: TintId = "spring"
_PLACES = Places(
    title=(240, 160, 2200, 640), tracks=(2560, 160, 3800, 640), legend=(240, 3780, 6120, 700),
    strips=(Strip(title="West", place=(120, 880, 4360, 2780)),
            Strip(title="East", place=(2120, 880, 4360, 2780))),
)  # fmt: skip


def picture(book: Book, view: State, events: Sequence[Event], style: Style) -> str:
    """Returns the map as SVG text, with the marches of the opening shown."""
    areas = {
        field: AreaContent(
            control=view.holders.get(field),
            stacks=tuple(Stack(side=side, kind="infantry", count=number) for side, number in
                         view.companies.get(field, FrozenMap()).items()),
            battle=view.side if len(view.companies.get(field, ())) > 1 else None,
        )
        for field in book.map.areas
    }  # fmt: skip
    cells = tuple(str(turn) for turn in range(1, max(view.turn, book.options.turns) + 1))
    turns = Track(id="turn", title="Turn", cells=cells, marker=view.turn - 1, side=view.side)
    made = AreaPicture(
        board=book.map, outlines=Outlines.model_validate_json(book.outlines), sides=_SIDES,
        tints=FrozenMap(dict.fromkeys(book.map.regions, _GROUND)), places=_PLACES, style=style,
        kinds=("infantry",),
        title=("Nine Fields", *style.caption), description=" ".join(standings(book, view)),
        areas=FrozenMap(areas), tracks=(turns,), arrows=tuple(_arrows(events, style)),
        terms=FrozenMap({"first": "march", "retreat": "falling back"}),
    )  # fmt: skip
    return area_map(made)


def _arrows(events: Sequence[Event], style: Style) -> Iterator[Arrow]:
    """Yields who went where."""
    for event in events if style.arrows in ("all", "moves") else ():
        if isinstance(event, s.Marched):
            words = f"{sentence(event.side)} marches with {event.count}"
            yield Arrow(side=event.side, path=(event.start, event.to), count=event.count,
                        words=words, manner="first")  # fmt: skip
        elif isinstance(event, s.FellBack):
            words = f"{sentence(event.side)} falls back with {event.count}"
            yield Arrow(side=event.side, path=(event.field, event.to), count=event.count,
                        words=words, manner="retreat")  # fmt: skip
