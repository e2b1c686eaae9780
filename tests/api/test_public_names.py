"""What `import adjudicator` gives: every name, its docstring, and the examples in them."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import adjudicator
from adjudicator import api

ROOT = Path(__file__).resolve().parents[2]
MODULES = [f"adjudicator.api.{found.name}" for found in pkgutil.iter_modules(api.__path__)]


def test_each_name_is_there_and_documented() -> None:
    assert sorted(adjudicator.__all__) == sorted({*adjudicator._PLACES, "__version__"})
    assert dir(adjudicator) == sorted(adjudicator.__all__)
    for name in adjudicator._PLACES:
        found = getattr(adjudicator, name)
        assert inspect.getdoc(found), name


def test_no_name_is_that_of_a_module() -> None:
    """Python gives a package the modules in it as attributes, once they are loaded."""
    modules = {found.name for found in pkgutil.iter_modules(adjudicator.__path__)}
    assert not modules & set(adjudicator.__all__)


def test_another_name_is_none_of_them() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        getattr(adjudicator, "chess")  # noqa: B009 - mypy knows that there is none


def test_what_a_type_checker_sees_is_what_there_is() -> None:
    """The imports for type checkers and the table name the same places."""
    text = inspect.getsource(adjudicator)
    block = text[text.index("if TYPE_CHECKING:") : text.index("__all__")]
    seen = {
        alias.name: str(node.module).rpartition(".")[2]
        for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == adjudicator._PLACES


def test_the_import_itself_loads_nothing() -> None:
    code = (
        "import sys, adjudicator; print([m for m in sys.modules if m.startswith('adjudicator.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_hold(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = importlib.import_module(module)
    done = doctest.testmod(found, extraglobs={"adjudicator": adjudicator})
    assert not done.failed


def test_there_are_examples() -> None:
    """One for each way in: else the test above could not fail."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = {test.name for name in MODULES for test in finder.find(importlib.import_module(name))}
    shown = {name.rpartition(".")[2] for name in found}
    assert {"open_match", "open_log", "new_match", "list_games", "verify"} <= shown


def test_public_members_are_documented() -> None:
    """Every public method and property of a public class says what it is."""
    lacking = [
        f"{name}.{member}"
        for name in adjudicator._PLACES
        for found in [getattr(adjudicator, name)]
        if inspect.isclass(found) and found.__module__.startswith("adjudicator.api")
        for member, value in vars(found).items()
        if not member.startswith("_")
        and (inspect.isfunction(value) or isinstance(value, property))
        and not inspect.getdoc(value)
    ]
    assert not lacking


def test_the_readme_shows_it_in_ten_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^## As a library\n.*?```python\n(.*?)^```", text, re.M | re.S)
    lines = [line for line in code.splitlines() if line]
    assert len(lines) <= 10
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "True" in printed
    assert "sound" in printed
    for word in ("open_match", "check", "submit", "adjudicate", "letters", "verify"):
        assert word in code
