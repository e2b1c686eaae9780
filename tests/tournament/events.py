"""Made-up events of three to five seats: rounds seated by us, results by dice of TFD1."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from adjudicator.audit import tfd1
from adjudicator.tournament.pairing.values import Entrant
from adjudicator.tournament.tables.seating import TableRound, seat_round

SEATS = {
    3: {3: ("red", "green", "blue"), 2: ("red", "green")},
    4: {4: ("north", "east", "south", "west"), 3: ("north", "east", "south")},
    5: {5: ("a", "b", "c", "d", "e"), 4: ("a", "b", "c", "d")},
}
"""Seats of games by their number of players."""
POINTS = {2: (3, 1), 3: (4, 2, 1), 4: (6, 3, 2, 1), 5: (10, 6, 4, 2, 1)}
"""Points by place."""


def key_of_event(name: str, number: int) -> str:
    return tfd1.digest(tfd1.message("test-event", name, number))


def table_round(name: str, players: int, seats: int, *, rounds: int) -> tuple[TableRound, str]:
    """A round that is to be seated after so many others, and the key of its draw."""
    entrants = tuple(Entrant(id=f"p{number:03d}") for number in range(1, players + 1))
    asked = TableRound(entrants=entrants, seats=SEATS[seats], apart=(("p001", "p002"),), starts=4)
    for number in range(rounds):
        key = key_of_event(name, number)
        seating = seat_round(asked, key)
        asked = _played(asked, [table.players for table in seating.tables], key)
    return replace(asked, starts=None), key_of_event(name, rounds)


def _played(asked: TableRound, tables: list[tuple[str, ...]], key: str) -> TableRound:
    """The same event after these tables: a player of a low number is somewhat stronger."""
    gained: dict[str, int] = {}
    had: dict[str, str] = {}
    for table in tables:
        strength = {
            player: int(player[1:]) + tfd1.draw(key, f"result/{player}", 1, 2 * len(asked.entrants))
            for player in table
        }
        for place, player in enumerate(sorted(table, key=lambda one: (strength[one], one))):
            gained[player] = POINTS[len(table)][place]
        had |= dict(zip(table, asked.seats[len(table)], strict=True))
    entrants = tuple(
        replace(
            one,
            score=one.score + Fraction(gained.get(one.id, 0), 2),
            had=(*one.had, had[one.id]) if one.id in had else one.had,
        )
        for one in asked.entrants
    )
    return replace(asked, entrants=entrants, met=(*asked.met, *tables))
