"""Area pictures of a game that this tree does not know: seven seats, kinds and marks of its own."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest
from pydantic import ValidationError

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.picture import places
from adjudicator.games.fortress_america.words import ENGLISH_WORDS
from adjudicator.render.areas.board import area_map
from adjudicator.render.areas.picture import (
    AreaContent,
    AreaPicture,
    Places,
    SideEntry,
    Stack,
    Track,
)
from adjudicator.render.areas.places import page_of, placed
from adjudicator.render.raster import Box
from tests.render import sample
from tests.render.alone import stands_alone
from tests.render.overlap import meet
from tests.render.shires import SEATS, position
from tests.render.texts import beyond, panels, texts

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
LAYOUTS = ("board", "phone", "print")
STYLES = [(layout, theme) for layout in LAYOUTS for theme in ("colour", "grey")]


@cache
def drawn(layout: str, theme: str, turns: int = 5) -> str:
    style = Style.model_validate({"layout": layout, "theme": theme, "caption": ("A match",)})
    return area_map(position(turns, style))


@cache
def tree(layout: str, theme: str = "colour", turns: int = 5) -> ElementTree.Element:
    return ElementTree.fromstring(drawn(layout, theme, turns).encode())


def by_id(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {found: element for element in root.iter() if (found := element.get("id"))}


@pytest.mark.parametrize(("layout", "theme"), STYLES)
def test_it_is_drawn_in_every_layout_and_theme(layout: str, theme: str) -> None:
    stands_alone(drawn(layout, theme))
    found = by_id(tree(layout, theme))
    for seat in SEATS:
        assert f"hatch-{seat}" in found
    shown = position(5)
    for area, content in shown.areas.items():
        assert f"area-{area}" in found
        for stack in content.stacks:
            named = "-".join(("counter", area, stack.side, stack.kind, *stack.marks))
            counter = found[named]
            assert counter.get("data-place") == area
            assert counter.get("data-side") == stack.side
            assert counter.get("data-kind") == stack.kind
            assert counter.get("data-count") == str(stack.count)
    legend = " ".join(found["legend"].itertext())
    for words in ("Shire of Yew", "Siege engine", "Has marched", "Home", "Well", "River", "Lake",
                  "Old wall", "Open land", "March"):  # fmt: skip
        assert words in legend, words
    assert ("High Moor" in legend) == (theme == "colour")


@pytest.mark.parametrize("turns", [0, 1, 5, 7, 14])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_lies_on_anything_else(layout: str, turns: int) -> None:
    root = tree(layout, "colour", turns)
    assert beyond(root) == []
    sheets = panels(root)
    assert set(sheets) == {"title", "tracks", "legend", "reserves"}
    for (one, box), (other, second) in combinations(sheets.items(), 2):
        assert not meet(box, second), (one, other)
    for panel in sheets:
        words = texts(root, panel)
        for (one, box), (other, second) in combinations(words.items(), 2):
            assert not meet(box, second), (panel, one, other)
    boxes = counter_boxes(by_id(root)["counters"])
    for (one, box), (other, second) in combinations(boxes.items(), 2):
        assert not meet(box, second), (one, other)


def counter_boxes(layer: ElementTree.Element) -> dict[str, Box]:
    boxes = {}
    for group in layer.findall(f"{SVG}g"):
        use = group.find(f"{SVG}use")
        assert use is not None
        sides = (round(float(use.get(side) or 0) * 10) for side in ("x", "y", "width", "height"))
        boxes[group.get("id") or ""] = Box(*sides)
    return boxes


def test_panels_stand_about_the_areas_on_a_page_that_holds_them() -> None:
    picture = placed(position(5))
    left, top, width, height = page_of(picture)
    assert (left, width) == (0, picture.outlines.viewbox[0])
    assert top < 0
    areas = [one.polygon for one in picture.outlines.areas.values()]
    shown = picture.places
    assert shown is not None
    for panel in (shown.title, shown.tracks, shown.legend, shown.reserves):
        assert panel is not None
        x, y, wide, high = panel
        assert left < x
        assert x + wide < left + width
        assert top < y
        assert y + high < top + height
        box = Box(*panel)
        for ring, point in product(areas, (0, 5, 9)):
            assert not meet(box, Box(*ring[point], 1, 1))
    # A board that leaves room for panels keeps its size: that of the tutorial game nearly does.
    roomy = picture.outlines.model_copy(update={"viewbox": (7680, 9000)})
    low = placed(position(5).model_copy(update={"outlines": roomy}))
    assert page_of(low)[1] + page_of(low)[3] == 9000


def test_a_page_finds_places_by_the_root() -> None:
    root = tree("board")
    assert root.get("data-geometry") == "area"
    told = [place.split() for place in (root.get("data-at") or "").split(";")]
    outlines = position(5).outlines.areas
    assert [place[0] for place in told] == sorted(outlines)
    for area, x, y, radius in told:
        outline = outlines[area]
        assert (float(x) * 10, float(y) * 10) == outline.units
        assert float(radius) * 10 == outline.radius
    found = by_id(root)
    places = {area: found[f"area-{area}"].get("data-place") for area in outlines}
    assert places == {area: area for area in outlines}
    assert tree("phone").get("data-at") is None
    assert root.get("width") == "768"
    assert tree("phone").get("width") == "390"


def test_kinds_without_a_silhouette_are_letters() -> None:
    found = by_id(tree("board"))
    letters = {kind: found[f"silhouette-{kind}"].text for kind in ("levy", "siege-engine")}
    assert letters == {"levy": "Le", "siege-engine": "SE"}
    for kind in ("horse", "army"):
        assert found[f"silhouette-{kind}"].tag == f"{SVG}path"
    title = found["counter-goswick-fir-siege-engine"].findtext(f"{SVG}title")
    assert title == "Shire of Fir: 2 siege engine"
    assert found["mark-weary"].findtext(f"{SVG}text") == "H"


def test_towns_rivers_lakes_and_kinds_of_borders_are_drawn() -> None:
    found = by_id(tree("board"))
    towns = [area for area, one in position(5).outlines.areas.items() if one.city is not None]
    assert len(towns) == len(SEATS)
    assert all(f"city-{area}" in found for area in towns)
    for part in ("border-river", "border-old-wall", "decor-river-esk", "decor-lake-mere"):
        assert part in found
    river, wall = (found[f"border-{kind}"][1].get("stroke") for kind in ("river", "old-wall"))
    assert river != wall
    assert "z" not in (found["decor-river-esk"].get("d") or "")


def refused(**changes: object) -> str:
    """Returns why a picture with changes is refused."""
    picture = position(5)
    fields = {name: getattr(picture, name) for name in type(picture).model_fields}
    with pytest.raises(ValidationError) as raised:
        AreaPicture(**{**fields, **changes})
    return str(raised.value)


def test_what_nobody_could_draw_is_refused_by_name() -> None:
    assert "no such term: infantri; terms: first, second" in refused(
        terms=FrozenMap({"infantri": "foot"})
    )
    assert "names are of areas, not of atlantis" in refused(names=FrozenMap({"atlantis": "A."}))
    assert "no such tint: mud; tints: straw" in refused(tints=FrozenMap({"r0": "mud"}))
    assert "no such side, kind, area or region: r99" in refused(tints=FrozenMap({"r99": "sage"}))
    assert "the shape of horse is no path of SVG" in refused(
        shapes=FrozenMap({"horse": 'M0 0"/><script>'})
    )
    stack = Stack(side="ash", kind="levy", count=1)
    token = FrozenMap({"ashby": AreaContent(tokens=(stack,))})
    assert "ashby: tokens are of the round kinds, stacks are not: levy" in refused(areas=token)
    marked = FrozenMap({"ashby": AreaContent(stacks=(stack.model_copy(update={"marks": ("x",)}),))})
    assert "no such side, kind, area or region: x" in refused(areas=marked)


def test_maps_refuse_what_cannot_be_drawn() -> None:
    board, outlines = position(5).board, position(5).outlines
    with pytest.raises(
        ValidationError, match=r"border_kinds\.wall: ashby and upwell are no border"
    ):
        AreaMap.model_validate(
            board.model_dump() | {"border_kinds": {"wall": (("ashby", "upwell"),)}}
        )
    for decor, why in (
        ({"river-x": (((0, 0),),)}, r"decor.river-x\[0\] has 1 points, not 2"),
        ({"canada": (((0, 0), (9, 9)),)}, r"decor.canada\[0\] has 2 points, not 3"),
    ):
        with pytest.raises(ValidationError, match=why):
            Outlines.model_validate(outlines.model_dump() | {"decor": decor})


def test_a_title_says_nothing_twice() -> None:
    style = Style(caption=("A match", "Seven shires", "A match"))
    root = ElementTree.fromstring(area_map(position(5, style)).encode())
    assert [line.text for line in by_id(root)["title"].iter(f"{SVG}text")] == [
        "Seven Shires", "A match",
    ]  # fmt: skip


@pytest.mark.parametrize("rows", [3, 5, 9, 30])
@pytest.mark.parametrize("height", [300, 700, 2000])
def test_a_legend_of_any_length_fits_its_place(rows: int, height: int) -> None:
    """Headings and lines keep clear of one another, however many there are."""
    sides = tuple(SideEntry(id=f"s{number}", name=f"Side {number}") for number in range(rows))
    made = position(0).model_copy(
        update={
            "sides": sides, "areas": FrozenMap(), "arrows": (), "reserves": (), "tracks": (),
            "places": Places(legend=(200, 3000, 4000, height)),
        }
    )  # fmt: skip
    root = ElementTree.fromstring(area_map(made).encode())
    assert beyond(root) == []
    sheet = panels(root)["legend"]
    assert sheet.height <= height + 2
    assert sheet.width <= 4002
    for (one, box), (other, second) in combinations(texts(root, "legend").items(), 2):
        assert not meet(box, second), (one, other)


def test_many_regions_and_sides_do_not_run_out() -> None:
    regions = {f"r{number}": {"name": f"Region {number}"} for number in range(37)}
    board = AreaMap.model_validate(position(0).board.model_dump() | {"regions": regions})
    found = by_id(
        ElementTree.fromstring(area_map(position(0).model_copy(update={"board": board})).encode())
    )
    fills = [rect.get("fill") for rect in found["legend"].iter(f"{SVG}rect")]
    assert len(set(fills)) > 37


def test_tall_boards_are_not_cropped_on_paper() -> None:
    tall = sample.outlines().model_copy(update={"viewbox": (6800, 14_000)})
    made = sample.early().model_copy(
        update={"outlines": tall, "style": Style(layout="print"), "places": Places()}
    )
    root = ElementTree.fromstring(area_map(made).encode())
    left, top, width, height = (float(part) for part in (root.get("viewBox") or "").split())
    assert left <= 0
    assert top <= 0
    assert left + width >= 680
    assert top + height >= 1400
    assert root.get("height") == "297mm"


def test_words_stand_under_a_track() -> None:
    long = " and ".join(f"Town number {number}" for number in range(24))
    track = Track(id="towns", title="Towns", cells=("0", "1"), words=(long, "None to go"))
    for layout in LAYOUTS:
        made = position(0, Style.model_validate({"layout": layout}))
        made = made.model_copy(update={"tracks": (track,)})
        root = ElementTree.fromstring(area_map(made).encode())
        assert beyond(root) == []
        said = " ".join(by_id(root)["tracks"].itertext())
        assert "Town number 23" in said
        assert "None to go" in said


def test_a_phone_shows_every_area_whole_in_a_strip() -> None:
    root = tree("phone")
    windows = [
        [float(part) * 10 for part in (one.get("viewBox") or "").split()]
        for one in root.findall(f"{SVG}svg")
    ]
    assert len(windows) == 2
    for area, outline in position(5).outlines.areas.items():
        across = [x for x, _ in outline.polygon]
        assert any(x <= min(across) and max(across) <= x + wide for x, _, wide, _ in windows), area


def test_strips_that_a_game_names_are_shown_beside_the_usual_picture_too() -> None:
    for beside in ("", "phone-"):
        style = Style(layout="phone", beside=beside)
        text = area_map(sample.turn().model_copy(update={"style": style}))
        for strip in places(ENGLISH_WORDS).strips:
            assert f">{strip.title}</text>" in text
        assert len(re.findall(r"<svg [^>]* x=", text)) == len(places(ENGLISH_WORDS).strips)


def test_ids_are_unique() -> None:
    for layout in LAYOUTS:
        ids = Counter(found for one in tree(layout).iter() if (found := one.get("id")))
        assert max(ids.values()) == 1
