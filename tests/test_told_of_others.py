"""What `check` tells of a sheet happens whatever other seats order: nothing is told for them."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import pytest

from adjudicator.audit.chance import HiddenKey, OpenedDice
from adjudicator.core.capabilities import Projects
from adjudicator.core.dry_run import dry_run
from adjudicator.core.game import Event, Rules
from adjudicator.core.redaction import redacted
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.save import state_of
from adjudicator.core.sheet import Sheet, as_written, read_sheet
from adjudicator.core.sheet_writer import awaited_seats, written_sheet
from adjudicator.documents.maps import map_files_of
from adjudicator.documents.offers import open_game
from adjudicator.documents.scenarios import find_scenario
from adjudicator.registry import by_name

GID = "ab" * 32
OPENINGS = 5
SCENARIOS = (
    ("fortress-america-1986", "standard"),
    ("fortress-america-2012", "standard"),
    ("galactic-conquest", "three"),
    ("galactic-conquest", "claimed"),
    ("invasion-america", "early-assault-set-up"),
    ("invasion-america", "early-assault"),
    ("stratix", "four"),
)


def opened(game: str, scenario: str) -> Rules[Any]:
    found = by_name()[game]
    given = find_scenario(found, scenario).scenario
    return open_game(found, given, map_files_of(found, given, ()))


def sheet_of(rules: Rules[Any], save: Save, seat: str, n: int, **parts: Any) -> Sheet:
    """Returns the sheet of the built-in player, with other parts in place of its own."""
    blank = {
        "t": "orders", "game": GID, "n": n, "head": GID, "player": seat, "pledge": None,
        "orders": {},
    }  # fmt: skip
    read, problems = read_sheet(rules.game, written_sheet(rules, save, blank).document | parts)
    assert read is not None, problems
    return read


def others_said(rules: Rules[Any], save: Save, seat: str, n: int) -> list[dict[str, Sheet]]:
    """Returns what the other seats might say: what the player would, nothing, standing orders."""
    view = state_of(rules.game, save.position)
    others = [one for one in rules.seats if one != seat]
    awaited = [one for one in awaited_seats(save.pending) if one != seat]
    standing = {one: [*map(as_written, rules.standing_examples(rules.view(view, one), one))]
                for one in others}  # fmt: skip
    return [
        {one: sheet_of(rules, save, one, n) for one in awaited},
        {one: sheet_of(rules, save, one, n, orders={}) for one in awaited},
        {one: sheet_of(rules, save, one, n, standing=standing[one]) for one in others},
    ]


def dice(n: int) -> OpenedDice:
    key = sha256(f"told/{n}".encode()).hexdigest()
    return OpenedDice(key, HiddenKey(key, n))


def comes_true(
    rules: Rules[Any], save: Save, sheets: Mapping[str, Sheet], seat: str, told: tuple[Event, ...]
) -> None:
    n = sheets[seat].n
    done = redacted(rules, run(rules, save, sheets, n, dice=dice(n)).events, seat)
    wrong = [event for event in told if event not in done]
    assert not wrong, (seat, n, wrong[:2])


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_what_is_told_comes_true_whatever_others_say(game: str, scenario: str) -> None:
    rules = opened(game, scenario)
    save, n = run(rules, first_save(rules), {}, 1, dice=dice(0)).save, 0
    for n in range(1, OPENINGS + 1):
        for seat in awaited_seats(save.pending):
            mine = sheet_of(rules, save, seat, n)
            dry = dry_run(rules, save, {seat: mine}, n, seat=seat)
            told = redacted(rules, dry.events, seat)
            for state in dry.stops:
                assert isinstance(rules, Projects)
                rules.projection(rules.view(state, seat), seat, dry.submitted)
            for others in others_said(rules, save, seat, n):
                comes_true(rules, save, {**others, seat: mine}, seat, told)
        sheets = {seat: sheet_of(rules, save, seat, n) for seat in awaited_seats(save.pending)}
        save = run(rules, save, sheets, n, dice=dice(n)).save
