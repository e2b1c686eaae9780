"""Area boards, on the real map of Fortress America."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest
from pydantic import ValidationError

from adjudicator.core.report import Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.picture import side_entries
from adjudicator.games.fortress_america.words import ENGLISH_WORDS
from adjudicator.render.areas.board import area_map
from adjudicator.render.areas.picture import (
    MARKS,
    AreaContent,
    AreaPicture,
    Places,
    Shot,
    Stack,
    side_looks,
)
from adjudicator.render.areas.silhouettes import RESOURCES, SILHOUETTES
from adjudicator.render.raster import Box
from adjudicator.render.theme import greyed, text_width
from tests.render import sample
from tests.render.overlap import meet

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
PICTURES = ("empty", "early", "late", "full", "turn")


def full() -> AreaPicture:
    """More than any match can hold: all kinds of two sides in every area."""
    late = sample.late()
    areas = {
        area: sample.content("S i5 m5 h5 c5 b5! | U i5 p5 m5 h5~ c5", "S", laser=1, battle="U")
        for area in sample.board().areas
    }
    return late.model_copy(update={"areas": FrozenMap(areas)})


@cache
def picture(name: str) -> AreaPicture:
    made: AreaPicture = full() if name == "full" else getattr(sample, name)()
    return made


@cache
def drawn(name: str) -> str:
    """Draws a picture; `turn/phone` is that of the turn for a phone."""
    named, _, layout = name.partition("/")
    style = Style.model_validate({"layout": layout or "board"})
    return area_map(picture(named).model_copy(update={"style": style}))


@cache
def tree(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn(name).encode())


@cache
def by_id(name: str) -> dict[str, ElementTree.Element]:
    return {found: element for element in tree(name).iter() if (found := element.get("id"))}


def layer(name: str, layer_id: str) -> ElementTree.Element:
    return by_id(name)[layer_id]


@pytest.mark.parametrize("name", PICTURES)
def test_the_file_stands_alone(name: str) -> None:
    text = drawn(name)
    assert text.startswith("<?xml")
    assert not re.search(r"<script|<style|<image|@import|url\((?!#)|javascript:", text)
    for link in (element.get(XLINK) for element in tree(name).iter()):
        assert link is None or link.removeprefix("#") in by_id(name)
    for used in re.findall(r"url\(#([^)]+)\)", text):
        assert used in by_id(name)
    root = tree(name)
    assert root.get("viewBox") == "0 0 1640 1105"
    assert (root.get("width"), root.get("height")) == ("1640", "1105")


def test_the_file_is_small() -> None:
    assert len(drawn("late").encode()) < 310_000
    # More counters than there are units in the box: 3 in every area.
    areas = {area: sample.content("E i1 h1 | U p1", "E") for area in sample.board().areas}
    most = picture("late").model_copy(update={"areas": FrozenMap(areas)})
    assert len(area_map(most).encode()) < 400_000


@pytest.mark.parametrize("name", PICTURES)
def test_ids_are_unique(name: str) -> None:
    ids = Counter(found for element in tree(name).iter() if (found := element.get("id")))
    assert [element_id for element_id, count in ids.items() if count > 1] == []


@pytest.mark.parametrize("name", PICTURES)
def test_the_same_picture_gives_the_same_bytes(name: str) -> None:
    again = AreaPicture.model_validate_json(picture(name).model_dump_json())
    assert area_map(again) == drawn(name)


@pytest.mark.parametrize("name", PICTURES)
def test_every_area_is_an_element_with_a_title(name: str) -> None:
    found = by_id(name)
    for area, facts in sample.board().areas.items():
        title = found[f"area-{area}"].findtext(f"{SVG}title")
        assert title is not None
        assert title.startswith(facts.name)
        words = " ".join("".join(found[f"name-{area}"].itertext()).split())
        expected = area.upper() if facts.kind == "zone" else facts.name
        assert words.lower() == expected.lower()
        for trait in facts.traits:
            if trait in RESOURCES:
                assert f"{trait}-{area}" in found
            if trait == "city":
                assert f"city-{area}" in found


@pytest.mark.parametrize("name", PICTURES)
def test_every_stack_is_a_counter_with_its_number(name: str) -> None:
    found = by_id(name)
    shown = 0
    for area, content in picture(name).areas.items():
        for stack in content.stacks:
            counter = found["-".join(("counter", area, stack.side, stack.kind, *stack.marks))]
            assert str(stack.count) in "".join(counter.itertext()).split()
            title = counter.findtext(f"{SVG}title") or ""
            assert str(stack.count) in title
            for mark in stack.marks:
                assert mark.replace("-", " ") in title
            shown += 1
        assert (f"battle-line-{area}" in found) == (content.battle is not None)
        assert (f"battle-at-{area}" in found) == (content.battle is not None)
        assert (f"laser-{area}" in found) == bool(content.tokens)
    assert shown == sum(1 for element_id in found if element_id.startswith("counter-"))


def test_two_stacks_alike_have_ids_of_their_own() -> None:
    stack = Stack(side="usa", kind="infantry", count=1)
    areas = FrozenMap({"denver": AreaContent(stacks=(stack, stack))})
    text = area_map(sample.empty().model_copy(update={"areas": areas}))
    assert 'id="counter-denver-usa-infantry"' in text
    assert 'id="counter-denver-usa-infantry-2"' in text


def test_control_is_shown_by_colour_and_by_hatch() -> None:
    found = by_id("late")
    for area, content in picture("late").areas.items():
        if content.control is None:
            continue
        fills = [use.get("fill") for use in found[f"area-{area}"].iter(f"{SVG}use")]
        assert f"url(#hatch-{content.control})" in fills
    hatches = [found[f"hatch-{side.id}"] for side in side_entries(ENGLISH_WORDS)]
    drawn = {(one.get("patternTransform"), one[0].get("d")) for one in hatches}
    assert len(drawn) == len(side_entries(ENGLISH_WORDS))


@pytest.mark.parametrize("name", ["early", "late"])
def test_every_kind_and_mark_in_use_is_drawn_and_explained(name: str) -> None:
    found = by_id(name)
    legend = " ".join(layer(name, "legend").itertext())
    for kind in sample.KINDS:
        assert f"silhouette-{kind}" in found
        assert kind.replace("-", " ").capitalize() in legend
    stacks = [stack for content in picture(name).areas.values() for stack in content.stacks]
    for mark in MARKS:
        assert (mark.replace("-", " ").capitalize() in legend) == any(
            mark in stack.marks for stack in stacks
        )


def test_all_silhouettes_are_there() -> None:
    neutral = {"army", "cavalry", "artillery", "fleet", "fort", "leader"}
    assert {*sample.KINDS, "foothold"} | neutral == set(SILHOUETTES)
    assert len(set(SILHOUETTES.values())) == len(SILHOUETTES)


@pytest.mark.parametrize(
    "content",
    [
        AreaContent(control="nobody"),
        AreaContent(battle="nobody"),
        AreaContent(stacks=(Stack(side="usa", kind="zeppelin", count=1),)),
        AreaContent(tokens=(Stack(side="nobody", kind="laser", count=1),)),
    ],
)
def test_what_nobody_could_draw_is_refused(content: AreaContent) -> None:
    with pytest.raises(ValidationError, match="no such side, kind, area or region"):
        sample.picture(
            {"denver": content}, turn=1, cities=0, whose="usa", names=("Fortress America",)
        )


def test_tracks_show_their_markers() -> None:
    found = by_id("late")
    assert (found["marker-turn"].findtext(f"{SVG}text")) == "6"
    assert (found["marker-cities"].findtext(f"{SVG}text")) == "11"
    assert "Turn 6: Eastern invader to move" in "".join(found["title"].itertext())


def test_what_has_no_place_is_not_drawn() -> None:
    text = area_map(picture("late").model_copy(update={"places": Places()}))
    for element_id in ("title", "tracks", "legend", "reserves", "compass", "caption-1"):
        assert f'id="{element_id}"' not in text


def length(element: ElementTree.Element, attribute: str) -> int:
    return round(float(element.get(attribute, "0")) * 10)


def name_boxes(name: str) -> dict[str, Box]:
    """Returns the box of each line of each name."""
    boxes: dict[str, Box] = {}
    for text in layer(name, "names").iter(f"{SVG}text"):
        size = length(text, "font-size")
        bold = text.get("font-weight") == "bold"
        for number, line in enumerate(text.findall(f"{SVG}tspan") or [text]):
            words = (line.text or "").strip()
            width = text_width(words, size, bold=bold, spacing=length(text, "letter-spacing"))
            top = length(line, "y") - size * 74 // 100
            left = length(line, "x") - width // 2
            boxes[f"{text.get('id')}/{number}"] = Box(left, top, width, size * 74 // 100)
    return boxes


def counter_boxes(name: str) -> dict[str, Box]:
    """Returns the box of each counter, laser and battle mark; losses beside a mark are boxes."""
    boxes: dict[str, Box] = {}
    for group in layer(name, "counters").findall(f"{SVG}g"):
        named = group.get("id") or ""
        for number, chip in enumerate(group.findall(f"{SVG}rect")):
            sides = (length(chip, side) for side in ("x", "y", "width", "height"))
            boxes[f"{named}/{number}"] = Box(*sides)
        use = group.find(f"{SVG}use")
        if use is None:
            assert named.startswith("fight-at-")
            continue
        x, y, width, height = (length(use, side) for side in ("x", "y", "width", "height"))
        air = 12 if named.startswith(("battle-at-", "fight-at-")) else 0
        boxes[named] = Box(x + air, y + air, width - 2 * air, height - 2 * air)
    return boxes


@pytest.mark.parametrize(
    "name", [*PICTURES, "turn/phone", "full/phone", "turn/print", "full/print"]
)
def test_nothing_lies_on_a_name_or_on_a_counter(name: str) -> None:
    names, counters = name_boxes(name), counter_boxes(name)
    assert len(names) >= 114
    for (one, box), (other, second) in combinations(names.items(), 2):
        assert not meet(box, second), (one, other)
    for (one, box), (other, second) in combinations(counters.items(), 2):
        assert not meet(box, second), (one, other)
    for (one, box), (other, second) in product(names.items(), counters.items()):
        assert not meet(box, second), (one, other)


def anchored(
    element: ElementTree.Element, aside: float = 0, down: float = 0
) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """Yields what has a place within an element, with where that is; groups may be shifted."""
    transform = element.get("transform") or ""
    shift = re.fullmatch(r"translate\((\S+) (\S+)\)", transform)
    if transform and shift is None:
        return
    if shift is not None:
        aside, down = aside + float(shift[1]), down + float(shift[2])
    if element.get("x") is not None:
        yield element, aside * 10 + length(element, "x"), down * 10 + length(element, "y")
    for inner in element:
        yield from anchored(inner, aside, down)


@pytest.mark.parametrize("name", PICTURES)
def test_every_anchor_lies_on_the_page(name: str) -> None:
    width, height = picture(name).outlines.viewbox
    for part in ("names", "counters", "sites", "title", "tracks", "legend", "reserves"):
        if part in by_id(name):
            for element, x, y in anchored(layer(name, part)):
                assert 0 <= x <= width - length(element, "width")
                assert 0 <= y <= height - length(element, "height")


# -- what happened --------------------------------------------------------------------------------


def test_every_move_is_an_arrow_with_its_words_and_its_number() -> None:
    found = by_id("turn")
    arrows = picture("turn").arrows
    told = [found[f"arrow-{number}"] for number in range(1, len(arrows) + 1)]
    assert sorted(arrow.findtext(f"{SVG}title") or "" for arrow in told) == sorted(
        arrow.words for arrow in arrows
    )
    numbers = [text.text for text in layer("turn", "arrow-numbers").iter(f"{SVG}text")]
    assert sorted(numbers, key=str) == ["2", "2", "2", "2", "3"]
    assert len({arrow.get("fill") for arrow in told}) >= 4
    # Flights and retreats are drawn in pieces: more shapes than one in a path.
    assert sum((arrow.get("d") or "").count("M") > 1 for arrow in told) == 3


def test_numbers_of_arrows_hide_nothing() -> None:
    boxes = [*name_boxes("turn").values(), *counter_boxes("turn").values()]
    for circle in layer("turn", "arrow-numbers").iter(f"{SVG}circle"):
        x, y = length(circle, "cx"), length(circle, "cy")
        assert not any(meet(Box(x - 50, y - 50, 100, 100), box) for box in boxes)


def test_a_shot_is_a_stub_where_it_leaves_and_where_it_comes_in() -> None:
    """No line crosses the map."""
    for number in (1, 2):
        ray = by_id("turn")[f"shot-{number}"][1].get("d") or ""
        stubs = re.findall(r"M([\d.]+) ([\d.]+)l(-?[\d.]+) ?(-?[\d.]+)", ray)
        assert len(stubs) == 2
        assert all(abs(float(dx)) + abs(float(dy)) <= 45 for _, _, dx, dy in stubs)


def test_arrows_have_a_dark_casing_under_their_colour() -> None:
    """The colour of a side's arrow may be that of its land."""
    group = by_id("turn")["arrows"]
    assert group.get("paint-order") == "stroke"
    casing = float(group.get("stroke-width") or 0)
    assert float(by_id("turn")["arrow-rims"].get("stroke-width") or 0) > casing >= 2
    looks = {side.id: side.look for side in side_looks(side_entries(ENGLISH_WORDS)).values()}
    arrows = [one for one in group if re.fullmatch(r"arrow-\d+", one.get("id") or "")]
    assert len(arrows) == len(picture("turn").arrows)
    for arrow in arrows:
        assert arrow.get("stroke") == looks[arrow.get("data-side") or ""].edge


