"""The narrator of Fortress America: what happened, how it stands, and where, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from adjudicator.core.game import Event
from adjudicator.core.report import Report
from adjudicator.games.fortress_america import report
from adjudicator.games.fortress_america.english import SENTENCES
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import State
from adjudicator.games.fortress_america.words import Words
from adjudicator.narrate.language import Sentence
from adjudicator.narrate.languages import shared_language

__all__ = ["LANGUAGES", "FortressNarrator"]

LANGUAGES: Final[Mapping[str, Mapping[str, Sentence]]] = {"en": SENTENCES}
"""By code, the sentences of the game; the first is the usual one."""


class FortressNarrator(Words):
    """Tells matches of one edition on one map, in one language."""

    def __init__(self, book: Ruleset, language: str = "en") -> None:
        super().__init__(shared_language(language).with_sentences(LANGUAGES[language]))
        self.book = book

    def seat(self, seat: str) -> str:
        """Returns the sides of a seat as they begin a sentence."""
        return self.say("heading-of-side", side=self.seats(self.book, seat))

    def report(self, before: State, events: Sequence[Event], view: State) -> Report:
        """Returns the report of one opening."""
        return report.report(self, self.book, before, (events, view))

    def start_report(self, state: State) -> Report:
        """Returns the report of a match before its first opening."""
        return report.start_report(self, self.book, state)

    def standings(self, state: State) -> tuple[str, ...]:
        """Returns who is next, who holds what, and what is left."""
        return report.standings(self, self.book, state)

    def places(self, events: Sequence[Event]) -> Iterable[tuple[str, str]]:
        """Yields the areas that were fought over, each with who took it, or who did not."""
        from adjudicator.games.fortress_america.headline import places  # for `report --since`

        return places(self, self.book, events)
