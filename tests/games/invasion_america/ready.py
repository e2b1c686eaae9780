"""The ready set-ups: python -m tests.games.invasion_america.ready

Writes the scenario files under maps/invasion-america/scenarios anew: each scenario of the book with
all units set up as `template` drafts it, for two seats and for as many as there are sides; and for
two seats with a set-up by sheets. A test holds the files to this.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.scenario_facts import SCENARIOS, ScenarioName
from adjudicator.games.invasion_america.state import State, Unit, nation_of, type_of
from tests.games.invasion_america.playing import (
    GAME,
    opened,
    seats_of,
    set_up,
    state_of,
)

__all__ = ["FOLDER", "IDS", "drafted", "files"]

FOLDER = Path(__file__).parents[3] / "maps/invasion-america/scenarios"
IDS: Mapping[ScenarioName, str] = {
    "one": "three-pronged-invasion",
    "two": "early-assault",
    "three": "european-invasion",
    "four": "inland-campaign",
    "five": "scenario-five",
    "six": "partisan-revolt",
}
"""The scenarios by the names of their files."""
_NUMBERS = {2: "two", 3: "three", 4: "four"}


def files() -> Iterator[tuple[str, str]]:
    """Yields every file by its name, with its text."""
    for name, base in IDS.items():
        facts = SCENARIOS[name]
        title = f"{facts.number}: {facts.title}"
        if facts.title.startswith("Scenario"):
            title = facts.title
        most = len(facts.sides)
        yield _written(base, f"{title}; two seats", name, 2)
        number = _NUMBERS[most]
        yield _written(f"{base}-{number}", f"{title}; {number} seats", name, most)
        yield _written(f"{base}-set-up", f"{title}; set up by sheets", name, 2, ready=False)
    yield _written(
        "campaign", "I: Three Pronged Invasion as a campaign; two seats", "one", 2, campaign=True
    )


@cache
def drafted(name: ScenarioName, number: int, **options: Any) -> tuple[InvasionAmericaRules, State]:
    """Returns the rules of a scenario for a number of seats, and the set-up that is drafted."""
    rules = opened({}, seats_of(name, number), scenario=name, **options)
    return rules, state_of(set_up(rules)[0])


def _written(
    file: str, title: str, name: ScenarioName, number: int, *, ready: bool = True, **options: Any
) -> tuple[str, str]:
    """Returns the name of a file and its text."""
    seats = seats_of(name, number)
    start = {"units": list(_units(*drafted(name, number, **options)))} if ready else {}
    options = {"scenario": name, **options}
    document = {
        "format": 1, "scenario": file, "game": GAME.name, "map": "invasion-america",
        "title": title, "seats": {seat: {"sides": [*sides]} for seat, sides in seats.items()},
        "options": options, "start": start,
    }  # fmt: skip
    return f"{file}.json", _text(document)


def _units(rules: InvasionAmericaRules, state: State) -> Iterator[dict[str, Any]]:
    """Yields the units of a position as a start writes them down, ships one by one."""
    counts: dict[tuple[str, str], int] = {}
    for name, unit in state.units.items():
        if unit.aboard is None and rules.book.of(name).unit_class != "naval":
            key = (unit.at, name[:-3])
            counts[key] = counts.get(key, 0) + 1
    for (place, mix), count in sorted(counts.items()):
        nation, _, unit_type = mix.partition("-")
        written = {"nation": nation, "type": unit_type, "in": place}
        yield written if count == 1 else {**written, "count": count}
    for name, unit in state.units.items():
        if rules.book.of(name).unit_class == "naval":
            yield _ship(rules, state, name, unit)


def _ship(rules: InvasionAmericaRules, state: State, name: str, unit: Unit) -> dict[str, Any]:
    written: dict[str, Any] = {"nation": nation_of(name), "type": type_of(name), "in": unit.at}
    cargo: dict[str, int] = {}
    for other, passenger in state.units.items():
        if passenger.aboard == name:
            cargo[type_of(other)] = cargo.get(type_of(other), 0) + 1
    if cargo:
        written["carrying"] = cargo
    if unit.water is not None:
        written["by"] = _beside(rules, unit)
    return written


def _beside(rules: InvasionAmericaRules, unit: Unit) -> str:
    """Returns a hex beside a ship's with the water in which it lies."""
    sea, grid = rules.book.charts.sea, rules.book.charts.grid
    here = rules.book.hex_of(unit.at)
    water = sea.waters[here][unit.water or 0]
    return next(
        grid.number_of(there)
        for there in grid.neighbours[here]
        if sea.water_towards(here, there) == water
    )


def _text(document: Mapping[str, Any]) -> str:
    """Returns a scenario with one line for each seat and for each unit."""
    start: Mapping[str, Sequence[Any]] = document["start"]
    seats = _lines(
        f"{json.dumps(seat)}: {json.dumps(led)}" for seat, led in document["seats"].items()
    )
    parts = {
        name: json.dumps(value)
        for name, value in document.items()
        if name not in ("seats", "start")
    }
    parts["seats"] = f"{{\n{seats}\n  }}"
    units = _lines(f"  {json.dumps(one)}" for one in start.get("units", ()))
    parts["start"] = f'{{\n    "units": [\n{units}\n    ]\n  }}' if units else "{}"
    order = ("format", "scenario", "game", "map", "title", "seats", "options", "start")
    body = ",\n".join(f'  "{name}": {parts[name]}' for name in order)
    return f"{{\n{body}\n}}\n"


def _lines(texts: Iterable[str]) -> str:
    return ",\n".join(f"    {text}" for text in texts)


def main() -> None:
    """Writes all files."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{name}: {len(text)} characters")


if __name__ == "__main__":
    main()
