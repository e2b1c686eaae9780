"""What `template` says of each topic: what is due, where it may go, why nothing is possible now."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.english import amount, joined
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.card_words import card_text
from adjudicator.games.fortress_america.in_force import firing_lasers
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
from adjudicator.games.fortress_america.words import side_name, tally, units_text

__all__ = ["topic_notes", "why_not_now"]

_MOST = 8
"""More cities than these are counted alone."""


def topic_notes(book: Ruleset, view: State, seat: str, topic: str) -> Iterator[str]:
    """Yields what who orders a topic now has to know."""
    match topic:
        case "setup":
            yield from _of_setup(book, view, seat)
        case "reinforcements" if view.action == "setup-usa":
            begins = amount(book.options.lasers_at_start, "laser")
            yield f"{begins} to place, each in a city of its own"
        case "reinforcements" if seat == book.seat_of(USA):
            if cities := laser_cities(book, view):
                yield f"1 laser to place in a city of yours without one: {_listed(cities)}"
        case "reinforcements":
            for side in _playing(book, view, seat):
                yield from _of_reserve(book, _as(view, side))
        case "cards" if seat == book.seat_of(USA):
            for card in view.hand:
                yield card_text(book, card)
            if book.options.cards == "one-at-a-time":
                yield "cards are drawn in the turn: you are asked about each when it is drawn"
            if view.hand:
                yield "all of them are played, in the order that you give"
        case "cards" | "play":
            yield from _of_hand(book, view, seat)
        case "lasers" if firing := firing_lasers(book, view):
            lasers = amount(len(firing), "laser")
            yield f"{lasers} to fire, in {_listed(firing)}; each at another space"


def _of_setup(book: Ruleset, view: State, seat: str) -> Iterator[str]:
    """Yields which units a seat sets up, and where. (Set-up)"""
    left, room = to_set_up(book, view, seat)
    for side in SIDES:
        counts = left.get(side)
        if counts is None:
            continue
        if side == USA:
            each = units_text(book.edition.setup_units_per_city)
            yield f"{each} of any kind in each of your {len(room)} cities, of {tally(counts)}"
            yield f"cities: {', '.join(room)}"
        else:
            zones = ", ".join(book.zones_of(side))
            yield (
                f"{side_name(side)}: {tally(counts)}; all of them in {zones}, "
                f"{book.edition.stack_limit} in a zone at most"
            )


def _of_reserve(book: Ruleset, view: State) -> Iterator[str]:
    """Yields what one invader brings, and where it finds room. (Action 1, ruling 3)"""
    if due := units_due(book, view):
        reserve = tally(view.reserves.get(view.side, FrozenMap()))
        room = ", ".join(f"{zone} ({left} more)" for zone, left in room_in_zones(book, view))
        yield f"{side_name(view.side)}: {units_text(due)} to place in {room}, of {reserve}"
    if book.invader_cards and view.turn >= book.edition.reinforcements_from:
        fewer = book.edition.reinforcements_with_card
        yield f"who draws a card brings {fewer} units at most"


def _of_hand(book: Ruleset, view: State, seat: str) -> Iterator[str]:
    """Yields the invader cards that a seat holds, and what it lacks for them. (2012 variants)"""
    from adjudicator.games.fortress_america.card_words import invader_card_text

    for side in _playing(book, view, seat):
        for card in hand_of(view, side):
            lacks = lacking(book, view, card)
            yield invader_card_text(book, card) + (f" (lacking: {lacks})" if lacks else "")


def why_not_now(book: Ruleset, view: State, seat: str, topic: str) -> str:
    """Returns why no order of a topic is legal now; empty: there may be one."""
    is_usa = seat == book.seat_of(USA)
    match topic:
        case "reinforcements":
            return _no_laser(view) if is_usa else _no_reinforcements(book, view, seat)
        case "cards" if is_usa:
            return "" if view.hand else "you hold no card"
        case "cards" | "play":
            held = any(hand_of(view, side) for side in _playing(book, view, seat))
            return "no card that you hold can be played" if held else "you hold no card"
        case "declare":
            return "no enemy space that you could enter is beside your units"
        case "attacks" | "battles":
            return "no battle comes of the other examples: declare a space with enemies first"
        case "lasers":
            return _no_fire(book, view)
        case _:
            return ""


def _no_laser(view: State) -> str:
    if not view.lasers_left:
        return "all lasers have been placed"
    return "every city that is yours has a laser"


def _no_reinforcements(book: Ruleset, view: State, seat: str) -> str:
    first = book.edition.reinforcements_from
    if view.turn < first:
        return f"units come from turn {first} on: in turn {view.turn} the set-up counts"
    sides = _playing(book, view, seat)
    if not any(total_of(view.reserves.get(side, FrozenMap())) for side in sides):
        return "the reserve is empty"
    return "no zone has room"


def _no_fire(book: Ruleset, view: State) -> str:
    if not firing_lasers(book, view):
        return "you have no laser that fires"
    return "no invader stands on the board"


def _playing(book: Ruleset, view: State, seat: str) -> tuple[Side, ...]:
    """Returns the invaders of a seat for which the player-turn is."""
    if book.is_together(view.side):
        return sides_of(book, view, seat)
    return tuple(side for side in INVADERS if side == view.side and book.seat_of(side) == seat)


def _as(view: State, side: Side) -> State:
    return view if side == view.side else view.model_copy(update={"side": side})


def _listed(cities: tuple[str, ...]) -> str:
    more = [f"{len(cities) - _MOST} more"] if len(cities) > _MOST else []
    return joined([*cities[:_MOST], *more])
