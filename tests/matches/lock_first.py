"""Matches of the toy game in the modes that lock first, with the seats' own chains."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adjudicator.audit import log, tfd1
from adjudicator.audit.clock import ClockPolicy
from adjudicator.audit.opening import LockOptions, PlayedMode
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.keys.seat_keys import pledge_of
from adjudicator.matches.match import Match
from adjudicator.matches.referee.new_match import begin_match, offer_match
from tests import beacon
from tests.beacon import ROUND
from tests.core.toy import SEATS, TOY, toy_scenario
from tests.matches.toy_match import GAMES, render

__all__ = [
    "BIDS",
    "MARCH",
    "NO_BIDS",
    "fix",
    "fixed",
    "key",
    "new",
    "opened",
    "pledge",
    "secrets",
    "sheet",
]

NAME = "toy-2026"
BIDS = {"bids": [{"order": "bid", "gold": 2}]}
NO_BIDS = {"bids": [{"order": "bid", "gold": 1}]}
MARCH = {"march": [{"order": "march", "unit": "soldier", "count": 1}]}


def key(seat: str) -> Secret:
    master = tfd1.digest(f"TEST ONLY {seat}".encode())
    return Secret(match=NAME, who=seat, links=tfd1.LINKS, master=master)


def new(
    folder: Path,
    mode: PlayedMode,
    *,
    chains: bool = True,
    penalty: str = "",
    plays: Sequence[str] = (),
    amended: bool = True,
    clock: ClockPolicy | None = None,
    **options: Any,
) -> Match:
    """A new match; one that is not amended is as older programs made it."""
    rules, offer = offer_match(
        folder, TOY, toy_scenario(None, **options), name=NAME, mode=mode, title="Toy",
        penalty=penalty, plays=plays, amended=amended, clock=clock, make_secret=lambda: "5e" * 32,
    )  # fmt: skip
    joins = [
        log.Join(
            offer=tfd1.json_hash(offer.to_json()),
            player=seat,
            salt=tfd1.digest(seat.encode()),
            anchor=pledge_of(key(seat), 0) if chains else None,
        )
        for seat in SEATS
    ]
    return begin_match(folder, rules, offer, joins, render=render)


def opened(match: Match) -> Match:
    """The match as the next command finds it."""
    return Match.open(match.folder, GAMES, render)


def sheet(match: Match, seat: str, orders: Any, **parts: Any) -> tuple[str, bytes]:
    n = match.saved.n + 1
    carries = match.mode == "beacon" and seat in match.saved.chains
    header = {"t": "orders", "game": match.saved.gid, "n": n, "head": match.saved.head,
              "player": seat, "pledge": pledge_of(key(seat), n) if carries else None}  # fmt: skip
    document = {"blind": "ab" * 32, **header, "orders": orders, **parts}
    return f"{seat}.json", json.dumps(document, indent=1).encode()


def pledge(match: Match, seat: str, **changed: Any) -> tuple[str, bytes]:
    n = match.saved.n + 1
    document = {"t": "pledge", "game": match.saved.gid, "n": n, "player": seat,
                "lock": match.saved.head, "pledge": pledge_of(key(seat), n)}  # fmt: skip
    return f"pledge-{seat}.json", json.dumps({**document, **changed}).encode()


def fix(match: Match, number: int | None = None) -> None:
    """Fixes the round of the next opening, in beacon mode; in other modes there is nothing to."""
    if match.mode == "beacon":
        match.adjudicate([], lock_options=fixed(match, number))


def fixed(match: Match, number: int | None = None) -> LockOptions:
    """What a run is told that fixes the round of the next opening."""
    return LockOptions(round=number or ROUND + match.saved.n)


def secrets(match: Match) -> tuple[list[tuple[str, bytes]], LockOptions]:
    """What opens the locked opening: pledges, or the value of the beacon."""
    if match.mode == "beacon":
        assert match.saved.locked is not None
        return [], beacon.lock_options(match.saved.locked.round or 0)
    return [pledge(match, seat) for seat in SEATS], LockOptions()
