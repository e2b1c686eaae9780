"""Whole matches: by chance, by the built-in player to their end, and by both.

The seed of a match that fails stands in its name; `python -m pytest --matches 1000` plays more.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.boards.hexes import NOWHERE
from adjudicator.cli.app import app
from adjudicator.core.game import Event, OrderFailed
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.combat_events import AttackMade
from adjudicator.games.invasion_america.rules.control import points_by_side
from adjudicator.games.invasion_america.rules.replacements import in_box
from adjudicator.games.invasion_america.rules.supply import out_of_supply
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import State, side_of, type_of
from tests import make_match
from tests.games.invasion_america.chance import Chance, RandomTable
from tests.games.invasion_america.matches import (
    Match,
    opened_match,
    plain,
    played,
    told,
    wilson,
)
from tests.games.invasion_america.playing import opened
from tests.make_match import WholeMatch

SCENARIOS = (
    "three-pronged-invasion", "early-assault-four", "european-invasion", "inland-campaign-four",
    "scenario-five", "partisan-revolt",
)  # fmt: skip
A_MATCH = 6
"""A match by chance is as long as so many of other games: of the number that `--matches` says, one
in so many is played, but each scenario once."""
TURNS = 2
WHOLE = (
    "partisan-revolt", "three-pronged-invasion", "early-assault-four", "european-invasion",
    "inland-campaign-four", "scenario-five",
)  # fmt: skip
"""What the built-in player plays to its end; the first takes the least time."""
A_WHOLE_MATCH = 40
"""As `A_MATCH`, for the matches that the built-in player plays to their ends."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Numbers the random matches and the whole ones; the number is the seed."""
    if "whole" in metafunc.fixturenames:
        matches = metafunc.config.getoption("matches") // A_WHOLE_MATCH
        metafunc.parametrize("whole", range(max(1, matches)))
    if "seed" in metafunc.fixturenames:
        matches = metafunc.config.getoption("matches") // A_MATCH
        metafunc.parametrize("seed", range(max(len(SCENARIOS), matches)))


def _in_play_and_boxed(book: Ruleset, state: State) -> dict[str, int]:
    """Returns how many counters of each nation and type there are."""
    return {
        mix: sum(name[:-3] == mix for name in state.units) + in_box(book, state, mix)
        for mix in book.counters
    }


def test_a_random_match_keeps_all_invariants(seed: int) -> None:
    """No counter appears or is lost, and every move is one by a plain reading of the rules."""
    rules = plain(SCENARIOS[seed % len(SCENARIOS)])
    choose, state = Chance(f"match-{seed}"), rules.start
    before = _in_play_and_boxed(rules.book, state)
    moved = 0
    while (step := rules.next_step(state)) is not None and state.turn <= TURNS:
        table = RandomTable(rules, state, choose)
        step.run(table)
        assert list(rules.check_state(table.state)) == [], step.label
        moved += _check_moves(rules.book, state, table.events)
        state = table.state
    assert state.turn > TURNS
    assert moved > 50
    if rules.book.facts.boxed is None:
        assert _in_play_and_boxed(rules.book, state) == before


def test_invariants_hold_after_every_event() -> None:
    """Not only between steps."""
    rules = opened("inland-campaign")
    choose, state = Chance("every-event"), rules.start
    while (step := rules.next_step(state)) is not None and state.turn == 1:
        table = RandomTable(rules, state, choose)
        step.run(table)
        state = table.state


def test_matches_by_mail() -> None:
    """Sheets by chance pass the check; with other dice than they were made with some may fail."""
    seats = frozenset({"aggressors", "us"})
    match = played(plain("three-pronged-invasion"), "by-mail", 1, seats)
    assert match.n == 4
    assert sum(isinstance(event, e.UnitMoved) for event in match.events) > 100


# -- the built-in player ---------------------------------------------------------------------------


def _fought(match: Match) -> int:
    return sum(isinstance(event, AttackMade) for event in match.events)


