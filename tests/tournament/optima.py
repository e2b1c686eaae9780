"""Twenty rounds of tables beside their proved optima.

`python -m tests.tournament.optima` seats them and holds each against the recorded optimum: at most
3 % more. `--prove` proves the optima anew (minutes), for which OR-tools must be installed
(`pip install ortools`; nothing else here needs it).

How they were proved: every possible table is a column with its cost, each player is covered by
exactly one chosen table, and so many tables of each size are chosen. CP-SAT of OR-tools 9.15 finds
the least sum, in integers, and answers OPTIMAL: nothing cheaper exists.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time  # noqa: TID251 - how long it takes
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.tournament.pairing.values import Apart, Entrant
from adjudicator.tournament.tables.costs import Costs, costs_of
from adjudicator.tournament.tables.seating import Seating, TableRound, seat_round
from adjudicator.tournament.tables.sizes import sizes_of
from tests.tournament.events import SEATS, key_of_event

FILE = Path(__file__).with_name("table-optima.json")


class Instance(NamedTuple):
    """A round that is to be seated, and what its best tables cost."""

    name: str
    asked: TableRound
    optimum: Fraction


def instances() -> list[Instance]:
    """All twenty, as rounds of made-up events left them (`tests.tournament.events`)."""
    return [
        Instance(one["name"], _round(one), Fraction(one["optimum"]))
        for one in json.loads(FILE.read_text(encoding="utf-8"))["instances"]
    ]


def _round(one: dict[str, Any]) -> TableRound:
    return TableRound(
        entrants=tuple(
            Entrant(id=f"p{number:03d}", score=Fraction(score))
            for number, score in enumerate(one["scores"].split(), start=1)
        ),
        seats=SEATS[one["seats"]],
        met=tuple(tuple(table.split()) for table in one["met"]),
        apart=tuple((pair.split()[0], pair.split()[1]) for pair in one["apart"]),
    )


def costs(asked: TableRound) -> Costs:
    met: dict[Apart, int] = {}
    for table in asked.met:
        for one, two in combinations(sorted(table), 2):
            met[one, two] = met.get((one, two), 0) + 1
    return costs_of(asked.entrants, met, apart=asked.apart, meeting=asked.meeting)


def proved(asked: TableRound) -> Fraction:
    """The cost of the best tables, proved by OR-tools."""
    cp_model: Any = importlib.import_module("ortools.sat.python.cp_model")
    priced = costs(asked)
    players, seats = len(priced.players), max(asked.seats)
    sizes = sizes_of(players, seats)
    assert sizes is not None
    model = cp_model.CpModel()
    covers: list[list[Any]] = [[] for _ in range(players)]
    terms = []
    for size in sorted(set(sizes)):
        chosen = []
        for table in combinations(range(players), size):
            taken = model.new_bool_var("")
            chosen.append(taken)
            terms.append(priced.of_table(table) * taken)
            for player in table:
                covers[player].append(taken)
        model.add(sum(chosen) == sizes.count(size))
    for cover in covers:
        model.add_exactly_one(cover)
    model.minimize(sum(terms))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 2
    solver.parameters.max_time_in_seconds = 120
    status = solver.solve(model)
    if status != cp_model.OPTIMAL:
        raise SystemExit(f"{len(priced.players)} players: not proved")
    return priced.in_points(round(solver.objective_value))


def seat(one: Instance) -> Seating:
    return seat_round(one.asked, key_of_event(one.name.replace(" ", "-"), 0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--prove", action="store_true")
    prove = parser.parse_args().prove
    worst, begun = Fraction(0), time.process_time()
    for one in instances():
        if prove:
            best = proved(one.asked)
            print(f"{one.name}: {best} proved, {one.optimum} recorded")
            if best != one.optimum:
                raise SystemExit(1)
            continue
        found = seat(one)
        over = (found.cost - one.optimum) / one.optimum
        worst = max(worst, over)
        print(
            f"{one.name}: {found.cost}, optimum {one.optimum}, bound {found.bound}, "
            f"{len(found.repeats)} repeats, start {found.start} of {found.starts}"
        )
    print(f"at most {float(worst):.1%} over the optimum; {time.process_time() - begun:.1f} s")
    if worst > Fraction(3, 100):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