def test_arrows_lie_under_names_and_counters() -> None:
    layers = [element.get("id") for element in by_id("turn")["board"]]
    assert layers.index("areas") < layers.index("arrows") < layers.index("names")
    assert layers.index("shots") < layers.index("counters")


def test_battles_tell_outcome_and_losses() -> None:
    found = by_id("turn")
    for area, outcome, losses in (
        ("salt-lake-city", "Won from the air", "1 and 12"),
        ("eastern-idaho", "Battle won", "0 and 2"),
        ("northern-idaho", "Area held", "2 and 0"),
        ("southern-nevada", "Not fought", "0 and 0"),
        ("denver", "Battle goes on", "0 and 0"),
    ):
        mark = found[f"fight-at-{area}"]
        told = f"{outcome}: Western invader against United States, losses {losses}"
        assert mark.findtext(f"{SVG}title") == told
        lost = losses.split(" and ")
        shown = [text.text for text in mark.iter(f"{SVG}text")]
        assert shown == [f"\N{MINUS SIGN}{count}" if count != "0" else "0" for count in lost]
        assert told in (found[f"area-{area}"].findtext(f"{SVG}title") or "")
    assert "taken-eastern-idaho" in found
    assert "since this turn" in (found["area-eastern-idaho"].findtext(f"{SVG}title") or "")


