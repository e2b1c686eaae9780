"""Plays Galactic Conquest by chance: a table that answers every question with a legal order."""

from __future__ import annotations

from adjudicator.core.game import Ask, Event
from adjudicator.core.table import DiceRolled
from adjudicator.games.galactic_conquest import GalacticConquestRules
from adjudicator.games.galactic_conquest.state import State
from tests.games.chance import Chance, LeanTable, O

__all__ = ["Chance", "LeanTable", "O", "RandomTable", "random_match"]


class RandomTable(LeanTable[State]):
    """A table that holds every answer against the rules, and tells of dice."""

    def ask(self, question: Ask[O]) -> O:
        """Returns any legal answer; all options and the default are legal."""
        assert question.default is not None, question.label
        default = question.default()
        assert default is not None
        assert not list(question.check(default)), question.label
        for option in question.options() if question.options is not None else ():
            assert not list(question.check(option)), (question.label, option)
        given = super().ask(question)
        assert not list(question.check(given)), (question.label, given)
        return given

    def next(self, question: Ask[O]) -> O | None:
        """Returns any legal order, after a few tries."""
        for _ in range(3):
            order = super().next(question)
            if order is not None:
                assert not list(question.check(order)), (question.label, order)
                return order
        return None

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns dice, and tells of them."""
        values = super().roll(label, count=count, sides=sides)
        self.events.append(DiceRolled(label=label, sides=sides, values=values))
        return values


def random_match(
    rules: GalacticConquestRules, seed: str, turns: int = 400
) -> tuple[State, list[Event]]:
    """Plays to the end of a match, of turn `turns` at most."""
    choose, state, events = Chance(seed), rules.start, list[Event]()
    while (step := rules.next_step(state)) is not None and state.turn <= turns:
        table = RandomTable(rules, state, choose)
        step.run(table)
        assert table.state != state, step.label
        state = table.state
        events += table.events
    return state, events
