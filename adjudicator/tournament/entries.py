"""Entries out of a spreadsheet: columns by their headings, in English or German (issue 25, 2)."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.api.problems import Located, Problem, RefusedFile
from adjudicator.api.texts import visible

__all__ = ["Entry", "Field", "Understood", "read_cell", "read_entries"]

_HEADINGS: Mapping[str, str] = {
    "name": "name player playername fullname spieler spielerin spielername teilnehmer vollername",
    "first": "firstname givenname forename vorname rufname",
    "last": "lastname surname familyname nachname familienname zuname",
    "address": "email mail address emailaddress mailaddress adresse emailadresse mailadresse"
    " kontakt contact",
    "key": "key sshkey publickey opensshkey schlussel sshschlussel offentlicherschlussel",
    "rating": "rating elo seed seedrating seeding dwz wertung wertungszahl spielstarke starke",
    "wishes": "wish wishes preferredside preferred side seat seite sitz wunsch wunsche"
    " wunschseite wunschseiten",
    "bid": "bid gebot",
    "team": "team club mannschaft verein",
    "role": "role rolle funktion",
    "twice": "twice secondmatch doppelt zweitespiel zweitepartie",
    "built_in": "builtin computer bot eingebaut eingebauterspieler",
    "handicap": "handicap vorgabe",
    "absent": "absent bye byes absentrounds abwesend freilos freilose",
}
"""By field, how its heading may be spelled: bare small letters."""
_FIELD_OF = {word: field for field, words in _HEADINGS.items() for word in words.split()}

_ROLES = {
    "": "player", "player": "player", "spieler": "player", "spielerin": "player",
    "eliminator": "eliminator", "springer": "eliminator",
    "standby": "standby", "ersatz": "standby", "reserve": "standby",
}  # fmt: skip
_YES = {"": False, "no": False, "nein": False, "n": False, "0": False, "false": False,
        "falsch": False, "yes": True, "ja": True, "y": True, "j": True, "x": True, "1": True,
        "true": True, "wahr": True}  # fmt: skip
_MOST_ROWS = 20_000
_MORE_CELLS = (
    "the row has more cells than there are headings", "Put what holds a separator into quotes.",
)  # fmt: skip
_DELIMITERS = ",;\t"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A row that was understood."""

    line: int
    """Where it stands, from 1."""
    values: Mapping[str, Any]
    """By field of players.json, what it says."""


@dataclass(frozen=True, kw_only=True)
class Field:
    """A column, and as what it was understood."""

    heading: str
    """As it stands there, made visible."""
    field: str
    """The field of players.json; `first` and `last` make `name`; empty: it is not looked at."""


@dataclass(frozen=True, kw_only=True)
class Understood:
    """What a file of entries says."""

    encoding: str
    """`utf-8`, `utf-16` or `cp1252`."""
    delimiter: str
    """`comma`, `semicolon` or `tab`."""
    columns: tuple[Field, ...]
    """In their order."""
    entries: tuple[Entry, ...]
    """Its rows, without those that say nothing."""


def read_entries(raw: bytes, source: str) -> Understood:
    """Returns what a CSV file says: UTF-8 or cp1252, with commas, semicolons or tabs.

    All is text: a cell that a spreadsheet would take for a formula is that text.

    Args:
        source: what problems call it.

    Raises:
        RefusedFile: it is no such file, no column tells names, or rows cannot be understood: all
            problems, each with its line and column.
    """
    text, encoding = _decoded(raw, source)
    delimiter = _delimiter(text)
    rows = _rows(text, delimiter, source)
    if not rows:
        raise RefusedFile([Located(_no_names(()), source)])
    first, headings = rows[0]
    columns = _columns(headings)
    fields = [one.field for one in columns]
    if "name" not in fields and "last" not in fields:
        raise RefusedFile([Located(_no_names(headings), source, first, 1)])
    located: list[Located] = []
    twice = sorted({one for one in fields if one and fields.count(one) > 1})
    for field in twice:
        column = len(fields) - fields[::-1].index(field)
        message = f"two columns tell the {field}"
        located.append(_at(source, first, column, (message, "Take one of them away.")))
    entries: list[Entry] = []
    for line, cells in rows[1:]:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(columns):
            located.append(_at(source, line, len(columns) + 1, _MORE_CELLS))
            continue
        values, faults = _values(fields, cells)
        located += [_at(source, line, column + 1, fault) for column, fault in faults]
        entries.append(Entry(line=line, values=values))
    if located:
        raise RefusedFile(located)
    names = {",": "comma", ";": "semicolon", "\t": "tab"}
    return Understood(
        encoding=encoding, delimiter=names[delimiter], columns=columns, entries=tuple(entries)
    )


def _at(source: str, line: int, column: int, fault: tuple[str, str]) -> Located:
    message, hint = fault
    problem = Problem("row-not-understood", message, (), "entries", hint=hint, kind="invalid")
    return Located(problem, source, line, column)


def _no_names(headings: Sequence[str]) -> Problem:
    there = ", ".join(visible(one.strip()[:40]) for one in headings[:12])
    return Problem(
        "no-name-column",
        f"no column tells names; headings: {there}" if there else "the file is empty",
        (), "entries", kind="invalid",
        hint="The first row has headings, such as Name, E-Mail, Rating, Team.",
    )  # fmt: skip