def test_shots_and_supply_are_shown() -> None:
    found = by_id("turn")
    assert found["shot-1"].findtext(f"{SVG}title") == "hit"
    assert found["shot-2"].findtext(f"{SVG}title") == "missed"
    assert found["supply-western"].find(f"{SVG}path") is not None
    assert found["supply-southern"].find(f"{SVG}path") is None


def test_the_legend_explains_what_occurs_and_nothing_else() -> None:
    entries = (
        "First movement", "First, flight", "Second movement", "Second, flight", "Retreat",
        "Battle won", "Area held", "Won from the air", "Not fought", "Battle goes on", "Losses",
        "Laser hits", "Laser misses", "Newly taken", "Way to a zone", "Cut off",
    )  # fmt: skip
    full_legend = list(layer("turn", "legend").itertext())
    bare = list(layer("empty", "legend").itertext())
    for entry in entries:
        assert entry in full_legend, entry
        assert entry not in bare, entry
    assert "This turn" not in bare


def test_what_is_destroyed_has_a_panel() -> None:
    found = by_id("turn")
    assert "lost-western-western-infantry" in found
    assert "lost" not in by_id("late")
    assert found["note-2"].text == "Points: Western 4"


# -- layouts and themes ---------------------------------------------------------------------------


def styled(**wanted: str) -> str:
    made = picture("turn").model_copy(update={"style": Style.model_validate(wanted)})
    return area_map(made)


