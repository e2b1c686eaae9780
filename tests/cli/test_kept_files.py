"""A file that somebody named and that is there already is kept: a filled sheet is not lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from adjudicator.cli.app import app
from tests.cli.toy_commands import new, opened

pytestmark = pytest.mark.usefixtures("toy_registered")

WRITES = (
    "template m blue --out {out}",
    "map m --out {out}",
    "report m --out {out}",
    "report m --html --out {out}",
    "head m --out {out}",
    "dispute m --out {out}",
    "verify --page {out}",
    "escrow m --out {out}",
    "escrow m --out {out} --shares 2",
)


def given(words: str) -> Result:
    return CliRunner().invoke(app, words.split())


@pytest.mark.parametrize("words", WRITES)
def test_what_is_there_is_overwritten_by_force_alone(words: str) -> None:
    new()
    opened()
    out = Path("out.html" if "dispute" in words else "out.file")
    there = Path("out-2.file") if "shares" in words else out
    there.write_text("hours of work")
    before = sorted(path.name for path in Path().iterdir())
    refused = given(words.format(out=out))
    assert refused.exit_code == 4, refused.output
    assert "file-kept" in refused.stderr
    assert "say --force to overwrite" in refused.stderr
    assert there.read_text() == "hours of work"
    assert sorted(path.name for path in Path().iterdir()) == before
    done = given(f"{words.format(out=out)} --force")
    assert done.exit_code == 0, done.output
    assert there.read_text() != "hours of work"


@pytest.mark.parametrize("words", ["map m --out same", "report m --out same", "head m --out same"])
def test_the_same_once_more_is_fine(words: str) -> None:
    new()
    assert given(words).exit_code == 0
    before = Path("same").stat().st_mtime_ns
    assert given(words).exit_code == 0
    assert Path("same").stat().st_mtime_ns == before


def test_a_sheet_is_written_anew_in_its_own_place() -> None:
    """What it says stands in the new one: `template --from SHEET --out SHEET`, as is printed."""
    new()
    assert given("template m blue --out blue.json").exit_code == 0
    sheet = json.loads(Path("blue.json").read_bytes())
    sheet["orders"] = {"bids": [{"order": "bid", "gold": 2}]}
    Path("blue.json").write_text(json.dumps(sheet))
    assert given("template m blue --from blue.json --out blue.json").exit_code == 0
    assert json.loads(Path("blue.json").read_bytes())["orders"] == sheet["orders"]
    assert given("template m blue --from blue.json --out other.json").exit_code == 0
    other = given("template m red --out other.json")
    assert other.exit_code == 4, other.output


def test_a_link_stays_and_a_pipe_takes_all() -> None:
    new()
    Path("there.svg").write_text("old")
    Path("link.svg").symlink_to("there.svg")
    assert given("map m --out link.svg").exit_code == 4
    assert given("map m --out link.svg --force").exit_code == 0
    assert Path("link.svg").is_symlink()
    assert Path("there.svg").read_text().startswith("<svg")
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert given("head m --out pipe").exit_code == 0
        assert os.read(reader, 1 << 16)
    finally:
        os.close(reader)
    assert not Path("pipe").is_file()
