"""The ground of an area board: sea, coasts, scenery, borders. It never changes, so it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from adjudicator.boards.area import AreaMap, Outlines, Point
from adjudicator.core.values import FrozenMap
from adjudicator.render.areas.outlines import rim, shared
from adjudicator.render.svg import Canvas, line_path, ring_path
from adjudicator.render.theme import (
    BORDER,
    COAST,
    FOREIGN,
    FOREIGN_COAST,
    FOREIGN_INK,
    INK,
    LOOKS,
    MOUNTAIN_TINT,
    REGION_BORDER,
    REGION_TINTS,
    SEA,
    SEA_DEEP,
    SEA_INK,
    SERIF,
    WATER_LINE,
    TintId,
    mixed,
)

__all__ = ["Ground", "caption_attributes", "ground", "ground_tint"]

WATER_LINES = ((470, 30), (350, 42), (250, 56), (165, 74), (95, 92))
"""Lines along the shore: how wide a stroke makes them, and how strong they are."""


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


def ground_tint(board: AreaMap, area: str, tints: FrozenMap[str, TintId]) -> str:
    """Returns the ground colour of an area that nobody controls."""
    facts = board.areas[area]
    if facts.region is None:
        return SEA
    tint = REGION_TINTS[tints[facts.region]]
    return mixed(tint, MOUNTAIN_TINT, 34) if "mountain" in facts.traits else tint


@lru_cache(maxsize=8)
def ground(board: AreaMap, outlines: Outlines, tints: FrozenMap[str, TintId]) -> Ground:
    """Draws the ground of a board."""
    land = {area: outlines.areas[area].polygon for area in board.areas_of_kind("land")}
    regions = {area: board.areas[area].region or "" for area in land}
    coast = rim(land.values())
    borders, region_borders = shared(land, regions)
    return Ground(
        definitions=_definitions(board, outlines, coast),
        below=_below(outlines),
        above=_above(board, tints, borders, region_borders),
        touches=_touches(outlines),
    )


def _definitions(board: AreaMap, outlines: Outlines, coast: tuple[tuple[Point, ...], ...]) -> str:
    canvas = Canvas()
    inner = canvas.definitions()
    for area, outline in outlines.areas.items():
        inner.path(ring_path((outline.polygon,)), id=f"shape-{area}")
    inner.path(ring_path(line[:-1] for line in coast), id="coast")
    for part, rings in outlines.decor.items():
        inner.path(ring_path(rings), id=f"decor-{part}")
    for look_id, look in LOOKS.items():
        hatch = inner.pattern(
            id=f"hatch-{look_id}", width=70, height=70, patternUnits="userSpaceOnUse",
            viewBox="0 0 10 10", patternTransform=f"rotate({look.turn})",
        )  # fmt: skip
        if look_id == "green":
            hatch.path(look.hatch, fill=look.edge, fill_opacity=look.strength)
        else:
            hatch.path(look.hatch, stroke=look.edge, stroke_width=14, stroke_opacity=look.strength)
    width, height = outlines.viewbox
    inner.clip(id="page").rect(0, 0, width, height)
    inner.gradient(
        (("0", SEA, "1"), (".7", SEA, "1"), ("1", SEA_DEEP, "1")), radial=True, id="sea",
        cx=".5", cy=".45", r=".75",
    )  # fmt: skip
    for region in board.regions:
        rings = tuple(outlines.areas[area].polygon for area in board.areas_in(region))
        inner.path(ring_path(line[:-1] for line in rim(rings)), id=f"region-{region}")
        inner.clip(id=f"within-{region}").use(f"region-{region}")
    return canvas.markup()


def _below(outlines: Outlines) -> str:
    width, height = outlines.viewbox
    canvas = Canvas()
    canvas.rect(0, 0, width, height, fill="url(#sea)", id="sea-ground")
    shores = ("coast", *(f"decor-{part}" for part in outlines.decor))
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
    for part in outlines.decor:
        scenery.use(f"decor-{part}", fill=FOREIGN, stroke=FOREIGN_COAST, stroke_width=9)
    return canvas.markup()


def _above(
    board: AreaMap,
    tints: FrozenMap[str, TintId],
    within: tuple[tuple[Point, ...], ...],
    between: tuple[tuple[Point, ...], ...],
) -> str:
    canvas = Canvas()
    rims = canvas.group(
        id="region-rims", fill="none", stroke_linejoin="round", pointer_events="none"
    )
    for region in board.regions:
        shade = mixed(REGION_TINTS[tints[region]], "#6b5636", 62)
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
