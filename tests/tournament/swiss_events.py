"""Made-up events of two seats: paired by us, results by dice of TFD1, with all that can happen.

`python -m tests.tournament.swiss_events 20` plays so many, of 4 to 43 players and 3 to 7 rounds,
with either scoring, eliminators and who plays twice. Every round must stand our check; where the
engine finds no pairing, our own search must find none either, and what must be let go is.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from adjudicator.audit import tfd1
from adjudicator.tournament.pairing.engine import Engine
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.pairing.odd import filled, play_twice
from adjudicator.tournament.pairing.swiss import Paired, Unpairable, pair_swiss
from adjudicator.tournament.pairing.trf import Swiss
from adjudicator.tournament.pairing.values import BYE, USUAL, Entrant, Game, GameKind, Pair, Points
from tests.tournament.table_events import key_of_event

THREE = Points(win=Fraction(3), draw=Fraction(1), bye_given=Fraction(3))
"""Three points a win, one a draw."""


def event(name: str, players: int, *, rounds: int, points: Points = USUAL) -> Swiss:
    """An event before its first round; some are kept apart."""
    key = key_of_event(name, 0)
    entrants = tuple(
        Entrant(id=f"p{number:03d}", rating=1000 + tfd1.draw(key, "rating", number, 1500))
        for number in range(1, players + 1)
    )
    pairs = tfd1.roll(key, "apart", 4, players)
    apart = tuple((f"p{one:03d}", f"p{two:03d}") for one, two in pairwise(pairs))
    return Swiss(
        round=1,
        rounds=rounds,
        entrants=entrants,
        apart=tuple(pair for pair in apart if pair[0] != pair[1]),
        points=points,
    )


def played(swiss: Swiss, pairs: tuple[Pair, ...], key: str) -> Swiss:
    """The next round: results of these pairs by dice, and who was absent has a bye or nothing."""
    games = [
        Game(round=swiss.round, first=one.id, kind="bye-asked", worth=swiss.points.draw)
        for one in swiss.entrants
        if one.absent and not one.fills and tfd1.draw(key, f"asked/{one.id}", 1, 2) == 1
    ]
    for pair in pairs:
        if pair.second == BYE:
            games.append(Game(round=swiss.round, first=pair.first, kind="bye-given"))
            continue
        kinds: tuple[GameKind, ...] = ("played", "conceded", "forfeited", "double-forfeit", "open")
        die = tfd1.draw(key, f"kind/{pair.first}", 1, 12)
        kind = kinds[die - 1] if die <= len(kinds) else "agreed"
        winner = (pair.first, pair.second, BYE)[tfd1.draw(key, f"winner/{pair.first}", 1, 3) - 1]
        if kind == "forfeited" and not winner:
            winner = pair.first
        games.append(
            Game(
                round=swiss.round,
                first=pair.first,
                second=pair.second,
                kind=kind,
                winner=BYE if kind in ("open", "double-forfeit") else winner,
                uncounted=pair.uncounted,
            )
        )
    entrants = tuple(
        replace(one, absent=not one.fills and tfd1.draw(key, f"absent/{one.id}", 1, 10) == 1)
        for one in swiss.entrants
    )
    return replace(swiss, round=swiss.round + 1, entrants=entrants, games=(*swiss.games, *games))


def rounds_of(swiss: Swiss, engine: Engine, name: str) -> Iterator[tuple[Swiss, Paired]]:
    """Pairs and plays all rounds; what must be let go is; who can play twice or fill up does."""
    while True:
        swiss = replace(swiss, entrants=filled(swiss.entrants))
        if sum(not one.absent for one in swiss.entrants) < 2:
            return
        try:
            paired = pair_swiss(swiss, engine)
        except Unpairable as error:
            if error.relaxation is None:  # as where each of three had a bye
                return
            paired = pair_swiss(swiss, engine, relax=error.relaxation)
        yield swiss, paired
        if swiss.round == swiss.rounds:
            return
        pairs = play_twice(swiss, paired.pairs)
        swiss = played(swiss, pairs, key_of_event(name, swiss.round))


def main() -> None:
    seen: Counter[str] = Counter()
    for number in range(int(sys.argv[1])):
        name = f"soak-{number}"
        players = 3 + tfd1.draw(key_of_event(name, 1), "size", 1, 40 if number % 2 else 6)
        begun = event(name, players, rounds=3 + number % 5, points=(USUAL, THREE)[number // 2 % 2])
        entrants = [replace(one, twice=number % 3 == 0) for one in begun.entrants]
        entrants += [Entrant(id="p900", fills=True)] * (number % 3 == 1)
        for swiss, paired in rounds_of(replace(begun, entrants=tuple(entrants)), Gacrux(), name):
            seen["rounds"] += 1
            if paired.relaxed is not None:
                seen["meeting again" if paired.relaxed.again else "kept apart let go"] += 1
            seen["played twice"] += play_twice(swiss, paired.pairs) != paired.pairs
        seen["ended early"] += swiss.round < swiss.rounds
    print("all sound:", ", ".join(f"{count} {what}" for what, count in seen.items()))


if __name__ == "__main__":
    main()
