"""Tables of two sizes, and groups with a final behind them, from tournament.json to standings."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.match import open_match
from adjudicator.api.problems import Refused, RefusedFile
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament.auditing import audit_event
from adjudicator.tournament.chain import event_hash
from adjudicator.tournament.deciding import Decision, gather_results, rule
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.event import Amendment
from adjudicator.tournament.facts import standings_of
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.leaving import replace_player, withdraw_player
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.pairing.knockout import standing
from adjudicator.tournament.starting import pair_round, start_round, swap_players
from tests.errors.catalogue import _no_pictures
from tests.tournament.cup import NOW, cup, play, started

FOURS: dict[str, Any] = {
    "game": "galactic-conquest", "scenario": "four", "dice": {}, "tie_breaks": ["points", "lot"],
    "format": {"kind": "tables", "rounds": 3}, "smaller": {"scenario": "three"},
    "scoring": {"kind": "places", "points": ["10", "4", "1"]},
}  # fmt: skip
FINAL: dict[str, Any] = {"format": {"kind": "groups", "size": 3, "final": 2}, "tie_breaks": ["lot"]}


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)


def _names(count: int) -> list[str]:
    return [f"Player {number}" for number in range(1, count + 1)]


def _paired(folder: Path) -> list[int]:
    """Pairs the next round; returns the sizes of its tables."""
    return [len(one.seats) for one in pair_round(folder, Gacrux()).matches]


# -- tables of two sizes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "sizes", "byes"),
    [(5, [4], 1), (6, [3, 3], 0), (7, [3, 4], 0), (9, [3, 3, 3], 0), (23, [3, *[4] * 5], 0),
     (26, [3, 3, *[4] * 5], 0)],
)  # fmt: skip
def test_everybody_sits_down(tmp_path: Path, players: int, sizes: list[int], byes: int) -> None:
    """As many full tables as can be; each has the seats of its scenario; nobody is forgotten."""
    event = cup(tmp_path / "cup", _names(players), **FOURS)
    assert sorted(_paired(event.folder)) == sizes
    paired = open_event(event.folder).proposal
    assert paired is not None
    assert (len(paired.byes), paired.bound) == (byes, "0")
    four = ["amber", "azure", "crimson", "jade"]
    assert all([*one.seats] == four[: len(one.seats)] for one in paired.matches)
    there = [player for one in paired.matches for player in one.seats.values()]
    assert len({*there, *(bye.player for bye in paired.byes)}) == players
    assert paired.bound is not None
    swapped = swap_players(event.folder, there[0], there[-1], by="r1", reason="so")
    assert Fraction(swapped.cost or 0) >= Fraction(paired.bound)


def test_too_few_and_no_smaller_scenario(tmp_path: Path) -> None:
    """What cannot be is refused with words; without a smaller scenario somebody sits out."""
    cup(tmp_path / "two", _names(2), **FOURS)
    with pytest.raises(Refused) as caught:
        pair_round(tmp_path / "two", Gacrux())
    assert caught.value.problems[0].message == "2 players are too few for a table of 3 or 4"
    cup(tmp_path / "six", _names(6), **{**FOURS, "smaller": None})
    assert _paired(tmp_path / "six") == [4]
    cup(tmp_path / "odd", _names(5), **FOURS, odd="eliminator")
    with pytest.raises(Refused) as caught:
        pair_round(tmp_path / "odd", Gacrux())
    assert caught.value.problems[0].code == "no-tables"
    rows = [Entry(line=line, values={"name": f"Filler {line}", "role": "eliminator"})
            for line in (1, 2, 3)]  # fmt: skip
    add_players(tmp_path / "odd", rows, source="rows", now=NOW)
    assert _paired(tmp_path / "odd") == [4, 4]
    with pytest.raises(RefusedFile) as unfit:
        cup(tmp_path / "unfit", [], **{**FOURS, "smaller": {"scenario": "two"}})
    assert "a smaller table has 2 seats" in str(unfit.value)
    with pytest.raises(RefusedFile):
        cup(tmp_path / "duel", [], smaller={"scenario": "standard"})


def test_files_without_it_stay_as_they_were(tmp_path: Path) -> None:
    """Neither the rules nor their hash tell of smaller tables or finals that there are not."""
    told = json.loads((cup(tmp_path / "cup", []).folder / "tournament.json").read_bytes())
    assert "smaller" not in told
    fours = cup(tmp_path / "fours", [], **FOURS).written
    assert event_hash(fours) != event_hash(fours.model_copy(update={"smaller": None}))
    groups = cup(tmp_path / "groups", [], format={"kind": "groups"})
    assert "final" not in json.loads((groups.folder / "tournament.json").read_bytes())["format"]


def test_matches_of_both_sizes_are_played(tmp_path: Path) -> None:
    """Seven at fours: both matches begin with the seats of their scenarios, and have results."""
    folder = cup(tmp_path / "cup", _names(7), **FOURS).folder
    event = started(folder)
    sizes = {match: len(one.seats) for match, one in event.matches.items()}
    assert sorted(sizes.values()) == [3, 4]
    for match, size in sizes.items():
        with open_match(event.match_folder(match), read_only=True) as opened:
            assert len(opened.seats) == size
            assert opened.verify().is_sound
    small = min(sizes, key=sizes.__getitem__)
    play(folder, most=2)
    assert not gather_results(folder, now=NOW).results
    for match in sizes:
        best = next(iter(event.seated(match).values()))
        rule(folder, match, Decision(kind="adjudicated", winners=(best,), by="r1", reason="so"),
             now=NOW)  # fmt: skip
    event = open_event(folder)
    assert [one.seat for one in event.results[small].players] == ["amber", "azure", "crimson"]
    rows = standings_of(event).rows
    assert sorted(row.score for row in rows)[-2:] == [10, 10]
    assert len(rows) == 7
    again = started(folder)
    tables = {match: {*again.seated(match).values()} for match in again.matches}
    smalls = [tables[match] for match, one in again.matches.items() if len(one.seats) == 3]
    assert len(smalls) == 2


def test_one_leaves_and_smaller_tables_are_named_then(tmp_path: Path) -> None:
    """An amendment may say what smaller tables play, once."""
    folder = cup(tmp_path / "cup", _names(8), **{**FOURS, "smaller": None}).folder
    event = started(folder)
    for match in event.matches:
        rule(folder, match, Decision(kind="adjudicated", by="r1", reason="so"), now=NOW)
    withdraw_player(folder, "p008", by="r1", reason="ill", replacement=None, now=NOW)
    changes = {"smaller": {"scenario": "three", "seats": ["amber", "azure", "crimson"]}}
    amendments = [Amendment(n=n, day=NOW.date(), by="r1", reason="seven", changes=changes)
                  for n in (1, 2)]  # fmt: skip
    path = folder / "tournament.json"
    told = json.loads(path.read_bytes())
    for count in (2, 1):
        told["amendments"] = [one.model_dump(mode="json") for one in amendments[:count]]
        path.write_text(json.dumps(told))
        if count == 2:
            with pytest.raises(RefusedFile, match="smaller tables play something already"):
                open_event(folder)
    assert sorted(_paired(folder)) == [3, 4]
    start_round(folder, now=NOW)


# -- groups, then a final -----------------------------------------------------------------------


def _decide(folder: Path, *first: str) -> OpenEvent:
    """Lets each open match be won by whoever stands first in the list, else by the lower id."""
    event = open_event(folder)
    for match in event.open_matches:
        there = sorted(event.seated(match).values(), key=lambda one: (one not in first, one))
        ruled = Decision(kind="adjudicated", winners=(there[0],), by="r1", reason="so")
        rule(folder, match, ruled, now=NOW)
    return open_event(folder)


def _places(folder: Path) -> dict[str, int]:
    return {row.player: row.place for row in standings_of(open_event(folder)).rows}


def test_groups_then_a_final(tmp_path: Path) -> None:
    """Two of each group play on: nobody meets whom they met, and final places come first."""
    folder = cup(tmp_path / "cup", _names(9), **FINAL).folder
    event = started(folder)
    with pytest.raises(Refused, match="groups are not over"):
        pair_round(folder, Gacrux())
    event = _decide(folder)
    group = {player: one.group for one in event.matches.values() for player in one.seats.values()}
    event = started(folder)
    bracket = event.started[-1].bracket
    assert len(bracket) == 4
    assert all(one.group is None for one in event.started[-1].matches)
    for one, two in bracket:
        assert not two or group[one] != group[two]
    playing = {player for slot in bracket for player in slot if player}
    assert len(playing) == 6
    while True:
        event = _decide(folder)
        assert {*[*_places(folder)][: len(playing)]} == playing
        if len(event.started[-1].bracket) == 1:
            break
        event = started(folder)
    with pytest.raises(Refused, match="the final was played"):
        pair_round(folder, Gacrux())
    final = event.started[-1].bracket[0]
    places = _places(folder)
    assert [places[min(final)], places[max(final)]] == [1, 2]
    assert sorted(places.values())[:6] == [1, 2, 3, 4, 5, 6]
    before = standings_of(open_event(folder), after=1).rows
    assert {row.player for row in before} == {*places}


def test_ties_go_by_the_lot_and_who_left_is_passed_over(tmp_path: Path) -> None:
    """All drawn: the draw says who goes on; a finalist who leaves makes room for the next."""
    folder = cup(tmp_path / "cup", _names(6), **FINAL | {"tie_breaks": ["wins"]}).folder
    event = started(folder)
    for match in event.matches:
        rule(folder, match, Decision(kind="agreed", by="r1", reason="peace"), now=NOW)
    first = pair_round(folder, Gacrux())
    assert pair_round(folder, Gacrux()) == first
    gone = first.bracket[0][0]
    withdraw_player(folder, gone, by="r1", reason="ill", replacement=None, now=NOW)
    with pytest.raises(Refused) as caught:
        start_round(folder, now=NOW)
    assert caught.value.problems[0].code == "proposal-stale"
    second = pair_round(folder, Gacrux())
    there = {player for slot in second.bracket for player in slot}
    assert gone not in there
    assert len(there) == 4
    start_round(folder, now=NOW)
    leaves = second.bracket[0][0]
    left = withdraw_player(folder, leaves, by="r1", reason="ill", replacement=None, now=NOW)
    assert (left.void, len(left.byes)) == ((), 1)
    _decide(folder)
    final = started(folder).started[-1].bracket
    assert second.bracket[0][1] in final[0]
    assert _places(folder)[leaves] > 2


def test_who_takes_a_seat_over_in_the_final(tmp_path: Path) -> None:
    """The heir has the place in the bracket, and a correction later changes no bracket."""
    folder = cup(tmp_path / "cup", _names(6), **FINAL).folder
    started(folder)
    _decide(folder)
    event = started(folder)
    match, seated = next(iter(event.started[-1].matches)), event.started[-1].matches[0].seats
    former = next(iter(seated.values()))
    heir = min(one.id for one in event.players.players
               if all(one.id not in slot for slot in event.started[-1].bracket))  # fmt: skip
    replace_player(folder, match.match, former, heir, by="r1", reason="ill", now=NOW)
    _decide(folder, heir)
    event = started(folder)
    assert heir in event.started[-1].bracket[0]
    _decide(folder, heir)
    assert _places(folder)[heir] == 1
    old = open_event(folder).results[match.match]
    loser = next(one.player for one in old.players if one.player != heir)
    rule(folder, match.match, Decision(kind="adjudicated", winners=(loser,), by="r1", reason="on"
         " appeal", corrects=old.n), now=NOW)  # fmt: skip
    places = _places(folder)
    assert places[heir] == 1
    assert len(places) == 6


def test_one_of_one_group_is_no_final(tmp_path: Path) -> None:
    folder = cup(tmp_path / "cup", _names(3), format={"kind": "groups", "final": 1}).folder
    started(folder)
    _decide(folder)
    with pytest.raises(Refused, match="fewer than two of all groups play on"):
        pair_round(folder, Gacrux())


def test_both_sides_are_refused_where_they_are_not_played(tmp_path: Path) -> None:
    for number, form in enumerate(
        ({"kind": "swiss", "rounds": 3}, {"kind": "knock-out"}, {"kind": "rolling"},
         {"kind": "groups", "final": 2})
    ):  # fmt: skip
        with pytest.raises(RefusedFile, match="both sides"):
            cup(tmp_path / f"{number}", [], format=form, sides="both")
    cup(tmp_path / "groups", [], format={"kind": "groups"}, sides="both")


def test_how_a_knock_out_stands_while_it_is_played() -> None:
    first = [("a", "h"), ("d", "e"), ("b", "g"), ("c", "")]
    second = [("a", "d"), ("b", "c")]
    won = {("a", "h"): "a", ("d", "e"): "d", ("b", "g"): "b"}
    assert standing([], []) == ()
    assert standing([first], [{("a", "h"): "h"}]) == (("h", "d", "e", "b", "g", "c"), ("a",))
    assert standing([first, second], [won, {("a", "d"): "d"}]) == (
        ("d", "b", "c"), ("a",), ("h", "e", "g"),
    )  # fmt: skip
    whole = [first, second, [("d", "b")]]
    winners = [won, {("a", "d"): "d", ("b", "c"): "b"}, {("d", "b"): "b"}]
    assert standing(whole, winners) == (
        ("b",), ("d",), ("c",), ("a",), ("g",), ("e",), ("h",),
    )  # fmt: skip
    none: list[dict[tuple[str, str], str]] = [*winners[:2], {("d", "b"): ""}]
    assert standing(whole, none)[0] == ("d", "b")


def test_both_are_audited_as_sound(tmp_path: Path) -> None:
    """The audit pairs finals again, and knows what smaller tables play."""
    final = cup(tmp_path / "final", _names(6), **FINAL).folder
    started(final)
    _decide(final)
    started(final)
    _decide(final)
    started(final)
    tables = cup(tmp_path / "tables", _names(7), **FOURS, id="seven").folder
    started(tables)
    for folder in (final, tables):
        found = audit_event(open_event(folder))
        assert not found.findings, found.findings
    path = tables / "tournament.json"
    path.write_text(path.read_text().replace('"three"', '"two"'))
    with pytest.raises(RefusedFile, match="says something else"):
        open_event(tables)
