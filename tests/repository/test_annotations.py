"""What is judged is told to forges: nothing that a stranger wrote is a command or markup there."""

from __future__ import annotations

import json
import re

import pytest

from adjudicator.api.problems import Located, Problem
from adjudicator.repository.annotations import (
    FORGE_SHOWS,
    HOOK_LINES,
    brief,
    code_quality,
    markdown,
    workflow,
)

SHEET = "inbox/west/n0001.json"
TOKEN = "0123456789abcdef"
HOSTILE = (
    "::error::taken over",
    "\n::set-output name=x::y",
    "\r\n::add-mask::a",
    "##[error]taken over",
    "%0A::error::x",
    "a,line=1::b",
    "`````\n# heading @everybody [x](javascript:1) <script>alert(1)</script> ![](https://e.org/a)",
    "\x1b[2Jgone\x07",
    "\u202eevil",
    "\u2028::error::x",
    "\x85::error::x",
    "\udcff\udc80",
    "section_start:1:x\r\x1b[0K",
    "x" * 5000,
)


def problem(text: str, *, warning: bool = False, line: int = 3) -> Located:
    """A problem in which a stranger chose the file's name, the words and the hint."""
    said = Problem("other-seat", text, ("player",), rule="TFD1 3.4", hint=text, kind="invalid",
                   warning=warning)  # fmt: skip
    return Located(said, SHEET, line, 7, text)


def commands_in(output: str) -> list[str]:
    """What GitHub's runner would obey of an output, by the rules of its two parsers."""
    obeyed, stopped = [], None
    for line in re.split(r"\r\n|\r|\n", output):
        bare = line.strip()
        if stopped is not None:
            stopped = None if bare == f"::{stopped}::" else stopped
        elif bare.startswith("::stop-commands::"):
            stopped = bare.removeprefix("::stop-commands::")
        elif bare.startswith("::") or "##[" in bare:
            obeyed.append(bare)
    assert stopped is None, "commands are obeyed again behind it"
    return obeyed


@pytest.mark.parametrize("text", HOSTILE)
def test_a_runner_obeys_our_commands_alone(text: str) -> None:
    located = [problem(text)._replace(source=f"inbox/{text}"), problem(text, warning=True)]
    output = workflow(located, text, token=TOKEN)
    obeyed = commands_in(output)
    assert [line.partition(" ")[0] for line in obeyed] == ["::error", "::warning"]
    for line in obeyed:
        found = re.fullmatch(r"::(?:error|warning) ([^:]*)::(.*)", line)
        assert found, line
        names = [one.partition("=")[0] for one in found[1].split(",")]
        assert names == ["file", "line", "col", "title"], line
    assert all(line.isprintable() for line in output.split("\n"))


def test_what_a_command_says_is_escaped_as_the_toolkit_does() -> None:
    one = Located(Problem("bad-sheet", "100% of a: b, c", kind="invalid"), "a:b,c%.json", 2, 4)
    (command, *_) = workflow([one], "", token=TOKEN).splitlines()
    assert command == (
        "::error file=a%3Ab%2Cc%25.json,line=2,col=4,title=bad-sheet::100%25 of a: b, c."
    )


def test_ten_of_each_kind_are_marked_and_the_summary_holds_all() -> None:
    located = [problem(f"number {n}", warning=n % 2 == 0) for n in range(50)]
    obeyed = commands_in(workflow(located, "", token=TOKEN))
    assert sum(line.startswith("::error") for line in obeyed) == FORGE_SHOWS
    assert sum(line.startswith("::warning") for line in obeyed) == FORGE_SHOWS
    summary = markdown(located, ())
    assert all(f": number {n}\n" in summary for n in range(50))
    assert "25 problems" in summary


@pytest.mark.parametrize("text", HOSTILE)
def test_a_summary_is_one_block_of_text(text: str) -> None:
    lines = markdown([problem(text)], [text]).split("\n")
    fence = lines[2].removesuffix("text")
    assert re.fullmatch("`{3,}", fence)
    assert lines[:2] == ["### 1 problem in sheets", ""]
    assert lines[-2:] == [fence, ""]
    inside = lines[3:-2]
    assert not any(line.strip().startswith(fence) for line in inside)
    assert all(line.isprintable() for line in inside)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_report_for_gitlab_is_json_of_known_fields(text: str) -> None:
    located = [problem(text), problem(text), problem(text, line=0)]
    report = json.loads(code_quality(located))
    assert len({issue["fingerprint"] for issue in report}) == 3
    for issue in report:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["location"]["path"] == SHEET
        assert issue["location"]["lines"]["begin"] in (1, 3)
        assert issue["severity"] == "major"
        assert issue["description"].isprintable()
    assert json.loads(code_quality([])) == []


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 9, 60])
def test_a_push_is_answered_in_ten_lines(text: str, count: int) -> None:
    answer = brief([problem(text)] * count, [f"nothing was taken {text}"], more="There are more")
    assert answer.count("\n") <= HOOK_LINES
    assert all(line.isprintable() and len(line) <= 200 for line in answer.split("\n"))
    shown = answer.count("invalid other-seat")
    assert min(count, 1) <= shown <= 3
    assert ("There are more" in answer) == (shown < count)
    assert "nothing was taken" in answer.splitlines()[-1]


def test_a_problem_that_has_no_room_is_begun() -> None:
    long = Problem("bad-sheet", "wrong", hint="\n".join("abcdefghijklmnop"), kind="invalid")
    answer = brief([Located(long, SHEET, 1, 1)], ["refused"], more="There are more")
    assert answer.startswith(f"{SHEET}:1:1: invalid bad-sheet: wrong\n")
    assert answer.endswith("There are more\nrefused\n")
    assert answer.count("\n") == HOOK_LINES
