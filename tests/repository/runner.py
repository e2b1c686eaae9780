"""A small runner of workflow files: carries out their `run:` steps by `bash -e`, as a forge does.

In the place of a step that uses an action stands a clone (`actions/checkout`) or nothing
(`actions/setup-python`). Expressions are looked up in what a test says of the event; in a `run:`
there may be none, for what stands there would be a stranger's words in a script.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.programs import needed
from tests.repository.ground import NOBODY, git

__all__ = ["Run", "gitlab_job", "steps_of", "workflow_job"]

_EXPRESSION = re.compile(r"\$\{\{ *([A-Za-z0-9_.]+) *\}\}")


class Run(NamedTuple):
    """How a job ended."""

    code: int
    """The exit code of the step that failed; 0: none did."""
    log: str
    """What its steps printed, as everybody can read it on a forge."""
    summary: str
    """What they wrote for people."""
    workspace: Path
    """The clone in which they ran."""


def steps_of(path: Path) -> list[dict[str, Any]]:
    """Returns the steps of the only job of a workflow of GitHub or Forgejo."""
    (job,) = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values()
    steps: list[dict[str, Any]] = job["steps"]
    return steps


def workflow_job(
    path: Path, remote: Path, folder: Path, *, said: Mapping[str, str], old: Path | None = None
) -> Run:
    """Carries out the job of a workflow of GitHub or Forgejo.

    Args:
        path: the workflow file, as it stands in the repository.
        remote: the repository on the forge.
        folder: an empty folder of the runner's own.
        said: what expressions say: `github.actor`, `secrets.ADJUDICATOR_SECRET`.
        old: a workspace of an earlier run, in the place of a new clone.
    """
    workspace, log = old or folder / "workspace", ""
    summary = folder / "summary.md"
    summary.touch()
    for step in steps_of(path):
        assert ("uses" in step) != ("run" in step), step
        if "uses" in step:
            action = step["uses"].partition("@")[0]
            assert action in ("actions/checkout", "actions/setup-python"), action
            if action == "actions/checkout" and old is None:
                _clone(remote, workspace, step["with"]["ref"])
            continue
        if step["name"] == "Install":  # this program is here already
            continue
        assert "${{" not in step["run"], "nobody's words in a script"
        told = {name: _looked_up(value, said) for name, value in step.get("env", {}).items()}
        told["GITHUB_STEP_SUMMARY"] = str(summary)
        code, printed = _bash(step["run"], workspace, told)
        log += printed
        if code:
            return Run(code, log, summary.read_text(), workspace)
    return Run(0, log, summary.read_text(), workspace)


def gitlab_job(
    path: Path, job: str, remote: Path, folder: Path, *, told: Mapping[str, str]
) -> Run:  # fmt: skip
    """Carries out the script of a job of GitLab, in a clone at the commit `CI_COMMIT_SHA`.

    Args:
        told: the variables that GitLab sets, and those of the project.
    """
    script: list[str] = yaml.safe_load(path.read_text(encoding="utf-8"))[job]["script"]
    workspace = folder / "workspace"
    git(folder, "clone", "--quiet", str(remote), str(workspace))
    git(workspace, "fetch", "--quiet", "origin", told["CI_COMMIT_SHA"])
    git(workspace, "checkout", "--quiet", "--detach", told["CI_COMMIT_SHA"])
    code, log = _bash("set -o pipefail\n" + "\n".join(script), workspace, told)
    report = workspace / "gl-code-quality-report.json"
    return Run(code, log, report.read_text() if report.exists() else "", workspace)


def _clone(remote: Path, workspace: Path, ref: str) -> None:
    git(workspace.parent, "clone", "--quiet", "--branch", ref, str(remote), str(workspace))


def _looked_up(text: str, said: Mapping[str, str]) -> str:
    """Returns a text with what its expressions say; one that nobody said is a fault of the file."""
    return _EXPRESSION.sub(lambda found: said[found[1]], text)


def _bash(script: str, folder: Path, told: Mapping[str, str]) -> tuple[int, str]:
    """Runs a script as runners do; returns how it ended and all that it printed."""
    programs = folder.parent / "programs"
    programs.mkdir(exist_ok=True)
    program = programs / "adjudicator"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m adjudicator "$@"\n')
    program.chmod(0o755)
    done = subprocess.run(
        [needed("bash"), "--noprofile", "--norc", "-e", "-c", script],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        env={**os.environ, **NOBODY, **told, "PATH": f"{programs}:{os.environ['PATH']}"},
    )  # fmt: skip
    return done.returncode, done.stdout
