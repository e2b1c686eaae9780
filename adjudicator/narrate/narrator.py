"""The base of all narrators: events in, lines of a report out, every sentence by key.

A game's narrator tells the game's own events; what the core records, what seats say about a match
and the headline are told here, in one way for all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from adjudicator.core.ending import DrawAccepted, DrawOffered, DrawOfferLapsed, SeatConceded
from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed, Pending, Rules
from adjudicator.core.report import Die, Line, Paragraph
from adjudicator.narrate.language import Language

__all__ = ["MAX_HEADLINE", "WORDS", "Narrates", "Narrator", "Reason", "Saying", "TellsPlaces"]

MAX_HEADLINE = 100
"""No headline has more characters."""
WORDS = (SeatConceded, DrawOffered, DrawAccepted, DrawOfferLapsed)
"""What seats say about the match."""
_WORD_KEYS: dict[type[Event], str] = {
    SeatConceded: "conceded",
    DrawOffered: "draw-offered",
    DrawAccepted: "draw-accepted",
    DrawOfferLapsed: "draw-offer-lapsed",
}


class Saying(NamedTuple):
    """A sentence that is not said yet: whoever says it knows the language."""

    key: str
    """The key of the sentence."""
    values: Mapping[str, Any]
    """Its values by name."""


class Reason(Protocol):
    """An event that says why something was not done."""

    @property
    def code(self) -> str:
        """The code of the problem."""

    @property
    def message(self) -> str:
        """The rules' own words for it, in English."""


class Narrator:
    """Tells what happened in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        """Where its sentences come from."""

    # -- sentences --------------------------------------------------------------------------------

    def say(self, key: str, /, **values: Any) -> str:
        """Returns a sentence with its values.

        Raises:
            MissingSentence: the language has none of this key, or it takes other values.
        """
        return self.language.say(key, **values)

    def said(self, saying: Saying) -> str:
        """Returns a sentence that others wanted said."""
        return self.say(saying.key, **saying.values)

    def terms(self, prefix: str) -> dict[str, str]:
        """Returns all sentences without values whose keys begin alike, by how these go on."""
        return {
            key.removeprefix(prefix): self.say(key)
            for key in self.language.sentences
            if key.startswith(prefix)
        }

    def line(
        self,
        key: str,
        /,
        *,
        dice: tuple[Die, ...] = (),
        label: str | None = None,
        lines: Iterable[Line] = (),
        **values: Any,
    ) -> Line:
        """Returns a sentence as a line of a report.

        Args:
            dice: the dice that it tells of.
            label: the label of their roll.
            lines: what stands under it.
        """
        return Line(self.say(key, **values), dice, label, tuple(lines))

    def paragraph(self, key: str, lines: Iterable[Line], /, **values: Any) -> Paragraph:
        """Returns lines under a heading."""
        return Paragraph(self.say(key, **values), tuple(lines))

    # -- names ------------------------------------------------------------------------------------

    def seat(self, seat: str) -> str:
        """Returns a seat's name as it begins a sentence; a game may have others."""
        return seat[:1].upper() + seat[1:]

    # -- events -----------------------------------------------------------------------------------

    def lines(self, events: Iterable[Event]) -> Iterator[Line]:
        """Yields what is told of events, in their order."""
        for event in events:
            yield from self.event(event)

    def event(self, event: Event) -> Iterator[Line]:
        """Yields what is told of one event; a game tells its own, and leaves the rest to this."""
        if text := self.of_the_core(event):
            yield Line(text)

    def of_the_core(self, event: Event) -> str:
        """Returns an event of the core's in a sentence; nothing of one that is not told."""
        match event:
            case OrderFailed():
                return self.say("order-failed", why=self.why(event), **_order(self, event))
            case OrderCut():
                return self.say("order-cut", **_order(self, event))
            case AnswerUnused():
                seat, why = self.seat(event.seat), self.why_unused(event)
                return self.say("answer-unused", seat=seat, label=event.label, why=why)
        key = _WORD_KEYS.get(type(event))
        if key is None:
            return ""
        (seat,) = event.to_json().values()
        return self.say(key, seat=self.seat(seat))

    def why(self, event: Reason) -> str:
        """Returns why something failed: the language's words for its code, else the rules' own."""
        key = f"why-{event.code}"
        return self.language.say(key) if key in self.language else event.message

    def why_unused(self, event: AnswerUnused) -> str:
        """Returns why an answer was not used: the language's words for it, else the rules' own."""
        return self.say("why-unused") if "why-unused" in self.language else event.message

    # -- questions --------------------------------------------------------------------------------

    def question(self, pending: Pending, view: Any) -> str:
        """Returns the words of a question, as the rules have put it; a game may have others.

        Args:
            view: the position in which it is asked, as its reader may know it.
        """
        if not pending.rule:
            return pending.prompt
        return self.say("question-of-a-rule", question=pending.prompt, rule=pending.rule)

    def answer(self, order: Mapping[str, Any]) -> str:
        """Returns a legal answer in a few words, as a list of them shows it; a game may have some.

        Args:
            order: the answer as a sheet has it.
        """
        return ""

    # -- the headline -----------------------------------------------------------------------------

    def headline(self, said: Sequence[str]) -> str:
        """Returns what happened in at most 100 characters.

        Args:
            said: what happened, a few words each, what matters most first; as many are told as
                there is room for.
        """
        told = ""
        for one in filter(None, said):
            longer = f"{told}; {one}" if told else one
            if len(longer) > MAX_HEADLINE:
                break
            told = longer
        told = told or self.say("headline-quiet")
        return told[:1].upper() + told[1:]

    def shortened(self, names: Sequence[str], room: int = 50) -> list[str]:
        """Returns the first of many things, and how many more there are.

        Args:
            room: how many characters they may take together.
        """
        shown = list(names)
        while len(shown) > 1 and sum(map(len, shown)) + 2 * len(shown) > room:
            shown.pop()
        more = len(names) - len(shown)
        return [*shown, self.say("headline-more", count=more)] if more else shown


def _order(narrator: Narrator, event: OrderFailed | OrderCut) -> dict[str, Any]:
    """Returns whose order it was, and which."""
    seat = narrator.seat(event.seat)
    return {"seat": seat, "number": event.index + 1, "topic": event.topic}


@runtime_checkable
class Narrates(Protocol):
    """Rules whose game has a narrator, and perhaps speaks several languages."""

    narrator: Narrator
    """Tells what happens in the game, in the language of these rules."""

    def languages(self) -> tuple[str, ...]:
        """The codes of the languages that it speaks."""

    def in_language(self, language: str) -> Rules[Any]:
        """These rules, telling and drawing in another of its languages."""


@runtime_checkable
class TellsPlaces(Protocol):
    """Rules that say where what happened. Of others `report --since` tells opening by opening."""

    def places(self, before: Any, events: Sequence[Event], view: Any) -> Iterable[tuple[str, str]]:
        """Yields places, as players call them, each with what happened there in a few words.

        Args:
            before: the position before an opening, as its reader knows it.
            events: what they heard of it.
            view: the position after it.
        """
