"""Pictures as PNG: every game in every layout, the same letters everywhere, no more than asked."""

from __future__ import annotations

import importlib.util
import struct
import sys
import tomllib
import zlib
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from typer.testing import CliRunner

import adjudicator
from adjudicator.cli.app import app
from adjudicator.core.limits import MAX_PIXELS
from adjudicator.core.problem import Unusable
from adjudicator.core.report import Style
from adjudicator.render import png as module
from adjudicator.render.png import png, usual_width, widest
from adjudicator.render.svg import Canvas, Sheet, document
from adjudicator.render.theme import SANS
from tests.make_match import WHOLE_MATCHES, WholeMatch
from tests.render.fonts import FACES, FONTS, LETTERS
from tests.render.test_wholly import positions

ROOT = Path(__file__).resolve().parents[2]
LAYOUTS = ("board", "phone", "print")
needs_resvg = pytest.mark.skipif(
    importlib.util.find_spec("resvg_py") is None,
    reason='the extra is not installed: pip install "wargame-adjudicator[png]"',
)


def pixels(raw: bytes) -> tuple[int, int, bytes]:
    """Returns width, height and the pixels of a PNG, four bytes each, filters undone."""
    assert raw.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high, depth, colour = struct.unpack(">IIBB", raw[16:26])
    assert (depth, colour) == (8, 6)
    packed, place = b"", 8
    while place < len(raw):
        size, kind = struct.unpack(">I4s", raw[place : place + 8])
        packed += raw[place + 8 : place + 8 + size] if kind == b"IDAT" else b""
        place += 12 + size
    lines, found, before = zlib.decompress(packed), bytearray(), bytes(4 * wide)
    for start in range(0, len(lines), 4 * wide + 1):
        line = bytearray(lines[start + 1 : start + 1 + 4 * wide])
        for at, filtered in enumerate(line):
            left, corner = (line[at - 4], before[at - 4]) if at >= 4 else (0, 0)
            line[at] = (filtered + _guess(lines[start], left, before[at], corner)) & 0xFF
        found += line
        before = bytes(line)
    return wide, high, bytes(found)


