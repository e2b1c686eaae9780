"""The cases as a suite for any engine: the runner, the format, the pages."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.core.problem import Refused
from adjudicator.documents.case_answers import answer_to
from adjudicator.documents.cases import differences, read_case
from adjudicator.registry import by_name
from tests.conformance import conform
from tests.conformance.engine import BY_THE_PIPE, FAULTS, spoiled
from tests.conformance.index import page_of, path_of
from tests.coverage_table import BOOKS, Rulebook

TESTS = Path(__file__).resolve().parents[1]
SCHEMAS = TESTS.parent / "schemas"
CASES = TESTS / "cases"
OWN = (sys.executable, "-m", "adjudicator", "case", "--answer")
HOLDING = ("none", "own-words")


def ran(*words: str | Path, engine: tuple[str, ...] = OWN) -> subprocess.CompletedProcess[str]:
    runner = (sys.executable, str(TESTS / "conformance" / "conform.py"))
    return subprocess.run(
        [*runner, *map(str, words), "--", *engine],
        capture_output=True,
        text=True,
        check=False,
        cwd=TESTS.parent,
    )


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.name)
def test_the_program_passes_by_its_own_command(book: Rulebook) -> None:
    """Each fortieth case; all of them: the command in README.md."""
    done = ran(CASES / book.game.name, "--every", "40")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(" hold, 0 differ\n")


def test_one_process_a_case() -> None:
    done = ran(CASES / "stratix" / "red-squares", "--once", "--every", "12")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def answered() -> list[tuple[dict[str, Any], str]]:
    """Cases of all games with the program's answers."""
    chosen = [json.loads(path.read_bytes()) for path in sorted(CASES.rglob("*.json"))[::70]]
    return [(case, json.dumps(answer_of(case))) for case in chosen]


def answer_of(case: dict[str, Any]) -> dict[str, Any]:
    question = conform.question_of(case)
    told: dict[str, Any] = answer_to(json.dumps(question).encode(), "q", by_name()).to_json()
    return told


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_answer_differs(fault: str, answered: list[tuple[dict[str, Any], str]]) -> None:
    found = [
        bool(conform.differences(case, spoiled(fault, json.loads(answer)), "places"))
        for case, answer in answered
    ]
    assert any(found) == (fault not in HOLDING)


@pytest.mark.parametrize("fault", BY_THE_PIPE)
def test_a_wrong_engine_differs(fault: str) -> None:
    wait, every = ("1", "45") if fault == "hangs" else ("60", "9")
    engine = (sys.executable, "-m", "tests.conformance.engine", fault)
    files = CASES / "galactic-conquest" / "set-up"
    done = ran(files, "--seconds", wait, "--every", every, engine=engine)
    assert done.returncode == 1, done.stdout + done.stderr


def test_how_closely_refusals_are_compared() -> None:
    case = {"problems": [{"code": "a", "path": ["orders", 0]}]}
    found: dict[str, Any] = {"problems": [{"code": "a", "path": []}]}
    other: dict[str, Any] = {"problems": [{"code": "b", "path": ["orders", 0]}]}
    assert conform.differences(case, found, "places")
    assert not conform.differences(case, found, "codes")
    assert conform.differences(case, other, "codes")
    assert not conform.differences(case, other, "refused")
    assert conform.differences({}, other, "refused")
    assert conform.differences(case, {"problems": []}, "refused")


def test_the_runner_agrees_with_the_program() -> None:
    """On each case, changed so that it should differ, and as it is."""
    for path in sorted(CASES.rglob("*.json"))[::120]:
        case = json.loads(path.read_bytes())
        changes: tuple[dict[str, Any], ...] = (
            {"state": {"there-is-no-such-field": 1}},
            {"events": [{"event": "nothing-of-the-kind"}]},
            {"pending": [{"seat": "nobody"}] * 9},
            {"problems": [{"code": "nothing-wrong"}]},
            {"never": [{}]},
            {"dice": {**case.get("dice", {}), "turn-1/never-rolled": [1]}},
        )
        for change in changes:
            spoiled = read_case(path).model_validate_json(json.dumps(case | change))
            told = conform.differences(case | change, answer_of(case | change), "places")
            assert bool(told) == bool(differences(spoiled, by_name())), (path, change)


def test_questions_and_answers_follow_their_schemas() -> None:
    for path in sorted(CASES.rglob("*.json"))[::60]:
        question = conform.question_of(json.loads(path.read_bytes()))
        answer = answer_to(json.dumps(question).encode(), str(path), by_name()).to_json()
        for name, document in (("case-question", question), ("case-answer", answer)):
            schema = json.loads((SCHEMAS / f"{name}.json").read_bytes())
            error = next(Draft202012Validator(schema).iter_errors(document), None)
            assert error is None, (path, name, error)


def test_what_has_no_answer() -> None:
    path = CASES / "galactic-conquest" / "step-4" / "each-loses-one.json"
    question = conform.question_of(json.loads(path.read_bytes())) | {"dice": {}}
    unlisted = answer_to(json.dumps(question).encode(), "q", by_name())
    assert unlisted.failed is not None
    assert unlisted.failed.startswith("roll-not-listed")
    unknown = answer_to(json.dumps(question | {"game": "go"}).encode(), "q", by_name())
    assert unknown.failed is not None
    assert unknown.failed.startswith("no game go")
    with pytest.raises(Refused):
        answer_to(b'{"format": 2}', "q", by_name())
    done = subprocess.run(
        OWN, input="{}\n[\n", capture_output=True, text=True, check=False, cwd=TESTS.parent
    )
    assert [json.loads(line)["case"] for line in done.stdout.splitlines()] == ["unread", "unread"]


def test_the_runner_stands_alone() -> None:
    tree = ast.parse((TESTS / "conformance" / "conform.py").read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
        )
    }
    assert imported - {"__future__"} <= sys.stdlib_module_names


def test_the_runner_needs_an_engine_and_cases(tmp_path: Path) -> None:
    assert ran(CASES / "stratix", engine=()).returncode == 2
    assert ran(tmp_path).returncode == 2


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.name)
def test_each_folder_has_its_page(book: Rulebook) -> None:
    """If this fails: `python -m tests.coverage_table`."""
    assert path_of(book).read_text(encoding="utf-8") == page_of(book)
    assert "SPDX-License-Identifier: MIT" in page_of(book)
