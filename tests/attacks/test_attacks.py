"""Attacks on dice and files, carried out: what works, what is refused, what is found out.

Each row of the table of threats in adjudicator/audit/README.md names one of these tests. They play
the toy game; the attacker is a player, a stranger or the referee, who has every secret of theirs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import Opening
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.documents.problems import RefusedFile
from adjudicator.matches.match import Match
from tests.audit.log_changes import chained, lines_of, package_says, stand_alone_says
from tests.core.toy_orders import MARCH
from tests.matches.toy_chains import log_of
from tests.matches.toy_match import bids, new, sheet

TIE = "turn-1/tie"


def verdicts(raw: bytes) -> set[str]:
    """What both verifiers say of a log whose chain of hashes is in order."""
    return {package_says(raw), stand_alone_says(raw)}


def refused_for(match: Match, *given: tuple[str, bytes]) -> list[str]:
    with pytest.raises(RefusedFile) as refused:
        match.adjudicate(list(given))
    return [one.problem.code for one in refused.value.located]


def tie_rolled(match: Match, blind: str) -> int:
    """Who begins after a tie, as a copy of the match rolls it for a red sheet with this blind."""
    blue, _ = bids(match, 1, 1)
    red = sheet(match, "red", orders={"bids": [{"order": "bid", "gold": 1}]}, blind=blind)
    copy = match.copy_to(match.folder.parent / f"{match.folder.name}-{blind[:4]}")
    opening = copy.adjudicate([blue, red]).opening
    assert opening is not None
    return opening.run.rolls[0].values[0]


def key_from(offered: Match, sheets: Mapping[str, Mapping[str, Any]], ref: str | None) -> str:
    """The turn key that somebody computes who knows these sheets and this chain value."""
    shares = [tfd1.Share(seat, tfd1.json_hash(sheets[seat])) for seat in sorted(sheets)]
    return tfd1.turn_key(ref, offered.saved.gid, 1, beacon=None, shares=shares)


def test_orders_are_ground_in_public_mode_and_the_mode_says_so(tmp_path: Path) -> None:
    """The last to send tries blinds until the die suits him: it works, and is warned of."""
    match = new(tmp_path / "public", mode="public")
    _, blue = bids(match, 1, 1)[0]
    for number in range(40):
        _, red = sheet(
            match, "red", orders={"bids": [{"order": "bid", "gold": 1}]}, blind=f"{number:064x}"
        )
        sheets = {"blue": json.loads(blue), "red": json.loads(red)}
        if tfd1.roll(key_from(match, sheets, None), TIE, 1, 2) == (2,):
            break
    played = match.adjudicate([("blue.json", blue), ("red.json", red)])
    assert played.opening is not None
    assert played.opening.run.state.mover == "red"
    audit = audit_dice(log.parse_log(log_of(match)))
    assert audit.sound
    assert any("compute the dice and choose their orders by them" in said for said in audit.reports)


def test_orders_cannot_be_ground_against_the_referees_secret(tmp_path: Path) -> None:
    """In referee mode what the player computes is not what is rolled."""
    match = new(tmp_path / "referee")
    given = dict(bids(match, 1, 1))
    sheets = {name.removesuffix(".json"): json.loads(raw) for name, raw in given.items()}
    played = match.adjudicate(list(given.items()))
    assert played.opening is not None
    opened = log.parse_log(log_of(match)).lines[2].payload
    assert isinstance(opened, log.Open)
    assert opened.ref is not None
    assert key_from(match, sheets, opened.ref) == opened.key
    for guess in (None, tfd1.ZERO, match.genesis.offer.anchor, match.genesis.offer.hidden):
        assert key_from(match, sheets, guess) != opened.key


def test_running_again_until_it_suits_gives_the_same_dice(tmp_path: Path) -> None:
    """The same sheets give the same bytes each time; only other sheets give other dice."""
    match = new(tmp_path / "m")
    blinds = ["aa" * 32] * 3 + [f"{number:02x}" * 32 for number in range(8)]
    first, *others = [tie_rolled(match, blind) for blind in blinds[2:]]
    again = new(tmp_path / "again")
    assert tie_rolled(again, blinds[0]) == first
    assert len({first, *others}) > 1


def test_two_logs_for_two_players_are_found_out_by_their_next_sheets(tmp_path: Path) -> None:
    """The referee tells each player his own story; the sheet that answers one gives it away."""
    match = new(tmp_path / "m")
    for_blue, for_red = match.copy_to(tmp_path / "blue"), match.copy_to(tmp_path / "red")
    for_blue.adjudicate(bids(for_blue, 2, 1))
    for_red.adjudicate(bids(for_red, 3, 1))
    assert verdicts(log_of(for_blue)) == verdicts(log_of(for_red)) == {"sound"}
    answer = sheet(for_blue, "blue", orders=MARCH)
    assert refused_for(for_red, answer) == ["other-head"]
    # He takes it in all the same: by hand, for the program refuses it.
    for_blue.adjudicate([answer])
    lines = lines_of(log_of(for_red)) + lines_of(log_of(for_blue))[4:]
    forced = chained(lines)
    problems = audit_dice(log.parse_log(forced)).failures
    assert "sheet-false" in {problem.code for problem in problems}
    assert verdicts(forced) == {"refuted"}


def test_an_altered_past_is_refuted_by_the_sheets_that_answered_it(tmp_path: Path) -> None:
    """An old roll or state is changed and every hash behind it repaired."""
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    lines = lines_of(log_of(match))
    states = [k for k, line in enumerate(lines) if line["t"] == "state"]
    for k in (states[0], 1):
        changed = lines_of(log_of(match))
        if changed[k]["t"] == "state":
            changed[k]["sha256"] = "77" * 32
        else:
            changed[k]["files"]["red"]["orders"]["bids"][0]["gold"] = 4
        assert verdicts(chained(changed)) == {"refuted"}


def test_an_altered_last_state_is_refuted_by_the_rules(tmp_path: Path) -> None:
    """No sheet cites the last line yet: the dice audit is blind there, the full audit is not."""
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    lines = lines_of(log_of(match))
    lines[-1]["sha256"] = "77" * 32
    changed = chained(lines)
    assert verdicts(changed) == {"sound"}
    assert audit_dice(log.parse_log(changed)).last_cited == 0
    refuted = replay(match.rules, log.parse_log(changed)).problems
    assert [problem.code for problem in refuted] == ["rules-disagree"]


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("other-match", {"game": "00" * 32}),
        ("other-opening", {"n": 1}),
        ("other-opening", {"n": 3}),
        ("other-head", {"head": "00" * 32}),
    ],
)
def test_a_sheet_of_another_match_turn_or_head_is_refused(
    tmp_path: Path, code: str, change: dict[str, Any]
) -> None:
    """Replayed or stale: the header binds a sheet to one match, one opening and one log."""
    match = new(tmp_path / "m")
    first = bids(match)
    match.adjudicate(first)
    before = log_of(match)
    assert refused_for(match, sheet(match, "blue", orders=MARCH, **change)) == [code]
    assert set(refused_for(match, *first)) == {"other-opening"}
    assert log_of(match) == before


def test_a_replayed_sheet_in_the_log_is_refuted(tmp_path: Path) -> None:
    """The referee carries an old sheet out a second time, header and all."""
    match = new(tmp_path / "m")
    match.adjudicate(bids(match))
    match.adjudicate([sheet(match, "blue", orders=MARCH)])
    lines = lines_of(log_of(match))
    second = next(k for k, line in enumerate(lines) if line["t"] == "lock" and line["n"] == 2)
    lines[second]["files"]["blue"] = lines[1]["files"]["blue"]
    lines[second]["orders"]["blue"] = lines[1]["orders"]["blue"]
    assert verdicts(chained(lines)) == {"refuted"}


def test_a_sheet_for_another_seat_is_refused_or_shown_to_its_owner(tmp_path: Path) -> None:
    """Red writes blue's sheet. Without keys it is taken, but its hash stands in the lock line."""
    match = new(tmp_path / "m")
    red = bids(match)[1]
    forged = sheet(match, "blue", orders={"bids": [{"order": "bid", "gold": 0}]})
    assert refused_for(match, red, ("as-red.json", forged[1]), ("b.json", bids(match)[0][1])) == [
        "second-sheet"
    ]
    played = match.adjudicate([red, forged])
    assert played.opening is not None
    lock = log.parse_log(log_of(match)).lines[1].payload
    assert isinstance(lock, log.Lock)
    own = tfd1.json_hash(json.loads(bids(match)[0][1]))
    assert lock.orders["blue"] == tfd1.json_hash(json.loads(forged[1])) != own


