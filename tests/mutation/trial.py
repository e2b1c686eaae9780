"""Runs cases in a forked child in which one thing is changed."""

from __future__ import annotations

import ast
import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import _lru_cache_wrapper, cached_property
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from adjudicator.documents.cases import differences
from adjudicator.registry import by_name
from tests.mutation.changes import Change
from tests.mutation.rows import Show, Target

__all__ = ["IMPORT", "Paths", "differs", "paths_of", "tried", "wants_import"]

MOST_SECONDS = 5.0
"""Of computing, for one case; whoever takes longer never ends. The slowest takes a tenth, with all
charts to be made first a half."""
IMPORT = "import"
"""Under this name stand the lines that run while the game is imported."""
MOST_MEMORY = 3 << 30
"""In bytes."""


class Paths(NamedTuple):
    """Where the cases come past."""

    lines: Mapping[str, Mapping[str, frozenset[int]]]
    """By case and file, the lines that ran."""
    cached: frozenset[tuple[str, int]]
    """File and first line of functions that ran so that something else is kept: they may not run
    again, so their lines tell nothing of later cases."""
    wrong: tuple[str, ...]
    """Cases that differ with nothing changed."""


def differs(show: Show) -> bool:
    """Does a case notice that something is changed? A crash is noticed too."""
    try:
        return bool(differences(show.case, by_name()))
    except BaseException:
        return True


def tried(
    target: Target, change: Change, rows: Sequence[Sequence[Show]], known: dict[str, bool],
    *, anew: bool,
) -> None:  # fmt: skip
    """Runs the cases of each row until one notices the change; adds to what is known by case.

    Args:
        anew: whether the game is to be imported anew with the changed module.
    """
    ends = 0
    while any(_open(row, known) for row in rows):
        last = ""
        for key, verdict in _in_child(lambda: _changed(target, change, anew=anew), rows, known):
            last = key
            if verdict is not None:
                known[key] = verdict
        if last and last not in known:  # it never came to an end
            known[last] = True
            ends += 1
        assert last, f"{target.name}: {change.text}: the child died before its first case"


def _open(row: Sequence[Show], known: Mapping[str, bool]) -> list[Show]:
    """Returns the cases of a row that are to be run: none once one has noticed."""
    if any(known.get(show.fingerprint) for show in row):
        return []
    return [show for show in row if show.fingerprint not in known]


def _in_child(
    change: Callable[[], None], rows: Sequence[Sequence[Show]], known: Mapping[str, bool]
) -> Iterator[tuple[str, bool | None]]:
    """Yields each case as it begins, with None, and its verdict when it has one."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _run(change, rows, dict(known), writing)
    os.close(writing)
    with os.fdopen(reading) as told:
        for line in told:
            key, word = line.split()
            yield key, None if word == "begins" else word == "notices"
    os.waitpid(child, 0)


def _run(
    change: Callable[[], None], rows: Sequence[Sequence[Show]], known: dict[str, bool], out: int
) -> None:
    """Runs the cases in the child, and never comes back."""
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        is_ready = False
        for row in rows:
            for show in row:
                if any(known.get(one.fingerprint) for one in row):
                    break
                if show.fingerprint in known:
                    continue
                os.write(out, f"{show.fingerprint} begins\n".encode())
                signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
                try:
                    if not is_ready:
                        change()
                        is_ready = True
                    known[show.fingerprint] = differs(show)
                except BaseException:  # the changed module cannot be imported
                    known[show.fingerprint] = True
                word = "notices" if known[show.fingerprint] else "holds"
                os.write(out, f"{show.fingerprint} {word}\n".encode())
    finally:
        os._exit(0)


def wants_import(target: Target, change: Change) -> bool:
    """Must the game be imported anew for this change? Else the code of a function is replaced."""
    live = target.live
    return live is None or len(target.code(change).co_freevars) != len(live.__code__.co_freevars)


def _changed(target: Target, change: Change, *, anew: bool) -> None:
    """Makes the change in this process."""
    if not anew:
        live: Any = target.live
        live.__code__ = target.code(change)
        return
    finder = _Finder(target.module, target.path, target.whole(change))
    _forgotten(target.module)
    sys.meta_path.insert(0, finder)


def _forgotten(module: str) -> None:
    """Forgets all modules of the game that a module is of, and whatever is kept."""
    package = ".".join(module.split(".")[:3])
    for name in [one for one in sys.modules if one == package or one.startswith(f"{package}.")]:
        del sys.modules[name]
    for cached in _caches():
        cached.cache_clear()


class _Loader(SourceFileLoader):
    """Loads a module from code that is at hand."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code


