"""Whatever stands in a name: it reaches a terminal, a report or a page as something to be seen."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.report import Die, Figure, Line, Listing, Paragraph, Report
from adjudicator.core.visible import in_json, visible
from adjudicator.narrate.html import report_html
from adjudicator.narrate.text import report_text
from adjudicator.render.svg import Canvas, Sheet, document
from tests.intake.bench import Workplace, run

NASTY = (
    "\u202eexe\u2066\u200b\x1b[2J\x00\x07\x85<script>alert(1)</script>]]>&amp;\"'\U000e0041\ufeff"
)
UNSEEN = re.compile(r"[\u202e\u2066\u200b\x1b\x00\x07\x85\U000e0041\ufeff]")


@given(st.text())
def test_everything_visible_is_seen_and_nothing_else_changes(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert visible(shown) == shown
    if text.isascii() and text.isprintable():
        assert shown == text
    assert visible(text, keep="\n").replace("\n", "").isprintable()


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_json_says_the_same(text: str) -> None:
    raw = in_json(json.dumps({"a": text}, ensure_ascii=False, indent=1))
    assert json.loads(raw) == {"a": text}
    assert raw.replace("\n", "").isprintable()


def test_names_in_match_json(workplace: Workplace) -> None:
    path = Path("m/match.json")
    notes = json.loads(path.read_bytes())
    notes["title"] = NASTY.replace("\x00", "").replace("\x07", "").replace("\x1b", "")
    for seat in notes["seats"].values():
        seat |= {"name": notes["title"], "address": f"{notes['title']}\n{'x' * 5000}"}
    path.write_text(json.dumps(notes))
    for words in ("status m", "status m --json", "report m", "map m", "report m --html"):
        ran = run(words)
        if ran.code == 0:
            assert not UNSEEN.search(ran.out + ran.err)
    ran = run("status m")
    assert ran.code == 1  # U+0085 is a control character
    notes["seats"]["usa"]["name"] = notes["title"] = "\u202eexe\u2066\u200b<b>"
    for seat in notes["seats"].values():
        seat |= {"name": notes["title"], "address": f"a@b\n{'x' * 5000}"}
    path.write_text(json.dumps(notes))
    ran = run("status m")
    assert ran.code == 0, ran.err
    assert r"\u202eexe\u2066\u200b<b>" in ran.out
    assert max(map(len, ran.out.splitlines())) < 500
    assert json.loads(run("status m --json").out)["people"]["usa"]["name"] == notes["title"]


def test_questions_in_a_view(workplace: Workplace) -> None:
    path = Path("state.json")
    view = json.loads(path.read_bytes())
    view["turn"] = "\u202eturn\nThe match is over."
    asked = {
        "label": "a/b", "topic": "targets", "seat": "western",
        "prompt": "\u202eask\nawaited: nobody", "rule": "\u2066r", "options": None,
    }  # fmt: skip
    view["pending"] = [asked, {**asked, "topic": "rolls", "seat": None}]
    path.write_text(json.dumps(view))
    ran = run("status state.json")
    assert ran.code == 0, ran.err
    assert not UNSEEN.search(ran.out)
    assert "\nawaited: nobody" not in ran.out
    assert "\nThe match is over." not in ran.out
    assert r"\u202eask\u000aawaited: nobody" in ran.out


def test_titles_of_scenarios_and_cases(workplace: Workplace) -> None:
    for name, field in (("scenario.json", "title"), ("case.json", "why")):
        document = json.loads(Path(name).read_bytes())
        document[field] = "\u202etitle\nsecond line"
        Path(name).write_text(json.dumps(document))
    made = run("new fortress-america-1986 made --scenario scenario.json")
    assert made.code == 0, made.err
    ran = run("case case.json")
    for shown in (made.out, ran.out, Path("made/match.json").read_text()):
        assert "\u202e" not in shown
        assert r"\u202etitle" in shown
    assert json.loads(Path("made/match.json").read_bytes())["title"] == "\u202etitle\nsecond line"


def test_reasons_and_labels_in_a_log(workplace: Workplace) -> None:
    """A log that is no log of this program: what it says is told, nothing of it is obeyed."""
    raw = Path("m/log.jsonl").read_bytes()
    line = json.loads(raw)
    line["offer"]["rules"]["id"] = "\u202e\u001b[2J"
    Path("m/log.jsonl").write_text(json.dumps(line, ensure_ascii=False) + "\n")
    for words in ("verify m", "status m"):
        ran = run(words)
        assert ran.code in (1, 4)
        assert not UNSEEN.search(ran.out + ran.err)


REPORT = Report(
    title=NASTY,
    summary=(NASTY,),
    paragraphs=(
        Paragraph(
            heading=NASTY,
            lines=(
                Line(text=NASTY, dice=(Die(value=1, result=NASTY),), label=NASTY),
                Line(text=NASTY, verbatim=True),
            ),
        ),
    ),
    tables=(Listing(caption=NASTY, columns=(NASTY,), rows=((NASTY,),), note=NASTY),),
    figures=(Figure(caption=NASTY, svg="<svg/>"),),
)


def test_reports() -> None:
    text, page = report_text(REPORT), report_html(REPORT)
    for shown in (text, page):
        assert not UNSEEN.search(shown)
        assert r"\u202eexe\u2066\u200b\u001b[2J" in shown
    assert "<script" not in page
    assert "alert(1)&lt;/script&gt;]]&gt;&amp;amp;&#34;&#39;" in page


def test_pictures() -> None:
    canvas = Canvas()
    group = canvas.group(id=NASTY, title=NASTY)
    group.text(0, 0, (NASTY, NASTY))
    drawn = document(Sheet((0, 0, 10, 10)), (NASTY, NASTY), [canvas.markup()])
    assert not UNSEEN.search(drawn)
    assert "<script" not in drawn
    texts = [text for text in ElementTree.fromstring(drawn).itertext() if text.strip()]
    assert texts
    assert all(r"\u202eexe" in text for text in texts)


def test_a_terminal_that_knows_only_ascii(workplace: Workplace) -> None:
    """`adjudicator` under LANG=C with strict output: an escape instead of a trace."""
    import os
    import subprocess
    import sys

    path = Path("m/match.json")
    notes = json.loads(path.read_bytes())
    notes["seats"]["usa"]["name"] = "Zo\u00eb \U0001f600 \u202e"
    path.write_text(json.dumps(notes))
    ran = subprocess.run(
        [sys.executable, "-m", "adjudicator", "status", "m"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert rb"Zo\xeb \U0001f600 \u202e" in ran.stdout
