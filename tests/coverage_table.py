"""From paragraph to function to case: python -m tests.coverage_table

Writes the table in each game's README and the page of its folder of cases (`conformance/index.py`)
anew, from the list of paragraphs of its rulebook (`games/fortress_america/paragraphs.json`) and
what the cases cite in their `rule`:
"1986 action 5: order of fire, action 6: reach, rulings 4 and 25".
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from adjudicator.core.game import Game
from adjudicator.games.fortress_america import FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST
from adjudicator.games.invasion_america import INVASION_AMERICA
from adjudicator.games.nine_fields import NINE_FIELDS
from adjudicator.games.stratix import STRATIX

__all__ = [
    "BOOKS",
    "Case",
    "Paragraph",
    "Rulebook",
    "cases",
    "cases_of",
    "citations",
    "function_source",
    "paragraphs",
    "ruled",
    "rulings_named",
    "written",
]

TESTS = Path(__file__).resolve().parent
BEGIN = "<!-- paragraphs: written by `python -m tests.coverage_table` -->"
END = "<!-- end of the paragraphs -->"
RULINGS = re.compile(r"\brulings? (\d+(?:(?:, | and )\d+)*)", re.IGNORECASE)


class Rulebook(NamedTuple):
    """A game, and how its cases cite its rulebook."""

    game: Game
    package: str
    """The folder of the game, under `games` of the package and of the tests."""
    prefix: str
    """What citations begin with."""
    headings: tuple[str, ...]
    """Headings of the book that hold several paragraphs; cases may cite them, as they may
    places."""
    title: str
    """The first heading of the table."""
    readme_name: str = "README.md"
    """The file of the package with the table."""
    listed: str = "paragraphs.json"
    """The file of its tests with the list of paragraphs."""

    @property
    def folder(self) -> Path:
        """The package of the game."""
        return TESTS.parent / "adjudicator" / "games" / self.package

    @property
    def readme(self) -> Path:
        """The file with the table."""
        return self.folder / self.readme_name

    @property
    def tests(self) -> Path:
        """The tests of the game, with the list of paragraphs."""
        return TESTS / "games" / self.package


BOOKS: tuple[Rulebook, ...] = (
    Rulebook(
        FORTRESS_AMERICA_1986, "fortress_america", "1986 ",
        ("action 1: partisan cards", "action 3: general rules", "adjacency", "board", "lakes"),
        "Choice of forces",
    ),
    Rulebook(
        FORTRESS_AMERICA_2012, "fortress_america", "2012 ", (), "Choose forces",
        "README-2012.md", "paragraphs-2012.json",
    ),
    Rulebook(GALACTIC_CONQUEST, "galactic_conquest", "", (), "Object"),
    Rulebook(INVASION_AMERICA, "invasion_america", "", (), "Chapter 4"),
    Rulebook(NINE_FIELDS, "nine_fields", "", (), "Chapter 1"),
    Rulebook(STRATIX, "stratix", "", (), "Start"),
)  # fmt: skip
"""Every game whose rulebook has a table."""


class Paragraph(NamedTuple):
    """One rule of the book."""

    place: str
    """Chapter or action: "action 5"."""
    name: str
    """Our name for it: "order of fire"."""
    says: str
    """What it says, in our words."""
    functions: tuple[str, ...]
    """What carries it out, as module and name in the game's package or its `rules`."""
    patterns: tuple[str, ...]
    """Cases that belong to it by folder and name, besides those that cite it."""

    @property
    def citation(self) -> str:
        """How cases cite it, behind the edition."""
        return f"{self.place}: {self.name}"


class Case(NamedTuple):
    """A case file, and what it cites."""

    path: Path
    rule: str

    @property
    def key(self) -> str:
        """Its folder and name."""
        return f"{self.path.parent.name}/{self.path.stem}"


@cache
def paragraphs(book: Rulebook) -> tuple[Paragraph, ...]:
    """Returns every paragraph that states a rule, in the order of the book."""
    path = book.tests / book.listed
    return tuple(
        Paragraph(
            row["place"],
            row["name"],
            row["says"],
            tuple(row["functions"]),
            tuple(row.get("cases", ())),
        )
        for row in json.loads(path.read_bytes())
    )


