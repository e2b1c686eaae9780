"""Where panels stand whose places a game does not name: above and below the areas.

What has no room between the areas and the edge of the board makes the page larger.
"""

from __future__ import annotations

from functools import lru_cache

from adjudicator.boards.area import Outlines
from adjudicator.render.areas.marginalia import MARGINS
from adjudicator.render.areas.picture import AreaPicture, Places, Rectangle

__all__ = ["board_box", "page_of", "placed", "usual_places"]

_HEIGHTS = {margin.id: margin.height for margin in MARGINS}
MARGIN = 150
"""What a panel keeps free to the edge of the page, to another panel and to the areas."""
LEAST_WIDTH = 4200
"""How wide panels are that stand above or below a board that is narrower."""


def placed(picture: AreaPicture) -> AreaPicture:
    """Returns a picture with places for all that it shows, and no line of its title twice."""
    first: dict[str, str] = {}
    for line in picture.title:
        first.setdefault(line.casefold(), line)
    lines = tuple(first.values())
    changes: dict[str, object] = {} if lines == picture.title else {"title": lines}
    if picture.places is None:
        changes["places"] = usual_places(picture.model_copy(update=changes))
    return picture.model_copy(update=changes) if changes else picture


def page_of(picture: AreaPicture) -> Rectangle:
    """Returns all that is seen: the board, and what stands beside it."""
    width, height = picture.outlines.viewbox
    places = picture.places or Places()
    left, top, right, bottom = 0, 0, width, height
    for panel in (getattr(places, margin.id) for margin in MARGINS):
        if panel is not None:
            x, y, wide, high = panel
            left, top = min(left, x - MARGIN), min(top, y - MARGIN)
            right, bottom = max(right, x + wide + MARGIN), max(bottom, y + high + MARGIN)
    return left, top, right - left, bottom - top


@lru_cache(maxsize=8)
def board_box(outlines: Outlines) -> Rectangle:
    """Returns the smallest rectangle about all areas."""
    points = [point for outline in outlines.areas.values() for point in outline.polygon]
    if not points:
        return (0, 0, *outlines.viewbox)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return left, top, right - left, bottom - top


def usual_places(picture: AreaPicture) -> Places:
    """Returns the places of a picture that names none: its panels, and no captions or strips."""
    width, _ = picture.outlines.viewbox
    _, top, _, high = board_box(picture.outlines)
    wide = max(width - 2 * MARGIN, LEAST_WIDTH)
    left = (width - wide) // 2
    has_tracks = bool(picture.tracks or picture.notes)
    title_wide = (wide - MARGIN) * 38 // 100 if has_tracks else wide
    tracks_left = left + title_wide + MARGIN if picture.title else left
    tracks_wide = left + wide - tracks_left
    above = max(_HEIGHTS["title"](picture, title_wide), _HEIGHTS["tracks"](picture, tracks_wide))
    head = top - MARGIN - above
    title = (left, head, title_wide, above) if picture.title else None
    tracks = (tracks_left, head, tracks_wide, above) if has_tracks else None
    low = _below(picture, (left, top + high + MARGIN, wide))
    return low.model_copy(update={"title": title, "tracks": tracks})


def _below(picture: AreaPicture, band: tuple[int, int, int]) -> Places:
    """Returns the places under the areas, from `band`: left, top and width of the room there."""
    left, top, wide = band
    aside = wide * 2 // 5
    found: dict[str, Rectangle] = {}
    y = top
    for name in ("reserves", "lost"):
        high = _HEIGHTS[name](picture, aside)
        if high:
            found[name] = (left + wide - aside, y, aside, high)
            y += high + MARGIN
    room = wide - aside - MARGIN if found else wide
    rows = _HEIGHTS["legend"](picture, room)
    return Places(
        legend=(left, top, room, rows), reserves=found.get("reserves"), lost=found.get("lost")
    )
