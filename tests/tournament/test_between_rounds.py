"""What happens between rounds is said: old proposals, who leaves a knock-out, late corrections."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.problems import Refused, RefusedFile
from adjudicator.tournament.auditing import audit_event
from adjudicator.tournament.corrections import Touched, touched_by
from adjudicator.tournament.deciding import Decision, rule
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.facts import standings_of
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.leaving import replace_player, withdraw_player
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.players import Players
from adjudicator.tournament.results import Result
from adjudicator.tournament.rounds import RoundPairing
from adjudicator.tournament.site.shown import Shown
from adjudicator.tournament.starting import pair_round, start_round, swap_players
from tests.tournament.cup import NOW, after, cup, started

SWISS: dict[str, Any] = {"format": {"kind": "swiss", "rounds": 3}}
LADDER: dict[str, Any] = {"format": {"kind": "rolling", "waiting": 2}, "tie_breaks": ["lot"]}
GROUPS: dict[str, Any] = {"format": {"kind": "groups", "size": 4, "final": 1},
                          "tie_breaks": ["lot"]}  # fmt: skip
KNOCK_OUT: dict[str, Any] = {"format": {"kind": "knock-out"}, "tie_breaks": ["lot"]}
TABLES: dict[str, Any] = {
    "game": "galactic-conquest", "scenario": "four", "dice": {}, "tie_breaks": ["points", "lot"],
    "format": {"kind": "tables", "rounds": 3},
}  # fmt: skip


def _cup(folder: Path, count: int, told: dict[str, Any], **more: Any) -> Path:
    return cup(
        folder, [f"Player {number}" for number in range(1, count + 1)], **told, **more
    ).folder


def _win(folder: Path, match: str, *winners: str, **how: Any) -> Result:
    """Lays down who has won a match, or that nobody did, in place of what stood there."""
    old = open_event(folder).results.get(match)
    told = {"kind": "adjudicated", "corrects": None if old is None else old.n} | how
    return rule(folder, match, Decision(winners=winners, by="r1", reason="so", **told), now=NOW)


def _touched(folder: Path, line: Result) -> tuple[Touched, ...]:
    return touched_by(open_event(folder), line)


def _decide(folder: Path) -> OpenEvent:
    """Lets the lower id win each open match."""
    event = open_event(folder)
    for match in event.open_matches:
        _win(folder, match, min(event.seated(match).values()))
    return open_event(folder)


def _leave(folder: Path, player: str) -> None:
    withdraw_player(folder, player, by="r1", reason="ill", replacement=None, now=NOW)


def _enter(folder: Path, **values: Any) -> str:
    told = {"name": "Late", "rating": 1500, "built_in": True} | values
    return add_players(folder, [Entry(line=1, values=told)], source="rows", now=NOW).players[0].id


def _change(folder: Path, player: str, **values: Any) -> None:
    """Writes into players.json, as a director does."""
    event = open_event(folder)
    event.write_players(
        Players(
            players=[
                one.model_copy(update=values if one.id == player else {})
                for one in event.players.players
            ]
        )
    )


def _refused(asked: Callable[[], object]) -> tuple[str, str, str]:
    """Returns the code, message and hint of what is refused."""
    with pytest.raises(Refused) as caught:
        asked()
    (problem,) = caught.value.problems
    return problem.code, problem.message, problem.hint or ""


def _start(folder: Path) -> RoundPairing:
    start_round(folder, now=after(1))
    return open_event(folder).started[-1]


def _places(folder: Path) -> dict[str, int]:
    return {row.player: row.place for row in standings_of(open_event(folder)).rows}


def _pair(folder: Path, **how: Any) -> RoundPairing:
    return pair_round(folder, Gacrux(), **how)


# -- proposals that are old ----------------------------------------------------------------------


def _enters(folder: Path) -> None:
    _enter(folder)


def _leaves(folder: Path) -> None:
    _leave(folder, "p001")


def _sits_out(folder: Path) -> None:
    _change(folder, "p001", absent=[1])


def _comes_back(folder: Path) -> None:
    _change(folder, "p004", absent=[])


def _is_rated(folder: Path) -> None:
    _change(folder, "p003", rating=3000)


_OLD = "results or players have changed since round 1 was paired"
_BYES = "who asked for a bye in round 1 has changed"
_NEW = "{new} can play in round 1, and had no part in its pairing"
_GONE = "p001 cannot play in round 1 any more"
_WAYS = {
    "enters": (_enters, _NEW),
    "leaves": (_leaves, _GONE),
    "sits out": (_sits_out, _GONE),
    "comes back": (_comes_back, _NEW.format(new="p004")),
    "is rated": (_is_rated, _OLD),
}
_FORMATS = {"swiss": (SWISS, 8), "groups": (GROUPS, 8), "knock-out": (KNOCK_OUT, 8),
            "tables": (TABLES, 12), "ladder": (LADDER, 8)}  # fmt: skip


@pytest.mark.parametrize(("form", "way"), [
    pytest.param(form, way, marks=[pytest.mark.exhaustive] if (one + two) % 5 > 1 else [])
    for one, form in enumerate(_FORMATS) for two, way in enumerate(_WAYS)
])  # fmt: skip
def test_an_old_proposal_does_not_start(tmp_path: Path, form: str, way: str) -> None:
    """Whatever changes who plays, or whom they meet; paired anew it starts."""
    told, count = _FORMATS[form]
    changed, why = _WAYS[way]
    folder = _cup(tmp_path / "cup", count, told)
    if changed is _comes_back:
        _change(folder, "p004", absent=[1])
    _pair(folder)
    changed(folder)
    code, message, hint = _refused(lambda: _start(folder))
    if form == "ladder" and why != _GONE:  # there some wait on
        why = _BYES if changed is _comes_back else _OLD
    assert (code, message) == ("proposal-stale", why.format(new=f"p{count + 1:03d}"))
    assert hint == "`tournament pair` proposes anew."
    assert not open_event(folder).started
    _pair(folder)
    assert _start(folder).round == 1
    assert not audit_event(open_event(folder)).findings


@pytest.mark.parametrize("form", ["swiss", "tables", "ladder"])
def test_a_corrected_result_makes_a_proposal_old(tmp_path: Path, form: str) -> None:
    """Scores seat people; the same result again changes nothing."""
    told, count = _FORMATS[form]
    folder = _cup(tmp_path / "cup", count, told)
    started(folder)
    event = _decide(folder)
    _pair(folder)
    match, one = next(iter(event.matches.items()))
    first, *_, last = sorted(one.seats.values())
    _win(folder, match, last)
    assert _refused(lambda: _start(folder))[:2] == (
        "proposal-stale", "results or players have changed since round 2 was paired",
    )  # fmt: skip
    _win(folder, match, first)
    assert _start(folder).round == 2
    assert not audit_event(open_event(folder)).findings


def test_what_a_referee_changed_stays_while_nothing_else_does(tmp_path: Path) -> None:
    """A swap alone makes no proposal old; on an old one it is given up with it."""
    for form in ("swiss", "groups", "knock-out", "tables", "ladder"):
        told, count = _FORMATS[form]
        folder = _cup(tmp_path / form, count, told)
        one, two = (next(iter(match.seats.values())) for match in _pair(folder).matches[:2])
        swap_players(folder, one, two, by="r1", reason="friends")
        _change(folder, "p003", absent=[1])
        code, _, hint = _refused(partial(_start, folder))
        assert code == "proposal-stale"
        assert "`tournament pair --again`" in hint
        _change(folder, "p003", absent=[])
        assert _start(folder).swaps


def test_a_swiss_whose_wishes_were_given_up_is_not_old(tmp_path: Path) -> None:
    """What --relax gave up stands in no file of the engine, and makes nothing old."""
    folder = _cup(tmp_path / "two", 2, SWISS, apart=[["p001", "p002"]])
    assert _pair(folder, relax=True).relaxed == ["wishes"]
    _enter(folder)
    assert _refused(lambda: _start(folder))[0] == "proposal-stale"
    folder = _cup(tmp_path / "again", 2, SWISS, apart=[["p001", "p002"]])
    _pair(folder, relax=True)
    assert _start(folder).relaxed == ["wishes"]
    _decide(folder)
    assert _pair(folder, relax=True).relaxed == ["wishes", "meetings"]
    assert _start(folder).round == 2


def test_who_found_no_seat_leaves(tmp_path: Path) -> None:
    """A bye is not given to who has left."""
    folder = _cup(tmp_path / "cup", 11, TABLES)
    out = _pair(folder).byes[0].player
    _leave(folder, out)
    assert _refused(lambda: _start(folder))[1] == f"{out} cannot play in round 1 any more"


def test_who_asks_for_a_bye_and_what_is_not_there(tmp_path: Path) -> None:
    folder = _cup(tmp_path / "cup", 4, SWISS)
    _change(folder, "p004", absent=[1])
    _change(folder, "p003", absent=[1])
    _pair(folder)
    _leave(folder, "p004")
    assert _refused(lambda: _start(folder))[1] == "who asked for a bye in round 1 has changed"
    _pair(folder)
    (folder / "rounds/01/input.trf").unlink()
    assert _refused(lambda: _start(folder))[1] == "what round 1 was paired from is not there"


# -- a knock-out goes on -------------------------------------------------------------------------


def _semifinals(folder: Path, count: int = 4, **more: Any) -> tuple[str, str]:
    """Begins a knock-out whose first round is the semifinals; returns their matches."""
    first, second = started(_cup(folder, count, KNOCK_OUT, **more)).matches
    return first, second


@pytest.mark.parametrize("kind", ["double-forfeit", "void"])
def test_one_finalist_is_left(tmp_path: Path, kind: Any) -> None:
    """Who alone is left has won; the standings have them first, alone."""
    folder = tmp_path / "cup"
    first, second = _semifinals(folder)
    _win(folder, first, kind=kind)
    _win(folder, second, "p003")
    assert _refused(lambda: _pair(folder))[:2] == (
        "event-over", "p003 has won: nobody else is left",
    )  # fmt: skip
    assert _places(folder) == {"p003": 1, "p002": 2, "p001": 3, "p004": 4}
    assert not audit_event(open_event(folder)).findings
    assert Shown(open_event(folder)).is_over


def test_nobody_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    for match in _semifinals(folder):
        _win(folder, match, kind="double-forfeit")
    code, message, _ = _refused(lambda: _pair(folder))
    assert (code, message) == ("event-over", "nobody has won: nobody is left")
    assert Shown(open_event(folder)).is_over
    assert {*_places(folder).values()} == {1}


def test_a_page_says_over_when_nothing_is_to_come(tmp_path: Path) -> None:
    """Groups with a final are not over before it, nor a knock-out before its own."""
    folder = _cup(tmp_path / "cup", 6, {"format": {"kind": "groups", "size": 3, "final": 1}})
    started(folder)
    assert not Shown(_decide(folder)).is_over
    assert len(started(folder).started[-1].bracket) == 1
    assert not Shown(open_event(folder)).is_over
    assert Shown(_decide(folder)).is_over
    folder = _cup(tmp_path / "mug", 4, KNOCK_OUT)
    started(folder)
    assert not Shown(_decide(folder)).is_over


def test_a_round_of_byes_alone_is_passed_over(tmp_path: Path) -> None:
    """Of four quarterfinals two are lost by both: the others' winners meet at once."""
    folder = _cup(tmp_path / "cup", 8, KNOCK_OUT)
    event = started(folder)
    bracket = event.started[0].bracket
    for match, one in event.matches.items():
        place = next(n for n, slot in enumerate(bracket) if {*slot} == {*one.seats.values()})
        if place in (0, 3):
            _win(folder, match, kind="double-forfeit")
        else:
            _win(folder, match, min(one.seats.values()))
    final = started(folder).started[-1]
    assert final.bracket == [(min(bracket[1]), min(bracket[2]))]
    _decide(folder)
    places = _places(folder)
    assert [places[min(bracket[1])], places[min(bracket[2])]] in ([1, 2], [2, 1])
    assert sorted(places.values()) == [*range(1, 9)]
    assert not audit_event(open_event(folder)).findings


