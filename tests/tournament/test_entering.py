"""Entries: spreadsheets of all kinds, hostile ones too, and names as formulas."""

from __future__ import annotations

import contextlib
import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.api.problems import RefusedFile
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry, read_entries
from adjudicator.tournament.facts import standings_of
from adjudicator.tournament.folder import open_event
from adjudicator.tournament.spreadsheet import as_number, csv_bytes, standing_rows
from tests.tournament.cup import NOW, cup

ENGLISH = (
    'Name,E-Mail,Rating,Preferred side,Second match\n"Doe, Ann",ann@x.test,1500,east west,yes\n'
)
GERMAN = (
    "Vorname;Nachname;E-Mail-Adresse;Spielstärke;Wünsche;Doppelt\nAnn;Döe;ann@x.test;1500;east;ja\n"
)
TABS = "Player\tTeam\tBye\nAnn\tClub Köln\t2, 5\n"


@pytest.mark.parametrize(
    ("text", "encoding", "told"),
    [
        (ENGLISH, "utf-8", {"name": "Doe, Ann", "address": "ann@x.test", "rating": 1500,
                            "wishes": ["east", "west"], "twice": True}),
        (ENGLISH, "utf-8-sig", {"name": "Doe, Ann"}),
        (GERMAN, "cp1252", {"name": "Ann Döe", "rating": 1500, "wishes": ["east"], "twice": True}),
        (GERMAN, "utf-8", {"name": "Ann Döe", "address": "ann@x.test"}),
        (TABS, "utf-16", {"name": "Ann", "team": "club-koln", "absent": [2, 5]}),
        (TABS.replace("\n", "\r\n"), "cp1252", {"name": "Ann", "team": "club-koln"}),
    ],
)  # fmt: skip
def test_spreadsheets_are_understood(text: str, encoding: str, told: dict[str, object]) -> None:
    """Headings in two languages, three separators, and what programs for offices write."""
    (entry,) = read_entries(text.encode(encoding), "list.csv").entries
    assert entry.values.items() >= told.items()
    assert entry.line == 2


def test_what_is_not_understood_is_said_all_at_once() -> None:
    """Each with its line and column."""
    raw = b"Name;Elo;Rolle\nAnna;x;player\n;1;player\nBert;1;king\n"
    with pytest.raises(RefusedFile) as caught:
        read_entries(raw, "list.csv")
    assert [(one.line, one.column) for one in caught.value.located] == [(2, 2), (3, 1), (4, 3)]


def test_all_faults_of_all_rows_come_at_once() -> None:
    """Those of form and those of sense, each at its line and column, in plain words."""
    raw = (
        b"Team;Name;E-Mail;Key;Wish;Elo;Bid\nA;Anna;no address;mine;middle;-1;9999999\n"
        b";;b@x.test;;up,east;many;\n;Cleo;c@x.test;;;3;\n"
    )
    with pytest.raises(RefusedFile) as caught:
        read_entries(raw, "list.csv", seats=("west", "east"))
    located = caught.value.located
    assert [(one.line, one.column) for one in located] == [
        (2, 3), (2, 4), (2, 5), (2, 6), (2, 7), (3, 2), (3, 5), (3, 6)
    ]  # fmt: skip
    told = [f"{one.problem.message} {one.problem.hint}" for one in located]
    assert told[1].startswith("key: 'mine' An OpenSSH public key belongs here")
    assert told[2] == "wishes: 'middle' Seats: west, east."
    assert told[6] == "wishes: 'up' Seats: west, east."
    assert not any("pattern" in one or "should" in one for one in told)


def test_what_a_row_lacks_is_said_where_it_is_entered_too(tmp_path: Path) -> None:
    """Whoever makes entries without a file: the columns are those that they name."""
    folder = tmp_path / "cup"
    cup(folder, [])
    entry = Entry(line=7, values={"name": "Anna", "key": "k", "wishes": ["up"]}, columns={"key": 4})
    with pytest.raises(RefusedFile) as caught:
        add_players(folder, [entry], source="rows", now=NOW)
    assert [(one.line, one.column) for one in caught.value.located] == [(7, 4), (7, 1)]


def test_who_made_a_key_is_not_kept() -> None:
    """The line of a .pub file ends with a name and a place."""
    raw = f"Name,Key\nAnna,ssh-ed25519  {'A' * 68} anna smith@home\n".encode()
    (entry,) = read_entries(raw, "list.csv").entries
    assert entry.values["key"] == f"ssh-ed25519 {'A' * 68}"


@pytest.mark.parametrize(
    "first", ["sep=;", '"sep=;"', "SEP=;\r", "sep=;;;", "\ufeffsep=;"]
)  # fmt: skip
def test_a_first_line_may_say_what_parts_cells(first: str) -> None:
    """Some programs write one; rows are counted as they stand in the file."""
    raw = f"{first}\nName;Team, or club;Elo\nAnna;a,b,c;x\n".encode()
    with pytest.raises(RefusedFile) as caught:
        read_entries(raw, "list.csv")
    assert [(one.line, one.column) for one in caught.value.located] == [(3, 3)]
    (entry,) = read_entries(raw.replace(b"x", b"5"), "list.csv").entries
    assert (entry.line, entry.values["rating"]) == (3, 5)


