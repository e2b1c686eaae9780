"""What an event says of itself in standings, reports and exports: counts, places, rounds."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.tournament.deciding import Decision, rule
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.exporting import (
    csv_files,
    report_of,
    report_text,
    rounds_over,
    rounds_there,
    trf_of,
)
from adjudicator.tournament.facts import entrants_of, standings_of
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.leaving import withdraw_player
from adjudicator.tournament.spreadsheet import csv_bytes, result_rows
from tests.tournament.cup import NOW, after, cup, started


def _enter(folder: Path, *values: dict[str, Any]) -> OpenEvent:
    add_players(folder, [Entry(line=n, values=one) for n, one in enumerate(values, 1)],
                source="list", now=NOW)  # fmt: skip
    return open_event(folder)


# -- standings ----------------------------------------------------------------------------------


def test_who_never_played_for_others_has_no_place(tmp_path: Path) -> None:
    """Eliminators never have one; a standby has none before they sit somewhere."""
    folder = tmp_path / "cup"
    cup(folder, ["A", "B"], odd="standby")
    event = _enter(folder, {"name": "S", "role": "standby", "handicap": "2"},
                   {"name": "E", "role": "eliminator"})  # fmt: skip
    assert [row.player for row in standings_of(event).rows] == ["p001", "p002"]
    event = started(folder)
    found = standings_of(event)
    assert {row.player for row in found.rows} == {"p001", "p002"}
    assert (found.standbys, found.eliminators) == (("p003",), ("p004",))
    # They are paired by what they would have, as before.
    assert [str(one.score) for one in entrants_of(event, 2)] == ["0", "0", "2", "0"]


def test_who_takes_a_seat_of_a_group_over_stands_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    cup(folder, ["A", "B", "C"], format={"kind": "groups", "size": 4})
    _enter(folder, {"name": "S", "role": "standby"})
    started(folder)
    withdraw_player(folder, "p002", by="r1", reason="ill", replacement="p004", now=after(1))
    found = standings_of(open_event(folder), group=1)
    assert {row.player for row in found.rows} == {"p001", "p002", "p003", "p004"}


# -- the final report ---------------------------------------------------------------------------


def test_a_report_counts_players_once_and_all_matches(tmp_path: Path) -> None:
    """In a group everybody plays several matches of a round; one becomes a bye as somebody left."""
    folder = tmp_path / "cup"
    cup(folder, ["A", "B", "C", "D"], format={"kind": "groups", "size": 4})
    _enter(folder, {"name": "E", "role": "eliminator"}, {"name": "F", "absent": [1]})
    event = started(folder)
    for match in [one for one, paired in event.matches.items() if "p004" in paired.seats.values()]:
        agreed = Decision(kind="agreed", by="r1", reason="so", winners=("p004",))
        if match != "01-01":
            rule(folder, match, agreed, now=after(1))
    withdraw_player(folder, "p004", by="r1", reason="ill", replacement=None, now=after(2))
    told = report_of(open_event(folder))
    assert (told["players"], told["paired"], told["left"]) == (6, 4, 1)
    assert (told["matches"], told["open"], told["starts"]) == (6, 3, 12)
    assert told["kinds"] == {"agreed": 2, "bye-given": 1}
    assert told["matches"] == told["open"] + sum(told["kinds"].values())
    assert told["byes"] == {"bye-asked": 1}
    text = report_text(told)
    assert "players: 6 entered, 4 of them had a match, 1 left\n" in text
    assert "matches: 6, open: 3; starts, a player in a match: 12\n" in text
    assert "results of matches: agreed 2, bye-given 1\n" in text
    assert "byes, rounds without a match: bye-asked 1\n" in text
    assert "round 1: 4 players in 6 matches, 12 starts, 1 bye\n" in text


# -- spreadsheets -------------------------------------------------------------------------------


def _table(raw: bytes, delimiter: str = ",") -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(raw.decode("utf-8-sig")), delimiter=delimiter)]


def test_a_result_gives_a_score_and_a_place_where_there_is_one(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    cup(folder, list("ABCDEFGHI"), people=True)
    event = started(folder)
    seats = {match: tuple(event.seated(match).values()) for match in event.open_matches}
    ended: dict[str, dict[str, Any]] = {
        "01-01": {"kind": "void"}, "01-02": {"kind": "double-forfeit", "forfeits": seats["01-02"]},
        "01-03": {"kind": "agreed", "winners": seats["01-03"]},
        "01-04": {"kind": "adjudicated", "winners": seats["01-04"][:1]},
    }  # fmt: skip
    for match, how in ended.items():
        rule(folder, match, Decision(by="r1", reason="so", **how), now=after(1))
    event = open_event(folder)
    rows = _table(csv_bytes(result_rows(event)))
    told = {kind: [(row["place"], row["score"]) for row in rows if row["kind"] == kind]
            for kind in {row["kind"] for row in rows}}  # fmt: skip
    assert told == {
        "void": [("", ""), ("", "")], "double-forfeit": [("", "0"), ("", "0")],
        "agreed": [("1", "0.5"), ("1", "0.5")], "adjudicated": [("1", "1"), ("2", "0")],
        "bye-given": [("", "1")],
    }  # fmt: skip
    files = csv_files(event, today=after(2).date(), delimiter=";")
    german = _table(files["results.csv"], ";")
    assert [row["score"] for row in german if row["kind"] == "agreed"] == ["0,5", "0,5"]
    ratings = _table(files["ratings.csv"], ";")
    assert {row["mu"].partition(",")[1] for row in ratings} == {","}


def test_numbers_have_the_point_of_their_spreadsheet() -> None:
    """Text keeps its points; a number below 0 is no formula."""
    row = (Fraction(-3, 2), Decimal("25.000"), "A. B", "-1.5")
    assert csv_bytes([row]).decode("utf-8-sig") == '"-1.5","25.000","A. B","\'-1.5"\r\n'
    told = csv_bytes([row], delimiter=";").decode("utf-8-sig")
    assert told == '"-1,5";"25,000";"A. B";"\'-1.5"\r\n'


# -- TRF ----------------------------------------------------------------------------------------


class _Row(NamedTuple):
    points: str
    rank: int
    rounds: list[str]


def _rows(text: str) -> dict[str, _Row]:
    """What a TRF says of each player: columns are FIDE's."""
    return {
        line[14:47].strip(): _Row(line[80:84].strip(), int(line[85:89]), [
            line[at : at + 8] for at in range(91, len(line), 10)])
        for line in text.splitlines() if line.startswith("001")
    }  # fmt: skip