def test_how_a_final_ended_is_said(tmp_path: Path) -> None:
    """An open final is not over; a drawn one was played, and nobody has won it."""
    folder = tmp_path / "cup"
    _semifinals(folder)
    _decide(folder)
    started(folder)
    code, message, _ = _refused(lambda: _pair(folder))
    assert (code, message) == ("nobody-goes-on", "nobody has won 02-01 yet")
    for winners, said in (
        (("p001", "p002"), "nobody"), (("p002",), "p002"),
    ):  # fmt: skip
        _win(folder, "02-01", *winners)
        assert _refused(lambda: _pair(folder))[:2] == (
            "event-over", f"the final was played: {said} has won",
        )  # fmt: skip
    _win(folder, "02-01", kind="double-forfeit")
    assert "nobody has won" in _refused(lambda: _pair(folder))[1]


@pytest.mark.parametrize("leaves", [True, False])
def test_a_finalist_leaves_or_sits_out(tmp_path: Path, leaves: bool) -> None:
    """Before the final is paired: who should meet them has won. `pair` and `start` agree."""
    folder = tmp_path / "cup"
    _semifinals(folder)
    _decide(folder)
    _pair(folder)
    if leaves:
        _leave(folder, "p001")
    else:
        _change(folder, "p001", absent=[2])
    assert _refused(lambda: _start(folder))[:2] == (
        "proposal-stale", "p002 has won: nobody else is left",
    )  # fmt: skip
    assert _refused(lambda: _pair(folder))[0] == "event-over"
    places = _places(folder)
    assert [places["p002"], places["p001"]] == [1, 2]


