"""An answer in a sheet: one that may come is taken, one that answers nothing is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.game import example_of
from adjudicator.core.sheet import as_written, ask_example, tag_of
from adjudicator.core.values import FrozenMap
from adjudicator.documents import cases
from adjudicator.documents.cases import Case, CaseSheet, differences, read_case
from adjudicator.documents.sheets import CheckedSheet, check_sheet
from adjudicator.registry import by_name

CASES = Path(__file__).parent / "cases"
GAMES = sorted(path.name for path in CASES.iterdir() if path.is_dir())


# -- answers that answer nothing ------------------------------------------------------------------

ANSWERED = {
    "fortress-america-1986": ("action-4/answer-at-a-spent-space", "usa", "western"),
    "fortress-america-2012": ("action-4/answer-at-a-spent-space", "usa", "western"),
    "galactic-conquest": ("step-4/defender-answers-by-label", "azure", "amber"),
    "invasion-america": ("chapter-13/13-75-asked", "aggressors", "us"),
    "nine-fields": ("battle/answered", "east", "west"),
    "stratix": ("red-squares/blocked-wrong-choice", "south-west", "north-east"),
}
"""By game, a case whose last sheets answer a question, its seat, and one that it is not put to."""
each = pytest.mark.parametrize("game", GAMES)


def answered(game: str) -> tuple[Case, str, Any]:
    """Returns a case, and the label and answer in its last sheets."""
    place, seat, _ = ANSWERED[game]
    case = read_case(CASES / game / f"{place}.json")
    last = case.orders[-1] if isinstance(case.orders, tuple) else case.orders
    ((label, answer),) = last[seat].answers.items()
    return case, label, answer


def codes(case: Case, seat: str, label: str, answer: Any) -> list[str]:
    """Returns the problems, and the warnings, of a last sheet that answers one question."""
    openings = case.orders if isinstance(case.orders, tuple) else (case.orders,)
    rules = by_name()[case.game]
    found: list[str] = []
    check: Callable[..., CheckedSheet] = check_sheet

    def kept(*words: Any, **named: Any) -> CheckedSheet:
        checked = check(*words, **named)
        found[:] = [one.problem.code for one in checked.located if one.problem.path[:1] == ANSWERS]
        return checked

    last = FrozenMap({seat: CaseSheet(answers=FrozenMap({label: FrozenMap(answer)}))})
    asked = case.model_copy(update={"orders": (*openings[:-1], last)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cases, "check_sheet", kept)
        differences(asked, {case.game: rules})
    return found


ANSWERS = ("answers",)


@each
def test_an_answer_that_may_come_is_no_problem(game: str) -> None:
    _, seat, _ = ANSWERED[game]
    case, label, answer = answered(game)
    found = codes(case, seat, label, answer)
    assert not {"no-such-question", "not-your-question", "wrong-order"} & {*found}


@each
def test_an_answer_to_no_question_there_can_be_is_told(game: str) -> None:
    _, seat, _ = ANSWERED[game]
    case, label, answer = answered(game)
    for wrong in (f"{label}/more", label.replace("turn-1/", "turn-9/"), label.rpartition("/")[0]):
        assert codes(case, seat, wrong, answer) == ["no-such-question"]


@each
def test_an_answer_to_a_question_of_another_seat_is_told(game: str) -> None:
    _, _, other = ANSWERED[game]
    case, label, answer = answered(game)
    assert codes(case, other, label, answer) == ["not-your-question"]


@each
def test_an_answer_of_another_kind_is_told(game: str) -> None:
    _, seat, _ = ANSWERED[game]
    case, label, answer = answered(game)
    models = [model for listed in by_name()[game].topics.values() for model in listed]
    others = (example_of(model) for model in models if tag_of(model) != answer["order"])
    other = next(one for one in others if one is not None)
    assert codes(case, seat, label, other) == ["wrong-order"]


@each
def test_every_game_takes_the_wish_to_be_asked(game: str) -> None:
    """`ask` is the core's own standing order: no game is asked about it."""
    place, seat, _ = ANSWERED[game]
    case = read_case(CASES / game / f"{place}.json")
    openings = case.orders if isinstance(case.orders, tuple) else (case.orders,)
    asks = as_written(ask_example(by_name()[game]))
    last = openings[-1][seat].model_copy(update={"standing": (FrozenMap(asks),)})
    asked = case.model_copy(
        update={"orders": (*openings[:-1], FrozenMap({**openings[-1], seat: last}))}
    )
    assert not [one for one in differences(asked, by_name()) if "standing" in one]


@pytest.mark.parametrize(("unit", "is_told"), [("infantry", "warning"), ("hovertank", "problem")])
def test_an_answer_to_a_settled_question_is_told(unit: str, is_told: str) -> None:
    """The same answer again does no harm; another one would be thought to count."""
    path = CASES / "fortress-america-1986/answers/asked-twice-answers-kept.json"
    case = read_case(path)
    label = "turn-1/western/battle/portland/defender/mechanized/target-1"
    answer = {"order": "target", "unit": unit}
    assert codes(case, "usa", label, answer) == ["question-settled"]
    last = FrozenMap({"usa": CaseSheet(answers=FrozenMap({label: FrozenMap(answer)}))})
    assert isinstance(case.orders, tuple)
    again = case.model_copy(update={"orders": (*case.orders[:-1], last)})
    refused = any("question-settled" in line for line in differences(again, by_name()))
    assert refused == (is_told == "problem")
