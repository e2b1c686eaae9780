"""What an audit takes from logs, from the beacon, and from the files for ratings and luck."""

from __future__ import annotations

import sys
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from adjudicator.api.log_facts import facts_of
from adjudicator.api.luck import dice_of
from adjudicator.audit import log
from adjudicator.core.values import FrozenMap
from adjudicator.matches.opening_files import OpeningFiles
from adjudicator.tournament.auditing import audit_event, audit_folder
from adjudicator.tournament.deciding import Decision, rule
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.event_luck import luck_of_event, match_throws
from adjudicator.tournament.facts import balance_of, ratings_of, rules_of, standings_of
from adjudicator.tournament.folder import open_event
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.pairing.program import ProgramEngine
from adjudicator.tournament.starting import new_event, pair_round, start_round
from adjudicator.workers.driver import driver_of
from tests.beacon import ROUND, answer, believed
from tests.errors.catalogue import _no_pictures
from tests.tournament.cup import NOW, TOLD, after, cup, play, started

LOG = Path("examples/stratix-match/log.jsonl")


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpeningFiles, "write_views", _no_pictures)


def test_what_a_log_says_of_itself() -> None:
    """Lateness by its clock alone, rewinds, and which line was the last when."""
    genesis = log.parse_log(LOG.read_bytes()).lines[0]
    due = FrozenMap({"a": "2027-01-01T12:00Z", "b": "2027-01-01T12:00Z"})
    missed = FrozenMap({"a": log.Missed(step="wait", count=1)})
    none: FrozenMap[str, str] = FrozenMap()
    said = log.Clock(n=1, due=due, received=none, missed=missed, bank=FrozenMap(),
                     leave=FrozenMap(), moved=(), brake=False)  # fmt: skip
    by_hand = said.model_copy(update={"due": none, "n": 2})
    again = said.model_copy(update={"n": 3})
    state = log.StateReached(n=1, sha256="ab" * 32, engine="x")
    payloads: list[log.Payload] = [
        said,
        state,
        by_hand,
        log.Annul(n=1, reason="so"),
        log.Rewind(to=0),
        again,
    ]
    lines = [log.Line(k, f"{k:064x}", payload) for k, payload in enumerate(payloads, 1)]
    facts = facts_of(log.Log((genesis, *lines)))
    assert facts is not None
    assert (facts.late, facts.rewinds, facts.openings) == ({"a": 2}, 1, ((2, 1),))
    assert facts.line_of(f"{2:064x}") == 2
    assert facts.line_of("ab" * 32) is None
    assert [facts.opening_at(line) for line in (1, 2, 6)] == [0, 1, 1]
    assert [facts.amended_after(line) for line in (3, 4, 5)] == [True, True, False]
    assert facts_of(log.Log(())) is None


