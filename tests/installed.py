"""Installs the source of a game's package into a folder, as pip would, without pip and network."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path
from typing import NamedTuple

from tests.warm import completed

__all__ = ["ROOT", "Ran", "install", "install_lines", "run"]

ROOT = Path(__file__).resolve().parents[1]


class Ran(NamedTuple):
    """What a command printed, and how it ended."""

    code: int
    out: str
    told: str


def install(source: Path, target: Path) -> None:
    """Copies the packages of a pyproject.toml into a folder, and says there what it brings."""
    project = tomllib.loads((source / "pyproject.toml").read_text())
    for name in project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        shutil.copytree(source / name, target / name)
    said = project["project"]
    ((group, points),) = said["entry-points"].items()
    lines = [f"{name} = {value}" for name, value in points.items()]
    install_lines(target, (said["name"], said["version"]), (group, lines))


def install_lines(target: Path, named: tuple[str, str], brings: tuple[str, list[str]]) -> None:
    """Writes the .dist-info of a distribution: its name and version, its group and entry points."""
    (name, version), (group, lines) = named, brings
    folder = target / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (folder / "METADATA").write_text(head)
    (folder / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines]) + "\n")


def run(*words: object, cwd: Path, path: Path | None = None, code: int | None = 0) -> Ran:
    """Runs a command of the program in a process of its own.

    Args:
        path: where packages were installed; None: nowhere.
        code: the exit code that is expected; None: any.
    """
    where = os.pathsep.join(map(str, [*([] if path is None else [path]), ROOT]))
    done = completed([*map(str, words)], cwd=cwd, env={**os.environ, "PYTHONPATH": where})
    assert code is None or done.returncode == code, (words, done.stdout, done.stderr)
    return Ran(done.returncode, done.stdout, done.stderr)
