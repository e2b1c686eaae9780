"""What every game that ships must have; each lack is a sentence.

A primer, a whole match that somebody has won, a case for each chapter of its rulebook, a README
with the table of its paragraphs, a picture in every layout.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, get_args
from xml.etree import ElementTree

from adjudicator.audit import log
from adjudicator.core.game import Game, Rules
from adjudicator.core.report import Style
from adjudicator.documents.game_help import primer_of
from adjudicator.documents.offers import rules_of
from tests import coverage_table
from tests.coverage_table import BEGIN, BOOKS, END, Rulebook, paragraphs
from tests.make_match import WHOLE_MATCHES, WholeMatch

__all__ = [
    "LAYOUTS", "lacks", "lacks_of_cases", "lacks_of_match", "lacks_of_pictures", "lacks_of_table",
]  # fmt: skip

LAYOUTS: tuple[Any, ...] = get_args(Style.model_fields["layout"].annotation)


def lacks(game: Game) -> Iterator[str]:
    """Yields all that a game lacks."""
    matches = [whole for whole in WHOLE_MATCHES if whole.game == game.name]
    books = [book for book in BOOKS if book.game.name == game.name]
    if not primer_of(game):
        yield "no primer.txt in its package"
    if not matches:
        yield "no whole match under examples/ (tests/make_match.py)"
    if not books:
        yield "no table of its paragraphs (tests/coverage_table.py)"
    for whole in matches:
        yield from lacks_of_match(whole, game)
    for book in books:
        yield from lacks_of_table(book, book.readme.read_text(encoding="utf-8"))
        yield from lacks_of_cases(book)


def lacks_of_match(whole: WholeMatch, game: Game) -> Iterator[str]:
    """Yields what a whole match lacks: its end, somebody who has won, pictures of it."""
    read = log.parse_log((whole.path / "log.jsonl").read_bytes())
    rules = rules_of(read.genesis, {game.name: game})
    path = whole.path / "now" / "state.json"
    shown = json.loads(path.read_bytes()) if path.exists() else {"state": None}
    if shown["state"] is None or not _winners(shown["state"]):
        yield f"nobody has won the whole match {whole.folder}"
        return
    state = type(rules.start).model_validate_json(json.dumps(shown["state"]))
    if rules.next_step(state) is not None:
        yield f"the whole match {whole.folder} is not over"
    for position in (rules.view(rules.start, None), state):
        yield from lacks_of_pictures(rules, position)


def _winners(state: Mapping[str, Any]) -> list[str]:
    """Returns who has won, by a state as JSON."""
    result = state.get("result") or {}
    one = [result["winner"]] if result.get("winner") else []
    return [*one, *result.get("winners", ())]


def lacks_of_pictures(rules: Rules[Any], position: Any) -> Iterator[str]:
    """Yields the layouts in which a position is not drawn: as SVG that holds something."""
    drawn = {}
    for layout in LAYOUTS:
        drawn[layout] = rules.picture(position, (), Style(layout=layout))
        root = ElementTree.fromstring(drawn[layout])
        shapes = [one for one in root.iter() if one.tag.rpartition("}")[2] in ("path", "use")]
        words = [one for one in root.iter() if one.tag.rpartition("}")[2] == "text"]
        if not root.tag.endswith("svg") or len(shapes) < 3 or not words:
            yield f"the picture for {layout} shows nothing"
    if len({*drawn.values()}) < len(LAYOUTS):
        yield "two layouts give the same picture"


def lacks_of_table(book: Rulebook, readme: str) -> Iterator[str]:
    """Yields what the table of a README lacks."""
    _, begins, rest = readme.partition(BEGIN)
    table, ends, _ = rest.partition(END)
    if not begins or not ends:
        yield f"{book.readme_name} has no table of its paragraphs"
        return
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    for one in paragraphs(book):
        if not any(row.startswith(f"| {one.name} | {one.says} |") for row in rows):
            yield f"the table of {book.readme_name} lacks {one.citation}"


def lacks_of_cases(book: Rulebook) -> Iterator[str]:
    """Yields the chapters of a rulebook for which there is no case."""
    chapters: dict[str, int] = {}
    for one in paragraphs(book):
        chapters[one.place] = chapters.get(one.place, 0) + len(coverage_table.cases_of(book, one))
    if not chapters:
        yield "its rulebook has no chapter"
    for chapter, count in chapters.items():
        if not count:
            yield f"no case for {chapter}"