def test_a_draw_by_the_beacon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its signature, or a file with what it answers, proves the value; another value refutes it."""
    folder, told = tmp_path / "cup", tmp_path / "answer.json"
    new_event(folder, TOLD, beacon=ROUND)
    entries = [Entry(line=n, values={"name": f"N{n}", "built_in": True}) for n in range(1, 5)]
    add_players(folder, entries, source="x", now=NOW)
    told.write_bytes(answer())
    with pytest.MonkeyPatch.context() as patch:
        believed(patch)
        pair_round(folder, Gacrux(), beacon=(answer(), told))
        start_round(folder, now=NOW)
        assert audit_event(open_event(folder)).findings == ()
    (found,) = audit_event(open_event(folder)).findings
    assert (found.code, found.path) == ("draw-not-the-beacons", "rounds/01/draw.json")
    assert audit_folder(folder, beacons=[told]).findings == ()
    values = {ROUND: ("ab" * 32, None)}
    (found,) = audit_event(open_event(folder), beacons=values).findings
    assert found.code == "draw-not-the-beacons"
    monkeypatch.setattr(
        "adjudicator.tournament.audit_pairings.check_beacon_signature", lambda *said: False
    )
    (found,) = audit_event(open_event(folder)).findings
    assert (found.code, found.verdict) == ("beacon-not-checked", "not-proven")


def test_groups_are_paired_beforehand(tmp_path: Path) -> None:
    """What was forfeited there counts as played for Buchholz; in a Swiss it does not."""
    for kind, more, beforehand in (("groups", {"size": 4}, True), ("swiss", {"rounds": 3}, False)):
        folder = tmp_path / kind
        cup(folder, ["Anna", "Bert", "Cleo", "Dora"], format={"kind": kind, **more},
            tie_breaks=["buchholz"])  # fmt: skip
        event = started(folder)
        assert rules_of(event).paired_beforehand is beforehand
    folder = tmp_path / "groups"
    event = open_event(folder)
    for match, one in event.matches.items():
        first, second = one.seats.values()
        gone = Decision(kind="forfeited", forfeits=(second,), by="r1", reason="away")
        rule(folder, match, gone, now=after(1))
        assert first != second
    rows = {row.player: row for row in standings_of(open_event(folder)).rows}
    for player, row in rows.items():
        others = sum(other.score for name, other in rows.items() if name != player)
        assert row.tie_breaks == (others,)


def test_ratings_know_who_plays(tmp_path: Path) -> None:
    """Matches have begun with their round; who plays on is not idle, others are after months."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert", "Cleo", "Dora"], people=True)
    event = started(folder)
    for match, one in event.matches.items():
        winner = next(iter(one.seats.values()))
        rule(folder, match, Decision(kind="agreed", winners=(winner,), by="r1", reason="so"),
             now=after(60))  # fmt: skip
    event = started(folder, day=61)
    over, going = event.started[1].matches
    rule(folder, over.match, Decision(kind="agreed", by="r1", reason="so"), now=after(62))
    event = open_event(folder)
    found = {one.player: one for one in ratings_of(event, today=date(2028, 1, 1))}
    assert {found[player].matches for player in over.seats.values()} == {2}
    assert {found[player].matches for player in going.seats.values()} == {1}
    soon = {one.player: one for one in ratings_of(event, today=after(63).date())}
    assert all(found[one].sigma == soon[one].sigma for one in going.seats.values())
    assert all(found[one].sigma > soon[one].sigma for one in over.seats.values())
    assert balance_of(event).people == ()


def test_the_luck_of_an_event_is_one_sum_a_player(tmp_path: Path) -> None:
    """All throws of all their matches, whichever seat they had."""
    folder = tmp_path / "cup"
    cup(folder, ["Anna", "Bert", "Cleo"], game="galactic-conquest", scenario="two",
        format={"kind": "groups", "size": 3}, dice={}, tie_breaks=["lot"])  # fmt: skip
    event = started(folder)
    play(folder, most=4)
    with driver_of(1) as driver:
        found = luck_of_event(event, driver)
    count: Counter[str] = Counter()
    for match, one in event.matches.items():
        dice = dice_of(event.match_folder(match))
        trials = dice.trials(dice.standing)
        for seat, sides in dice.sides_by_seat.items():
            thrown = sum(len(trial.came) for trial in trials if trial.side in (*sides, seat))
            count[one.seats[seat]] += thrown
            assert len(match_throws(event.match_folder(match)).by_seat[seat]) == thrown
    assert sum(count.values()) > 0
    assert {one.player: one.luck.throws for one in found.players} == +count
    assert found.unknown == {}
    (event.match_folder("01-01") / "log.jsonl").write_bytes(b"{}\n")
    with driver_of(1) as driver:
        assert set(luck_of_event(event, driver).unknown) == {"01-01"}


_PROGRAM = """#!{python}
import sys
from pathlib import Path
from adjudicator.tournament.pairing.gacrux import Gacrux
asked, answer = sys.argv[2], sys.argv[4]
trf = Path(asked).read_text()
Path(answer).write_text(Gacrux().pair(trf, round_number=1, absent=()))
"""


def test_who_paired_it_must_be_here(tmp_path: Path) -> None:
    """A program that somebody named is asked again; without it nothing is proven."""
    folder, program = tmp_path / "cup", tmp_path / "my pairings"
    program.write_text(_PROGRAM.format(python=sys.executable))
    program.chmod(0o755)
    cup(folder, ["Anna", "Bert", "Cleo", "Dora"])
    paired = pair_round(folder, ProgramEngine(program))
    assert paired.engine.name == "my-pairings"
    start_round(folder, now=NOW)
    (found,) = audit_event(open_event(folder)).findings
    assert (found.code, found.verdict) == ("engine-lacking", "not-proven")
    assert audit_event(open_event(folder), engine=ProgramEngine(program)).findings == ()
    program.write_text(f"{program.read_text()}# another\n")
    assert audit_event(open_event(folder), engine=ProgramEngine(program)).findings == ()
