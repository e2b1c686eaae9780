"""Logs with one thing wrong, for the entries about logs: a demo log and what is changed in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.audit.log import BeaconRound, Correction, Seat
from tests.audit.demo_logs import DemoMatch, secret
from tests.audit.log_changes import chained, lines_of

__all__ = ["changed_log"]


def _turns(count: int) -> bytes:
    match = DemoMatch()
    for _ in range(count):
        match.turn()
    return match.raw


def _roll_twice() -> bytes:
    match = DemoMatch()
    match.opens()
    match.roll("weather", 1)
    match.roll("weather", 1)
    match.state()
    return match.raw


def _roll_first() -> bytes:
    match = DemoMatch()
    match.n, match.key = 1, secret("key")
    match.roll("weather", 1)
    return match.raw


def _stranger() -> bytes:
    match = DemoMatch()
    join = match.join("bob").model_copy(update={"player": "zoe"})
    match.add(Seat(n=0, join=join))
    return match.raw


def _other_round() -> bytes:
    match = DemoMatch(mode="beacon")
    match.add(BeaconRound(n=1, round=8))
    match.opens(beacon=f"drand-quicknet:9:{secret('round')}")
    match.state()
    return match.raw


def _swallowed() -> bytes:
    match = DemoMatch()
    match.opens()
    match.add(Correction(n=1, reason="a slip", patch=()))
    match.state()
    return match.raw


def _false_clock() -> bytes:
    match = DemoMatch(amended=True)
    match.opens([match.sheet("alice")], clock=match.clock("zoe"))
    match.state()
    return match.raw


LOGS: Mapping[str, Callable[[], bytes]] = {
    "new": lambda: _turns(0),
    "one-turn": lambda: _turns(1),
    "two-turns": lambda: _turns(2),
    "a-label-twice": _roll_twice,
    "a-roll-first": _roll_first,
    "a-stranger": _stranger,
    "another-round": _other_round,
    "a-sheet-swallowed": _swallowed,
    "a-false-clock": _false_clock,
}


def changed_log(run: Mapping[str, Any]) -> bytes:
    """Returns the log of an entry.

    `log` names it, `change` sets values by their place (`"3.values.0": 7`; the number of a line is
    its `k`), `without` takes lines or fields away. Then the chain of hashes is repaired, unless
    `chained` is false.
    """
    lines: Any = lines_of(LOGS[run["log"]]())
    for place, value in run.get("change", {}).items():
        parent, step = _found(lines, place)
        if isinstance(parent, list) and step == len(parent):
            parent.append(value)
        else:
            parent[step] = value
    for place in run.get("without", ()):
        parent, step = _found(lines, place)
        del parent[step]
    if run.get("chained", True):
        return chained(lines)
    written = [json.dumps(line, sort_keys=True, separators=(",", ":")) for line in lines]
    return "".join(f"{line}\n" for line in written).encode()


def _found(lines: Any, place: str) -> tuple[Any, Any]:
    """The list or object around a place, and the last step."""
    *steps, last = place.split(".")
    parent = lines
    for step in steps:
        parent = parent[int(step) if isinstance(parent, list) else step]
    return parent, int(last) if isinstance(parent, list) else last