class _Finder(MetaPathFinder):
    """Finds one module, changed."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        self._name, self._path, self._code = name, path, code

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        loader = _Loader(self._name, self._path, self._code)
        return spec_from_file_location(self._name, self._path, loader=loader)


def _caches() -> list[Any]:
    """Returns every function of the package whose results are kept."""
    return [
        one
        for one in gc.get_objects()
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("adjudicator")
    ]


def _keepers() -> frozenset[tuple[str, int]]:
    """Returns file and first line of every function of the package whose results are kept."""
    kept = [one.__wrapped__.__code__ for one in _caches()]
    kept += [
        one.func.__code__
        for one in gc.get_objects()
        if isinstance(one, cached_property) and one.func.__module__.startswith("adjudicator")
    ]
    places = {(code.co_filename, code.co_firstlineno) for code in kept}
    for name, module in sorted(sys.modules.items()):
        if name.startswith(("adjudicator.boards.", "adjudicator.games.")) and module.__file__:
            places |= {(module.__file__, line) for line in _noting(Path(module.__file__))}
    return frozenset(places)


def _noting(path: Path) -> Iterator[int]:
    """Yields the lines of the methods that note something in their object for the next time."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            for one in ast.walk(node):
                if isinstance(one, ast.Assign) and any(map(_is_of_self, one.targets)):
                    yield min([node.lineno, *(one.lineno for one in node.decorator_list)])
                    break


def _is_of_self(target: ast.expr) -> bool:
    """Is this `self.name` or `self.name[...]`?"""
    if isinstance(target, ast.Subscript):
        target = target.value
    return (
        isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "self"
    )


def paths_of(
    shows: Sequence[Show], spans: Mapping[str, Sequence[tuple[int, int]]], module: str
) -> Paths:
    """Runs cases with nothing changed; returns where each comes past.

    The game is imported anew for it, so it belongs into a child.

    Args:
        spans: by file, from where to where what is looked at stands in it.
        module: a module of the game.
    """
    _forgotten(module)
    walker = _Walker(spans)
    with walker.under(IMPORT):
        by_name()[shows[0].case.game]
    walker.kept = _keepers()
    wrong = []
    for show in shows:
        with walker.under(show.fingerprint):
            is_wrong = differs(show)
        if is_wrong:
            wrong.append(show.key)
    frozen = {
        key: {name: frozenset(found) for name, found in one.items()}
        for key, one in walker.lines.items()
    }
    return Paths(frozen, frozenset(walker.cached), tuple(wrong))


class _Walker:
    """Notes which lines of some functions run."""

    def __init__(self, spans: Mapping[str, Sequence[tuple[int, int]]]) -> None:
        self._spans = spans
        self._is_wanted: dict[CodeType, bool] = {}
        self.lines: dict[str, dict[str, set[int]]] = {}
        self.cached: set[tuple[str, int]] = set()
        self.kept: frozenset[tuple[str, int]] = frozenset()
        self._here: dict[str, set[int]] = {}

    @contextmanager
    def under(self, key: str) -> Iterator[None]:
        """Notes what runs meanwhile under a name."""
        self._here = self.lines.setdefault(key, {})
        sys.settrace(self._entered)
        try:
            yield
        finally:
            sys.settrace(None)

    def _entered(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        wanted = self._is_wanted.get(code)
        if wanted is None:
            spans = self._spans.get(code.co_filename, ())
            wanted = any(first <= code.co_firstlineno <= last for first, last in spans)
            self._is_wanted[code] = wanted
        if not wanted:
            return None
        self._here.setdefault(code.co_filename, set()).add(frame.f_lineno)
        place = (code.co_filename, code.co_firstlineno)
        if place not in self.cached:
            outer: FrameType | None = frame
            while outer is not None and not self._is_keeper(outer.f_code):
                outer = outer.f_back
            if outer is not None:
                self.cached.add(place)
        return self._stepped

    def _is_keeper(self, code: CodeType) -> bool:
        return (code.co_filename, code.co_firstlineno) in self.kept

    def _stepped(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            self._here[frame.f_code.co_filename].add(frame.f_lineno)
        return self._stepped
