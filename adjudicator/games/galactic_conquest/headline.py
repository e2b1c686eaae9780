"""An opening in a line: who wins, what is captured, who is out, what holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.narrator import StarNarrator
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from adjudicator.games.galactic_conquest.words import held_regions
from adjudicator.narrate.narrator import WORDS

__all__ = ["headline", "places"]


def headline(narrator: StarNarrator, before: State, events: Sequence[Event], view: State) -> str:
    """Returns an opening in at most 100 characters."""
    return narrator.headline(
        [
            *_ends(narrator, events, view),
            *_captures(narrator, events),
            *_regions(narrator, before, view),
            *_holds(narrator, events),
            *_begins(narrator, events),
            *_else(narrator, before, events),
        ]
    )


def places(narrator: StarNarrator, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yields the planets that were attacked, each with who took it, or who did not."""
    for event in events:
        match event:
            case e.PlanetTaken():
                seat, loser = narrator.seat(event.seat), narrator.name(event.loser)
                what = narrator.say("place-taken", seat=seat, loser=loser)
                yield narrator.place(event.target), what
            case e.InvasionStopped() if event.battles:
                what = narrator.say("place-holds", seat=narrator.name(event.seat))
                yield narrator.place(event.target), what


def _ends(narrator: StarNarrator, events: Sequence[Event], view: State) -> Iterator[str]:
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


def _captures(narrator: StarNarrator, events: Sequence[Event]) -> Iterator[str]:
    taken: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, e.PlanetTaken):
            taken.setdefault(event.seat, []).append(narrator.place(event.target))
    for seat, names in taken.items():
        shown = narrator.shortened(names)
        yield narrator.say("headline-captures", seat=narrator.seat(seat), names=shown)


def _regions(narrator: StarNarrator, before: State, view: State) -> Iterator[str]:
    for seat in narrator.book.seats if before.owners else ():
        was = held_regions(narrator.book, before.owners, seat)
        new = [one for one in held_regions(narrator.book, view.owners, seat) if one not in was]
        if new:
            names = narrator.shortened([narrator.book.chart.regions[one].name for one in new])
            yield narrator.say("headline-whole", seat=narrator.seat(seat), names=names)


def _holds(narrator: StarNarrator, events: Sequence[Event]) -> Iterator[str]:
    taken = [one.target for one in events if isinstance(one, e.PlanetTaken)]
    held = dict.fromkeys(
        narrator.place(one.target)
        for one in events
        if isinstance(one, e.InvasionStopped) and one.battles and one.target not in taken
    )
    if held:
        names = narrator.shortened([*held])
        yield narrator.say("headline-holds", names=names, count=len(held))


def _begins(narrator: StarNarrator, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case e.PlanetsDealt():
                yield narrator.say("headline-dealt", count=len(event.owners))
            case e.OrderOfPlayDrawn():
                yield narrator.say("headline-first", seat=narrator.seat(event.order[0]))


def _else(narrator: StarNarrator, before: State, events: Sequence[Event]) -> Iterator[str]:
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
            seat, to = narrator.seat(event.seat), narrator.place(event.path[-1])
            yield narrator.say("headline-moves", seat=seat, count=event.count, place=to)
    if events and not placed:
        yield narrator.say("headline-quiet-turn", seat=narrator.seat(before.seat))
