"""Nine Fields, the tutorial game: whole matches, chances, what players are told, its size."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import Scenario
from adjudicator.core.problem import Refused
from adjudicator.core.referee import first_save, run
from adjudicator.core.sheet import read_sheet
from adjudicator.core.values import canonical
from adjudicator.documents.library import map_folder
from adjudicator.games.nine_fields import NINE_FIELDS, NineFieldsRules
from adjudicator.games.nine_fields.report import chance_to_take
from adjudicator.games.nine_fields.state import FellBack, State
from tests.games.chance import Chance, LeanTable
from tests.games.matches import GID, Match

FOLDER = map_folder("nine-fields")
FILES = {name: (FOLDER / name).read_bytes() for name in NINE_FIELDS.files}
TO_ELM = {"order": "march", "count": 3, "from": "brook", "to": "elm"}
ROOT = Path(__file__).resolve().parents[3]
MOST_LINES = 645
"""Of program, map and cases, without docstrings, comments and the sentences of its languages."""
MOST_LINES_WITH_WORDS = 645
"""Of the program, with docstrings and comments."""


def opened(start: Any = None, **options: Any) -> NineFieldsRules:
    """Returns the rules of a start."""
    document = {
        "format": 1, "scenario": "test", "game": "nine-fields", "map": "nine-fields",
        "title": "A test", "seats": {side: {"sides": [side]} for side in ("west", "east")},
        "options": options, "start": start or {},
    }  # fmt: skip
    return NINE_FIELDS.open(Scenario.model_validate_json(canonical(document)), FILES)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Numbers the random matches; the number is the seed."""
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(metafunc.config.getoption("matches")))


def test_a_random_match_ends_with_all_invariants_kept(seed: int) -> None:
    """After every event but those within a march all of it is in order, and every order legal."""
    rules, choose = opened(), Chance(f"match-{seed}")
    state, events = rules.start, 0
    while (step := rules.next_step(state)) is not None:
        table = LeanTable(rules, state, choose)
        step.run(table)
        state, events = table.state, events + len(table.events)
        assert not list(rules.check_state(state)), step.label
    assert state.result is not None
    assert state.turn <= 10
    assert events > 10


def test_the_built_in_player_plays_a_match_to_its_end() -> None:
    """Each of its sheets passes the check (see `Match.sheet`); one mail a player-turn will do."""
    ends = []
    for number in range(6):
        match: Match[State] = Match(opened(), f"{number}", frozenset(), first_save(opened()))
        while not match.save.is_over:
            match.play_opening()
        assert set(match.mails.values()) == {1}
        assert match.state.result is not None
        ends.append(match.state.result.reason)
    assert {*ends} <= {"city-taken", "more-fields", "as-many-fields"}
    assert "city-taken" in ends, "it goes for the other city"


def test_the_defender_is_told_its_ways_back_and_nothing_else_is_taken() -> None:
    two = {"companies": {"brook": {"west": 3}, "elm": {"east": 2}, "heath": {"east": 1}}}
    rules = opened(two, ask=["fall-back"])
    label = "turn-1/west/battle/elm"
    orders = {"west": {"orders": {"march": [TO_ELM]}}}
    dice = ScriptedDice({f"{label}/round-1/attacker": [6], f"{label}/round-1/defender": [2]}, {})
    done = run(rules, first_save(rules), sheets(rules, 1, orders), 1, dice=dice)
    (asked,) = done.save.pending
    assert asked.prompt == "3 attack 1 of yours in elm: fall back to heath, or stand (elm)?"
    question = f"{label}/fall-back"
    for to, codes in (("fold", ["no-way-back"]), ("moor", ["no-way-back"]), ("heath", [])):
        answer = {question: {"order": "fall-back", "to": to}}
        right = {"east": {"orders": {}, "answers": answer}}
        dry = dry_run(rules, done.save, sheets(rules, 2, right), 2, seat="east")
        assert [problem.code for problem in dry.problems] == codes
    ended = run(rules, done.save, sheets(rules, 2, right), 2, dice=ScriptedDice({}, {}))
    assert [type(one) for one in ended.events if isinstance(one, FellBack)] == [FellBack]
    assert dict(ended.state.companies["heath"]) == {"east": 2}


def sheets(rules: NineFieldsRules, n: int, orders: Any) -> Any:
    """Returns sheets that were understood."""
    read = {}
    for seat, given in orders.items():
        document = {
            "t": "orders", "game": GID, "n": n, "head": GID, "player": seat, "pledge": None,
            **given,
        }  # fmt: skip
        read[seat], problems = read_sheet(rules.game, document)
        assert not problems
    return read


def test_check_tells_the_chances_of_a_battle() -> None:
    rules = opened({"companies": {"brook": {"west": 3}, "elm": {"east": 1}, "heath": {"east": 1}}})
    orders = {"west": {"orders": {"march": [TO_ELM]}}}
    dry = dry_run(rules, first_save(rules), sheets(rules, 1, orders), 1, seat="west")
    (told,) = rules.projection(dry.stops[0], "west", dry.submitted)
    (line,) = told.lines
    assert line.text == "elm: 3 against 1, 90 of 100 to take it if they stand."


def test_the_chances_are_those_of_the_dice() -> None:
    """All throws of two rounds, counted by hand."""
    assert chance_to_take(1, 1) == Fraction(15, 36)
    win, tie = Fraction(15, 36), Fraction(6, 36)
    assert chance_to_take(2, 1) == win + win * win + tie


def test_a_start_that_cannot_be_is_refused() -> None:
    for wrong, said in (
        ({"companies": {"moor": {"west": 1}}}, "there is no field moor"),
        ({"companies": {"elm": {"north": 1}}}, "there is no side north"),
        ({"companies": {"elm": {"west": 1, "east": 1}}}, "elm holds companies of 2 sides"),
    ):
        with pytest.raises(Refused) as refused:
            opened(wrong)
        assert any(said in problem.message for problem in refused.value.problems)


def test_the_tutorial_stays_small() -> None:
    """Program, map and cases in one sum: lines neither blank nor docstring nor comment."""
    languages = ("english", "german")
    folder = ROOT / "adjudicator" / "games" / "nine_fields"
    program = [path for path in folder.glob("*.py") if path.stem not in languages]
    cases = (ROOT / "tests" / "cases" / "nine-fields").rglob("*.json")
    code = lines_of(program) - sum(len(words_in(path)) for path in program)
    assert code + lines_of([*FOLDER.rglob("*.json"), *cases]) <= MOST_LINES
    assert lines_of(program) <= MOST_LINES_WITH_WORDS


def lines_of(paths: Iterable[Path]) -> int:
    """Returns how many lines are not blank."""
    return sum(1 for path in paths for line in path.read_text().splitlines() if line.strip())


def words_in(path: Path) -> set[int]:
    """Returns the numbers of the lines, not blank ones, of docstrings and of comments alone."""
    lines = dict(enumerate(path.read_text().splitlines(), 1))
    found = {number for number, line in lines.items() if line.strip().startswith("#")}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found |= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return {number for number in found if lines[number].strip()}
