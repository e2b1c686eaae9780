"""Reports as text and as HTML: width, wrapping, numbered rolls, well-formed pages."""

from __future__ import annotations

from xml.etree import ElementTree

from adjudicator.core.report import Die, Figure, Line, Listing, Paragraph, Report
from adjudicator.draw.report import report_html, report_text

LONG = "turn-12/southern/battle/northwest-california/defender/mechanized/mobile-unit"
REPORT = Report(
    title="Turn 1",
    summary=("Losses: none & nothing else.",),
    paragraphs=(
        Paragraph(heading="Plans", lines=(Line(text="A plan " + "of many words " * 8 + "ends."),)),
        Paragraph(
            heading="Battles",
            lines=(
                Line(text="Nobody came."),
                Line(
                    text="Here: red against <blue>",
                    lines=(
                        Line(
                            text="2 tanks d6",
                            dice=(
                                Die(value=6, result="hit", counts=True),
                                Die(value=1, result="miss"),
                            ),
                            label="turn-1/battle/tank",
                            lines=(Line(text="A tank is destroyed."),),
                        ),
                        Line(text="card d9", dice=(Die(value=4, result=""),), label=LONG),
                    ),
                ),
                Line(text="That was all."),
            ),
        ),
        Paragraph(
            heading="Next",
            lines=(Line(text="Paste:", lines=(Line(text='"a": "' + "b" * 90, verbatim=True),)),),
        ),
    ),
)
TEXT = f"""\
Turn 1
======

Losses: none & nothing else.

Plans
-----
A plan of many words of many words of many words of many words of many
  words of many words of many words of many words ends.

Battles
-------
Nobody came.

Here: red against <blue>
  2 tanks d6: 6 hit, 1 miss [1]
    A tank is destroyed.
  card d9: 4 [2]

That was all.

Next
----
Paste:
  "a": "{"b" * 90}

Rolls
-----
The numbers in brackets are these rolls. Anybody can check one with
verify_log.py, the log and --die LABEL.
[1] turn-1/battle/tank
[2] {LONG}
"""


def test_text() -> None:
    """Only words that must not be broken pass the 72nd column."""
    text = report_text(REPORT)
    assert text == TEXT
    wide = [line for line in text.splitlines() if len(line) > 72]
    assert wide == [f'  "a": "{"b" * 90}', f"[2] {LONG}"]


def test_a_report_without_rolls_names_none() -> None:
    bare = REPORT._replace(paragraphs=REPORT.paragraphs[:1], summary=())
    assert "Rolls" not in report_text(bare)
    assert "Rolls" not in report_html(bare)


def test_html_is_well_formed_and_stands_alone() -> None:
    page = report_html(REPORT)
    doctype, _, rest = page.partition("\n")
    assert doctype == "<!DOCTYPE html>"
    root = ElementTree.fromstring(rest)
    tags = {element.tag for element in root.iter()}
    assert not tags & {"script", "link", "img", "iframe"}
    assert not any(name == "src" for element in root.iter() for name in element.attrib)
    links = [element.get("href") or "" for element in root.iter("a")]
    ids = {element.get("id") for element in root.iter()}
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    assert "url(" not in page
    policy = root.find(".//meta[@http-equiv='Content-Security-Policy']")
    assert policy is not None
    assert (policy.get("content") or "").startswith("default-src 'none'")
    assert root.get("lang") == "en"
    words = " ".join(" ".join(root.itertext()).split())
    for told in ("red against <blue>", "none & nothing else", "A tank is destroyed.", LONG):
        assert told in words


def test_dice_that_count_are_drawn_strong() -> None:
    page = report_html(REPORT)
    assert '<span class="die counts"><b>6</b> hit</span>' in page
    assert '<span class="die"><b>1</b> miss</span>' in page
    assert '<span class="die"><b>4</b></span>' in page


def test_lines_to_copy_stand_as_they_are() -> None:
    lines = tuple(
        Line(text=text, verbatim=verbatim)
        for text, verbatim in (("x  y", True), ("z", True), ("told", False), ("w", True))
    )
    paragraph = Paragraph(heading="Next", lines=lines)
    page = report_html(Report(title="T", summary=(), paragraphs=(paragraph,)))
    assert "<pre>x  y\nz</pre>\n<p>told</p>\n<pre>w</pre>" in page


def test_tables_have_captions_and_headed_rows() -> None:
    table = Listing(
        caption="Losses & more",
        columns=("Unit", "Lost"),
        rows=(("<tank>", "2"), ("foot", "0")),
        note="All of them.",
        numbers=1,
    )
    folded = table._replace(caption="Everything", note="", folded=True)
    report = REPORT._replace(changes=table, tables=(folded,))
    root = ElementTree.fromstring(report_html(report).partition("\n")[2])
    first, second = root.iter("table")
    assert first.findtext("caption") == "All of them."
    assert second.findtext("caption") == "Everything"
    assert [cell.get("scope") for cell in first.iter("th")] == ["col", "col", "row", "row"]
    assert [cell.text for cell in first.iter("td")] == ["2", "0"]
    assert [cell.get("class") for cell in first.iter("td")] == ["figure", "figure"]
    headings = [heading.text for heading in root.iter("h2")]
    assert headings == ["Losses & more", "Plans", "Battles", "Next", "Everything", "Rolls"]
    assert [link.text for link in root.iter("a")][1:] == headings[:-1]
    (details,) = root.iter("details")
    assert details.findtext("summary") == "Show all 2"
    assert details.find(".//table") is second
    assert "tank>" not in report_text(report)


def test_pictures_stand_in_the_page() -> None:
    svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><g id="{}" /></svg>\n'
    figures = (
        Figure(caption="The map", svg=svg.format("a"), screen="wide"),
        Figure(caption="The same", svg=svg.format("b")),
        Figure(caption="Before", svg=svg.format("c"), folded=True),
        Figure(caption="Part 1", svg=svg.format("d"), screen="wide", is_part=True),
        Figure(caption="Part 2", svg=svg.format("e"), screen="none", is_part=True),
    )
    page = report_html(REPORT._replace(figures=figures))
    assert page.count("<?xml") == 0
    root = ElementTree.fromstring(page.partition("\n")[2])
    shown = [figure.get("class") for figure in root.iter("figure")]
    assert shown == ["wide", None, None, "wide part", "none part"]
    # On paper parts are shown on pages of their own, also those that no screen shows.
    style, _, paper = page.partition("@media print{")
    assert ".none{display:none}" in style
    assert ".part{display:block;width:100%;break-before:page}" in paper
    (details,) = root.iter("details")
    assert details.findtext("summary") == "Before"
    assert "map" not in report_text(REPORT)
