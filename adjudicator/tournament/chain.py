"""What in an event hangs on what: nothing that was written once can be changed unseen.

Each line of results.jsonl cites the line before, the first what tournament.json fixes. Lines note
the files of rounds that started, the amendments and rulings of their time, and the words about the
event. Whoever keeps the hash of one line holds the event to all that stood there before it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence

from adjudicator.api.problems import Problem
from adjudicator.tournament.event import Event
from adjudicator.tournament.results import RESULTS, Line, RulesNoted

__all__ = ["about_hash", "check_chain", "check_rules", "event_hash", "rules_hash"]

_HINT = "The file only grows, by `tournament result`: put the copy back."


def event_hash(event: Event) -> str:
    """Returns the SHA-256 of what tournament.json fixes at the start, as canonical JSON.

    No name is in it: neither title, nor words about it, nor referees' names, nor what may grow
    (rulings, amendments).
    """
    told = event.model_dump(mode="json", exclude={"title", "about", "rulings", "amendments"})
    for one in told["referees"]:
        del one["name"]
    return _digest(told)


def rules_hash(event: Event, amendments: int, rulings: int) -> str:
    """Returns the SHA-256 of the first amendments and rulings of an event, as canonical JSON.

    No name that an amendment changes is in it: neither title, nor words about it, nor referees'.
    """
    told = event.model_dump(mode="json", include={"amendments", "rulings"})
    for one in told["amendments"]:
        changes = {name: value for name, value in one["changes"].items()
                   if name not in ("title", "about")}  # fmt: skip
        referees = changes.get("referees")
        if isinstance(referees, list):
            changes["referees"] = [_nameless(referee) for referee in referees]
        one["changes"] = changes
    return _digest([told["amendments"][:amendments], told["rulings"][:rulings]])


def about_hash(event: Event) -> str:
    """Returns the SHA-256 of the words about an event, where its special rules stand."""
    return hashlib.sha256(event.about.encode()).hexdigest()


def _nameless(told: object) -> object:
    if not isinstance(told, dict):
        return told
    return {name: value for name, value in told.items() if name != "name"}


def _digest(told: object) -> str:
    raw = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(raw.encode()).hexdigest()


def check_chain(lines: Sequence[Line], hashes: Sequence[str], first: str) -> Iterator[Problem]:
    """Yields which lines of results.jsonl do not cite the line before; a path begins with a line.

    Args:
        hashes: by line, the SHA-256 of what stands in the file.
        first: what the first line cites.
    """
    bare = next((place for place, one in enumerate(lines) if one.prev is None), None)
    if bare is not None:
        message = f"line {bare + 1} cites no line before it"
        yield Problem("results-changed", message, (bare,), "event", kind="invalid", hint=_HINT)
    for place, (one, before) in enumerate(zip(lines, (first, *hashes), strict=False)):
        if one.prev in (before, None):
            continue
        what = f"line {place} was changed, or lines behind it were taken out" if place else (
            "these are lines of another event, or the first were taken out"
        )  # fmt: skip
        yield Problem(
            "results-changed", f"{what}: line {place + 1} cites something else",
            (max(place - 1, 0),), "event", kind="invalid", hint=_HINT,
        )  # fmt: skip


def check_rules(event: Event, lines: Sequence[Line]) -> Iterator[Problem]:
    """Yields that amendments or rulings of an event are not those that a line has noted."""
    for one in lines:
        if not isinstance(one, RulesNoted):
            continue
        if one.digest != rules_hash(event, one.amendments, one.rulings):
            yield Problem(
                "rules-changed",
                f"amendments or rulings are not those that line {one.n} of {RESULTS} has noted"
                f" (amendments: {one.amendments}, rulings: {one.rulings})",
                ("amendments",) if one.amendments else ("rulings",), "event", kind="invalid",
                hint="Put the copy back: they only grow, and a new one changes an old one.",
            )  # fmt: skip
            return