def test_who_has_the_bye_leaves(tmp_path: Path) -> None:
    """Of six the first two have byes; one leaves during round 1, and their opponent has a bye."""
    folder = _cup(tmp_path / "cup", 6, KNOCK_OUT)
    assert {bye.player for bye in started(folder).started[0].byes} == {"p001", "p002"}
    _leave(folder, "p001")
    _decide(folder)
    second = started(folder).started[-1]
    assert [bye.player for bye in second.byes] == ["p004"]
    assert [{*one.seats.values()} for one in second.matches] == [{"p002", "p003"}]
    _decide(folder)
    assert {*started(folder).started[-1].bracket[0]} == {"p002", "p004"}
    assert not audit_event(open_event(folder)).findings


def test_who_went_out_takes_a_seat_over_and_wins(tmp_path: Path) -> None:
    """They stand where they came to, once; who gave the seat up stands before those of round 1."""
    folder = tmp_path / "cup"
    _semifinals(folder)
    _decide(folder)
    started(folder)
    replace_player(folder, "02-01", "p001", "p004", by="r1", reason="ill", now=NOW)
    assert _places(folder) == {"p002": 1, "p004": 1, "p001": 3, "p003": 3}
    _win(folder, "02-01", "p004")
    assert _places(folder) == {"p004": 1, "p002": 2, "p001": 3, "p003": 4}
    assert not audit_event(open_event(folder)).findings


