"""new-game: a copy of the tutorial game that is a package, whose tests are green at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calls import call
from tests.installed import ROOT, install, run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.exhaustive  # .ci/run does the same with the wheel.
def test_what_it_makes_is_installed_and_its_tests_are_green(tmp_path: Path) -> None:
    made = call("new-game", "river-war")
    assert made.exit_code == 0, made.output
    assert "34 files" in made.stdout
    for path in Path("river-war").rglob("*.*"):
        if path.is_file():
            text = path.read_text()
            assert not any(old in text for old in ("nine_fields", "NINE_FIELDS", "NineFields"))
            assert "Nine Fields" not in text
            assert path.suffix != ".py" or compile(text, str(path), "exec")
    install(Path("river-war"), Path("site"))
    told = run("rulings", "river-war", cwd=tmp_path, path=tmp_path / "site").out
    assert told.startswith("  1. A standing order may name")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "river-war", "-p", "no:cacheprovider"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path / 'site'}{os.pathsep}{ROOT}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "25 passed" in done.stdout


def test_nothing_is_written_into_a_folder_that_is_there() -> None:
    Path("river-war").mkdir()
    made = call("new-game", "river-war")
    assert made.exit_code == 4
    assert "folder-there" in made.stderr
    assert not list(Path("river-war").iterdir())


@pytest.mark.parametrize("name", ["stratix", "River", "json", "class", "tests", "a" * 41, "1st"])
def test_a_name_that_no_game_can_have_is_refused(name: str) -> None:
    made = call("new-game", name)
    assert made.exit_code == 1
    assert "game-name" in made.stderr
    assert not Path(name).exists()