def _decoded(raw: bytes, source: str) -> tuple[str, str]:
    encodings = ("utf-16",) if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            return raw.decode(encoding), encoding.removesuffix("-sig")
        except UnicodeDecodeError:
            continue
    message = "the file is neither UTF-8 nor cp1252"
    hint = "Save it as CSV UTF-8."
    problem = Problem("csv-unreadable", message, (), "entries", hint=hint, kind="malformed")
    raise RefusedFile([Located(problem, source)])


def _delimiter(text: str) -> str:
    """Returns what parts the cells of the first row: what stands most often, outside quotes."""
    bare = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").partition("\n")[0])
    return max(_DELIMITERS, key=bare.count)


def _rows(text: str, delimiter: str, source: str) -> list[tuple[int, list[str]]]:
    """Returns all rows, each with the line on which it begins."""
    if "\0" in text:
        problem = Problem("csv-unreadable", "the file holds the character 0", (), "entries",
                          hint="Save it as CSV UTF-8.", kind="malformed")  # fmt: skip
        raise RefusedFile([Located(problem, source)])
    lines = text.splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    found: list[tuple[int, list[str]]] = []
    before = 0
    try:
        for row in reader:
            if row:
                found.append((before + 1, row))
            before = reader.line_num
            if len(found) > _MOST_ROWS:
                raise csv.Error(f"more than {_MOST_ROWS} rows")
    except csv.Error as error:
        problem = Problem("csv-unreadable", f"the file is no CSV: {visible(str(error))}", (),
                          "entries", hint="Save it as CSV UTF-8.", kind="malformed")  # fmt: skip
        raise RefusedFile([Located(problem, source, reader.line_num, 1)]) from None
    return found


def _columns(headings: Sequence[str]) -> tuple[Field, ...]:
    return tuple(
        Field(heading=visible(one.strip()[:60]), field=_FIELD_OF.get(_bare(one), ""))
        for one in headings
    )


def _bare(heading: str) -> str:
    """Returns a heading in bare small letters, without accents."""
    parts = unicodedata.normalize("NFKD", heading.casefold())
    return "".join(one for one in parts if one.isascii() and one.isalpha())


def _values(
    fields: Sequence[str], cells: Sequence[str]
) -> tuple[dict[str, Any], list[tuple[int, tuple[str, str]]]]:
    """Returns what a row says, and what of it is not understood, by column."""
    told: dict[str, Any] = {}
    names: dict[str, str] = {}
    faults: list[tuple[int, tuple[str, str]]] = []
    for column, (field, cell) in enumerate(zip(fields, cells, strict=False)):
        text = " ".join(unicodedata.normalize("NFC", cell).split())
        if not field:
            continue
        if field in ("name", "first", "last"):
            names[field] = text
            continue
        try:
            value = _read(field, text)
        except ValueError as error:
            faults.append((column, (f"{fields[column]}: '{visible(text[:60])}'", str(error))))
            continue
        if value is not None:
            told[field] = value
    name = names.get("name") or " ".join(filter(None, (names.get("first"), names.get("last"))))
    column = next(place for place, one in enumerate(fields) if one in ("name", "last"))
    if not name:
        faults.append((column, ("the name is missing", "Give the row a name.")))
    elif visible(name) != name or len(name) > 120:
        shown = visible(name[:60])
        faults.append((column, (f"name: '{shown}'", "At most 120 characters that are seen.")))
    return {"name": name, **told}, faults


def _read(field: str, text: str) -> Any:
    """Returns the value of a cell; None: it says nothing."""
    if field == "role":
        return _choice(_ROLES, text, "player, eliminator or standby")
    if field in ("twice", "built_in"):
        return _choice(_YES, text, "yes or no")
    if not text:
        return None
    if field == "address":
        return text
    if field in ("rating", "bid"):
        if not re.fullmatch(r"-?[0-9]{1,6}", text, re.ASCII):
            raise ValueError("A whole number belongs here.")
        return int(text)
    if field == "handicap":
        plain = text.replace("½", "1/2")
        if not re.fullmatch(r"-?[0-9]{1,9}(/[1-9][0-9]{0,8})?", plain, re.ASCII):
            raise ValueError("A whole number or a fraction belongs here, such as 1/2.")
        return plain
    if field == "absent":
        words = re.split(r"[\s,;/+]+", text)
        if not all(re.fullmatch(r"[1-9][0-9]?", word, re.ASCII) for word in words):
            raise ValueError("Numbers of rounds belong here, such as 2, 5.")
        return sorted({int(word) for word in words})
    if field == "wishes":
        return [word for word in re.split(r"[\s,;/>]+", text.casefold()) if word]
    if field == "team":
        return _slug(text)
    return text


def read_cell(field: str, text: str) -> Any:
    """Returns what a cell says of a field of players.json; None: nothing.

    ValueError: it cannot be understood; the error says what belongs there.
    """
    return _read(field, " ".join(unicodedata.normalize("NFC", text).split()))


def _choice(known: Mapping[str, Any], text: str, hint: str) -> Any:
    found = known.get(text.casefold())
    if found is None:
        raise ValueError(f"Possible here: {hint}.")
    return found


def _slug(text: str) -> str:
    """Returns a team's id: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    bare = re.sub(r"[^a-z0-9]+", "-", "".join(one for one in plain if one.isascii())).strip("-")
    if not bare:
        raise ValueError("A name with some letters or digits belongs here.")
    return bare[:40].strip("-")
