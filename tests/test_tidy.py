"""What reviewers would forget: the layers, determinism, sizes, names, and words of the source.

Everything is read from the syntax trees; nothing of the package is imported.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from tests.tidy import (
    ROOT,
    Definition,
    all_python,
    bound_names,
    chapters_of,
    compared,
    exports,
    float_word,
    functions,
    held_back,
    imports,
    is_decorated,
    is_made,
    is_set,
    known_sets,
    lines_of_text,
    names_edition,
    own_nodes,
    package,
    public_definitions,
    report,
    tables,
    walked_over,
    without_functions,
)

MAX_FUNCTION_LINES = 70
MAX_MODULE_LINES = 600
MAX_POSITIONAL = 4
ONE_FILE = "adjudicator/audit/verifiers/verify_log.py"
"""One file by design, so that a stranger can read and carry it alone; it may be longer."""

TOP_LEVEL = {
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "adjudicator",
    "examples",
    "maps",
    "pyproject.toml",
    "schemas",
    "tests",
}

# What a layer may import: of the package (a prefix; "games.*" stands for the game itself), and of
# other people's packages. The standard library is open to all but for the bans further down.
LAYERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "": (("api",), ()),
    "__main__": (("cli", "__version__"), ()),
    "core": (("core",), ("pydantic", "pydantic_core")),
    # jsonpatch: the full audit carries out corrections as `correct` does.
    "audit": (("audit", "core"), ("jsonpatch", "jsonpointer", "pydantic", "pydantic_core")),
    "boards": (("boards", "core.values", "core.problem"), ("pydantic", "pydantic_core")),
    "render": (("render", "boards", "core"), ("pydantic", "resvg_py", "svgwrite")),
    "narrate": (("narrate", "core"), ("jinja2", "markupsafe")),
    # The mathematics of battles: the one layer with floats; games use its exact half.
    "odds": (("odds", "core.values", "core.problem"), ()),
    "games": (("games.*", "core", "boards", "render", "narrate", "odds"), ("pydantic",)),
    "documents": (
        ("documents", "audit", "core", "boards"),
        ("filelock", "jsonschema", "py_ecc", "pydantic", "pydantic_core"),
    ),
    "matches": (
        ("matches", "compose", "documents", "audit", "core", "boards", "narrate"),
        ("pydantic", "pydantic_core", "pyrage"),
    ),
    # The page on which sheets are made: data out of choices, and scripts.
    "compose": (("compose", "documents", "audit", "core", "narrate"), ()),
    "verifiers": ((), ()),
    "registry": (("games", "core.game", "core.problem"), ()),
    "api": (
        (
            "api",
            "registry",
            "matches",
            "compose",
            "documents",
            "audit",
            "judge",
            "render",
            "narrate",
            "odds",
            "core",
            "__version__",
        ),
        ("pydantic",),
    ),
    # The page with the program in it: assembled below the face, for it judges nothing itself.
    "judge": (("judge", "compose", "documents.library", "core.problem"), ()),
    # What runs in the page is a front end above the command line: it is its terminal.
    "inside": (("judge.inside", "cli.app", "api", "documents", "core"), ()),
    # What a clock says, as functions of a policy, a situation and a moment; it reads none.
    "clock": (("clock", "api"), ()),
    # Hands jobs to processes or machines; it knows no match.
    "workers": (("workers", "api.problems", "__version__"), ("distributed",)),
    # The post moves mail and keeps the clock by the face alone.
    "post": (
        ("post", "clock", "workers", "api", "__version__"),
        ("PIL", "authres", "icalendar", "imap_tools", "keyring", "pydantic"),
    ),
    # The repository moves files by git, by the face alone.
    "repository": (("repository", "site", "clock", "api", "__version__"), ("pydantic", "pyrage")),
    # What spectators see, by the face alone.
    "site": (("site", "api", "__version__"), ("pydantic",)),
    # Events: many matches of one game, by the face alone; feeds and maps as those of a match.
    "tournament": (
        ("tournament", "site", "clock", "workers", "api", "__version__"),
        ("networkx", "openskill", "pydantic"),
    ),
    # A front end as any other: what it lacks in the face, other people's front ends lack too.
    "cli": (
        (
            "cli",
            "api",
            "clock",
            "post",
            "repository",
            "site",
            "tournament",
            "workers",
            "__version__",
        ),
        ("rich", "typer"),
    ),
}

IN_CHAPTERS = (
    "api", "audit", "cli", "core", "documents", "matches", "post", "repository", "site",
    "tournament", "workers",
)  # fmt: skip
"""Layers of many modules: the docstring of each lists them, or its folders, by chapters."""

PURE = ("core", "audit", "boards", "render", "narrate", "odds", "games")
"""Layers that know no file, clock, environment or terminal."""

# Inside a game, from the bottom up: nobody imports what stands above him.
RANKS = {"state": 0, "orders": 1, "events": 1, "options": 1, "editions": 2, "rules": 3,
         "choices": 3, "odds": 4, "player": 4, "": 5}  # fmt: skip
SHOWING = ("picture", "report")
"""Modules of a game that show a view: state, events and boards, never rules."""

BANNED_EVERYWHERE = {"random": "dice come from Table.roll"}
BANNED_BUT_AT_THE_EDGE = {"datetime", "time"}
BANNED_IN_PURE = {"glob", "os", "pathlib", "shutil", "socket", "subprocess", "tempfile"}
BANNED_CALLS = {"__import__", "eval", "exec", "input", "open", "print"}
HOMES = {"resvg_py": "render/png.py", "secrets": "audit/tfd1.py", "svgwrite": "render/svg.py"}

FORBIDDEN_NAMES = {
    "data", "handle", "handler", "helper", "helpers", "info", "manager", "process", "util", "utils",
}  # fmt: skip

# Spelled in parts, so that this file does not hold what it looks for.
UNFINISHED = re.compile(r"\b(" + "TO" + "DO|FIX" + "ME|XX" + "X)" + r"\b")
WORKPLACE = re.compile(
    r"(?<![\w.])/(?:work|farm)\b" + r"|(?<!\w)\.lib" + r"rary\b" + r"|\.\./sha" + r"red\b"
)
SILENCED = re.compile(
    r"#\s*(?:type:\s*ignore(?P<mypy>\[[\w, -]+\])?|noqa(?P<ruff>:\s*[A-Z]+\d+(?:[, ]+[A-Z]+\d+)*)?)"
    r"(?P<reason>.*)",
    re.IGNORECASE,
)


def _begins(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(f"{prefix}.")


def test_layers() -> None:
    """Each layer imports what architecture and CONTRIBUTING allow it, and nothing else."""
    report(_layer_findings())


def _layer_findings() -> Iterator[str]:
    for source in package():
        if source.layer not in LAYERS:
            yield source.at(1, f"layer {source.layer!r} is not in the table; give it a layer")
            continue
        own, others = LAYERS[source.layer]
        own = tuple(".".join(source.parts[:2]) if name == "games.*" else name for name in own)
        if source.parts == ("games",):
            own = ()
        for node, name in imports(source):
            first = name.split(".")[0]
            inside = name.removeprefix("adjudicator.")
            if first == "adjudicator":
                if not any(_begins(inside, prefix) for prefix in own):
                    allowed = ", ".join(own) or "nothing of the package"
                    yield source.at(
                        node, f"{source.layer or 'the package'} may not import {inside};"
                        f" allowed: {allowed}"
                    )  # fmt: skip
            elif first not in sys.stdlib_module_names and first not in others:
                allowed = ", ".join(others) or "the standard library only"
                yield source.at(
                    node, f"{source.layer or 'the package'} may not import {first};"
                    f" allowed: {allowed}"
                )  # fmt: skip


def test_imports_are_absolute() -> None:
    """Imports name their module in full, and never `*`."""
    report(
        source.at(node, "write the import in full, name by name")
        for source in all_python()
        for node in source.nodes
        if isinstance(node, ast.ImportFrom)
        and (node.level or any(alias.name == "*" for alias in node.names))
    )


def test_layers_inside_a_game() -> None:
    """state <- orders, events, options <- editions <- rules <- the game; showing knows no rules."""
    report(_game_layer_findings())


def _game_layer_findings() -> Iterator[str]:
    for source in package():
        if source.layer != "games" or len(source.parts) < 2:
            continue
        mine = source.parts[2] if len(source.parts) > 2 else ""
        game = ".".join(source.parts[:2])
        for node, name in imports(source):
            inside = name.removeprefix("adjudicator.")
            if not _begins(inside, game):
                continue
            other = (*inside.split("."), "")[2]
            if mine in SHOWING and RANKS.get(other, 0) >= RANKS["rules"]:
                yield source.at(node, f"{mine} shows a view; it may not import {inside}")
            elif mine != other and RANKS.get(other, 0) > RANKS.get(mine, RANKS["editions"]):
                yield source.at(node, f"{mine} may not import {inside}, which stands above it")


def test_chapters() -> None:
    """A layer of many modules names each of them in a chapter; none imports a later chapter.

    A folder in the layer stands in a chapter as a module does, with all that it holds.
    """
    report(_chapter_findings())


def _chapter_findings() -> Iterator[str]:
    for layer in IN_CHAPTERS:
        (index,) = (source for source in package() if source.parts == (layer,))
        inside = [one for one in package() if one.layer == layer and one is not index]
        chapters = chapters_of(ast.get_docstring(index.tree) or "")
        named = [name for chapter in chapters for name in chapter]
        found = {source.parts[1] for source in inside}
        for name in sorted(found ^ {*named}) + [one for one in found if named.count(one) > 1]:
            yield index.at(1, f"{name} is not a module that stands in exactly one chapter")
        place = {name: number for number, names in enumerate(chapters) for name in names}
        for source in inside:
            name = source.parts[1]
            for node, imported in imports(source):
                other = imported.removeprefix(f"adjudicator.{layer}.").split(".")[0]
                if imported.startswith(f"adjudicator.{layer}.") and (
                    place.get(other, 0) > place.get(name, 0)
                ):
                    yield source.at(node, f"{other} stands in a later chapter than {name}")


def test_banned_imports() -> None:
    """No clock, no random source, no files where none belong; secrets and svgwrite at home."""
    report(_banned_findings())


def _banned_findings() -> Iterator[str]:
    for source in package():
        here = "/".join(source.path.relative_to(ROOT / "adjudicator").parts)
        for node, name in imports(source):
            first = name.split(".")[0]
            if first in BANNED_EVERYWHERE:
                yield source.at(node, f"{first} is banned: {BANNED_EVERYWHERE[first]}")
            elif first in BANNED_BUT_AT_THE_EDGE and source.layer not in (
                "api",
                "cli",
                "clock",
                "documents",
                "matches",
                "post",
                "repository",
                "site",
                "tournament",
            ):
                yield source.at(node, f"{first} is for cli and files only; pass the value in")
            elif first in BANNED_IN_PURE and source.layer in PURE:
                yield source.at(
                    node, f"{first} has no place in {source.layer}; documents/ does that"
                )
            elif first in HOMES and here != HOMES[first]:
                yield source.at(node, f"{first} is for {HOMES[first]} only; call that module")


def test_pure_layers_touch_no_file_or_terminal() -> None:
    """`open`, `print` and the like are called in files and cli only."""
    report(
        source.at(node, f"{node.func.id}() has no place in {source.layer}; return a value")
        for source in package()
        if source.layer in PURE
        for node in source.nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in BANNED_CALLS
    )


def test_nothing_holds_a_table_back() -> None:
    """In a game, no function with a table has try, with, yield or a generator around it."""
    report(_table_findings())


def _table_findings() -> Iterator[str]:
    for source in package():
        if source.layer != "games":
            continue
        for function in functions(source.tree):
            names = tables(function)
            if not names:
                continue
            for node in own_nodes(function, names):
                word = held_back(node, names)
                if word:
                    yield source.at(
                        node, f"{function.name} takes a table and has {word}; Suspended must pass"
                        " through: gather values first, or write plain calls"
                    )  # fmt: skip


def test_no_order_comes_from_a_set() -> None:
    """Nothing walks over a set unsorted: its order changes with the hash seed."""
    report(_set_findings())


def _set_findings() -> Iterator[str]:
    for source in package():
        found: set[tuple[int, int]] = set()
        constants = known_sets(ast.Module(without_functions(source.tree), []))
        outer = [node for node in source.tree.body if not isinstance(node, Definition)]
        for scope in (*functions(source.tree), *outer):
            known = constants | known_sets(scope) if isinstance(scope, Definition) else constants
            for node in ast.walk(scope):
                if any(is_set(walked, known) for walked in walked_over(node)):
                    found.add((getattr(node, "lineno", 1), getattr(node, "col_offset", 0)))
        for line, _ in sorted(found):
            yield source.at(line, "the order of a set changes with the hash seed; sorted(...) it")


def test_integers_only() -> None:
    """No float in core, boards and games: no literal, no `/`, no float()."""
    report(
        source.at(node, f"{word}: count in integers (odds as 2 * a >= 3 * b, tenths, `//`)")
        for source in package()
        if source.layer in ("core", "boards", "games")
        for node in source.nodes
        if (word := float_word(node))
    )


def test_no_hash() -> None:
    """`hash()` is called in `__hash__` only: its value changes with the hash seed."""
    findings = []
    for source in package():
        homes = {
            id(node)
            for function in functions(source.tree)
            if function.name == "__hash__"
            for node in ast.walk(function)
        }
        findings += [
            source.at(node, "hash() changes with the hash seed; use tfd1.digest or compare values")
            for node in source.nodes
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "hash"
            and id(node) not in homes
        ]
    report(findings)


def test_functions_are_short() -> None:
    """A function fits on a page."""
    report(
        source.at(
            node,
            f"{node.name} has {length} lines; split it (at most {MAX_FUNCTION_LINES})",
        )
        for source in package()
        for node in functions(source.tree)
        if (length := (node.end_lineno or node.lineno) - node.lineno + 1) > MAX_FUNCTION_LINES
    )


def test_modules_are_short() -> None:
    """A module is read in one sitting."""
    report(
        source.at(1, f"{length} lines; split it by chapters (at most {MAX_MODULE_LINES})")
        for source in package()
        if (length := len(source.text.splitlines())) > MAX_MODULE_LINES
        and source.path.relative_to(ROOT).as_posix() != ONE_FILE
    )


def test_few_positional_parameters() -> None:
    """More than four positional parameters are by keyword, or one value."""
    report(_parameter_findings())


def _parameter_findings() -> Iterator[str]:
    for source in package():
        methods = {
            id(node)
            for owner in source.nodes
            if isinstance(owner, ast.ClassDef)
            for node in owner.body
            if isinstance(node, Definition) and not is_decorated(node, "staticmethod")
        }
        for node in functions(source.tree):
            count = len(node.args.posonlyargs) + len(node.args.args) - (id(node) in methods)
            if count > MAX_POSITIONAL:
                yield source.at(
                    node, f"{node.name} has {count} positional parameters; put the rest after `*`"
                    f" (at most {MAX_POSITIONAL})"
                )  # fmt: skip


# "Returns the x. (6.2)", "`evolve`: the only place.", "referee/secret.json: one line."
SENTENCE = re.compile(
    r"^(?:[^:]{1,40}: |`.|['\"(]*[A-Z0-9_~/.])"
    r".*[.?:](?:[`'\")]*| ?\([^()]*\)\.?)$"
)


def test_docstrings() -> None:
    """Every module, public class, function and method says in a first sentence what it is."""
    report(_docstring_findings())


def _docstring_findings() -> Iterator[str]:
    for source in package():
        for node in (source.tree, *public_definitions(source.tree)):
            name = getattr(node, "name", "the module")
            text = ast.get_docstring(node)
            if text is None:
                yield source.at(node, f"{name} has no docstring; say what it does")
            elif not SENTENCE.match(text.splitlines()[0]):
                yield source.at(
                    node, f"{name}: the docstring's first line is no sentence:"
                    f" {text.splitlines()[0]!r}"
                )  # fmt: skip


def _export_key(name: str) -> tuple[int, list[tuple[int, int, str]]]:
    """Constants, then classes, then the rest, numbers by value: the order that ruff keeps."""
    bare = name.strip("_")
    kind = 0 if bare.isupper() and len(bare) > 1 else 1 if bare[:1].isupper() else 2
    parts = re.findall(r"\d+|\D+", name)
    return kind, [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]


def test_exports() -> None:
    """`__all__` is there, sorted, and names everything public and nothing else."""
    report(_export_findings())


def _export_findings() -> Iterator[str]:
    for source in package():
        public = [
            node
            for node in source.tree.body
            if isinstance(node, ast.ClassDef | Definition) and not node.name.startswith("_")
        ]
        found = exports(source.tree)
        if found is None:
            if public:
                yield source.at(1, "no __all__; list the public names, sorted")
            continue
        node, names = found
        here = bound_names(source.tree)
        if names != sorted(names, key=_export_key) or len(names) != len(set(names)):
            yield source.at(node, "__all__ is not sorted: constants, classes, the rest")
        for name in names:
            if name not in here and "__getattr__" not in here:
                yield source.at(node, f"__all__ names {name}, which the module does not have")
        for definition in public:
            if definition.name not in names:
                yield source.at(
                    definition,
                    f"{definition.name} is not in __all__; add it or begin it with an underscore",
                )


def test_nothing_is_unfinished() -> None:
    """No mark of work left to do stands in the repository."""
    report(
        f"{path.relative_to(ROOT).as_posix()}:{number}: do it now, or write an issue"
        for path, number, line in lines_of_text()
        if UNFINISHED.search(line)
    )


def test_no_file_names_the_workplace() -> None:
    """Nothing points outside the repository to where it was written."""
    report(
        f"{path.relative_to(ROOT).as_posix()}:{number}: names a folder outside the repository"
        for path, number, line in lines_of_text()
        if WORKPLACE.search(line)
    )


def test_silenced_warnings_have_a_code_and_a_reason() -> None:
    """Beside each ignore stand its code and why it is right here."""
    report(_silenced_findings())


def _silenced_findings() -> Iterator[str]:
    for source in all_python():
        if not SILENCED.search(source.text):
            continue
        for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
            if token.type != tokenize.COMMENT:
                continue
            for found in SILENCED.finditer(token.string):
                if not (found["mypy"] or found["ruff"]):
                    yield source.at(token.start[0], "name the code that is silenced")
                if len(re.findall(r"[A-Za-z]{2,}", found["reason"])) < 2:
                    yield source.at(token.start[0], "write the reason behind it, on the same line")


def test_forbidden_names() -> None:
    """No module, class or function is called by a word that says nothing."""
    report(_name_findings())


def _name_findings() -> Iterator[str]:
    for source in package():
        stem = PurePosixPath(*source.parts).name if source.parts else "adjudicator"
        named: list[tuple[ast.AST, str]] = [(source.tree, stem)]
        named += [
            (node, node.name)
            for node in source.nodes
            if isinstance(node, ast.ClassDef | Definition)
        ]
        for node, name in named:
            if name.strip("_").lower() in FORBIDDEN_NAMES:
                yield source.at(node, f"{name} says nothing; name it by the glossary")


def test_no_branch_on_an_edition() -> None:
    """Rules ask an edition for its facts, never which edition it is."""
    report(
        source.at(node, "a branch on which edition or game it is; make it a fact of the edition")
        for source in package()
        if source.layer == "games"
        for node in source.nodes
        if any(names_edition(asked) for asked in compared(node))
    )


def test_top_level() -> None:
    """The top level holds what the project is made of, and dot files."""
    report(
        f"{path.name}:1: does not belong to the top level; find it a folder"
        for path in sorted(ROOT.iterdir())
        if path.name not in TOP_LEVEL
        and not path.name.startswith(".")
        and not (path.is_dir() and is_made(path))
    )


def _walks_set(tree: ast.AST) -> bool:
    known = known_sets(tree)
    return any(is_set(walked, known) for node in ast.walk(tree) for walked in walked_over(node))


def _branches(tree: ast.AST) -> bool:
    return any(names_edition(asked) for node in ast.walk(tree) for asked in compared(node))


CHECKS: tuple[tuple[str, Callable[[ast.AST], bool]], ...] = (
    ("for x in {1, 2}: pass", _walks_set),
    ("xs = set(a)\nfor x in xs | b: pass", _walks_set),
    ("list({x for x in a})", _walks_set),
    ("f(x for x in set(a))", _walks_set),
    ("for x in sorted(set(a)): pass", lambda tree: not _walks_set(tree)),
    ("any(x for x in set(a))", lambda tree: not _walks_set(tree)),
    ("a / b", lambda tree: any(map(float_word, ast.walk(tree)))),
    ("a // b", lambda tree: not any(map(float_word, ast.walk(tree)))),
    ("edition.name == 'x'", _branches),
    ("edition is FIRST", _branches),
    ("name.startswith('fortress-america')", _branches),
    ("edition.lasers == 3", lambda tree: not _branches(tree)),
    ("edition is None", lambda tree: not _branches(tree)),
)


def test_the_checks_see_what_they_look_for() -> None:
    """Small pieces of code that each of the subtler checks must find, or let pass."""
    for text, holds in CHECKS:
        assert holds(ast.parse(text)), text


def test_a_table_is_not_held_back() -> None:
    """Which functions with a table the check finds."""
    held = {
        "def f(table):\n try: g()\n finally: h()": True,
        "def f(table):\n with g(): h()": True,
        "def f(table):\n yield table": True,
        "def f(t: Table[State]):\n return list(t.ask(q) for q in qs)": True,
        "def f(table):\n return any(u for u in table.state.units)": False,
        "def f(table):\n def g():\n  yield 1\n return g": False,
        "def f(table):\n def g():\n  yield table.roll()\n return g": True,
    }
    for text, expected in held.items():
        (function,) = (node for node in ast.parse(text).body if isinstance(node, Definition))
        names = tables(function)
        found = any(held_back(node, names) for node in own_nodes(function, names))
        assert found is expected, text


def test_silencing_is_seen() -> None:
    """Which comments the check of reasons refuses."""
    for text, codes, words in (
        ("# no" + "qa: E741 - the usual letter", True, True),
        ("# no" + "qa: E741", True, False),
        ("# no" + "qa", False, False),
        ("# type: " + "ignore[misc]  # because of this", True, True),
        ("# type: " + "ignore[misc]", True, False),
    ):
        found = SILENCED.search(text)
        assert found is not None
        assert bool(found["mypy"] or found["ruff"]) is codes, text
        assert (len(re.findall(r"[A-Za-z]{2,}", found["reason"])) >= 2) is words, text
