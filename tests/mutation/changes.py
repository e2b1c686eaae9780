"""The changes of one function or constant: operators, constants and conditions, one at a time."""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

__all__ = ["Change", "applied", "changes_in", "is_sample", "wording_names"]

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr,
}  # fmt: skip
CALLED = {"any": "all", "all": "any", "min": "max", "max": "min"}
SENTENCES = {"hint", "message", "prompt", "rule", "text", "title"}
"""Arguments that hold the program's own wording."""
HEAD = 90
"""So many letters of a statement stand in the text of a change."""
UNREAD = {"decorator_list", "returns", "annotation", "args", "type_params", "type_comment"}
"""Fields of definitions and annotated names in which nothing is changed."""


class Change(NamedTuple):
    """One thing made different in a tree."""

    text: str
    """The statement, and what becomes of what in it; unique in its function."""
    first: int
    """The first line of the statement without its body."""
    last: int
    """The last one."""
    parent: ast.AST
    field: str
    place: int | None
    """None: the field is no list."""
    other: ast.expr | str
    """What stands there instead."""


def changes_in(tree: ast.AST, wording: frozenset[str] = frozenset()) -> tuple[Change, ...]:
    """Returns every change of a function or of the value of a constant, in the order of the source.

    Args:
        wording: names of functions that make words for people.
    """
    seen: Counter[str] = Counter()
    found = []
    for change in _in_statement(tree, tree, wording):
        seen[change.text] += 1
        nth = seen[change.text]
        found.append(change if nth == 1 else change._replace(text=f"{change.text} ({nth})"))
    return tuple(found)


@contextmanager
def applied(change: Change) -> Iterator[None]:
    """Makes a change in its tree, and takes it back at the end."""
    old = getattr(change.parent, change.field)
    if change.place is None:
        setattr(change.parent, change.field, change.other)
    else:
        setattr(
            change.parent,
            change.field,
            [*old[: change.place], change.other, *old[change.place + 1 :]],
        )
    try:
        yield
    finally:
        setattr(change.parent, change.field, old)


def wording_names(module: ast.Module) -> frozenset[str]:
    """Returns the names that a module imports from modules of words."""
    return frozenset(
        alias.asname or alias.name
        for node in module.body
        if isinstance(node, ast.ImportFrom) and re.search(r"(english|words)$", node.module or "")
        for alias in node.names
    )


def _in_statement(node: ast.AST, statement: ast.AST, wording: frozenset[str]) -> Iterator[Change]:
    """Yields the changes below a node, each told by the statement it is in."""
    for field, value in ast.iter_fields(node):
        if field in UNREAD and isinstance(node, ast.stmt | ast.arg):
            continue
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(child, ast.AST) or _is_left_out(child, wording):
                continue
            if isinstance(node, ast.Call) and _is_place(node, field, index):
                continue
            here = child if isinstance(child, ast.stmt) else statement
            place = index if isinstance(value, list) else None
            if isinstance(child, ast.expr):
                first, last = _lines(here)
                for old, other in _others(child, is_condition=_is_condition(node, field)):
                    text = f"{_head(here)} | {old} -> {_shown(other)}"
                    yield Change(text, first, last, node, field, place, other)
            yield from _in_statement(child, here, wording)


def _is_condition(parent: ast.AST, field: str) -> bool:
    return (
        field == "test" and isinstance(parent, ast.If | ast.IfExp | ast.While)
    ) or field == "ifs"


def _is_left_out(node: ast.AST, wording: frozenset[str]) -> bool:
    """Is this a docstring, an assertion, or wording for people?"""
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.keyword):
        return node.arg in SENTENCES or is_sample(node)
    if isinstance(node, ast.FunctionDef):
        return is_sample(node)
    if isinstance(node, ast.IfExp):
        return _is_wording(node.body) or _is_wording(node.orelse)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in wording or node.func.id.endswith("_text")
    return isinstance(node, ast.expr) and _is_wording(node)


def is_sample(node: ast.AST) -> bool:
    """Does this only make examples and matches by chance? No case sees them."""
    return getattr(node, "arg" if isinstance(node, ast.keyword) else "name", "") == "sample"


def _is_place(call: ast.Call, field: str, index: int) -> bool:
    """Is this argument a place in a sheet, or what a problem says behind its code?"""
    if field != "args":
        return False
    if isinstance(call.func, ast.Name) and call.func.id == "Problem":
        return index > 0
    given = call.args[index]
    return isinstance(given, ast.Tuple) and any(
        isinstance(one, ast.Constant) and isinstance(one.value, str) for one in given.elts
    )


def _is_wording(node: ast.expr) -> bool:
    """Is this a sentence, or a string with a space that becomes part of one?"""
    if isinstance(node, ast.JoinedStr):
        parts = (part.value for part in node.values if isinstance(part, ast.Constant))
        return any(" " in str(part) for part in parts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def _others(node: ast.expr, *, is_condition: bool) -> Iterator[tuple[str, ast.expr]]:
    """Yields what may stand in place of an expression, each with what it replaces in words."""
    old = _shown(node)
    if is_condition and not isinstance(node, ast.Constant):
        yield from ((old, _placed(ast.Constant(value), node)) for value in (True, False))
    for other in _of_kind(node):
        yield old, _placed(other, node)


def _of_kind(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            for n, op in enumerate(node.ops):
                ops = [COMPARED[type(op)]() if k == n else one for k, one in enumerate(node.ops)]
                yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
            for n in range(len(node.values)):
                left = [one for k, one in enumerate(node.values) if k != n]
                yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.BinOp() if type(node.op) in RECKONED:
            yield ast.BinOp(node.left, RECKONED[type(node.op)](), node.right)
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            yield ast.Call(ast.Name(CALLED[name], ast.Load()), node.args, node.keywords)
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as value) if re.fullmatch(r"[a-z0-9][a-z0-9_/-]*", value):
            yield ast.Constant(f"{value}-changed")
        case _:
            pass


def _placed(other: ast.expr, node: ast.expr) -> ast.expr:
    """Returns a new expression at the place of the old one; parts of the tree stay their own."""
    other = copy.copy(other)
    return ast.fix_missing_locations(ast.copy_location(other, node))


def _shown(node: ast.expr) -> str:
    return " ".join(ast.unparse(node).split())


def _head(statement: ast.AST) -> str:
    """Returns the beginning of a statement, without the statements in it."""
    text = ast.unparse(statement).split("\n")[0].removesuffix(":")
    return text if len(text) <= HEAD else f"{text[:HEAD]}..."


def _lines(statement: ast.AST) -> tuple[int, int]:
    """Returns the lines of a statement without those of the statements in it."""
    first = getattr(statement, "lineno", 1)
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
        return first, max(first, body[0].lineno - 1)
    return first, getattr(statement, "end_lineno", first)
