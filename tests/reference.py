"""What stands in the code, as pages for people: python -m tests.reference

Writes `adjudicator/api/README.md`, the library's face name by name, and
`adjudicator/games/README.md`, what a game is made of. `help()` shows no words beside fields; these
pages do. The code is read by griffe, not run.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import griffe

import adjudicator

__all__ = ["PAGES", "Page", "anchors", "unknown", "wordless", "written"]

ROOT = Path(__file__).resolve().parents[1]
_COMMAND = "python -m tests.reference"


class Page(NamedTuple):
    """One page."""

    path: str
    title: str
    text: str
    """What stands above the names."""
    modules: tuple[str, ...]
    """In the order of the page, without the package's name."""
    recipe: bool = False
    """Whether CONTRIBUTING's recipe of a game stands in it: a package's author may have no more
    than what is installed."""


PAGES = (
    Page(
        "adjudicator/api/README.md",
        "The library's face, name by name",
        "`import adjudicator` gives every name that stands here without a module; the others are "
        "imported from theirs. Values go in and come out, problems are values, nothing prints. "
        "Begin with [ten lines](../../README.md#as-a-library), then read `Match`.",
        (
            "api.match", "api.outcomes", "api.position", "api.begun", "api.checking", "api.letters",
            "api.dice",
            "api.shown", "api.logged", "api.mailed", "api.verifying", "api.beginning",
            "api.amending", "api.own_keys", "api.signing", "api.routing", "api.listing",
            "api.games", "api.luck", "api.luck_rows", "api.spectating", "api.drawing",
            "api.authoring",
            "api.rehearsal", "api.playouts", "api.named_files", "api.problems", "api.texts",
        ),
    ),
    Page(
        "adjudicator/games/README.md",
        "What a game is made of, name by name",
        "For whoever writes one: begin with `adjudicator new-game FOLDER`, follow "
        "[the recipe](#the-recipe), and look names up here. "
        "[Hidden information](HIDDEN.md) has a page of its own, and so has "
        "[what you may publish](PUBLISHING.md).",
        (
            "core.game", "core.capabilities", "core.questions", "core.decks", "core.redaction",
            "core.problem", "core.values", "core.report", "core.english", "narrate.language",
            "narrate.narrator",
            "core.trials", "core.pydantic_errors", "odds.result", "boards.area",
            "boards.area_checks", "render.shown", "render.areas.picture", "render.areas.board",
        ),
        recipe=True,
    ),
)  # fmt: skip


@cache
def _package() -> griffe.Module:
    found = griffe.load("adjudicator", search_paths=[ROOT])
    assert isinstance(found, griffe.Module)
    return found


def _public(page: Page, module: griffe.Module) -> Iterator[griffe.Object]:
    """Yields what a module offers, functions first: what no earlier module of the page told."""
    before = page.modules[: page.modules.index(module.path.removeprefix("adjudicator."))]
    told = {name for one in before for name in _offered(_package()[one])}
    found = [one for name, one in _offered(module).items() if name not in told]
    yield from sorted(found, key=lambda one: (not one.is_function, not one.is_class))


def _offered(module: griffe.Module) -> dict[str, griffe.Object]:
    """Returns what a module offers by name, in the order in which it stands there."""
    offered = [module.members[str(name)] for name in module.exports or ()]
    offered.sort(key=_line)
    ours = [one.final_target if isinstance(one, griffe.Alias) else one for one in offered]
    return {one.name: one for one in ours if one.path.startswith("adjudicator.")}


def _line(one: griffe.Object | griffe.Alias) -> int:
    """Returns where a name is made, or brought in."""
    return (one.alias_lineno if isinstance(one, griffe.Alias) else one.lineno) or 0


def written(page: Page) -> str:
    """Returns the text of a page."""
    chapters = {name: [*_public(page, _package()[name])] for name in page.modules}
    body = ["", "## The recipe", "", *_recipe()] if page.recipe else []
    for name, found in chapters.items():
        body += ["", f"## `{name}`", "", _words(_package()[name])]
        for one in found:
            body += ["", *_entry(one, name)]
    at = anchors(body)
    body = [_linked(line, at) for line in body]
    lines = [f"# {page.title}", "", *textwrap.wrap(page.text, 99, break_on_hyphens=False), ""]
    lines += [f"Made by `{_COMMAND}`: do not edit.", "", "| module | names |", "|---|---|"]
    for name, found in chapters.items():
        linked = ", ".join(f"[`{one.name}`](#{at[f'### `{one.name}`']})" for one in found)
        lines.append(f"| [`{name}`](#{at[f'## `{name}`']}) | {linked} |")
    return "\n".join(line.rstrip() for line in (*lines, *body)) + "\n"


