"""One play of an invader card in one state: whether it is legal, and what it does.

(2012 variants, rulings 92 to 99)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.core.english import either, joined
from adjudicator.core.game import Event
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america import invader_card_facts as f
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.card_facts import LaserThreshold
from adjudicator.games.fortress_america.rules.ways import cut_off
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    KINDS,
    USA,
    Counts,
    Groups,
    InForce,
    Side,
    State,
    UnitKind,
    shifted_group,
    total_of,
)
from adjudicator.games.fortress_america.words import ENGLISH_WORDS, Words, units

__all__ = ["InvaderPlay", "hand_of", "lacking"]


def hand_of(state: State, side: Side) -> dict[str, int]:
    """Returns the cards of a hand with their positions, as far as they are known here, by id."""
    held = state.invader_decks.get(side)
    return {} if held is None else held.known()


def lacking(book: Ruleset, state: State, card: str, of: Words = ENGLISH_WORDS) -> str:
    """Returns what the owner of a card lacks to play it; empty: nothing."""
    facts = book.invader_cards[card]
    lacks = []
    for wanted in facts.requires:
        if wanted.area is not None:
            if state.control.get(wanted.area) != facts.side:
                lacks.append(book.name(wanted.area))
        elif (held := _held(book, state, facts.side, wanted.kind)) < wanted.amount:
            lacks.append(of.say(f"lacks-{wanted.kind}", count=wanted.amount, held=held))
    return of.language.grammar.listed(lacks, of.language.grammar.and_) if lacks else ""


def _held(book: Ruleset, state: State, side: Side, trait: str) -> int:
    """Returns how many areas of a kind an invader controls."""
    return sum(
        holder == side and book.map.has_trait(area, trait) for area, holder in state.control.items()
    )


class InvaderPlay(NamedTuple):
    """A card of the side to play, in one state."""

    book: Ruleset
    state: State
    card: str
    battle: str | None = None
    """The space of the battle that is about to be fought."""

    @property
    def facts(self) -> f.InvaderCard:
        """What the card is."""
        return self.book.invader_cards[self.card]

    # -- what there is to choose from -----------------------------------------------------------

    def pool(self, area: str | None) -> tuple[Groups, int]:
        """Returns the units of which the card takes some, by space, and how many it takes.

        Units that are out of the game stand nowhere.
        """
        state, effect = self.state, self.facts.effect
        match effect:
            case f.RecoverUnits():
                lost: Counts = state.destroyed.get(state.side, FrozenMap())
                counts = {kind: lost[kind] for kind in effect.kinds if kind in lost}
                pool: Mapping[str, Counts] = {"": FrozenMap(counts)} if counts else {}
                return FrozenMap(pool), effect.amount
            case f.IgnoreSupply():
                pool = cut_off(self.book, state)
                return FrozenMap({a: pool[a] for a in pool if area in (None, a)}), effect.amount
            case f.DestroyUsUnits():
                there = state.units_in(self.battle or "", USA)
                return FrozenMap({self.battle or "": there} if there else {}), effect.amount
            case _:
                return FrozenMap(), 0

    def laser_cities(self) -> tuple[str, ...]:
        """Returns the cities with a laser beside units of the side to play, by id."""
        state = self.state
        return tuple(
            laser
            for laser in state.lasers
            if any(state.units_in(there, state.side) for there in self.book.map.neighbours(laser))
        )

    def is_possible(self) -> bool:
        """Says whether the card would do anything now."""
        book, state, effect = self.book, self.state, self.facts.effect
        if self.battle is not None and state.enemy_in(self.battle, state.side) is None:
            return False
        match effect:
            case f.DestroyLaser():
                return bool(self.laser_cities())
            case f.RecoverUnits() | f.IgnoreSupply():
                return bool(self.pool(None)[0])
            case f.DestroyUsUnits():
                zones = book.sources_of(state, state.side)
                beside = any(zone in zones for zone in book.map.neighbours(self.battle or ""))
                return beside and bool(self.pool(None)[0])
            case f.CombinedArms():
                return book.is_hard(self.battle or "")
            case f.RerollMisses():
                attackers: Groups = state.attacks.get(self.battle or "", FrozenMap())
                fit = any(kind in effect.kinds for group in attackers.values() for kind in group)
                return fit and (book.is_city(self.battle or "") or not effect.only_in_cities)
            case f.Foothold():
                return book.foothold_in(state, effect.area) is None
            case _:
                return True

    # -- checks ---------------------------------------------------------------------------------

    def check(self, order: o.Play) -> Iterator[Problem]:
        """Yields why the card cannot be played so, now."""
        book, state, facts = self.book, self.state, self.facts
        rule = book.cite("invader cards")
        if self.card not in hand_of(state, state.side):
            yield Problem(
                "card-not-in-hand", f"{self.card} is not in your hand", ("card",), rule,
                hint=f"Your hand: {joined(list(hand_of(state, state.side)), 'no card')}.",
            )  # fmt: skip
            return
        lacks = lacking(book, state, self.card)
        if lacks:
            yield Problem(
                "requirement-not-met",
                f"to play {self.card} ({facts.title}) {facts.side} must control {lacks}",
                ("card",),
                f"{rule}, ruling 93",
                hint="Take that first, or keep the card.",
            )
        elif state.last_round and facts.when.startswith("usa-"):
            yield self._idle("the USA has no turn in the last round")
        elif not self.is_possible():
            yield self._idle("there is nothing that it could do now", warning=True)
        else:
            yield from self._check_choice(order)

    def _idle(self, why: str, *, warning: bool = False) -> Problem:
        return Problem(
            "card-without-effect",
            f"{self.card} ({self.facts.title}) stays in the hand: {why}",
            ("card",),
            self.book.cite("invader cards, ruling 94"),
            hint="Play it when it does something.",
            warning=warning,
        )

    def _check_choice(self, order: o.Play) -> Iterator[Problem]:
        """What the order names must be there. (Ruling 94)"""
        rule = self.book.cite("invader cards, ruling 94")
        wrong = None if order.in_ is None else self._no_target(order.in_)
        if wrong is not None:
            text, there = wrong
            # Whether units are cut off depends on dice: such an order fails, its sheet is taken.
            depends = isinstance(self.facts.effect, f.IgnoreSupply)
            hint = f"There is in {either(there)}."
            yield Problem("no-target", text, ("in",), rule, hint=hint, warning=depends)
            return
        pool, most = self.pool(order.in_)
        wanted = total_of(order.units)
        if wanted > most or not self._has(pool, order.units):
            there = [units(counts) for counts in pool.values()]
            yield Problem(
                "too-many-units",
                f"{self.card} takes at most {most} of {joined(there)}, not {units(order.units)}",
                ("units",),
                rule,
                hint='Leave "units" out: the largest dice come first.',
            )

    def _no_target(self, area: str) -> tuple[str, Sequence[str]] | None:
        """Returns what there is not in a space that an order names, and where there is."""
        match self.facts.effect:
            case f.DestroyLaser():
                text, there = f"there is no laser in {area} beside your units", self.laser_cities()
            case f.IgnoreSupply():
                text, there = f"no unit is cut off in {area}", tuple(self.pool(None)[0])
            case _ if self.battle is not None:
                text, there = f"there is no battle in {area} now", (self.battle,)
            case _:
                return None
        return None if area in there else (text, there)

    def _has(self, pool: Groups, wanted: Counts) -> bool:
        there: dict[UnitKind, int] = {}
        for counts in pool.values():
            for kind, count in counts.items():
                there[kind] = there.get(kind, 0) + count
        return all(there.get(kind, 0) >= count for kind, count in wanted.items())

    def default(self) -> o.Play:
        """Returns the order that leaves all but the battle to the published defaults."""
        document = {"order": "play", "card": self.card, "in": self.battle}
        return o.Play.model_validate(document)

    # -- what it does ---------------------------------------------------------------------------

    def chosen(self, order: o.Play) -> Groups:
        """Returns the units that the card takes, by space: those ordered, else the largest dice.

        (Rulings 14 and 94)
        """
        pool, most = self.pool(order.in_)
        places = [
            (kind, area)
            for kind in sorted(KINDS, key=self._rank)
            for area, counts in sorted(
                pool.items(), key=lambda item: (-item[1].get(kind, 0), item[0])
            )
            for _ in range(counts.get(kind, 0))
        ]
        if order.units:
            places = [
                place
                for kind, count in order.units.items()
                for place in [p for p in places if p[0] == kind][:count]
            ]
        taken: Groups = FrozenMap()
        for kind, area in places[:most]:
            taken = shifted_group(taken, area, kind, 1)
        return taken

    def _rank(self, kind: UnitKind) -> tuple[int, int]:
        return -self.book.facts(kind).die, KINDS.index(kind)

    def lasting(self, order: o.Play) -> InForce | None:
        """Returns what goes on taking effect, and until when. (Ruling 95)"""
        facts, state = self.facts, self.state
        areas: tuple[str, ...] = ()
        spared: Groups = FrozenMap()
        match facts.effect:
            case f.Foothold():
                areas = (facts.effect.area,)
            case f.CombinedArms() | f.RerollMisses():
                areas = () if facts.remains or self.battle is None else (self.battle,)
            case f.IgnoreSupply():
                spared = self.chosen(order)
            case (
                f.NoLasers()
                | LaserThreshold()
                | f.FewerCards()
                | f.CancelCards()
                | f.ExtraMovement()
            ):
                pass
            case _:
                return None
        until: Side | None = USA if facts.when.startswith("usa-") else state.side
        return InForce(
            card=self.card,
            side=state.side,
            areas=areas,
            spared=spared,
            until=None if facts.remains else until,
        )

    def effects_of(self, order: o.Play) -> Iterator[Event]:
        """Yields what happens at once."""
        side = self.state.side
        match self.facts.effect:
            case f.RecoverUnits():
                (found,) = self.chosen(order).values()
                yield e.UnitsRecovered(side=side, units=found)
            case f.DestroyLaser():
                city = order.in_ or self.laser_cities()[0]
                yield e.LaserDestroyed(area=city, side=side)
            case f.DestroyUsUnits():
                for area, counts in self.chosen(order).items():
                    for kind, count in counts.items():
                        yield e.UnitDestroyed(
                            side=USA, unit=kind, area=area, count=count, reason="card"
                        )
            case _:
                pass
