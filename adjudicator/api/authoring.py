"""A game of one's own begins as a copy of the tutorial game: a package that runs at once."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from adjudicator import __version__
from adjudicator.api.named_files import read_bytes, write_new
from adjudicator.api.problems import Problem, Refused, Unusable
from adjudicator.documents.library import data_folder, map_folder
from adjudicator.documents.storage import make_folder
from adjudicator.registry import GROUP, by_name, is_ours

__all__ = ["TUTORIAL", "begin_game", "guides"]

TUTORIAL = "nine-fields"
"""The game that is copied."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 40
_TAKEN = ("adjudicator", "cases", "maps", "tests")
"""Folders of the package, and ours."""
_LIMIT = 1_000_000
"""Bytes of a file that is copied; each is ours."""

_PROJECT = """\
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "nine-fields"
version = "0.1.0"
description = "Nine Fields, a game for adjudicator."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["wargame-adjudicator>={version}"]

[project.optional-dependencies]
test = ["pytest>=8.3"]

[project.entry-points."{group}"]
nine-fields = "nine_fields:NINE_FIELDS"

[tool.hatch.build.targets.wheel]
packages = ["nine_fields"]

[tool.pytest.ini_options]
testpaths = ["tests"]
"""

_TESTS = '''\
"""Nine Fields: its cases hold, and the built-in player ends a match that can be verified."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import help_for, rehearse

ROOT = Path(__file__).resolve().parents[1]
CASES = sorted((ROOT / "cases").rglob("*.json"))


def adjudicator(*words: object, cwd: Path = ROOT) -> str:
    """Runs a command; returns what it prints."""
    line = [sys.executable, "-m", "adjudicator", *map(str, words)]
    done = subprocess.run(line, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_game_is_listed() -> None:
    assert "nine-fields: Nine Fields" in adjudicator("games")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_case_holds(case: Path) -> None:
    assert "holds" in adjudicator("case", case)


def test_a_match_is_played_to_its_end_and_verified(tmp_path: Path) -> None:
    adjudicator("new", "nine-fields", "m", "--scenario", "standard", cwd=tmp_path)
    sheet = adjudicator("template", "m", "west", "--play", cwd=tmp_path)
    (tmp_path / "west.json").write_text(sheet)
    adjudicator("check", "m", "west.json", cwd=tmp_path)
    adjudicator("adjudicate", "m", "west.json", cwd=tmp_path)
    adjudicator("adjudicate", "m", "--play", "all", "--until", "over", cwd=tmp_path)
    assert "The match is over" in adjudicator("status", "m", cwd=tmp_path)
    assert "sound" in adjudicator("verify", "m", cwd=tmp_path)


def test_a_newcomer_is_told_the_game_in_20_lines() -> None:
    lines = help_for("nine-fields").primer.splitlines()
    assert 4 <= len(lines) <= 20
    assert max(map(len, lines)) <= 79


def test_a_rehearsal_finds_no_fault() -> None:
    """Views, hidden cards and what else no case shows, in a whole match: see `rehearse`."""
    played = rehearse("nine-fields", "standard")
    assert played.faults == ()
    assert played.is_over


@pytest.mark.parametrize("layout", ["board", "phone", "print"])
def test_the_map_is_drawn(layout: str, tmp_path: Path) -> None:
    adjudicator("new", "nine-fields", "m", "--scenario", "standard", cwd=tmp_path)
    adjudicator("map", "m", "--layout", layout, "--out", "map.svg", cwd=tmp_path)
    drawn = (tmp_path / "map.svg").read_text()
    assert "could not be drawn" not in drawn
    assert "Brook" in drawn
'''

_BEGINNING = """\
# Nine Fields

A game for the program adjudicator, begun as a copy of its tutorial game (MIT licence). Try it, and
change it function by function:

```sh
pip install -e '.[test]'
pytest
adjudicator games
```

[Its README](nine_fields/README.md) has the rules, how it is played by mail, the files one by one,
and the rulings that `adjudicator rulings nine-fields` shows. `adjudicator help nine-fields` begins
with [its primer](nine_fields/primer.txt). The recipe, every name that a game uses, hidden
information, and what you may publish: pages of the installed program, of which
`python -c "from adjudicator.api.authoring import guides; print(*guides())"` says where they lie.
"""


