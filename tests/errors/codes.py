"""The codes of all problems in the source, found in its syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

__all__ = ["codes_in_source"]

PACKAGE = Path(__file__).resolve().parents[2] / "adjudicator"
SPELLED = {"unknown-{}": ("unknown-op", "unknown-order", "unknown-standing")}
"""The codes that an f-string makes."""


def codes_in_source() -> dict[str, list[str]]:
    """Returns by code the places that make it; a code that cannot be read off is an assertion.

    What an audit of an event finds has codes too, and no command ends with one: falsified events
    show them (`tests/tournament/forged_events.py`).
    """
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.parent.name == "tournament" and path.name.startswith("audit"):
            continue
        tree = ast.parse(path.read_text())
        for code, line in _codes(tree, path.name):
            found.setdefault(code, []).append(f"{path.relative_to(PACKAGE.parent)}:{line}")
    return found


def _codes(tree: ast.Module, name: str) -> Iterator[tuple[str, int]]:
    carriers = {"Problem": 0, "failure": 0, "unusable_file": 1, "other_kind": 1, "check_no_log": 2}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [one.arg for one in node.args.args if one.arg not in ("self", "cls")]
            if "code" in names:
                carriers[node.name] = names.index("code")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in carriers:
                given = [one.value for one in node.keywords if one.arg == "code"]
                for code in _spelled((given or node.args[carriers[called] :])[0], name):
                    yield code, node.lineno


def _spelled(code: ast.expr, name: str) -> Iterator[str]:
    if isinstance(code, ast.Constant):
        assert isinstance(code.value, str)
        yield code.value
    elif isinstance(code, ast.IfExp):
        yield from _spelled(code.body, name)
        yield from _spelled(code.orelse, name)
    elif isinstance(code, ast.JoinedStr):
        parts = [str(one.value) if isinstance(one, ast.Constant) else "{}" for one in code.values]
        yield from SPELLED["".join(parts)]
    else:
        # Inside a function that is handed its code.
        assert isinstance(code, ast.Name), f"{name}:{code.lineno}: write the code as a literal"
        assert code.id == "code", f"{name}:{code.lineno}: write the code as a literal"