def test_nobody_has_two_places_in_a_round_of_a_knock_out(tmp_path: Path) -> None:
    """Neither who plays nor who has a bye takes a seat over: else they would meet themselves."""
    folder = _cup(tmp_path / "cup", 6, KNOCK_OUT)
    event = started(folder)
    for former, heir in (("p003", "p001"), ("p003", "p005"), ("p003", "p004")):
        match = next(one for one in event.matches if former in event.seated(one).values())
        act = partial(replace_player, folder, match, former, heir, by="r1", reason="so", now=NOW)
        assert _refused(act)[:2] == ("cannot-replace", f"{heir} has a place in round 1 already")
    assert not open_event(folder).lines[3:]


def test_who_leaves_on_the_day_of_a_start_was_there_before(tmp_path: Path) -> None:
    """The audit sees by what the round was paired from that they had not left, out as they were."""
    folder = tmp_path / "cup"
    _semifinals(folder)
    _decide(folder)
    started(folder)
    _leave(folder, "p004")
    assert not audit_event(open_event(folder)).findings


# -- corrected results ---------------------------------------------------------------------------


def test_a_corrected_semifinal_is_told(tmp_path: Path) -> None:
    """The bracket stays, and it is said which match is touched; the right one may take the seat."""
    folder = tmp_path / "cup"
    first, second = _semifinals(folder)
    _decide(folder)
    assert _touched(folder, _win(folder, first, "p004")) == ()  # no final as yet
    _win(folder, first, "p001")
    started(folder)
    told: dict[str, Any] = {"round": 2, "match": "02-01", "plays": "p001", "is_open": True}
    assert _touched(folder, _win(folder, first, "p004")) == (
        Touched(**told, instead="p004"),
    )  # fmt: skip
    assert _touched(folder, _win(folder, first, "p001", "p004")) == (
        Touched(**told, instead=""),
    )  # fmt: skip
    assert {*_places(folder)} == {"p001", "p002", "p003", "p004"}
    assert _touched(folder, _win(folder, first, "p001")) == ()
    line = _win(folder, first, "p004")
    assert not audit_event(open_event(folder)).findings
    replace_player(folder, "02-01", "p001", "p004", by="r1", reason="so", now=NOW)
    assert _touched(folder, line) == ()
    final = _win(folder, "02-01", "p004")
    assert _touched(folder, final) == ()
    assert _places(folder) == {"p004": 1, "p002": 2, "p001": 3, "p003": 4}
    (again,) = _touched(folder, _win(folder, second, "p003"))
    assert (again.plays, again.instead, again.is_open) == ("p002", "p003", False)
    assert not audit_event(open_event(folder)).findings


def test_a_draw_behind_a_final_leaves_the_standings(tmp_path: Path) -> None:
    """A semifinal that was corrected to a draw breaks no standings."""
    folder = tmp_path / "cup"
    first, _ = _semifinals(folder)
    _decide(folder)
    started(folder)
    _decide(folder)
    places = _places(folder)
    _win(folder, first, "p001", "p004")
    assert _places(folder) == places == {"p001": 1, "p002": 2, "p004": 3, "p003": 4}


