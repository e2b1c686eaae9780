"""What is said about installing names our distribution: `adjudicator` on the index is another.

`pip install` of that name would put a stranger's program in the place of ours.
"""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.documents import rules_versions
from adjudicator.documents.rules_versions import installing
from tests.installed import run
from tests.programs import needed

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = PROJECT["name"]
COMMAND = "adjudicator"
KINDS = {".cfg", ".json", ".md", ".py", ".sh", ".toml", ".txt", ".yml", ""}
LINE = re.compile(r"\b(?:pipx?|uv tool|uv pip|uvx) (?:install|upgrade|run) ([^`\n;&|]*)")
REQUIREMENT = re.compile(r"(?<![\w./-])([a-z][\w-]*)(?:\[[\w,]+\])?(?:[=<>~!]=|\[)")
OUT_OF_REACH = ("CHANGELOG.md", "schemas/", "tests/cases/", "tests/test_install_lines.py")
"""What was said of earlier versions; files without words; what is written below."""


def _named_by(text: str) -> Iterator[str]:
    """Yields the names of packages in install lines and requirements that could be ours."""
    for line in LINE.findall(text):
        for word in line.split():
            name = re.split(r"[\[=<>~!]", word.strip("'\"`.,:)(*"))[0]
            if name.replace("_", "-").split("/")[-1].endswith(COMMAND):
                yield name
    yield from (name for name in REQUIREMENT.findall(text) if name.endswith(COMMAND))


def _files() -> Iterator[Path]:
    if not (ROOT / ".git").exists():
        listed = [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()]
    else:
        line = [needed("git"), "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(
            line, cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.splitlines()
    for name in listed:
        path = ROOT / name
        if path.suffix in KINDS and not name.startswith(OUT_OF_REACH) and path.exists():
            yield path


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("pip install adjudicator", ["adjudicator"]),
        ("pip install --upgrade 'adjudicator[beacon]'", ["adjudicator", "adjudicator"]),
        ("pipx install adjudicator", ["adjudicator"]),
        ("uv tool install adjudicator==1.0.0", ["adjudicator", "adjudicator"]),
        ('dependencies = ["adjudicator>=0.1"]', ["adjudicator"]),
        ("pip install 'wargame-adjudicator==1.0.0'", [NAME, NAME]),
        ("pip install '.[test]' and pip install -e border-war", []),
    ],
)
def test_what_names_the_wrong_package_is_noticed(text: str, named: list[str]) -> None:
    assert list(_named_by(text)) == named


def test_every_install_line_names_our_distribution() -> None:
    assert NAME != COMMAND
    assert PROJECT["scripts"] == {COMMAND: "adjudicator.__main__:main"}
    wrong, right = [], 0
    for path in _files():
        for name in _named_by(path.read_text(encoding="utf-8", errors="ignore")):
            right += name == NAME
            if name != NAME:
                wrong.append((path.relative_to(ROOT).as_posix(), name))
    assert not wrong
    assert right >= 5


def test_a_message_about_another_release_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_versions, "_table", lambda: {"x": {"1": {"release": "0.9.0"}}})
    assert list(_named_by(installing("x", 1))) == [NAME, NAME]


def test_a_new_game_depends_on_it(tmp_path: Path) -> None:
    run("new-game", "river-war", cwd=tmp_path)
    begun = tomllib.loads((tmp_path / "river-war" / "pyproject.toml").read_text(encoding="utf-8"))
    (dependency,) = begun["project"]["dependencies"]
    assert dependency.startswith(f"{NAME}>=")
