"""Our tie-breaks beside those of gacrux: `python -m tests.tournament.tiebreaks 300`.

Gacrux is one reading of FIDE's C.07, ours another; both get the same file, TRF26.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from random import Random  # noqa: TID251 - events by chance, from a seed

from adjudicator.tournament.pairing.trf import Swiss, seeded, written
from adjudicator.tournament.pairing.values import Entrant, Game
from adjudicator.tournament.standings.table import standings
from adjudicator.tournament.standings.values import (
    MET,
    Event,
    Kind,
    Player,
    Result,
    Seated,
    TieBreak,
    Unplayed,
    in_force,
)
from tests.tournament.chance_events import Played, by_chance

NAMES: Mapping[TieBreak, str] = {
    "direct-encounter": "DE",
    "buchholz": "BH",
    "buchholz-cut-1": "BH/C1",
    "buchholz-cut-2": "BH/C2",
    "buchholz-median-1": "BH/M1",
    "sonneborn-berger": "SB",
    "sonneborn-berger-cut-1": "SB/C1",
    "progressive": "PS",
    "wins": "WON",
}
"""Ours, and how C.07 calls them."""


def event_of(seed: int, *, in_groups: bool = False) -> Played:
    """An event of two seats by chance, its tie-breaks in an order by chance."""
    chance = Random(seed)
    order = [*NAMES]
    chance.shuffle(order)
    if seed % 2:
        order.sort(key=lambda name: name != "direct-encounter")
    event = Event(
        seats=2,
        rounds=chance.randrange(1, 8),
        tie_breaks=tuple(order),
        unplayed=Unplayed(bye_asked=chance.choice([Fraction(0), Fraction(1, 2)])),
        paired_beforehand=in_groups,
    )
    most = 9 if in_groups else 25  # few meet again
    players = [Player(id=f"p{n:03}") for n in range(1, chance.randrange(4, most))]
    kinds: tuple[Kind, ...] = ("forfeited", "forfeited", "double-forfeit")
    odd = chance.choice([0, 0.3, 0.8])
    return by_chance(event, chance, players=players, odd=odd, kinds=kinds, again=in_groups)


def trf_of(played: Played) -> tuple[str, dict[int, str]]:
    """The file of an event, and who has which number in it."""
    rounds = played.event.rounds + 1
    entrants = tuple(Entrant(id=one.id, lot=one.lot) for one in played.players)
    games = tuple(_game(one, played.event) for one in in_force(played.results))
    swiss = Swiss(round=rounds, rounds=rounds, entrants=entrants, games=games)
    numbers = {n: one.id for n, one in enumerate(seeded(entrants), start=1)}
    return written(swiss), numbers


def _game(one: Result, event: Event) -> Game:
    if len(one.seats) == 1:
        player, worth = one.seats[0].player, event.unplayed.bye_asked
        return Game(round=one.round, first=player, kind=one.kind, worth=worth)
    first, second = one.seats
    winner = ""
    if one.kind == "forfeited":
        winner = first.player if second.forfeits else second.player
    elif one.kind in MET and first.place != second.place:
        winner = first.player if first.place < second.place else second.player
    return Game(
        round=one.round, first=first.player, second=second.player, kind=one.kind, winner=winner
    )


def gacrux_says(played: Played) -> dict[str, tuple[int, tuple[Fraction, ...]]]:
    """Place and values of each player, points first, by the program."""
    text, numbers = trf_of(played)
    order = ["PTS", *(NAMES[name] for name in played.event.tie_breaks)]
    how = "-p" if played.event.paired_beforehand else "-s"
    command = [sys.executable, "-P", "-m", "gacrux.tiebreakchecker", "-f", "TRF", "-b", "ascii"]
    command += ["-n", str(played.event.rounds), how, "-t", *order]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout)
    assert answer["status"]["code"] == 0, answer["status"]
    return {
        numbers[one["cid"]]: (one["rank"], tuple(Fraction(str(x)) for x in one["tiebreakScore"]))
        for one in answer["tiebreakResult"]["competitors"]
    }


def we_say(played: Played) -> dict[str, tuple[int, tuple[Fraction, ...]]]:
    """The same by our standings."""
    rows = standings(*played).rows
    return {one.player: (one.place, (one.score, *one.tie_breaks)) for one in rows}


def differences(
    played: Played, theirs: Mapping[str, tuple[int, tuple[Fraction, ...]]]
) -> list[str]:
    """What differs, a line each. Of the direct encounter the places are compared alone."""
    ours = we_say(played)
    encounter = 1 + played.event.tie_breaks.index("direct-encounter")
    found = []
    for id_ in sorted(ours):
        (place, values), (their_place, their_values) = ours[id_], theirs[id_]
        if place != their_place:
            found.append(f"{id_}: place {place}, theirs {their_place}")
        for number, name in enumerate(("points", *played.event.tie_breaks)):
            if number != encounter and values[number] != their_values[number]:
                found.append(f"{id_}: {name} {values[number]}, theirs {their_values[number]}")
    return found


def check_meeting_again() -> None:
    """Of several matches of two the average counts: C.07, 6.1.2.

    A made 1 1/2 of two matches with B and lost to C, B beat C: 3/4, 1 1/4 and 1 on average.
    """
    day = date(2026, 1, 1)
    played = (
        ("a", "b", 1, 2),
        ("a", "b", 1, 1),
        ("c", "a", 1, 2),
        ("b", "c", 1, 2),
        ("c", "d", 1, 1),
    )
    results = tuple(
        Result(
            line=n,
            match=f"{n:02}-01",
            round=n,
            kind="played",
            day=day,
            seats=(Seated(player=one, place=place), Seated(player=other, place=others)),
        )
        for n, (one, other, place, others) in enumerate(played, start=1)
    )
    event = Event(seats=2, rounds=5, tie_breaks=("direct-encounter",))
    players = [Player(id=name) for name in "abcd"]
    rows = standings(event, players, (), results).rows
    assert [(one.player, one.place) for one in rows] == [("b", 1), ("c", 2), ("a", 3), ("d", 4)]
    assert {one.score for one in rows[:3]} == {Fraction(3, 2)}


def main() -> int:
    """Compares events by chance."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=300)
    count = parser.parse_args().count
    wrong = 0
    for seed in range(count):
        played = event_of(seed, in_groups=seed % 4 == 3)
        found = differences(played, gacrux_says(played))
        wrong += bool(found)
        for line in found:
            print(f"seed {seed}: {line}")
    print(f"{count} events, {wrong} differ")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
