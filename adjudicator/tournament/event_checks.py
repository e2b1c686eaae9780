"""In what tournament.json contradicts itself, and what an amendment may change."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.api.beginning import LATE_PLEDGES
from adjudicator.api.clock import checked_zone, read_policy
from adjudicator.api.problems import Problem, Refused
from adjudicator.api.texts import visible
from adjudicator.tournament.event import FIXED, FOR_TWO, Event, Groups, Tables

__all__ = ["check_event"]


def check_event(event: Event) -> Iterator[Problem]:
    """Yields in what an event contradicts itself."""
    yield from _check_seats(event)
    yield from _check_dates(event)
    known = _referees(event)
    ids = [one.id for one in event.referees]
    for place, one in enumerate(ids):
        if one in ids[:place]:
            yield _contradiction(f"there are two referees {one}", ("referees", place, "id"),
                                 "Number them: r1, r2.")  # fmt: skip
    for place, ruling in enumerate(event.rulings):
        if ruling.n != place + 1:
            yield _contradiction(f"ruling {ruling.n} stands in place {place + 1}",
                                 ("rulings", place, "n"), "Rulings only grow.")  # fmt: skip
        if ruling.by not in known:
            yield _contradiction(f"there is no referee {ruling.by}", ("rulings", place, "by"),
                                 f"Referees: {', '.join(known)}.")  # fmt: skip
    if event.dice.mode in LATE_PLEDGES and not event.dice.joins:
        yield _contradiction(
            f"in {event.dice.mode} mode every seat joins with a chain of its own",
            ("dice", "joins"),
            "Write true: players then join each match.",
        )
    yield from _check_clock(event)
    yield from _check_amendments(event)


def _check_clock(event: Event) -> Iterator[Problem]:
    if event.clock is None:
        return
    try:
        checked_zone(read_policy(event.clock))
    except Refused as error:
        for problem in error.problems:
            yield problem.under("clock")


def _check_seats(event: Event) -> Iterator[Problem]:
    if len({*event.seats}) < len(event.seats):
        yield _contradiction("a seat is named twice", ("seats",), "Name each seat once.")
    is_tables = isinstance(event.format, Tables)
    if is_tables != (len(event.seats) > 2):
        yield _contradiction(
            f"the format {event.format.kind} is not for {len(event.seats)} seats",
            ("format", "kind"), "Two seats: swiss, groups, knock-out or rolling; more: tables.",
        )  # fmt: skip
    for place, one in enumerate(event.tie_breaks):
        if one in FOR_TWO and len(event.seats) > 2:
            yield _contradiction(f"{one} is for two seats", ("tie_breaks", place),
                                 "Take opponents, points, wins, weaker-wins or lot.")  # fmt: skip
        if one in event.tie_breaks[:place]:
            yield _contradiction(f"{one} stands twice", ("tie_breaks", place),
                                 "Name each tie-break once.")  # fmt: skip
    for place, seat in enumerate(event.weaker):
        if seat not in event.all_seats:
            yield _contradiction(f"there is no seat {seat}", ("weaker", place),
                                 f"Seats: {', '.join(event.all_seats)}.")  # fmt: skip
    if event.sides == "both" and not isinstance(event.format, Groups):
        yield _contradiction(
            "both sides are played in groups alone",
            ("sides",),
            'Take "seeded" or "bid".',
        )
    if event.sides == "both" and isinstance(event.format, Groups) and event.format.final:
        yield _contradiction(
            "a final has one match a pair; both sides are played in groups without one",
            ("sides",),
            'Take "seeded" or "bid", or groups without a final.',
        )
    if event.sides == "bid" and len(event.seats) > 2:
        yield _contradiction("bids are for two seats", ("sides",), 'Take "seeded".')
    yield from _check_smaller(event)
    if isinstance(event.format, Groups) and event.format.final >= event.format.size:
        yield _contradiction(
            f"{event.format.final} of each group play on, and no group has more than"
            f" {event.format.size}",
            ("format", "final"), "Take fewer: 1 or 2, say.",
        )  # fmt: skip


def _check_smaller(event: Event) -> Iterator[Problem]:
    if event.smaller is None:
        return
    full, small = len(event.seats), len(event.smaller.seats)
    if full < 3 or small != full - 1:
        said = f"a smaller table has {small} seats, and a full one {full}"
        hint = "Name a scenario for one player fewer; tables of two have none."
        yield _contradiction(said, ("smaller", "scenario"), hint)
    if len({*event.smaller.seats}) < small:
        yield _contradiction("a seat is named twice", ("smaller", "seats"), "Name each seat once.")


def _check_dates(event: Event) -> Iterator[Problem]:
    if event.dates and event.rounds is not None and len(event.dates) != event.rounds:
        yield _contradiction(f"{len(event.dates)} dates for {event.rounds} rounds", ("dates",),
                             "Give each round its dates, or none.")  # fmt: skip
    before = None
    for place, one in enumerate(event.dates):
        if one.ends < one.starts:
            yield _contradiction("a round ends before it starts", ("dates", place, "ends"),
                                 "Exchange the days.")  # fmt: skip
        if before is not None and one.starts < before:
            yield _contradiction("a round starts before the one before it",
                                 ("dates", place, "starts"), "Put rounds in order.")  # fmt: skip
        before = one.starts


def _check_amendments(event: Event) -> Iterator[Problem]:
    before = None
    for place, one in enumerate(event.amendments):
        at = ("amendments", place)
        known = _referees(event, before=place)
        if one.n != place + 1:
            yield _contradiction(f"amendment {one.n} stands in place {place + 1}", (*at, "n"),
                                 "Amendments only grow.")  # fmt: skip
        if one.by not in known:
            yield _contradiction(f"there is no referee {one.by}", (*at, "by"),
                                 f"Referees: {', '.join(known)}.")  # fmt: skip
        if before is not None and one.day < before:
            yield _contradiction("an amendment is older than the one before it", (*at, "day"),
                                 "Amendments only grow.")  # fmt: skip
        before = one.day
        if "smaller" in one.changes and not _is_first_smaller(event, place):
            yield _contradiction("smaller tables play something already",
                                 (*at, "changes", "smaller"),
                                 "What they play stays: matches hang on it.")  # fmt: skip
        for name in one.changes:
            if name in FIXED or name not in Event.model_fields:
                open_ = ", ".join(sorted({*Event.model_fields} - {*FIXED}))
                yield _contradiction(f'no amendment changes "{visible(name[:60])}"',
                                     (*at, "changes", name), f"Open: {open_}.")  # fmt: skip


def _referees(event: Event, before: int | None = None) -> list[str]:
    """Returns the ids of all who were referees by an amendment; None: by the last one."""
    found = [one.id for one in event.referees]
    for amendment in event.amendments[:before]:
        named = amendment.changes.get("referees")
        for one in named if isinstance(named, list) else ():
            found += [one["id"]] if isinstance(one, dict) and isinstance(one.get("id"), str) else []
    return [*dict.fromkeys(found)]


def _is_first_smaller(event: Event, place: int) -> bool:
    """Whether nothing has said what smaller tables play before the amendment in this place.

    The event may be as its amendments left it: then it says what this one does.
    """
    new = event.amendments[place].changes["smaller"]
    known = None if event.smaller is None else event.smaller.model_dump(mode="json")
    is_same = known is None or (isinstance(new, dict) and {"options": {}, **new} == known)
    return is_same and all("smaller" not in one.changes for one in event.amendments[:place])


def _contradiction(message: str, path: tuple[str | int, ...], hint: str) -> Problem:
    return Problem("event-contradicts", message, path, "event", hint=hint, kind="invalid")