@pytest.mark.parametrize("scenario", SCENARIOS[:-1])
def test_the_built_in_player_begins_with_one_mail_a_player_turn(scenario: str) -> None:
    """Every sheet that it writes passes the check; see `Match.sheet`."""
    match = played(plain(scenario), "begins", 1)
    assert set(match.mails.values()) == {1}
    assert any(isinstance(event, e.UnitMoved) for event in match.events)
    assert any(isinstance(event, e.HexesTaken) for event in match.events)


def test_the_built_in_player_plays_a_scenario_to_its_end(whole: int) -> None:
    """In six of them there are battles, and places are lost and retaken; any seat may win."""
    scenario = WHOLE[whole % len(WHOLE)]
    rules = plain(scenario)
    match = played(rules, f"whole-{whole}", 60)
    result = match.state.result
    assert result is not None
    assert result.reason == "points"
    assert match.state.turn == rules.book.facts.turns
    assert set(match.mails.values()) == {1}
    assert _fought(match) > 10
    takers = {event.side for event in match.events if isinstance(event, e.HexesTaken)}
    assert len(takers) > 2
    failed = [event for event in match.events if isinstance(event, OrderFailed)]
    assert len(failed) < 10, failed
    if rules.book.facts.boxed is None:
        start, end = (_in_play_and_boxed(rules.book, one) for one in (rules.start, match.state))
        assert start == end


def test_matches_are_told_seat_by_seat() -> None:
    *_, aggressors, us, mails = told("partisan-revolt", range(1))
    assert re.fullmatch(
        r"aggressors \(sau, esc, pal\): won [01] of 1, \d+% to \d+%; \d+ points on average",
        aggressors,
    )
    assert us.startswith("us (us): won ")
    assert mails == "mails: 1.000 each player-turn"
    assert [round(100 * end) for end in wilson(30, 60)] == [38, 62]
    assert [round(100 * end) for end in wilson(0, 60)] == [0, 6]


def test_the_built_in_player_beats_chance() -> None:
    """Chance moves its units about; he takes what lies open."""
    match = played(plain("three-pronged-invasion"), "chance", 1, frozenset({"us"}))
    assert points_by_side(match.rules.book, match.state)["us"] < 510
    assert _fought(match) > 3


@pytest.mark.parametrize(
    ("scenario", "turns"), [("three-pronged-invasion", 2), ("early-assault", 3)]
)
def test_the_esc_lands_where_it_is_in_supply(scenario: str, turns: int) -> None:
    """Whoever came over the sea is in supply when combat begins. (9.0)"""
    rules = plain(scenario)
    match, landed = opened_match(rules, "match-4"), 0
    while match.state.turn <= turns:
        state, seen = match.state, len(match.events)
        match.play_opening()
        ashore: set[str] = set()
        for event in match.events[seen:]:
            if isinstance(event, e.UnitMoved) and _lands(rules.book, state, event):
                ashore.add(event.unit)
            state = rules.evolve(state, event)
            if isinstance(event, e.PhaseBegun) and event.phase == "combat":
                assert not ashore & {*out_of_supply(rules.book, state, "esc")}, state.turn
                landed += len(ashore)
    assert landed > 5


def _lands(book: Ruleset, before: State, event: e.UnitMoved) -> bool:
    """Whether a unit of the E.S.C. comes ashore, or over the sea from its own country."""
    was = before.units[event.unit]
    if side_of(event.unit) != "esc" or event.aboard is not None:
        return False
    is_abroad = book.home_of(event.path[-1]) != "esc"
    return is_abroad and (was.aboard is not None or book.home_of(was.at) == "esc")


def test_the_built_in_player_answers_where_a_match_asks_every_time() -> None:
    """Then it takes a mail for each question."""
    match = played(plain("inland-campaign", ask=["retreat", "exchange", "advance"]), "ask", 1)
    assert max(match.mails.values()) > 2


