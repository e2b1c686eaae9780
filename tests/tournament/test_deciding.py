"""Decisions: who may rule, corrections, claims, appeals, unfinished matches, replacements."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.amending import rewind
from adjudicator.api.beginning import addresses_in, begin_match, invitation
from adjudicator.api.match import open_match
from adjudicator.api.problems import Refused, RefusedFile
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament.auditing import audit_event
from adjudicator.tournament.deciding import (
    Decision,
    advise,
    appeal,
    claim,
    decide_appeal,
    gather_results,
    ranked,
    rule,
)
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.facts import rules_of, standings_of
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.leaving import replace_player, withdraw_player
from adjudicator.tournament.results import ByRuling, upheld_in
from adjudicator.tournament.standings.tables import Words, standings_table
from tests.errors.catalogue import _no_pictures
from tests.tournament.cup import NOW, after, cup, play, started

REFEREES = [{"id": "r1", "name": "Anna", "player": "p001"}, {"id": "r2", "name": "Bert"},
            {"id": "r3", "name": "Cleo"}]  # fmt: skip
GROUP = {"kind": "groups", "size": 4}


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Path]:
    """Makes a group of four in which p001 is a referee, and starts it."""

    def make(**told: Any) -> Path:
        folder = tmp_path / "cup"
        people = {"format": GROUP, "referees": REFEREES, "people": True, "tie_breaks": ["lot"]}
        cup(folder, ["Anna", "Bert", "Cleo", "Dora"], **{**people, **told})
        started(folder)
        return folder

    return make


def _of(event: OpenEvent, player: str, *, without: str = "") -> list[str]:
    return [
        match for match, one in event.matches.items()
        if player in one.seats.values() and without not in one.seats.values()
    ]  # fmt: skip


def _code(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.problems[0].code


def test_nobody_rules_in_their_own_match(made: Callable[..., Path]) -> None:
    """Neither by their number as a referee nor where they sat before; the assistant does."""
    folder = made()
    event = open_event(folder)
    mine, other = _of(event, "p001")[0], _of(event, "p002", without="p001")[0]
    first = next(iter(event.matches[mine].seats.values()))
    ruled = Decision(kind="adjudicated", winners=(first,), by="r1", reason="so")
    assert _code(lambda: rule(folder, mine, ruled, now=NOW)) == "own-match"
    rule(folder, other, Decision(kind="adjudicated", by="r1", reason="a draw"), now=NOW)
    assert _code(lambda: appeal(folder, mine, "p001", "no", now=NOW)) == "not-in-force"
    done = rule(folder, mine, Decision(kind="adjudicated", winners=(first,), by="r2", reason="so"),
                now=NOW)  # fmt: skip
    appeal(folder, mine, "p001", "I was ahead", now=NOW)
    appealed = open_event(folder).lines[-1].n

    def decided(by: str) -> object:
        return decide_appeal(folder, appealed, by=by, upheld=True, reason="so", now=NOW)

    assert _code(lambda: decided("r1")) == "own-match"
    assert _code(lambda: decided("r2")) == "own-ruling"
    decided("r3")
    assert _code(lambda: decided("r3")) == "no-such-appeal"
    corrected = Decision(kind="adjudicated", by="r3", reason="the appeal", corrects=done.n)
    rule(folder, mine, corrected, now=after(1))
    results = open_event(folder).results
    assert results[mine].corrects == done.n
    # Whoever leaves a match with a referee gives them nothing by that referee's word.
    for act in (
        lambda: withdraw_player(folder, "p002", by="r1", reason="ill", replacement=None, now=NOW),
        lambda: replace_player(folder, _of(open_event(folder), "p001")[-1], "p001", "p002",
                               by="r1", reason="ill", now=NOW),
    ):  # fmt: skip
        assert _code(act) == "own-match"
    # A seat that they left is theirs still, as far as ruling goes.
    add_players(
        folder, [Entry(line=1, values={"name": "Ida", "role": "standby"})], source="x", now=NOW
    )
    last = _of(open_event(folder), "p001")[-1]
    replace_player(folder, last, "p001", "p005", by="r2", reason="ill", now=NOW)
    away = Decision(kind="void", by="r1", reason="so")
    assert _code(lambda: rule(folder, last, away, now=NOW)) == "own-match"


def test_corrections_name_the_line_and_nothing_is_lost(made: Callable[..., Path]) -> None:
    """The newest line counts; a file that was changed by hand is refused with its line."""
    folder = made()
    match = next(iter(open_event(folder).matches))
    east = open_event(folder).matches[match].seats["east"]
    one = rule(folder, match, Decision(kind="agreed", by="r2", reason="both"), now=NOW)
    again = Decision(kind="adjudicated", winners=(east,), by="r2", reason="so")
    assert _code(lambda: rule(folder, match, again, now=NOW)) == "result-there"
    corrected = Decision(kind="adjudicated", winners=(east,), by="r2", reason="so", corrects=one.n)
    rule(folder, match, corrected, now=after(1))
    assert _code(lambda: rule(folder, match, corrected, now=after(2))) == "not-in-force"
    event = open_event(folder)
    assert [line.n for line in event.lines] == [1, 2, 3]
    assert {row.player: row.score for row in standings_of(event).rows}[east] == 1
    path = folder / "results.jsonl"
    path.write_text(path.read_text().replace('"corrects":2', '"corrects":null'))
    (folder / "players.json").write_text("{")
    with pytest.raises(RefusedFile) as caught:
        open_event(folder)
    assert [one.source for one in caught.value.located] == [str(folder / "players.json")]
    path.write_text(path.read_text() + "{}\n")
    with pytest.raises(RefusedFile) as caught:
        open_event(folder)
    lines = {(Path(one.source).name, one.line) for one in caught.value.located}
    assert lines >= {("players.json", 1), ("results.jsonl", 4)}


def test_what_an_upheld_appeal_leaves_standing_is_said(made: Callable[..., Path]) -> None:
    """Until a line corrects the result: in standings of the rounds and the group that it is of."""
    folder = made()
    match, player = "01-03", next(iter(open_event(folder).seated("01-03").values()))
    line = rule(folder, match, Decision(kind="void", by="r2", reason="so"), now=NOW)
    asked = appeal(folder, match, player, "no", now=NOW)
    assert standings_of(open_event(folder)).appealed == ()
    decide_appeal(folder, asked.n, by="r3", upheld=True, reason="yes", now=NOW)
    event = open_event(folder)
    assert [*upheld_in(event.lines)] == [line.n]
    for found in (standings_of(event), standings_of(event, group=1)):
        assert found.appealed == (match,)
    assert standings_of(event, group=2).appealed == ()
    assert standings_of(event, after=0).appealed == ()
    table = standings_table(standings_of(event), rules_of(event), Words())
    assert any(note.startswith("Not final") and match in note for note in table.notes)
    again = Decision(kind="agreed", by="r3", reason="draw", corrects=line.n)
    rule(folder, match, again, now=after(1))
    assert standings_of(open_event(folder)).appealed == ()
    assert upheld_in(open_event(folder).lines) == {}


def test_unfinished_matches(made: Callable[..., Path]) -> None:
    """Claims of both, advice by a public seed, a judge after the date; all stands in the line."""
    dates = [{"starts": "2027-01-01", "ends": "2027-02-01"}]
    folder = made(dates=dates, unfinished=["rulebook", "adjudicated"])
    play(folder, most=2)
    match = _of(open_event(folder), "p002", without="p001")[0]
    two, other = open_event(folder).matches[match].seats.values()
    for player in (two, other):
        claim(folder, match, player, f"{player} would win", now=NOW)
    one = advise(folder, match, playouts=4, seed="public")
    assert one == advise(folder, match, playouts=4, seed="public")
    assert sum(one.wins.values()) + one.unfinished <= 4
    with open_match(folder / "matches" / match, read_only=True) as opened:
        assert opened.n == 2
        assert one.head == opened.head
    points = {two: Fraction(3), other: Fraction(5)}
    ruled = Decision(kind="adjudicated", points=points, by="r2", reason="by the book", advice=one)
    assert _code(lambda: rule(folder, match, ruled, now=NOW)) == "too-early"
    done = rule(folder, match, ruled, now=after(60))
    assert isinstance(done.source, ByRuling)
    assert done.source.claims == [2, 3]
    assert done.source.advice == one
    assert {scored.player: scored.place for scored in done.players} == {two: 2, other: 1}
    agreed = Decision(kind="agreed", by="r2", reason="both")
    assert _code(lambda: rule(folder, "01-01", agreed, now=after(60))) == "kind-not-foreseen"


def test_who_leaves_a_group_early_is_void(made: Callable[..., Path]) -> None:
    """Less than half played: all is void. Half or more: results stand, the others have byes."""
    folder = made()
    event = open_event(folder)
    mine = _of(event, "p004")
    rule(folder, mine[0], Decision(kind="agreed", by="r3", reason="both"), now=NOW)
    left = withdraw_player(folder, "p004", by="r2", reason="moved", replacement=None, now=after(1))
    assert sorted(left.void) == sorted(mine)
    event = open_event(folder)
    assert {event.results[match].kind for match in mine} == {"void"}
    assert all(row.score == 0 for row in standings_of(event).rows)
    assert not event.players.players[3].is_there


def test_who_leaves_late_leaves_byes(made: Callable[..., Path]) -> None:
    """Two of three were played: they stand, and the third opponent has a bye."""
    folder = made()
    mine = _of(open_event(folder), "p004")
    for match in mine[:2]:
        rule(folder, match, Decision(kind="agreed", by="r3", reason="both"), now=NOW)
    left = withdraw_player(folder, "p004", by="r2", reason="moved", replacement=None, now=after(1))
    assert (left.void, left.byes) == ((), (mine[2],))
    event = open_event(folder)
    assert [one.kind for one in map(event.results.__getitem__, mine)] == [
        "agreed", "agreed", "bye-given",
    ]  # fmt: skip
    (there,) = event.results[mine[2]].players
    scores = {row.player: row.score for row in standings_of(event).rows}
    assert scores[there.player] >= 1
    assert scores["p004"] == 1


@pytest.mark.parametrize("scores", ["replacement", "former"])
def test_a_replacement_plays_on(made: Callable[..., Path], scores: str) -> None:
    """Letters go to them, the log stays; the event's rule says whose points they are."""
    folder = made(replaced=scores)
    address = {"name": "Ida", "address": "ida@x.test", "role": "standby"}
    add_players(folder, [Entry(line=1, values=address)], source="x", now=NOW)
    mine = _of(open_event(folder), "p004")
    withdraw_player(folder, "p004", by="r2", reason="ill", replacement="p005", now=NOW)
    event = open_event(folder)
    for match in mine:
        seat = next(seat for seat, one in event.seated(match).items() if one == "p005")
        assert addresses_in(event.match_folder(match))[seat] == "ida@x.test"
        notes = json.loads((event.match_folder(match) / "match.json").read_bytes())
        assert notes["seats"][seat]["name"] == "p005"
    play(folder)
    gathered = gather_results(folder, now=after(3))
    assert len(gathered.results) == 6
    assert not gathered.unread
    who = {"replacement": "p005", "former": "p004"}[scores]
    for one in open_event(folder).results.values():
        if one.match in mine:
            (seated,) = (each for each in one.players if each.player in ("p004", "p005"))
            assert (seated.player, seated.rated) == (who, False)
    assert standings_of(open_event(folder)).rows


