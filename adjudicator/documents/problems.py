"""Problems with their places: source, line, column, and the two forms in which they are shown.

A `Problem` knows a path in a document; a `Located` adds the file and the place in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from adjudicator.core.english import amount
from adjudicator.core.limits import MAX_PROBLEMS
from adjudicator.core.problem import Path, Problem, Refused, Unusable
from adjudicator.core.strict_json import JSONValue
from adjudicator.core.visible import visible

__all__ = [
    "AT_KEY",
    "MAX_PROBLEMS",
    "Located",
    "RefusedFile",
    "UnusableFile",
    "as_json",
    "closest_name",
    "in_log",
    "list_of",
    "nearest",
    "path_text",
    "quoted",
    "render",
    "shortened",
    "summary",
    "unusable_file",
]

AT_KEY = ("at", "key")
"""A fact of a problem that is about the key at the end of its path, not about the value there."""

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_SHOWN = 60
_LONGEST_PATH = 200
_INDENT = "    "


class Located(NamedTuple):
    """A problem and its place; line and column count from 1, line 0 means the file as a whole.

    `text` is the offending piece of the file as it is to be shown, or empty.
    """

    problem: Problem
    """What is wrong."""
    source: str
    """The file, as its owner named it."""
    line: int = 0
    """The line, from 1; 0: the whole file."""
    column: int = 0
    """The column, from 1."""
    text: str = ""
    """The line itself, to be shown."""


class RefusedFile(Refused):
    """A file has problems, each of which knows its place; nothing was changed."""

    def __init__(self, located: Iterable[Located]) -> None:
        self.located: tuple[Located, ...] = tuple(located)
        """All problems, each with its place in the file."""
        super().__init__(one.problem for one in self.located)

    def __str__(self) -> str:
        """Returns what is wrong, and where, in a line."""
        return "; ".join(
            f"{one.source}{f':{one.line}:{one.column}' if one.line else ''}: {one.problem.message}"
            for one in self.located
        )


class UnusableFile(RefusedFile, Unusable):
    """A file cannot be read or written at all."""


def unusable_file(path: object, code: str, message: str, hint: str) -> UnusableFile:
    """Returns the one problem of a file or folder that cannot be used, to be raised."""
    problem = Problem(code, message, hint=hint, kind="unusable")
    return UnusableFile([Located(problem, str(path))])


def shortened(text: str, limit: int = _SHOWN) -> str:
    """Returns `text` on one line, printable, with an ellipsis for what exceeds `limit`."""
    flat = " ".join(text[: 4 * limit].split())
    cut = len(flat) > limit or len(text) > 4 * limit
    return visible(flat[: limit - 1] + "…" if cut else flat)


def quoted(text: str, limit: int = _SHOWN) -> str:
    """Returns `text` in double quotes, printable and shortened, for use in a message."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return '"' + visible(cut.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def list_of(names: Iterable[str], limit: int = 12) -> str:
    """Returns the names as a list in words, saying how many more there are beyond `limit`."""
    every = tuple(names)
    shown = ", ".join(every[:limit])
    return f"{shown} and {len(every) - limit} more" if len(every) > limit else shown


def nearest(word: str, names: Iterable[str]) -> str:
    """Returns a hint: the name that was probably meant, or else all names."""
    every = list(names)
    meant = closest_name(word, every)
    if meant:
        return f"Did you mean {quoted(meant)}?"
    if not every:
        return "Nothing may stand here"
    return f"Possible here: {list_of(map(quoted, every))}"


def closest_name(word: str, names: Sequence[str]) -> str:
    """Returns the name that was probably meant; empty if none is near."""
    spelled = {name.lower().replace("_", "-"): name for name in names}
    plain = word[:80].lower().replace("_", "-").replace(" ", "-")
    found = get_close_matches(plain, spelled, n=1, cutoff=0.7)
    return spelled[found[0]] if found else ""


def path_text(path: Path) -> str:
    """Returns a path as people write it: `orders.maneuvers[1].path[1]`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN_KEY.fullmatch(step):
            text += f".{step}" if text else step
        else:
            text += f"[{quoted(step)}]"
    return text


def render(located: Located) -> str:
    """Returns the problem as text: location, kind, code, message; path and text; hint and rule."""
    problem = located.problem
    place = visible(located.source)
    if located.line:
        place += f":{located.line}:{located.column}"
    kind = "warning" if problem.warning else problem.kind
    lines = [f"{place}: " if place else ""]
    lines[0] += f"{kind} {problem.code}: {visible(problem.message)}"
    path = path_text(problem.path)
    if len(path) > _LONGEST_PATH:
        path = "…" + path[1 - _LONGEST_PATH :]
    where = " ".join(part for part in (path, visible(located.text)) if part)
    if where:
        lines.append(_INDENT + where)
    lines.extend(_INDENT + line for line in _advice(problem))
    return "\n".join(lines)


def summary(located: Iterable[Located], outcome: str) -> str:
    """Returns the closing line, such as `2 problems in 1 file; nothing was adjudicated.`

    Warnings are counted apart.
    """
    every = tuple(located)
    warnings = sum(one.problem.warning for one in every)
    counts = [
        amount(count, word)
        for count, word in ((len(every) - warnings, "problem"), (warnings, "warning"))
        if count
    ]
    files = {one.source for one in every if one.source}
    where = f" in {amount(len(files), 'file')}" if files or not every else ""
    return f"{' and '.join(counts) or 'no problems'}{where}; {outcome}."


def in_log(problem: Problem, source: str) -> Located:
    """Returns a problem of a log with its place, from the line that it names as a fact."""
    line = dict(problem.facts).get("line", 0)
    if not isinstance(line, int) or not line:
        return Located(problem, source)
    return Located(problem._replace(path=problem.path[1:]), source, line, 1)


def as_json(located: Located) -> dict[str, JSONValue]:
    """Returns the problem as JSON data for `--json`; always the same keys."""
    problem = located.problem
    return {
        "source": located.source,
        "line": located.line or None,
        "column": located.column or None,
        "kind": problem.kind,
        "warning": problem.warning,
        "code": problem.code,
        "message": problem.message,
        "path": list(problem.path),
        "text": located.text,
        "hint": problem.hint,
        "rule": problem.rule,
        "facts": dict(problem.facts),
    }


def _advice(problem: Problem) -> list[str]:
    """The hint and the rule; a hint of several lines (something to paste) keeps its lines."""
    lines = [visible(line) for line in problem.hint.splitlines()]
    rule = f"Rule {visible(problem.rule)}." if problem.rule else ""
    if len(lines) > 1:
        return [*lines, rule] if rule else lines
    hint = lines[0] if lines else ""
    if hint and (hint[-1].isalnum() or hint[-1] in "\"'`)]"):
        hint += "."
    both = [part for part in (hint, rule) if part]
    return ["   ".join(both)] if both else []
