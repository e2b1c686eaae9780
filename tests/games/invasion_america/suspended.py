"""Random player-turns sent as sheets, in one go and topic by topic.

A player-turn is first played by chance at a table that writes down every order and die. What it
wrote is then sent to the referee: all on one sheet, or every topic held back and sent for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.game import AnswerUnused, Ask, Event, QuestionAnswered
from adjudicator.core.referee import Save, dry_run, first_save, run
from adjudicator.core.sheet import Sheet, as_written
from adjudicator.core.values import canonical
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.combat_orders import ASKED
from adjudicator.games.invasion_america.state import State
from tests.games.invasion_america.chance import Chance, O, RandomTable
from tests.games.invasion_america.playing import sheet

__all__ = ["WritingTable", "Written", "both_ways", "by_chance", "position_of"]


@dataclass
class Written:
    """A player-turn as chance played it."""

    state: State
    seat: str = ""
    topics: tuple[str, ...] = ()
    """What a sheet of the player-turn may hold."""
    orders: dict[str, list[Any]] = field(default_factory=dict)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By seat, what was asked in combat."""
    dice: dict[str, tuple[int, ...]] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)


class WritingTable(RandomTable):
    """Writes down orders by topic and dice by label."""

    def __init__(self, rules: InvasionAmericaRules, written: Written, choose: Chance) -> None:
        super().__init__(rules, written.state, choose)
        self._written = written

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer."""
        order = super().ask(question)
        self._written.answers.setdefault(question.seat, {})[question.label] = as_written(order)
        return order

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order."""
        queue = self._written.orders.setdefault(question.topic, [])
        order = super().next(question)
        if order is not None:
            queue.append(as_written(order))
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


def _told(events: Sequence[Event]) -> list[Event]:
    """Leaves out by which of two ways the same answer came."""
    return [event for event in events if not isinstance(event, AnswerUnused | QuestionAnswered)]


def _sheets(written: Written, **parts: Any) -> dict[str, Sheet]:
    """Returns the sheet of whose player-turn it is, and those that answer what combat asks."""
    seats = dict.fromkeys((written.seat, *written.answers))
    return {
        seat: sheet(
            seat, answers=written.answers.get(seat, {}), **(parts if seat == written.seat else {})
        )
        for seat in seats
    }


def straight(rules: InvasionAmericaRules, save: Save, written: Written) -> tuple[Save, list[Event]]:
    """Sends everything on one sheet, which passes the check."""
    dice = ScriptedDice(written.dice, {})
    sheets = _sheets(written, orders=written.orders)
    dry = dry_run(rules, save, sheets, 1, seat=written.seat)
    assert not dry.problems, dry.problems
    done = run(rules, save, sheets, 1, dice=dice)
    assert not dice.unused
    assert canonical(done.state.to_json()) == canonical(written.state.to_json())
    return done.save, _told(done.events)


def piecemeal(
    rules: InvasionAmericaRules, save: Save, written: Written
) -> tuple[Save, list[Event], int]:
    """Holds every topic back and sends one mail for each; says how many."""
    dice = ScriptedDice(written.dice, {})
    seat, mails = written.seat, 0
    held = [topic for topic in written.topics if topic not in ASKED]
    done = run(rules, save, _sheets(written, hold=held), 1, dice=dice)
    events = [*done.events]
    while (topic := _awaited(done.save)) is not None:
        mails += 1
        orders = {topic: written.orders.get(topic, [])}
        done = run(rules, done.save, {seat: sheet(seat, orders=orders)}, 1, dice=dice)
        events += done.events
    assert not dice.unused
    assert canonical(done.state.to_json()) == canonical(written.state.to_json())
    return done.save, _told(events), mails


def _awaited(save: Save) -> str | None:
    """Returns the topic in mid-turn that is awaited; None: a whole sheet is."""
    topics = [question.topic for question in save.pending]
    return next((topic for topic in topics if topic not in ("orders", "rolls")), None)


def both_ways(rules: InvasionAmericaRules, seed: str, turns: int) -> int:
    """Plays some player-turns both ways, which must lead to the same; returns the mails."""
    one = other = first_save(rules)
    choose, total = Chance(seed), 0
    for _ in range(turns):
        written = by_chance(rules, position_of(one), choose)
        one, events = straight(rules, one, written)
        other, others, mails = piecemeal(rules, other, written)
        assert events == others == _told(written.events)
        total += mails
        if one.is_over:
            break
    return total
