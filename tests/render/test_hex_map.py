"""Hex maps: the continent with armies and without, parts of it, and a map without shores."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from functools import cache
from itertools import product
from math import dist

import pytest
from pydantic import ValidationError

from adjudicator.core.report import Style
from adjudicator.render.hexes.board import _space, grid_words, hex_map
from adjudicator.render.hexes.ground import cells_of, outline_of
from adjudicator.render.hexes.picture import (
    Crop,
    Fight,
    Goal,
    HexPicture,
    Progress,
    Stack,
    Unit,
    Zone,
)
from adjudicator.render.hexes.space import clipped, space_of
from adjudicator.render.hexes.theme import hex_palette
from adjudicator.render.hexes.units import FIGURES, figure_boxes, figures
from adjudicator.render.lettering import fitted_size
from adjudicator.render.theme import text_width
from tests.render.alone import PAGE
from tests.render.hex_sample import FORCES, bare, board, position, unit
from tests.render.lettering import lettering

SVG = "{http://www.w3.org/2000/svg}"
TIMES = "\N{MULTIPLICATION SIGN}"
XLINK = "{http://www.w3.org/1999/xlink}href"
EAST = Crop(around="s3344", radius=8)
NEAR = Crop(around="s3142", radius=4)
LARGEST = Crop(around="s3334", radius=14)
CORNER = Crop(around="s0156", radius=3)
CROPS = (None, EAST, NEAR, CORNER)
STYLES = (
    Style(),
    Style(theme="grey"),
    Style(layout="phone"),
    Style(layout="print"),
    Style(layout="phone", beside="phone-"),
    Style(beside="before-", shares=""),
    Style(alone=True, beside="part-1-"),
)


@cache
def drawn(crop: Crop | None = None, style: Style = STYLES[0], *, lines: bool = False) -> str:
    return hex_map(position(crop, style, lines=lines))


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode())


def by_id(text: str) -> dict[str, ElementTree.Element]:
    return {found: one for one in tree(text).iter() if (found := one.get("id"))}


def title_of(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def texts(element: ElementTree.Element) -> list[str]:
    return [" ".join("".join(text.itertext()).split()) for text in element.iter(f"{SVG}text")]


def test_the_maps_of_a_report_can_be_mailed() -> None:
    """The theatre, its column, the same before, and the whole map beside them."""
    largest = Crop(around="s3241", radius=12)
    styles = (STYLES[0], STYLES[4], Style(beside="before-", shares=""))
    theatre, column, before = (len(drawn(largest, style).encode()) for style in styles)
    whole = len(drawn(style=Style(beside="whole-")).encode())
    assert theatre + column + before + whole < 1_100_000
    assert before < theatre * 6 // 10


@pytest.mark.parametrize(("crop", "style"), list(product(CROPS, STYLES)))
def test_the_file_stands_alone(crop: Crop | None, style: Style) -> None:
    text = drawn(crop, style, lines=True)
    assert text.startswith("<?xml")
    own = PAGE.sub("", text, count=1)
    assert not re.search(r"<script|<style|<image|@import|url\((?!#)|javascript:", own)
    elements = list(tree(text).iter())
    ids = Counter(found for one in elements if (found := one.get("id")))
    assert [element_id for element_id, count in ids.items() if count > 1] == []
    assert all(element_id.startswith(style.beside) for element_id in ids)
    # Beside the usual picture of the same part it uses what that one defines.
    shares = style.shares is not None
    known = {*ids} | ({*by_id(drawn(crop, lines=True))} if shares else set())
    for link in (one.get(XLINK) for one in elements):
        assert link is None or link.removeprefix("#") in known
    assert {*re.findall(r"url\(#([^)]+)\)", text)} <= known
    most = 600_000 if crop is None else 200_000
    assert len(text.encode()) < most * (1 + (style.layout == "phone"))


def test_the_same_picture_gives_the_same_bytes() -> None:
    program = (
        "import sys; from adjudicator.render.hexes.board import _space, grid_words, hex_map;"
        "from tests.render.hex_sample import position;"
        "from adjudicator.render.hexes.picture import Crop;"
        "crop = Crop(around='s3142', radius=4);"
        "sys.stdout.write(hex_map(position(crop, lines=True)))"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        )
        assert run.stdout.decode() == drawn(NEAR, lines=True)


# -- the board -------------------------------------------------------------------------------------


def test_a_part_numbers_every_hex_and_tells_of_those_with_land() -> None:
    found = by_id(drawn(EAST))
    space, cells = space_of(board().grid, EAST), cells_of(board())
    inside = [hex_ for hex_ in space.hexes if space.shows(space.centre(hex_))]
    numbers = texts(found["numbers"])
    assert {board().grid.number_of(hex_) for hex_ in inside} <= {*numbers}
    assert len(numbers) == len({*numbers})
    for hex_ in inside:
        number = board().grid.number_of(hex_)
        assert (f"hex-{number}" in found) is (hex_ in cells)
    assert title_of(found["hex-s3344"]).startswith("s3344 Norfolk: urban hex, coast, port\n")
    assert title_of(found["hex-s3240"]).startswith("s3240: rough\nUnited States")


def test_the_whole_map_has_rulers_and_no_numbers_in_hexes() -> None:
    """Every second row and column, on both sides, each in the middle of its hexes."""
    found = by_id(drawn())
    assert "numbers" not in found
    space = space_of(board().grid, None)
    shown = Counter(texts(found["rulers"]))
    assert set(shown.values()) == {2}
    for number in ("s0501", "s3101", "n0301"):
        (text, _) = [one for one in found["rulers"] if one.text == number[:3]]
        _, y = space.centre(board().grid.hex_of(number))
        assert float(text.get("y") or 0) == pytest.approx(y / 10, abs=12)
    for column in (4, 28, 52):
        text = next(one for one in found["rulers"] if one.text == f"{column:02}")
        x, _ = space.centre(board().grid.hex_of(f"n36{column:02}"))
        assert float(text.get("x") or 0) == pytest.approx(x / 10, abs=1)


@pytest.mark.parametrize(
    ("crop", "style", "width"),
    [
        (None, Style(), 1400), (LARGEST, Style(), 1400), (EAST, Style(), 1400),
        (None, Style(layout="phone"), 390), (EAST, Style(layout="phone"), 390),
        (NEAR, Style(alone=True), 390),
    ],
)  # fmt: skip
def test_all_lettering_can_be_read_where_it_is_shown(
    crop: Crop | None, style: Style, width: int
) -> None:
    """What would be much smaller than seven pixels is left out: parts show it."""
    sizes = lettering(drawn(crop, style, lines=True), width)
    assert len(sizes) > 50
    assert [(size, words) for size, words in sizes if size < 5.9] == []


def test_a_part_alone_can_be_read_on_paper() -> None:
    """Across a page of A4 with margins of 14 mm, which is 516 points wide."""
    for crop in (NEAR, Crop(around="s3344", radius=5)):
        assert lettering(drawn(crop, Style(alone=True)), 516)[0][0] > 7.9


def test_cities_ports_and_resources_are_named() -> None:
    """On the whole map the largest cities; in a part all, with what is printed in landing hexes."""
    whole = texts(by_id(drawn())["names"])
    assert {*whole} == {cell.name for cell in board().cells.values() if cell.ground == "supply"}
    assert not [words for words in texts(by_id(drawn())["signs"]) if "/" in words]
    found, space = by_id(drawn(EAST)), space_of(board().grid, EAST)
    names, landings = texts(found["names"]), texts(found["signs"])
    seen = [cell for hex_, cell in cells_of(board()).items() if space.shows(space.centre(hex_))]
    assert {cell.name or cell.resource for cell in seen} - {""} <= {*names}
    assert {cell.landing for cell in seen} - {""} == {*landings} == {"3/2", "6/3"}


def test_each_kind_of_terrain_and_hexside_is_drawn_once() -> None:
    found = by_id(drawn())
    for kind in ("clear", "forest", "wilderness", "broken", "rough", "tundra", "urban", "supply"):
        assert found[f"land-{kind}"].tag == found[f"coast-{kind}"].tag == f"{SVG}path"
    for side in ("lake", "sea", "border", "rail-net", "weather-line", "blocked"):
        assert found[f"{side}-sides"].get("d")
    assert found["rivers"].get("d")
    assert found["great-rivers"].get("d")
    part = by_id(drawn(LARGEST))
    assert "Mississippi" in texts(part["river-names"])
    assert "WEATHER LINE" in texts(part["line-names"])
    assert texts(found["exits"]) == ["TO THE P.A.L. HOLDING BOX"] * 4


def test_a_map_without_shores_follows_its_hexes() -> None:
    picture = bare()
    text = hex_map(picture)
    found = by_id(text)
    land = (found["land"].get("d") or "").count("M")
    assert land == len(picture.board.cells)
    assert "letterings" not in found
    assert "cell" in found
    cropped = picture.model_copy(update={"crop": Crop(around="a0202", radius=1)})
    assert "hex-a0203" in by_id(hex_map(cropped))


def test_the_largest_part_can_be_mailed() -> None:
    assert len(drawn(LARGEST).encode()) < 330_000
    with pytest.raises(ValidationError):
        Crop(around="s3334", radius=15)


def test_shores_are_cut_a_little_beyond_what_is_seen() -> None:
    shores = board().shores
    assert shores is not None
    space = space_of(board().grid, EAST)
    whole = sum(len(ring) for ring in shores.land)
    rings = clipped(shores.land, space)
    assert 100 < sum(len(ring) for ring in rings) < whole // 4
    assert all(space.shows(point, 501) for ring in rings for point in ring)


def test_a_part_at_the_edge_is_moved_inside() -> None:
    whole = space_of(board().grid, None)
    space = space_of(board().grid, CORNER)
    assert space.left + space.width == whole.width
    assert space.top + space.height == whole.height
    assert board().grid.hex_of("s0156") in space.hexes
    assert (
        space_of(bare().board.grid, Crop(around="a0101", radius=14)).window
        == space_of(bare().board.grid, None).window
    )


# -- what changes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("crop", CROPS)
def test_every_stack_that_is_seen_says_what_lies_in_it(crop: Crop | None) -> None:
    found = by_id(drawn(crop))
    space = space_of(board().grid, crop)
    for stack in position(crop).stacks:
        kind = "fleet" if stack.afloat else "stack"
        name = f"{kind}-{stack.at}-{stack.units[0].force}"
        if not space.shows(space.centre(board().grid.hex_of(stack.at))):
            continue
        told = title_of(found[name])
        assert told.startswith(f"In {stack.at}:")
        assert all(one.id in told for one in stack.units)
        assert stack.words in told
        shown, words = texts(found[name]), figures(stack.units[0])
        size = fitted_size([words], FIGURES, 590, bold=True) * 125 // 100
        # On the whole map figures that would be too small are left out.
        assert (words in shown) is (crop is not None or size >= 282)
        attributes = {
            key: found[name].get(f"data-{key}") for key in ("place", "side", "kind", "count")
        }
        assert attributes == {
            "place": stack.at, "side": stack.units[0].force, "kind": kind,
            "count": str(len(stack.units)),
        }  # fmt: skip


def test_a_stack_shows_its_count_and_from_near_its_counters() -> None:
    far, near = by_id(drawn(EAST)), by_id(drawn(NEAR))
    (stack,) = (one for one in position().stacks if one.at == "s3144")
    assert len(stack.units) == 3
    assert "3" in texts(far["stack-s3144-esc"])
    assert figures(stack.units[2]) not in texts(far["stack-s3144-esc"])
    assert [figures(one) for one in stack.units] == [
        words for words in texts(near["stack-s3144-esc"]) if words != "ESC"
    ]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (unit("us", "armour", 1).model_copy(update={"tried": False, "strength": 6}), "6?8"),
        (unit("us", "armour", 1).model_copy(update={"tried": True, "strength": 8}), "8-8"),
        (unit("esc", "transport", 1), "(6)"),
        (unit("esc", "supply", 1), "(6)"),
        (unit("esc", "amphibious", 1), "12"),
        (unit("pal", "carrier", 1), "8-6"),
        (unit("us", "rail", 1), "RR 60"),
        (unit("us", "lrb", 1).model_copy(update={"tried": False, "strength": 8}), "10 8? 4"),
        (unit("us", "cas", 1).model_copy(update={"tried": True, "strength": 5}), "3 5 4"),
        (unit("pal", "special-infantry", 1), "20-4"),
    ],
)
def test_figures_of_counters(made: Unit, words: str) -> None:
    """As on the sample counters. (3.32 to 3.36)"""
    assert figures(made) == words


def test_marks_of_units_are_shown_and_told() -> None:
    marked = unit("us", "militia", 1, ("out-of-supply", "new", "partisan"))
    picture = position(empty=True).model_copy(
        update={"forces": FORCES, "stacks": (Stack(at="s3142", units=(marked,)),), "crop": NEAR}
    )
    found = by_id(hex_map(picture))
    shown = texts(found["stack-s3142-us"])
    assert {"!", "+", "US partisan"} <= {*shown}
    assert "out of supply, a replacement, partisans" in title_of(found["stack-s3142-us"])
    legend = texts(found["legend"])
    assert {"Out of supply", "Replacement", "Militia", "United States"} <= {*legend}
    assert "Move" not in legend


def test_moves_and_attacks_are_shown_as_wanted() -> None:
    for arrows, moves, fights in (
        ("all", True, True), ("moves", True, False), ("battles", False, True),
        ("none", False, False),
    ):  # fmt: skip
        found = by_id(drawn(EAST, Style.model_validate({"arrows": arrows})))
        assert any(one.startswith("march-") for one in found) is moves
        assert any(one.startswith("fight-") for one in found) is fights
        legend = texts(found["legend"])
        assert ("By rail" in legend) is moves
        assert ("Attack: its number in the list" in legend) is fights
        assert ("attacks" in found) is fights
    found = by_id(drawn(EAST))
    assert title_of(found["march-4"]) == "2 from s3043 to s3142"
    assert texts(found["fight-1"]) == ["1"] * 2  # at each of its hexes
    assert texts(found["attacks"]) == [
        "Attacks of the E.S.C. in turn 3", "1", "s3342 and s3442: 3-1, die 4, D2",
    ]  # fmt: skip
    whole = by_id(drawn())
    assert [texts(whole[f"fight-{index}"]) for index in (1, 2)] == [["1", "1"], ["2"]]
    assert whole["fight-1"].get("data-place") == "s3342 s3442"


def test_attacked_hexes_are_framed_and_pointed_at_from_beside() -> None:
    """One frame about both hexes of an attack, one wedge from the hex beside one of them."""
    found = by_id(drawn(EAST))["battlefields"]
    frames = [one.get("d") or "" for one in found if one.get("stroke-dasharray")]
    space = space_of(board().grid, EAST)
    hexes = [board().grid.hex_of(number) for number in ("s3342", "s3442")]
    assert frames == [outline_of(hexes, space)]
    (wedges,) = [one.get("d") or "" for one in found if one.get("fill")]
    assert wedges.count("M") == 2  # s3343 lies beside both


@pytest.mark.parametrize("crop", [None, EAST, NEAR])
@pytest.mark.parametrize("origin", ["s3340", "s3440", "s3441", "s3342", "s3241", "s3240"])
def test_numbers_of_attacks_stand_on_hexsides_and_cover_no_figures(
    crop: Crop | None, origin: str
) -> None:
    """Whatever side an attack comes from, and however crowded it is around it."""
    grid = board().grid
    around = [grid.number_of(one) for one in grid.neighbours[grid.hex_of("s3341")]]
    stacks = tuple(
        Stack(at=at, units=tuple(unit("us", "infantry", number) for number in range(1, 4)))
        for at in ("s3341", *around)
    )
    fight = Fight(at=("s3341",), force="us", origins=(origin,), odds="7-1", result="De", number=4)
    picture = position(empty=True).model_copy(
        update={"forces": FORCES, "stacks": stacks, "fights": (fight,), "crop": crop}
    )
    found = by_id(hex_map(picture))["fight-1"]
    (place,) = [words for one in found if (words := one.get("transform"))]
    x, y, scale = (float(word) for word in re.findall(r"-?[\d.]+", place))
    space = _space(picture)
    start, end = space.between(grid.hex_of("s3341"), grid.hex_of(origin))
    assert dist((x, y), (start[0] / 10, start[1] / 10)) + dist(
        (x, y), (end[0] / 10, end[1] / 10)
    ) == pytest.approx(57.7, abs=0.5)
    reach = 20 * scale  # the middle of the star, on which its number stands
    for boxes in figure_boxes(picture, space).values():
        for box in boxes:
            right, low = box.x + box.width, box.y + box.height
            apart = max(box.x / 10 - x, x - right / 10), max(box.y / 10 - y, y - low / 10)
            assert max(apart) > reach - 3


def test_the_threshold_crosses_no_figures() -> None:
    for least in range(5, 525, 40):
        goals = (Goal(forces=("us",), points=least, words=str(least)),)
        progress = Progress(points=(("us", 300), ("esc", 150), ("sau", 78)), goals=goals)
        found = by_id(hex_map(position(empty=True).model_copy(
            update={"forces": FORCES, "progress": progress}
        )))["points"]  # fmt: skip
        line = next(one.get("d") or "" for one in found.iter(f"{SVG}path"))
        at = float(re.findall(r"[\d.]+", line)[0])
        for one in found.iter(f"{SVG}g"):
            for text in one.findall(f"{SVG}text"):
                if title_of(one) == "Victory points":
                    continue
                size = float(text.get("font-size") or 0)
                half = text_width(text.text or "", round(size * 10), bold=True) / 20
                assert abs(float(text.get("x") or 0) - at) > half


def test_supply_zones_and_control_are_shown_on_demand() -> None:
    plain, full = by_id(drawn(EAST)), by_id(drawn(EAST, lines=True))
    assert "supply-esc" not in plain
    assert full["supply-esc"].get("stroke-dasharray")
    assert full["zone-esc"].tag == f"{SVG}pattern"
    assert not list(plain["zones"])
    assert {"held-esc", "front"} <= {*plain}
    assert {"Zone of control", "Line of supply"} <= {*texts(full["legend"])}


def test_the_head_shows_points_against_the_threshold_and_the_turn() -> None:
    found = by_id(drawn())
    points = texts(found["points"])
    assert {"US 489", "24", "340"} <= {*points}
    assert [title_of(one) for one in found["points"] if title_of(one)] == [
        "United States: 489 victory points", "E.S.C.: 24 victory points",
        "S.A.U.: 10 victory points", "P.A.L.: 5 victory points", "Enough: 340",
    ]  # fmt: skip
    strong = [
        one.text for one in found["turns"].iter(f"{SVG}text") if one.get("font-weight") == "bold"
    ]
    assert strong == ["3 May"]


def test_sixty_turns_find_room() -> None:
    turns = tuple(f"{year}/{month}" for year in range(1, 6) for month in range(1, 13))
    progress = Progress(turns=turns, turn=40, points=(("us", 528), ("esc", 0)))
    for style in (Style(), Style(layout="phone")):
        picture = position(style=style).model_copy(update={"progress": progress})
        found = by_id(hex_map(picture))
        assert len(texts(found["turns"])) == 60
        lowest = max(float(text.get("y") or 0) for text in found["turns"].iter(f"{SVG}text"))
        frames = [one for one in tree(hex_map(picture)).iter(f"{SVG}svg") if one.get("y")]
        assert lowest < min(float(one.get("y") or 0) for one in frames)


def test_units_off_the_map_stand_in_boxes() -> None:
    found = by_id(drawn())
    assert texts(found["box-us"])[0] == "U.S. destroyed"
    assert {f"{TIMES}{count}" for count in (5, 12, 2, 1)} <= {*texts(found["box-us"])}
    assert texts(found["box-esc"]) == ["E.S.C. destroyed", "none"]


def test_a_column_shows_the_map_and_then_the_parts_where_units_are() -> None:
    text = drawn(style=Style(layout="phone"))
    frames = [one for one in tree(text).iter(f"{SVG}svg") if one.get("viewBox") and one.get("y")]
    assert 5 < len(frames) < 25
    assert all(one.get("width") == "390" for one in frames)
    space = space_of(board().grid, None)
    boxes = [[float(word) for word in (one.get("viewBox") or "").split()] for one in frames[1:]]
    for stack in position().stacks:
        x, y = (value / 10 for value in space.centre(board().grid.hex_of(stack.at)))
        # Whole, not cut at a rim.
        assert any(
            left + 40 <= x <= left + wide - 40 and top + 40 <= y <= top + high - 40
            for left, top, wide, high in boxes
        )
    named = [one for one in texts(tree(text)) if re.fullmatch(r"[sn]\d{4} to [sn]\d{4}", one)]
    assert len(named) == len(boxes)
    empty = hex_map(position(style=Style(layout="phone"), empty=True))
    assert empty.count("<svg") > 10


def test_a_part_of_a_column_draws_what_lies_in_it_and_nothing_else() -> None:
    """No part uses the drawing of the whole map, and each knows its own hexes alone."""
    text = drawn(style=Style(layout="phone"), lines=True)
    grid, used = board().grid, Counter(re.findall(r'xlink:href="#([^"]+)"', text))
    assert not {"board", "ground", "marks", "names"} & {*used}
    space = space_of(grid, None)
    windows = [one for one in tree(text).iter(f"{SVG}svg") if one.get("y")][1:]
    assert len(windows) > 5
    for window in windows:
        left, top, wide, high = map(float, (window.get("viewBox") or "").split())
        for one in window.iter(f"{SVG}text"):
            if re.fullmatch(r"[sn]\d{4}", one.text or ""):
                assert left <= float(one.get("x") or 0) <= left + wide
                assert top <= float(one.get("y") or 0) <= top + high
        for stack in window.iter(f"{SVG}g"):
            if (at := stack.get("data-place")) and stack.get("data-kind") == "stack":
                x, y = (value / 10 for value in space.centre(grid.hex_of(at)))
                assert left - 64 <= x <= left + wide + 64
                assert top - 64 <= y <= top + high + 64
        assert len(list(window.iter())) < 1_500


def test_a_page_finds_the_hex_under_a_finger() -> None:
    """From `data-grid` alone, in every window: the number that is printed there."""
    root = tree(drawn(EAST))
    assert root.get("data-geometry") == "hex"
    words = (root.get("data-grid") or "").split()
    assert words == grid_words(board().grid).split()
    x, y, step, rise, shift = map(float, words[:5])
    columns = int(words[5])
    sections = [(one[0], int(one[1:])) for one in words[6:]]
    rows = [f"{letter}{row:02}" for letter, count in sections for row in range(1, count + 1)]

    def number_at(at: tuple[float, float]) -> str:
        found = {
            f"{rows[row]}{column + 1:02}": dist(at, (x + column * step + shift * (row % 2),
                                                     y - row * rise))
            for row in range(len(rows))
            for column in range(columns)
        }  # fmt: skip
        return min(found, key=lambda number: found[number])

    (window,) = root.iter(f"{SVG}svg") if root.get("y") else list(root.iter(f"{SVG}svg"))[1:]
    printed = [
        one for one in window.iter(f"{SVG}text") if re.fullmatch(r"[sn]\d{4}", one.text or "")
    ]
    assert len(printed) > 200
    for one in printed[::40]:
        assert number_at((float(one.get("x") or 0), float(one.get("y") or 0) + 20)) == one.text


def test_land_that_is_held_is_washed_up_to_the_front() -> None:
    """The front runs where others' land begins: not along the sea, and not between friends."""
    grid, space = board().grid, space_of(board().grid, None)
    zones = (Zone(force="esc", hexes=("s3341", "s3342")), Zone(force="pal", hexes=("s3343",)))

    def front(camp: str) -> float:
        forces = tuple(
            force.model_copy(update={"camp": camp if force.id in ("esc", "pal") else ""})
            for force in FORCES
        )
        picture = position(empty=True).model_copy(update={"forces": forces, "control": zones})
        found = by_id(hex_map(picture))
        washes = found["held-esc"].findall(f"{SVG}path")
        hexes = [grid.hex_of(number) for number in zones[0].hexes]
        assert washes[0].get("d") == outline_of(hexes, space)
        assert float(washes[0].get("fill-opacity") or 1) < 0.4
        line = found["front"][-1].get("d") or ""
        return len(re.findall(r"[-\d.]+", line))

    assert front("aggressors") < front("")
    alone = position(empty=True).model_copy(
        update={"forces": FORCES, "control": (Zone(force="esc", hexes=("s3344",)),)}
    )
    sides = board().grid.neighbours[grid.hex_of("s3344")]
    (line,) = {one.get("d") or "" for one in by_id(hex_map(alone))["front"]}
    assert len(re.findall(r"[-\d.]+", line)) < 2 * (len(sides) + 1)


