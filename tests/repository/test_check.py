"""`git check` as a command: what it judges, who it is told pushed, and where it writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from adjudicator.cli.app import app
from tests.repository.ground import Ground, git, made_ground

SHEET = "inbox/west/n0001.json"


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    """A clone whose origin/main is the base, and branches with a good sheet and a bad one."""
    settings = {"accounts": {"west": ["anna", "bea"]}}
    made = made_ground(tmp_path_factory.mktemp("check"), settings=settings)
    git(made.folder, "update-ref", "refs/remotes/origin/main", made.base)
    git(made.folder, "branch", "good", made.commit(made.good(), made.base))
    git(made.folder, "branch", "bad", made.commit({SHEET: b"{"}, made.base))
    return made


def check(ground: Ground, *words: str, told: str | None = None, **known: str) -> Result:
    line = ["git", "check", "--in", str(ground.folder), *words]
    return CliRunner().invoke(app, line, input=told, env=known)


def test_a_range_by_names_and_by_default(ground: Ground) -> None:
    for words in (["origin/main..good"], [f"{ground.base}..good"], ["base..good"]):
        git(ground.folder, "update-ref", "refs/heads/base", ground.base)
        done = check(ground, *words)
        assert done.exit_code == 0, done.output
        assert done.stdout == f"{SHEET}: good for west, opening 1\n"
    git(ground.folder, "update-ref", "refs/heads/main", "good")
    assert "good for west" in check(ground).stdout, "what a push would send"
    git(ground.folder, "update-ref", "refs/heads/main", ground.base)
    assert check(ground).stdout.startswith("no sheet is in these commits")


@pytest.mark.parametrize(("known", "code"), [
    ({"ADJUDICATOR_ACCOUNT": "anna"}, 0),
    ({"ADJUDICATOR_ACCOUNT": "anna bea"}, 0),
    ({"ADJUDICATOR_ACCOUNT": "anna mallory"}, 1),
    ({"ADJUDICATOR_ACCOUNT": ""}, 1),
    ({"GL_USER": "mallory"}, 1),
    ({"GL_USER": "anna", "REMOTE_USER": "mallory"}, 1),
    ({"REMOTE_USER": "bea"}, 0),
])  # fmt: skip
def test_who_pushed(ground: Ground, known: dict[str, str], code: int) -> None:
    assert check(ground, "base..good", **known).exit_code == code


def test_for_forges(ground: Ground, tmp_path: Path) -> None:
    report, summary = tmp_path / "report.json", tmp_path / "summary.md"
    words = ("--annotate", "gitlab", "--out", str(report), "--summary", str(summary))
    for branch, code in (("bad", 1), ("good", 0)):
        done = check(ground, f"base..{branch}", *words)
        assert (done.exit_code, done.stdout) == (code, "")
        assert bool(json.loads(report.read_bytes())) == bool(code)
    both = summary.read_text()
    assert both.startswith("### 1 problem in sheets\n")
    assert "### Sheets\n" in both, "a summary is added to"
    github = check(ground, "base..bad", "--annotate", "github").stdout
    assert github.startswith(f"::error file={SHEET},line=1,")
    assert check(ground, "base..bad", "--annotate", "summary").stdout.startswith("### 1 problem")


def test_a_hook_is_told_what_to_judge(ground: Ground) -> None:
    tip = git(ground.folder, "rev-parse", "bad")
    done = check(ground, "--push", told=f"{ground.base} {tip} refs/heads/main\n")
    assert done.exit_code == 1
    assert done.stdout.count("\n") <= 10
    assert done.stdout.endswith("; the push was refused.\n")
    assert check(ground, "base..good", "--push", told="").exit_code == 2
