"""What a referee does to an office: a match is added, deadlines are moved by decree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.api.beginning import addresses_in, offered_in, people_path, register_address
from adjudicator.api.match import is_offered, open_match
from adjudicator.api.problems import Problem, Refused, unusable_file
from adjudicator.post.letters.way import check_address
from adjudicator.post.office.folder import Office
from adjudicator.post.office.settings import MatchEntry, Mode, is_match_name

__all__ = ["Added", "add_match", "extend_match"]

NOBODY: Mapping[str, str] = MappingProxyType({})
"""No address is told."""
_LOCAL = 64
"""The longest part of an address before its @ (RFC 5321 4.5.3.1.1)."""
_TOKEN = 16


class Added(NamedTuple):
    """A match that was added."""

    name: str
    """Its name in the office."""
    seats: tuple[str, ...]
    """Its seats."""
    without_address: tuple[str, ...]
    """Those to which no letter can go."""
    people: Path
    """Where addresses are written."""


def add_match(
    office: Office,
    folder: Path,
    *,
    name: str,
    modes: Mapping[str, Mode],
    people: Mapping[str, str] = NOBODY,
    is_open: bool,
    press: bool,
    now: datetime,
) -> Added:
    """Adds a match folder to an office.

    Args:
        name: its name in addresses; empty: that of the folder.
        modes: by seat, what its letters carry.
        people: by seat, where its letters go; those that are known stay.
        is_open: whether free seats may be taken by mail.
        press: whether players' words are passed on.

    Raises:
        Refused: the name cannot be one, or is taken; there is no such seat.
        UnusableFile: there is no match.
        TryAgain: another run holds the office.
    """
    name = name or folder.resolve().name
    seats, played = _seats(folder)
    problems = [
        *_name_problems(office, name, seats),
        *_seat_problems(seats, modes, people),
    ]
    if problems:
        raise Refused(problems)
    for seat, address in sorted(people.items()):
        register_address(folder, seat, address)
    with office.held() as journal:
        inside = folder.resolve()
        home = office.folder.resolve()
        path = str(inside.relative_to(home)) if inside.is_relative_to(home) else str(inside)
        entry = MatchEntry(folder=path, letters=dict(modes), press=press, is_open=is_open)
        journal.write(now, {"kind": "added", "match": name})
        office.with_match(name, entry)
    known = addresses_in(folder)
    without = tuple(seat for seat in seats if seat not in known and seat not in played)
    return Added(name, seats, without, people_path(folder))


def _name_problems(office: Office, name: str, seats: Sequence[str]) -> Iterator[Problem]:
    if not is_match_name(name):
        message = f'"{name}" cannot stand in an address'
        hint = "Give it one: --name with 1 to 20 small letters, digits and hyphens."
        yield Problem("bad-match-name", message, hint=hint, kind="invalid")
        return
    if name in office.settings.matches:
        message, hint = f"there is a match {name} already", "Give it another one: --name."
        yield Problem("match-name-taken", message, hint=hint, kind="invalid")
    local = office.settings.address.rpartition("@")[0]
    longest = max((f"{local}+{name}.{seat}." for seat in seats), key=len, default="")
    if office.settings.plus and len(longest) + _TOKEN > _LOCAL:
        message = f"addresses such as {longest}… would be longer than {_LOCAL} letters"
        hint = "Give it a shorter --name."
        yield Problem("address-too-long", message, hint=hint, kind="invalid")


def _seat_problems(
    seats: Sequence[str], modes: Mapping[str, Mode], people: Mapping[str, str]
) -> Iterator[Problem]:
    for seat in sorted({*modes, *people}):
        if seat not in seats:
            message, hint = f'this match has no seat "{seat}"', f"Seats: {', '.join(seats)}."
            yield Problem("unknown-seat", message, hint=hint, kind="invalid")
    for address in people.values():
        try:
            check_address(address)
        except Refused as error:
            yield from error.problems


def _seats(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if is_offered(folder):
        offered = offered_in(folder)
        return tuple(sorted((*offered.awaited, *offered.joined))), tuple(offered.offer.plays)
    match = open_match(folder, read_only=True)
    return tuple(match.seats), match.plays


def extend_match(office: Office, name: str, *, hours: int, now: datetime) -> str:
    """Moves the deadlines of a match's present opening, by the referee; returns its stage.

    Raises:
        UnusableFile: there is no such match here, or it has no clock.
        TryAgain: another run holds the office.
    """
    if name not in office.settings.matches:
        raise unusable_file(
            office.folder, "no-such-match", f"this office has no match {name}",
            f"Matches: {', '.join(sorted(office.settings.matches)) or 'none'}.",
        )  # fmt: skip
    match = open_match(office.match_folder(name), read_only=True)
    if match.clock is None:
        raise unusable_file(
            name, "no-clock", "the offer of this match has no clock",
            "Make the next one with `new --clock`.",
        )  # fmt: skip
    with office.held() as journal:
        journal.write(now, {
            "kind": "extended", "match": name, "stage": match.head, "hours": hours, "by": "referee",
        })  # fmt: skip
    return match.head
