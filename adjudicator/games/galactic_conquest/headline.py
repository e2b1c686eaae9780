"""An opening in a line: who wins, what is captured, who is out, what holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.english import SENTENCES
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from adjudicator.games.galactic_conquest.words import held_regions, place, seat_name
from adjudicator.narrate.english import ENGLISH
from adjudicator.narrate.narrator import WORDS, Narrator

__all__ = ["StarNarrator", "headline", "places"]


class StarNarrator(Narrator):
    """Tells matches of Galactic Conquest."""

    def __init__(self) -> None:
        super().__init__(ENGLISH.with_sentences(SENTENCES))

    def seat(self, seat: str) -> str:
        """Returns a seat as it begins a sentence."""
        name = seat_name(seat)
        return f"{name[:1].upper()}{name[1:]}"


_NARRATOR = StarNarrator()


def headline(book: Ruleset, before: State, events: Sequence[Event], view: State) -> str:
    """Returns an opening in at most 100 characters."""
    narrator = _NARRATOR
    return narrator.headline(
        [
            *_ends(narrator, events, view),
            *_captures(narrator, book, events),
            *_regions(narrator, book, before, view),
            *_holds(narrator, book, events),
            *_begins(narrator, events),
            *_else(narrator, book, before, events),
        ]
    )


def places(book: Ruleset, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yields the planets that were attacked, each with who took it, or who did not."""
    for event in events:
        match event:
            case e.PlanetTaken():
                seat, loser = _NARRATOR.seat(event.seat), seat_name(event.loser)
                what = _NARRATOR.say("place-taken", seat=seat, loser=loser)
                yield place(book, event.target), what
            case e.InvasionStopped() if event.battles:
                what = _NARRATOR.say("place-holds", seat=seat_name(event.seat))
                yield place(book, event.target), what


def _ends(narrator: Narrator, events: Sequence[Event], view: State) -> Iterator[str]:
    """Yields who has won, is out or withdraws, and what seats say about the match."""
    if view.result is not None:
        winner = view.result.winner
        yield (
            narrator.say("headline-drawn")
            if winner is None
            else narrator.say("headline-won", seat=narrator.seat(winner))
        )
    for event in events:
        match event:
            case e.SeatEliminated():
                yield narrator.say("headline-eliminated", seat=narrator.seat(event.seat))
            case e.SeatWithdrawn():
                yield narrator.say("headline-withdrawn", seat=narrator.seat(event.seat))
            case _ if type(event) in WORDS:
                yield narrator.of_the_core(event).removesuffix(".")


def _captures(narrator: Narrator, book: Ruleset, events: Sequence[Event]) -> Iterator[str]:
    taken: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, e.PlanetTaken):
            taken.setdefault(event.seat, []).append(place(book, event.target))
    for seat, names in taken.items():
        shown = narrator.shortened(names)
        yield narrator.say("headline-captures", seat=narrator.seat(seat), names=shown)


def _regions(narrator: Narrator, book: Ruleset, before: State, view: State) -> Iterator[str]:
    for seat in book.seats if before.owners else ():
        was = held_regions(book, before.owners, seat)
        new = [one for one in held_regions(book, view.owners, seat) if one not in was]
        if new:
            names = narrator.shortened([book.chart.regions[one].name for one in new])
            yield narrator.say("headline-whole", seat=narrator.seat(seat), names=names)


def _holds(narrator: Narrator, book: Ruleset, events: Sequence[Event]) -> Iterator[str]:
    taken = [one.target for one in events if isinstance(one, e.PlanetTaken)]
    held = dict.fromkeys(
        place(book, one.target)
        for one in events
        if isinstance(one, e.InvasionStopped) and one.battles and one.target not in taken
    )
    if held:
        names = narrator.shortened([*held])
        yield narrator.say("headline-holds", names=names, count=len(held))


def _begins(narrator: Narrator, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case e.PlanetsDealt():
                yield narrator.say("headline-dealt", count=len(event.owners))
            case e.OrderOfPlayDrawn():
                yield narrator.say("headline-first", seat=narrator.seat(event.order[0]))


def _else(
    narrator: Narrator, book: Ruleset, before: State, events: Sequence[Event]
) -> Iterator[str]:
    """Yields what is told where nothing else happened: who placed or moved troops."""
    placed: dict[str, int] = {}
    for event in events:
        if isinstance(event, e.TroopsPlaced | e.PlanetClaimed) and event.seat != NEUTRAL:
            count = event.count if isinstance(event, e.TroopsPlaced) else 1
            placed[event.seat] = placed.get(event.seat, 0) + count
    if before.phase in ("deal", "set-up"):
        if placed:
            seats = [narrator.seat(seat) for seat in placed]
            yield narrator.say("headline-set-up", seats=narrator.shortened(seats))
        return
    for seat, count in placed.items():
        yield narrator.say("headline-troops", seat=narrator.seat(seat), count=count)
    for event in events:
        if isinstance(event, e.TroopsFortified):
            seat, to = narrator.seat(event.seat), place(book, event.path[-1])
            yield narrator.say("headline-moves", seat=seat, count=event.count, place=to)
    if events and not placed:
        yield narrator.say("headline-quiet-turn", seat=narrator.seat(before.seat))
