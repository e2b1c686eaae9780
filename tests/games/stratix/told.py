"""Matches of Four Fronts by chance, turn by turn, for tests of what is told and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from adjudicator.core.game import Ask, Event
from adjudicator.core.report import Line
from adjudicator.games.stratix import StratixRules
from adjudicator.games.stratix.state import State
from tests.games.chance import Chance, LeanTable, O
from tests.games.stratix.playing import FOUR, GAME, MAP_FILES, THREE, TWO, scenario

__all__ = ["Turn", "at", "dealt", "match", "opened", "shuffled_otherwise", "texts"]

SEATS = {2: TWO, 3: THREE, 4: FOUR}


class _Table(LeanTable[State]):
    """A table of chance that orders nothing where a rule only asks what is there too many."""

    def next(self, question: Ask[O]) -> O | None:
        if question.sample is None:
            return None
        # Few replies: with them it is hardly ever anybody's turn.
        if question.topic in ("replies", "catch") and self._choose(range(8)):
            return None
        return super().next(question)


class Turn(NamedTuple):
    """A step of a match: from what to what, and how."""

    before: State
    events: tuple[Event, ...]
    after: State


def opened(seats: tuple[str, ...] = FOUR, **options: Any) -> StratixRules:
    """Returns the rules of a match from the set-up on."""
    return GAME.open(scenario({}, seats, **options), MAP_FILES)


@cache
def match(
    count: int, seed: str = "told", steps: int = 4000
) -> tuple[StratixRules, tuple[Turn, ...]]:
    """Returns the rules and the steps of a match of so many armies, played by chance."""
    rules = opened(SEATS[count])
    turns: list[Turn] = []
    choose, state = Chance(f"{seed}-{count}"), rules.start
    while len(turns) < steps and (step := rules.next_step(state)) is not None:
        table = _Table(rules, state, choose)
        step.run(table)
        turns.append(Turn(state, tuple(table.events), table.state))
        state = table.state
    return rules, tuple(turns)


def at(rules: StratixRules, before: State, *events: Event) -> State:
    """Returns the state that events lead to."""
    for event in events:
        before = rules.evolve(before, event)
    return before


def shuffled_otherwise(state: State, seat: str | None) -> State:
    """Returns a state that differs only in cards that a seat (None: everybody) does not know."""
    (deck,) = state.decks
    known = {*deck.public}
    if seat is not None:
        known |= {*state.hands[seat], *state.looked.get(seat, ())}
    hidden = [place for place in range(len(deck)) if place not in known]
    order = list(deck.order)
    for place, other in zip(hidden, (*hidden[1:], *hidden[:1]), strict=True):
        order[place] = deck.order[other]
    return state.model_copy(update={"decks": (deck.model_copy(update={"order": tuple(order)}),)})


def dealt() -> tuple[StratixRules, State]:
    """Returns a position in which the deck is shuffled, and cards are in hands."""
    rules, turns = match(4)
    turn = next(one for one in turns if sum(map(len, one.after.hands.values())) > 1)
    return rules, turn.after


def texts(lines: Sequence[Line]) -> list[str]:
    """Returns lines with what stands under them, in one column."""
    return [text for line in lines for text in (line.text, *texts(line.lines))]
