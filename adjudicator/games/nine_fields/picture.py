"""The map of Nine Fields as a picture: which counter and colour stands where."""

from collections.abc import Iterator, Sequence

from adjudicator.boards.area import Outlines
from adjudicator.core.game import Event
from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.nine_fields import state as s
from adjudicator.games.nine_fields.report import FieldNarrator
from adjudicator.games.nine_fields.state import State
from adjudicator.render.areas import picture as p
from adjudicator.render.areas.board import area_map

__all__ = ["picture"]


def picture(narrator: FieldNarrator, view: State, events: Sequence[Event], style: Style) -> str:
    """Returns the map as SVG text, with the marches of the opening shown."""
    book, say, areas = narrator.book, narrator.say, {}
    west = p.SideEntry(id="west", name=say("west"), look="blue")
    east = p.SideEntry(id="east", name=say("east"), look="red")
    for field in book.map.areas:
        here = view.companies.get(field, FrozenMap())
        areas[field] = p.AreaContent(
            control=view.holders.get(field), battle=view.side if len(here) > 1 else None,
            stacks=tuple(p.Stack(side=side, kind="infantry", count=number)
                         for side, number in here.items()))  # fmt: skip
    cells = tuple(str(turn) for turn in range(1, max(view.turn, book.options.turns) + 1))
    turns = p.Track(id="turn", title=say("turn"), cells=cells, marker=view.turn - 1, side=view.side)
    return area_map(p.AreaPicture(
        board=book.map, outlines=Outlines.model_validate_json(book.outlines), sides=(west, east),
        kinds=("infantry",), style=style, areas=FrozenMap(areas), tracks=(turns,),
        title=("Nine Fields", *style.caption), description=" ".join(narrator.standings(view)),
        arrows=tuple(_arrows(narrator, events)) if style.arrows in ("all", "moves") else (),
        terms=FrozenMap(narrator.terms("term-"))))  # fmt: skip


def _arrows(narrator: FieldNarrator, events: Sequence[Event]) -> Iterator[p.Arrow]:
    """Yields who went where."""
    for event in events:
        match event:
            case s.Marched(start=start) | s.FellBack(field=start):
                marched = isinstance(event, s.Marched)
                key = "arrow-marched" if marched else "arrow-fell-back"
                words = narrator.say(key, side=narrator.seat(event.side), count=event.count)
                yield p.Arrow(side=event.side, path=(start, event.to), count=event.count,
                              words=words, manner="first" if marched else "retreat")  # fmt: skip
