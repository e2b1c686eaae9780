"""Who chooses which unit a hit destroys, a one disengages or drives away.

(Action 5, rulings 14 and 61)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

from adjudicator.core.english import either, joined
from adjudicator.core.game import Ask, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.rules.standing import fitting, rank_of
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    KINDS,
    Groups,
    State,
    UnitClass,
    UnitKind,
    groups_of,
    total_of,
)
from adjudicator.games.fortress_america.words import article

__all__ = ["Choice", "ask_disengaged", "ask_retreating", "ask_target"]

Chosen: TypeAlias = tuple[UnitKind, str]
"""A kind of unit and the space in which it stands."""
Named = TypeVar("Named", o.Target, o.Disengage)
"""The answers that name a kind of unit and its space."""
StandingChoice: TypeAlias = o.StandingTargets | o.StandingDisengage
"""The standing orders that name kinds of unit and where they stand."""


class Choice(NamedTuple):
    """One choice among enemy units."""

    book: Ruleset
    label: str
    seat: str
    groups: Groups
    """The enemy units that take part, by space."""
    tiers: tuple[tuple[UnitClass, ...], ...]
    """Classes that must be chosen first, then second, ... (order of casualties)"""
    battle: tuple[str, o.Role]
    """The space fought for, and the part in it of the side that chooses."""

    def kinds(self) -> tuple[UnitKind, ...]:
        """Returns the kinds that may be chosen, the default first.

        That is the largest die as it would roll, then the order of kinds. (Ruling 14)
        """
        present = groups_of(self.groups)
        alone = total_of(present) == 1
        of_tiers = (
            [kind for kind in KINDS if kind in present and self.book.facts(kind).unit_class in tier]
            for tier in self.tiers
        )
        return tuple(sorted(next(filter(None, of_tiers)), key=partial(self._rank, alone=alone)))

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

    def preferred(
        self, standing: Sequence[StandingOrder], kind: type[StandingChoice]
    ) -> Chosen | None:
        """Returns the unit that the seat's standing orders of a kind choose, if they do.

        Of a kind of unit that is the one in the first space named by `from`. (Ruling 61)
        """
        kinds = self.kinds()
        for order in fitting(self.book, standing, kind, self.battle):
            unit = next((unit for unit in order.first if unit in kinds), None)
            if unit is not None:
                ranks = {one: rank_of(self.book, order.from_, one) for one in self.spaces(unit)}
                return unit, min(ranks, key=ranks.__getitem__)
        return None

    def driven_out(self, standing: Sequence[StandingOrder]) -> UnitKind | None:
        """Returns the kind that the seat's standing orders drive away, if they name one."""
        kinds = self.kinds()
        orders = fitting(self.book, standing, o.StandingRetreat, self.battle)
        wishes = (unit for order in orders for unit in order.first)
        return next((unit for unit in wishes if unit in kinds), None)

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
    prompt = "Which enemy unit does your hit destroy?"
    return _ask_unit(table, choice, o.Target, o.StandingTargets, topic="targets", prompt=prompt)


def ask_disengaged(table: Table[State], choice: Choice) -> Chosen:
    """Returns the attacker that a one of the defender puts out of action."""
    prompt = "Which attacking unit is out of action for this turn?"
    return _ask_unit(
        table, choice, o.Disengage, o.StandingDisengage, topic="disengage", prompt=prompt
    )


def _ask_unit(
    table: Table[State],
    choice: Choice,
    expects: type[Named],
    listed: type[StandingChoice],
    *,
    topic: str,
    prompt: str,
) -> Chosen:
    rule = choice.book.cite("action 5")

    def check(order: Named) -> Iterator[Problem]:
        return choice.check(order.unit, order.from_, rule)

    def by_standing(standing: Sequence[StandingOrder]) -> Named | None:
        wish = choice.preferred(standing, listed)
        return None if wish is None else expects.of(*wish)

    def options() -> Iterator[Named]:
        return (expects.of(unit, space) for unit, space in choice.options())

    answer = table.ask(
        Ask(
            label=choice.label,
            topic=topic,
            seat=choice.seat,
            expects=expects,
            prompt=prompt,
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
        unit = choice.driven_out(standing)
        return None if unit is None else o.Retreat(order="retreat", unit=unit)

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
