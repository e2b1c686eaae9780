"""Somebody is forgotten, and an event is written for others: what goes, and what stays."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from adjudicator.api.beginning import addresses_in, names_in, register_address
from adjudicator.api.problems import Refused
from adjudicator.tournament.auditing import audit_folder
from adjudicator.tournament.deciding import claim, gather_results
from adjudicator.tournament.exporting import csv_files, report_of, report_text, rounds_over, trf_of
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.forgetting import forget_player, still_named
from adjudicator.tournament.leaving import withdraw_player
from adjudicator.tournament.site.making import make_site, remake_site
from tests.tournament.cup import NOW, ROOMY, after, cup, play, started, whole

NAME = 'Zo\u00eb "Quote" & <b>Bold</b>'
ADDRESS = "zoe.secret@example.org"
NAMES = (NAME, "Bert", "=HYPERLINK(1)", "Dora")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four players and one round; Zo\u00eb's address stands in her match; she has left."""
    folder = tmp_path / "cup"
    event = cup(folder, NAMES)
    first = event.players.players[0].model_copy(update={"address": ADDRESS})
    bert = event.players.players[1].model_copy(update={"address": "bert@example.org"})
    players = [first, bert, *event.players.players[2:]]
    event.write_players(event.players.model_copy(update={"players": players}))
    found = started(folder)
    match, seat = _match(found)
    assert addresses_in(found.match_folder(match))[seat] == ADDRESS
    play(folder)
    gather_results(folder, now=after(1))
    withdraw_player(folder, "p001", by="r1", reason="Ill.", replacement=None, now=after(2))
    return folder


def _match(event: OpenEvent) -> tuple[str, str]:
    return next(
        (match, seat)
        for match in event.matches
        for seat, player in event.seated(match).items()
        if player == "p001"
    )


FORMS = [
    form
    for word in (NAME, ADDRESS)
    for form in (
        word.encode(), json.dumps(word).encode()[1:-1], word.encode("utf-16-le"),
        json.dumps(word, ensure_ascii=False).encode()[1:-1],
        word.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        .replace('"', "&#34;").encode(),
        word.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").encode(),
    )
]  # fmt: skip


def _holds(folder: Path) -> list[str]:
    found = whole(folder)
    return [path for path, raw in found.items() if any(form in raw for form in FORMS)]