def _guess(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        far = {one: abs(left + up - corner - one) for one in (corner, up, left)}
        return min((left, up, corner), key=lambda one: far[one])
    return (0, left, up, (left + up) // 2)[kind]


def size(raw: bytes) -> tuple[int, int]:
    """Returns width and height of a PNG."""
    wide, high = struct.unpack(">II", raw[16:24])
    return wide, high


def lettered(text: str, family: str = SANS, **more: str) -> str:
    """Returns a picture that shows a text and nothing else."""
    canvas = Canvas()
    canvas.text(20, 200, (text,), font_family=family, font_size=200, **more)
    return document(Sheet((0, 0, 2400, 300)), ("A text", ""), [canvas.markup()])


@needs_resvg
@pytest.mark.parametrize(
    ("whole", "layout"),
    [
        pytest.param(
            whole, layout, id=f"{whole.folder}-{layout}",
            marks=[] if number % len(LAYOUTS) == at else pytest.mark.exhaustive,
        )
        for number, whole in enumerate(WHOLE_MATCHES)
        for at, layout in enumerate(LAYOUTS)
    ],
)  # fmt: skip
def test_every_picture_can_be_png(whole: WholeMatch, layout: str) -> None:
    *_, (rules, state) = positions(whole)
    svg = rules.picture(state, (), Style.model_validate({"layout": layout}))
    made = png(svg, 100)
    wide, high = size(made)
    window = module._WINDOW.search(svg)
    assert window is not None
    assert wide == 100
    assert abs(high - 100 * int(window[2]) / int(window[1])) < 2
    assert usual_width(svg) == {"board": 1600, "phone": 780}.get(
        layout, 8 * (210 if high > wide else 297)
    )
    assert png(svg, 100) == made
    letters = module._UNKNOWN.search(svg)
    assert letters is None, f"our fonts lack {letters}"


@needs_resvg
def test_letters_are_ours_whatever_the_machine_has() -> None:
    plain, bold, slanted = (
        pixels(png(lettered("Portland", **more), 240))
        for more in ({}, {"font_weight": "bold"}, {"font_style": "italic"})
    )
    assert len({plain, bold, slanted}) == 3
    named = pixels(png(lettered("Portland", "'Adjudicator Sans'"), 240))
    assert named == plain
    serif = pixels(png(lettered("Portland", "Georgia, serif"), 240))
    assert serif == pixels(png(lettered("Portland", "'Adjudicator Serif'"), 240)) != plain
    assert any(plain[2][3::4]), "there is something to be seen"


@needs_resvg
def test_a_text_with_letters_that_ours_lack_does_not_change_the_others() -> None:
    wide, high, plain = pixels(png(lettered("Portland"), 240))
    foreign = lettered("Portland").replace(
        "</text>", '</text><text x="150" y="20" font-size="20">\u05d0\u6771</text>'
    )
    assert pixels(png(foreign, 240))[:2] == (wide, high)
    more = pixels(png(foreign, 240))[2]
    until = 4 * 120  # Portland is about 80 pixels wide
    for line in range(0, len(plain), 4 * wide):
        assert plain[line : line + until] == more[line : line + until]


def test_the_fonts_have_the_letters_that_the_module_knows_them_to_have() -> None:
    codes = {code for low, high in LETTERS for code in range(low, high + 1)}
    known = {code for code in range(0x3000) if not module._UNKNOWN.search(chr(code))}
    assert known - {9, 10, 13} == codes
    assert sorted(path.stem for path in FONTS.glob("*.ttf")) == sorted(FACES)
    for name, (_, family) in FACES.items():
        font = TTFont(FONTS / f"{name}.ttf")
        assert set(font.getBestCmap()) == codes, name
        assert font["name"].getDebugName(1) == family
        assert "SIL Open Font License" in font["name"].getDebugName(13)
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 300_000


def test_the_licence_of_the_fonts_goes_with_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "MIT AND OFL-1.1"
    assert "adjudicator/render/fonts/OFL.txt" in project["license-files"]
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


@needs_resvg
def test_a_picture_is_never_too_large() -> None:
    svg = lettered("Portland")
    assert size(png(svg, 8)) == (8, 1)
    most = widest(svg)
    assert most * (most * 300 // 2400) <= MAX_PIXELS < (most + 9) * ((most + 9) * 300 // 2400 + 1)
    for width in (0, -1, most + 1):
        with pytest.raises(ValueError, match=f"1 to {most} pixels"):
            png(svg, width)


def test_without_the_extra_the_line_that_installs_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Unusable) as refused:
        png(lettered("Portland"))
    (problem,) = refused.value.problems
    assert problem.code == "no-resvg"
    assert 'pip install "wargame-adjudicator[png]"' in problem.hint


@needs_resvg
def test_the_command_and_the_face_make_png(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(ROOT / "examples/nine-fields-match")
    match = adjudicator.open_match(folder, read_only=True)
    shown = match.map_png(layout="phone", width=60)
    monkeypatch.chdir(tmp_path)
    words = ["map", folder, "--layout", "phone", "--png-width", "60"]
    assert CliRunner().invoke(app, [*words, "--png"]).stdout_bytes == shown
    done = CliRunner().invoke(app, [*words, "--out", "board.PNG"])
    assert done.stdout == "wrote board.PNG\n"
    assert (
        Path("board.PNG").read_bytes() == shown == adjudicator.as_png(match.map(layout="phone"), 60)
    )
    assert [path.name for path in tmp_path.iterdir()] == ["board.PNG"]
    monkeypatch.setattr("adjudicator.cli.inspect._is_terminal", lambda: True)
    assert CliRunner().invoke(app, [*words, "--png"]).stdout == "wrote map.png\n"
    kept = CliRunner().invoke(app, ["map", folder, "--png-width", "61", "--out", "map.png"])
    assert kept.exit_code == 4
    assert "file-kept" in kept.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--png", "--out", "board.svg"], "name a file that ends in .png"),
        (["--png-width", "60"], "say --png"),
        (["--png", "--png-width", "0"], "pixels wide"),
        (["--png", "--png-width", "99999"], "pixels wide"),
    ],
)
@needs_resvg
def test_what_cannot_be_drawn_is_refused(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["map", str(ROOT / "examples/nine-fields-match"), *words])
    assert done.exit_code == 2
    assert told in done.stderr
    assert not any(tmp_path.iterdir())
