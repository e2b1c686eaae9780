"""Every registered game has what a game must have; a lack that is planted is found."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.game import Game
from adjudicator.registry import by_name
from tests import coverage_table, demands
from tests.core.toy import TOY, toy_scenario
from tests.coverage_table import BEGIN, BOOKS, Rulebook
from tests.demands import lacks, lacks_of_cases, lacks_of_match, lacks_of_pictures, lacks_of_table
from tests.games.nine_fields.test_nine_fields import opened
from tests.make_match import WHOLE_MATCHES, WholeMatch

GAMES = dict(by_name())
(MATCH,) = (whole for whole in WHOLE_MATCHES if whole.game == "nine-fields")
(BOOK,) = (book for book in BOOKS if book.game.name == "nine-fields")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_all_of_it(game: Game) -> None:
    assert list(lacks(game)) == []


def test_a_game_without_primer_match_and_table_is_found() -> None:
    assert len(list(lacks(TOY))) == 3


def test_a_match_that_nobody_has_won_is_found(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = MATCH.path / "now" / "state.json"
    kept = tmp_path / MATCH.folder / "now"
    kept.mkdir(parents=True)
    log = tmp_path / MATCH.folder / "log.jsonl"
    log.write_bytes((MATCH.path / "log.jsonl").read_bytes())
    monkeypatch.setattr(WholeMatch, "path", property(lambda whole: tmp_path / whole.folder))
    (told,) = lacks_of_match(MATCH, BOOK.game)
    assert told.startswith("nobody has won")
    raw = last.read_text()
    (kept / "state.json").write_text(raw.replace('"winner": "east"', '"winner": null'))
    (told,) = lacks_of_match(MATCH, BOOK.game)
    assert told.startswith("nobody has won")
    (kept / "state.json").write_text(raw)
    assert list(lacks_of_match(MATCH, BOOK.game)) == []


def test_a_picture_that_shows_nothing_is_found() -> None:
    rules = TOY.open(toy_scenario(), {})
    told = list(lacks_of_pictures(rules, rules.start))
    assert len(told) == len(demands.LAYOUTS) + 1
    assert list(lacks_of_pictures(opened(), opened().start)) == []


def test_a_readme_without_its_table_or_a_row_of_it_is_found() -> None:
    readme = BOOK.readme.read_text()
    assert list(lacks_of_table(BOOK, readme)) == []
    assert list(lacks_of_table(BOOK, readme.replace(BEGIN, ""))) == [
        "README.md has no table of its paragraphs"
    ]
    row = next(line for line in readme.splitlines() if line.startswith("| muster |"))
    (told,) = lacks_of_table(BOOK, readme.replace(row, ""))
    assert told.endswith("lacks chapter 4: muster")


def test_a_chapter_without_a_case_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = coverage_table.cases_of
    assert list(lacks_of_cases(BOOK)) == []

    def fewer(book: Rulebook, paragraph: Any) -> Any:
        return () if paragraph.place == "chapter 4" else shown(book, paragraph)

    monkeypatch.setattr(coverage_table, "cases_of", fewer)
    assert list(lacks_of_cases(BOOK)) == ["no case for chapter 4"]
