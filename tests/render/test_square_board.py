"""Boards of four quarters: the start, the middle of a match, its end, two armies."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest
from pydantic import ValidationError

from adjudicator.core.report import Style
from adjudicator.render.raster import Box
from adjudicator.render.squares.board import square_board
from adjudicator.render.squares.picture import KINDS, CardShown, SquarePicture
from adjudicator.render.squares.theme import square_palette
from adjudicator.render.theme import text_width
from tests.render.alone import stands_alone
from tests.render.overlap import meet
from tests.render.sights import SIGHTS, apart
from tests.render.square_sample import ARMIES, OUT, POSITIONS, board, position

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
STYLES = (
    Style(),
    Style(theme="grey"),
    Style(layout="phone"),
    Style(layout="print"),
    Style(layout="print", theme="grey"),
    Style(layout="phone", theme="grey", beside="phone-"),
)
FACTS = ("place", "side", "kind", "count")
PLACES = list(product(POSITIONS, STYLES))


@cache
def drawn(name: str, style: Style = STYLES[0]) -> str:
    return square_board(position(name, style=style))


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode())


def by_id(text: str) -> dict[str, ElementTree.Element]:
    return {found: one for one in tree(text).iter() if (found := one.get("id"))}


def words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def shown(picture: SquarePicture, **changes: object) -> str:
    return square_board(picture.model_copy(update=changes))


def tenths(text: str) -> int:
    return round(float(text) * 10)


def box_of(rect: ElementTree.Element) -> Box:
    x, y, width, height = (tenths(rect.get(name, "")) for name in ("x", "y", "width", "height"))
    return Box(x, y, width, height)


def texts(group: ElementTree.Element) -> Iterator[tuple[str, Box]]:
    """Yields the lettering in a group, with the box about each line."""
    for one in group.iter(f"{SVG}text"):
        size = tenths(one.get("font-size", "0"))
        lines = list(one.iter(f"{SVG}tspan")) or [one]
        for line in lines:
            said = words(line)
            spacing = tenths(one.get("letter-spacing", "0"))
            bold = one.get("font-weight") == "bold"
            wide = text_width(said, size, bold=bold, spacing=spacing)
            x, y = tenths(line.get("x", "")), tenths(line.get("y", ""))
            left = x - {"middle": wide // 2, "end": wide}.get(one.get("text-anchor", ""), 0)
            yield said, Box(left, y - size * 72 // 100, wide, size * 9 // 10)


def inside(inner: Box, outer: Box) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def window(text: str) -> Box:
    x, y, width, height = map(tenths, (tree(text).get("viewBox") or "").split())
    return Box(x, y, width, height)


@pytest.mark.parametrize(("name", "style"), PLACES)
def test_the_file_stands_alone(name: str, style: Style) -> None:
    stands_alone(drawn(name, style), beside=style.beside, most=165_000)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_same_picture_gives_the_same_bytes(name: str) -> None:
    again = SquarePicture.model_validate_json(position(name).model_dump_json())
    assert square_board(again) == drawn(name)


def test_the_bytes_do_not_depend_on_the_hash_seed() -> None:
    program = (
        "import sys; from tests.render.square_sample import position;"
        "from adjudicator.render.squares.board import square_board;"
        "sys.stdout.write(square_board(position('middle')))"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        )
        assert run.stdout.decode() == drawn("middle")


# -- the board ------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES[:3])
def test_every_square_lies_in_its_place_and_says_what_it_is(style: Style) -> None:
    found = by_id(drawn("start", style))
    places: dict[tuple[int, int], str] = {}
    for square, facts in board().items():
        group = found[f"square-{square}"]
        assert group.findtext(f"{SVG}title") == f"{square}: {facts.words}"
        (use,) = group.iter(f"{SVG}use")
        box = box_of(use)
        assert box.width == box.height
        places[box.x, box.y] = square
    columns, rows = ({at[axis] for at in places} for axis in (0, 1))
    assert [places[x, max(rows)] for x in sorted(columns)] == [f"{c}1" for c in FILES]
    assert [places[min(columns), y] for y in sorted(rows, reverse=True)] == [
        f"a{rank}" for rank in range(1, 20)
    ]


FILES = "abcdefghijklmnopqrs"


@pytest.mark.parametrize("style", STYLES[:3])
def test_coordinates_stand_on_all_sides(style: Style) -> None:
    found = by_id(drawn("start", style))
    told = Counter(text.text for text in found["coordinates"].iter(f"{SVG}text"))
    assert told == Counter({**dict.fromkeys(FILES, 2), **{str(r): 2 for r in range(1, 20)}})


def symbol_of(found: dict[str, ElementTree.Element], square: str) -> str:
    (use,) = found[f"square-{square}"].iter(f"{SVG}use")
    return (use.get(XLINK) or "").removeprefix("#square-of-")


def test_kinds_of_squares_look_different() -> None:
    found = by_id(drawn("start"))
    squares = {
        "a6": "dmz-falling", "a14": "dmz-rising", "s14": "dmz-falling", "s6": "dmz-rising",
        "a1": "staging-0", "a2": "staging-1", "f6": "recon", "c10": "bridge-upright",
        "j3": "bridge-across", "a10": "water", "j10": "water", "a7": "battle-0", "a8": "battle-1",
    }  # fmt: skip
    assert {square: symbol_of(found, square) for square in squares} == squares
    bodies = [ElementTree.tostring(found[f"square-of-{name}"]) for name in squares.values()]
    assert len({*bodies}) == len({*squares.values()}) == 10


@pytest.mark.parametrize(("name", "style"), PLACES)
def test_pieces_stand_on_their_squares(name: str, style: Style) -> None:
    found, picture = by_id(drawn(name, style)), position(name)
    pieces = {one for one in found if one.startswith(f"{style.beside}piece-")}
    assert len(pieces) == len(picture.pieces)
    for square, facts in picture.pieces.items():
        group = found[f"{style.beside}piece-{square}"]
        assert group.findtext(f"{SVG}title") == f"{square}: {facts.words}"
        (use,) = group.iter(f"{SVG}use")
        assert use.get(XLINK) == f"#{style.beside}kind-{facts.army}-{facts.kind}"
        (ground,) = found[f"{style.beside}square-{square}"].iter(f"{SVG}use")
        assert inside(box_of(use), box_of(ground))


def test_armies_differ_in_shape_colour_and_lightness() -> None:
    for style in STYLES:
        looks = square_palette(position("start", style=style)).looks.values()
        assert len({look.shape for look in looks}) == len({look.face for look in looks}) == 4
        for sight, (one, other) in product(SIGHTS, combinations(looks, 2)):
            far = apart(one.face, other.face, sight)
            assert far >= 25 or one.shape != other.shape
            assert far >= 25 or sight == "grey" or style.theme == "grey", (sight, one, other)


def test_a_page_finds_squares_pieces_and_what_happened_on_them() -> None:
    for style in STYLES[:4]:
        root, picture = tree(drawn("middle", style)), position("middle")
        assert root.get("data-geometry") == "square"
        left, top, step, files, ranks, first = (root.get("data-grid") or "").split()
        assert (files, ranks, first) == ("19", "19", "a1")
        found = by_id(drawn("middle", style))
        for square in ("a1", "s1", "c7", "k19"):
            use = next(found[f"square-{square}"].iter(f"{SVG}use"))
            file, rank = ord(square[0]) - ord("a"), int(square[1:])
            at = tenths(left) + file * tenths(step), tenths(top) + (19 - rank) * tenths(step)
            assert (tenths(use.get("x", "")), tenths(use.get("y", ""))) == at
            assert found[f"square-{square}"].get("data-place") == square
        for square, facts in picture.pieces.items():
            told = [found[f"piece-{square}"].get(f"data-{one}") for one in FACTS]
            assert told == [square, facts.army, facts.kind, "1"]
        marks = [(mark, one.get("data-place")) for one in root.iter()
                 if (mark := one.get("data-mark"))]  # fmt: skip
        assert [at for mark, at in marks if mark == "moved"] == [
            one.path[-1] for one in picture.moves
        ]
        assert [at for mark, at in marks if mark == "lost"] == [one.at for one in picture.losses]
        assert {one.at for one in picture.blasts} <= {at for mark, at in marks if mark == "fought"}


def test_on_a_phone_every_square_on_land_bears_its_name() -> None:
    text, picture = drawn("middle", Style(layout="phone")), position("middle")
    found = by_id(text)
    free = {one.text for one in found["names-of-squares"]}
    land = {
        square for square, facts in picture.squares.items() if facts.ground not in ("water", "deck")
    }
    assert {one.text for one in found["names-of-pieces"]} == picture.pieces.keys()
    assert free == land - picture.pieces.keys()
    around = [one for name in ("coordinates", "frame", "title") for one in found[name].iter()]
    sizes = [float(size) for one in around if (size := one.get("font-size"))]
    assert min(sizes) >= 9
    numbers = [float(found["move-numbers"].get("font-size", "0"))]
    assert min(numbers) >= 9


def test_kinds_differ_in_silhouette() -> None:
    found = by_id(drawn("start"))
    assert len({ElementTree.tostring(found[f"glyph-{kind}"]) for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("layout", ["board", "phone", "print"])
def test_grey_is_grey(layout: str) -> None:
    text = drawn("middle", Style.model_validate({"layout": layout, "theme": "grey"}))
    colours = {*re.findall(r'(?:fill|stroke)="#([0-9a-f]{6})"', text)}
    assert len(colours) > 5
    assert [one for one in colours if one != one[:2] * 3] == []


@pytest.mark.parametrize(("name", "left"), [("start", "36"), ("middle", "17"), ("assault", "0")])
def test_the_deck_shows_how_many_cards_are_left(name: str, left: str) -> None:
    found = by_id(drawn(name))
    assert [text.text for text in found["deck"].iter(f"{SVG}text")] == [left]
    assert words(found["deck-words"]) == position(name).deck
    assert ("banner" in found) is (name == "assault")


# -- what happened --------------------------------------------------------------------------------


def test_moves_losses_and_blasts_are_elements() -> None:
    found, picture = by_id(drawn("middle")), position("middle")
    for kind, said in (
        ("move", [move.words for move in picture.moves]),
        ("blast", [blast.words for blast in picture.blasts]),
        ("loss", [loss.words for loss in picture.losses]),
        ("return", [back.words for back in picture.returns]),
    ):
        assert said
        for index, told in enumerate(said, start=1):
            assert found[f"{kind}-{index}"].findtext(f"{SVG}title") == told
    numbers = [text.text for text in found["move-numbers"].iter(f"{SVG}text")]
    assert numbers == ["1", "2", "3", "4"]


def test_one_move_needs_no_number() -> None:
    picture = position("middle")
    assert "move-numbers" not in by_id(shown(picture, moves=picture.moves[:1]))


def test_an_arrow_follows_the_path() -> None:
    picture = position("middle")
    found = by_id(drawn("middle"))
    middles = {}
    for square in picture.moves[0].path:
        (use,) = found[f"square-{square}"].iter(f"{SVG}use")
        middles[square] = box_of(use).centre
    paths = [path.get("d") or "" for path in found["move-1"].iter(f"{SVG}path")]
    x, y = middles["d4"]
    starts = [d for d in paths if d.startswith(f"M{x / 10:g} {y / 10:g}l")]
    assert starts
    steps = [*map(float, re.findall(r"-?\d*\.?\d+", starts[0].split("l")[1]))]
    first = middles["e5"][0] - x, middles["e5"][1] - y
    assert [round(step * 10) for step in steps[:2]] == [*first]


@pytest.mark.parametrize(
    ("arrows", "fights", "moves"),
    [("all", True, True), ("battles", True, False), ("moves", False, True), ("none", False, False)],
)
def test_what_a_style_wants_is_drawn(arrows: str, fights: bool, moves: bool) -> None:
    ids = by_id(drawn("middle", Style.model_validate({"arrows": arrows}))).keys()
    assert ("loss-1" in ids) is ("blast-1" in ids) is fights
    assert ("move-1" in ids) is ("return-1" in ids) is moves


def test_what_is_safe_and_what_must_leave_is_marked() -> None:
    picture = position("middle")
    duties = Counter(facts.duty for facts in picture.pieces.values())
    assert duties["safe"] > 0
    assert duties["due"] > 0
    found = by_id(drawn("middle"))
    assert len(list(found["signs"].iter(f"{SVG}circle"))) == duties["safe"] + duties["due"]
    calm = {at: facts.model_copy(update={"duty": "none"}) for at, facts in picture.pieces.items()}
    plain = by_id(shown(picture, pieces=type(picture.pieces)(calm)))
    assert list(plain["signs"]) == []


def test_a_ceasefire_is_drawn_about_its_quarter() -> None:
    found = by_id(drawn("middle"))
    assert [one for one in found if one.startswith("ceasefire-")] == ["ceasefire-south-east"]
    assert "CEASE-FIRE" in words(found["rim-south-east"])
    quarter = [
        box_of(next(found[f"square-{square}"].iter(f"{SVG}use")))
        for square, facts in board().items()
        if facts.quarter == "south-east"
    ]
    line = box_of(next(found["ceasefire-south-east"].iter(f"{SVG}rect")))
    assert line.x > min(box.x for box in quarter)
    assert line.x + line.width < max(box.x + box.width for box in quarter)


# -- panels and legend ----------------------------------------------------------------------------


def crowded(style: Style) -> SquarePicture:
    """Returns a position with all that a panel can hold."""
    picture = position("middle", style=style)
    faces = tuple(CardShown(number=27 + n, title="Forced evacuation") for n in range(10))
    armies = tuple(
        army.model_copy(
            update={
                "cards": 10,
                "faces": faces if index % 2 else (),
                "line": "21 of 21 pieces",
                "margin": "12 behind",
                "plays": True,
                "pieces": type(army.pieces)(dict.fromkeys(KINDS, 6)),
                "captured": type(army.captured)(dict.fromkeys(KINDS, 6)),
            }
        )
        for index, army in enumerate(picture.armies)
    )
    return picture.model_copy(update={"armies": armies, "banner": "Final assault"})


@pytest.mark.parametrize("style", STYLES[:4])
@pytest.mark.parametrize("name", [*POSITIONS, "crowded"])
def test_nothing_lies_on_anything_else(name: str, style: Style) -> None:
    picture = crowded(style) if name == "crowded" else position(name, style=style)
    text = square_board(picture)
    found, whole = by_id(text), window(text)
    frame = box_of(next(found["frame"].iter(f"{SVG}rect")))
    panels = {
        one: box_of(next(found[one].iter(f"{SVG}rect")))
        for one in found
        if re.fullmatch("(army|open)-(south|north)-(west|east)", one)
    }
    assert len(panels) == (2 if name == "two" and style.layout == "phone" else 4)
    blocks = {"frame": frame, **panels}
    assert not [pair for pair in combinations(blocks, 2) if meet(blocks[pair[0]], blocks[pair[1]])]
    assert all(inside(box, whole) for box in blocks.values())
    around = [*texts(found["title"]), *texts(found["legend"])]
    for said, box in around:
        assert inside(box, whole), said
        assert not [one for one in blocks if meet(blocks[one], box)], said
    for panel, box in panels.items():
        inner = list(texts(found[panel]))
        assert [said for said, one in inner if not inside(one, box)] == []
        assert [
            (one[0], other[0]) for one, other in combinations(inner, 2) if meet(one[1], other[1])
        ] == []
        assert "title" in found
    for one, other in combinations(around, 2):
        assert not meet(one[1], other[1]), (one[0], other[0])


def test_panels_stand_beside_the_quarter_of_their_army() -> None:
    found = by_id(drawn("start"))
    frame = box_of(next(found["frame"].iter(f"{SVG}rect")))
    for army in ARMIES:
        panel = box_of(next(found[f"army-{army}"].iter(f"{SVG}rect")))
        assert (panel.centre[0] < frame.x) is army.endswith("west")
        assert (panel.centre[1] < frame.centre[1]) is army.startswith("north")


def test_panels_count_pieces_and_losses() -> None:
    found, picture = by_id(drawn("middle")), position("middle")
    for army, kind in product(picture.armies, KINDS):
        row = found[f"muster-{army.id}-{kind}"]
        here, gone = army.pieces[kind], army.captured.get(kind, 0)
        assert [text.text for text in row.iter(f"{SVG}text")] == [picture.kinds[kind], str(here)]
        assert len(list(row.iter(f"{SVG}circle"))) == here + gone
        assert len(list(row.iter(f"{SVG}path"))) == gone


def test_the_panel_of_an_army_that_is_out_shows_what_it_lost() -> None:
    found, picture = by_id(drawn("assault")), position("assault")
    army = next(one for one in picture.armies if one.id == OUT)
    for kind in KINDS:
        row = found[f"muster-{OUT}-{kind}"]
        gone, removed = army.captured.get(kind, 0), army.removed.get(kind, 0)
        told = f"\N{MINUS SIGN}{gone + removed}" if gone + removed else "0"
        assert [text.text for text in row.iter(f"{SVG}text")] == [picture.kinds[kind], told]
        assert len(list(row.iter(f"{SVG}circle"))) == gone + removed
        assert len(list(row.iter(f"{SVG}path"))) == gone
    captured, left = sum(army.captured.values()), sum(army.removed.values())
    assert captured > 0 < left
    assert words(found[f"end-{OUT}"]) == f"{captured} captured {left} removed when it was out"
    assert f"zone-{OUT}" not in found
    assert f"cards-{OUT}" not in found


def test_hands_are_backs_but_for_the_faces_that_are_known() -> None:
    found, picture = by_id(drawn("middle")), position("middle")
    for army in picture.armies:
        told = words(found[f"cards-{army.id}"])
        assert told == {0: "no kept cards", 1: "1 kept card"}.get(
            army.cards, f"{army.cards} kept cards"
        )
        assert (f"faces-{army.id}" in found) is bool(army.faces)
    assert words(found["faces-south-west"]) == "9 Dig in, 16 Refit"


def test_zones_show_own_pieces_against_the_others() -> None:
    found, picture = by_id(drawn("assault")), position("assault")
    for army in (one for one in picture.armies if not one.is_out):
        told = [text.text for text in found[f"zone-{army.id}"].iter(f"{SVG}text")]
        assert told[:4] == ["Home zone", army.margin, str(army.own), str(army.foreign)]


def test_whose_turn_it_is_and_who_is_out_is_said() -> None:
    found = by_id(drawn("assault"))
    tags = {army: {said for said, _ in texts(found[f"army-{army}"])} for army in ARMIES}
    assert [army for army in ARMIES if "to move" in tags[army]] == ["north-west"]
    assert [army for army in ARMIES if "out" in tags[army]] == ["south-east"]


def test_a_quarter_without_an_army_is_open() -> None:
    found = by_id(drawn("two"))
    assert {one for one in found if one.startswith("open-")} == {
        "open-north-west", "open-south-east"
    }  # fmt: skip
    assert {"army-south-west", "army-north-east"} <= found.keys()


@pytest.mark.parametrize("name", POSITIONS)
def test_the_legend_explains_what_occurs_and_nothing_else(name: str) -> None:
    found, picture = by_id(drawn(name)), position(name)
    told = {said for said, _ in texts(found["legend"])}
    always = {"Battle zone", "Recon space", "DMZ line", "Staging area", "Bridge", "Water"}
    assert always <= told
    if picture.moves:
        assert told - always == {
            "Safe from strikes", "Must leave this turn", "Cease-fire", "Move", "Flight",
            "Moved by a card", "Where it stood", "Recovered", "Strike", "Blast", "Lost",
        }  # fmt: skip
    else:
        assert told == always


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("pieces", {"t20": {"army": "south-west", "kind": "tank", "words": ""}}, "t20"),
        ("pieces", {"a1": {"army": "nobody", "kind": "tank", "words": ""}}, "nobody"),
        ("quarters", (), "south-west"),
        ("blasts", ({"at": "z1", "words": ""},), "z1"),
    ],
)
def test_what_is_not_there_is_refused(field: str, value: object, named: str) -> None:
    picture = position("start")
    with pytest.raises(ValidationError, match=named):
        SquarePicture.model_validate(picture.model_dump() | {field: value})
