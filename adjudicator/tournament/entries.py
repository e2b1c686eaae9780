"""Entries out of a spreadsheet: columns by their headings, in English or German (issue 25, 2)."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import ValidationError

from adjudicator.api.named_files import pretty
from adjudicator.api.problems import Located, Problem, RefusedFile
from adjudicator.api.texts import visible
from adjudicator.tournament.players import Player

__all__ = ["Entry", "Field", "Understood", "read_cell", "read_entries", "unfit_cells"]

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
_BELONGS: Mapping[str, str] = {
    "name": "At most 120 characters that are seen.",
    "address": "One plain address belongs here, such as anna@example.org, or nothing.",
    "key": "An OpenSSH public key belongs here, the line of a file that ends in .pub, such as"
    " ssh-ed25519 AAAA..., or nothing.",
    "rating": "A whole number from 0 to 100,000 belongs here.",
    "bid": "A whole number from -1,000,000 to 1,000,000 belongs here.",
    "absent": "Numbers of at most 60 rounds belong here, such as 2, 5.",
}
"""By field, what may stand there."""
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
    columns: Mapping[str, int] = field(default_factory=dict)
    """By field, the column in which it stands, from 1; a field that is not named: the first."""


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


def read_entries(raw: bytes, source: str, *, seats: Sequence[str] = ()) -> Understood:
    """Returns what a CSV file says: UTF-8 or cp1252, with commas, semicolons or tabs.

    All is text: a cell that a spreadsheet would take for a formula is that text. A first line
    `sep=;`, which some programs write, says what parts the cells.

    Args:
        source: what problems call it.
        seats: what somebody may wish for; empty: `add_players` says it, of the event.

    Raises:
        RefusedFile: it is no such file, no column tells names, or rows cannot be understood: all
            problems, each with its line and column.
    """
    text, encoding = _decoded(raw, source)
    told = _told_delimiter(text, source)
    delimiter = told or _delimiter(text)
    rows = _rows(text, delimiter, source)
    if told:
        del rows[0]
    if not rows:
        raise RefusedFile([Located(_no_names(()), source)])
    first, headings = rows[0]
    columns = _columns(headings)
    fields = [one.field for one in columns]
    if "name" not in fields and "last" not in fields:
        raise RefusedFile([Located(_no_names(headings), source, first, 1)])
    located: list[Located] = []
    twice = sorted({one for one in fields if one and fields.count(one) > 1})
    for one in twice:
        column = len(fields) - fields[::-1].index(one)
        message = f"two columns tell the {one}"
        located.append(_at(source, first, column, (message, "Take one of them away.")))
    places = {one: column for column, one in enumerate(fields, 1) if one}
    places.setdefault("name", places.get("last", 1))
    entries: list[Entry] = []
    for line, cells in rows[1:]:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(columns):
            located.append(_at(source, line, len(columns) + 1, _MORE_CELLS))
            continue
        values, faults = _values(fields, cells)
        entry = Entry(line=line, values=values, columns=places)
        found = [_at(source, line, column + 1, fault) for column, fault in faults]
        found += unfit_cells(entry, source, seats)
        located += sorted(found, key=lambda one: one.column)
        entries.append(entry)
    if located:
        raise RefusedFile(located)
    names = {",": "comma", ";": "semicolon", "\t": "tab"}
    return Understood(
        encoding=encoding, delimiter=names[delimiter], columns=columns, entries=tuple(entries)
    )


def unfit_cells(entry: Entry, source: str, seats: Sequence[str]) -> Iterator[Located]:
    """Yields what of a row cannot stand in players.json, each with its line and column.

    Args:
        source: what problems call the file.
        seats: those of the event, which somebody may wish for; empty: any.
    """
    unfit: dict[str, Any] = {}
    whole = {**entry.values, "id": "p001", "entered": "2000-01-01"}
    try:
        Player.model_validate_json(pretty(whole))
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            name = str(detail["loc"][0])
            unfit.setdefault(name, entry.values.get(name))
    if wrong := [wish for wish in entry.values.get("wishes", ()) if seats and wish not in seats]:
        unfit["wishes"] = wrong
    for name, value in unfit.items():
        if name == "name" and "name" in entry.columns and not value:
            continue  # A row without a name is refused where it is read.
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        wished = f"Seats: {', '.join(seats)}." if seats else "Seats belong here, five at most."
        hint = wished if name == "wishes" else _BELONGS.get(name, "It cannot stand here.")
        message = f"{name}: '{visible(shown[:60])}'"
        yield _at(source, entry.line, entry.columns.get(name, 1), (message, hint))


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


def _told_delimiter(text: str, source: str) -> str:
    """Returns what the first line says that parts the cells (`sep=;`); empty: it does not say."""
    said = re.match(r'"?sep=([^\r\n]?)"?[ ,;\t]*\r?(?:\n|$)', text, re.IGNORECASE)
    if said is None:
        return ""
    if said[1] in _DELIMITERS and said[1]:
        return said[1]
    message = f"the first line says that cells are parted by '{visible(said[1])}'"
    hint = "Save it as CSV with commas, semicolons or tabs."
    problem = Problem("csv-unreadable", message, (), "entries", hint=hint, kind="malformed")
    raise RefusedFile([Located(problem, source, 1, 1)])


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
        broken = lines[before : reader.line_num]
        located = _no_csv(error, broken, source, before=before, delimiter=delimiter)
        raise RefusedFile([located]) from None
    return found


def _no_csv(
    error: csv.Error, row: Sequence[str], source: str, *, before: int, delimiter: str
) -> Located:
    """Returns why a row cannot be parted into cells, and where the quote stands that is to blame.

    Args:
        row: its lines, as far as they were read.
        before: how many lines stand before it.
    """
    message, hint = f"the file is no CSV: {visible(str(error))}", "Save it as CSV UTF-8."
    line, column = before + max(len(row), 1), 1
    if (quote := _false_quote(row, delimiter)) is not None:
        line, column = before + quote.line, quote.column
        hint = "A quote that belongs to the text of a cell is written twice."
        if quote.is_open:
            message = "a quote is opened here, and closed nowhere"
            hint = f"Close it, or take it away. {hint}"
        else:
            opened = before + quote.opened
            message = f"after the quote that ends the cell more follows; line {opened} opened it"
    problem = Problem("csv-unreadable", message, (), "entries", hint=hint, kind="malformed")
    return Located(problem, source, line, column)


class _Quote(NamedTuple):
    """A quote because of which a row cannot be parted; lines count from the row's first, from 1."""

    line: int
    column: int
    opened: int
    """The line in which its cell begins."""
    is_open: bool
    """Whether it opens a cell that is never closed; else it closes one, and more follows."""