def test_a_roll_left_out_is_refuted_by_the_rules(tmp_path: Path) -> None:
    """The referee leaves a die out that does not suit him, or names it otherwise."""
    match = new(tmp_path / "m")
    match.adjudicate(bids(match, 1, 1))
    lines = lines_of(log_of(match))
    (at,) = [k for k, line in enumerate(lines) if line["t"] == "roll"]
    without = chained([line for k, line in enumerate(lines) if k != at])
    renamed = lines_of(log_of(match))
    key = renamed[2]["key"]
    renamed[at] |= {"label": "turn-1/toss", "values": list(tfd1.roll(key, "turn-1/toss", 1, 2))}
    for changed in (without, chained(renamed)):
        assert verdicts(changed) == {"sound"}  # Dice alone do not tell.
        problems = replay(match.rules, log.parse_log(changed)).problems
        assert [problem.code for problem in problems] == ["rules-disagree"]


def test_a_roll_made_up_is_refuted_by_everybody(tmp_path: Path) -> None:
    """Other values than the key gives."""
    match = new(tmp_path / "m")
    match.adjudicate(bids(match, 1, 1))
    lines = lines_of(log_of(match))
    (at,) = [k for k, line in enumerate(lines) if line["t"] == "roll"]
    lines[at]["values"] = [3 - lines[at]["values"][0]]
    assert verdicts(chained(lines)) == {"refuted"}


