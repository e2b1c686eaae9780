"""The pages of an event: what is in them, what is not, and how they are put in place."""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest

from adjudicator.api.clock import CLOCKS
from adjudicator.api.match import open_match
from adjudicator.api.problems import Unusable, UnusableFile
from adjudicator.tournament.auditing import audit_event, audit_folder
from adjudicator.tournament.deciding import (
    Decision,
    appeal,
    claim,
    decide_appeal,
    gather_results,
    rule,
)
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.exporting import csv_files
from adjudicator.tournament.facts import rules_of, standings_of
from adjudicator.tournament.folder import MARK, OpenEvent, open_event
from adjudicator.tournament.kinds import Kind
from adjudicator.tournament.leaving import withdraw_player
from adjudicator.tournament.site import english, german
from adjudicator.tournament.site.making import known_of, write_site
from adjudicator.tournament.site.pages import pages_of
from adjudicator.tournament.site.publishing import public_files
from adjudicator.tournament.site.shown import Shown
from adjudicator.tournament.standings.tables import Words, standings_table
from adjudicator.workers.driver import driver_of
from tests.compose.test_axe import SCHEMES, WIDTHS, violations
from tests.tidy import package
from tests.tournament.cup import NOW, after, cup, play, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("Zoë", "=1+1", "</script><script>alert(1)</script>", '"onload="x', "../../etc", "x" * 120)
ADDRESS = "secret-address@example.org"


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> OpenEvent:
    """Six players of hostile names, two rounds: one match is judged, one player leaves."""
    folder = tmp_path_factory.mktemp("events") / "cup"
    cup(folder, NAMES, about="How to enter: <b>ask</b> at https://club.example/enter?a=1&b=2.")
    players = open_event(folder).players
    first = players.players[0].model_copy(update={"address": ADDRESS})
    open_event(folder).write_players(
        players.model_copy(update={"players": [first, *players.players[1:]]})
    )
    for number in (1, 2):
        found = started(folder)
        if number == 2:
            match = found.open_matches[0]
            player = next(iter(found.seated(match).values()))
            claim(folder, match, player, "Mine: <i>all</i> of it.", now=NOW)
            decided = Decision(kind="adjudicated", by="r1", reason="</p>", winners=(player,))
            line = rule(folder, match, decided, now=NOW)
            assert line.n
            appeal(folder, match, player, "More!", now=NOW)
        play(folder)
        gather_results(folder, now=after(number))
    withdraw_player(folder, "p002", by="r1", reason="away", replacement=None, now=after(3))
    return open_event(folder)


@pytest.fixture(scope="module")
def pages(event: OpenEvent) -> dict[str, bytes]:
    """Its pages, audited."""
    return _made(event, audited=True)


def _made(event: OpenEvent, language: str = "en", **how: Any) -> dict[str, bytes]:
    """Pages without an audit."""
    with driver_of(1) as driver:
        known = known_of(event, driver, audited=how.pop("audited", False))
    return pages_of(Shown(event, language), known, **how)


