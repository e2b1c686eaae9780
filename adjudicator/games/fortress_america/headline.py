"""An opening in a line: who wins, which cities fall, are freed or hold, who loses how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.english import sentence
from adjudicator.core.game import Event
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.english import SENTENCES
from adjudicator.games.fortress_america.narrative import Teller
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import SIDES, State
from adjudicator.games.fortress_america.words import SIDE_NAMES, place, seats_text
from adjudicator.narrate.english import ENGLISH
from adjudicator.narrate.narrator import WORDS, Narrator

__all__ = ["FortressNarrator", "headline", "places"]


class FortressNarrator(Narrator):
    """Tells matches of Fortress America on one map."""

    def __init__(self, book: Ruleset) -> None:
        super().__init__(ENGLISH.with_sentences(SENTENCES))
        self.book = book

    def seat(self, seat: str) -> str:
        """Returns the sides of a seat as they begin a sentence."""
        return sentence(seats_text(self.book, seat))


def headline(teller: Teller, before: State, events: Sequence[Event], view: State) -> str:
    """Returns an opening in at most 100 characters.

    Args:
        teller: who has told the events.
    """
    narrator = FortressNarrator(teller.book)
    return narrator.headline(
        [
            *_ends(narrator, events, view),
            *_cities(narrator, before, events, view),
            *_losses(narrator, teller, events),
            *_areas(narrator, before, events, view),
            *_units(narrator, events),
        ]
    )


def places(book: Ruleset, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yields the areas that were fought over, each with who took it, or who did not."""
    narrator = FortressNarrator(book)
    taken = {one.area for one in events if isinstance(one, e.AreaTaken)}
    for event in events:
        match event:
            case e.AreaTaken():
                what = narrator.say("place-taken", side=SIDE_NAMES[event.side])
            case e.BattleEnded() if event.area not in taken:
                what = narrator.say("place-holds", side=SIDE_NAMES[event.attacker])
            case e.LaserDestroyed():
                what = narrator.say("place-laser")
            case _:
                continue
        yield place(book, event.area), what


def _ends(narrator: FortressNarrator, events: Sequence[Event], view: State) -> Iterator[str]:
    if (result := view.result) is not None:
        won = result.winners or ((result.winner,) if result.winner is not None else ())
        seats = seats_text(narrator.book, *won) if won else ""
        count = 1 if len(won) == 1 and not seats.endswith("s") else 2
        yield (
            narrator.say("headline-won", seats=seats, count=count)
            if won
            else narrator.say("headline-drawn")
        )
    for event in events:
        if type(event) in WORDS:
            yield narrator.of_the_core(event).removesuffix(".")


def _cities(
    narrator: FortressNarrator, before: State, events: Sequence[Event], view: State
) -> Iterator[str]:
    """Yields which cities fell, were freed, and which were attacked and hold."""
    book = narrator.book
    fallen = [at for at in view.control if book.is_city(at) and at not in before.control]
    freed = [at for at in before.control if book.is_city(at) and at not in view.control]
    taken = [
        at
        for at, side in view.control.items()
        if book.is_city(at) and before.control.get(at, side) != side
    ]
    fought = dict.fromkeys(
        one.area for one in events if isinstance(one, e.BattleEnded) and book.is_city(one.area)
    )
    held = [at for at in fought if at not in (*fallen, *freed, *taken)]
    if fallen or taken:
        names = narrator.shortened([place(book, at) for at in (*fallen, *taken)])
        yield narrator.say("headline-falls", names=names, count=len(fallen) + len(taken))
    for key, areas in (("headline-freed", freed), ("headline-holds", held)):
        if areas:
            names = narrator.shortened([place(book, at) for at in areas])
            yield narrator.say(key, names=names, count=len(areas))


def _losses(narrator: FortressNarrator, teller: Teller, events: Sequence[Event]) -> Iterator[str]:
    lasers = sum(isinstance(one, e.LaserDestroyed) for one in events)
    if lasers:
        yield narrator.say("headline-lasers", count=lasers)
    for side in SIDES:
        if count := sum(teller.lost.get(side, {}).values()):
            yield narrator.say("headline-loses", side=SIDE_NAMES[side], count=count)


def _areas(
    narrator: FortressNarrator, before: State, events: Sequence[Event], view: State
) -> Iterator[str]:
    """Yields who took areas without a city."""
    taken: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, e.AreaTaken) and not event.city:
            taken.setdefault(SIDE_NAMES[event.side], []).append(place(narrator.book, event.area))
    for side, areas in taken.items():
        names = narrator.shortened([*dict.fromkeys(areas)])
        yield narrator.say("headline-areas", side=side, names=names)


def _units(narrator: FortressNarrator, events: Sequence[Event]) -> Iterator[str]:
    """Yields who came, moved and declared: what is told where nothing was fought over."""
    counts: dict[tuple[str, str], int] = {}
    for event in events:
        match event:
            case e.UnitsPlaced():
                key = "headline-sets-up" if event.reason == "setup" else "headline-reinforces"
                count = sum(one.count for one in event.placed)
            case e.UnitsMoved():
                key, count = "headline-moves", sum(one.count for one in event.moves)
            case e.InvaderDeckShuffled():
                yield narrator.say("headline-shuffled")
                return
            case _:
                continue
        who = (key, SIDE_NAMES[event.side])
        counts[who] = counts.get(who, 0) + count
    for (key, side), count in counts.items():
        if count:
            yield narrator.say(key, side=side, count=count)
    for event in events:
        if isinstance(event, e.AreasDeclared) and event.areas:
            names = narrator.shortened([place(narrator.book, at) for at in event.areas])
            side = SIDE_NAMES[event.side]
            yield narrator.say("headline-declares", side=side, names=names)