def test_the_plan_of_a_suspended_attacker_is_not_in_the_log(tmp_path: Path) -> None:
    """The match waits in mid-turn: neither the lock line nor any public file has the plan.

    Nor can it be guessed from the hash in the lock line: the blind in the sheet is not public.
    """
    match = new(tmp_path / "m", mode="external")
    match.adjudicate(bids(match))
    plan = [*MARCH["march"], {"order": "march", "unit": "champion", "count": 1}]
    given = sheet(match, "blue", orders={"march": plan}, blind="c0" * 32)
    played = match.adjudicate([given])
    assert isinstance(played.opening, Opening)
    assert [pending.topic for pending in played.saved.pending] == ["rolls"]
    public = {
        path: path.read_bytes()
        for path in match.folder.rglob("*")
        if path.is_file() and "referee" not in path.parts
    }
    assert b"champion" not in log_of(match)
    assert not [path for path, raw in public.items() if b"c0" * 32 in raw]
    lock = next(
        line.payload for line in log.parse_log(log_of(match)).lines[::-1]
        if isinstance(line.payload, log.Lock)
    )  # fmt: skip
    assert not lock.files
    guessed = {**json.loads(given[1]), "blind": None}
    assert tfd1.json_hash(guessed) != lock.orders["blue"] == tfd1.json_hash(json.loads(given[1]))
    # When the player-turn is over, the sheet is published and fits its hash.
    rolls = {"weather/soldier-2": [2], "weather/champion-3": [2], "fight/attacker": [1, 1]}
    match.adjudicate([], {f"turn-1/{label}": values for label, values in rolls.items()})
    assert b"champion" in log_of(match)
    assert verdicts(log_of(match)) == {"sound"}
