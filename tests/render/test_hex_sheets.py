"""A map of hexes on paper: what is too large for one sheet comes on several that can be read."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import adjudicator
from adjudicator.cli.app import app
from adjudicator.core.problem import Refused
from adjudicator.core.report import Style
from adjudicator.render.hexes.board import hex_map
from adjudicator.render.hexes.picture import Crop
from tests.render.hex_sample import board, position
from tests.render.lettering import lettering
from tests.render.test_hex_map import SVG, by_id, texts, tree

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
STATE = EXAMPLES / "invasion-america-match/now/state.json"
LEAST = 8
"""The smallest lettering, in points."""


@cache
def sheets(crop: Crop | None = None) -> tuple[str, ...]:
    """Returns all sheets of a map: the first, and the numbered ones."""
    first = hex_map(position(crop, Style(layout="print")))
    behind = int(tree(first).get("data-sheets", "0"))
    numbered = [Style(layout="print", sheet=number) for number in range(1, behind + 1)]
    return first, *(hex_map(position(crop, style)) for style in numbered)


def smallest(sheet: str) -> tuple[float, str]:
    """Returns the size of the smallest lettering on paper, in points, and its words."""
    wide = float(tree(sheet).get("width", "").removesuffix("mm")) * 72 / 25.4
    return lettering(sheet, wide)[0]  # type: ignore[arg-type] # a width may be a fraction


def test_a_map_too_large_for_paper_comes_in_sheets_that_can_be_read() -> None:
    drawn = sheets()
    assert len(drawn) == 15
    for number, sheet in enumerate(drawn):
        size, words = smallest(sheet)
        assert size > LEAST - 0.02, (number, words)
    assert texts(by_id(drawn[0])["sheets"]) == [str(number) for number in range(1, 13)]
    for number, sheet in enumerate(drawn[1:], start=1):
        assert tree(sheet).get("data-sheet") == str(number)
        assert f"{number}/14" in " ".join(texts(by_id(sheet)["title"]))
        assert tree(sheet).get("width") == "210mm"
    assert ["legend" in by_id(sheet) for sheet in drawn] == [False] * 14 + [True]


def test_every_stack_stands_on_a_numbered_sheet() -> None:
    shown: set[str | None] = set()
    for sheet in sheets()[1:-2]:
        shown |= {one.get("data-place") for one in by_id(sheet)["stacks"].iter(f"{SVG}g")}
    assert {stack.at for stack in position(None, Style()).stacks} <= shown
    assert board().grid.rows > 70


def test_a_part_that_can_be_read_is_one_sheet() -> None:
    crop = Crop(around="s3041", radius=6)
    assert len(sheets(crop)) == 1
    assert len(sheets(Crop(around="s3041", radius=8))) == 5
    with pytest.raises(Refused, match="one sheet shows it all"):
        hex_map(position(crop, Style(layout="print", sheet=1)))
    with pytest.raises(Refused, match="no numbered sheet 15: 1 to 14 are there"):
        hex_map(position(None, Style(layout="print", sheet=15)))


def test_the_command_and_the_face_give_all_sheets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["map", str(STATE), "--layout", "print", "--crop-hex", "s3041"]
    done = CliRunner().invoke(app, [*words, "--out", "m.svg"])
    names = ["m.svg", "m-1.svg", "m-2.svg", "m-3.svg"]
    assert done.stdout.splitlines() == [f"wrote {name}" for name in names]
    match = adjudicator.read_state(STATE.read_bytes())
    made = match.map_sheets(around="s3041")
    assert [Path(name).read_text(encoding="utf-8") for name in names] == [*made]
    alone = CliRunner().invoke(app, words)
    assert alone.stdout == made[0]
    assert alone.stderr == (
        "notice: 3 more sheets are left out: name a file with --out, or --sheet\n"
    )
    second = CliRunner().invoke(app, [*words, "--sheet", "2"])
    assert second.stdout == made[2] == match.map(layout="print", around="s3041", sheet=2)
    assert second.stderr == ""
    with pytest.raises(ValueError, match="only a map for paper"):
        match.map(sheet=2)


@pytest.mark.parametrize(
    ("game", "words", "told"),
    [
        ("invasion-america", ["--sheet", "1"], "only --layout print has sheets"),
        ("stratix", ["--layout", "print", "--sheet", "1"], "one sheet shows it all"),
    ],
)
def test_sheets_that_there_are_not_are_refused(game: str, words: list[str], told: str) -> None:
    state = EXAMPLES / f"{game}-match/now/state.json"
    done = CliRunner().invoke(app, ["map", str(state), *words])
    assert done.exit_code == 2
    assert re.search(told, done.stderr)
