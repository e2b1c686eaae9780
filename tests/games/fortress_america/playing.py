"""Plays Fortress America in tests: sheets as players write them, dice by label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.decks import Dice
from adjudicator.core.dry_run import DryRun, dry_run
from adjudicator.core.game import Event, Game, Scenario
from adjudicator.core.problem import Problem
from adjudicator.core.referee import Run, Save, first_save, run
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.values import canonical
from adjudicator.documents.library import map_folder
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.fortress_america import (
    FORTRESS_AMERICA_1986,
    FORTRESS_AMERICA_2012,
    FortressAmerica,
    FortressAmericaRules,
)
from adjudicator.games.fortress_america.editions import Edition
from adjudicator.games.fortress_america.state import State

GAME = FORTRESS_AMERICA_1986
GID = "ab" * 32
SEATS = {seat: {"sides": [seat]} for seat in ("western", "southern", "eastern", "usa")}
TWO = {"invaders": {"sides": ["western", "southern", "eastern"]}, "usa": {"sides": ["usa"]}}

MAP_FILES = {
    name: (map_folder("fortress-america") / name).read_bytes()
    for game in (FORTRESS_AMERICA_1986, FORTRESS_AMERICA_2012)
    for name in game.files
}

E = TypeVar("E", bound=Event)


class CheckedRules(FortressAmericaRules):
    """The rules, with the invariants checked after every event."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        broken = list(self.check_state(after))
        assert not broken, (event, broken)
        return after


def scenario(
    start: Any, seats: Any = None, *, game: FortressAmerica = GAME, **options: Any
) -> Scenario:
    """Returns a scenario with the game's own start written out."""
    document = {
        "format": 1, "scenario": "test", "game": game.name, "map": "fortress-america",
        "title": "A test", "seats": seats or SEATS, "options": options, "start": start,
    }  # fmt: skip
    return Scenario.model_validate_json(canonical(document))


def opened(
    start: Any, seats: Any = None, *, game: FortressAmerica = GAME, **options: Any
) -> FortressAmericaRules:
    """Returns rules with checked invariants; `start` is a shipped scenario's name or a start."""
    if isinstance(start, str):
        assert seats is None, "a shipped scenario has its seats"
        given = with_options(game, find_scenario(game, start).scenario, options)
    else:
        given = scenario(start, seats, game=game, **options)
    rules = game.open(given, MAP_FILES)
    return CheckedRules(game, rules.book, rules.start)


def with_edition(rules: FortressAmericaRules, **changes: Any) -> FortressAmericaRules:
    """Returns the same rules with other facts of the edition."""
    edition: Edition = rules.book.edition.model_copy(update=changes)
    return CheckedRules(GAME, rules.book._replace(edition=edition), rules.start)


def sheet(seat: str, n: int = 1, *, game: Game = GAME, **parts: Any) -> Sheet:
    """Returns a sheet that was understood. `parts`: orders, answers, standing, hold."""
    document = {
        "t": "orders", "game": GID, "n": n, "head": GID, "player": seat, "pledge": None,
        "orders": {}, **parts,
    }  # fmt: skip
    read, problems = read_sheet(game, document)
    assert read is not None, problems
    return read


def checked(rules: FortressAmericaRules, seat: str, orders: Any, **parts: Any) -> DryRun[State]:
    """Returns what the dry run of one sheet says."""
    assert isinstance(rules.game, FortressAmerica)
    plain = FortressAmericaRules(rules.game, rules.book, rules.start)
    one = sheet(seat, game=rules.game, orders=orders, **parts)
    return dry_run(plain, first_save(plain), {seat: one}, 1, seat=seat)


def codes(rules: FortressAmericaRules, seat: str, **orders: Any) -> list[str]:
    """Returns the codes of the problems of a sheet."""
    return [problem.code for problem in problems(rules, seat, **orders)]


def problems(rules: FortressAmericaRules, seat: str, **orders: Any) -> tuple[Problem, ...]:
    """Returns the problems of a sheet."""
    return checked(rules, seat, orders).problems


def play(
    rules: FortressAmericaRules,
    sheets: Mapping[str, Any],
    dice: Mapping[str, Sequence[int]] | Dice,
    save: Save | None = None,
    n: int = 1,
) -> Run[State]:
    """Plays one opening. Each sheet is its orders, or all its parts if it has "orders"."""
    source = ScriptedDice(dice) if isinstance(dice, Mapping) else dice
    read = {
        seat: sheet(seat, n, game=rules.game, **(parts if "orders" in parts else {"orders": parts}))
        for seat, parts in sheets.items()
    }
    done = run(rules, save or first_save(rules), read, n, dice=source)
    if isinstance(source, ScriptedDice):
        assert not source.unused, source.unused
    return done


def of_type(done: Run[State], kind: type[E]) -> list[E]:
    """Returns the events of a type."""
    return [event for event in done.events if isinstance(event, kind)]


def place(unit: str, count: int, area: str) -> dict[str, Any]:
    return {"order": "place", "unit": unit, "count": count, "in": area}


def declare(*areas: str) -> list[dict[str, Any]]:
    return [{"order": "declare", "area": area} for area in areas]


def move(unit: str, count: int, *path: str) -> dict[str, Any]:
    return {"order": "move", "unit": unit, "count": count, "path": list(path)}


def attack(area: str, **spaces: Mapping[str, int]) -> dict[str, Any]:
    named = {space.replace("_", "-"): dict(counts) for space, counts in spaces.items()}
    return {"order": "attack", "area": area, "with": named}


def units(text: str) -> dict[str, Any]:
    """Reads "w2 western infantry 3 hovertank 1; portland usa infantry 1" as units of a start."""
    found: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        area, side, *counts = part.split()
        pairs = zip(counts[::2], counts[1::2], strict=True)
        found.setdefault(area, {})[side] = {kind: int(count) for kind, count in pairs}
    return found


def start(text: str, **fields: Any) -> dict[str, Any]:
    """Returns a start with these units; the western invader plays turn 1 unless `fields` say."""
    return {"side": "western", "units": units(text), **fields}
