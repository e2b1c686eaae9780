"""The clock from end to end: a ruling of the post, the facts, an opening, the log, the words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import adjudicator
from adjudicator.api.clock import ClockPolicy, read_policy
from adjudicator.api.match import Match, open_match
from adjudicator.clock.ruling import facts_of, rule_on
from adjudicator.clock.situation import Asked, Ruling, Situation

POLICY = read_policy(
    {"turn": "P7D", "answer": "P3D", "bank": "P5D", "missed": ["bank", "built-in", "default"]}
)
START = datetime(2026, 11, 20, 10, tzinfo=UTC)


def situation(match: Match, since: datetime, received: dict[str, datetime]) -> Situation:
    asked = tuple(Asked(one.seat, "turn", since) for one in match.awaited if one.seat is not None)
    return Situation(match.n + 1, asked, received, match.clock_standing)


def ruled(
    match: Match, since: datetime, now: datetime, received: dict[str, datetime]
) -> tuple[Situation, Ruling]:
    policy = match.clock
    assert policy is not None
    there = situation(match, since, received)
    return there, rule_on(policy, there, now)


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return adjudicator.new_match(tmp_path / "m", "nine-fields", clock=POLICY)


def silent(match: Match, since: datetime) -> datetime:
    """Makes an opening in which nobody sent anything; returns when."""
    now, policy = since, match.clock
    assert isinstance(policy, ClockPolicy)
    there, ruling = ruled(match, since, now, {})
    while not ruling.opens:
        assert ruling.next_at is not None
        now = ruling.next_at
        there, ruling = ruled(match, since, now, {})
    opened = match.adjudicate(clock=facts_of(policy, there, ruling))
    assert opened.n == there.n
    return now


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("stratix", "skirmish"),
        ("galactic-conquest", "two"),
        ("fortress-america-1986", "standard-2"),
        ("invasion-america", "scenario-five"),
    ],
)
def test_the_default_alone_keeps_every_game_going(game: str, scenario: str, tmp_path: Path) -> None:
    """Also where nobody may order nothing: Four Fronts stood still, and its clock with it."""
    policy = read_policy({"turn": "P1D", "answer": "P1D", "missed": ["default"]})
    now = START
    with adjudicator.new_match(tmp_path / "m", game, scenario, clock=policy) as match:
        for _ in range(3):
            now = silent(match, now)
        assert match.n == 3
    assert adjudicator.verify(tmp_path / "m").verdict == "sound"


def test_a_match_in_which_nobody_sends_anything_goes_on(match: Match) -> None:
    """Step by step as the policy says, each in the log, in report and page, in two languages."""
    now, seats = START, []
    for _ in range(4):
        seats.append(match.awaited[0].seat)
        now = silent(match, now)
        match = open_match(match.folder)
        report = match.report(pictures=False)
        assert "THE CLOCK" in report.text.upper()
    # Each seat's first miss: its bank runs out, then the built-in player; the second: at once.
    assert now - START > timedelta(days=2 * (7 + 5) + 2 * 7)
    assert {*seats} == {"east", "west"}
    assert {one.bank for one in match.clock_standing.values()} == {0}
    assert {one.misses for one in match.clock_standing.values()} == {2}
    assert match.verify().verdict != "refuted"
    told = " ".join(match.report(pictures=False).text.split())
    assert "sent no sheet in time (2 misses in a row): the built-in player wrote" in told
    german = match.report(pictures=False, language="de")
    assert "(zum 2. Mal in Folge)" in " ".join(german.text.split())
    assert "Die Uhr" in german.html
    first = " ".join(match.report(n=1, pictures=False).text.split())
    assert "(1 miss in a row): the built-in player wrote its sheet" in first


def test_a_late_sheet_is_told(match: Match) -> None:
    seat = match.awaited[0].seat
    assert seat is not None
    sheet = match.template(seat)
    came = START + timedelta(days=9, hours=12)
    policy = match.clock
    assert policy is not None
    there, ruling = ruled(match, START, came, {seat: came})
    assert ruling.opens
    match.adjudicate([sheet], clock=facts_of(policy, there, ruling))
    told = " ".join(match.report(pictures=False).text.split())
    assert "sheet came late; days of its bank paid for it: 2 are left." in told
    assert match.verify().verdict == "sound"