def test_a_winner_whom_nobody_awaited_is_told(tmp_path: Path) -> None:
    """Both were lost to a match, and one has won it after all: the other finalists play on."""
    folder = _cup(tmp_path / "cup", 8, KNOCK_OUT)
    event = started(folder)
    bracket = event.started[0].bracket
    match = {frozenset(one.seats.values()): name for name, one in event.matches.items()}
    _win(folder, match[frozenset(bracket[0])], kind="double-forfeit")
    _decide(folder)
    second = started(folder).started[-1]
    assert min(bracket[1]) in {bye.player for bye in second.byes}
    line = _win(folder, match[frozenset(bracket[0])], "p001")
    assert _touched(folder, line) == (
        Touched(round=2, match="", plays="", instead="p001", is_open=False),
    )  # fmt: skip
    assert _touched(folder, _win(folder, match[frozenset(bracket[1])], "p005")) == (
        Touched(round=2, match="", plays="p004", instead="p005", is_open=False),
    )  # fmt: skip


def test_a_corrected_result_of_a_group_is_told(tmp_path: Path) -> None:
    """Who would be in the final now, and whose place it is; a result that moves nobody says so."""
    folder = _cup(
        tmp_path / "cup", 6, GROUPS | {"format": {"kind": "groups", "size": 3, "final": 1}}
    )
    event = started(folder)
    _decide(folder)
    bracket = started(folder).started[-1].bracket
    group = [name for name, one in event.matches.items() if "p001" in one.seats.values()]
    others = sorted({who for name in group for who in event.matches[name].seats.values()})[1:]
    assert "p001" in bracket[0]
    for name in group:
        there = {*event.matches[name].seats.values()}
        if others[0] in there and "p001" not in there:
            assert _touched(folder, _win(folder, name, others[1])) == ()
            _win(folder, name, others[0])
    duel = next(name for name in group
                if {*event.matches[name].seats.values()} == {"p001", others[0]})  # fmt: skip
    assert _touched(folder, _win(folder, duel, others[0])) == (
        Touched(round=2, match="02-01", plays="p001", instead=others[0], is_open=True),
    )  # fmt: skip
    assert not audit_event(open_event(folder)).findings


# -- late entries --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "what"),
    [(GROUPS, "the groups have"), (KNOCK_OUT, "the knock-out has"),
     (SWISS | {"format": {"kind": "swiss", "rounds": 1}}, "the last round has")],
)  # fmt: skip
def test_who_would_never_play_is_not_entered(
    tmp_path: Path, told: dict[str, Any], what: str
) -> None:
    """Once nobody is paired any more a standby alone enters, who may take a seat over."""
    folder = _cup(tmp_path / "cup", 4, told)
    _enter(folder, name="In time")
    first = next(iter(started(folder).matches))
    for role in ("player", "eliminator"):
        with pytest.raises(RefusedFile, match=f"{what} started: no match is left"):
            _enter(folder, name=f"Late {role}", role=role)
    assert len(open_event(folder).players.players) == 5
    late = _enter(folder, name="Ready", role="standby")
    former = next(iter(open_event(folder).matches[first].seats.values()))
    replace_player(folder, first, former, late, by="r1", reason="ill", now=NOW)
    assert late in open_event(folder).seated(first).values()


@pytest.mark.parametrize("told", [SWISS, LADDER])
def test_late_entries_where_rounds_follow(tmp_path: Path, told: dict[str, Any]) -> None:
    folder = _cup(tmp_path / "cup", 4, told)
    started(folder)
    late = _enter(folder)
    _enter(folder, name="Another")
    _decide(folder)
    assert late in {who for one in _pair(folder).matches for who in one.seats.values()}


@pytest.mark.parametrize("odd", ["bye", "standby"])
@pytest.mark.parametrize("told", [GROUPS, KNOCK_OUT])
def test_a_standby_who_took_a_seat_over_goes_on(
    tmp_path: Path, told: dict[str, Any], odd: str
) -> None:
    """Into the next round of a knock-out, or out of a group into the final."""
    folder = _cup(tmp_path / "cup", 8, told, odd=odd)
    event = started(folder)
    late = _enter(folder, name="Ready", role="standby")
    for match, one in event.matches.items():
        if "p001" in one.seats.values():
            replace_player(folder, match, "p001", late, by="r1", reason="ill", now=NOW)
            _win(folder, match, late)
    _leave(folder, "p001")
    _decide(folder)
    second = started(folder).started[-1]
    assert late in {who for slot in second.bracket for who in slot}
    _decide(folder)
    assert not audit_event(open_event(folder)).findings
