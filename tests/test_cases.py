"""Runs every rule case under tests/cases; see its README.

Every question that the rules ask meanwhile has a label that `questions` foresees: were one missing,
a sheet that answers it would be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudicator.core.capabilities import NamesQuestions
from adjudicator.core.game import Ask
from adjudicator.core.questions import Form
from adjudicator.core.table import WorkingTable
from adjudicator.documents.cases import differences, read_case
from adjudicator.registry import by_name

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.json"))


def is_foreseen(forms: Sequence[Form], question: Ask[Any], topics: Any) -> bool:
    """Whether a form fits that takes every order which may answer the question."""
    models = [m for listed in topics.values() for m in listed if issubclass(m, question.expects)]
    return any(
        form.fits(question.label)
        and form.topic == question.topic
        and question.seat in form.seats
        and all(issubclass(model, form.expects) for model in models)
        for form in forms
    )


class Watched(NamedTuple):
    """What is noticed of the questions that are asked."""

    unforeseen: list[str]
    asked: set[str]
    """The forms of the labels that came up."""


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    """Every question that rules ask is held against those that they foresee."""
    found = Watched([], set())
    ask_all: Callable[..., Any] = WorkingTable.ask_all

    def watch(table: Any, questions: Sequence[Ask[Any]]) -> Any:
        rules: Any = table._rules
        assert isinstance(rules, NamesQuestions)
        named: Any = rules
        for question in questions:
            forms = tuple(named.questions(named.view(table._state, question.seat)))
            found.asked.update(form.label for form in forms if form.fits(question.label))
            if not is_foreseen(forms, question, named.game.topics):
                found.unforeseen.append(f"{question.seat} {question.topic} {question.label}")
        return ask_all(table, questions)

    monkeypatch.setattr(WorkingTable, "ask_all", watch)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CASES)))
def test_case(path: Path, watched: Watched) -> None:
    case = read_case(path)
    assert case.case.endswith(path.stem), "a case is named as its file, its chapter may precede"
    assert case.rule, "a case cites a rule"
    assert differences(case, by_name()) == []
    assert not watched.unforeseen


@pytest.mark.parametrize("game", sorted({path.relative_to(CASES).parts[0] for path in FILES}))
def test_questions_are_watched(game: str, watched: Watched) -> None:
    """The cases of a game ask something: the first that does is enough to know."""
    for path in FILES:
        if path.relative_to(CASES).parts[0] == game and not watched.asked:
            differences(read_case(path), by_name())
    assert watched.asked


def test_no_case_is_there_twice() -> None:
    names = [(path.relative_to(CASES).parts[0], read_case(path).case) for path in FILES]
    assert len(names) == len(set(names)) > 0
