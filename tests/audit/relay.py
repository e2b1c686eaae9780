"""The toy game in which who wins the bids plays two player-turns, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.core.game import Event, Step
from tests.core.toy import TOY, Toy, ToyOptions, ToyRules, ToyStart, TurnEnded

__all__ = ["RelayRules", "relay"]


class RelayRules(ToyRules):
    """Nobody bids in even turns: the mover goes on."""

    def next_step(self, state: Toy) -> Step[Toy] | None:
        step = super().next_step(state)
        if step is None or state.phase == "bid":
            return step
        return step._replace(follows=self._follows)

    def _follows(self, state: Toy) -> Sequence[Event]:
        return (TurnEnded(),) if state.turn % 2 and state.turn < self.turns else ()

    def evolve(self, state: Toy, event: Event) -> Toy:
        after = super().evolve(state, event)
        if isinstance(event, TurnEnded) and state.turn % 2 and after.phase != "over":
            return after.model_copy(update={"phase": "march", "mover": state.mover})
        return after


def relay(turns: int = 4, **options: Any) -> RelayRules:
    """The rules of a relay of some turns."""
    start = ToyStart(soldiers=9, champions=1, turns=turns)
    return RelayRules(TOY, start, ToyOptions.model_validate(options, strict=False))
