"""Reads the source as syntax trees, and recognises in them what test_tidy.py is about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MADE = {"__pycache__", "build", "dist", "out", "western-turn"}
"""Folders that tools and the README's main command make and .gitignore names, besides the dot
folders of the tools."""
OWN_DOT_FOLDERS = {".ci", ".github"}

GAME_NAMES = ("fortress-america", "galactic-conquest", "invasion-america", "stratix")
SET_TYPES = {"AbstractSet", "FrozenSet", "MutableSet", "Set", "frozenset", "set"}
SET_METHODS = {"difference", "intersection", "symmetric_difference", "union"}
ORDER_KEEPING = {"enumerate", "filter", "iter", "join", "list", "map", "next", "reversed", "tuple"}
"""Calls that hand on the order of what they are given."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """One Python file, read and parsed."""

    path: Path
    text: str
    tree: ast.Module

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree; most checks walk over them all."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The module's name inside the package, in parts: ("core", "table")."""
        inside = self.path.relative_to(ROOT / "adjudicator").with_suffix("").parts
        return inside[:-1] if inside[-1] == "__init__" else inside

    @property
    def layer(self) -> str:
        """The first part; "" for the package itself. The verifiers, and what runs in the judge's
        page, are layers of their own."""
        if self.parts[:2] == ("audit", "verifiers"):
            return "verifiers"
        if self.parts[:2] == ("judge", "inside"):
            return "inside"
        return self.parts[0] if self.parts else ""

    def at(self, node: ast.AST | int, message: str) -> str:
        """Returns a finding with its place."""
        line = node if isinstance(node, int) else getattr(node, "lineno", 1)
        return f"{self.path.relative_to(ROOT).as_posix()}:{line}: {message}"


def _read(folder: str) -> tuple[Source, ...]:
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found.append(Source(path, text, ast.parse(text, str(path))))
    return tuple(found)


@lru_cache(maxsize=1)
def package() -> tuple[Source, ...]:
    """Every module of the package."""
    return _read("adjudicator")


@lru_cache(maxsize=1)
def all_python() -> tuple[Source, ...]:
    """Every module of the package and of its tests."""
    return (*package(), *_read("tests"))


@lru_cache(maxsize=1)
def module_names() -> frozenset[str]:
    """The dotted names of all modules of the package, without the package's own."""
    return frozenset(".".join(source.parts) for source in package())


def repository_files() -> Iterator[Path]:
    """Yields every file of the repository, without what tools make."""
    folders = [ROOT]
    while folders:
        for path in sorted(folders.pop().iterdir()):
            if not path.is_dir():
                if path.name != ".git":  # a file where the checkout is a worktree
                    yield path
            elif not is_made(path):
                folders.append(path)


def is_made(folder: Path) -> bool:
    name = folder.name
    if name.startswith("."):
        return name not in OWN_DOT_FOLDERS
    return name in MADE or name.endswith(".egg-info")


def report(findings: Iterable[str]) -> None:
    """Fails with all findings, one a line."""
    lines = list(findings)
    assert not lines, "\n" + "\n".join(lines)


def imports(source: Source) -> Iterator[tuple[ast.stmt, str]]:
    """Yields every import as a dotted name; a name of the package begins with "adjudicator."."""
    for node in source.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            for alias in node.names:
                longer = f"{base}.{alias.name}"
                inside = longer.removeprefix("adjudicator.")
                is_module = base.split(".")[0] == "adjudicator" and inside in module_names()
                yield node, longer if is_module or base == "adjudicator" else base


def chapters_of(docstring: str) -> list[list[str]]:
    """Returns the chapters of an index of modules: names between commas, indented by four."""
    chapters: list[list[str]] = [[]]
    for line in docstring.splitlines():
        if line.startswith("    "):
            chapters[-1] += re.findall(r"\w+", line)
        elif chapters[-1]:
            chapters.append([])
    return [chapter for chapter in chapters if chapter]


def functions(tree: ast.AST) -> Iterator[Definition]:
    for node in ast.walk(tree):
        if isinstance(node, Definition):
            yield node


def _parameters(function: Definition) -> Iterator[ast.arg]:
    arguments = function.args
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (arg for arg in (arguments.vararg, arguments.kwarg) if arg is not None)


def tables(function: Definition) -> set[str]:
    """The names under which a function is given a table."""
    return {
        arg.arg
        for arg in _parameters(function)
        if arg.arg == "table"
        or (arg.annotation is not None and re.search(r"\bTable\b", ast.unparse(arg.annotation)))
    }