def _won(folder: Path, matches: Iterable[str]) -> None:
    """Whoever has the lower id wins, all on one day."""
    for match in matches:
        winner = min(open_event(folder).seated(match).values())
        decided = Decision(kind="agreed", by="r1", reason="so", winners=(winner,))
        rule(folder, match, decided, now=after(1))


def test_groups_are_rounds_of_a_trf(tmp_path: Path) -> None:
    """Each of Berger's rounds is one, of both groups at once; a final comes behind them."""
    folder = tmp_path / "cup"
    cup(folder, list("ABCDEFG"), title="Zoë's Cup",
        format={"kind": "groups", "size": 4, "final": 1})  # fmt: skip
    event = started(folder)
    *first, last = event.matches
    _won(folder, first)
    assert (rounds_over(open_event(folder)), rounds_there(open_event(folder))) == (2, 3)
    rows = _rows(trf_of(open_event(folder)))
    assert {len(one.rounds) for one in rows.values()} == {2}
    by_rank = sorted(rows.values(), key=lambda one: one.rank)
    points = [Fraction(one.points) for one in by_rank]
    assert points == sorted(points, reverse=True)
    _won(folder, [last])
    started(folder)
    _won(folder, open_event(folder).open_matches)
    event = open_event(folder)
    text = trf_of(event)
    assert text.startswith("012 Zoë's Cup\n")
    assert "\n142 4\n" in text
    rows = _rows(text)
    numbers = {int(line[4:8]): line[14:47].strip() for line in text.splitlines()
               if line.startswith("001")}  # fmt: skip
    met = set()
    for player, row in rows.items():
        for number, entry in enumerate(row.rounds, 1):
            other, side, result = int(entry[:4]), entry[5], entry[7]
            if other:
                name = numbers[other]
                assert (
                    rows[name].rounds[number - 1][5:]
                    == {"w 1": "b 0", "w 0": "b 1", "b 1": "w 0", "b 0": "w 1"}[f"{side} {result}"]
                )
                met.add((frozenset((player, name)), number))
    wanted = [frozenset(one.seats.values()) for one in event.matches.values()]
    assert sorted(map(sorted, wanted)) == sorted(sorted(pair) for pair, _ in met)
    ranked = sorted(rows, key=lambda player: rows[player].rank)
    assert ranked == [row.player for row in standings_of(event).rows]


def test_who_has_no_place_is_ranked_behind_all_in_a_trf(tmp_path: Path) -> None:
    """An eliminator who won stands behind a player who lost."""
    folder = tmp_path / "cup"
    cup(folder, ["A", "B"], odd="eliminator")
    _enter(folder, {"name": "C"}, {"name": "E", "role": "eliminator"})
    event = started(folder)
    for match in event.open_matches:
        seated = [*event.seated(match).values()]
        decided = Decision(kind="agreed", by="r1", reason="so", winners=(max(seated),))
        rule(folder, match, decided, now=after(1))
    rows = _rows(trf_of(open_event(folder)))
    assert (rows["p004"].points, rows["p004"].rank) == ("1.0", 4)
    assert [row.player for row in standings_of(open_event(folder)).rows] == sorted(
        {"p001", "p002", "p003"}, key=lambda player: rows[player].rank
    )
