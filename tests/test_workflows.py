"""The workflows of the forge are YAML that says what README and .ci/run need."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".github" / "workflows"
NAMES = ["elsewhere.yml", "release.yml"]


def _workflow(name: str) -> dict[Any, Any]:
    found = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def _steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("name", NAMES)
def test_a_workflow_is_yaml_with_jobs_and_steps(name: str) -> None:
    workflow = _workflow(name)
    assert workflow["name"] == name.removesuffix(".yml")
    assert workflow[True], "YAML reads the key `on` as true"
    assert workflow["permissions"]
    for step in _steps(workflow):
        assert ("run" in step) != ("uses" in step), step


def test_each_has_a_test() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_files_that_it_names_are_there(name: str) -> None:
    for step in _steps(_workflow(name)):
        run = step.get("run", "")
        for path in re.findall(r"(?<![\w/])(?:\.ci|adjudicator|examples)/[\w./-]+", run):
            assert (ROOT / path).exists(), path


def test_a_release_attaches_packages_page_and_sums() -> None:
    workflow = _workflow("release.yml")
    assert workflow[True]["push"]["tags"] == ["v*"]
    run = "\n".join(step.get("run", "") for step in _steps(workflow))
    for word in ("python -m build", "check_built.py", "verify_log.html", "sha256sum", "gh release"):
        assert word in run, word


def test_it_runs_on_windows_and_macos() -> None:
    workflow = _workflow("elsewhere.yml")
    assert [job["strategy"]["matrix"]["os"] for job in workflow["jobs"].values()] == [
        ["windows-latest", "macos-latest"]
    ] * 2
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Windows and macOS: not tried" in readme, "was it green? then say where, here and there"


@pytest.mark.parametrize("mark", ["adjudicate", "test"])
@pytest.mark.parametrize("language", ["sh", "powershell"])
def test_the_blocks_that_it_runs_are_those_of_the_readme(mark: str, language: str) -> None:
    line = [sys.executable, str(ROOT / ".ci" / "readme_block.py"), mark, language]
    shown = subprocess.run(line, capture_output=True, text=True, check=True).stdout
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"```{language}\n{shown}```" in readme
    assert "pip install" in shown


def test_folders_that_differ_are_told_apart(tmp_path: Path) -> None:
    for folder, text in (("a", "1"), ("b", "1"), ("c", "2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x").write_text(text)
    program = [sys.executable, str(ROOT / ".ci" / "same_files.py"), "a"]
    assert subprocess.run([*program, "b"], cwd=tmp_path, check=False).returncode == 0
    done = subprocess.run([*program, "c"], cwd=tmp_path, check=False, capture_output=True)
    assert (done.returncode, done.stderr.strip()) == (1, b"differs: x")
