"""Matches that the built-in player plays are proved in every game, hidden hands or not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from adjudicator.audit import log
from adjudicator.audit.automatic import BUILT_IN
from adjudicator.audit.replay import replay
from adjudicator.audit.tfd1 import digest
from adjudicator.audit.verify import audit_dice
from adjudicator.core.problem import Problem
from adjudicator.core.report import Report
from adjudicator.documents.joins import Invitation, joined
from adjudicator.documents.keys.referee_secret import hidden_of
from adjudicator.documents.printed import pretty
from adjudicator.documents.scenarios import find_scenario
from adjudicator.matches.match import Match
from adjudicator.matches.referee.beginning import begin
from adjudicator.matches.referee.new_match import new_match, offer_match
from adjudicator.matches.stored_sheets import stored_sheets
from adjudicator.registry import by_name
from tests.make_match import WHOLE_MATCHES, WholeMatch

pytestmark = pytest.mark.usefixtures("usual_maps")

OPENINGS = 3

each = pytest.mark.parametrize("whole", WHOLE_MATCHES, ids=[whole.game for whole in WHOLE_MATCHES])


def no_words(report: Report) -> tuple[str, str]:
    return "", ""


def failures(match: Match) -> tuple[Problem, ...]:
    """What either audit finds wrong; the full one has the referee's secret and sheets."""
    read = log.parse_log((match.folder / "log.jsonl").read_bytes())
    hidden = hidden_of(match.folder, match.rules, match.genesis)
    again = replay(match.rules, read, stored_sheets(match.folder), hidden=hidden)
    assert len(again.openings) == match.saved.n
    return (*audit_dice(read).failures, *again.problems)


def clock_notes(match: Match) -> Iterator[log.Clock]:
    for line in log.parse_log((match.folder / "log.jsonl").read_bytes()).lines:
        if isinstance(line.payload, log.Clock):
            yield line.payload


@each
def test_seats_of_the_offer(whole: WholeMatch, tmp_path: Path) -> None:
    scenario = find_scenario(by_name()[whole.game], whole.scenario).scenario
    match = new_match(
        tmp_path / "m", by_name()[whole.game], scenario, name=whole.name, mode="referee",
        title="", render=no_words, plays=[*scenario.seats], make_secret=lambda: digest(b"TEST"),
    )  # fmt: skip
    for _ in range(OPENINGS):
        assert match.adjudicate([]).opening is not None
    assert failures(match) == ()
    assert list(clock_notes(match)) == []


@each
def test_seats_with_chains_that_no_offer_names(whole: WholeMatch, tmp_path: Path) -> None:
    game = by_name()[whole.game]
    scenario = find_scenario(game, whole.scenario).scenario
    rules, offer = offer_match(
        tmp_path / "m", game, scenario, name=whole.name, mode="referee", title="",
        make_secret=lambda: digest(b"TEST"),
    )  # fmt: skip
    joins = []
    for seat in rules.seats:
        made = joined(
            Invitation(offer, None), seat, chain=True, public_key=None,
            make_secret=partial(digest, seat.encode()),
        )  # fmt: skip
        joins.append((f"{seat}.json", pretty(made.join.to_json())))
    match = begin(tmp_path / "m", joins, by_name(), no_words).match
    assert match is not None
    for _ in range(OPENINGS):
        played = dict.fromkeys(rules.seats, BUILT_IN)
        assert match.adjudicate([], played=played).opening is not None
    assert failures(match) == ()
    assert [note.n for note in clock_notes(match)] == [*range(1, OPENINGS + 1)]
