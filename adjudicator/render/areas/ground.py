"""The ground of an area board: sea, coasts, scenery, borders. It never changes, so it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from adjudicator.boards.area import AreaMap, Outlines, Point, decor_kind
from adjudicator.core.values import FrozenMap
from adjudicator.render.areas.picture import Rectangle
from adjudicator.render.outlines import between, rim, shared
from adjudicator.render.svg import Canvas, line_path, ring_path
from adjudicator.render.theme import (
    BORDER,
    COAST,
    FOREIGN,
    FOREIGN_COAST,
    FOREIGN_INK,
    INK,
    MOUNTAIN_TINT,
    REGION_BORDER,
    RIVER,
    SEA,
    SEA_DEEP,
    SEA_INK,
    SERIF,
    TINTS,
    WATER_LINE,
    mixed,
    tints_of,
)

__all__ = ["BORDER_LINES", "Ground", "border_line", "caption_attributes", "ground", "ground_tint"]

WATER_LINES = ((470, 30), (350, 42), (250, 56), (165, 74), (95, 92))
"""Lines along the shore: how wide a stroke makes them, and how strong they are."""
BORDER_LINES = (
    (RIVER, "none"), ("#4b3a2a", "2 3"), ("#7a2f23", "9 4"), ("#2f5d3a", "0 5"), (INK, "6 3 1 3"),
)  # fmt: skip
"""Colour and dashes of kinds of borders, in their order; a river has the first ones."""


def border_line(board: AreaMap, kind: str) -> tuple[str, str]:
    """Returns the colour and the dashes of a kind of borders."""
    if decor_kind(kind) == "river":
        return BORDER_LINES[0]
    others = [one for one in board.border_kinds if decor_kind(one) != "river"]
    return BORDER_LINES[1 + others.index(kind) % (len(BORDER_LINES) - 1)]


@dataclass(frozen=True, slots=True)
class Ground:
    """The layers that lie under and over the areas."""

    definitions: str
    below: str
    """Sea and scenery."""
    above: str
    """Borders and coasts."""
    touches: str
    """Where areas meet without a border."""


def ground_tint(board: AreaMap, area: str, tints: FrozenMap[str, str]) -> str:
    """Returns the ground colour of an area that nobody controls; `tints` as the game names them."""
    facts = board.areas[area]
    if facts.region is None:
        return TINTS["straw"] if facts.kind == "land" else SEA
    tint = tints_of(tuple(board.regions), tints)[facts.region]
    return mixed(tint, MOUNTAIN_TINT, 34) if "mountain" in facts.traits else tint


@lru_cache(maxsize=8)
def ground(
    board: AreaMap, outlines: Outlines, tints: FrozenMap[str, str], page: Rectangle
) -> Ground:
    """Draws the ground of a board; `page` is all that is seen, with the room about the board."""
    land = {area: outlines.areas[area].polygon for area in board.areas_of_kind("land")}
    regions = {area: board.areas[area].region or "" for area in land}
    coast = rim(land.values())
    borders, region_borders = shared(land, regions)
    return Ground(
        definitions=_definitions(board, outlines, coast, page),
        below=_below(outlines, page),
        above=_waters(outlines)
        + _above(board, tints, borders, region_borders)
        + _border_kinds(board, outlines),
        touches=_touches(outlines),
    )


def _definitions(
    board: AreaMap, outlines: Outlines, coast: tuple[tuple[Point, ...], ...], page: Rectangle
) -> str:
    canvas = Canvas()
    inner = canvas.definitions()
    for area, outline in outlines.areas.items():
        inner.path(ring_path((outline.polygon,)), id=f"shape-{area}")
    inner.path(ring_path(line[:-1] for line in coast), id="coast")
    for part, rings in outlines.decor.items():
        if decor_kind(part) == "river":
            inner.path("".join(map(line_path, rings)), id=f"decor-{part}")
        else:
            inner.path(ring_path(rings), id=f"decor-{part}")
    inner.clip(id="page").rect(*page)
    inner.gradient(
        (("0", SEA, "1"), (".7", SEA, "1"), ("1", SEA_DEEP, "1")), radial=True, id="sea",
        cx=".5", cy=".45", r=".75",
    )  # fmt: skip
    for region in board.regions:
        rings = tuple(outlines.areas[area].polygon for area in board.areas_in(region))
        inner.path(ring_path(line[:-1] for line in rim(rings)), id=f"region-{region}")
        inner.clip(id=f"within-{region}").use(f"region-{region}")
    return canvas.markup()


def _below(outlines: Outlines, page_: Rectangle) -> str:
    canvas = Canvas()
    canvas.rect(*page_, fill="url(#sea)", id="sea-ground")
    abroad = [part for part in outlines.decor if decor_kind(part) == "land"]
    shores = ("coast", *(f"decor-{part}" for part in abroad))
    page = canvas.group(clip_path="url(#page)", stroke_linejoin="round")
    water = page.group(id="water-lines", fill="none")
    for reach, strength in WATER_LINES:
        for stroke, colour in (
            (reach + 7, mixed(SEA, WATER_LINE, strength)),
            (reach - 7, mixed(SEA, "#ffffff", 26 - reach // 22)),
        ):
            line = water.group(stroke=colour, stroke_width=stroke)
            for shore in shores:
                line.use(shore)
    scenery = page.group(id="scenery")
    for part in abroad:
        scenery.use(f"decor-{part}", fill=FOREIGN, stroke=FOREIGN_COAST, stroke_width=9)
    return canvas.markup()


def _waters(outlines: Outlines) -> str:
    """Draws the rivers and lakes that lie over the areas."""
    canvas = Canvas()
    for part in outlines.decor:
        kind = decor_kind(part)
        if kind == "lake":
            canvas.use(f"decor-{part}", fill=SEA, stroke=WATER_LINE, stroke_width=14)
        elif kind == "river":
            canvas.use(f"decor-{part}", fill="none", stroke=RIVER, stroke_width=30,
                       stroke_linecap="round", stroke_linejoin="round")  # fmt: skip
    return canvas.markup()


def _border_kinds(board: AreaMap, outlines: Outlines) -> str:
    """Draws the borders that are of a kind."""
    canvas = Canvas()
    rings = {area: outline.polygon for area, outline in outlines.areas.items()}
    for kind, pairs in board.border_kinds.items():
        colour, dashes = border_line(board, kind)
        path = "".join(map(line_path, between(rings, pairs)))
        group = canvas.group(id=f"border-{kind}", fill="none", pointer_events="none",
                             stroke_linejoin="round", stroke_linecap="round")  # fmt: skip
        group.path(path, stroke="#fff", stroke_width=64, stroke_opacity=".8")
        group.path(path, stroke=colour, stroke_width=40, stroke_dasharray=dashes)
    return canvas.markup()


def _above(
    board: AreaMap,
    tints: FrozenMap[str, str],
    within: tuple[tuple[Point, ...], ...],
    between: tuple[tuple[Point, ...], ...],
) -> str:
    canvas = Canvas()
    rims = canvas.group(
        id="region-rims", fill="none", stroke_linejoin="round", pointer_events="none"
    )
    for region, tint in tints_of(tuple(board.regions), tints).items():
        shade = mixed(tint, "#6b5636", 62)
        band = rims.group(clip_path=f"url(#within-{region})", stroke=shade, stroke_opacity=".12")
        for stroke in (150, 100, 56):
            band.use(f"region-{region}", stroke_width=stroke)
    lines = canvas.group(
        id="borders",
        fill="none",
        stroke_linejoin="round",
        stroke_linecap="round",
        pointer_events="none",
    )
    lines.path("".join(map(line_path, within)), stroke=BORDER, stroke_width=10)
    lines.use("coast", stroke=COAST, stroke_width=18)
    edge = "".join(map(line_path, between))
    strong = lines.group(stroke_linecap="butt")
    strong.path(edge, stroke="#fff", stroke_width=56, stroke_opacity=".75")
    strong.path(edge, stroke=REGION_BORDER, stroke_width=28)
    return canvas.markup()


def _touches(outlines: Outlines) -> str:
    canvas = Canvas()
    group = canvas.group(id="touches", fill="#fff", stroke=INK, stroke_width=10)
    for touch in outlines.points:
        x, y = touch.at
        group.circle(x, y, 27)
    return canvas.markup()


def caption_attributes(*, water: bool) -> dict[str, str]:
    """Returns how the name of a sea or of a foreign country is set."""
    return {
        "fill": SEA_INK if water else FOREIGN_INK,
        "font_family": SERIF,
        "font_style": "italic",
        "text_anchor": "middle",
    }
