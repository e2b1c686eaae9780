"""Plays Invasion: America in tests: sheets as players write them, dice by label."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.decks import Dice
from adjudicator.core.dry_run import DryRun, dry_run
from adjudicator.core.game import Event, Scenario
from adjudicator.core.problem import Problem
from adjudicator.core.referee import Run, Save, first_save, run
from adjudicator.core.sheet import Sheet, as_written, read_sheet
from adjudicator.core.values import canonical
from adjudicator.documents.library import map_folder
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.invasion_america import INVASION_AMERICA, InvasionAmericaRules
from adjudicator.games.invasion_america.events import (
    HexesTaken,
    RailUsed,
    SeatSetUp,
    SupplyUnitLanded,
    UnitMoved,
    UnitsDeployed,
    UnitsReplaced,
)
from adjudicator.games.invasion_america.rules.draft import draft_set_up
from adjudicator.games.invasion_america.state import Start, State

GAME = INVASION_AMERICA
GID = "ab" * 32
TWO: Mapping[str, tuple[str, ...]] = {"aggressors": ("sau", "esc", "pal"), "us": ("us",)}
THREE: Mapping[str, tuple[str, ...]] = {"esc": ("esc",), "south": ("sau", "pal"), "us": ("us",)}
FOUR: Mapping[str, tuple[str, ...]] = {side: (side,) for side in ("esc", "pal", "sau", "us")}
SEATS: Mapping[int, Mapping[str, tuple[str, ...]]] = {2: TWO, 3: THREE, 4: FOUR}
MAP_FILES = {name: (map_folder("invasion-america") / name).read_bytes() for name in GAME.files}

E = TypeVar("E", bound=Event)

_WRITTEN = re.compile(r"(\w+) (?:(\d+) )?([a-z-]+) ([a-z0-9-]+)(?: by (\w+))?(?: \[(.*)\])?")


_HALF = (UnitsDeployed, SeatSetUp, HexesTaken, UnitMoved, RailUsed, SupplyUnitLanded, UnitsReplaced)
"""Events that another one makes whole at once."""


class CheckedRules(InvasionAmericaRules):
    """The rules, with the invariants checked after every event.

    Not where another event makes whole at once what this one begins: units enter a hex, then it is
    theirs; a seat has set up, then the first turn begins.
    """

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, _HALF):
            return after
        broken = list(self.check_state(after))
        assert not broken, (event, broken)
        return after


def scenario(start: Any, seats: Mapping[str, Sequence[str]] = TWO, **options: Any) -> Scenario:
    """Returns a scenario with the game's own start written out."""
    document = {
        "format": 1, "scenario": "test", "game": GAME.name, "map": "invasion-america",
        "title": "A test", "seats": {seat: {"sides": [*sides]} for seat, sides in seats.items()},
        "options": options, "start": start,
    }  # fmt: skip
    return Scenario.model_validate_json(canonical(document))


def seats_of(name: str, number: int) -> Mapping[str, Sequence[str]]:
    """Returns so many seats for a scenario; the third has no P.A.L."""
    led = {seat: [side for side in sides if name != "three" or side != "pal"]
           for seat, sides in SEATS[number].items()}  # fmt: skip
    return {seat: sides for seat, sides in led.items() if sides}


def opened(
    start: Any, seats: Mapping[str, Sequence[str]] = TWO, **options: Any
) -> InvasionAmericaRules:
    """Returns rules with checked invariants; `start` is a shipped scenario's name or a start."""
    if isinstance(start, str):
        given = with_options(GAME, find_scenario(GAME, start).scenario, options)
    else:
        given = scenario(start, seats, **options)
    rules = GAME.open(given, MAP_FILES)
    return CheckedRules(GAME, rules.book, Start.model_validate_json(canonical(given.start)))


def units(text: str) -> list[dict[str, Any]]:
    """Reads "us 2 armour s2437; esc transport s1742 by s1741 [infantry 2, cas 1]" as units."""
    found = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        match = _WRITTEN.fullmatch(part)
        assert match is not None, part
        nation, count, unit_type, place, by, cargo = match.groups()
        written: dict[str, Any] = {"nation": nation, "type": unit_type, "in": place}
        if count is not None:
            written["count"] = int(count)
        if by is not None:
            written["by"] = by
        if cargo is not None:
            pairs = (one.split() for one in cargo.split(", "))
            written["carrying"] = {name: int(number) for name, number in pairs}
        found.append(written)
    return found


def sheet(seat: str, n: int = 1, **parts: Any) -> Sheet:
    """Returns a sheet that was understood. `parts`: orders, answers, standing, hold."""
    document = {
        "t": "orders", "game": GID, "n": n, "head": GID, "player": seat, "pledge": None,
        "orders": {}, **parts,
    }  # fmt: skip
    read, found = read_sheet(GAME, document)
    assert read is not None, found
    return read


def checked(
    rules: InvasionAmericaRules, seat: str, orders: Any, save: Save | None = None, **parts: Any
) -> DryRun[State]:
    """Returns what the dry run of one sheet says."""
    one = sheet(seat, orders=orders, **parts)
    return dry_run(rules, save or first_save(rules), {seat: one}, 1, seat=seat)


def problems(rules: InvasionAmericaRules, seat: str, **orders: Any) -> tuple[Problem, ...]:
    """Returns the problems of a sheet."""
    return checked(rules, seat, orders).problems


def codes(rules: InvasionAmericaRules, seat: str, **orders: Any) -> list[str]:
    """Returns the codes of the problems of a sheet."""
    return [problem.code for problem in problems(rules, seat, **orders)]


def play(
    rules: InvasionAmericaRules,
    sheets: Mapping[str, Any],
    dice: Mapping[str, Sequence[int]] | Dice,
    save: Save | None = None,
    n: int = 1,
) -> Run[State]:
    """Plays one opening. Each sheet is its orders, or all its parts if it has "orders"."""
    source = ScriptedDice(dice, {}) if isinstance(dice, Mapping) else dice
    read = {
        seat: sheet(seat, n, **(parts if "orders" in parts else {"orders": parts}))
        for seat, parts in sheets.items()
    }
    done = run(rules, save or first_save(rules), read, n, dice=source)
    if isinstance(source, ScriptedDice):
        assert not source.unused, source.unused
    return done


def of_type(done: Run[State], kind: type[E]) -> list[E]:
    """Returns the events of a type."""
    return [event for event in done.events if isinstance(event, kind)]


def state_of(save: Save) -> State:
    """Returns the state at the last finished step."""
    return State.model_validate_json(canonical(save.checkpoint))


def draft(rules: InvasionAmericaRules, state: State, seat: str) -> list[dict[str, Any]]:
    """Returns a legal set-up as orders that stand in a sheet."""
    return [as_written(order) for order in draft_set_up(rules.book, state, seat)]


def set_up(rules: InvasionAmericaRules) -> tuple[Save, int]:
    """Lets every seat set up as drafted; returns the save, and the number of the next opening."""
    save, n = first_save(rules), 1
    while (state := state_of(save)).phase == "set-up":
        seat = state.setting_up[0]
        save = play(rules, {seat: {"setup": draft(rules, state, seat)}}, {}, save, n).save
        n += 1
    return save, n
