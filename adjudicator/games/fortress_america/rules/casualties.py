"""Who chooses which unit a hit destroys, a one disengages or drives away. (Action 5, ruling 14)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from adjudicator.core.game import Ask, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.rules.shape import article, either, joined
from adjudicator.games.fortress_america.state import (
    KINDS,
    Groups,
    State,
    UnitClass,
    UnitKind,
    groups_of,
    total_of,
)

__all__ = ["Choice", "ask_disengaged", "ask_retreating", "ask_target"]

Chosen: TypeAlias = tuple[UnitKind, str]
"""A kind of unit and the space in which it stands."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice among enemy units."""

    book: Book
    label: str
    seat: str
    groups: Groups
    """The enemy units that take part, by space."""
    tiers: tuple[tuple[UnitClass, ...], ...]
    """Classes that must be chosen first, then second, ... (order of casualties)"""

    def kinds(self) -> tuple[UnitKind, ...]:
        """Returns the kinds that may be chosen, the default first.

        That is the largest die as it would roll, then the order of kinds. (Ruling 14)
        """
        present = groups_of(self.groups)
        alone = total_of(present) == 1
        for tier in self.tiers:
            kinds = [k for k in KINDS if k in present and self.book.facts(k).unit_class in tier]
            if kinds:
                return tuple(sorted(kinds, key=partial(self._rank, alone=alone)))
        return ()

    def _rank(self, kind: UnitKind, *, alone: bool) -> tuple[int, int]:
        facts = self.book.facts(kind)
        return (-(facts.die_alone if alone else facts.die), KINDS.index(kind))

    def spaces(self, kind: UnitKind) -> tuple[str, ...]:
        """Returns the spaces with units of a kind, that with most of them first, then by id."""
        here = [space for space, counts in self.groups.items() if kind in counts]
        return tuple(sorted(here, key=lambda space: (-self.groups[space][kind], space)))

    def options(self) -> Iterator[Chosen]:
        """Yields every legal choice, the default first."""
        for kind in self.kinds():
            for space in self.spaces(kind):
                yield kind, space

    def preferred(self, first: Sequence[UnitKind]) -> UnitKind | None:
        """Returns the first of these kinds that may be chosen."""
        return next((kind for kind in first if kind in self.kinds()), None)

    def check(self, unit: UnitKind, space: str | None, rule: str) -> Iterator[Problem]:
        """Yields why a unit may not be chosen."""
        kinds = self.kinds()
        if unit not in kinds:
            choice = either([article(kind) for kind in kinds])
            is_later = unit in groups_of(self.groups)
            yield Problem(
                "illegal-target",
                f"{article(unit)} cannot be chosen while {choice} can"
                if is_later
                else f"no enemy {unit} takes part now",
                ("unit",),
                self.book.cite("appendix 3") if is_later else rule,
                hint=f"Choose {choice}.",
            )
        elif space is not None and space not in self.spaces(unit):
            yield Problem(
                "not-there",
                f"no {unit} that may be chosen stands in {space}",
                ("from",),
                rule,
                hint=f"They stand in {joined(self.spaces(unit))}.",
            )


def ask_target(table: Table[State], choice: Choice) -> Chosen:
    """Returns the unit that a hit destroys."""
    rule = choice.book.cite("action 5")

    def check(order: o.Target) -> Iterator[Problem]:
        return choice.check(order.unit, order.from_, rule)

    def by_standing(standing: Sequence[StandingOrder]) -> o.Target | None:
        for order in standing:
            if isinstance(order, o.StandingTargets):
                unit = choice.preferred(order.first)
                if unit is not None:
                    return o.Target.of(unit, choice.spaces(unit)[0])
        return None

    def options() -> Iterator[o.Target]:
        return (o.Target.of(unit, space) for unit, space in choice.options())

    answer = table.ask(
        Ask(
            label=choice.label,
            topic="targets",
            seat=choice.seat,
            expects=o.Target,
            prompt="Which enemy unit does your hit destroy?",
            rule=rule,
            check=check,
            options=options,
            by_standing=by_standing,
            default=lambda: next(options()),
        )
    )
    return answer.unit, answer.from_ or choice.spaces(answer.unit)[0]


def ask_disengaged(table: Table[State], choice: Choice) -> Chosen:
    """Returns the attacker that a one of the defender puts out of action."""
    rule = choice.book.cite("action 5")

    def check(order: o.Disengage) -> Iterator[Problem]:
        return choice.check(order.unit, order.from_, rule)

    def by_standing(standing: Sequence[StandingOrder]) -> o.Disengage | None:
        for order in standing:
            if isinstance(order, o.StandingDisengage):
                unit = choice.preferred(order.first)
                if unit is not None:
                    return o.Disengage.of(unit, choice.spaces(unit)[0])
        return None

    def options() -> Iterator[o.Disengage]:
        return (o.Disengage.of(unit, space) for unit, space in choice.options())

    answer = table.ask(
        Ask(
            label=choice.label,
            topic="disengage",
            seat=choice.seat,
            expects=o.Disengage,
            prompt="Which attacking unit is out of action for this turn?",
            rule=rule,
            check=check,
            options=options,
            by_standing=by_standing,
            default=lambda: next(options()),
        )
    )
    return answer.unit, answer.from_ or choice.spaces(answer.unit)[0]


def ask_retreating(table: Table[State], choice: Choice) -> UnitKind:
    """Returns the defender that a one of the attacker drives away."""
    rule = choice.book.cite("action 5")

    def check(order: o.Retreat) -> Iterator[Problem]:
        if order.to is not None:
            yield Problem(
                "not-yours-to-say",
                "the attacker chooses the unit, the defender where it goes",
                ("to",),
                rule,
                hint='Leave "to" out.',
            )
        if order.unit is None:
            yield Problem(
                "unit-not-named",
                "the attacker says which unit retreats",
                (),
                rule,
                hint=f'Add "unit": {either(choice.kinds())}.',
            )
        else:
            yield from choice.check(order.unit, None, rule)

    def by_standing(standing: Sequence[StandingOrder]) -> o.Retreat | None:
        for order in standing:
            if isinstance(order, o.StandingRetreat):
                unit = choice.preferred(order.first)
                if unit is not None:
                    return o.Retreat(order="retreat", unit=unit)
        return None

    def options() -> Iterator[o.Retreat]:
        return (o.Retreat(order="retreat", unit=unit) for unit in choice.kinds())

    answer = table.ask(
        Ask(
            label=choice.label,
            topic="retreat",
            seat=choice.seat,
            expects=o.Retreat,
            prompt="Which defending unit must retreat?",
            rule=rule,
            check=check,
            options=options,
            by_standing=by_standing,
            default=lambda: next(options()),
        )
    )
    assert answer.unit is not None, "checked above"
    return answer.unit