def test_the_campaign_to_its_end(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Sixty game-turns from files, verified in full: `pytest --campaign` (minutes)."""
    if not request.config.getoption("campaign"):
        pytest.skip("pytest --campaign plays the campaign to its end")
    whole = WholeMatch("", "invasion-america", "campaign", "campaign-1", maps_every=8)
    match, _ = make_match.played(whole, tmp_path / "match")
    assert match.saved.is_over
    assert match.saved.n >= 4 * 60
    verified = CliRunner().invoke(app, ["verify", str(match.folder), "--json"])
    assert verified.exit_code == 0, verified.output
    assert json.loads(verified.stdout)["sound"]


# -- a plain reading of chapters 10 to 12 --------------------------------------------------------


def _check_moves(book: Ruleset, state: State, events: Sequence[Event]) -> int:
    """Holds what units did in a step against the book; returns how many moved."""
    often = Counter(event.unit for event in events if isinstance(event, e.UnitMoved))
    assert all(count == 1 for count in often.values())
    zones = _zones(book, state)
    for event in events:
        match event:
            case e.UnitsReplaced():  # militia that rise may move in the same phase
                state = state.model_copy(update={"units": state.units | event.units})
            case e.UnitMoved():
                _check_move(book, state, event, zones)
            case e.RailUsed():
                assert not zones & {*event.path}, event
                assert event.spent <= 60
                assert event.carried is None or event.carried in state.units
            case e.ShipsSailed():
                if _enemies(book, state, event.to):  # only to assault them (5.23)
                    assert [type_of(ship) for ship in event.units] == ["amphibious"], event
                    assert book.hexes[event.to] in book.charts.amphibious, event
            case _:
                pass
    return len(often)


def _check_move(book: Ruleset, state: State, event: e.UnitMoved, zones: frozenset[str]) -> None:
    unit, path = event.unit, event.path
    if state.partisans and type_of(unit) == "militia":
        zones = frozenset()
    start = state.units[unit]
    assert path[0] == start.at
    assert not any(_enemies(book, state, number) for number in path[1:]), event
    assert not zones.intersection(path[1:-1]), event
    if start.aboard is not None and path[0] in zones:
        assert len(path) == 1, event
    left = event.spent - sum(_points(book, unit, here, there) for here, there in pairwise(path))
    assert left == 0 if start.aboard is None and event.aboard is None else left >= 2, event
    most = book.of(unit).movement
    assert event.spent <= ((most + 1) // 2 if unit in state.out_of_supply else most), event
    if event.aboard is not None:
        assert state.units[event.aboard].at == path[-1]


def _points(book: Ruleset, unit: str, here: str, there: str) -> int:
    """Returns what a step costs by the terrain effects chart."""
    hex_, other = book.hexes[here], book.hexes[there]
    side = book.charts.grid.hexside(hex_, other)
    assert side is not None, (here, there)
    if type_of(unit) == "hovercraft":
        return 1
    crossed = 2 if side in book.charts.great_rivers else int(side in book.charts.rivers)
    assert side not in book.charts.blocked | book.charts.lake_sides | book.charts.sea_sides
    return book.charts.terrain_of(other).cost + crossed


def _enemies(book: Ruleset, state: State, number: str) -> list[str]:
    """Returns the enemy units in a hex that keep others out, lone rail units apart."""
    coast = number in book.hexes and book.hexes[number] in book.charts.open_land
    found = [
        name
        for name, unit in state.units.items()
        if coast and unit.at == number and side_of(name) in book.enemies[state.side]
    ]
    return [] if all(type_of(name) == "rail" for name in found) else found


def _zones(book: Ruleset, state: State) -> frozenset[str]:
    """Returns the hexes in zones of control of the phasing side's enemies."""
    charts, found = book.charts, set[str]()
    closed = charts.blocked | charts.great_rivers | charts.lake_sides | charts.sea_sides
    for name, unit in state.units.items():
        zoned = type_of(name) in ("armour", "mechanised", "infantry", "special-infantry")
        if not zoned or unit.aboard is not None or side_of(name) not in book.enemies[state.side]:
            continue
        here = book.hex_of(unit.at)
        for there in charts.grid.neighbours[here] if here != NOWHERE else ():
            if there in charts.open_land and charts.grid.hexside(here, there) not in closed:
                found.add(book.number_of(there))
    return frozenset(found)
