"""The examples of whole matches are what the program makes of them; every auditor accepts them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import adjudicator
from adjudicator.audit.verifiers import verify_log
from adjudicator.cli.app import app
from tests.make_match import EXAMPLES, WHOLE_MATCHES, WholeMatch, kept, played
from tests.usual_maps import draw_usual_maps

LARGEST = 3 * 1024 * 1024
NAMED = {whole.folder: whole for whole in WHOLE_MATCHES}

each = pytest.mark.parametrize("whole", NAMED.values(), ids=NAMED)


def test_every_example_of_a_match_is_among_them() -> None:
    assert sorted(path.name for path in EXAMPLES.glob("*-match")) == sorted(NAMED)


@each
def test_the_match_is_played_again_byte_by_byte(
    whole: WholeMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All pictures of a page are drawn at the end, where it is kept."""
    last = int(max(path.name for path in (whole.path / "reports").iterdir())[1:5])
    draw_usual_maps(monkeypatch, but_in=last.__eq__)
    match, told = played(whole, tmp_path / "match")
    made = kept(match, told)
    checked_in = {
        path.relative_to(whole.path).as_posix(): path.read_bytes()
        for path in sorted(whole.path.rglob("*"))
        if path.is_file() and path.name != "README.md"
    }
    assert made.keys() == checked_in.keys()
    for name, raw in made.items():
        assert raw == checked_in[name], f"{name}: python -m tests.make_match makes it again"
    assert sum(map(len, made.values())) < LARGEST


@each
def test_the_match_is_sound_for_everybody(whole: WholeMatch) -> None:
    verified = CliRunner().invoke(app, ["verify", str(whole.path), "--json"])
    assert verified.exit_code == 0, verified.output
    result = json.loads(verified.stdout)
    assert result["sound"]
    assert "byte by byte" in result["rules"]
    assert not verify_log.verify((whole.path / "log.jsonl").read_bytes()).failures


@pytest.mark.usefixtures("examples_made_again_once")
@each
def test_maps_that_were_left_out_are_made_again(
    whole: WholeMatch, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """The log is enough: maps, reports and the save come out of it.

    Every eighth report is made again, exhaustively all.
    """
    every = 1 if pytestconfig.getoption("--exhaustive") else 8
    copy = tmp_path / "copy"
    shutil.copytree(whole.path, copy)
    shutil.rmtree(copy / "now")
    mended = CliRunner().invoke(app, ["mend", str(copy)])
    assert mended.exit_code == 0, mended.output
    for path in sorted((whole.path / "now").iterdir()):
        assert (copy / "now" / path.name).read_bytes() == path.read_bytes(), path.name
    maps, reports = sorted(copy.glob("maps/*.svg")), sorted(copy.glob("reports/*.txt"))
    for told in (maps[0], reports[-1]):
        command, n = "map" if told.suffix == ".svg" else "report", str(int(told.name[1:5]))
        out = tmp_path / told.name
        made = CliRunner().invoke(app, [command, str(copy), "--n", n, "--out", str(out)])
        assert made.exit_code == 0, made.output
        assert out.read_bytes() == told.read_bytes(), told.name
    log = adjudicator.open_log(copy)
    for drawn in maps:
        assert log.map(n=int(drawn.name[1:5])).encode() == drawn.read_bytes(), drawn.name
    for told in reports[::every]:
        made_again = log.report(n=int(told.name[1:5]), pictures=False).text
        assert made_again.encode() == told.read_bytes(), told.name