def test_no_file_holds_the_name_or_the_address_afterwards(folder: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    make_site(open_event(folder), site)
    before = whole(folder)
    assert {"players.json", "public/players.json"} < {*_holds(folder)}
    assert {"entries.html", "standings.html"} < {*_holds(site)}
    found = forget_player(folder, "p001")
    remake_site(open_event(folder), site)
    assert found.named == ()
    assert _holds(folder) == _holds(site) == []
    assert b"Ill." not in (folder / "players.json").read_bytes()
    changed = {path for path, raw in whole(folder).items() if raw != before[path]}
    match, _ = _match(open_event(folder))
    assert changed == {
        "players.json", "public/players.json", f"matches/{match}/referee/people.json",
    }  # fmt: skip
    assert "bert@example.org" in (folder / "players.json").read_text()
    assert audit_folder(folder).verdict == "sound"
    assert open_event(folder).players.players[0].name == "p001"
    once = whole(folder)
    assert forget_player(folder, "p001").matches == ()
    assert whole(folder) == once


def test_a_run_that_was_killed_is_done_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class _Killed(Exception):
        pass

    def _kill(*_: object) -> None:
        raise _Killed

    with monkeypatch.context() as patched:
        patched.setattr(OpenEvent, "write_players", _kill)
        with pytest.raises(_Killed):
            forget_player(folder, "p001")
    assert _holds(folder)
    forget_player(folder, "p001")
    assert _holds(folder) == []


def test_who_still_plays_is_not_forgotten(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    cup(folder, NAMES)
    started(folder)
    before = whole(folder)
    with pytest.raises(Refused, match="p001 still plays: 01-0"):
        forget_player(folder, "p001")
    with pytest.raises(Refused, match="no player p009"):
        forget_player(folder, "p009")
    assert whole(folder) == before
    assert forget_player(folder, "p001", playing=True).player == "p001"
    assert _holds(folder) == []


def test_what_people_wrote_stays_and_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    cup(folder, ("Zoe Maximilian", "Bert"))
    event = started(folder)
    claim(folder, event.open_matches[0], "p002", "Zoe Maximilian is slow.", now=NOW)
    assert forget_player(folder, "p001", playing=True).named == ("results.jsonl",)


def test_an_address_that_is_not_theirs_stays(folder: Path) -> None:
    """A referee has written another address into the match: the name goes, it does not."""
    event = open_event(folder)
    match, seat = _match(event)
    register_address(event.match_folder(match), seat, "other@example.org")
    assert forget_player(folder, "p001").matches == (match,)
    assert addresses_in(event.match_folder(match))[seat] == "other@example.org"
    assert seat not in names_in(event.match_folder(match))


def test_no_name_is_in_any_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same event with other names: only lists of players differ (secrets are the same)."""
    monkeypatch.setattr("adjudicator.tournament.folder.make_secret", lambda: "5e" * 32)
    monkeypatch.setattr("adjudicator.audit.tfd1.secrets.token_hex", lambda size: "5e" * size)
    found = []
    for place, names in (("one", NAMES), ("two", ("A", "B", "C", "D"))):
        folder = tmp_path / place / "cup"
        folder.parent.mkdir()
        cup(folder, names)
        started(folder)
        found.append({path: raw for path, raw in whole(folder, *ROOMY).items()
                      if not path.endswith("referee/people.json")})  # fmt: skip
    assert found[0] == found[1]


# -- export -------------------------------------------------------------------------------------


def test_an_event_as_trf_has_ids_and_no_names(folder: Path) -> None:
    text = trf_of(open_event(folder))
    rows = [line for line in text.splitlines() if line.startswith("001")]
    assert len(rows) == 4
    assert {row[14:18] for row in rows} == {"p001", "p002", "p003", "p004"}
    assert "\n142 3\n" in text
    assert text.startswith("012 Cup\n")
    assert not any(name in text for name in NAMES)
    assert all(row.rstrip()[-1] in "10=" for row in rows)


def test_a_round_with_open_matches_is_not_in_a_trf(tmp_path: Path) -> None:
    """The form has no match without a result: one that looks like a draw would give points."""
    folder = tmp_path / "cup"
    cup(folder, ["A", "B", "C", "D"])
    started(folder)
    assert rounds_over(open_event(folder)) == 0
    assert not re.search(r" [wb] [1=0]", trf_of(open_event(folder)))
    play(folder)
    gather_results(folder, now=after(1))
    over = trf_of(open_event(folder))
    assert len(re.findall(r" [wb] [1=0]", over)) == 4
    started(folder, day=2)
    assert rounds_over(open_event(folder)) == 1
    assert trf_of(open_event(folder)) == over


def test_csv_defuses_formulas_and_has_no_address(folder: Path) -> None:
    files = csv_files(open_event(folder), today=after(2).date())
    assert [*files] == ["entries.csv", "pairings.csv", "results.csv", "standings.csv",
                        "ratings.csv"]  # fmt: skip
    for name, raw in files.items():
        rows = [*csv.reader(io.StringIO(raw.decode("utf-8-sig")))]
        assert len({len(row) for row in rows}) == 1, name
        assert len(rows) == 5, name
        assert b"example.org" not in raw
        assert not [cell for row in rows for cell in row if cell.startswith(("=", "@"))], name


def test_the_final_report_counts(folder: Path) -> None:
    told = report_of(open_event(folder))
    assert (told["players"], told["left"], told["matches"], told["starts"]) == (4, 1, 2, 4)
    assert [one["place"] for one in told["first"]] == sorted(one["place"] for one in told["first"])
    assert told["rounds"] == [{"round": 1, "matches": 2, "players": 4, "starts": 4, "byes": 0}]
    assert told["days"] == 2
    text = report_text(told)
    assert "players: 4 entered, 4 of them had a match, 1 left" in text
    assert "referees: Anna (r1), Bert (r2)" in text


def test_what_is_searched_for_is_found_in_each_form(tmp_path: Path) -> None:
    event = cup(tmp_path / "cup", (NAME,))
    known = event.players.players[0]
    (tmp_path / "cup" / "plain.txt").write_text(f"{NAME}\n")
    (tmp_path / "cup" / "escaped.json").write_text(json.dumps([NAME]))
    found = [*still_named(event.folder, known)]
    assert found == ["escaped.json", "plain.txt", "players.json", "public/players.json"]
