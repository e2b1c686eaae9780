"""`map` on a map of hexes: parts of it, and zones of control."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.cli.app import app


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [*words])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def invasion(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hexes") / "m"
    code, _, told = run(
        "new", "invasion-america", str(folder), "--scenario", "three-pronged-invasion"
    )
    assert code == 0, told
    return folder


def test_parts_of_the_map(invasion: Path) -> None:
    code, svg, _ = run("map", str(invasion), "--around", "s1744", "--radius", "4")
    assert code == 0
    assert 'id="hex-s1744"' in svg
    assert 'id="hex-s2629"' not in svg
    code, svg, _ = run("map", str(invasion), "--side", "esc", "--zones", "esc")
    assert code == 0
    assert 'id="hex-s1744"' in svg
    assert 'id="zone-esc"' in svg
    code, svg, _ = run("map", str(invasion / "now/state.json"), "--side", "sau")
    assert code == 0
    assert 'id="hex-s0649"' in svg


def test_what_is_no_part_of_the_map_is_told(invasion: Path) -> None:
    code, svg, told = run("map", str(invasion), "--around", "x0101")
    assert (code, svg) == (1, "")
    assert 'unknown-hex: the map has no hex "x0101"' in told
    code, _, told = run("map", str(invasion), "--side", "mars")
    assert code == 2
    assert "sides are" in told
    assert run("map", str(invasion), "--around", "s1744", "--radius", "15")[0] == 2


@pytest.mark.parametrize("option", ["--crop-hex", "--zones", "--crop-side"])
def test_other_maps_have_no_hexes(tmp_path: Path, option: str) -> None:
    run("new", "galactic-conquest", str(tmp_path / "m"), "--scenario", "two")
    code, _, told = run("map", str(tmp_path / "m"), option, "amber")
    assert code == 2
    assert "the map of Galactic Conquest has no hexes" in " ".join(told.split())
