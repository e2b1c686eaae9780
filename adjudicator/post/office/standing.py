"""How matches stand, in words: one match, all of a person, the whole office."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from adjudicator.api.beginning import offered_in
from adjudicator.api.match import Match, open_match
from adjudicator.api.problems import AdjudicatorError
from adjudicator.api.texts import joined
from adjudicator.post.office.people import Card, People
from adjudicator.post.office.timing import ruling

__all__ = ["due_words", "foot_of", "match_line", "mine_text", "office_json", "status_text"]


def due_words(due: datetime, zone: str) -> str:
    """Returns a moment in the zone of a match, and in UTC.

    >>> due_words(datetime(2026, 11, 29, 19, 0, tzinfo=UTC), "Europe/Berlin")
    'Sun 29 Nov 20:00 (Europe/Berlin), 19:00 UTC'
    """
    there = due.astimezone(ZoneInfo(zone))
    both = f"{there:%a} {there.day} {there:%b %H:%M} ({zone})"
    return both if zone == "UTC" else f"{both}, {due.astimezone(UTC):%H:%M} UTC"


def status_text(people: People, card: Card, now: datetime, *, seat: str = "") -> str:
    """Returns how a match stands, whose sheets are due, and until when."""
    if card.is_offered:
        return _offered_line(card) + "\n"
    match = open_match(card.folder, read_only=True)
    lines = [f"{card.name}: {match.title}, after opening {match.n}.", *match.standings, ""]
    if match.is_over:
        return "\n".join([*lines, "The match is over.", ""])
    due = _due_of(people, card, match, now)
    for one in match.awaited:
        if one.seat is None:
            lines.append(f"* {one.prompt}")
            continue
        until = f", due {due[one.seat]}" if one.seat in due and not one.is_in else ""
        you = " (you)" if one.seat == seat else ""
        state = "is in" if one.is_in else f"is awaited{until}"
        lines.append(f"* {one.seat}{you}: {one.what} {state}")
    return "\n".join([*lines, ""])


def mine_text(people: People, address: str, now: datetime) -> str:
    """Returns all matches of a person: whose turn it is, what is due when."""
    lines = [match_line(people, card, seat, now) for card, seat in people.seats_of(address)]
    return "\n".join(lines or ["No seat is registered to your address."]) + "\n"


def foot_of(people: People, address: str, now: datetime) -> str:
    """Returns what stands below every letter to a person: all their matches."""
    if address.lower() not in people.feet:
        lines = (match_line(people, card, seat, now) for card, seat in people.seats_of(address))
        people.feet[address.lower()] = "\n".join(lines)
    return people.feet[address.lower()]


def match_line(people: People, card: Card, seat: str, now: datetime) -> str:
    """Returns one line on one seat of a person."""
    if card.is_offered:
        return f"{card.name}, {seat}: joins are awaited"
    match = open_match(card.folder, read_only=True)
    if match.is_over:
        return f"{card.name}, {seat}: over. {' '.join(match.standings[:1])}".rstrip()
    lacking = [one for one in match.awaited if not one.is_in and one.seat not in match.plays]
    mine = [one for one in lacking if one.seat == seat]
    due = _due_of(people, card, match, now)
    if mine:
        until = f", due {due[seat]}" if seat in due else ""
        return f"{card.name}, {seat}: YOUR {mine[0].what} for opening {match.n + 1}{until}"
    others = sorted({str(one.seat) for one in lacking if one.seat})
    return f"{card.name}, {seat}: opening {match.n + 1}, waiting for {joined(others)}"


def _due_of(people: People, card: Card, match: Match, now: datetime) -> dict[str, str]:
    """Returns by seat until when it is asked, in words."""
    rules = ruling(match, people.book.match(card.name), people.book, now)
    if rules is None or match.clock is None:
        return {}
    return {seat: due_words(due, match.clock.zone) for seat, due in rules.due.items()}


def _offered_line(card: Card) -> str:
    offered = offered_in(card.folder)
    return f"{card.name}: not begun; joins are awaited of {joined(list(offered.awaited))}."


def office_json(people: People, now: datetime) -> Iterator[dict[str, Any]]:
    """Yields how each match of the office stands, as data."""
    for name in sorted(people.office.settings.matches):
        try:
            card = people.card(name)
            if card is None:
                yield {"match": name, "state": "unusable"}
                continue
            yield _one_json(people, card, now)
        except AdjudicatorError:
            yield {"match": name, "state": "unusable"}


def _one_json(people: People, card: Card, now: datetime) -> dict[str, Any]:
    book = people.book.match(card.name)
    if card.is_offered:
        offered = offered_in(card.folder)
        return {
            "match": card.name, "state": "offered", "opening": None,
            "awaited": list(offered.awaited), "in": list(offered.joined), "due": {},
            "unreachable": [], "without_address": _without(card),
        }  # fmt: skip
    match = open_match(card.folder, read_only=True)
    rules = ruling(match, book, people.book, now)
    lacking = dict.fromkeys(one.seat for one in match.awaited if not one.is_in and one.seat)
    return {
        "match": card.name,
        "state": "over" if match.is_over else "locked" if match.is_locked else "running",
        "opening": match.n,
        "awaited": [seat for seat in lacking if seat not in match.plays],
        "in": sorted({one.seat for one in match.awaited if one.is_in and one.seat}),
        "due": {}
        if rules is None
        else {
            seat: f"{due.astimezone(UTC):%Y-%m-%dT%H:%MZ}"
            for seat, due in sorted(rules.due.items())
        },
        "unreachable": [seat for seat in match.seats if book.is_unreachable(seat, match.head)],
        "without_address": _without(card),
    }


def _without(card: Card) -> list[str]:
    return [seat for seat in card.seats if seat not in card.addresses and seat not in card.played]
