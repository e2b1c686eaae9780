"""Plays Four Fronts by chance: a table that answers every question with a legal order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from adjudicator.core.game import Ask, Event
from adjudicator.core.table import DiceRolled
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.conditions import Reply
from adjudicator.games.stratix.orders import Catch
from adjudicator.games.stratix.state import State
from tests.games.chance import Chance, LeanTable, O

__all__ = ["RandomTable", "random_match"]

JUDGED = 12
"""Of so many options of a question each is judged; more would be hundreds of moves."""
SELDOM = 8
"""Armies are caught by chance, and answered before they move, once in so many times."""


class RandomTable(LeanTable[State]):
    """A table that holds answers against the rules, and tells of dice."""

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer; options and the default are legal."""
        default = question.default() if question.default is not None else None
        if default is not None:
            _judged(question, default)
        options: Iterable[O] = question.options() if question.options is not None else ()
        for option in islice(options, self._choose(range(JUDGED)), None, 1 + JUDGED):
            _judged(question, option)
        return _judged(question, super().ask(question))

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order; of some kinds mostly none."""
        if question.sample is None:
            return None
        if issubclass(question.expects, Catch | Reply) and self._choose(range(SELDOM)):
            return None
        order = super().next(question)
        return None if order is None else _judged(question, order)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice, and tells of them."""
        values = super().roll(label, count=count, sides=sides)
        self.events.append(DiceRolled(label=label, sides=sides, values=values))
        return values


def _judged(question: Ask[O], order: O) -> O:
    """Returns an order that is legal."""
    problems = list(question.check(order))
    assert not problems, (question.label, order, problems)
    return order


def random_match(rules: StratixRules, seed: str, turns: int = 3000) -> tuple[State, list[Event]]:
    """Plays to the end of a match, of round `turns` at most."""
    choose, state, events = Chance(seed), rules.start, list[Event]()
    while (step := rules.next_step(state)) is not None and state.turn <= turns:
        table = RandomTable(rules, state, choose)
        step.run(table)
        assert table.state != state, step.label
        state = table.state
        events += table.events
    return state, events
