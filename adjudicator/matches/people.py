"""Who sits where: names in match.json, which is public, and addresses in referee/people.json.

Addresses stood in match.json once, and people may write them there still: they are read from
there, and moved by the next command that writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.core.game import Rules
from adjudicator.core.limits import MAX_NAME
from adjudicator.core.values import FrozenMap
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.keys.match_notes import MatchNotes, People, SeatNotes
from adjudicator.documents.printed import pretty
from adjudicator.documents.problems import RefusedFile, shortened
from adjudicator.documents.schemas import understood
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    is_referees,
    make_folder,
    read_bytes,
    write_atomically,
)
from adjudicator.narrate.languages import in_language, languages_of

__all__ = [
    "caption_of",
    "in_match_language",
    "move_addresses",
    "notes_in",
    "people_in",
    "people_path",
    "seats_noted",
    "write_people",
]

_NOTES = "match.json"


def people_path(folder: Path) -> Path:
    """Returns where the addresses of a match lie."""
    return folder / REFEREE / "people.json"


def notes_in(folder: Path) -> MatchNotes | None:
    """Returns what match.json says, as it lies there; None where there is none.

    Raises:
        RefusedFile: it is malformed or invalid.
    """
    path = folder / _NOTES
    if not path.exists():
        return None
    return understood(MatchNotes, read_json(read_bytes(path, limit=MAX_SIZE), source=str(path)))


def caption_of(folder: Path) -> tuple[str, ...]:
    """Returns what people call a match, and who plays which seat, as far as match.json says so.

    Nothing where match.json is malformed or invalid: `status` tells what is wrong with it.
    """
    try:
        notes = notes_in(folder)
    except RefusedFile:
        return ()
    if notes is None:
        return ()
    names = [
        f"{seat}: {shortened(sits.name, MAX_NAME)}"
        for seat, sits in notes.seats.items()
        if sits.name.strip()
    ]
    lines = (shortened(notes.title.strip(), MAX_NAME), ", ".join(names))
    return tuple(filter(None, lines))


def in_match_language(
    rules: Rules[Any], folder: Path | None, language: str | None = None
) -> Rules[Any]:
    """Returns the rules of a match as reports, letters and maps are to be worded.

    Args:
        language: the language that somebody wants; None: that of match.json, as far as the game
            speaks it, else English.

    Raises:
        ValueError: the game does not speak the language that somebody wants.
    """
    if language is not None:
        return in_language(rules, language)
    try:
        notes = notes_in(folder) if folder is not None else None
    except RefusedFile:  # `status` tells what is wrong with it.
        return rules
    if notes is None or notes.language not in languages_of(rules):
        return rules
    return in_language(rules, notes.language)


def people_in(folder: Path) -> People:
    """Returns the addresses of a match, from wherever they are kept; none in a clone.

    One in match.json was written there later than the same seat's in people.json.

    Raises:
        RefusedFile: one of the files is malformed or invalid.
    """
    path = people_path(folder)
    people = People(addresses=FrozenMap())
    if is_referees(folder) and path.exists():
        document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
        people = understood(People, document)
    return _with_addresses(people, notes_in(folder))


def seats_noted(folder: Path) -> Mapping[str, SeatNotes]:
    """Returns by seat who sits there, with the address.

    Raises:
        RefusedFile: match.json or referee/people.json is malformed or invalid.
    """
    notes, people = notes_in(folder), people_in(folder)
    seats = dict(notes.seats) if notes is not None else {}
    for seat, address in people.addresses.items():
        seats[seat] = seats.get(seat, SeatNotes()).model_copy(update={"address": address})
    return seats


def write_people(folder: Path, people: People) -> None:
    """Puts referee/people.json in place."""
    make_folder(folder, REFEREE)
    write_atomically(people_path(folder), pretty(people.to_json()), mode=PRIVATE)


def move_addresses(folder: Path) -> tuple[str, ...]:
    """Moves the addresses that stand in match.json to referee/people.json; returns their seats.

    They are written where they belong before they are taken away: killed in between, the next run
    does it again. The caller holds the lock of the match.

    Raises:
        RefusedFile: people.json is malformed or invalid; nothing was moved.
    """
    try:
        notes = notes_in(folder)
    except RefusedFile:  # Whoever needs it says what is wrong with it.
        return ()
    moved = tuple(seat for seat, sits in notes.seats.items() if sits.address) if notes else ()
    if notes is None or not moved:
        return ()
    write_people(folder, people_in(folder))
    write_atomically(folder / _NOTES, pretty(notes.without_addresses().to_json()))
    return moved


def _with_addresses(people: People, notes: MatchNotes | None) -> People:
    seats = notes.seats if notes is not None else {}
    later = {seat: sits.address for seat, sits in seats.items() if sits.address}
    return people.model_copy(update={"addresses": FrozenMap({**people.addresses, **later})})