def _false_quote(row: Sequence[str], delimiter: str) -> _Quote | None:
    """Returns the quote that is to blame; None: there is none."""
    cell = (1, 1)  # Where the last quoted cell begins.
    closed: tuple[int, int] | None = None
    is_open, begins = False, True
    for line, text in enumerate(row, 1):
        for column, letter in enumerate(text, 1):
            if letter == '"' and is_open:
                is_open, closed = False, (line, column)
            elif letter == '"' and (begins or closed is not None):
                cell = (line, column) if closed is None else cell
                is_open, closed = True, None
            elif closed is not None and letter not in (delimiter, "\r", "\n"):
                return _Quote(*closed, cell[0], is_open=False)
            elif not is_open:
                closed = None
            begins = letter == delimiter and not is_open
    return _Quote(*cell, cell[0], is_open=True) if is_open else None


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
    for column, (name, cell) in enumerate(zip(fields, cells, strict=False)):
        text = " ".join(unicodedata.normalize("NFC", cell).split())
        if not name:
            continue
        if name in ("name", "first", "last"):
            names[name] = text
            continue
        try:
            value = _read(name, text)
        except ValueError as error:
            faults.append((column, (f"{name}: '{visible(text[:60])}'", str(error))))
            continue
        if value is not None:
            told[name] = value
    name = names.get("name") or " ".join(filter(None, (names.get("first"), names.get("last"))))
    if not name:
        column = next(place for place, one in enumerate(fields) if one in ("name", "last"))
        faults.append((column, ("the name is missing", "Give the row a name.")))
    return {"name": name, **told}, faults


def _read(field: str, text: str) -> Any:
    """Returns the value of a cell; None: it says nothing."""
    if field == "role":
        return _choice(_ROLES, text, "player, eliminator or standby")
    if field in ("twice", "built_in"):
        return _choice(_YES, text, "yes or no")
    if not text:
        return None
    if field == "key":
        return " ".join(text.split(" ")[:2])  # Behind the key stands who made it, and where.
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
