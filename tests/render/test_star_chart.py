"""Star charts: the shipped one, a world of continents, a crowd, and a small one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from functools import cache
from itertools import combinations, pairwise, product

import pytest
from pydantic import ValidationError

from adjudicator.core.report import Style
from adjudicator.render.looks import LOOKS
from adjudicator.render.raster import Box
from adjudicator.render.stars import board as drawing
from adjudicator.render.stars.board import star_chart
from adjudicator.render.stars.layout import places
from adjudicator.render.stars.places import Places, Scale
from adjudicator.render.stars.theme import star_palette
from adjudicator.render.strokes import distance
from tests.render.alone import stands_alone
from tests.render.overlap import meet
from tests.render.sights import SIGHTS, apart
from tests.render.star_sample import CHARTS, FACES, chart, position

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
STYLES = (
    Style(),
    Style(theme="grey"),
    Style(layout="phone"),
    Style(layout="print"),
    Style(layout="phone", theme="grey", beside="phone-"),
)
SCALES = {"board": drawing.BOARD, "phone": drawing.PHONE}


@cache
def drawn(name: str, style: Style = STYLES[0]) -> str:
    return star_chart(position(name, style=style))


def tree(name: str, style: Style = STYLES[0]) -> ElementTree.Element:
    return ElementTree.fromstring(drawn(name, style).encode())


def by_id(name: str, style: Style = STYLES[0]) -> dict[str, ElementTree.Element]:
    return {found: one for one in tree(name, style).iter() if (found := one.get("id"))}


def words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


@cache
def found_places(name: str, layout: str) -> Places:
    scale: Scale = SCALES[layout]
    return places(position(name), scale)


@pytest.mark.parametrize(("name", "style"), list(product(CHARTS, STYLES)))
def test_the_file_stands_alone(name: str, style: Style) -> None:
    stands_alone(drawn(name, style), beside=style.beside)


@pytest.mark.parametrize("name", CHARTS)
def test_the_same_picture_gives_the_same_bytes(name: str) -> None:
    again = type(position(name)).model_validate_json(position(name).model_dump_json())
    drawing.sky_of.cache_clear()
    assert star_chart(again) == drawn(name)


def test_the_bytes_do_not_depend_on_the_hash_seed() -> None:
    program = (
        "import sys; from tests.render.star_sample import position;"
        "from adjudicator.render.stars.board import star_chart;"
        "sys.stdout.write(star_chart(position('world')))"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        )
        assert run.stdout.decode() == drawn("world")


@pytest.mark.parametrize("name", CHARTS)
def test_every_planet_is_an_element_with_its_number_and_its_name(name: str) -> None:
    found, picture = by_id(name), position(name)
    for planet, facts in picture.planets.items():
        group = found[f"planet-{planet}"]
        title = group.findtext(f"{SVG}title") or ""
        assert title.splitlines()[:2] == [
            f"{facts.name} ({picture.regions[facts.region].name})",
            f"In orders: {planet}",
        ]
        assert group.findtext(f"{SVG}text") == str(facts.troops)
        assert words(found[f"name-{planet}"]) == facts.name
    for region, facts_of in picture.regions.items():
        assert words(found[f"region-name-{region}"]) == f"{facts_of.name.upper()} +{facts_of.bonus}"


@pytest.mark.parametrize(("name", "layout"), list(product(("shipped", "world", "small"), SCALES)))
def test_names_lie_on_no_planet_and_on_no_other_name(name: str, layout: str) -> None:
    found = found_places(name, layout)
    radius = found.frame.radius
    planets = {
        planet: Box(x - radius, y - radius, 2 * radius, 2 * radius)
        for planet, (x, y) in found.at.items()
    }
    boxes = {planet: name.box for planet, name in found.names.items()}
    assert not [pair for pair in combinations(boxes, 2) if meet(boxes[pair[0]], boxes[pair[1]])]
    assert not [pair for pair in product(boxes, planets) if meet(boxes[pair[0]], planets[pair[1]])]
    edge = found.frame.box
    for box in boxes.values():
        assert edge.x <= box.x
        assert box.x + box.width <= edge.x + edge.width
        assert edge.y <= box.y
        assert box.y + box.height <= edge.y + edge.height


@pytest.mark.parametrize(
    ("name", "layout"), [*product(("shipped", "small"), SCALES), ("world", "board")]
)
def test_names_of_regions_lie_on_nothing(name: str, layout: str) -> None:
    sky = drawing.sky_of(drawing.bare_of(position(name)), SCALES[layout])
    boxes = [region.name.box for region in sky.regions.values()]
    radius = sky.places.frame.radius
    at = sky.places.at.values()
    planets = [Box(x - radius, y - radius, 2 * radius, 2 * radius) for x, y in at]
    others = planets + [name.box for name in sky.places.names.values()]
    assert not [pair for pair in combinations(boxes, 2) if meet(*pair)]
    assert not [pair for pair in product(boxes, others) if meet(*pair)]
    on_lanes = [
        (region, lane)
        for region, found in sky.regions.items()
        for lane, route in sky.places.routes.items()
        for line in route.lines
        for one, other in pairwise(line)
        if crossed(found.name.box, one, other)
    ]
    assert on_lanes == []


def crossed(box: Box, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a stretch of a line runs through a box, looked at in a hundred places."""
    return any(
        box.x * 100 < one[0] * (100 - part) + other[0] * part < (box.x + box.width) * 100
        and box.y * 100 < one[1] * (100 - part) + other[1] * part < (box.y + box.height) * 100
        for part in range(101)
    )