def test_the_picture_says_what_it_is() -> None:
    root = tree("turn")
    assert root.get("role") == "img"
    ids = (root.get("aria-labelledby") or "").split()
    texts = ["".join(by_id("turn")[found].itertext()) for found in ids]
    assert texts == [" - ".join(picture("turn").title), "A turn of the western invader."]


def test_a_phone_sees_the_board_in_strips() -> None:
    names = FrozenMap({"northwest-california": "NW California"})
    style = Style(layout="phone")
    text = area_map(picture("turn").model_copy(update={"style": style, "names": names}))
    root = ElementTree.fromstring(text.encode())
    windows = root.findall(f"{SVG}svg")
    assert [window.get("width") for window in windows] == ["450", "450", "450", "450"]
    assert "NW California" in text
    assert "Destroyed for ever" in text
    width, height = (float(part) for part in (root.get("viewBox") or "").split()[2:])
    assert width * 3 < height
    ids = Counter(found for element in root.iter() if (found := element.get("id")))
    assert max(ids.values()) == 1
    # At 390 px: half of the counters of a full board are 13 px high or more, few less than 10.
    heights = [
        length(use, "height") * 390 // 4500
        for use in root.iter(f"{SVG}use")
        if (use.get(XLINK) or "").startswith("#face-") and use.get("width") != use.get("height")
    ]
    assert sorted(heights)[len(heights) // 2] >= 13
    assert sorted(heights)[len(heights) // 4] >= 10


def test_paper_has_its_shape_and_no_colour() -> None:
    text = styled(layout="print", theme="grey")
    root = ElementTree.fromstring(text.encode())
    assert (root.get("width"), root.get("height")) == ("297mm", "210mm")
    left, top, width, height = (float(part) for part in (root.get("viewBox") or "").split())
    assert abs(width * 210 - height * 297) < 300
    # Margins of a centimetre about the board of 1640 by 1104.
    assert left * 297 <= -9.5 * width
    assert top * 210 <= -9.5 * height
    colours = set(re.findall(r'(?:fill|stroke|stop-color)="#(\w+)"', text))
    assert all(len(set(re.findall("..", (colour * 2)[:6]))) == 1 for colour in colours)
    grounds = re.findall(r'<use fill="#(\w\w)\w+"[^>]* xlink:href="#shape-', text)
    assert grounds
    assert min(int(shade, 16) for shade in grounds) > 0xDC


def test_sides_differ_in_grey_too() -> None:
    looks = [side.look for side in side_looks(side_entries(ENGLISH_WORDS)).values()]
    faces = [greyed(f'fill="{look.face}"') for look in looks]
    assert len(set(faces)) == len(faces)
    assert len({look.shape for look in looks}) == len(faces)
    assert greyed('fill="#fff" stroke="#000"') == 'fill="#ffffff" stroke="#000000"'


@pytest.mark.parametrize("layout", ["board", "phone"])
def test_a_picture_beside_another_has_ids_of_its_own(layout: str) -> None:
    text = styled(layout=layout, beside="before-")
    root = ElementTree.fromstring(text.encode())
    ids = {found for element in root.iter() if (found := element.get("id"))}
    assert all(found.startswith("before-") for found in ids)
    assert not root.findall(f".//{SVG}g/{SVG}title")
    links = {(use.get(XLINK) or "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    links |= set(re.findall(r"url\(#([^)]+)\)", text))
    known = by_id("turn")
    assert all(link in ids or link in known for link in links)
    assert len(text) < len(drawn("turn")) * 6 // 10


def test_what_nobody_could_draw_in_events_is_refused() -> None:
    for changed in (
        {"arrows": (sample.arrow("W", "w1 atlantis", 1, "first"),)},
        {"shots": (Shot(side="nobody", start="denver", end="denver", hit=True, words=""),)},
    ):
        document = picture("empty").model_dump() | changed
        with pytest.raises(ValidationError, match="no such side, kind, area or region"):
            AreaPicture.model_validate(document)
