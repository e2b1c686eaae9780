"""The example of a whole match is what the program makes of it, and every auditor accepts it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.verifiers import verify_log
from tests.make_match import EXAMPLE, kept, played

LARGEST = 3 * 1024 * 1024


def test_the_match_is_played_again_byte_by_byte(tmp_path: Path) -> None:
    made = kept(played(tmp_path / "match"))
    checked_in = {
        path.relative_to(EXAMPLE).as_posix(): path.read_bytes()
        for path in sorted(EXAMPLE.rglob("*"))
        if path.is_file() and path.name != "README.md"
    }
    assert made.keys() == checked_in.keys()
    for name, raw in made.items():
        assert raw == checked_in[name], f"{name}: python -m tests.make_match makes it again"
    assert sum(map(len, made.values())) < LARGEST


def test_the_match_is_sound_for_everybody() -> None:
    verified = CliRunner().invoke(app, ["verify", str(EXAMPLE), "--json"])
    assert verified.exit_code == 0, verified.output
    result = json.loads(verified.stdout)
    assert result["sound"]
    assert "byte by byte" in result["rules"]
    assert not verify_log.verify((EXAMPLE / "log.jsonl").read_bytes()).failures


def test_maps_that_were_left_out_are_made_again(tmp_path: Path) -> None:
    """The log is enough: maps, reports and the save come out of it."""
    copy = tmp_path / "copy"
    shutil.copytree(EXAMPLE, copy)
    out = tmp_path / "map.svg"
    n = max(int(folder.name[1:5]) for folder in (EXAMPLE / "openings").iterdir())
    drawn = CliRunner().invoke(app, ["map", str(copy), "--n", str(n), "--out", str(out)])
    assert drawn.exit_code == 0, drawn.output
    [kept_map] = (EXAMPLE / "openings").glob(f"n{n:04d}-*/map.svg")
    assert out.read_bytes() == kept_map.read_bytes()
    assert len(list(copy.glob("openings/*/map.svg"))) == n + 1
    for report in sorted((EXAMPLE / "openings").glob("*/report.txt")):
        assert (copy / report.relative_to(EXAMPLE)).read_bytes() == report.read_bytes()