def test_paper_is_upright_or_across() -> None:
    assert 'width="210mm"' in drawn(style=Style(layout="print"))
    wide = position(empty=True).model_copy(
        update={"style": Style(layout="print"), "crop": Crop(around="s0156", radius=1)}
    )
    assert 'mm"' in hex_map(wide)


@pytest.mark.parametrize("layout", ["board", "phone", "print"])
def test_grey_is_grey(layout: str) -> None:
    text = drawn(EAST, Style.model_validate({"layout": layout, "theme": "grey"}), lines=True)
    colours = {*re.findall(r'(?:fill|stroke|stop-color)="#([0-9a-f]{6})"', text)}
    assert len(colours) > 8
    assert [one for one in colours if one != one[:2] * 3] == []


@pytest.mark.parametrize("style", STYLES[:2])
def test_forces_differ_in_lightness_or_in_their_rims(style: Style) -> None:
    looks = hex_palette(position(style=style)).looks.values()
    assert len({(look.face, look.rim) for look in looks}) == 5


def test_unknown_forces_and_hexes_are_refused() -> None:
    for update in (
        {"stacks": [{"at": "s3999", "units": [unit("us", "armour", 1).to_json()]}]},
        {"crop": {"around": "x0101", "radius": 3}},
        {"control": [{"force": "mars", "hexes": []}]},
        {"marches": [{"force": "us", "path": ["s0101", "s9901"], "manner": "land"}]},
        {"progress": {"points": [["mars", 3]]}},
        {"fights": [{"at": ["s0101"], "force": "mars", "odds": "1-1", "result": ""}]},
    ):
        whole = position(empty=True).to_json() | {
            "forces": [force.to_json() for force in FORCES]
        } | update  # fmt: skip
        with pytest.raises(ValidationError, match="no such force or hex"):
            HexPicture.model_validate_json(json.dumps(whole))