def own_nodes(function: Definition, names: set[str]) -> Iterator[ast.AST]:
    """Yields the nodes of a function without those of inner functions that know no table."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Definition | ast.Lambda) and not _uses(node, names):
            continue
        yield node
        waiting.extend(ast.iter_child_nodes(node))


def _uses(tree: ast.AST, names: set[str]) -> bool:
    """Whether a table is used, otherwise than to look at its state."""
    looked_at = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "state"
    }
    return any(
        isinstance(node, ast.Name) and node.id in names and id(node) not in looked_at
        for node in ast.walk(tree)
    )


def held_back(node: ast.AST, names: set[str]) -> str:
    match node:
        case ast.Try() | ast.TryStar():
            return "`try`"
        case ast.With() | ast.AsyncWith():
            return "`with`"
        case ast.Yield() | ast.YieldFrom():
            return "`yield`"
        case ast.Await() | ast.AsyncFor():
            return "`async`"
        case ast.GeneratorExp() if _uses(node, names):
            return "a generator that uses it"
        case _:
            return ""


def is_set(node: ast.AST, known: set[str]) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(id=name):
            return name in known
        case ast.Call(func=ast.Name(id=name)):
            return name in ("set", "frozenset")
        case ast.Call(func=ast.Attribute(value=value, attr=attr)):
            return attr in SET_METHODS and is_set(value, known)
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor() | ast.Sub(),
                       right=right):  # fmt: skip
            return is_set(left, known) or is_set(right, known)
        case ast.IfExp(body=body, orelse=orelse):
            return is_set(body, known) or is_set(orelse, known)
        case _:
            return False


def _is_set_type(annotation: ast.expr | None) -> bool:
    base = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return isinstance(base, ast.Name) and base.id in SET_TYPES


def known_sets(scope: ast.AST) -> set[str]:
    """The names that are sets in a function or module, by annotation or by first value."""
    known: set[str] = set()
    for node in ast.walk(scope):
        match node:
            case ast.arg(arg=name, annotation=annotation) if _is_set_type(annotation):
                known.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                if _is_set_type(annotation):
                    known.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_set(value, known):
                known.add(name)
    return known


def without_functions(tree: ast.Module) -> list[ast.stmt]:
    return [node for node in tree.body if not isinstance(node, Definition | ast.ClassDef)]


def walked_over(node: ast.AST) -> tuple[ast.expr, ...]:
    """What a node walks over in order, where that order lasts."""
    match node:
        case ast.For(iter=walked):
            return (walked,)
        case ast.ListComp(generators=loops) | ast.DictComp(generators=loops):
            return tuple(loop.iter for loop in loops)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
            if name in ORDER_KEEPING:
                return tuple(args)
            if name in ("all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum"):
                return ()
            given = [arg for arg in args if isinstance(arg, ast.GeneratorExp)]
            return tuple(loop.iter for generator in given for loop in generator.generators)
        case ast.YieldFrom(value=walked) | ast.Starred(value=walked):
            return (walked,)
        case _:
            return ()


def float_word(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=float() | complex()):
            return "a float literal"
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return "true division"
        case ast.Call(func=ast.Name(id="float")):
            return "float()"
        case _:
            return ""


def is_decorated(node: Definition, *names: str) -> bool:
    words = [ast.unparse(decorator).split("(")[0] for decorator in node.decorator_list]
    return any(word.split(".")[-1] in names for word in words)


def public_definitions(owner: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef | Definition]:
    for node in owner.body:
        if not isinstance(node, ast.ClassDef | Definition) or node.name.startswith("_"):
            continue
        if isinstance(node, ast.ClassDef):
            yield node
            yield from public_definitions(node)
        elif not is_decorated(node, "overload", "setter"):
            yield node


def exports(tree: ast.Module) -> tuple[ast.stmt, list[str]] | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return node, list(ast.literal_eval(node.value))
    return None


def bound_names(tree: ast.Module) -> set[str]:
    """All names that a module binds at its top level, or there under an `if` or its `else`."""
    names: set[str] = set()
    unseen = [node for one in tree.body if isinstance(one, ast.If) for node in one.body]
    functions = (node for node in unseen if isinstance(node, ast.FunctionDef))
    others = (one.orelse for one in tree.body if isinstance(one, ast.If))
    for node in chain(tree.body, functions, *others):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {alias.asname or alias.name for alias in aliases}
            case ast.Assign() | ast.AnnAssign():
                names |= {
                    inner.id
                    for inner in ast.walk(node)
                    if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
                }
    return names


def lines_of_text() -> Iterator[tuple[Path, int, str]]:
    for path in repository_files():
        raw = path.read_bytes()
        if b"\0" not in raw[:8000]:
            for number, line in enumerate(raw.decode("utf-8", "replace").splitlines(), start=1):
                yield path, number, line


def compared(node: ast.AST) -> tuple[ast.expr, ...]:
    """What a node compares or matches."""
    match node:
        case ast.Compare(left=left, comparators=others):
            if all(isinstance(other, ast.Constant) and other.value is None for other in others):
                return ()
            return (left, *others)
        case ast.Match(subject=subject):
            return (subject,)
        case ast.Call(func=ast.Attribute(attr="startswith" | "endswith", value=value), args=args):
            return (value, *args)
        case ast.Subscript(value=value, slice=key) if ast.unparse(value) != "Literal":
            return (key,)
        case _:
            return ()


def names_edition(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return text.startswith(GAME_NAMES)
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in ("edition", "_edition"):
            return True
        case ast.Attribute(attr="name" | "title" | "year" | "id", value=value):
            return ast.unparse(value).split(".")[-1].strip("_") in ("edition", "game", "rules")
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(names_edition(part) for part in parts)
        case _:
            return False