@cache
def cases(book: Rulebook) -> tuple[Case, ...]:
    """Returns every case of the game."""
    folder = TESTS / "cases" / book.game.name
    return tuple(
        Case(path, json.loads(path.read_bytes())["rule"]) for path in sorted(folder.rglob("*.json"))
    )


@cache
def citations(book: Rulebook, rule: str) -> tuple[str, ...]:
    """Returns what a case cites, without edition and rulings."""
    places = RULINGS.sub("", rule.removeprefix(book.prefix))
    return tuple(piece for piece in (part.strip() for part in places.split(",")) if piece)


def cases_of(book: Rulebook, paragraph: Paragraph) -> tuple[Case, ...]:
    """Returns the cases that show a paragraph."""
    return tuple(
        case
        for case in cases(book)
        if paragraph.citation in citations(book, case.rule)
        or any(Path(case.key).match(pattern) for pattern in paragraph.patterns)
    )


def rulings_named(text: str) -> frozenset[int]:
    """Returns the numbers of the rulings that a text names."""
    return frozenset(int(n) for found in RULINGS.findall(text) for n in re.findall(r"\d+", found))


def ruled(book: Rulebook) -> frozenset[int]:
    """Returns the numbers of the rulings that a case or a test of the game names.

    Editions share their rulings.
    """
    shared = [other for other in BOOKS if other.package == book.package]
    texts = [case.rule for other in shared for case in cases(other)]
    texts += [path.read_text(encoding="utf-8") for path in book.tests.rglob("test_*.py")]
    return frozenset().union(*map(rulings_named, texts))


def function_source(book: Rulebook, name: str) -> Path | None:
    """Returns the file that defines `module.function`, `module.Class.method` or a constant."""
    module, *names = name.split(".")
    for folder in (book.folder / "rules", book.folder):
        path = folder / f"{module}.py"
        if path.exists() and tuple(names) in _defined(path):
            return path
    return None


@cache
def _defined(path: Path) -> frozenset[tuple[str, ...]]:
    return frozenset(_names(ast.parse(path.read_text(encoding="utf-8")).body))


def _names(body: list[ast.stmt], *outer: str) -> Iterator[tuple[str, ...]]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield (*outer, node.name)
        elif isinstance(node, ast.ClassDef):
            yield (*outer, node.name)
            yield from _names(node.body, *outer, node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((*outer, one.id) for one in targets if isinstance(one, ast.Name))


def written(book: Rulebook, readme: str) -> str:
    """Returns a README with the table of the paragraphs and cases as they are."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    assert after, f"{book.readme_name} must hold {BEGIN} and {END}"
    return "\n".join([before + BEGIN, *_table(book), "", END + after])


def _table(book: Rulebook) -> Iterator[str]:
    place = ""
    for one in paragraphs(book):
        if one.place != place:
            place = one.place
            yield from ("", f"### {place[0].upper()}{place[1:]}", "")
            yield "| paragraph | what it says | functions | cases |"
            yield "|---|---|---|---|"
        functions = ", ".join(f"`{name}`" for name in one.functions)
        yield f"| {one.name} | {one.says} | {functions} | {_linked(book, one)} |"


def _linked(book: Rulebook, paragraph: Paragraph) -> str:
    """Returns how many cases there are, and links to the first ones."""
    shown = cases_of(book, paragraph)
    folder = f"../../../tests/cases/{book.game.name}"
    links = ", ".join(f"[{case.path.stem}]({folder}/{case.key}.json)" for case in shown[:2])
    more = f" and {len(shown) - 2} more" if len(shown) > 2 else ""
    return f"{links}{more}" or "none"


def main() -> None:
    """Writes the tables and the pages of the cases, and says what lacks a case."""
    from tests.conformance.index import page_of, path_of  # which reads this module

    for book in BOOKS:
        path_of(book).write_text(page_of(book), encoding="utf-8")
        book.readme.write_text(written(book, book.readme.read_text("utf-8")), encoding="utf-8")
        for one in paragraphs(book):
            if not cases_of(book, one):
                print(f"{book.game.name}: no case: {one.citation}")


if __name__ == "__main__":
    main()
