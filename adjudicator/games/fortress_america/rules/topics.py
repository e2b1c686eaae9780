"""What `template` says of each topic: what is due, where it may go, why nothing is possible now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.card_words import card_text
from adjudicator.games.fortress_america.in_force import firing_lasers
from adjudicator.games.fortress_america.narrator import FortressNarrator
from adjudicator.games.fortress_america.rules.invader_play import hand_of, lacking
from adjudicator.games.fortress_america.rules.reinforcements import (
    laser_cities,
    room_in_zones,
    units_due,
)
from adjudicator.games.fortress_america.rules.setup import to_set_up
from adjudicator.games.fortress_america.rules.together import sides_of
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, SIDES, USA, Side, State, total_of

__all__ = ["topic_notes", "why_not_now"]

_MOST = 8
"""More cities than these are counted alone."""


def topic_notes(of: FortressNarrator, view: State, seat: str, topic: str) -> Iterator[str]:
    """Yields what who orders a topic now has to know."""
    book = of.book
    match topic:
        case "setup":
            yield from _of_setup(of, view, seat)
        case "reinforcements" if view.action == "setup-usa":
            yield of.say("due-lasers", count=book.options.lasers_at_start)
        case "reinforcements" if seat == book.seat_of(USA):
            if cities := laser_cities(book, view):
                yield of.say("due-laser", cities=_listed(of, cities))
        case "reinforcements":
            for side in _playing(book, view, seat):
                yield from _of_reserve(of, _as(view, side))
        case "cards" if seat == book.seat_of(USA):
            for card in view.hand:
                yield card_text(book, card, of)
            if book.options.cards == "one-at-a-time":
                yield of.say("due-cards-drawn")
            if view.hand:
                yield of.say("due-cards")
        case "cards" | "play":
            yield from _of_hand(of, view, seat)
        case "lasers" if firing := firing_lasers(book, view):
            yield of.say("due-fire", count=len(firing), cities=_listed(of, firing))


def _of_setup(of: FortressNarrator, view: State, seat: str) -> Iterator[str]:
    """Yields which units a seat sets up, and where. (Set-up)"""
    book = of.book
    left, room = to_set_up(book, view, seat)
    for side in SIDES:
        counts = left.get(side)
        if counts is None:
            continue
        units = of.tally(counts)
        if side == USA:
            each = of.units_text(book.edition.setup_units_per_city)
            yield of.say("due-setup-usa", each=each, count=len(room), units=units)
            yield of.say("due-setup-cities", cities=room)
        else:
            zones, most = book.zones_of(side), book.edition.stack_limit
            name = of.side(side)
            yield of.say("due-setup", side=name, units=units, zones=zones, most=most)


def _of_reserve(of: FortressNarrator, view: State) -> Iterator[str]:
    """Yields what one invader brings, and where it finds room. (Action 1, ruling 3)"""
    book = of.book
    if due := units_due(book, view):
        yield of.say(
            "due-units",
            side=of.side(view.side),
            units=of.units_text(due),
            zones=[of.say("due-zone", zone=zone, count=left)
                   for zone, left in room_in_zones(book, view)],
            reserve=of.tally(view.reserves.get(view.side, FrozenMap())),
        )  # fmt: skip
    if book.invader_cards and view.turn >= book.edition.reinforcements_from:
        yield of.say("due-with-card", count=book.edition.reinforcements_with_card)


def _of_hand(of: FortressNarrator, view: State, seat: str) -> Iterator[str]:
    """Yields the invader cards that a seat holds, and what it lacks for them. (2012 variants)"""
    from adjudicator.games.fortress_america.card_words import invader_card_text

    book = of.book
    for side in _playing(book, view, seat):
        for card in hand_of(view, side):
            told, lacks = invader_card_text(book, card, of), lacking(book, view, card, of)
            yield of.say("due-lacking", card=told, lacks=lacks) if lacks else told


def why_not_now(of: FortressNarrator, view: State, seat: str, topic: str) -> str:
    """Returns why no order of a topic is legal now; empty: there may be one."""
    book = of.book
    is_usa = seat == book.seat_of(USA)
    match topic:
        case "reinforcements":
            return _no_laser(of, view) if is_usa else _no_reinforcements(of, view, seat)
        case "cards" if is_usa:
            return "" if view.hand else of.say("none-card")
        case "cards" | "play":
            held = any(hand_of(view, side) for side in _playing(book, view, seat))
            return of.say("none-playable" if held else "none-card")
        case "declare":
            return of.say("none-declare")
        case "attacks" | "battles":
            return of.say("none-attacks")
        case "lasers":
            return of.say("none-target" if firing_lasers(book, view) else "none-firing")
        case _:
            return ""


def _no_laser(of: FortressNarrator, view: State) -> str:
    return of.say("none-city" if view.lasers_left else "none-laser")


def _no_reinforcements(of: FortressNarrator, view: State, seat: str) -> str:
    first = of.book.edition.reinforcements_from
    if view.turn < first:
        return of.say("none-before", first=first, turn=view.turn)
    sides = _playing(of.book, view, seat)
    if not any(total_of(view.reserves.get(side, FrozenMap())) for side in sides):
        return of.say("none-in-reserve")
    return of.say("none-room")


def _playing(book: Ruleset, view: State, seat: str) -> tuple[Side, ...]:
    """Returns the invaders of a seat for which the player-turn is."""
    if book.is_together(view.side):
        return sides_of(book, view, seat)
    return tuple(side for side in INVADERS if side == view.side and book.seat_of(side) == seat)


def _as(view: State, side: Side) -> State:
    return view if side == view.side else view.model_copy(update={"side": side})


def _listed(of: FortressNarrator, cities: tuple[str, ...]) -> list[str]:
    """Returns the first of many cities, and how many more there are."""
    more = len(cities) - _MOST
    return [*cities[:_MOST], *([of.say("headline-more", count=more)] if more > 0 else [])]
