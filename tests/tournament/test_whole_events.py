"""Whole events by the built-in player, from the first file to the last standings."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from adjudicator.api.match import open_match
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament.auditing import audit_event
from adjudicator.tournament.deciding import Decision, gather_results, rule
from adjudicator.tournament.facts import standings_of, winner_of
from adjudicator.tournament.folder import open_event
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.site.shown import Shown
from adjudicator.tournament.starting import pair_round
from tests.errors.catalogue import _no_pictures
from tests.tournament.cup import NOW, ROOMY, after, cup, play, started, whole

NAMES = ("Zoë", "=1+1", "</script>", "Bert", "../../etc", "%s{}", "Ida", "x" * 120)
OTHER = tuple(f"Somebody {number}" for number in range(1, 9))


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No maps and reports: they take most of the time."""
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)


@pytest.fixture
def _same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets are the same each time: those of the draws, and in their order those of matches."""
    monkeypatch.setattr("adjudicator.tournament.folder.make_secret", lambda: "5e" * 32)
    monkeypatch.setattr("adjudicator.audit.tfd1.secrets", _Counted())


class _Counted:
    """In the place of `secrets`: what is no secret, one after another."""

    count = 0

    def token_hex(self, size: int) -> str:
        """Returns so many bytes in hexadecimal."""
        _Counted.count += 1
        return f"{_Counted.count:0{2 * size}x}"


@pytest.mark.usefixtures("_plain", "_same_key")
def test_a_swiss_of_seven_knows_no_names(tmp_path: Path) -> None:
    """Three rounds with a bye each; the first with other names is the same, byte for byte."""
    found = []
    for place, names, rounds in (("two", OTHER[:7], (1,)), ("one", NAMES[:7], (1, 2, 3))):
        folder = tmp_path / place / "cup"
        folder.parent.mkdir()
        _Counted.count = 0
        cup(folder, names)
        for number in rounds:
            event = started(folder, day=number - 1)
            assert len(event.started) == number
            assert len(event.started[-1].matches) == 3
            assert [one.kind for one in event.started[-1].byes] == ["bye-given"]
            play(folder)
            assert len(gather_results(folder, now=after(number)).results) == 3
        found.append({path: raw for path, raw in whole(folder, *ROOMY).items()
                      if not path.endswith("referee/people.json")})  # fmt: skip
    del found[0]["rounds/02/draw.json"]  # its value comes with the next pairing
    begun = {path: raw for path, raw in found[1].items() if path in found[0]}
    begun["results.jsonl"] = b"".join(begun["results.jsonl"].splitlines(keepends=True)[:5])
    assert begun == found[0]
    assert sum(path.endswith("log.jsonl") for path in found[0]) == 3
    everything = b"".join(found[1].values()) + "".join(found[1]).encode()
    for name in (*NAMES[:7], *OTHER):
        if len(name) > 4:
            assert name.encode() not in everything
    event = open_event(folder)
    pairs = [frozenset(match.seats.values()) for match in event.matches.values()]
    assert len({*pairs}) == len(pairs) == 9
    byes = [bye.player for paired in event.started for bye in paired.byes]
    assert len({*byes}) == 3
    # The standings, by a plain reading.
    scores = {one.id: Fraction(0) for one in event.players.players}
    for one in event.results.values():
        if one.kind == "bye-given":
            scores[one.players[0].player] += 1
        else:
            scores[winner_of(one)] += 1
            assert re.fullmatch(r"[0-9a-f]{64}", one.source.head or "")  # type: ignore[union-attr]  # by its head
    rows = standings_of(event).rows
    assert {row.player: row.score for row in rows} == scores
    assert [row.score for row in rows] == sorted(scores.values(), reverse=True)
    assert sum(scores.values()) == 12
    assert audit_event(event).verdict == "sound"


@pytest.mark.usefixtures("_plain")
def test_logs_of_an_event_are_sound(tmp_path: Path) -> None:
    """An event's matches are match folders as ever; pairing again gives the same bytes."""
    cup(tmp_path / "cup", OTHER[:4], format={"kind": "groups", "size": 4})
    event = started(tmp_path / "cup")
    assert len(event.matches) == 6
    play(tmp_path / "cup")
    gather_results(tmp_path / "cup", now=NOW)
    for match in event.matches:
        with open_match(event.match_folder(match), read_only=True) as opened:
            assert opened.name == f"cup-{match}"
            assert opened.verify().is_sound
    rows = standings_of(open_event(tmp_path / "cup"), group=1).rows
    assert sum(row.score for row in rows) == 6
    assert all(row.met == 3 for row in rows)


