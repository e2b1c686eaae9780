"""Random player-turns sent as sheets, in one go and mail by mail.

A player-turn is first played by chance at a table that writes down every order, answer and die.
What it wrote is then sent to the referee: all at once, or every topic held back and sent for
itself, and one mail for each question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import Ask, Event, Pending
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.sheet import Sheet, as_written
from adjudicator.core.values import canonical
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.options import Question
from adjudicator.games.invasion_america.state import State
from tests.games.invasion_america.chance import Chance, O, RandomTable
from tests.games.invasion_america.playing import sheet
from tests.games.suspended import told

__all__ = ["WritingTable", "Written", "both_ways", "by_chance", "position_of"]


@dataclass
class Written:
    """A player-turn as chance played it."""

    state: State
    seat: str = ""
    topics: tuple[str, ...] = ()
    """What a sheet of the player-turn may hold."""
    orders: dict[str, list[Any]] = field(default_factory=dict)
    given: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By seat and label, the answers to questions in mid-turn."""
    dice: dict[str, tuple[int, ...]] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)


class WritingTable(RandomTable):
    """Writes down orders by topic, answers by seat and dice by label."""

    def __init__(self, rules: InvasionAmericaRules, written: Written, choose: Chance) -> None:
        super().__init__(rules, written.state, choose)
        self._written = written

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order."""
        queue = self._written.orders.setdefault(question.topic, [])
        order = super().next(question)
        if order is not None:
            queue.append(as_written(order))
        return order

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer."""
        order = super().ask(question)
        self._written.given.setdefault(question.seat, {})[question.label] = order.to_json()
        return order

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice."""
        self._written.dice[label] = super().roll(label, count=count, sides=sides)
        return self._written.dice[label]


def by_chance(rules: InvasionAmericaRules, state: State, choose: Chance) -> Written:
    """Plays the player-turn that comes next by chance."""
    written = Written(state)
    step = rules.next_step(state)
    assert step is not None
    turn, (written.seat,), written.topics = step.turn, step.seats, step.topics
    while step is not None and step.turn == turn:
        table = WritingTable(rules, written, choose)
        step.run(table)
        written.state = table.state
        written.events += table.events
        step = rules.next_step(written.state)
    return written


def position_of(save: Save) -> State:
    """Returns the position that a save has reached."""
    return State.model_validate_json(canonical(save.position))


def straight(rules: InvasionAmericaRules, save: Save, written: Written) -> tuple[Save, list[Event]]:
    """Sends everything at once, on sheets that pass the check."""
    dice = ScriptedDice(written.dice, {})
    orders = {written.seat: written.orders}
    sheets = {
        seat: sheet(seat, orders=orders.get(seat, {}), answers=written.given.get(seat, {}))
        for seat in rules.seats
    }
    dry = dry_run(rules, save, {written.seat: sheets[written.seat]}, 1, seat=written.seat)
    assert not dry.problems, dry.problems
    done = run(rules, save, sheets, 1, dice=dice)
    assert not dice.unused
    assert canonical(done.state.to_json()) == canonical(written.state.to_json())
    return done.save, told(done.events)


def piecemeal(
    rules: InvasionAmericaRules, save: Save, written: Written
) -> tuple[Save, list[Event], int]:
    """Holds every topic back, sends one mail for each and for each question; says how many."""
    dice = ScriptedDice(written.dice, {})
    held = [topic for topic in written.topics if topic not in get_args(Question)]
    done = run(rules, save, {written.seat: sheet(written.seat, hold=held)}, 1, dice=dice)
    events, mails = [*done.events], 0
    while asked := [one for one in done.save.pending if one.topic not in ("orders", "rolls")]:
        mails += len(asked)
        done = run(rules, done.save, _answers(written, asked), 1, dice=dice)
        events += done.events
    assert not dice.unused
    assert canonical(done.state.to_json()) == canonical(written.state.to_json())
    return done.save, told(events), mails


def _answers(written: Written, asked: Sequence[Pending]) -> dict[str, Sheet]:
    """Returns the sheets that answer what is asked."""
    orders: dict[str, dict[str, Any]] = {}
    answers: dict[str, dict[str, Any]] = {}
    for one in asked:
        assert one.seat is not None
        if one.topic in get_args(Question):
            answers.setdefault(one.seat, {})[one.label] = written.given[one.seat][one.label]
        else:
            orders.setdefault(one.seat, {})[one.topic] = written.orders.get(one.topic, [])
    return {
        seat: sheet(seat, orders=orders.get(seat, {}), answers=answers.get(seat, {}))
        for seat in {**orders, **answers}
    }


def both_ways(
    rules: InvasionAmericaRules, asking: InvasionAmericaRules, seed: str, turns: int
) -> int:
    """Plays some player-turns both ways, which must lead to the same; returns the mails.

    Args:
        asking: the same rules, with every question put.
    """
    one, other = first_save(rules), first_save(asking)
    choose, total = Chance(seed), 0
    for _ in range(turns):
        written = by_chance(rules, position_of(one), choose)
        one, events = straight(rules, one, written)
        other, others, mails = piecemeal(asking, other, written)
        assert events == others == told(written.events)
        total += mails
        if one.is_over:
            break
    return total