@pytest.mark.parametrize("name", ["shipped", "world", "small"])
def test_nothing_is_smaller_than_nine_pixels_on_a_phone(name: str) -> None:
    sizes = [
        float(size)
        for one in tree(name, Style(layout="phone")).iter()
        if (size := one.get("font-size"))
    ]
    assert len(sizes) > 20
    assert min(sizes) >= 9


@pytest.mark.parametrize(("name", "layout"), list(product(CHARTS, SCALES)))
def test_planets_lie_apart_and_inside(name: str, layout: str) -> None:
    found = found_places(name, layout)
    edge, reach = found.frame.box, found.frame.radius * 12 // 10
    assert all(
        distance(found.at[one], found.at[other]) >= 2 * found.frame.radius
        for one, other in combinations(found.at, 2)
    )
    for x, y in found.at.values():
        assert edge.x + reach <= x <= edge.x + edge.width - reach
        assert edge.y + reach <= y <= edge.y + edge.height - reach


@pytest.mark.parametrize(("name", "layout"), list(product(("shipped", "world", "small"), SCALES)))
def test_lanes_run_through_no_other_planet(name: str, layout: str) -> None:
    found = found_places(name, layout)
    for pair, route in found.routes.items():
        for planet, place in found.at.items():
            if planet not in pair:
                near = min(distance(point, place) for point in route.points)
                assert near > found.frame.radius, (pair, planet)


def test_a_lane_around_the_world_says_where_it_leads() -> None:
    pair = ("icegate", "rim-of-the-world")
    for layout in SCALES:
        assert len(found_places("world", layout).routes[pair].lines) == 2
        elements = by_id("world", Style.model_validate({"layout": layout}))
        lane = elements["lane-icegate-to-rim-of-the-world"]
        told = [text.text for text in lane.iter(f"{SVG}text")]
        assert told == ["to Rim of the World", "to Icegate"]


def test_hyperlanes_are_dashed_and_borders_are_not() -> None:
    found = by_id("shipped")
    for lane in position("shipped").lanes:
        here, there = lane.between
        paths = found[f"lane-{here}-to-{there}"].findall(f"{SVG}path")
        assert any(path.get("stroke-dasharray") for path in paths) is lane.hyper


def test_lanes_between_two_holders_stand_out() -> None:
    picture, found = position("shipped"), by_id("shipped")
    seats = {planet: facts.seat for planet, facts in picture.planets.items()}
    wide: dict[bool, set[float]] = {True: set(), False: set()}
    for lane in picture.lanes:
        here, there = lane.between
        path = found[f"lane-{here}-to-{there}"].findall(f"{SVG}path")[-1]
        wide[seats[here] != seats[there]].add(float(path.get("stroke-width") or 0))
        assert (path.get("opacity") == "1") is (seats[here] != seats[there])
    assert min(wide[True]) > max(wide[False])


@pytest.mark.parametrize("style", STYLES)
def test_seats_are_told_apart_in_every_sight(style: Style) -> None:
    palette = star_palette(position("world", seats=12, style=style))
    first = [*(palette.looks[f"seat-{number}"] for number in range(1, 9)), palette.nobody]
    assert len({look.hatch for look in first}) == len({look.face for look in first}) == 9
    for (sight, one), other in product(product(SIGHTS, first), first):
        if one is not other:
            far = apart(one.face, other.face, sight)
            framed = one.shape != other.shape or palette.nobody in (one, other)  # dashed
            assert far >= 25 or framed, (sight, one, other)
            assert far >= 25 or sight != "normal" or style.theme == "grey", (one, other)
    for look in palette.looks.values():
        assert apart(look.line, palette.halo, "grey") >= 25, look


def test_a_picture_has_as_many_looks_as_it_has_seats() -> None:
    picture = position("world", seats=12)
    found = ElementTree.fromstring(star_chart(picture).encode())
    surfaces = {one.get("id") for one in found.iter(f"{SVG}pattern")}
    assert surfaces == {f"surface-{look}" for look in (*LOOKS, "nobody")}


