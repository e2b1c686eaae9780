"""Rounds in which players come late, leave, sit out, are kept apart, fill up or play twice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.problems import Refused
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament.auditing import audit_event
from adjudicator.tournament.deciding import Decision, rule
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.facts import standings_of
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.leaving import withdraw_player
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.starting import new_event, pair_round, start_round, swap_players
from tests.beacon import ROUND, answer, believed
from tests.errors.catalogue import _no_pictures
from tests.tournament.cup import NOW, TOLD, after, cup, started


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)


def _enter(folder: Path, *rows: dict[str, Any]) -> None:
    entries = [Entry(line=line, values=values) for line, values in enumerate(rows, 1)]
    add_players(folder, entries, source="rows", now=NOW)


def _decide(folder: Path, seed: int, *, leaving: Sequence[str] = ()) -> None:
    """Gives each open match a result: a win or a draw."""
    event = open_event(folder)
    for number, match in enumerate(event.open_matches, seed):
        players = [*event.seated(match).values()]
        winners = (players[:1], players[1:], players)[number * number % 7 % 3]
        ruled = Decision(kind="adjudicated", winners=tuple(winners), by="r1", reason="so")
        rule(folder, match, ruled, now=NOW)
    for player in leaving:
        withdraw_player(folder, player, by="r1", reason="ill", replacement=None, now=NOW)


def _met(event: OpenEvent) -> list[frozenset[str]]:
    return [frozenset(one.seats.values()) for one in event.matches.values()]


def test_a_swiss_in_which_all_happens(tmp_path: Path) -> None:
    """Nobody meets twice, nobody is given two byes, who are kept apart never meet."""
    folder = tmp_path / "cup"
    cup(folder, [], format={"kind": "swiss", "rounds": 4}, apart=[])
    _enter(folder, *({"name": f"Player {number}", "rating": 1000 + number % 4}
                     for number in range(8)), {"name": "Asked", "absent": [2, 3]})  # fmt: skip
    path = folder / "tournament.json"
    path.write_text(path.read_text().replace('"apart": []', '"apart": [["p001", "p002"]]'))
    for number in (1, 2, 3, 4):
        event = started(folder)
        asked = [bye.player for bye in event.started[-1].byes if bye.kind == "bye-asked"]
        assert asked == (["p009"] if number in (2, 3) else [])
        _decide(folder, number, leaving={1: ("p003",), 3: ("p005",)}.get(number, ()))
        if number == 1:
            _enter(folder, {"name": "Late", "rating": 1003}, {"name": "Later"})
    event = open_event(folder)
    pairs = _met(event)
    assert len({*pairs}) == len(pairs)
    assert frozenset({"p001", "p002"}) not in pairs
    given = [bye.player for one in event.started for bye in one.byes if bye.kind == "bye-given"]
    assert len({*given}) == len(given)
    assert all("p003" not in one.seats.values() for one in event.matches.values()
               if one.match > "02")  # fmt: skip
    rows = {row.player: row for row in standings_of(event).rows}
    assert len(rows) == 11
    assert rows["p009"].by_round[1:3] == (Fraction(1, 2), Fraction(1, 2))
    assert rows["p010"].by_round[0] in (None, 0)
    assert sum(row.met for row in rows.values()) == 2 * len(pairs)


@pytest.mark.parametrize(
    ("odd", "extra", "byes"),
    [
        ("bye", {"role": "eliminator"}, 1),
        ("eliminator", {"role": "eliminator"}, 0),
        ("standby", {"role": "standby"}, 0),
        ("twice", {"twice": True, "rating": 3000}, 0),
    ],
)
def test_odd_numbers(tmp_path: Path, odd: str, extra: dict[str, Any], byes: int) -> None:
    """As the event says: a bye, somebody who does not score, a standby, somebody twice."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert", "Cleo", "Dora"], odd=odd)
    _enter(folder, {"name": "Extra", **extra})
    if odd == "bye":
        _enter(folder, {"name": "Odd"})
    if odd in ("eliminator", "standby"):
        _enter(folder, {"name": "Odd"})
    event = started(folder)
    assert len(event.started[-1].byes) == byes
    _decide(folder, 1)
    event = open_event(folder)
    rows = {row.player: row for row in standings_of(event).rows}
    assert ("p005" in rows) == (odd in ("standby", "twice"))
    if odd == "twice":
        assert [one.uncounted for one in event.matches.values()].count(["p005"]) == 1
        assert rows["p005"].met == 1
    if odd == "bye":
        assert all("p005" not in one.seats.values() for one in event.matches.values())


