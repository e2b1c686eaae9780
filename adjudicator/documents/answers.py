"""Answers in a sheet, held against the questions that may come before the sheet lapses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.audit.opening import SavedMatch
from adjudicator.core.capabilities import NamesQuestions
from adjudicator.core.english import either
from adjudicator.core.game import Order, Rules
from adjudicator.core.later_turns import under_turn
from adjudicator.core.problem import Problem
from adjudicator.core.questions import Form
from adjudicator.core.save import state_of
from adjudicator.core.sheet import Sheet, tag_of
from adjudicator.core.table import Answered
from adjudicator.core.values import JSONValue, canonical
from adjudicator.documents.later_turns import ahead_of
from adjudicator.documents.problems import AT_KEY, closest_name, list_of, quoted

__all__ = ["answer_problems"]

_MOST_FORMS = 4
"""More forms of labels than these are not listed in a hint."""


def answer_problems(rules: Rules[Any], saved: SavedMatch, sheet: Sheet) -> Iterator[Problem]:
    """Yields the answers that can answer nothing before the sheet lapses.

    That is the end of the player-turn. An answer to a question that may still come is no problem.
    """
    pending = {
        asked.label: asked for asked in saved.pending if asked.topic not in ("orders", "rolls")
    }
    state = rules.view(state_of(rules.game, saved.checkpoint), sheet.seat)
    step = rules.next_step(state)
    is_judged = step is not None and isinstance(rules, NamesQuestions)
    turn = "" if step is None else step.turn
    for label, answer in sheet.answers.items():
        asked = pending.get(label)
        if asked is not None and asked.seat != sheet.seat:
            yield _of_another(sheet.seat, label, (str(asked.seat),))
        elif asked is None and is_judged:
            said = (sheet.seat, label, answer)
            asked_of = _not_asked_of(rules, state, said, turn=turn, asked=tuple(pending))
            settled = _settled(rules, saved, sheet, label)
            if asked_of is not None:
                yield asked_of
            elif settled is not None:
                yield settled
            else:
                yield from _wrong_kind(rules, state, said)
    for ahead in ahead_of(rules, saved, sheet.seat) if sheet.then and is_judged else ():
        part = sheet.then.get(ahead.name)
        for label, answer in {} if part is None else part.answers.items():
            said = (sheet.seat, label, answer)
            asked_of = _not_asked_of(rules, ahead.state, said, turn=ahead.name)
            found = [asked_of] if asked_of else _wrong_kind(rules, ahead.state, said)
            for problem in found:
                yield under_turn(problem, ahead.name)


def _forms(rules: Rules[Any], state: Any) -> tuple[Form, ...]:
    return tuple(rules.questions(state)) if isinstance(rules, NamesQuestions) else ()


def _not_asked_of(
    rules: Rules[Any],
    state: Any,
    said: tuple[str, str, Order],
    *,
    turn: str,
    asked: Sequence[str] = (),
) -> Problem | None:
    """Returns why a label is that of no question that a player-turn may still put to a seat."""
    seat, label, _ = said
    forms = _forms(rules, state)
    meant = [form for form in forms if form.fits(label)]
    if not meant:
        own = [form for form in forms if seat in form.seats]
        return _not_a_question(seat, label, turn, (asked, own))
    to = tuple(other for other in rules.seats if any(other in form.seats for form in meant))
    return None if seat in to else _of_another(seat, label, to)


def _of_another(seat: str, label: str, to: Sequence[str]) -> Problem:
    return Problem(
        "not-your-question",
        f"this is asked of {either(list(to))}, not of {seat}",
        ("answers", label),
        hint="Leave the answer out.",
        facts=(AT_KEY,),
    )


def _not_a_question(
    seat: str, label: str, turn: str, known: tuple[Sequence[str], Sequence[Form]]
) -> Problem:
    pending, forms = known
    written = list(dict.fromkeys((*pending, *(form.in_words for form in forms))))
    meant = closest_name(label, written)
    if meant:
        hint = f"Did you mean {quoted(meant)}?"
    elif forms:
        hint = f"Questions to {seat} have labels such as {list_of(written, _MOST_FORMS)}."
    else:
        hint = "Orders stand by their topic under `orders`."
    return Problem(
        "no-such-question",
        f"no question to {seat} in {turn} has this label",
        ("answers", label),
        hint=hint,
        facts=(AT_KEY,),
    )


def _settled(rules: Rules[Any], saved: SavedMatch, sheet: Sheet, label: str) -> Problem | None:
    """Returns what to tell of an answer whose question was answered; None: it was not.

    Where seats know different things, what the journal says of others is not told.
    """
    given = _answered_with(saved, sheet.seat, label, reads_journal=not rules.is_hidden)
    if given is None:
        return None
    same = canonical(given) == canonical(sheet.document["answers"][label])
    return Problem(
        "question-settled",
        "this question was answered: the answer stands" + (", as it is here" if same else ""),
        ("answers", label),
        hint="Leave the answer out.",
        facts=(AT_KEY,),
        warning=same,
    )


def _answered_with(saved: SavedMatch, seat: str, label: str, *, reads_journal: bool) -> JSONValue:
    """Returns with what a question to a seat was answered in this player-turn, if it was."""
    for sent in saved.sheets[::-1]:
        answers = sent.said.get("answers", {})
        if sent.seat == seat and label in answers and label in saved.marks.answered.get(seat, ()):
            written: JSONValue = answers[label]
            return written
    for entry in saved.journal if reads_journal else ():
        if isinstance(entry, Answered) and entry.label == label and entry.value is not None:
            return {name: part for name, part in entry.value.items() if part is not None}
    return None


def _wrong_kind(rules: Rules[Any], state: Any, said: tuple[str, str, Order]) -> Iterator[Problem]:
    """Yields what is wrong with an answer however the question comes about."""
    seat, label, answer = said
    forms = [form for form in _forms(rules, state) if form.fits(label)]
    fitting = [form for form in forms if isinstance(answer, form.expects)]
    if not fitting:
        tags = list(dict.fromkeys(tag_of(model) for form in forms for model in form.expects))
        yield Problem(
            "wrong-order",
            f'"{answer.order}" is not what is asked there',
            ("answers", label, "order"),
            hint=f"Give {either([quoted(tag) for tag in tags])}.",
        )
        return
    for problem in rules.check_static(state, fitting[0].topic, answer, seat=seat):
        yield problem.under("answers", label)