def test_places_are_shared() -> None:
    """Winners share the first place, the others go by points."""
    points = {"a": Fraction(1), "b": Fraction(5), "c": Fraction(5), "d": Fraction(9)}
    assert ranked("abcd", ["a"], points) == {"a": 1, "d": 2, "b": 3, "c": 3}
    assert ranked("abcd", ["a", "d"], {}) == {"a": 1, "d": 1, "b": 3, "c": 3}
    assert ranked("ab", [], {}) == {"a": 1, "b": 1}


def test_joins_are_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match whose players join with keys of their own is offered, and read once it has begun."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"], format={"kind": "groups", "size": 4}, people=True,
        dice={"mode": "referee", "joins": True})  # fmt: skip
    event = started(folder)
    assert gather_results(folder, now=NOW).open == ("01-01",)
    offered = event.match_folder("01-01")
    monkeypatch.chdir(tmp_path)
    joins = []
    for seat in event.event.seats:
        made = invitation(offered / "offer.json").join(seat)
        joins.append((made.join.name, made.join.read_bytes()))
    assert begin_match(offered, joins).match is not None
    assert gather_results(folder, now=NOW).open == ("01-01",)
    assert not gather_results(folder, now=NOW).unread


def test_amendments_alone_change_an_event(made: Callable[..., Path]) -> None:
    """What was fixed at the start changes by dated amendments; else the file is refused."""
    folder = made(dates=[{"starts": "2027-01-01", "ends": "2027-02-01"}])
    path = folder / "tournament.json"
    before = path.read_text()
    told = json.loads(before)
    told["dates"][0]["ends"] = "2027-03-01"
    path.write_text(json.dumps(told))
    with pytest.raises(RefusedFile) as caught:
        open_event(folder)
    assert [one.problem.code for one in caught.value.located] == ["event-changed"]
    told = json.loads(before)
    changes = {"dates": [{"starts": "2027-01-01", "ends": "2027-03-01"}]}
    amendment = {"n": 1, "day": "2027-01-20", "by": "r2", "reason": "holidays", "changes": changes}
    told["amendments"] = [amendment]
    told["title"], told["referees"][0]["name"] = "The Cup", "Somebody"
    path.write_text(json.dumps(told))
    event = open_event(folder)
    assert str(event.event.dates[0].ends) == "2027-03-01"
    assert str(event.written.dates[0].ends) == "2027-02-01"


