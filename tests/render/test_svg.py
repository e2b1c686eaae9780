"""The canvas writes plain, short, safe SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from adjudicator.core.report import Style
from adjudicator.render.svg import (
    Canvas,
    Sheet,
    document,
    enclosed,
    line_path,
    number,
    page,
    paper_sheet,
    ring_path,
)

SVG = "{http://www.w3.org/2000/svg}"
SHEET = Sheet((0, 0, 100, 100))


@pytest.mark.parametrize(
    ("tenths", "text"),
    [(0, "0"), (5, ".5"), (-5, "-.5"), (10, "1"), (-12, "-1.2"), (16400, "1640"), (3461, "346.1")],
)
def test_numbers_are_tenths(tenths: int, text: str) -> None:
    assert number(tenths) == text


def test_paths_go_from_point_to_point() -> None:
    assert line_path(((10, 20), (5, 26), (0, 3))) == "M1 2l-.5 .6-.5-2.3"
    assert ring_path((((0, 0), (10, 0), (10, 10)),)) == "M0 0l1 0 0 1z"


def test_text_that_players_write_cannot_break_the_file() -> None:
    canvas = Canvas()
    group = canvas.group(id='a"<&', title="x < y & \x00\x1b z")
    group.text(10, 20, ("<script>", "\ud800&amp;"), leading=100)
    root = ElementTree.fromstring(document(SHEET, ("<t>\x07", "a & b"), [canvas.markup()]))
    assert root.findtext(f"{SVG}title") == "<t>\\u0007"
    assert root.findtext(f"{SVG}desc") == "a & b"
    found = root.find(f"{SVG}g")
    assert found is not None
    assert found.get("id") == 'a"<&'
    assert found.findtext(f"{SVG}title") == "x < y & \\u0000\\u001b z"
    assert "".join(found.itertext()).endswith("<script> \\ud800&amp;")


def test_a_layer_can_be_put_into_a_group_later() -> None:
    assert enclosed("<a/>", id="x", stroke_width=12) == '<g id="x" stroke-width="1.2"><a/></g>'


def test_every_kind_of_element_is_written() -> None:
    canvas = Canvas()
    inner = canvas.definitions()
    inner.symbol(id="s", viewBox="0 0 1 1").circle(0, 0, 5)
    inner.pattern(id="p", width=10, height=10).path("M0 0")
    inner.clip(id="c").rect(0, 0, 10, 10)
    inner.gradient((("0", "#fff", "1"),), id="g")
    inner.gradient((("0", "#fff", "1"),), radial=True, id="r")
    canvas.use("s", x=10, y=-5)
    text = canvas.markup()
    ElementTree.fromstring(enclosed(text, **{"xmlns:xlink": "x"}))
    assert '<use x="1" xlink:href="#s" y="-.5" />' in text
    assert "<linearGradient" in text
    assert "<radialGradient" in text


def root_of(sheet: Sheet) -> ElementTree.Element:
    return ElementTree.fromstring(document(sheet, ("title", ""), []))


@pytest.mark.parametrize(
    ("sheet", "size"),
    [
        (Sheet((0, 0, 16405, 11040)), ("1640.5", "1104")),
        (Sheet((0, 0, 5800, 58001), layout="phone"), ("390", "3901")),
        (Sheet((0, 0, 100, 100), size=("297mm", "210mm"), layout="print"), ("297mm", "210mm")),
    ],
)
def test_a_file_opened_by_itself_has_a_size(sheet: Sheet, size: tuple[str, str]) -> None:
    root = root_of(sheet)
    assert (root.get("width"), root.get("height")) == size


def test_what_a_page_finds_places_by_stands_on_the_root() -> None:
    data = (("data-geometry", "area"), ("data-at", 'elm 1 2 3;"ash" 4 5 6'))
    root = root_of(Sheet((0, 0, 10, 10), data=data))
    assert [(name, root.get(name)) for name, _ in data] == list(data)
    for layout in ("board", "phone", "print"):
        style = Style.model_validate({"layout": layout})
        drawn = ElementTree.fromstring(page(style, (100, 900), ("x", ""), "", data=data))
        assert drawn.get("data-at") == data[1][1]


@pytest.mark.parametrize(
    ("width", "height"), [(6800, 5380), (5380, 6800), (16400, 11040), (900, 9900)]
)
def test_paper_shows_all_of_a_sheet_with_its_margins(width: int, height: int) -> None:
    sheet = paper_sheet(Sheet((40, 50, width, height)))
    left, top, wide, high = sheet.window
    wide_mm, high_mm = (int(side.removesuffix("mm")) for side in sheet.extent())
    assert (wide_mm > high_mm) == (width > height)
    assert left * wide_mm <= (40 * wide_mm - wide * 9)
    assert (left + wide - 40 - width) * wide_mm >= wide * 9
    assert top * high_mm <= (50 * high_mm - high * 9)
    assert (top + high - 50 - height) * high_mm >= high * 9
    assert abs(wide * high_mm - high * wide_mm) <= wide_mm
