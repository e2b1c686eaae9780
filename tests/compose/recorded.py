"""Positions of example matches: what their seats could order, and what they did."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock

import adjudicator
from adjudicator.audit.log import parse_log
from adjudicator.audit.opening import SavedMatch, first_match
from adjudicator.audit.replay import replay
from adjudicator.compose.pen import choices_of
from adjudicator.core.game import Rules
from adjudicator.core.save import state_of
from adjudicator.matches.fallbacks import Fault
from adjudicator.matches.opening_report import opening_report
from adjudicator.narrate.html import report_html

__all__ = ["Position", "fullest", "page_of", "positions", "share_in"]

EXAMPLES = Path(__file__).parents[2] / "examples"
_shared: list[Path] = []
"""The folder in which the workers of a run share the positions, if there is one."""


class Position(NamedTuple):
    """A seat that is awaited."""

    rules: Rules[Any]
    saved: SavedMatch
    seat: str
    choices: dict[str, Any]
    """As its page has them."""
    sheet: dict[str, Any] | None
    """What it sent; None: nothing that the log shows."""


def share_in(folder: Path) -> None:
    """Lets positions be read from a folder of this run where another worker has put them."""
    _shared[:] = [folder]


@cache
def positions(match: str) -> tuple[Position, ...]:
    """Returns all positions of a finished example match in which orders were awaited, in order."""
    if not _shared:
        return tuple(_positions(match))
    path = _shared[0] / f"{match}.positions"
    with FileLock(f"{path}.lock"):
        if not path.exists():
            made = tuple(_positions(match))
            path.write_bytes(pickle.dumps([one[1:] for one in made]))
            return made
    rules = adjudicator.open_log(EXAMPLES / match / "log.jsonl").rules
    return tuple(Position(rules, *one) for one in pickle.loads(path.read_bytes()))


def _positions(match: str) -> Iterator[Position]:
    read = parse_log((EXAMPLES / match / "log.jsonl").read_bytes())
    rules = adjudicator.open_log(EXAMPLES / match / "log.jsonl").rules
    walked = replay(rules, read)
    assert not walked.problems
    saves = [first_match(rules, read.genesis, read.lines[0].head)]
    sheets: dict[tuple[int, str], dict[str, Any]] = {}
    for opening in walked.openings:
        saves.append(opening.saved)
        for n, shown in opening.published.items():
            sheets.update({(n, seat): json.loads(json.dumps(one)) for seat, one in shown.items()})
    for saved in saves:
        asked = (one.seat for one in saved.pending if one.topic == "orders" and one.seat)
        for seat in dict.fromkeys(asked):
            choices = choices_of(rules, saved, seat)
            yield Position(rules, saved, seat, choices, sheets.get((saved.n + 1, seat)))


def fullest(match: str) -> Position:
    """Returns the position of an example match in which the most was ordered."""
    sent = (one for one in positions(match) if one.sheet is not None)
    return max(sent, key=lambda one: len(json.dumps(one.sheet)))


def page_of(position: Position, path: Path) -> Path:
    """Writes the report that its seat has got, with the pen; returns its path."""
    state = state_of(position.rules.game, position.saved.position)
    report = opening_report(
        position.rules, position.saved, before=state, events=(), state=state, seat=position.seat,
        on_fault=_never,
    )  # fmt: skip
    path.write_text(report_html(report), encoding="utf-8")
    return path


def _never(fault: Fault) -> None:
    """No fault of a picture is met here."""
    raise AssertionError(fault.trace)
