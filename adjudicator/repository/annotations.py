"""What was judged, told where people look: a push, a forge's page of changes, its summary.

Sheets and names of files come from strangers. Nothing of theirs reaches a forge as a command, as
markup, or as characters that a screen obeys (repository.md, section 6).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from adjudicator.api.problems import Located, render, shortened
from adjudicator.api.texts import amount, visible

__all__ = ["FORGE_SHOWS", "HOOK_LINES", "as_text", "brief", "code_quality", "markdown", "workflow"]

HOOK_LINES = 10
"""How many lines a push is answered with at most."""
FORGE_SHOWS = 10
"""How many errors, and warnings, GitHub shows of a step (actions/toolkit 734)."""

_LONGEST_LINE = 200
_LONGEST_MESSAGE = 1000
_LONGEST_PATH = 250
_TICKS = re.compile(r"`+")


def as_text(located: Iterable[Located], lines: Iterable[str]) -> str:
    """Returns every problem in full, then what is to be said besides, a line each."""
    parts = [*map(render, located), *map(visible, lines)]
    return "".join(f"{part}\n" for part in parts)


def brief(located: Sequence[Located], lines: Sequence[str], *, more: str) -> str:
    """Returns the same in at most ten lines, as the answer to a push.

    Args:
        more: what stands in the place of problems that have no room, as a sentence.
    """
    closing = [_cut(visible(line)) for line in lines][: HOOK_LINES - 2]
    room = HOOK_LINES - len(closing)
    shown: list[str] = []
    for place, one in enumerate(located):
        added = [_cut(line) for line in render(one).splitlines()]
        left = len(located) - place - 1
        if len(shown) + len(added) + (left > 0) > room:
            shown += added[: max(room - 1 - len(shown), 0)] if not shown else []
            return _lines([*shown, _cut(visible(more)), *closing])
        shown += added
    return _lines([*shown, *closing])


def workflow(located: Sequence[Located], text: str, *, token: str) -> str:
    """Returns commands of GitHub's runner that mark the lines, then a text that commands nothing.

    At most ten errors and ten warnings are marked: more are not shown.

    Args:
        text: what stands in the log of the run.
        token: ends the text; nobody may be able to guess it.

    Source: "Workflow commands for GitHub Actions"; escaping as in actions/toolkit, command.ts.
    """
    marked = [*_first(located, warning=False), *_first(located, warning=True)]
    commands = [_command(one) for one in marked]
    quoted = visible(text, keep="\n").split("\n")
    return _lines([*commands, f"::stop-commands::{token}", *quoted, f"::{token}::"])


def code_quality(located: Iterable[Located]) -> str:
    """Returns a report for GitLab: the JSON of its Code Quality, a list.

    Source: GitLab's "Code Quality", "Code Quality report format".
    """
    return json.dumps([_issue(one) for one in _numbered(located)], indent=2) + "\n"


def markdown(located: Sequence[Located], lines: Sequence[str]) -> str:
    """Returns all of it as Markdown in which nothing of a stranger's is markup or a mention."""
    wrong = sum(not one.problem.warning for one in located)
    heading = f"{amount(wrong, 'problem')} in sheets" if wrong else "Sheets"
    text = as_text(located, lines).rstrip("\n")
    longest = max((len(found[0]) for found in _TICKS.finditer(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"### {heading}\n\n{fence}text\n{text}\n{fence}\n"


def _first(located: Iterable[Located], *, warning: bool) -> list[Located]:
    return [one for one in located if one.problem.warning == warning][:FORGE_SHOWS]


def _command(located: Located) -> str:
    """Returns the command that marks the place of a problem."""
    problem = located.problem
    where = {"file": _path(located)}
    if located.line:
        where |= {"line": str(located.line), "col": str(max(located.column, 1))}
    where["title"] = problem.code
    properties = ",".join(f"{name}={_property(value)}" for name, value in where.items() if value)
    kind = "warning" if problem.warning else "error"
    return f"::{kind} {properties}::{_escaped(_message(located))}"


def _message(located: Located) -> str:
    problem = located.problem
    rule = f"Rule {problem.rule}." if problem.rule else ""
    parts = [f"{problem.message}.", " ".join(problem.hint.splitlines()), rule]
    return shortened(" ".join(part for part in parts if part), _LONGEST_MESSAGE)


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _numbered(located: Iterable[Located]) -> Iterator[tuple[Located, int]]:
    """Yields problems, each with how many before it say the same of the same line."""
    seen: dict[tuple[str, int, str, str], int] = {}
    for one in located:
        key = (one.source, one.line, one.problem.code, one.problem.message)
        seen[key] = seen.get(key, -1) + 1
        yield one, seen[key]


def _issue(numbered: tuple[Located, int]) -> dict[str, object]:
    located, place = numbered
    problem, path = located.problem, _path(located) or "."
    named = json.dumps([path, located.line, problem.code, problem.message, place])
    return {
        "description": _message(located),
        "check_name": problem.code,
        "fingerprint": sha256(named.encode()).hexdigest(),
        "severity": "minor" if problem.warning else "major",
        "location": {"path": path, "lines": {"begin": max(located.line, 1)}},
    }


def _path(located: Located) -> str:
    return visible(located.source[:_LONGEST_PATH])


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
