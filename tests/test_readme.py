"""README, CONTRIBUTING, guides and pages of rooms: commands exist, links lead somewhere.

`.ci/run` carries the marked commands of README.md out, `test_guides.py` the lines of the guides;
here their shape is tested.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from adjudicator.cli.app import app, command_named
from tests.reference import anchors

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ".venv/bin/adjudicator"
GUIDES = sorted(
    path.relative_to(ROOT).as_posix() for path in (ROOT / "examples" / "guides").glob("*.md")
)
ROOMS = ("adjudicator/README.md", "adjudicator/audit/README.md", "tests/README.md")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", *ROOMS, *GUIDES)
FENCE = re.compile(r"^ *```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)
SHELL = {"", "bash", "console", "powershell", "sh", "shell"}
LINK = re.compile(
    r"""\]\(\s*<?([^)\s>]+)|\b(?:src|srcset|href)=["']([^"']+)["']|^\[\w+\]: (\S+)$""",
    re.MULTILINE,
)
ELSEWHERE = re.compile(r"^(?:[a-z][a-z+.-]*:|//)")
LONGEST_README = 200


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
    lexer = shlex.shlex(line.strip().removeprefix("$ "), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    for word in lexer:
        if set(word) <= set("();<>|&") or word in ("do", "then"):
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
        text = block["text"]
        if block["language"] == "powershell":  # Its paths, line ends and braces, as sh has them.
            text = (
                text.replace("\\", "/").replace("`\n", "\\\n").replace("{", ";").replace("}", ";")
            )
            text = text.replace(".venv/Scripts/adjudicator", PROGRAM)
        for line in text.replace("\\\n", " ").splitlines():
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
            inner = isinstance(command.commands[word], typer.core.TyperCommand)
            is_first = command.name == app.info.name
            command = command_named(word) if is_first and inner else command.commands[word]
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


def test_the_readme_is_short_and_shows_before_it_commands() -> None:
    """Pictures, games, a report and the doors stand before the first command."""
    text = _text("README.md")
    assert text.count("\n") <= LONGEST_README
    before, _, _ = text.partition("```sh")
    assert before.count("![") == 2
    for heading in ("## Six games", "## What you get", "## Five doors"):
        assert heading in before, heading
    for block in re.findall(r"```sh\n(.*?)```\n", text, re.DOTALL):
        if ".venv" in block or "~/" in block:
            behind = text.partition(block)[2].partition("```sh")[0]
            assert "```powershell" in behind, f"what is this in PowerShell?\n{block}"


def test_the_report_in_the_readme_is_one() -> None:
    """Each line of the excerpt stands in the example's report, in this order."""
    _, _, excerpt = _text("README.md").partition("```text\n")
    lines = excerpt.partition("```")[0].splitlines()
    behind = _text("examples/fortress-america-1986/after/now/report.txt").splitlines()
    assert len(lines) > 10
    for line in lines:
        if line != "...":
            assert line in behind, f"no longer in the report, or not in this order: {line}"
            behind = behind[behind.index(line) + 1 :]


@pytest.mark.parametrize("name", [*DOCUMENTS, "CHANGELOG.md"])
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link and picture is a file of the repository, every anchor a heading."""
    text = FENCE.sub("", _text(name))
    missing = []
    for found in LINK.findall(text):
        target, _, anchor = "".join(found).partition("#")
        if ELSEWHERE.match(target):
            continue
        path = (ROOT / name).parent / target if target else ROOT / name
        if not path.exists():
            missing.append(target)
        elif anchor and path.suffix == ".md":
            headings = FENCE.sub("", path.read_text(encoding="utf-8")).split("\n")
            if anchor not in anchors(headings).values():
                missing.append(f"{target}#{anchor}")
    assert not missing


@pytest.mark.parametrize("name", DOCUMENTS)
def test_commands_exist(name: str) -> None:
    """Every `adjudicator ...` in a shell block is a command with options that it has."""
    wrong = {
        f"adjudicator {shlex.join(words)}": unknown
        for words in _adjudicator_commands(name)
        if (unknown := _misused(words))
    }
    assert not wrong


@pytest.mark.parametrize(
    "name", ["README.md", *(one for one in GUIDES if not one.endswith("glossary.md"))]
)
def test_there_are_commands_to_look_at(name: str) -> None:
    """The check above has something to look at."""
    assert list(_adjudicator_commands(name))


def test_every_guide_has_a_way_to_it() -> None:
    linked = "".join(_text(name) for name in ("README.md", *GUIDES))
    assert len(GUIDES) >= 6
    for guide in GUIDES:
        assert f"{Path(guide).name})" in linked or f"{guide}\n" in linked, guide


def test_every_attack_stands_in_the_table_of_threats() -> None:
    text = _text("adjudicator/audit/README.md")
    table = text.split("## What attackers can do", 1)[1].split("\n## ", 1)[0]
    named = set(re.findall(r"`(test_\w+)`", table))
    attacks = {
        name
        for path in (ROOT / "tests" / "attacks").glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    }
    assert named == attacks


def test_every_decision_stands_in_one_chapter_under_its_number() -> None:
    _, _, text = _text("adjudicator/README.md").partition("\n## Decisions\n")
    contents, *chapters = re.split(r"^### ", text, flags=re.MULTILINE)
    listed = re.findall(r"^\| \[(.*?)\]\(.*?\) \| ([\d, ]+) \|$", contents, re.MULTILINE)
    stand = [
        (
            chapter.partition("\n")[0],
            ", ".join(re.findall(r"^\* \*\*(\d+)\. ", chapter, re.MULTILINE)),
        )
        for chapter in chapters
    ]
    assert listed == stand
    numbers = sorted(int(number) for _, found in stand for number in found.split(", "))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 118
