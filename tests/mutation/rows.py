"""The rows of a game's table: paragraphs, what carries them out as code, and their cases."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, partial
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from adjudicator.documents.cases import Case, read_case
from tests.coverage_table import Rulebook, cases, cases_of, function_source, paragraphs
from tests.mutation.changes import Change, applied, changes_in, is_sample, wording_names

__all__ = ["Row", "Show", "Target", "all_shows", "rows_of", "targets_of"]

ROOT = Path(__file__).resolve().parents[2]
VERSION = "1"
"""Part of every fingerprint; raised when other changes are made."""
FUTURE = ast.parse("from __future__ import annotations").body[0]


class Show(NamedTuple):
    """A case, read."""

    key: str
    """Its folder and name."""
    fingerprint: str
    """Of its bytes."""
    case: Case


class Target:
    """A function, or the value of a constant, that a row names or that belongs to its class."""

    def __init__(
        self, name: str, module: str, tree: ast.Module, names: Sequence[str], node: ast.stmt
    ) -> None:
        self.name = name
        """As the table names it, or with the method of a class that it names."""
        self.module = module
        self.tree = tree
        """The whole module."""
        self.names = tuple(names)
        self.node = node

    @property
    def path(self) -> str:
        """The file of the module."""
        return str(sys.modules[self.module].__file__)

    @property
    def span(self) -> tuple[int, int]:
        """Its first line and its last, decorators too."""
        decorators = getattr(self.node, "decorator_list", ())
        first = min([self.node.lineno, *(one.lineno for one in decorators)])
        return first, self.node.end_lineno or first

    @property
    def is_function(self) -> bool:
        """False: a constant."""
        return isinstance(self.node, ast.FunctionDef)

    @cached_property
    def called(self) -> tuple[str, ...]:
        """The functions of its module, and the methods of its class, whose names it uses."""
        if not self.is_function:
            return ()
        module, outer = self.name.split(".")[0], self.names[:-1]
        samples = {
            id(inner)
            for node in ast.walk(self.node)
            if isinstance(node, ast.keyword | ast.FunctionDef) and is_sample(node)
            for inner in ast.walk(node)
        }
        found = {
            node.id
            for node in ast.walk(self.node)
            if isinstance(node, ast.Name) and id(node) not in samples
        }
        own = {
            node.attr
            for node in ast.walk(self.node)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in ("self", "cls")
        }
        methods = [
            f"{module}.{one.name}.{inner.name}"
            for one in self.tree.body
            if isinstance(one, ast.ClassDef) and outer == (one.name,)
            for inner in one.body
            if isinstance(inner, ast.FunctionDef) and inner.name in own
        ]
        functions = [
            f"{module}.{one.name}"
            for one in self.tree.body
            if isinstance(one, ast.FunctionDef) and one.name in found
        ]
        return (*functions, *methods)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every change of it."""
        return changes_in(self.node, wording_names(self.tree))

    @cached_property
    def fingerprint(self) -> str:
        """Of its source."""
        return hashlib.sha256(f"{VERSION} {ast.unparse(self.node)}".encode()).hexdigest()[:16]

    @cached_property
    def live(self) -> FunctionType | None:
        """The function that runs; None: there is none whose code could be replaced."""
        found: Any = sys.modules[self.module]
        for name in self.names:
            found = vars(found).get(name)
            for inside in ("__func__", "fget", "func"):
                found = (
                    getattr(found, inside, found) if not isinstance(found, FunctionType) else found
                )
        found = unwrap(found) if callable(found) else None
        is_same = isinstance(found, FunctionType) and self.path == found.__code__.co_filename
        return found if is_same else None

    def code(self, change: Change) -> CodeType:
        """Returns the code of the changed function."""
        node: ast.stmt = self.node
        for name in reversed(self.names[:-1]):
            node = ast.ClassDef(name, [], [], [node], [], lineno=1, col_offset=0)
        with applied(change):
            code = compile(ast.Module([FUTURE, node], []), self.path, "exec")
        for name in self.names:
            code = next(
                one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name
            )
        return code

    def whole(self, change: Change) -> CodeType:
        """Returns the code of the changed module."""
        with applied(change):
            return compile(self.tree, self.path, "exec")