def test_what_must_be_given_up_is_offered_never_taken(tmp_path: Path) -> None:
    """The second match of two is possible if the referee says so, with the other sides."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"])
    first = started(folder).matches["01-01"].seats
    _decide(folder, 1)
    with pytest.raises(Refused) as caught:
        pair_round(folder, Gacrux())
    assert "p001 and p002 meet again" in caught.value.problems[0].hint
    assert open_event(folder).proposal is None
    paired = pair_round(folder, Gacrux(), relax=True)
    assert paired.relaxed == ["meetings"]
    assert [*paired.matches[0].seats.values()] == [*first.values()][::-1]


def test_bids_and_wishes(tmp_path: Path) -> None:
    """The lowest bid takes the strong side; wishes that differ are granted."""
    one, two = tmp_path / "one", tmp_path / "two"
    cup(one, [], sides="bid", weaker=["east"], format={"kind": "groups", "size": 4})
    _enter(one, {"name": "Anna", "bid": 3}, {"name": "Bert", "bid": 1}, {"name": "Cleo"})
    seats = [match.seats for match in started(one).matches.values()]
    assert {"east": "p001", "west": "p002"} in seats
    assert {"east": "p003", "west": "p002"} in seats
    assert {"east": "p003", "west": "p001"} in seats
    cup(two, [], format={"kind": "groups", "size": 4})
    _enter(two, {"name": "Anna", "wishes": ["west"]}, {"name": "Bert", "wishes": ["east"]})
    assert started(two).matches["01-01"].seats == {"east": "p002", "west": "p001"}


def test_both_sides_are_played(tmp_path: Path) -> None:
    """Everybody meets everybody twice, once with each side."""
    cup(tmp_path / "cup", ["Anna", "Bert", "Cleo"], sides="both",
        format={"kind": "groups", "size": 3})  # fmt: skip
    seats = [tuple(one.seats.values()) for one in started(tmp_path / "cup").matches.values()]
    assert len({*seats}) == 6
    assert {(two, one) for one, two in seats} == {*seats}


def test_a_league_rolls_on(tmp_path: Path) -> None:
    """Who wait are paired; who play do not wait."""
    folder = tmp_path / "cup"
    cup(folder, [f"Player {number}" for number in range(6)],
        format={"kind": "rolling", "waiting": 2})  # fmt: skip
    assert len(started(folder).matches) == 3
    with pytest.raises(Refused) as caught:
        pair_round(folder, Gacrux())
    assert caught.value.problems[0].code == "nobody-to-pair"
    for match in ("01-01", "01-03"):
        ruled = Decision(kind="adjudicated", by="r1", reason="so")
        rule(folder, match, ruled, now=after(1))
    event = started(folder)
    assert len(event.started[-1].matches) == 2
    pairs = _met(event)
    assert len({*pairs}) == 5
    assert not audit_event(event).findings


def test_a_swap_is_kept_with_its_costs(tmp_path: Path) -> None:
    """Both costs stand in the file; the same two swapped again are as before."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert", "Cleo", "Dora"])
    started(folder)
    _decide(folder, 3)
    before = pair_round(folder, Gacrux())
    one, two = (next(iter(match.seats.values())) for match in before.matches)
    swapped = swap_players(folder, one, two, by="r1", reason="a family")
    (swap,) = swapped.swaps
    assert (swap.before, swap.after) == (before.cost, swapped.cost)
    assert Fraction(swap.after or 0) != Fraction(swap.before or 0)
    back = swap_players(folder, one, two, by="r2", reason="a mistake")
    assert back.matches == before.matches
    assert pair_round(folder, Gacrux(), again=True) == before


def test_what_cannot_be_made_is_refused_before_the_start(tmp_path: Path) -> None:
    """Hidden hands need a secret: nothing is published, and no match is there."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"], game="galactic-conquest", scenario="two",
        format={"kind": "groups", "size": 4})  # fmt: skip
    pair_round(folder, Gacrux())
    with pytest.raises(Refused) as caught:
        start_round(folder, now=NOW)
    assert caught.value.problems[0].code == "hidden-needs-secret"
    assert open_event(folder).started == ()
    assert not list((folder / "matches").iterdir())


def test_a_beacon_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The round is fixed before entries; a signature that is not the beacon's is refused."""
    folder = tmp_path / "cup"
    new_event(folder, TOLD, beacon=ROUND)
    _enter(folder, {"name": "Anna"}, {"name": "Bert"}, {"name": "Cleo"})
    told = (answer(), folder / "answer.json")
    with pytest.raises(Refused) as caught:
        pair_round(folder, Gacrux(), beacon=told)
    assert caught.value.problems[0].code == "beacon-signature-false"
    assert open_event(folder).proposal is None
    believed(monkeypatch)
    one = pair_round(folder, Gacrux(), beacon=told)
    assert pair_round(folder, Gacrux()) == one
    path = folder / "rounds" / "01" / "draw.json"
    draw = open_event(folder).draws[1]
    assert draw.signature is not None
    path.write_text(path.read_text().replace(draw.signature, draw.signature[::-1]))
    with pytest.raises(Refused) as caught:
        open_event(folder)
    assert caught.value.problems[0].code == "draw-contradicts"


@pytest.mark.parametrize(
    ("told", "given"),
    [
        ({}, ("1", "0", "1/2", "1")),
        ({"scoring": {"kind": "win-draw-loss", "win": "3", "draw": "1", "loss": "0"}},
         ("3", "0", "1", "3")),
        ({"format": {"kind": "rolling"}}, ("1", "0", "0", "1")),
        ({"scoring": {"kind": "places", "points": ["3", "1"]}}, ("3", "0", "3/2", "3")),
        ({"scoring": {"kind": "places", "points": ["10", "4", "1"]}, "game": "galactic-conquest",
          "scenario": "four", "dice": {}, "tie_breaks": ["lot"],
          "format": {"kind": "tables", "rounds": 2}}, ("5", "0", "15/8", "15/4")),
        ({"scoring": {"kind": "draw-size"}, "game": "galactic-conquest", "scenario": "four",
          "dice": {}, "tie_breaks": ["lot"], "format": {"kind": "tables", "rounds": 2}},
         ("100/3", "0", "25/2", "25")),
        ({"unplayed": {"bye_given": "1/4"}}, ("1", "0", "1/2", "1/4")),
    ],
)  # fmt: skip
def test_byes_and_forfeits_are_worth_what_the_scoring_says(
    tmp_path: Path, told: dict[str, Any], given: tuple[str, ...]
) -> None:
    """Win, absence, bye asked for, bye: on its scale; a week away from a ladder gives nothing."""
    unplayed = new_event(tmp_path / "cup", {**TOLD, **told}).event.unplayed
    assert tuple(unplayed.model_dump().values()) == given
