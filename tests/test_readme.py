"""README and CONTRIBUTING: their commands exist, their links lead somewhere.

`.ci/run` carries the marked commands of README.md out; here only their shape is tested.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from adjudicator.cli.app import app, command_named

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ".venv/bin/adjudicator"
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
FENCE = re.compile(r"^```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = {"", "bash", "console", "sh", "shell"}
LINK = re.compile(r"""\]\(\s*<?([^)\s>]+)|\b(?:src|srcset|href)=["']([^"']+)["']""")
ELSEWHERE = re.compile(r"^(?:[a-z][a-z+.-]*:|//|#)")


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _marked(name: str) -> str:
    """Returns the fenced block behind the comment `<!-- command: name -->`, as .ci/run does."""
    comment = f"<!-- command: {name} -->"
    text = _text("README.md")
    assert text.count(comment) == 1, f"README.md must hold {comment} once"
    found = FENCE.match(text.split(comment, 1)[1].lstrip("\n"))
    assert found, f"README.md: a fenced block must follow {comment} at once"
    return found["text"]


def _words(line: str) -> Iterator[list[str]]:
    """Yields the simple commands of one shell line, as words."""
    words: list[str] = []
    lexer = shlex.shlex(line.removeprefix("$ "), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    for word in lexer:
        if set(word) <= set("();<>|&"):
            yield words
            words = []
        else:
            words.append(word)
    yield words


def _adjudicator_commands(name: str) -> Iterator[list[str]]:
    """Yields the words behind `adjudicator` of every such command in a document's shell blocks."""
    for block in FENCE.finditer(_text(name)):
        if block["language"] not in SHELL:
            continue
        for line in block["text"].replace("\\\n", " ").splitlines():
            for words in _words(line) if "adjudicator" in line else ():
                if words[:3] == ["python", "-m", "adjudicator"]:
                    yield words[3:]
                elif words[:1] in (["adjudicator"], [PROGRAM]):
                    yield words[1:]


def _misused(words: list[str]) -> list[str]:
    """Returns what the program does not know of a command's words."""
    command: object = typer.main.get_command(app)
    wrong: list[str] = []
    for word in words:
        if isinstance(command, typer.core.TyperGroup) and not word.startswith("-"):
            if word not in command.commands:
                return [*wrong, word]
            command = command_named(word)
        elif word.startswith("-") and word != "-":
            options = {"--help"}
            for parameter in getattr(command, "params", ()):
                options |= {*parameter.opts, *parameter.secondary_opts}
            if word.split("=")[0] not in options:
                wrong.append(word)
    return wrong


def test_the_test_command_is_marked() -> None:
    """The block that .ci/run carries out for the tests names pytest."""
    assert "pytest" in _marked("test")


def test_the_main_command_is_marked() -> None:
    """The block that .ci/run carries out installs, and is one `adjudicate` on a copy."""
    install, command = _marked("adjudicate").replace("\\\n", " ").strip().splitlines()
    assert "pip install" in install
    words = shlex.split(command)
    assert words[:2] == [PROGRAM, "adjudicate"]
    assert words[2].startswith("examples/")
    assert (ROOT / words[2]).is_dir()
    assert "--out" in words, "write it as `--out FOLDER`, two words"
    assert not Path(words[words.index("--out") + 1]).is_absolute()


def test_the_checked_in_result_is_marked() -> None:
    """`<!-- result: FOLDER -->` names what the main command must give, byte by byte."""
    found = re.findall(r"<!-- result: (\S+) -->", _text("README.md"))
    assert len(found) == 1, "README.md must hold <!-- result: FOLDER --> once"
    assert any((ROOT / found[0]).iterdir())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link and picture is a file of the repository."""
    text = FENCE.sub("", _text(name))
    targets = ["".join(found).split("#")[0] for found in LINK.findall(text)]
    missing = [
        target
        for target in targets
        if target and not ELSEWHERE.match(target) and not (ROOT / target).exists()
    ]
    assert not missing


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_commands_exist(name: str) -> None:
    """Every `adjudicator ...` in a shell block is a command with options that it has."""
    wrong = {
        f"adjudicator {shlex.join(words)}": unknown
        for words in _adjudicator_commands(name)
        if (unknown := _misused(words))
    }
    assert not wrong


def test_the_readme_shows_commands() -> None:
    """The check above has something to look at."""
    assert list(_adjudicator_commands("README.md"))


def test_every_attack_stands_in_the_table_of_threats() -> None:
    table = _text("README.md").split("## What attackers can do", 1)[1].split("\n## ", 1)[0]
    named = set(re.findall(r"`(test_\w+)`", table))
    attacks = {
        name
        for path in (ROOT / "tests" / "attacks").glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    }
    assert named == attacks
