"""From a start position as it is written down to a state: all defects are told at once."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.english import joined
from adjudicator.core.game import Scenario
from adjudicator.core.problem import Path, Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.galactic_conquest.rules.count import counted
from adjudicator.games.galactic_conquest.rules.planets import unknown_planet
from adjudicator.games.galactic_conquest.ruleset import (
    LEAST_PLANETS,
    MOST_SEATS,
    STARTING_TROOPS,
    Ruleset,
)
from adjudicator.games.galactic_conquest.state import (
    CARDS,
    MOST_TO_BEGIN,
    NEUTRAL,
    Garrison,
    Start,
    State,
)

__all__ = ["begin", "check_options", "check_seats", "check_start"]


def check_seats(scenario: Scenario) -> Iterator[Problem]:
    """Yields what is wrong with the seats: two to five, none with the neutral army's name."""
    if len(scenario.seats) not in STARTING_TROOPS:
        yield Problem(
            "wrong-number-of-seats",
            f"{len(scenario.seats)} seats cannot play",
            ("seats",),
            "set-up",
            hint=f"Name 2 to {MOST_SEATS} seats.",
            kind="invalid",
        )
    for seat, facts in scenario.seats.items():
        if facts.sides != (seat,):
            yield Problem(
                "other-sides",
                f"{seat} leads itself alone, not {joined(facts.sides)}",
                ("seats", seat, "sides"),
                "set-up",
                hint=f'Write ["{seat}"].',
                kind="invalid",
            )
    if NEUTRAL in scenario.seats:
        yield Problem(
            "seat-named-neutral",
            f'no seat may be called "{NEUTRAL}": that is the army without a seat',
            ("seats", NEUTRAL),
            "set-up, ruling 13",
            hint="Give the seat another name.",
            kind="invalid",
        )


def check_options(book: Ruleset) -> Iterator[Problem]:
    """Yields what does not do for so many seats: planets of the map, troops of the set-up."""
    needed = LEAST_PLANETS * (len(book.seats) + book.has_neutral_army)
    if len(book.seats) in STARTING_TROOPS and len(book.planets) < needed:
        yield Problem(
            "too-few-planets",
            f"{len(book.seats)} seats need {needed} planets or more; the map has "
            f"{len(book.planets)}",
            ("seats",),
            "set-up",
            hint="Play with fewer seats, or on another map.",
            kind="unusable",
        )
    if len(book.seats) in STARTING_TROOPS and book.starting_troops < book.most_planets:
        yield Problem(
            "too-few-troops",
            f"{book.starting_troops} troops are too few for {book.most_planets} planets",
            ("options", "troops"),
            "set-up",
            hint=f"Give {book.most_planets} or more.",
            kind="invalid",
        )
    if len(book.seats) not in STARTING_TROOPS:
        return
    armies = len(book.seats) * max(book.starting_troops, book.most_planets)
    troops = armies + 2 * book.most_planets * book.has_neutral_army
    if troops > MOST_TO_BEGIN:
        yield Problem(
            "too-many-troops",
            f"{troops} troops would begin, {MOST_TO_BEGIN} at most can be",
            ("options", "troops"),
            "set-up",
            hint="Give fewer, or play on a map with fewer planets.",
            kind="invalid",
        )


def check_start(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields every defect of a start position."""
    for planet, garrison in start.planets.items():
        path: Path = ("planets", planet)
        yield from unknown_planet(book, planet, path)
        if garrison.seat != NEUTRAL:
            yield from _unknown_seat(book, garrison.seat, (*path, "seat"))
    for seat in start.cards:
        yield from _unknown_seat(book, seat, ("cards", seat))
    if start.seat is not None:
        yield from _unknown_seat(book, start.seat, ("seat",))
    if start.others is not None and start.others.seat != NEUTRAL:
        yield from _unknown_seat(book, start.others.seat, ("others", "seat"))
    yield from _check_moment(book, start)
    troops = sum(one.troops for one in _garrisons(book, start).values())
    if troops > MOST_TO_BEGIN:
        yield _invalid(
            "too-many-troops",
            f"{troops} troops are on the map, {MOST_TO_BEGIN} at most can be",
            ("planets",),
            "Take some away.",
        )
    dealt = sum(start.cards.values())
    if dealt > len(CARDS):
        yield _invalid(
            "too-many-cards",
            f"there are {len(CARDS)} cards, not {dealt}",
            ("cards",),
            "Deal fewer.",
        )


def begin(book: Ruleset, start: Start) -> State:
    """Returns the state that a start position without defects describes."""
    garrisons = _garrisons(book, start)
    owners = {planet: garrison.seat for planet, garrison in garrisons.items()}
    order = tuple(seat for seat in book.seats if not owners or seat in owners.values())
    seat, is_dealt = start.seat or order[0], bool(owners) and not start.cards
    # The deal counts the troops of the first turn; without one they are counted here.
    new = {seat: counted(book, owners, seat).troops} if is_dealt else {}
    return State(
        turn=start.turn,
        seat=seat,
        phase="trade" if is_dealt else "deal",
        order=order,
        owners=FrozenMap(owners),
        troops=FrozenMap({planet: one.troops for planet, one in garrisons.items()}),
        to_place=FrozenMap(new),
        to_deal=start.cards,
        hands=FrozenMap(dict.fromkeys(book.seats, ())),
        decks=(),
        drawn=0,
        discards=(),
        sets_traded=start.sets_traded,
        invasion=0,
        has_captured=False,
        fallen=tuple(seat for seat in book.seats if seat not in order),
        result=None,
    )


def _garrisons(book: Ruleset, start: Start) -> dict[str, Garrison]:
    """Returns all planets that somebody holds."""
    others = {} if start.others is None else dict.fromkeys(book.planets, start.others)
    return {**others, **start.planets}


def _check_moment(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields what does not fit the moment at which the match begins."""
    garrisons = _garrisons(book, start)
    if not garrisons:
        if start != Start():
            yield _invalid(
                "setup-not-empty",
                "a match that begins with the set-up begins in turn 1 with nothing on the map",
                (),
                'Name all planets in "planets", or leave the rest out.',
            )
        return
    missing = [planet for planet in book.planets if planet not in garrisons]
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        yield _invalid(
            "planets-missing",
            f"nobody holds {', '.join(missing[:3])}{more}",
            ("planets",),
            'Name every planet, or say in "others" who holds the rest.',
        )
    holders = {garrison.seat for garrison in garrisons.values()}
    with_troops = [seat for seat in book.seats if seat in holders]
    if len(with_troops) < 2:
        yield _invalid(
            "match-decided",
            "fewer than two seats have planets: there is nothing left to play",
            ("planets",),
            "Give planets to two seats or more.",
        )
    for path, seat in ((("seat",), start.seat), *((("cards", one), one) for one in start.cards)):
        if seat in book.seats and seat not in with_troops:
            yield _invalid(
                "seat-without-planets",
                f"{seat} has no planets",
                path,
                "Give it one, or leave it out here.",
            )


def _unknown_seat(book: Ruleset, seat: str, path: Path) -> Iterator[Problem]:
    if seat not in book.seats:
        yield _invalid(
            "unknown-seat",
            f'there is no seat "{seat}"',
            path,
            f"Seats are {', '.join(book.seats)}.",
        )


def _invalid(code: str, message: str, path: Path, hint: str) -> Problem:
    return Problem(code, message, path, "set-up", hint=hint, kind="invalid")
