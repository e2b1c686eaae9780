"""Tells matches of Invasion: America: the words of sides, units and hexes in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from adjudicator.games.invasion_america.counter_mix import Nation
from adjudicator.games.invasion_america.english import SENTENCES
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import HOLDING_BOX, US, Side, State, mix_of
from adjudicator.games.invasion_america.tables import Result
from adjudicator.narrate.language import Language, Sentence
from adjudicator.narrate.languages import shared_language
from adjudicator.narrate.narrator import Narrator

__all__ = ["LANGUAGES", "ContinentNarrator", "game_language", "many"]

LANGUAGES: Mapping[str, Mapping[str, Sentence]] = {"en": SENTENCES}
"""By code, the sentences of the game; the first is the usual one."""
AGGRESSORS = "aggressors"
"""The seat that leads all aggressors, where one does."""


class ContinentNarrator(Narrator):
    """Tells matches of one scenario, in one language."""

    def __init__(self, book: Ruleset, language: str = "en") -> None:
        super().__init__(game_language(language))
        self.book = book

    # -- sides and nations ------------------------------------------------------------------------

    def side(self, side: Side) -> str:
        """Returns a side as sentences speak of it: "the E.S.C."."""
        return self.say(f"side-{side}")

    def force(self, side: Side) -> str:
        """Returns a side where its name stands alone: "E.S.C."."""
        return self.say(f"force-{side}")

    def who(self, seat: str) -> str:
        """Returns a seat as sentences speak of it: "the aggressors", "the E.S.C."."""
        led = self._led_by(seat)
        if len(led) == 1:
            return self.side(led[0])
        return self.say("seat-aggressors") if seat == AGGRESSORS else seat

    def number(self, seat: str) -> int:
        """Returns 1 or 2: whether a seat stands for one that does something, or for many."""
        led = self._led_by(seat)
        return many(led[0]) if len(led) == 1 else 2

    def _led_by(self, seat: str) -> list[Side]:
        return [side for side in self.book.facts.sides if self.book.seat_of(side) == seat]

    def nation(self, nation: Nation) -> str:
        """Returns what units of a nation are called: "Canadian"."""
        return self.say(f"nation-{nation}")

    def sides(self, figures: Mapping[Side, str]) -> list[str]:
        """Returns a figure for each side: "E.S.C. 8 (+3)"."""
        return [
            self.say("of-a-side", side=self.force(side), figure=figure)
            for side, figure in figures.items()
        ]

    # -- when -------------------------------------------------------------------------------------

    def phase(self, phase: str) -> str:
        """Returns a phase. (4.2)"""
        return self.say(f"phase-{phase}")

    def month(self, turn: int) -> str:
        """Returns the month of a game-turn. (17.33)"""
        first = self.book.charts.tables.seasons.first_month
        return self.say(f"month-{(first + turn - 2) % 12 + 1}")

    # -- where ------------------------------------------------------------------------------------

    def place(self, number: str) -> str:
        """Returns a hex as players read it, "n0246 (Boston)"; the holding box likewise."""
        return self.say("holding-box") if number == HOLDING_BOX else self.book.name(number)

    def places(self, numbers: Iterable[str]) -> list[str]:
        """Returns hexes as players read them."""
        return [*map(self.place, numbers)]

    # -- units ------------------------------------------------------------------------------------

    def units(self, names: Iterable[str]) -> list[str]:
        """Returns units by their names, alike ones together: "us-armour-02/08/09"."""
        numbers: dict[str, list[str]] = {}
        for name in names:
            mix = mix_of(name)
            numbers.setdefault(mix, []).append(name.removeprefix(f"{mix}-"))
        return [f"{mix}-{'/'.join(sorted(found))}" for mix, found in numbers.items()]

    def mix(self, mix: str, count: int) -> str:
        """Returns units of one nation and type: "2 U.S. armour units"."""
        counters = self.book.counters[mix]
        nation = self.nation(counters.nation)
        return self.say(f"type-{counters.type}", count=count, nation=nation)

    def kind(self, mix: str) -> str:
        """Returns what units of one nation and type are called: "U.S. armour units"."""
        counters = self.book.counters[mix]
        return self.say(f"kind-{counters.type}", nation=self.nation(counters.nation))

    def counts(self, counts: Mapping[str, int]) -> list[str]:
        """Returns units by nation and type."""
        return [self.mix(mix, count) for mix, count in counts.items() if count]

    def counted(self, names: Iterable[str]) -> list[str]:
        """Returns how many units of each nation and type there are."""
        counts: dict[str, int] = {}
        for name in names:
            counts[mix_of(name)] = counts.get(mix_of(name), 0) + 1
        return self.counts(counts)

    def fighters(self, state: State, units: Sequence[str]) -> list[str]:
        """Returns units with the strengths that all may see: "us-armour-01 (6, untried)"."""
        told: list[str] = []
        for name in units:
            known = self.book.strength_of(name, state.units[name])
            if known is None:
                strength = self.say("untried-at", strength=self.book.of(name).facts.untried)
            else:
                strength = str(known)
            told.append(self.say("unit-of-strength", unit=name, strength=strength))
        return told

    def first_of(self, names: Sequence[str], most: int = 5) -> list[str]:
        """Returns the first of many things, and how many more there are."""
        more = len(names) - most
        return [*names[:most], self.say("headline-more", count=more)] if more > 0 else [*names]

    # -- combat -----------------------------------------------------------------------------------

    def column(self, odds: str) -> str:
        """Returns a column of the table: "3 to 1"."""
        attack, _, defence = odds.partition("-")
        return self.say("column", attack=attack, defence=defence)

    def result(self, result: Result) -> str:
        """Returns a result of the table: "De (defender eliminated)"."""
        return self.say("result", code=result.capitalize(), meaning=self.say(f"result-{result}"))

    def chance(self, chance: Fraction) -> str:
        """Returns "17 percent", to the nearest; 0 and 100 are the impossible and certain alone."""
        if chance < Fraction(1, 100):
            return self.say("percent-least") if chance else self.say("percent", number=0)
        nearest = (chance.numerator * 200 + chance.denominator) // (chance.denominator * 2)
        return self.say("percent", number=nearest if chance == 1 else min(nearest, 99))


@cache
def game_language(language: str = "en") -> Language:
    """Returns a language with the sentences of the game."""
    return shared_language(language).with_sentences(LANGUAGES[language])


def many(side: Side) -> int:
    """Returns 1 or 2: whether a side's name stands for one that does something, or for many."""
    return 2 if side == US else 1
