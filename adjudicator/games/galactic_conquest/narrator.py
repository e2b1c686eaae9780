"""Who tells matches of Galactic Conquest: seats, planets, troops, cards and orders in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from adjudicator.core.english import sentence
from adjudicator.games.galactic_conquest.english import SENTENCES
from adjudicator.games.galactic_conquest.ruleset import Ruleset, class_of, troops_for
from adjudicator.games.galactic_conquest.state import NEUTRAL, Result, State
from adjudicator.games.galactic_conquest.words import held_regions, place
from adjudicator.narrate.language import Language, Sentence
from adjudicator.narrate.languages import shared_language
from adjudicator.narrate.narrator import Narrator

__all__ = ["LANGUAGES", "StarNarrator", "game_language"]

LANGUAGES: Mapping[str, Mapping[str, Sentence]] = {"en": SENTENCES}
"""By code, the sentences of the game; the first is the usual one."""
_SHORT = 100_000
"""Fractions with a larger denominator tell nobody anything."""


def _tenths_of(number: Fraction) -> int:
    """Returns how many tenths a number has, to the nearest."""
    return (number.numerator * 20 + number.denominator) // (number.denominator * 2)


@cache
def game_language(language: str = "en") -> Language:
    """Returns a language with the sentences of the game."""
    return shared_language(language).with_sentences(LANGUAGES[language])


class StarNarrator(Narrator):
    """Tells matches on one chart, in one language."""

    def __init__(self, book: Ruleset, language: str = "en") -> None:
        super().__init__(game_language(language))
        self.book = book

    # -- who and where ----------------------------------------------------------------------------

    def name(self, owner: str) -> str:
        """Returns who holds planets, as players read it: "Amber", "the neutral army"."""
        return self.say("neutral") if owner == NEUTRAL else sentence(owner.replace("-", " "))

    def seat(self, seat: str) -> str:
        """Returns a seat as it begins a sentence."""
        return sentence(self.name(seat))

    def place(self, planet: str) -> str:
        """Returns a planet's name."""
        return place(self.book, planet)

    def region(self, region: str) -> str:
        """Returns a region's name with what it brings: "Far Reach (+5)"."""
        facts = self.book.chart.regions[region]
        return self.say("region", name=facts.name, bonus=facts.bonus)

    def places_by_region(self, planets: Collection[str]) -> str:
        """Returns planets by region: "Far Reach: Aldine, Beryl; Heartworlds: Crown"."""
        parts = []
        for region, facts in self.book.chart.regions.items():
            here = self.book.chart.planets_in(region)
            names = [self.place(one) for one in here if one in planets]
            if names:
                parts.append(self.say("region-places", region=facts.name, names=names))
        return "; ".join(parts)

    # -- how many ---------------------------------------------------------------------------------

    def troops(self, count: int) -> str:
        """Returns "1 troop", "2 troops"."""
        return self.say("troops", count=count)

    def planets(self, count: int) -> str:
        """Returns "1 planet", "2 planets"."""
        return self.say("planets", count=count)

    def cards(self, count: int) -> str:
        """Returns "1 card", "2 cards"."""
        return self.say("cards", count=count)

    def new_troops(self, state: State) -> str:
        """Returns the new troops of the turn that begins, with their reasons. (Step 1)"""
        seat = state.seat
        planets = sum(owner == seat for owner in state.owners.values())
        count = troops_for(planets)
        reasons = [self.say("troops-for-planets", count=count, planets=planets)]
        for region in held_regions(self.book, state.owners, seat):
            facts = self.book.chart.regions[region]
            reasons.append(self.say("troops-for-region", count=facts.bonus, region=facts.name))
        troops = self.troops(state.to_place.get(seat, 0))
        return self.say("new-troops", seat=self.name(seat), troops=troops, reasons=reasons)

    # -- cards and orders -------------------------------------------------------------------------

    def faces(self, cards: Sequence[str]) -> str:
        """Returns cards with their classes: "f3 (fighter) and c20 (capital ship)"."""
        told = [self.say("card", card=one, kind=self.say(f"class-{class_of(one)}"))
                for one in cards]  # fmt: skip
        return self.language.grammar.listed(told, self.language.grammar.and_)

    def card_set(self, cards: Sequence[str]) -> str:
        """Returns a set of cards: "f3, b1 and c20, one of each class"."""
        classes = {class_of(card) for card in cards}
        kind = self.say("set-mixed")
        if len(classes) == 1:
            kind = self.say(f"set-of-{min(classes)}", count=len(cards))
        return self.say("set", cards=list(cards), kind=kind)

    def order(self, order: Mapping[str, Any]) -> str:
        """Returns an order of a sheet in a few words; its JSON is in the sheet."""
        match order["order"]:
            case "claim":
                return self.place(order["planet"])
            case "place":
                return self.on(order["count"], order["in"])
            case "trade":
                return self.say("order-trade", cards=list(order["cards"]))
            case "invade":
                return self.way(order["from"], order["to"])
            case "fortify":
                count = order["count"]
                troops = self.say("all-but-one") if count == "all" else self.troops(count)
                origin, to = self.place(order["from"]), self.place(order["to"])
                return self.say("order-fortify", troops=troops, origin=origin, to=to)
            case _:
                return self.say("order-dice", dice=order["dice"])

    def on(self, count: int, planet: str) -> str:
        """Returns troops and where: "2 troops on Crown"."""
        return self.say("troops-on", troops=self.troops(count), place=self.place(planet))

    def way(self, origin: str, target: str) -> str:
        """Returns an attack: "Crown from Beryl"."""
        return self.say("order-invade", target=self.place(target), origin=self.place(origin))

    # -- chances ----------------------------------------------------------------------------------

    def percent(self, chance: Fraction) -> str:
        """Returns a chance as "65.6 percent".

        It is rounded to the nearest tenth; 100 stands for certain alone and 0 for impossible.
        """
        tenths = _tenths_of(chance * 100)
        if chance in (0, 1):
            return self.say("percent", number=tenths // 10)
        if tenths in (0, 1000):
            return self.say("percent-most" if tenths else "percent-least")
        return self.say("percent", number=self.tenths(chance * 100))

    def chance(self, chance: Fraction) -> str:
        """Returns a chance with its fraction where that is short: "55.6 percent (5/9)"."""
        percent = self.percent(chance)
        if not 0 < chance < 1 or chance.denominator >= _SHORT:
            return percent
        return self.say("chance", percent=percent, fraction=str(chance))

    def tenths(self, number: Fraction) -> str:
        """Returns a number to the nearest tenth: "1.4"."""
        tenths = _tenths_of(number)
        return self.say("decimal", whole=tenths // 10, tenth=tenths % 10)

    # -- the end ----------------------------------------------------------------------------------

    def end(self, result: Result) -> str:
        """Returns a sentence on who has won, and why."""
        if result.winner is None:
            return self.say("over-drawn")
        why = self.say(f"end-{result.reason}")
        return self.say("over-won", seat=self.name(result.winner), why=why)
