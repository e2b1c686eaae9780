"""All benchmarks in one run, as the table of the README: python -m tests.benchmarks"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks import (
    append,
    chained,
    continent,
    galactic,
    hex_pictures,
    invasion,
    match,
    memory,
    odds,
    play,
    start,
    stratix,
    svg,
    turn,
    verify,
)

__all__ = ["Size", "table"]


class Size(NamedTuple):
    """How much is run."""

    starts: int = 21
    """Cold processes of each command."""
    turns: int = 30
    """Times that the large turn is adjudicated."""
    openings: int = 200
    """Openings of the long match."""
    walk: int = 20
    """Turns of random play."""
    appended: tuple[int, int] = (1000, 10_000)
    """Openings of the two matches to which one is added."""
    rounds: int = 21
    """Openings that are added to each of them."""
    rolls: int = 10_000
    """Rolls in the long log."""
    audits: int = 5
    """Times that the long log is verified."""
    matches: int = 5
    """Random matches of Galactic Conquest, for each number of seats."""
    match_rounds: int = 10_000
    """Rounds that each of them takes at most."""
    battles: int = 9
    """Times that each of the odds is computed."""
    chains: int = 7
    """Times that the chained turn is adjudicated."""
    compared: int = 5
    """Rounds in which moves are generated beside python-chess; none: its rows are left out."""
    continents: int = 7
    """Times that the large player-turn of Invasion: America is adjudicated; none: no row of it."""
    whole_matches: bool = True
    """Whether a match of it is played to its end."""
    compiled: bool = True
    """Whether compiled modules are made ready first."""


def table(size: Size) -> list[tuple[str, str, str]]:
    """Returns the rows of the table: what, how much now, and how much it may be."""
    cold = start.measure(size.starts, compiled=size.compiled)
    bare = cold["bare script"]
    python = cold["python -c pass"].cpu_ms
    rows = [
        ("a bare start of Python: `python -c pass`", f"{python:.1f} ms", ""),
        ("a bare script, whole process", f"{bare.cpu_ms:.0f} ms", ""),
    ]
    for name, most in (("check MATCH SHEET", 1.2), ("--help", 0.6), ("--version", 0.3)):
        took = cold[name]
        figure = f"{took.cpu_ms / bare.cpu_ms:.2f} x ({took.cpu_ms:.0f} ms)"
        rows.append((f"`{name}`, whole process", figure, f"{most} x"))
    with tempfile.TemporaryDirectory() as folder:
        large = turn.turn_of_the_usa(Path(folder) / "m")
        whole = turn.measure(large, size.turns)["whole turn, files written"]
        orders = turn.orders_of(large)
        took_ms = statistics.median(whole)
        figure = f"{took_ms / python:.1f} bare starts ({took_ms:.0f} ms, the first {whole[0]:.0f})"
        rows.append((f"a turn of {orders} orders, all files written", figure, "6 bare starts"))
    with tempfile.TemporaryDirectory() as folder:
        found = match.measure(match.long_match(Path(folder), size.openings))
        seconds = (found.dice_ms + found.rules_ms) / 1000
        what = f"a match of {found.openings} openings verified in full"
        rows.append((what, f"{seconds:.2f} s", "3 s"))
    short, long = append.measure(*size.appended, rounds=size.rounds)
    what = f"one opening more after {long.openings:,}, against one after {short.openings:,}"
    figure = f"{long.cpu_ms / short.cpu_ms:.2f} x ({long.cpu_ms:.1f} ms)"
    rows.append((what, figure, "1.2 x"))
    dice = verify.measure(size.rolls, size.audits, compiled=size.compiled)
    by_file, by_us = dice.ran["verify_log.py"].cpu_ms, dice.ran["verify --dice-only"].cpu_ms
    what = f"the dice of {size.rolls} rolls verified, whole process"
    rows.append((what, f"{by_us / 1000:.2f} s (`verify_log.py` {by_file / 1000:.2f} s)", "0.5 s"))
    played, seconds = play.measure(size.walk)
    rows.append(("random play", f"{played.moves / seconds:.0f} moves a second", ""))
    rows += _galactic_rows(size, bare.cpu_ms)
    rows += [
        (f"peak memory: {name}", f"{peak:.0f} MB", "120 MB")
        for name, peak in memory.measure(size.openings, compiled=size.compiled).items()
    ]
    return rows


def _galactic_rows(size: Size, bare_ms: float) -> list[tuple[str, str, str]]:
    """Returns the rows of Galactic Conquest."""
    found = galactic.measure(size.matches, size.match_rounds).values()
    moves = sum(one.moves for matched, _ in found for one in matched)
    speed = moves / sum(seconds for _, seconds in found)
    what = "random matches of Galactic Conquest"
    rows = [(what, f"{speed:.0f} moves a second", f"at least {galactic.LEAST}")]
    for name, best, middle in odds.rows(size.battles):
        if name in odds.MOST:
            what = f"{odds.TROOPS} against {odds.TROOPS}, {name}"
            rows.append((what, f"{middle:.1f} ms (best {best:.1f})", f"{odds.MOST[name]} ms"))
    took = chained.measure(size.chains, compiled=size.compiled)
    what = f"a turn of {chained.LINKS} chained invasions with map and report, whole process"
    figure = f"{took.cpu_ms / bare_ms:.1f} x ({took.cpu_ms:.0f} ms, peak {took.peak_mb:.0f} MB)"
    return [*rows, (what, figure, ""), *_stratix_rows(size), *_invasion_rows(size)]


def _stratix_rows(size: Size) -> list[tuple[str, str, str]]:
    """Returns the rows of Four Fronts."""
    if not size.compared:
        return []
    return [
        (
            f"Four Fronts: {one.what}, beside python-chess",
            f"{one.times} x ({one.ours} and {one.chess} a second)",
            f"at least {stratix.LEAST} x",
        )
        for one in stratix.measure(size.compared)
    ]


def _invasion_rows(size: Size) -> list[tuple[str, str, str]]:
    """Returns the rows of Invasion: America."""
    if not size.continents:
        return []
    found = invasion.measure(size.continents)
    took = continent.measure(compiled=size.compiled)
    what = "Invasion: America: a match made, with map and report, whole process"
    peak = ", ".join(f"{name} {one.peak_mb:.0f}" for name, one in took.items())
    return [
        (
            f"Invasion: America: a player-turn of {found.orders} moves",
            f"{found.turn_ms:.0f} ms",
            f"{invasion.MOST_MS} ms",
        ),
        (
            "Invasion: America: the supply of all units",
            f"{found.supply_ms:.1f} ms",
            f"{invasion.MOST_SUPPLY_MS} ms",
        ),
        (what, f"{took['new'].cpu_ms:.0f} ms", ""),
        ("Invasion: America: peak memory", f"{peak} MB", f"{continent.MOST_MB} MB"),
        *_continent_rows(size),
    ]


def _continent_rows(size: Size) -> list[tuple[str, str, str]]:
    """Returns the rows of its battles, matches and maps."""
    if not size.whole_matches:
        return []
    fight = invasion.measure_fighting(size.continents)
    whole = invasion.measure_match(compiled=size.compiled)
    seconds, audit = whole.played.cpu_ms / 1000, whole.verified.cpu_ms / 1000
    peak = max(whole.played.peak_mb, whole.verified.peak_mb)
    rows = [
        (
            f"Invasion: America: one of {fight.moves} moves and {fight.attacks} attacks",
            f"{fight.turn_ms:.0f} ms",
            f"{invasion.MOST_FIGHTING_MS} ms",
        ),
        (
            "Invasion: America: Scenario I by built-in players, with all files; verified in full",
            f"{seconds:.1f} s; {audit:.1f} s; peak {peak:.0f} MB",
            f"{invasion.MOST_MATCH_S} s; {invasion.MOST_MATCH_S // 2} s; {invasion.MOST_MB} MB",
        ),
    ]
    for name, drawn in hex_pictures.measure(size.continents).items():
        figure = (
            f"{drawn.again_ms:.0f} ms, the first {drawn.first_ms:.0f}, svgwrite alone "
            f"{drawn.svgwrite_ms:.0f}; {drawn.kilobytes} kB"
        )
        most = f"{hex_pictures.MOST_MS[name]} ms; {hex_pictures.MOST_KB[name]} kB"
        rows.append((f"Invasion: America: {name}, with moves and battles", figure, most))
    more = svg.measure(size.continents)
    name = max(more, key=lambda one: more[one].percent)
    figure = f"{more[name].percent:.0f} % more ({more[name].now:.1f} ms: {name})"
    what = f"the worst of {len(more)} pictures, beside the same one in plain strings"
    return [*rows, (what, figure, f"{svg.MOST_PERCENT} % more")]


def main() -> None:
    """Prints the table in Markdown."""
    print("| what (CPU time, medians of one run) | now | at most |\n|---|---|---|")
    for what, now, most in table(Size()):
        print(f"| {what} | {now} | {most} |")


if __name__ == "__main__":
    main()
