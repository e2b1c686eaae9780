"""Attacks on the clock: the referee writes times, steps and days as it suits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log
from adjudicator.audit.clock import ClockFacts, read_policy
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.core.values import FrozenMap
from adjudicator.matches.match import Match
from tests.audit.log_changes import chained, lines_of
from tests.matches.toy_chains import log_of
from tests.matches.toy_match import bids, new

Note = dict[str, Any]
WEEK = {"turn": "P7D", "answer": "P3D", "grace": "PT24H", "bank": "P2D", "leave": "P7D",
        "missed": ["bank", "built-in"]}  # fmt: skip
DUE, IN_TIME, LATE = "2026-11-29T19:00Z", "2026-11-28T10:11Z", "2026-12-01T19:00Z"


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """Blue was in time; red's sheet came a day after the grace, and the bank paid for it."""
    made = new(tmp_path / "m", clock=read_policy(WEEK))
    facts = ClockFacts(
        n=1,
        due=FrozenMap({"blue": DUE, "red": DUE}),
        received=FrozenMap({"blue": IN_TIME, "red": LATE}),
        missed=FrozenMap({"red": log.Missed(step="bank", count=1)}),
        bank=FrozenMap({"red": 1}),
    )
    made.adjudicate(bids(made), clock=facts)
    return made


def never_late(note: Note) -> None:
    """The friend's miss is left out."""
    note["missed"], note["bank"] = {}, {}


def free_of_charge(note: Note) -> None:
    """Nothing is taken from the friend's bank."""
    note["bank"] = {}


def without_deadline(note: Note) -> None:
    """Whoever has no deadline is never late."""
    del note["due"]["red"]
    never_late(note)


def after_the_bank(note: Note) -> None:
    """The sheet came when the bank was empty."""
    note["received"]["red"], note["bank"] = "2026-12-09T19:00Z", {"red": 0}


def endless_leave(note: Note) -> None:
    """More days of leave than the policy gives."""
    note["leave"] = {"red": [{"begins": DUE, "days": 8}]}
    never_late(note)


@pytest.mark.parametrize(
    "attack", [never_late, free_of_charge, without_deadline, after_the_bank, endless_leave]
)
def test_a_referee_who_lets_a_friend_be_late_is_found_out(
    match: Match, attack: Callable[[Note], None]
) -> None:
    lines = lines_of(log_of(match))
    attack(next(line for line in lines if line.get("kind") == "clock"))
    raw = chained(lines)
    read = log.parse_log(raw)
    assert audit_dice(read).sound, "no die depends on it"
    (problem,) = replay(match.rules, read).problems
    assert "its clock note is wrong" in problem.message


def test_a_note_by_hand_in_the_place_of_the_clocks_is_named(match: Match) -> None:
    lines = [line for line in lines_of(log_of(match)) if line.get("kind") != "clock"]
    read = log.parse_log(chained(lines))
    assert replay(match.rules, read).problems == ()
    assert audit_dice(read).by_hand == (1,)


def test_a_false_arrival_is_seen_by_nobody_but_the_player(match: Match) -> None:
    """What the design leaves: minutes are as the referee says; a receipt convicts them."""
    lines = lines_of(log_of(match))
    note = next(line for line in lines if line.get("kind") == "clock")
    note["received"]["red"] = IN_TIME
    never_late(note)
    assert replay(match.rules, log.parse_log(chained(lines))).problems == ()