def test_a_referee_of_an_amendment_makes_the_next_one(made: Callable[..., Path]) -> None:
    """Nobody amends before they are a referee; a ruling may be by any who ever was one."""
    folder = made()
    path = folder / "tournament.json"
    told = json.loads(path.read_text())
    new = [*told["referees"], {"id": "r8", "name": "Kim"}]
    one = {"n": 1, "day": "2027-01-20", "by": "r2", "reason": "so", "changes": {"referees": new}}
    two = {"n": 2, "day": "2027-01-20", "by": "r8", "reason": "so", "changes": {"best": 1}}
    ruling = {"n": 1, "day": "2027-01-20", "by": "r8", "text": "so"}
    path.write_text(json.dumps(told | {"amendments": [one, two], "rulings": [ruling]}))
    assert open_event(folder).event.best == 1
    early = [{**two, "n": 1}, {**one, "n": 2}]
    path.write_text(json.dumps(told | {"amendments": early}))
    with pytest.raises(RefusedFile, match="no referee r8"):
        open_event(folder)


def test_a_match_that_is_taken_back_gives_its_result_anew(tmp_path: Path) -> None:
    """The new line takes the place of the old one, and the audit finds nothing."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"], format={"kind": "swiss", "rounds": 1})
    match, *_ = started(folder).open_matches
    play(folder)
    gather_results(folder, now=after(1))
    event = open_event(folder)
    with open_match(event.match_folder(match)) as opened:
        rewind(opened, 1, "a sheet was lost")
    found = gather_results(folder, now=after(2))
    assert found.results == ()
    assert "taken back" in found.unread[match]
    with open_match(event.match_folder(match)) as opened:
        while not opened.is_over:
            opened.adjudicate(play="all")
    (result,) = gather_results(folder, now=after(2)).results
    assert (result.corrects, result.match) == (event.results[match].n, match)
    assert gather_results(folder, now=after(3)).results == ()
    assert audit_event(open_event(folder)).verdict == "sound"


def test_places_that_contradict_the_winner_are_refused(made: Callable[..., Path]) -> None:
    folder = made()
    event = open_event(folder)
    (match, *_) = _of(event, "p002", without="p001")
    one, two = event.matches[match].seats.values()
    told = Decision(kind="agreed", winners=(one,), places={one: 2, two: 1}, by="r2", reason="so")
    with pytest.raises(Refused, match="first place"):
        rule(folder, match, told, now=NOW)
