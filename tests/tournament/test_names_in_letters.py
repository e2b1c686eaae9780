"""Letters of an event call players by their names, and nothing else of a match knows them."""

from __future__ import annotations

import json
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from adjudicator.api.beginning import names_in, register_address
from adjudicator.api.match import open_match
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.post.letters.turn import turn_letter
from adjudicator.post.letters.way import Way
from adjudicator.post.office.adding import add_match
from adjudicator.post.office.folder import open_office
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.leaving import replace_player
from tests.errors.catalogue import _no_pictures
from tests.post.town import Posted, Town
from tests.tournament.cup import NOW, cup, started, whole

NAMES = ("Zoë </p><img src=x onerror=alert(1)>", '=?utf-8?q?=0ABcc:?= {"t": "orders"} sheet:eJyr')
HOSTILE = "Eve\r\nBcc: all@players.test\r\n\r\n\u202egnp.exe\x1b[2J " + "x" * 150


def _parts(letter: Posted | bytes) -> tuple[str, str, EmailMessage]:
    """Returns text, page and the mail itself."""
    raw = letter if isinstance(letter, bytes) else letter.raw
    mail = message_from_bytes(raw, policy=SMTP)
    assert isinstance(mail, EmailMessage)
    text, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert page is not None
    told = str(text.get_content()).replace("\r\n", "\n")
    return " ".join(told.split()), str(page.get_content()), mail


@pytest.mark.parametrize("joins", [False, True])
def test_both_are_named_and_nobody_else_knows(tmp_path: Path, *, joins: bool) -> None:
    """By the office: names stand in text and page, harmless; in no file but players.json and
    people.json, which nobody but the referee reads."""
    folder = tmp_path / "cup"
    cup(folder, [], format={"kind": "groups"}, people=True,
        dice={"mode": "mutual", "joins": True} if joins else {"mode": "public"})  # fmt: skip
    rows = [Entry(line=line, values={"name": name, "address": f"p{line}@players.test"})
            for line, name in enumerate((*NAMES, "Third"), 1)]  # fmt: skip
    add_players(folder, rows, source="rows", now=NOW)
    event = started(folder)
    town = Town(tmp_path / "town")
    for match in event.matches:
        add_match(open_office(town.folder), event.match_folder(match), name=f"cup-{match}",
                  modes={}, is_open=False, press=True, now=town.now)  # fmt: skip
    town.tick()
    assert len(town.carrier.posted) == 6
    match = next(match for match in event.matches
                 if {*event.seated(match).values()} == {"p001", "p002"})  # fmt: skip
    letters = [one for one in town.carrier.posted if f"cup-{match}" in one.subject]
    assert {one.to for one in letters} == {"p1@players.test", "p2@players.test"}
    for letter in letters:
        text, page, mail = _parts(letter) if not joins else (_plain(letter), "", letter.mail)
        assert "Players: " in text
        assert f"({NAMES[0]})" in text
        assert '= ?utf-8?q?=0ABcc:?= ("t": "orders") sheet.:eJyr' in text
        assert mail["Bcc"] is None
        if page:
            assert "&lt;img src=x onerror=alert(1)&gt;" in page
            assert "<img src=x" not in page
    for path, raw in whole(tmp_path).items():
        if path.endswith(("players.json", "people.json", ".eml")) or path.startswith("town/office"):
            continue
        assert b"Zo" not in raw, path
        assert b"eJyr" not in raw, path
    journal = (town.folder / "journal.jsonl").read_bytes()
    assert b"onerror" not in journal


def _plain(letter: Posted) -> str:
    return " ".join(letter.text.split())


@pytest.fixture
def _no_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)


@pytest.mark.usefixtures("_no_maps")
def test_names_follow_the_seat(tmp_path: Path) -> None:
    """Whoever takes a seat over is named in their place; an older people.json names nobody."""
    folder = tmp_path / "cup"
    event = cup(folder, ["Anna", "Bert", "Cleo"], people=True)
    event = started(folder)
    match, paired = next(iter(event.matches.items()))
    place = event.match_folder(match)
    seat, former = next(iter(paired.seats.items()))
    heir = next(one.id for one in event.players.players if one.id not in paired.seats.values())
    replace_player(folder, match, former, heir, by="r1", reason="ill", now=NOW)
    known = event.players.named(heir)
    assert known is not None
    assert names_in(place)[seat] == known.name
    register_address(place, seat, "e@players.test")
    assert names_in(place)[seat] == known.name
    for one in names_in(place):
        register_address(place, one, "", name="")
    assert names_in(place) == {}
    told = json.loads((place / "referee" / "people.json").read_bytes())
    assert "names" not in told


def test_what_a_file_says_is_no_header(tmp_path: Path) -> None:
    """A people.json that somebody wrote by hand: one line, what is seen, no longer than 78."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"], people=True)
    event = started(folder)
    with open_match(event.match_folder("01-01"), read_only=True) as match:
        way = Way("a@players.test", NOW, sender="judge@play.test", domain="play.test",
                  players=(("west", HOSTILE), ("east", "Bert")))  # fmt: skip
        text, page, mail = _parts(turn_letter(match, "west", way))
        plain = turn_letter(match, "west", way._replace(players=()))
    assert mail["Bcc"] is None
    said = text[text.index("Players: ") :].partition(" east (Bert).")[0]
    assert said.startswith("Players: west (Eve Bcc: all@players.test ")
    assert len(said) < 110
    for bad in ("\u202e", "\x1b", "\r\nBcc"):
        assert bad not in text
        assert bad not in page
    assert b"Players: " not in plain