def test_other_ways_of_parting_cells_are_refused() -> None:
    """And what to do is said; a column may be called sep all the same."""
    for first in ("sep=|", "sep="):
        with pytest.raises(RefusedFile) as caught:
            read_entries(f"{first}\nName|Elo\n".encode(), "list.csv")
        (one,) = caught.value.located
        assert (one.line, one.problem.code) == (1, "csv-unreadable")
        assert "commas, semicolons or tabs" in one.problem.hint
    assert read_entries(b"sep;Name\n1;Anna\n", "list.csv").entries[0].values["name"] == "Anna"


@pytest.mark.parametrize(
    ("rows", "place", "words"),
    [
        ('Anna;1\nBert;"club\nCleo;2\nDora;3\n', (3, 6), "closed nowhere"),
        ('Anna;1\n"Bert ""B""";"club ""x\nCleo;2\n', (3, 14), "closed nowhere"),
        ('Anna;1\n"Bert;1\nCleo;2\n"Dora";3\n', (5, 1), "line 3 opened it"),
        ('Anna;1\n"two\nlines";"Bert\n', (4, 8), "closed nowhere"),
    ],
)
def test_where_a_false_quote_stands(rows: str, place: tuple[int, int], words: str) -> None:
    """The line that opened it is told: what breaks may stand many lines below."""
    with pytest.raises(RefusedFile) as caught:
        read_entries(f"Name;Team\n{rows}".encode(), "list.csv")
    (one,) = caught.value.located
    assert ((one.line, one.column), one.problem.code) == (place, "csv-unreadable")
    assert words in one.problem.message
    assert "written twice" in one.problem.hint


@given(st.binary(max_size=300))
def test_no_file_does_harm(raw: bytes) -> None:
    """Whatever it holds: it is refused with problems, or understood."""
    for whole in (raw, b"Name;Elo\n" + raw):
        with contextlib.suppress(RefusedFile):
            found = read_entries(whole, "list.csv")
            assert all(one.values["name"] for one in found.entries)


def test_who_is_entered_already_is_named(tmp_path: Path) -> None:
    """The same address is the same person; namesakes with two addresses are two."""
    folder = tmp_path / "cup"
    cup(folder, [])
    raw = b"Name,Email\nAnna,a@x.test\nANNA,A@X.TEST\nAnna,other@x.test\nBert,\nBert,\n"
    entries = read_entries(raw, "list.csv").entries
    would = add_players(folder, entries, source="list.csv", now=NOW, dry_run=True)
    assert not open_event(folder).players.players
    done = add_players(folder, entries, source="list.csv", now=NOW)
    assert done == would
    assert [one.name for one in done.players] == ["Anna", "Anna", "Bert"]
    told = [(one.line, one.player, one.by, one.added) for one in done.same]
    assert told == [(3, "p001", "address", False), (4, "p001", "name", True),
                    (6, "p003", "name", False)]  # fmt: skip
    again = add_players(folder, entries, source="list.csv", now=NOW)
    assert not again.players
    assert len(again.same) == 5
    assert [one.id for one in open_event(folder).players.players] == ["p001", "p002", "p003"]


def test_addresses_are_the_referees(tmp_path: Path) -> None:
    """players.json is closed to others, and the public copy has none."""
    folder = tmp_path / "cup"
    cup(folder, [])
    entry = Entry(line=1, values={"name": "Anna", "address": "anna@secret.test"})
    add_players(folder, [entry], source="list.csv", now=NOW)
    assert (folder / "players.json").stat().st_mode & 0o077 == 0
    public = (folder / "public" / "players.json").read_text()
    assert "Anna" in public
    assert "secret.test" not in public


@pytest.mark.parametrize("bad", ["a\u202eb", "a\x1b[2Jb", "a\nb", "\u200b", "", " a", "x" * 121])
def test_unseen_letters_are_refused_in_names(tmp_path: Path, bad: str) -> None:
    """In players.json as in a spreadsheet: nothing that turns or hides what people read."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna"])
    path = folder / "players.json"
    escaped = bad.encode("unicode_escape").decode().replace("\\x", "\\u00")
    path.write_text(path.read_text().replace('"Anna"', f'"{escaped}"'))
    with pytest.raises(RefusedFile) as caught:
        open_event(folder)
    assert all(one.line for one in caught.value.located)


FORMULAS = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    " =1",
    "\u00a0=1",
    "'=1",
    "=cmd|' /C calc'!A0",
    'a;b,c"d',
]


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    """Standings as CSV: cells are quoted text; what would be carried out begins otherwise."""
    folder = tmp_path / "cup"
    cup(folder, [one for one in FORMULAS if one == " ".join(one.split())])
    event = open_event(folder)
    for delimiter in (",", ";"):
        raw = csv_bytes(standing_rows(event, standings_of(event)), delimiter=delimiter)
        rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig")), delimiter=delimiter))
        assert len({len(row) for row in rows}) == 1
        assert len(rows) == 8
        assert not any(
            cell.strip().startswith(("=", "+", "-", "@")) for row in rows for cell in row
        )
    for name in FORMULAS:
        (row,) = csv.reader(io.StringIO(csv_bytes([[name]]).decode("utf-8-sig")))
        assert row in ([name], [f"'{name}"])
        assert row[0].lstrip(" \u00a0")[0] not in "=+-@\t"


def test_numbers_for_spreadsheets() -> None:
    """A fraction would be a day there."""
    told = [as_number(Fraction(one)) for one in ("1/2", "-1/2", "10", "1/3", "0")]
    assert told == ["0.5", "-0.5", "10", "0.3333", "0"]
