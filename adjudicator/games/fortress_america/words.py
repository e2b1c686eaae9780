"""Names and phrases for sides, units, places, conditions and orders, in one language.

Rules put them into problems and questions, which stay English: they use the functions at the end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.game import Order
from adjudicator.core.sheet import tag_of
from adjudicator.core.values import canonical
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.english import SENTENCES
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, KINDS, SIDES, Guard, Side, UnitKind
from adjudicator.narrate.english import ENGLISH
from adjudicator.narrate.narrator import Narrator

__all__ = [
    "ENGLISH_WORDS",
    "Words",
    "article",
    "chance_text",
    "guard_text",
    "order_text",
    "percent_text",
    "place",
    "rides_text",
    "side_name",
    "tally",
    "unit_name",
    "units",
    "units_text",
]

_SHORT = 100_000
"""Fractions with a larger denominator tell nobody anything."""


def place(book: Ruleset, area: str) -> str:
    """Returns a space as players call it: an invasion zone by its short id, land by its name."""
    facts = book.map.areas.get(area)
    if facts is None:
        return area
    return area.upper() if facts.kind == "zone" else facts.name


class Words(Narrator):
    """Says names and phrases of the game."""

    # -- sides and places -----------------------------------------------------------------------

    def side(self, side: Side) -> str:
        """Returns "the western invader"."""
        return self.say(f"side-{side}")

    def seats(self, book: Ruleset, *seats: str) -> str:
        """Returns who sends the sheets of seats, by the sides that they lead: "the USA"."""
        sides = [side for seat in seats for side in book.seats[seat].sides]
        if set(sides) == set(INVADERS):
            return self.say("the-invaders")
        return self.joined([self.side(side) for side in SIDES if side in sides])

    def region(self, book: Ruleset, region: str) -> str:
        """Returns a region as it stands behind "the": names that are adjectives become nouns."""
        if f"region-{region}" in self.language:
            return self.say(f"region-{region}")
        return book.map.regions[region].name

    def place_names(self, book: Ruleset, areas: Sequence[str]) -> list[str]:
        """Returns spaces as players call them."""
        return [place(book, area) for area in areas]

    # -- units ----------------------------------------------------------------------------------

    def unit_phrase(self, count: int, kind: UnitKind) -> str:
        """Returns "a hovertank", "an infantry unit", "2 infantry"."""
        return self.say(f"some-{kind}", count=count)

    def article(self, kind: UnitKind) -> str:
        """Returns "a hovertank", "an infantry unit"."""
        return self.unit_phrase(1, kind)

    def unit_name(self, kind: UnitKind, count: int = 1) -> str:
        """Returns "hovertank", or for any other number "hovertanks"."""
        return self.say(f"unit-{kind}", count=count)

    def units_text(self, count: int, kind: UnitKind | None = None) -> str:
        """Returns "1 bomber", "2 mobile units"; without a kind "1 unit", "2 units"."""
        if kind is None:
            return self.say("units", count=count)
        return self.say(f"count-{kind}", count=count)

    def units(self, counts: Mapping[UnitKind, int], none: str = "") -> str:
        """Returns "a bomber and 2 infantry", in the order of kinds.

        Args:
            none: what stands for no unit; empty: the language's word for nothing.
        """
        found = [self.unit_phrase(counts[kind], kind) for kind in KINDS if counts.get(kind)]
        return self.joined(found) if found or not none else none

    def tally(self, counts: Mapping[UnitKind, int]) -> str:
        """Returns "1 bomber, 2 infantry": for lists, where figures read quicker."""
        return ", ".join(self.units_text(counts[kind], kind) for kind in KINDS if counts.get(kind))

    def rides(self, book: Ruleset, kind: UnitKind) -> str:
        """Returns how units of a kind may ride along before the battles; empty: they may not."""
        carriers = [one for one, facts in book.edition.units.items() if kind in facts.carries]
        ways = [self.say("rides-with", unit=self.article(one)) for one in carriers]
        return self.say("rides", ways=ways) if ways else ""

    # -- actions --------------------------------------------------------------------------------

    def term(self, term: str) -> str:
        """Returns the language's word for what an edition calls something."""
        return self.say(f"term-{term.replace(' ', '-')}")

    def action(self, book: Ruleset, action: str) -> str:
        """Returns how an action is called."""
        words = book.edition.words
        movements = {"maneuvers": words.maneuvers, "invasion": words.invasion}
        if action in movements:
            return self.say("movement-heading", movement=self.term(movements[action]))
        return self.say(f"action-{action}")

    # -- chances and conditions -----------------------------------------------------------------

    def chance(self, over: int, under: int, *, to_nearest: bool = False) -> str:
        """Returns a chance as "62 percent", with a short fraction: "62 percent (5/8)"."""
        text = self.percent(over, under, to_nearest=to_nearest)
        if not 1 < under < _SHORT:
            return text
        return self.say("chance", percent=text, fraction=f"{over}/{under}")

    def percent(self, over: int, under: int, *, to_nearest: bool = False) -> str:
        """Returns a chance as "62 percent".

        Percents are rounded down, so that a chance never seems to reach what is wanted of it; or
        to the nearest, so that a chance and its contrary make 100. Either way 100 stands for
        certain alone, and a chance below one percent is told as such.
        """
        percent = over * 100 // under
        if percent and to_nearest and over < under:
            percent = min((over * 200 + under) // (under * 2), 99)
        if over and not percent:
            return self.say("percent-less")
        return self.say("percent", number=percent)

    def guard(self, guard: Guard) -> str:
        """Returns a guard: "only with a chance of 1/2; not once 6 own units are destroyed"."""
        wanted, until = guard.at_least, guard.until
        parts = []
        if wanted is not None:
            named = {kind: getattr(wanted, kind.replace("-", "_")) for kind in KINDS}
            counted = [self.units_text(count, kind) for kind, count in named.items() if count]
            counted += [] if wanted.units is None else [self.units_text(wanted.units)]
            parts += [self.say("guard-at-least", units=counted)] if counted else []
            if wanted.ratio is not None:
                parts.append(self.say("guard-odds", ratio=wanted.ratio))
            if wanted.chance is not None:
                parts.append(self.say("guard-chance", chance=wanted.chance))
        texts = [self.say("guard-only", wanted=parts)] if parts else []
        if until is not None and until.lost is not None:
            texts.append(self.say("guard-lost", count=until.lost))
        if until is not None and until.won is not None:
            texts.append(self.say("guard-won", count=until.won))
        return "; ".join(texts)

    # -- orders and messages --------------------------------------------------------------------

    def named(self, book: Ruleset, message: str) -> str:
        """Returns a message of a check with names for ids: "the USA has 0 infantry left in W2"."""
        sides = {str(side): self.side(side) for side in SIDES}

        def name(found: re.Match[str]) -> str:
            known = found[0] in book.map.areas
            return sides.get(found[0]) or (place(book, found[0]) if known else found[0])

        return re.sub(r"[a-z0-9]+(?:-[a-z0-9]+)*", name, message)

    def order(self, book: Ruleset, document: Any) -> str:
        """Returns an order of a sheet in a few words; its JSON is in the sheet."""
        order = _MODELS[document["order"]].model_validate_json(canonical(document))
        match order:
            case o.Move():
                units, ends = (
                    self.unit_phrase(order.count, order.unit),
                    (order.path[0], order.path[-1]),
                )
                start, end = self.place_names(book, ends)
                if order.with_ is None:
                    return self.say("order-move", units=units, start=start, end=end)
                riders = self.unit_phrase(order.count, order.with_)
                return self.say("order-move-with", units=units, riders=riders, start=start, end=end)
            case o.Place():
                units = self.unit_phrase(order.count, order.unit)
                return self.say("units-in", units=units, place=place(book, order.in_))
            case o.Fire():
                unit = self.article(order.unit)
                return self.say("order-fire", unit=unit, place=place(book, order.at))
            case o.Target() | o.Disengage():
                unit = self.article(order.unit)
                if not order.from_:
                    return unit
                return self.say("units-in", units=unit, place=place(book, order.from_))
            case o.Retreat():
                what = self.say("order-retreat") if order.unit is None else self.article(order.unit)
                if not order.to:
                    return what
                return self.say("order-retreat-to", unit=what, place=place(book, order.to))
            case o.Battles():
                return self.say("order-battles", areas=self.place_names(book, order.areas))
            case o.Attack() | o.Declare():
                return place(book, order.area)
            case o.Laser():
                return place(book, order.in_)
            case o.Card():
                return order.card
            case o.Draw():
                return self.say("order-draw")
            case o.Play():
                card = order.card or self.say("order-no-card")
                if order.in_ is None:
                    return card
                return self.say("order-card-in", card=card, place=place(book, order.in_))
        raise AssertionError(order)

    # -- lists ----------------------------------------------------------------------------------

    def joined(self, things: Sequence[str]) -> str:
        """Returns "a, b and c"; of nothing the language's word for it."""
        grammar = self.language.grammar
        return grammar.listed(things, grammar.and_)


_MODELS: Mapping[str, type[Order]] = {
    tag_of(model): model for models in o.TOPICS_2012.values() for model in models
}
ENGLISH_WORDS = Words(ENGLISH.with_sentences(SENTENCES))
"""What problems and questions are put into."""
article = ENGLISH_WORDS.article
chance_text = ENGLISH_WORDS.chance
guard_text = ENGLISH_WORDS.guard
order_text = ENGLISH_WORDS.order
percent_text = ENGLISH_WORDS.percent
rides_text = ENGLISH_WORDS.rides
side_name = ENGLISH_WORDS.side
tally = ENGLISH_WORDS.tally
unit_name = ENGLISH_WORDS.unit_name
units = ENGLISH_WORDS.units
units_text = ENGLISH_WORDS.units_text
