"""The rounds that bbpPairings 6.0.0 paired, beside ours: opponents and colours.

`python -m tests.tournament.recorded` asks gacrux for all 336, each twice: with the recorded file,
and with the file that we write out of the same games. `--engine PROGRAM` asks a program instead.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import time  # noqa: TID251 - how long it takes
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, TypeAlias

from adjudicator.tournament.pairing.engine import Engine
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.pairing.program import ProgramEngine
from adjudicator.tournament.pairing.swiss import pair_swiss
from adjudicator.tournament.pairing.trf import Swiss, read_pairs
from adjudicator.tournament.pairing.values import BYE, Entrant, Game, GameKind

FILE = Path(__file__).with_name("pairings-bbp6.jsonl.gz")


Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""White and Black, sorted; Black 0: bye."""


class Recorded(NamedTuple):
    """One round of the file."""

    players: int
    round: int
    absent: tuple[int, ...]
    trf: str
    without_absent: str
    pairs: Pairs


def recorded() -> list[Recorded]:
    """All 336 rounds."""
    with gzip.open(FILE, "rt", encoding="ascii") as lines:
        found = [json.loads(line) for line in lines]
    return [
        Recorded(
            one["players"],
            one["round"],
            tuple(int(player) for player in one["absent"]),
            one["trf"],
            one["without_absent"],
            tuple(sorted((white, black) for white, black in one["pairs"])),
        )
        for one in found
    ]


def name_of(number: int) -> str:
    return f"p{number:03d}"


def number_of(player: str) -> int:
    return int(player[1:]) if player else 0


def swiss_of(one: Recorded) -> Swiss:
    """The same round as our values: read from its file, without those who are absent."""
    entrants, games, apart = [], {}, []
    for line in one.without_absent.splitlines():
        if line.startswith("001"):
            number = int(line[4:8])
            absent = number in one.absent
            entrants.append(
                Entrant(id=name_of(number), rating=int(line[48:52]), lot=number, absent=absent)
            )
            for place in range(91, len(line), 10):
                game = _game(number, (place - 91) // 10 + 1, line[place : place + 8])
                games[game.round, min(game.first, game.second or game.first)] = game
        elif line.startswith("260"):
            first, second = re.findall(r"\d+", line[11:])
            apart.append((name_of(int(first)), name_of(int(second))))
    rounds = re.search(r"^142 (\d+)$", one.trf, re.MULTILINE)
    assert rounds is not None
    return Swiss(
        round=one.round,
        rounds=int(rounds[1]),
        entrants=tuple(entrants),
        games=tuple(games.values()),
        apart=tuple(apart),
    )


def _game(number: int, round_number: int, entry: str) -> Game:
    opponent, colour, result = int(entry[:4]), entry[5], entry[7]
    me, them = name_of(number), name_of(opponent) if opponent else BYE
    worth = Fraction(1, 2) if result == "H" else Fraction(0)
    if not opponent:
        kind: GameKind = "bye-given" if result == "U" else "bye-asked"
        return Game(round=round_number, first=me, kind=kind, worth=worth)
    first, second = (me, them) if colour == "w" else (them, me)
    winner = {"1": me, "+": me, "0": them, "-": them}.get(result, BYE)
    kind = "forfeited" if result in "+-" else "played"
    return Game(round=round_number, first=first, second=second, kind=kind, winner=winner)


def answers(one: Recorded, engine: Engine) -> tuple[Pairs, Pairs]:
    """What an engine says to the recorded file, and what `pair_swiss` makes of the values."""
    text = one.trf if engine.absent_as_entries else one.without_absent
    plain = engine.pair(text, round_number=one.round, absent=one.absent)
    paired = pair_swiss(swiss_of(one), engine)
    ours = tuple((number_of(pair.first), number_of(pair.second)) for pair in paired.pairs)
    return tuple(sorted(read_pairs(plain, one.players))), tuple(sorted(ours))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", type=Path)
    chosen = parser.parse_args().engine
    engine: Engine = ProgramEngine(chosen) if chosen else Gacrux()
    rounds, begun, equal = recorded(), time.process_time(), 0
    for number, one in enumerate(rounds, start=1):
        plain, ours = answers(one, engine)
        equal += plain == ours == one.pairs
        if not plain == ours == one.pairs:
            print(f"round {number}: {one.pairs} recorded, {plain} to its file, {ours} to ours")
    print(f"{engine.version()}: {equal} of {len(rounds)} rounds equal, colours too")
    print(f"{time.process_time() - begun:.1f} s here, without the engine's own")
    if equal != len(rounds):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
