"""Entries that are put right: rounds that have started keep what was said in their time."""

from __future__ import annotations

import json
import random  # noqa: TID251 - which entries change
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.beginning import addresses_in, names_in
from adjudicator.api.problems import Refused, RefusedFile
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament.auditing import audit_event
from adjudicator.tournament.changing import Changed, change_player
from adjudicator.tournament.deciding import gather_results
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.facts import entrants_of, standings_of
from adjudicator.tournament.folder import open_event
from tests.errors.catalogue import _no_pictures
from tests.tournament.audited_events import edit
from tests.tournament.cup import NOW, after, cup, play, started


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)


def _change(folder: Path, player: str, day: int = 0, **told: str) -> Changed:
    return change_player(folder, player, told, now=after(day))


def _code(folder: Path, player: str, **told: str) -> list[str]:
    with pytest.raises(Refused) as caught:
        change_player(folder, player, told, now=NOW)
    return [one.code for one in caught.value.problems]


def test_before_the_start_nothing_is_remembered(tmp_path: Path) -> None:
    cup(tmp_path / "cup", ["Anna", "Bert", "Cleo"])
    done = _change(tmp_path / "cup", "p002", rating="1234", name="Bertha", wishes="west")
    assert done.before == {"name": "Bert", "rating": 1998, "wishes": []}
    now = open_event(tmp_path / "cup").players.players[1]
    assert (now.name, now.rating, now.wishes, now.changes) == ("Bertha", 1234, ["west"], [])
    _change(tmp_path / "cup", "p002", rating="none", wishes="none")
    now = open_event(tmp_path / "cup").players.players[1]
    assert (now.rating, now.wishes) == (None, [])
    assert "changes" not in (tmp_path / "cup/players.json").read_text()


def test_rounds_that_started_stay_as_they_are(tmp_path: Path) -> None:
    """Rating, role and absence change between rounds; the audit pairs each from what it knew."""
    folder = tmp_path / "cup"
    cup(folder, [f"N{number}" for number in range(1, 6)], odd="standby")
    dora = {"name": "Dora", "built_in": True, "role": "standby"}
    add_players(folder, [Entry(line=1, values=dora)], source="x", now=NOW)
    before = started(folder)
    assert [one.id for one in entrants_of(before, 2) if one.fills] == ["p006"]
    play(folder)
    gather_results(folder, now=after(1))
    _change(folder, "p005", 3, rating="2400", absent="3")
    _change(folder, "p006", 3, role="player")
    _change(folder, "p001", 4, rating="none", handicap="1/2")
    event = started(folder, day=5)
    assert not any(one.fills for one in entrants_of(event, 3))
    assert audit_event(event).verdict == "sound"
    play(folder)
    gather_results(folder, now=after(6))
    _change(folder, "p005", 6, rating="2500")
    event = started(folder, day=9)
    byes = {one.player: one.kind for one in event.started[-1].byes}
    assert sorted(byes.values()) == ["bye-asked", "bye-given"], "six, of whom one sits out"
    assert byes["p005"] == "bye-asked"
    play(folder)
    gather_results(folder, now=after(10))
    found = audit_event(open_event(folder))
    assert (found.findings, found.verdict) == ((), "sound")
    rows = {row.player: row for row in standings_of(open_event(folder)).rows}
    assert rows["p001"].score.denominator == 2
    told = json.loads((folder / "public/players.json").read_text())["players"][4]["changes"]
    assert [(one["n"], one["was"]) for one in told] == [
        (1, {"rating": 1995, "absent": []}), (4, {"rating": 2400}),
    ]  # fmt: skip

    def forget(all_: dict[str, list[dict[str, object]]]) -> None:
        del all_["players"][4]["changes"]

    edit(folder / "players.json", forget)
    assert "input-differs" in {one.code for one in audit_event(open_event(folder)).findings}


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[pytest.mark.exhaustive] if seed > 1 else []) for seed in range(12)],
)
def test_changes_by_chance_are_audited(tmp_path: Path, seed: int) -> None:
    """Any of them, on the day of a pairing too, before or behind it."""
    chance = random.Random(seed)
    folder = tmp_path / "cup"
    told: dict[str, Any] = {"format": {"kind": "rolling", "waiting": 2}} if seed % 2 else {}
    cup(folder, [f"N{number}" for number in range(1, 7)], **told)
    for number in range(3):
        day = number
        for _ in range(chance.randrange(4)):
            values = {
                "rating": str(chance.randrange(3000)),
                "wishes": chance.choice(["east", "west"]),
                "absent": chance.choice(["none", "6"]),
            }
            fields = {name: values[name] for name in chance.sample(sorted(values), 2)}
            with suppress(Refused):  # all of it stands there
                _change(folder, f"p{chance.randrange(1, 7):03}", day, **fields)
        started(folder, day=day)
        for player in chance.sample(range(1, 7), 2):
            _change(folder, f"p{player:03}", day, rating=str(3000 + chance.randrange(999)))
        play(folder)
        gather_results(folder, now=after(day))
    found = audit_event(open_event(folder))
    assert (found.findings, found.verdict) == ((), "sound"), seed


def test_letters_of_open_matches_follow(tmp_path: Path) -> None:
    """A new address and name reach them; a key is for matches to come."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"], people=True)
    event = started(folder)
    (match,) = event.open_matches
    seat = next(seat for seat, sits in event.seated(match).items() if sits == "p002")
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHKbkPnIqEGfT3HYR7NcpO5AfE4F6TGCRrRXPWfr0aSz"
    done = _change(folder, "p002", address="bert@x.test", name="Bertram", key=key)
    assert (done.matches, done.keyed) == ((match,), (match,))
    place = event.match_folder(match)
    assert (addresses_in(place)[seat], names_in(place)[seat]) == ("bert@x.test", "Bertram")
    assert "x.test" not in (folder / "public/players.json").read_text()
    assert open_event(folder).players.players[1].changes[0].was == {"key": ""}


def test_what_cannot_be_said_is_refused_all_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert", "Cleo"])
    assert _code(folder, "p009", rating="1") == ["no-such-player"]
    assert _code(folder, "p001", rating="1999") == ["nothing-changed"]
    assert _code(folder, "p001", rating="good", wishes="north", role="none",
                 address="a b@x") == ["entry-unfit"] * 4  # fmt: skip
    assert _code(folder, "p001", name="\u202e") == ["entry-unfit"]
    started(folder)
    assert _code(folder, "p001", absent="1 2") == ["round-started"]
    _change(folder, "p001", absent="2")


@pytest.mark.parametrize("was", [{"rating": "x"}, {"name": "Bert"}, {"rating": -1}, {}])
def test_a_past_that_cannot_have_been_is_refused(tmp_path: Path, was: dict[str, object]) -> None:
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"])
    line = {"n": 1, "day": "2027-01-15", "was": was}
    edit(folder / "players.json", lambda told: told["players"][0].update(changes=[line]))
    with pytest.raises(RefusedFile):
        open_event(folder)


def test_two_changes_have_two_numbers(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert"])
    line = {"n": 1, "day": "2027-01-15", "was": {"rating": 1}}
    edit(folder / "players.json",
         lambda told: [one.update(changes=[line]) for one in told["players"]])  # fmt: skip
    with pytest.raises(RefusedFile) as caught:
        open_event(folder)
    assert [one.problem.code for one in caught.value.located] == ["changes-contradict"]
