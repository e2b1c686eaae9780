"""What cards ask. No answer has a default but the square of a piece that others send home.

A wrong answer is asked again. (Rulings 28 and 37)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import TypeVar

from adjudicator.core.english import joined
from adjudicator.core.game import Ask, Choose, Order
from adjudicator.core.problem import Problem
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.rules.card_choices import Choice, Chosen, targets_alone
from adjudicator.games.stratix.words import the_kind

__all__ = [
    "arrange_question",
    "lift_question",
    "recover_question",
    "relay_question",
    "return_question",
    "target_question",
]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
_RULE = "cards"


def recover_question(
    title: str, kinds: Sequence[str], squares: Sequence[str], *, seat: str, label: str
) -> Ask[o.Recover]:
    """Asks which destroyed piece comes back, and where. ("Player's option where")"""
    choice = Choice(title, kinds=kinds, targets=targets_alone(squares))
    return _question(
        choice,
        o.Recover,
        seat=seat,
        label=label,
        prompt=f"{title}: which of your destroyed pieces comes back, and where?",
        read=lambda order: Chosen(kind=order.kind, target=order.to),
        write=lambda chosen: {"order": "recover", "kind": chosen.kind, "to": chosen.target},
    )


def return_question(
    title: str, kind: str, squares: Sequence[str], *, seat: str, label: str, is_sent: bool
) -> Ask[o.Return]:
    """Asks where a piece comes back to the red squares of its army.

    Args:
        is_sent: whether another army sends it, in whose turn nobody waits for this: without an
            answer it is the first of the squares. (Ruling 37)
    """
    choice = Choice(title, targets=targets_alone(squares))
    question = _question(
        choice,
        o.Return,
        seat=seat,
        label=label,
        prompt=f"{title}: to which square does {the_kind(kind)} go back?",
        read=lambda order: Chosen(target=order.to),
        write=lambda chosen: {"order": "return", "to": chosen.target},
    )
    if not is_sent:
        return question
    return question._replace(default=partial(o.Return, order="return", to=squares[0]))


def target_question(title: str, squares: Sequence[str], *, seat: str, label: str) -> Ask[o.Target]:
    """Asks which enemy piece a card means."""
    choice = Choice(title, origins=squares, names=("kind", "at", "to"))
    return _question(
        choice,
        o.Target,
        seat=seat,
        label=label,
        prompt=f"{title}: which enemy piece?",
        read=lambda order: Chosen(origin=order.at),
        write=lambda chosen: {"order": "target", "at": chosen.origin},
    )


def relay_question(title: str, squares: Sequence[str], *, seat: str, label: str) -> Ask[o.Relay]:
    """Asks to which recon space the piece goes that drew the card."""
    return _question(
        Choice(title, targets=targets_alone(squares)),
        o.Relay,
        seat=seat,
        label=label,
        prompt=f"{title}: to which recon space?",
        read=lambda order: Chosen(target=order.to),
        write=lambda chosen: {"order": "relay", "to": chosen.target},
    )


def lift_question(choice: Choice, *, seat: str, label: str) -> Ask[o.Lift]:
    """Asks which piece is lifted and where it is set, if any is."""
    nobody = o.Lift(order="lift")
    question = _question(
        choice,
        o.Lift,
        seat=seat,
        label=label,
        prompt=f"{choice.title}: which piece is lifted, and where is it set, if any?",
        read=lambda order: Chosen(origin=order.from_, target=order.to),
        write=lambda chosen: {"order": "lift", "from": chosen.origin, "to": chosen.target},
    )
    check, options, sample = question.check, question.options, question.sample
    assert options is not None
    assert sample is not None

    def options_and_none() -> Iterator[o.Lift]:
        yield from options()
        yield nobody

    return question._replace(
        check=lambda order: () if order == nobody else check(order),
        options=options_and_none,
        sample=lambda choose: sample(choose) if choose((True, True, False)) else nobody,
    )


def arrange_question(
    title: str, titles: Mapping[str, str], *, seat: str, label: str
) -> Ask[o.Arrange]:
    """Asks in which order the cards go back that a seat looked at: it alone reads the question.

    Args:
        titles: by card, what it is called; in the order in which they lie.
    """
    cards = tuple(titles)
    named = joined([f"{card} ({called})" for card, called in titles.items()])

    def check(order: o.Arrange) -> Iterator[Problem]:
        if sorted(order.cards) != sorted(cards):
            yield Problem(
                "other-cards",
                f"{joined(order.cards)} are not the cards that you looked at",
                ("cards",),
                _RULE,
                hint=f"Give {joined(cards)}, each once, the next one to be drawn first.",
            )

    def options() -> Iterator[o.Arrange]:
        return (o.Arrange(order="arrange", cards=order) for order in permutations(cards))

    return Ask(
        label=label,
        topic="card",
        seat=seat,
        expects=o.Arrange,
        prompt=f"{title}: the next cards are {named}. In which order do they go back?",
        rule=_RULE,
        check=check,
        options=options,
        sample=lambda choose: choose(list(options())),
    )


def _question(
    choice: Choice,
    expects: type[O],
    *,
    seat: str,
    label: str,
    prompt: str,
    read: Callable[[O], Chosen],
    write: Callable[[Chosen], dict[str, str | None]],
) -> Ask[O]:
    def check(order: O) -> Iterable[Problem]:
        return choice.check(read(order), _RULE)

    def order_of(chosen: Chosen) -> O:
        return expects.model_validate(write(chosen))

    def sample(choose: Choose) -> O | None:
        listed = list(choice.choices())
        return order_of(choose(listed)) if listed else None

    return Ask(
        label=label,
        topic="card",
        seat=seat,
        expects=expects,
        prompt=prompt,
        rule=_RULE,
        check=check,
        options=lambda: (order_of(chosen) for chosen in choice.choices()),
        sample=sample,
    )
