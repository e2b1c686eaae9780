"""An opening in a line: who wins, which cities fall, are freed or hold, who loses how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.report_lines import ReportLines
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import SIDES, State
from adjudicator.games.fortress_america.words import Words, place
from adjudicator.narrate.narrator import WORDS

__all__ = ["headline", "places"]


def headline(told: ReportLines, before: State, events: Sequence[Event], view: State) -> str:
    """Returns an opening in at most 100 characters.

    Args:
        told: who has told the events.
    """
    of, book = told.of, told.book
    return of.headline(
        [
            *_ends(of, book, events, view),
            *_cities(of, book, before, (events, view)),
            *_losses(told, events),
            *_areas(of, book, events),
            *_units(of, book, events),
        ]
    )


def places(of: Words, book: Ruleset, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Yields the areas that were fought over, each with who took it, or who did not."""
    taken = {one.area for one in events if isinstance(one, e.AreaTaken)}
    for event in events:
        match event:
            case e.AreaTaken():
                what = of.say("place-taken", side=of.side(event.side))
            case e.BattleEnded() if event.area not in taken:
                what = of.say("place-holds", side=of.side(event.attacker))
            case e.LaserDestroyed():
                what = of.say("place-laser")
            case _:
                continue
        yield place(book, event.area), what


def _ends(of: Words, book: Ruleset, events: Sequence[Event], view: State) -> Iterator[str]:
    if (result := view.result) is not None:
        won = result.winners or ((result.winner,) if result.winner is not None else ())
        seats = of.seats(book, *won) if won else ""
        count = 1 if len(won) == 1 and not seats.endswith("s") else 2
        yield (
            of.say("headline-won", seats=seats, count=count) if won else of.say("headline-drawn")
        )
    for event in events:
        if type(event) in WORDS:
            yield of.of_the_core(event).removesuffix(".")


def _cities(
    of: Words, book: Ruleset, before: State, opening: tuple[Sequence[Event], State]
) -> Iterator[str]:
    """Yields which cities fell, were freed, and which were attacked and hold."""
    events, view = opening
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
        names = of.shortened(of.place_names(book, (*fallen, *taken)))
        yield of.say("headline-falls", names=names, count=len(fallen) + len(taken))
    for key, areas in (("headline-freed", freed), ("headline-holds", held)):
        if areas:
            names = of.shortened(of.place_names(book, areas))
            yield of.say(key, names=names, count=len(areas))


def _losses(told: ReportLines, events: Sequence[Event]) -> Iterator[str]:
    of = told.of
    lasers = sum(isinstance(one, e.LaserDestroyed) for one in events)
    if lasers:
        yield of.say("headline-lasers", count=lasers)
    for side in SIDES:
        if count := sum(told.lost.get(side, {}).values()):
            yield of.say("headline-loses", side=of.side(side), count=count)


def _areas(of: Words, book: Ruleset, events: Sequence[Event]) -> Iterator[str]:
    """Yields who took areas without a city."""
    taken: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, e.AreaTaken) and not event.city:
            taken.setdefault(of.side(event.side), []).append(place(book, event.area))
    for side, areas in taken.items():
        names = of.shortened([*dict.fromkeys(areas)])
        yield of.say("headline-areas", side=side, names=names)


def _units(of: Words, book: Ruleset, events: Sequence[Event]) -> Iterator[str]:
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
                yield of.say("headline-shuffled")
                return
            case _:
                continue
        who = (key, of.side(event.side))
        counts[who] = counts.get(who, 0) + count
    for (key, side), count in counts.items():
        if count:
            yield of.say(key, side=side, count=count)
    for event in events:
        if isinstance(event, e.AreasDeclared) and event.areas:
            names = of.shortened(of.place_names(book, event.areas))
            side = of.side(event.side)
            yield of.say("headline-declares", side=side, names=names)