@pytest.mark.usefixtures("_plain")
def test_a_knock_out_goes_on_with_its_winners(tmp_path: Path) -> None:
    """Five players: three byes, then half-finals, then the final."""
    folder = tmp_path / "cup"
    cup(folder, OTHER[:5], format={"kind": "knock-out"})
    sizes = []
    for number in (1, 2, 3):
        event = started(folder, day=number - 1)
        sizes.append((len(event.started[-1].matches), len(event.started[-1].byes)))
        for match in event.open_matches:
            first = event.matches[match].seats["east"]
            gone = tuple({*event.matches[match].seats.values()} - {first})
            decision = Decision(kind="forfeited", by="r1", reason="away", forfeits=gone)
            rule(folder, match, decision, now=after(number))
    assert sizes == [(1, 3), (2, 0), (1, 0)]
    event = open_event(folder)
    assert audit_event(event).verdict == "sound"
    crosstable = {row[1]: row[2:5] for row in Shown(event, "en").crosstable().rows}
    (loser,) = {*event.matches["01-01"].seats.values()} - {event.matches["01-01"].seats["east"]}
    out = crosstable[Shown(event, "en").name(loser)]
    assert out[1:] == ("-", "-")  # Who is out has no bye.
    assert sum(cells[0] == "1 bye" for cells in crosstable.values()) == 3


@pytest.mark.usefixtures("_plain")
def test_tables_of_four(tmp_path: Path) -> None:
    """Eight players at fours, two rounds: nobody meets again who need not, seats change."""
    folder = tmp_path / "cup"
    scoring = {"kind": "places", "points": ["10", "4", "1"]}
    cup(folder, OTHER, game="galactic-conquest", scenario="four", dice={}, scoring=scoring,
        format={"kind": "tables", "rounds": 2}, tie_breaks=["opponents", "lot"])  # fmt: skip
    for number in (1, 2):
        event = started(folder, day=number - 1)
        paired = event.started[-1]
        assert [len(match.seats) for match in paired.matches] == [4, 4]
        assert Fraction(paired.cost or "-1") >= Fraction(paired.bound or "-1") >= 0
        play(folder, most=2)
        for match in event.open_matches:
            order = [*event.matches[match].seats.values()]
            places = {player: place for place, player in enumerate(order, 1)}
            rule(folder, match, Decision(kind="adjudicated", by="r1", reason="the end",
                                         places=places), now=after(number))  # fmt: skip
    event = open_event(folder)
    seats: dict[str, list[str]] = {}
    for one in event.matches.values():
        for seat, player in one.seats.items():
            seats.setdefault(player, []).append(seat)
    assert all(len({*had}) == 2 for had in seats.values())
    rows = standings_of(event).rows
    assert sum(row.score for row in rows) == 4 * 15
    assert all(row.met == 2 for row in rows)
    assert audit_event(event).verdict == "sound"


@pytest.mark.usefixtures("_same_key")
def test_a_pairing_is_repeated_byte_for_byte(tmp_path: Path) -> None:
    """Anybody who runs `pair` again gets the same files."""
    folder = tmp_path / "cup"
    cup(folder, OTHER, game="galactic-conquest", scenario="four", dice={},
        format={"kind": "tables", "rounds": 2}, tie_breaks=["lot"])  # fmt: skip
    pair_round(folder, Gacrux())
    before = whole(folder, "rounds/")
    (folder / "rounds" / "01" / "pairing.json").unlink()
    pair_round(folder, Gacrux())
    assert whole(folder, "rounds/") == before
    assert {path.rpartition("/")[2] for path in before} == {
        "draw.json", "input.json", "pairing.json",
    }  # fmt: skip