def _recipe() -> list[str]:
    """Returns CONTRIBUTING's recipe of a game, its links as seen from the folder of the games."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, _, behind = text.partition("\n## A game\n")
    recipe, _, _ = behind.partition("\n## ")
    return recipe.strip().replace("](adjudicator/games/", "](").split("\n")


def anchors(lines: Sequence[str]) -> dict[str, str]:
    """Returns by heading its anchor, as GitHub, GitLab and Forgejo make them."""
    found: dict[str, str] = {}
    met: Counter[str] = Counter()
    for line in lines:
        if re.match("##+ ", line):
            anchor = re.sub(r"[^a-z0-9_ -]", "", line.lstrip("# ").lower()).replace(" ", "-")
            found.setdefault(line, f"{anchor}-{met[anchor]}" if met[anchor] else anchor)
            met[anchor] += 1
    return found


def wordless(page: Page) -> list[str]:
    """Returns the names, fields and methods of a page that nothing is said of."""
    found = []
    for name in page.modules:
        for one in _public(page, _package()[name]):
            members = one.members.values() if isinstance(one, griffe.Class) else ()
            shown = [member for member in members if _is_shown(member.name, member)]
            found += [each.path for each in (one, *shown) if not _words(each)]
    return found


def unknown(page: Page) -> dict[str, set[str]]:
    """Returns by our names that signatures of a page use and that it does not tell, by whom."""
    told = {one.path: one for name in page.modules for one in _public(page, _package()[name])}
    found: dict[str, set[str]] = {}
    for path, one in told.items():
        members = one.members.values() if isinstance(one, griffe.Class) else ()
        for each in (one, *(member for member in members if _is_shown(member.name, member))):
            for used in _used(each):
                if used.startswith("adjudicator.") and used not in told:
                    found.setdefault(used, set()).add(path)
    return found


def _used(one: griffe.Object | griffe.Alias) -> Iterator[str]:
    """Yields what the annotations of a name are made of, each by its full name."""
    annotations = [getattr(one, "annotation", None), getattr(one, "returns", None)]
    if isinstance(one, griffe.Function):
        annotations += [parameter.annotation for parameter in one.parameters]
    for annotation in annotations:
        names = [annotation] if isinstance(annotation, griffe.ExprName) else annotation
        for name in names if isinstance(names, (list, griffe.Expr)) else ():
            if isinstance(name, griffe.ExprName):
                yield name.canonical_path


_BASE = re.compile(r"(?<=^`class )(.*)\((\w+)(?:\[\w+\])?\)`$")


def _linked(line: str, at: Mapping[str, str]) -> str:
    """Returns the first line of a class with a link to its base, where the page tells it."""
    found = _BASE.search(line)
    anchor = found and at.get(f"### `{found[2]}`")
    if not found or not anchor:
        return line
    return f"`class {found[1]}`: all of [`{found[2]}`](#{anchor}), and"


def _entry(one: griffe.Object, module: str) -> Iterator[str]:
    """Yields the lines of one name."""
    yield from (f"### `{one.name}`", "")
    home = "adjudicator" if one.name in adjudicator.__all__ else f"adjudicator.{module}"
    if isinstance(one, griffe.Function):
        yield from ("```python", f"from {home} import {one.name}", "", _signature(one), "```", "")
        yield _words(one)
    elif isinstance(one, griffe.Class):
        bases = ", ".join(map(str, one.bases))
        yield from (f"`class {home}.{one.name}{f'({bases})' if bases else ''}`", "", _words(one))
        yield from _members(one)
    else:
        value = f" = {one.value}" if isinstance(one, griffe.Attribute) and one.value else ""
        yield from (f"`{home}.{one.name}{value if len(value) < 80 else ''}`", "", _words(one))


def _members(of: griffe.Class) -> Iterator[str]:
    """Yields the fields and methods of a class."""
    shown = [one for name, one in of.members.items() if _is_shown(name, one)]
    fields = [one for one in shown if not isinstance(one, griffe.Function)]
    if fields:
        yield from ("", "| field | type | what it is |", "|---|---|---|")
        for one in fields:
            told = " ".join(_words(one).split()).replace("|", "\\|")
            kind = str(getattr(one, "annotation", "") or "").replace("|", "\\|")
            yield f"| `{one.name}` | {f'`{kind}`' if kind else ''} | {told} |"
    for one in shown:
        if isinstance(one, griffe.Function):
            yield from ("", f"#### `{of.name}.{one.name}`", "")
            yield from ("```python", _signature(one), "```", "", _words(one))


def _is_shown(name: str, one: griffe.Object | griffe.Alias) -> bool:
    return not name.startswith("_") and not one.is_alias and name != "model_config"


def _signature(one: griffe.Function) -> str:
    """Returns how a function is called, without `self`; a long one has a line a parameter."""
    line = re.sub(r"\((self|cls)(, |\))", lambda found: "(" + found[2].strip(", "), one.signature())
    if len(line) <= 96:
        return line
    opened, closed = line.index("("), line.rindex(") ->")
    parts = _split(line[opened + 1 : closed])
    return "\n".join([line[: opened + 1], *(f"    {part}," for part in parts), line[closed:]])


def _split(given: str) -> list[str]:
    """Returns parameters, parted at the commas that lie in no brackets."""
    parts, depth = [""], 0
    for letter in given:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _words(one: griffe.Object | griffe.Alias) -> str:
    """Returns what is said of a name, its sections as lists, its examples as code."""
    if one.docstring is None:
        return ""
    parts = []
    for section in one.docstring.parse("google", warnings=False):
        kind = section.kind.value
        if kind == "text":
            parts.append(section.value)
        elif kind == "examples":
            parts += [text if of.value == "text" else f"```python\n{text}\n```"
                      for of, text in section.value]  # fmt: skip
        elif kind == "parameters":
            parts.append("\n".join(f"* `{x.name}`: {_flat(x.description)}" for x in section.value))
        elif kind == "raises":
            listed = "\n".join(f"* `{x.annotation}`: {_flat(x.description)}" for x in section.value)
            parts.append(f"Raises:\n\n{listed}")
        else:
            parts += [f"{section.title or kind.capitalize()}: {_flat(x.description)}"
                      for x in section.value]  # fmt: skip
    return "\n\n".join(parts)


def _flat(text: str) -> str:
    return " ".join(text.split())


def main() -> None:
    """Writes the pages."""
    for page in PAGES:
        (ROOT / page.path).write_text(written(page), encoding="utf-8")


if __name__ == "__main__":
    main()