class Row(NamedTuple):
    """A row of the table."""

    citation: str
    targets: tuple[Target, ...]
    shows: tuple[Show, ...]


def rows_of(book: Rulebook, paragraph: str = "") -> tuple[Row, ...]:
    """Returns the rows of a table whose paragraph begins with some words."""
    by_key = {show.key: show for show in all_shows(book)}
    named = frozenset(name for one in paragraphs(book) for name in one.functions)
    return tuple(
        Row(
            one.citation,
            tuple(_with_called(book, one.functions, named)),
            tuple(by_key[case.key] for case in cases_of(book, one)),
        )
        for one in paragraphs(book)
        if one.citation.startswith(paragraph)
    )


def _with_called(book: Rulebook, names: Sequence[str], named: frozenset[str]) -> Iterator[Target]:
    """Yields what stands behind names of the table, and the functions of their modules that they
    call and that no row names: a rule is often told by one function and carried out by those."""
    seen = set(names)
    waiting = list(names)
    while waiting:
        for target in targets_of(book, waiting.pop(0)):
            yield target
            for called in target.called:
                if called not in seen and called not in named:
                    seen.add(called)
                    waiting.append(called)


@cache
def all_shows(book: Rulebook) -> tuple[Show, ...]:
    """Returns every case of a game, read."""
    return tuple(
        Show(one.key, hashlib.sha256(one.path.read_bytes()).hexdigest()[:12], read_case(one.path))
        for one in cases(book)
    )


@cache
def targets_of(book: Rulebook, name: str) -> tuple[Target, ...]:
    """Returns what stands behind a name of the table: a function, a class's, or constants."""
    path = function_source(book, name)
    assert path is not None, name
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    import_module(module)
    tree = _tree(path)
    names = name.split(".")[1:]
    *outer, last = names
    body = tree.body
    for one in outer:
        (body,) = (n.body for n in body if isinstance(n, ast.ClassDef) and n.name == one)
    make = partial(Target, module=module, tree=tree)
    return tuple(_made(make, name, names, next(n for n in body if last in _bound(n)), tree))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _bound(node: ast.stmt) -> frozenset[str]:
    """Returns the names that a statement gives something to."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return frozenset({name})
        case ast.Assign(targets=targets):
            return frozenset(one.id for one in targets if isinstance(one, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            return frozenset({name})
        case _:
            return frozenset()


def _made(
    make: Any, name: str, names: Sequence[str], node: ast.stmt, tree: ast.Module
) -> Iterator[Target]:
    if isinstance(node, ast.ClassDef):
        for inner in node.body:
            for own in sorted(_bound(inner)):
                if not isinstance(inner, ast.ClassDef):
                    yield make(name=f"{name}.{own}", names=[*names, own], node=inner)
        return
    yield make(name=name, names=names, node=node)
    if isinstance(node, ast.Assign | ast.AnnAssign) and len(names) == 1:
        module = name.split(".")[0]
        for own, inner in _private_constants(node, tree, {names[0]}):
            yield make(name=f"{module}.{own}", names=[own], node=inner)


def _private_constants(
    node: ast.stmt, tree: ast.Module, seen: set[str]
) -> Iterator[tuple[str, ast.stmt]]:
    """Yields the private constants of the module out of which a constant is put together."""
    used = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    for other in tree.body:
        if isinstance(other, ast.Assign | ast.AnnAssign):
            for own in sorted((_bound(other) & used) - seen):
                if own.startswith("_"):
                    seen.add(own)
                    yield own, other
                    yield from _private_constants(other, tree, seen)
