"""Ways to change a log and to repair its chain of hashes afterwards."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, Literal, NamedTuple, TypeAlias

from adjudicator.audit.dice_audit import DiceAudit
from adjudicator.audit.log import Log, Reading, parse_log
from adjudicator.audit.tfd1 import ZERO, digest
from adjudicator.audit.verifiers.verify_log import Damaged, Unreadable, verify
from adjudicator.audit.verify import audit_dice, audit_reading
from adjudicator.core.problem import Unusable
from adjudicator.core.values import canonical

__all__ = [
    "CHANGES",
    "Change",
    "Judged",
    "Mutation",
    "audited",
    "chained",
    "leaves",
    "lines_of",
    "mutations",
    "other",
    "package_judges",
    "package_says",
    "read_and_judged",
    "replaced",
    "stand_alone_judges",
    "stand_alone_says",
]

Place = tuple[str | int, ...]


def lines_of(raw: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in raw.splitlines()]


def chained(lines: Sequence[dict[str, Any]]) -> bytes:
    """The bytes of a log whose `k` and `prev` are made right."""
    written, prev = [], ZERO
    for k, line in enumerate(lines):
        raw = canonical({**line, "k": k, "prev": prev} if isinstance(line, dict) else line)
        prev = digest(raw)
        written.append(raw + b"\n")
    return b"".join(written)


def leaves(data: Any, place: Place = ()) -> Iterator[Place]:
    """The places of all values that hold no other values, but for `k` and `prev`."""
    if isinstance(data, dict) and data:
        for key in data:
            if place or key not in ("k", "prev"):
                yield from leaves(data[key], (*place, key))
    elif isinstance(data, list) and data:
        for index, one in enumerate(data):
            yield from leaves(one, (*place, index))
    else:
        yield place


def other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, str):
        return ("1" if value[:1] == "0" else "0") + value[1:]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1 if value > 1 else value + 1
    return "0" * 64 if value is None else {"x": value}


def replaced(line: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(line)
    parent: Any = changed
    for step in place[:-1]:
        parent = parent[step]
    parent[place[-1]] = value
    return changed


# --- all changes of a kind ----------------------------------------------------------------------

Change: TypeAlias = Literal["changed", "left out", "doubled", "swapped"]
CHANGES: tuple[Change, ...] = ("changed", "left out", "doubled", "swapped")
"""A value that holds no other; a line; a line; a line and the one after it."""


class Mutation(NamedTuple):
    """A log with one change, its chain of hashes repaired."""

    change: Change
    k: int
    place: str
    """The place of the value that was changed; empty where it is a whole line."""
    raw: bytes

    @property
    def name(self) -> str:
        return f"line {self.k}{' ' + self.place if self.place else ''} {self.change}"


def mutations(raw: bytes) -> Iterator[Mutation]:
    """Yields every value changed, every line left out and doubled, all neighbours swapped."""
    lines = lines_of(raw)
    for k, line in enumerate(lines):
        before, after = lines[:k], lines[k + 1 :]
        for place in leaves(line):
            value: Any = line
            for step in place:
                value = value[step]
            changed = chained([*before, replaced(line, place, other(value)), *after])
            yield Mutation("changed", k, ".".join(map(str, place)), changed)
        yield Mutation("left out", k, "", chained([*before, *after]))
        yield Mutation("doubled", k, "", chained([*before, line, line, *after]))
        if after:
            yield Mutation("swapped", k, "", chained([*before, after[0], line, *after[1:]]))


# --- what a verifier says -----------------------------------------------------------------------


class Judged(NamedTuple):
    """What a verifier says of a log, in words that all three share."""

    verdict: str
    """sound, not proven, refuted, damaged, unreadable"""
    lines: tuple[int, ...] = ()
    """The lines that it blames, each once."""

    @property
    def is_noticed(self) -> bool:
        """Whether a change of the log is noticed: what is not proven may be as it says."""
        return self.verdict not in ("sound", "not proven")


def audited(read: Log, raw: bytes) -> DiceAudit:
    """The audit of a log: the same of all its lines, and in the pass in which they are read."""
    audit = audit_dice(read)
    in_one_pass, _ = audit_reading(Reading(BytesIO(raw)), ())
    assert in_one_pass == audit
    return audit


def package_judges(raw: bytes) -> Judged:
    return read_and_judged(raw)[1]


def read_and_judged(raw: bytes) -> tuple[Log | None, Judged]:
    """The log, if it can be read, and what the package says of its dice."""
    try:
        read = parse_log(raw)
        audit = audited(read, raw)
    except Unusable as error:
        (problem,) = error.problems
        return None, Judged(problem.code.removeprefix("log-"))
    blamed = {int(problem.path[0]) for problem in audit.failures}
    return read, Judged(audit.verdict, tuple(sorted(blamed)))


def stand_alone_judges(raw: bytes) -> Judged:
    try:
        found = verify(raw)
    except Unreadable as error:
        return Judged("damaged" if isinstance(error, Damaged) else "unreadable")
    blamed = {k for k, _ in found.failures}
    return Judged(found.verdict, tuple(sorted(blamed)))


def package_says(raw: bytes) -> str:
    return package_judges(raw).verdict


def stand_alone_says(raw: bytes) -> str:
    return stand_alone_judges(raw).verdict
