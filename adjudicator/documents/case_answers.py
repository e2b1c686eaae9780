"""Questions of cases from a pipe, and what this engine answers; see tests/conformance/README.md."""

from collections.abc import Mapping
from typing import Any, Literal

from adjudicator.core.game import Game
from adjudicator.core.values import Id, Label, Value
from adjudicator.documents.cases import CaseStart, Question, found_by
from adjudicator.documents.json_input import Document, read_json
from adjudicator.documents.scenarios import check_written
from adjudicator.documents.schemas import understood

__all__ = ["Answer", "FoundProblem", "answer_to"]


class FoundProblem(Value):
    """Why a start or a sheet is refused."""

    code: str
    """Its code."""
    seat: Id | None = None
    """The seat whose sheet it is in; null: none."""
    path: tuple[str | int, ...] = ()
    """Where it is in the sheet, or in the start."""
    message: str = ""
    """The engine's own words; nobody compares them."""


class Answer(Value):
    """What an engine says to one question."""

    format: Literal[1] = 1
    """The format of the answer."""
    case: Id
    """The name of the case."""
    failed: str | None = None
    """Why there is no answer, in words: a roll that is not listed, a game that is not known."""
    problems: tuple[FoundProblem, ...] = ()
    """Why start or sheets are refused."""
    rolled: tuple[Label, ...] = ()
    """The labels of all rolls made and decks shuffled."""
    events: tuple[Any, ...] = ()
    """What happened, in order; each an object with its name in `event`."""
    state: Any = None
    """The state reached; null where the start is refused."""
    pending: tuple[Any, ...] = ()
    """What is awaited at the end."""


def answer_to(raw: bytes, source: str, games: Mapping[str, Game]) -> Answer:
    """Returns the answer to one question.

    Raises:
        RefusedFile: it is malformed or invalid.
    """
    document = read_json(raw, source=source)
    question = _question(document, games)
    if question.game not in games:
        known = ", ".join(games)
        return Answer(case=question.case, failed=f"no game {question.game}; known: {known}")
    found = found_by(question, games[question.game])
    if found.failed:
        words = "; ".join(f"{one.code}: {one.message}" for one in found.failed)
        return Answer(case=question.case, failed=words)
    listed = (*question.dice, *question.decks)
    return Answer(
        case=question.case,
        problems=tuple(
            FoundProblem(code=one.code, seat=seat, path=tuple(one.path), message=one.message)
            for seat, one in found.problems
        ),
        rolled=tuple(label for label in listed if label not in found.unused),
        events=found.events,
        state=found.state,
        pending=found.pending,
    )


def _question(document: Document, games: Mapping[str, Game]) -> Question:
    question = understood(Question, document)
    if question.game in games and isinstance(question.start, CaseStart):
        check_written(games[question.game], document, "start")
    return question