def test_a_page_finds_planets_and_what_happened_on_them() -> None:
    root, picture = tree("shipped"), position("shipped")
    assert root.get("data-geometry") == "star"
    told = [one.split(" ") for one in (root.get("data-at") or "").split(";")]
    assert [one[0] for one in told] == list(picture.planets)
    layer = next(one for one in root.iter() if one.get("id") == "planets")
    chart = next(one for one in root.iter() if one.get("id") == "chart")
    shift = re.fullmatch(r"translate\(0 ([0-9.]+)\)", chart.get("transform") or "")
    assert shift is not None
    for (planet, *at), group in zip(told, layer, strict=True):
        facts = picture.planets[planet]
        assert [group.get(f"data-{name}") for name in ("place", "side", "kind", "count")] == [
            planet, facts.seat, "troops", str(facts.troops),
        ]  # fmt: skip
        disc = next(one for one in group if one.tag == f"{SVG}circle" and one.get("fill") != "none")
        assert disc.get("cx") == at[0]
        assert float(disc.get("cy") or 0) + float(shift[1]) == pytest.approx(float(at[1]))
    marks = [(mark, one.get("data-place")) for one in root.iter() if (mark := one.get("data-mark"))]
    taken = [planet for planet, facts in picture.planets.items() if facts.taken]
    assert [place for mark, place in marks if mark == "taken"] == taken
    fought = [attack.end for attack in picture.attacks]
    for mark in ("fought", "lost"):
        assert [place for found, place in marks if found == mark] == fought
    moved = [move.path[-1] for move in picture.fortifications]
    assert [place for mark, place in marks if mark == "moved"] == moved


@pytest.mark.parametrize("layout", ["board", "phone", "print"])
def test_grey_is_grey(layout: str) -> None:
    text = drawn("shipped", Style.model_validate({"layout": layout, "theme": "grey"}))
    colours = {*re.findall(r'(?:fill|stroke|stop-color)="#([0-9a-f]{6})"', text)}
    assert len(colours) > 5
    assert [one for one in colours if one != one[:2] * 3] == []


def test_attacks_show_the_losses_of_both_sides() -> None:
    found, picture = by_id("shipped"), position("shipped")
    assert len(picture.attacks) > 2
    for index, attack in enumerate(picture.attacks, start=1):
        assert found[f"attack-{index}"].findtext(f"{SVG}title") == attack.words
        chips = [text.text for text in found[f"losses-{index}"].iter(f"{SVG}text")]
        lost = (attack.attackers_lost, attack.defenders_lost)
        assert chips == [f"\N{MINUS SIGN}{count}" if count else "0" for count in lost]
    assert found["fortification-1"].findtext(f"{SVG}title") == picture.fortifications[0].words


@pytest.mark.parametrize(
    ("arrows", "fights", "moves"),
    [("all", True, True), ("battles", True, False), ("moves", False, True), ("none", False, False)],
)
def test_what_a_style_wants_is_drawn(arrows: str, fights: bool, moves: bool) -> None:
    ids = by_id("shipped", Style.model_validate({"arrows": arrows})).keys()
    assert ("attack-1" in ids) is ("losses-1" in ids) is fights
    assert ("fortification-1" in ids) is ("placed" in ids) is moves


def test_hands_are_numbers_and_backs_but_for_the_faces_that_are_known() -> None:
    found, picture = by_id("shipped"), position("shipped")
    for seat in picture.seats:
        panel = found[f"seat-{seat.id}"]
        told = f"{seat.cards or 'no'} {'card' if seat.cards == 1 else 'cards'}"
        assert words(found[f"cards-{seat.id}"]) == told
        shown = {use.get(XLINK) for use in panel.iter(f"{SVG}use")}
        assert shown == {f"#class-{face.kind}" for face in seat.faces}
        ids = {text.text for text in panel.iter(f"{SVG}text")} & {face.id for face in FACES}
        assert ids == {face.id for face in seat.faces}


def test_what_is_not_there_is_refused() -> None:
    picture = position("small")
    attack = position("small").attacks[0].model_copy(update={"seat": "nobody-s"})
    with pytest.raises(ValidationError, match="nobody-s"):
        type(picture).model_validate(picture.model_dump() | {"attacks": (attack.model_dump(),)})


def test_a_chart_of_one_line_is_drawn() -> None:
    picture = position("small", turn=False)
    flat = {
        planet: facts.model_copy(update={"at": (index, 0)})
        for index, (planet, facts) in enumerate(picture.planets.items())
    }
    line = picture.model_copy(update={"planets": type(picture.planets)(flat)})
    assert ElementTree.fromstring(star_chart(line).encode()).tag == f"{SVG}svg"
    assert len(chart("small").planets) == 8
