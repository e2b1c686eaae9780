"""CPU time of verifying the dice of a long log: python -m tests.benchmarks.verify [ROLLS] [RUNS]

Whole processes, all taken in turn in one run: `adjudicator verify --dice-only`, the stand-alone
verify_log.py, a bare start of Python; beside them the audit alone, without a process.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from adjudicator.audit import tfd1
from adjudicator.audit.log import (
    START,
    Genesis,
    Head,
    Join,
    Lock,
    Offer,
    Open,
    Payload,
    Roll,
    Rules,
    Sheet,
    StateReached,
    append,
    parse_log,
)
from adjudicator.audit.verifiers import verify_log
from adjudicator.audit.verify import audit_dice
from adjudicator.core.values import FrozenMap
from tests.benchmarks.clock import Ran, cpu_ms, medians, side_by_side

__all__ = ["Verified", "long_log", "measure"]

ROLLS = 10_000
IN_OPENING = 50
DICE = (1, 2, 3, 6)
"""How many dice the rolls have, in turn: as in a battle, three on the average."""
NAME = "benchmark"
SEATS = ("blue", "red")


class Verified(NamedTuple):
    """What it takes to verify the dice of a log."""

    kb: int
    dice: int
    function_ms: float
    """To read and audit the log, in a process that runs already."""
    ran: dict[str, Ran]
    """By command, whole processes."""


def _secret(text: str) -> str:
    return tfd1.digest(f"TEST ONLY {text}".encode())


def _genesis() -> Genesis:
    last = _secret("referee")
    offer = Offer(
        game=NAME,
        rules=Rules(id="benchmark", sha256=_secret("rules")),
        anchor=tfd1.chain_value(NAME, "referee", last, links=tfd1.LINKS, n=0),
        links=tfd1.LINKS,
        hidden=None,
        start=_secret("start"),
        mode="referee",
    )
    answered = tfd1.json_hash(offer.to_json())
    joins = [
        Join(offer=answered, player=seat, salt=_secret(seat), anchor=None) for seat in SEATS
    ]  # fmt: skip
    return Genesis.of(offer, joins)


def _opening(gid: str, head: Head, n: int, rolls: int) -> list[Payload]:
    """Returns the lines of opening `n`: both seats send a sheet, and dice are rolled."""
    sheets = {
        seat: Sheet.model_validate(
            {
                "t": "orders", "game": gid, "n": n, "head": head.hash, "player": seat,
                "pledge": None, "blind": _secret(f"{seat} {n}"),
                "orders": {"moves": [{"order": "move", "unit": f"unit-{u}"} for u in range(9)]},
            }
        )
        for seat in SEATS
    }  # fmt: skip
    orders = {seat: tfd1.json_hash(sheet.to_json()) for seat, sheet in sheets.items()}
    ref = tfd1.chain_value(NAME, "referee", _secret("referee"), links=tfd1.LINKS, n=n)
    shares = [tfd1.Share(seat, orders[seat]) for seat in SEATS]
    key = tfd1.turn_key(ref, gid, n, beacon=None, shares=shares)
    lines: list[Payload] = [
        Lock(n=n, orders=FrozenMap(orders), files=FrozenMap(sheets)),
        Open(n=n, ref=ref, pledges=FrozenMap(dict.fromkeys(SEATS)), beacon=None, key=key),
    ]
    for number in range(rolls):
        label = f"turn-{n}/battle/area-{number % 7}/round-{number}/attackers"
        values = tfd1.roll(key, label, DICE[number % len(DICE)], 6)
        lines.append(Roll(n=n, label=label, sides=6, values=values))
    lines.append(StateReached(n=n, sha256=_secret(f"state {n}"), engine="benchmark rules-1"))
    return lines


def long_log(rolls: int) -> bytes:
    """Returns a sound log of so many rolls, 50 to an opening, with all its sheets."""
    genesis = _genesis()
    raw, head = append(START, genesis)
    for n, done in enumerate(range(0, rolls, IN_OPENING), start=1):
        lines = _opening(genesis.gid, head, n, min(IN_OPENING, rolls - done))
        more, head = append(head, *lines)
        raw += more
    return raw


def measure(rolls: int, runs: int, *, compiled: bool = True) -> Verified:
    """Returns what it takes to verify a log of so many rolls; medians of so many runs."""
    raw = long_log(rolls)
    audit = audit_dice(parse_log(raw))
    assert audit.sound
    assert audit.rolls == rolls
    alone = statistics.median(cpu_ms(lambda: audit_dice(parse_log(raw))) for _ in range(runs))
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        log.write_bytes(raw)
        commands = {
            "python -c pass": ["-c", "pass"],
            "verify --dice-only": ["-m", "adjudicator", "verify", "--dice-only", str(log)],
            "verify_log.py": [str(verify_log.__file__), str(log)],
        }
        taken = side_by_side(commands, Path(folder) / "compiled" if compiled else None, runs)
    ran = {name: medians(listed) for name, listed in taken.items()}
    return Verified(len(raw) // 1024, audit.dice, alone, ran)


def main(rolls: int, runs: int) -> None:
    """Prints the times."""
    found = measure(rolls, runs)
    print(f"{rolls} rolls, {found.dice} dice, {found.kb} KB of log; median of {runs}")
    print(f"{'reading and audit alone':32} {found.function_ms:8.0f} ms CPU")
    for name, took in found.ran.items():
        print(
            f"{name + ', whole process':32} {took.cpu_ms:8.0f} ms CPU {took.wall_ms:8.0f} ms wall"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *(ROLLS, 5)[len(sys.argv[1:3]) :])
