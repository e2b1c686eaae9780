"""Plays Galactic Conquest in tests: sheets as players write them, dice by label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.decks import Dice
from adjudicator.core.dry_run import DryRun, dry_run
from adjudicator.core.game import Event, Scenario
from adjudicator.core.problem import Problem
from adjudicator.core.referee import Run, Save, first_save, run
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.values import canonical
from adjudicator.documents.library import map_folder
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.games.galactic_conquest import GALACTIC_CONQUEST, GalacticConquestRules
from adjudicator.games.galactic_conquest.events import PlanetTaken, SeatEliminated
from adjudicator.games.galactic_conquest.state import CARDS, Start, State

GAME = GALACTIC_CONQUEST
GID = "ab" * 32
TWO = ("amber", "azure")
THREE = ("amber", "azure", "crimson")
MAP_FILES = {"map.json": (map_folder("galactic-conquest") / "map.json").read_bytes()}

E = TypeVar("E", bound=Event)


class CheckedRules(GalacticConquestRules):
    """The rules, with the invariants checked after every event.

    Not where another event makes whole at once what this one begins: a seat without planets is
    eliminated, and if only one is left the match is over.
    """

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, PlanetTaken | SeatEliminated):
            return after
        broken = list(self.check_state(after))
        assert not broken, (event, broken)
        return after


def scenario(start: Any, seats: Sequence[str] = TWO, **options: Any) -> Scenario:
    """Returns a scenario with the game's own start written out."""
    document = {
        "format": 1, "scenario": "test", "game": GAME.name, "map": "galactic-conquest",
        "title": "A test", "seats": {seat: {"sides": [seat]} for seat in seats},
        "options": options, "start": start,
    }  # fmt: skip
    return Scenario.model_validate_json(canonical(document))


def opened(start: Any, seats: Sequence[str] = TWO, **options: Any) -> GalacticConquestRules:
    """Returns rules with checked invariants; `start` is a shipped scenario's name or a start."""
    if isinstance(start, str):
        given = with_options(GAME, find_scenario(GAME, start).scenario, options)
    else:
        given = scenario(start, seats, **options)
    rules = GAME.open(given, MAP_FILES)
    return CheckedRules(GAME, rules.book, Start.model_validate_json(canonical(given.start)))


def planets(text: str, others: str = "neutral 1", **fields: Any) -> dict[str, Any]:
    """Reads "aldine amber 4; beryl azure 1" as a start; `others` hold the planets not named."""
    named = {}
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        planet, seat, troops = part.split()
        named[planet] = {"seat": seat, "troops": int(troops)}
    seat, troops = others.split()
    return {"planets": named, "others": {"seat": seat, "troops": int(troops)}, **fields}


def deck(*top: str) -> list[str]:
    """Returns all cards as they lie: those named on top, the others in their stated order."""
    return [*top, *(card for card in CARDS if card not in top)]


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
    rules: GalacticConquestRules, seat: str, orders: Any, save: Save | None = None, **parts: Any
) -> DryRun[State]:
    """Returns what the dry run of one sheet says."""
    one = sheet(seat, orders=orders, **parts)
    return dry_run(rules, save or first_save(rules), {seat: one}, 1, seat=seat)


def problems(rules: GalacticConquestRules, seat: str, **orders: Any) -> tuple[Problem, ...]:
    """Returns the problems of a sheet."""
    return checked(rules, seat, orders).problems


def codes(rules: GalacticConquestRules, seat: str, **orders: Any) -> list[str]:
    """Returns the codes of the problems of a sheet."""
    return [problem.code for problem in problems(rules, seat, **orders)]


def play(
    rules: GalacticConquestRules,
    sheets: Mapping[str, Any],
    dice: Mapping[str, Sequence[int]] | Dice,
    save: Save | None = None,
    n: int = 1,
    decks: Mapping[str, Sequence[str]] | None = None,
) -> Run[State]:
    """Plays one opening. Each sheet is its orders, or all its parts if it has "orders"."""
    source = ScriptedDice(dice, decks or {}) if isinstance(dice, Mapping) else dice
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


def place(count: int, planet: str) -> dict[str, Any]:
    return {"order": "place", "count": count, "in": planet}


def invade(origin: str, target: str, **parts: Any) -> dict[str, Any]:
    """`else_` stands for `else`."""
    named = {name.rstrip("_"): part for name, part in parts.items()}
    return {"order": "invade", "from": origin, "to": target, **named}