class _Links(HTMLParser):
    """What a page leads to, and what elements it has."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in ("href", "src") and value]
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.text += data


def _html(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: raw for path, raw in files.items()
            if path.endswith(".html") and path != "verify.html"}  # fmt: skip


def test_every_link_leads_to_a_file(pages: dict[str, bytes]) -> None:
    outside = []
    for path, raw in _html(pages).items():
        for link in _Links(raw).links:
            parts = urlsplit(link)
            if parts.scheme:
                outside.append(link)
            elif parts.path:
                at = os.path.normpath(f"{Path(path).parent.as_posix()}/{unquote(parts.path)}")
                assert at in pages, (path, link)
    assert outside == ["https://club.example/enter?a=1&b=2"]


def test_names_are_text_and_nothing_else(pages: dict[str, bytes]) -> None:
    for path, raw in _html(pages).items():
        read = _Links(raw)
        bold = set() if path.startswith("matches/") else {"b"}  # dice of a report are bold
        assert not read.tags & {"script", "i", "iframe", "object", "form", *bold}, path
        assert raw.count(b"</body></html>") == 1
    front, entries = (_Links(pages[name]).text for name in ("index.html", "entries.html"))
    assert "How to enter: <b>ask</b> at" in front
    for name in NAMES:
        assert name in entries
        assert not any(name in path for path in pages if len(name) > 4)


def test_nothing_secret_is_in_them(event: OpenEvent, pages: dict[str, bytes]) -> None:
    """Neither an address nor the key of the draws, in any form that a page could give it."""
    key = event.draw_key
    for path, raw in pages.items():
        for secret in (ADDRESS, ADDRESS.partition("@")[0], key):
            assert secret.encode() not in raw, path
    assert not [path for path in pages if "referee" in path or path.endswith(".key")]


def test_a_match_is_shown_as_everybody_may_see_it(
    event: OpenEvent, pages: dict[str, bytes]
) -> None:
    folder = event.match_folder("01-01")
    with open_match(folder, read_only=True) as match:
        assert pages["matches/01-01/map.svg"].decode() == match.map(seat=None)
    assert pages["matches/01-01/log.jsonl"] == (folder / "log.jsonl").read_bytes()
    told = _Links(pages["matches/02-01/index.html"]).text
    for words in ("adjudicated", "Mine: <i>all</i> of it.", "appeals", "sound"):
        assert words in told


def test_the_same_event_gives_the_same_bytes(event: OpenEvent, pages: dict[str, bytes]) -> None:
    again = _made(open_event(event.folder), audited=True)
    assert again == pages


def test_the_feed_has_an_entry_for_each_round_and_line(
    event: OpenEvent, pages: dict[str, bytes]
) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ET.fromstring(pages["feed.xml"])
    entries = feed.findall(f"{atom}entry")
    assert len(entries) == len(event.lines)
    told = "".join(one.findtext(f"{atom}summary") or "" for one in entries)
    assert all(one in told for one in event.hashes)
    ids = [entry.findtext(f"{atom}id") for entry in entries]
    assert len({*ids}) == len(ids)
    moments = [entry.findtext(f"{atom}updated") or "" for entry in entries]
    assert moments == sorted(moments, reverse=True)
    far = _made(event, url="https://club.example/cup")
    links = [one.get("href") or "" for one in ET.fromstring(far["feed.xml"]).iter(f"{atom}link")]
    assert all(link.startswith("https://club.example/cup/") for link in links)


def test_languages_have_the_same_keys_and_values_and_each_is_said(event: OpenEvent) -> None:
    def values(sentence: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(sentence) if name}

    assert [*english.WORDS] == [*german.WORDS]
    for key, sentence in english.WORDS.items():
        assert values(sentence) == values(german.WORDS[key]), key
    room = [one.text for one in package() if one.parts[:2] == ("tournament", "site")]
    templates = [file.read_text() for file in Path(english.__file__).parent.glob("*.j2")]
    source = "".join((*room, *templates)).replace("'", '"')
    composed = re.compile(r"^(odd|sides|unfinished)-|-role$|-given-up$")
    kinds = {"swiss", "groups", "knock-out", "rolling", "tables", "win-draw-loss", "places",
             "rulebook-points", "sum-of-squares", "draw-size", "sound", "refuted", "not-proven",
             "played", "conceded", "agreed", "adjudicated", "forfeited", "double-forfeit", "void",
             "bye-asked", "bye-given"}  # fmt: skip
    unsaid = [key for key in english.WORDS
              if f'"{key}"' not in source.replace(f'    "{key}": ', "")
              and not composed.search(key) and key not in kinds]  # fmt: skip
    assert not unsaid
    told = _made(event, "de")
    assert all(b'<html lang="de">' in raw for raw in _html(told).values())
    assert "Kreuztabelle" in told["standings.html"].decode()


def test_before_entries_close_there_is_a_page_to_announce_the_event(tmp_path: Path) -> None:
    cup(tmp_path / "cup", ())
    files = _made(open_event(tmp_path / "cup"))
    told = _Links(files["index.html"]).text
    for words in ("Entries are open", "How to enter", "Swiss, 3 rounds", "commitment"):
        assert words in told
    assert "Nobody has entered yet." in files["entries.html"].decode()
    assert not [path for path in files if path.startswith(("round-", "matches"))]


def test_standings_of_groups_begin_with_those_of_the_event(tmp_path: Path) -> None:
    cup(tmp_path / "cup", [f"N{number}" for number in range(6)],
        format={"kind": "groups", "size": 3}, tie_breaks=["lot"])  # fmt: skip
    page = _made(started(tmp_path / "cup"))["standings.html"].decode()
    titles = re.findall("<caption>([^<]*)<", page)
    assert titles[:2] == ["Standings after round 1", "Standings after round 1, Group 1"]


def test_a_group_shows_who_beat_whom(tmp_path: Path) -> None:
    """In the order of the rows; a match under way, one that is void, and a bye are told apart."""
    folder = tmp_path / "cup"
    cup(folder, ("Anna", "Bert", "Cleo", "Dora"), format={"kind": "groups", "size": 4},
        tie_breaks=["wins"])  # fmt: skip
    event = started(folder)
    seats = {frozenset(event.seated(match).values()): match for match in event.matches}

    def ended(one: str, two: str, kind: Kind, *winners: str) -> None:
        decided = Decision(kind=kind, by="r1", reason="so", winners=winners)
        rule(folder, seats[frozenset((one, two))], decided, now=NOW)

    ended("p001", "p002", "void")
    ended("p001", "p003", "agreed", "p001", "p003")
    ended("p001", "p004", "agreed", "p004")
    ended("p002", "p004", "agreed", "p002")
    withdraw_player(folder, "p004", by="r1", reason="ill", replacement=None, now=NOW)
    event = open_event(folder)
    table = Shown(event).group_table(1)
    side = {(one, two): seat for match in event.matches
            for seat, one in event.seated(match).items()
            for two in event.seated(match).values() if one != two}  # fmt: skip
    a, b, c, d = (f"p00{number}" for number in range(1, 5))
    assert [row[1] for row in table.rows] == ["Cleo", "Bert", "Dora", "Anna"]
    assert [row[2:-1] for row in table.rows] == [
        ("\N{EN DASH}", f"* {side[c, b]}", "1 bye", f"0.5 {side[c, a]}"),
        (f"* {side[b, c]}", "\N{EN DASH}", f"1 {side[b, d]}", "void"),
        ("-", f"0 {side[d, b]}", "\N{EN DASH}", f"1 {side[d, a]}"),
        (f"0.5 {side[a, c]}", "void", f"0 {side[a, d]}", "\N{EN DASH}"),
    ]
    assert [one.heading for one in table.columns[2:-1]] == ["1", "2", "3", "4"]
    page = _Links(_made(event)["standings.html"]).text
    assert f"1 {side[d, a]}" in page
    assert "against the player in the row of this number" in page


def test_the_clock_is_told_in_words(tmp_path: Path) -> None:
    told: dict[str, list[str]] = {"Time for a turn": [], "Zeit für einen Zug": []}
    for place, turn in enumerate(("P7D", "P1DT1H", "PT12H30M", "PT1M")):
        clock = {**CLOCKS["week"].to_json(), "turn": turn}
        event = cup(tmp_path / str(place), (), clock=clock)
        for language in ("en", "de"):
            for heading, text in Shown(event, language).facts("Nine Fields"):
                told.get(heading, []).append(text)
    assert [one.partition(" a turn")[0] for one in told["Time for a turn"]] == [
        "7 days", "1 day 1 hour", "12 hours 30 minutes", "1 minute",
    ]  # fmt: skip
    assert told["Zeit für einen Zug"][0].startswith("7 Tage je Zug; ")


def test_what_players_say_is_called_no_decision(pages: dict[str, bytes]) -> None:
    told = _Links(pages["rulings.html"]).text
    assert "Of single matches: rulings, claims, appeals, changes of seats" in told
    assert "Decisions" not in told


def test_places_of_a_knock_out_are_not_shared_by_who_are_equal(tmp_path: Path) -> None:
    """Two losers have other lots: what is said of them is that both went out in one round."""
    folder = tmp_path / "cup"
    cup(folder, ("Anna", "Bert", "Cleo", "Dora"), format={"kind": "knock-out"}, tie_breaks=["lot"])
    event = started(folder)
    for match in event.open_matches:
        winners = tuple(event.seated(match).values())[:1]
        rule(folder, match, Decision(kind="agreed", by="r1", reason="so", winners=winners), now=NOW)
    event = open_event(folder)
    found = standings_of(event)
    assert [row.place for row in found.rows] == [1, 1, 3, 3]
    notes = standings_table(found, rules_of(event), Words()).notes
    assert not any("equal in everything" in note for note in notes)
    assert any(note.startswith("In the knock-out, who are still in") for note in notes)
    none = standings_table(found, rules_of(event), Words("de")).notes
    assert any(note.startswith("Im K.-o. teilen") for note in none)


def _bids_exported(folder: Path) -> list[str]:
    """Returns the bids in the list of entries that an event exports."""
    told = csv_files(open_event(folder), today=NOW.date())["entries.csv"].decode("utf-8-sig")
    return [row["bid"] for row in csv.DictReader(told.splitlines())]


def test_bids_are_told_with_their_price(tmp_path: Path) -> None:
    """Of each match who bid what, who has the strong side, and for what; which side that is."""
    folder = tmp_path / "cup"
    cup(folder, (), sides="bid", format={"kind": "groups", "size": 4})
    rows: list[dict[str, Any]] = [{"name": "Anna", "bid": 3}, {"name": "Bert", "bid": 1},
                                  {"name": "Cleo"}, {"name": "Dora"}]  # fmt: skip
    entries = [Entry(line=n, values=one) for n, one in enumerate(rows, 1)]
    add_players(folder, entries, source="list", now=NOW)
    assert b'"bid"' not in dict(public_files(open_event(folder)))["players.json"]
    assert _bids_exported(folder) == ["", "", "", ""]
    add_players(folder, [Entry(line=1, values={"name": "Emil", "bid": 7, "role": "standby"})],
                source="list", now=NOW)  # fmt: skip
    files = _made(started(folder))
    told = json.loads(dict(public_files(open_event(folder)))["players.json"])["players"]
    assert [one.get("bid") for one in told] == [3, 1, None, None, None]
    assert _bids_exported(folder) == ["3", "1", "", "", ""]
    assert (folder / "public/players.json").read_bytes() == open_event(folder).public_players
    assert audit_event(open_event(folder)).verdict == "sound"
    front, page = (_Links(files[name]).text for name in ("index.html", "round-01.html"))
    assert "by bid: the lowest has the strong side, east" in front
    assert "bids for east: Bert 1, Anna 3. Bert has it for 1." in page
    assert "bids for east: Bert 1, Cleo none. Bert has it for 1." in page
    assert "has it by the draw." in page
    assert page.count("bids for") == 6
    assert (
        "Gebote auf east: Bert 1, Anna 3. Bert"
        in _Links(_made(open_event(folder), "de")["round-01.html"]).text
    )


def test_a_result_that_awaits_its_correction_is_marked(tmp_path: Path) -> None:
    """On the front page, where the round is told, at the match, and below the standings."""
    folder = tmp_path / "cup"
    cup(folder, ("Anna", "Bert"), format={"kind": "groups", "size": 4})
    started(folder)
    ruled = rule(folder, "01-01", Decision(kind="void", by="r1", reason="so"), now=NOW)
    asked = appeal(folder, "01-01", "p001", "no", now=NOW)
    before = _made(open_event(folder))
    decide_appeal(folder, asked.n, by="r2", upheld=True, reason="yes", now=NOW)
    pages = _made(open_event(folder))
    marks = {"index.html": "Not final: an appeal was upheld",
             "standings.html": "Not final: an appeal was upheld",
             "round-01.html": "void; an appeal was upheld, and the result awaits its correction",
             "matches/01-01/index.html": "the result awaits its correction"}  # fmt: skip
    for name, mark in marks.items():
        assert mark in _Links(pages[name]).text, name
        assert mark not in _Links(before[name]).text, name
    again = Decision(kind="agreed", by="r2", reason="draw", corrects=ruled.n)
    rule(folder, "01-01", again, now=NOW)
    assert not any(b"awaits its correction" in raw for raw in _made(open_event(folder)).values())


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*") if path.is_file() and path.name != MARK}  # fmt: skip


def test_pages_take_the_place_of_older_ones_and_of_nothing_else(
    event: OpenEvent, pages: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    write_site(event, out, {**pages, "old.html": b"old"}, {})
    write_site(event, out, pages, {})
    assert _files(out) == pages
    assert [*tmp_path.iterdir()] == [out]
    other = cup(tmp_path / "other", ())
    with pytest.raises(UnusableFile, match="something else than a site"):
        write_site(other, out, {}, {})
    holiday = tmp_path / "holiday"
    holiday.mkdir()
    (holiday / "photo.jpg").write_bytes(b"")
    (tmp_path / "link").symlink_to(out)
    for place in (holiday, holiday / "photo.jpg", tmp_path / "link", event.folder):
        with pytest.raises(UnusableFile, match="something else than a site"):
            write_site(event, place, pages, {})
    assert (holiday / "photo.jpg").exists()
    # Killed after the old folder made room: the next run puts the pages there, and tidies up.
    rename: Callable[[Path, Path], Path] = Path.rename

    def _killed(self: Path, target: Path) -> Path:
        if Path(target) == out:
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", _killed)
    with pytest.raises(KeyboardInterrupt):
        write_site(event, out, pages, {})
    monkeypatch.undo()
    assert not out.exists()
    write_site(event, out, pages, {})
    assert _files(out) == pages
    assert not [*tmp_path.glob(".*")]


def test_what_is_published_is_an_event_that_anybody_can_audit(
    event: OpenEvent, pages: dict[str, bytes], tmp_path: Path
) -> None:
    write_site(event, tmp_path / "site", pages, {})
    found = audit_folder(tmp_path / "site")
    assert [one.verdict for one in found.matches] == ["sound"] * len(event.matches)
    assert found.findings == audit_folder(event.folder).findings


def test_a_club_brings_templates_of_its_own(event: OpenEvent, tmp_path: Path) -> None:
    (tmp_path / "front.html.j2").write_text("<p>Welcome to {{ state }}</p>")
    files = _made(event, templates=tmp_path)
    assert "Welcome to" in files["index.html"].decode()
    assert b"<nav" in files["index.html"]
    for broken in ("{{ no_such_value }}", "{% for %}", "{{ ''.__class__.__mro__ }}{{ 1/0 }}"):
        (tmp_path / "front.html.j2").write_text(broken)
        with pytest.raises(Unusable, match="a template cannot be used"):
            _made(event, templates=tmp_path)


@pytest.mark.parametrize("page", [
    "index.html", "standings.html", "matches/02-01/index.html",
    *(pytest.param(f"{name}.html", marks=pytest.mark.exhaustive)
      for name in ("entries", "round-02", "rulings", "audit", "luck")),
])  # fmt: skip
def test_everybody_can_use_the_pages(
    page: str, browser: Browser, event: OpenEvent, pages: dict[str, bytes], tmp_path: Path
) -> None:
    from axe_playwright_python.base import AXE_SCRIPT

    write_site(event, tmp_path / "site", pages, {})
    for width in WIDTHS:
        context = browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=True)
        shown = context.new_page()
        shown.goto((tmp_path / "site" / page).as_uri())
        shown.evaluate(AXE_SCRIPT)
        assert violations(shown, SCHEMES) == []
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        context.close()