def guides() -> tuple[Path, ...]:
    """Returns where the pages for authors lie.

    They are: the recipe with every name, hidden information, what may be published.
    """
    home = Path(__file__).parents[1] / "games"
    return tuple(home / name for name in ("README.md", "HIDDEN.md", "PUBLISHING.md"))


def begin_game(folder: Path) -> tuple[Path, ...]:
    """Begins a game: writes a package with rules, a map, cases and tests, which are green.

    Args:
        folder: a new one; its name is that of the game: `border-war`.

    Returns:
        The files that were written.

    Raises:
        Refused: the name cannot be that of a game.
        UnusableFile: the folder is there already.
    """
    name = folder.resolve().name
    _check_name(name)
    if folder.exists() or folder.is_symlink():
        message = f"{folder} is there already"
        hint = "Name a new folder; nothing is ever written over another game."
        raise Unusable([Problem("folder-there", message, hint=hint, kind="unusable")])
    files = dict(_files(name))
    folder.mkdir(parents=True)
    written = []
    for path, text in files.items():
        parts = path.split("/")
        file = make_folder(folder, *parts[:-1]) / parts[-1]
        write_new(file, text.encode())
        written.append(file)
    return tuple(written)


def _check_name(name: str) -> None:
    """Raises Refused if a folder's name cannot be that of a game and of its Python package."""
    module = name.replace("-", "_")
    why = ""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        why = "is no name of a game: small letters and digits, words joined by -"
    elif is_ours(name):
        why = "is a game that the program has"
    elif name in by_name():
        why = "is a game that an installed package brings"
    elif keyword.iskeyword(module) or module in sys.stdlib_module_names or name in _TAKEN:
        why = "is a name that Python or the package needs"
    if why:
        hint = "Give the folder another name, such as border-war."
        raise Refused([Problem("game-name", f'"{name}" {why}', hint=hint, kind="invalid")])


def _files(name: str) -> Iterator[tuple[str, str]]:
    """Yields the files of the package by path, with the new name."""
    game = by_name()[TUTORIAL]
    home = Path(str(sys.modules[type(game).__module__].__file__)).parent
    project = _PROJECT.replace("{version}", __version__).replace("{group}", GROUP)
    _, _, readme = _read(home / "README.md").partition("## The rules")
    readme, _, _ = readme.partition("## From paragraph to function to case")
    written = {
        "pyproject.toml": project,
        "README.md": _BEGINNING,
        "nine_fields/README.md": f"# Nine Fields\n\n## The rules{readme}".rstrip() + "\n",
        "tests/test_nine_fields.py": _TESTS,
        "nine_fields/primer.txt": _read(home / "primer.txt"),
        **{f"nine_fields/{path.name}": _read(path) for path in sorted(home.glob("*.py"))},
    }
    for source, target in (
        (map_folder(TUTORIAL), f"nine_fields/maps/{TUTORIAL}"),
        (data_folder("cases") / TUTORIAL, "cases"),
    ):
        for path in sorted(source.rglob("*.json")):
            written[f"{target}/{path.relative_to(source).as_posix()}"] = _read(path)
    for place, text in written.items():
        yield _renamed(place, name), _renamed(text, name)


def _read(path: Path) -> str:
    return read_bytes(path, limit=_LIMIT).decode()


def _renamed(text: str, name: str) -> str:
    """Returns a text of the tutorial game with another name in the place of its own."""
    words = name.split("-")
    for old, new in (
        ("../../../maps/nine-fields", f"{'_'.join(words)}/maps/{name}"),
        ("`maps/nine-fields/`", f"`{'_'.join(words)}/maps/{name}/`"),
        ("`tests/cases/nine-fields/`", "`cases/`"),
        ("adjudicator.games.nine_fields", "_".join(words)),
        ("from adjudicator.games import nine_fields", f"import {'_'.join(words)}"),
        ("nine_fields", "_".join(words)),
        ("NINE_FIELDS", "_".join(words).upper()),
        ("nine-fields", name),
        ("NineFields", "".join(word.capitalize() for word in words)),
        ("Nine Fields", " ".join(word.capitalize() for word in words)),
        (", the tutorial game", ""),
    ):
        text = text.replace(old, new)
    return text
