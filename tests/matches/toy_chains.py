"""Match folders of the toy game in which seats have chains of their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import log, tfd1
from adjudicator.audit.dice_audit import DiceAudit
from adjudicator.audit.replay import replay
from adjudicator.audit.verify import audit_dice
from adjudicator.documents.joins import Invitation, joined, read_invitation
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.keys.seat_keys import pledge_of
from adjudicator.documents.problems import RefusedFile
from adjudicator.matches.match import Match
from adjudicator.matches.referee.amending import replace_seat
from adjudicator.matches.referee.new_match import begin_match, offer_match
from adjudicator.matches.stored_sheets import stored_sheets
from tests.audit.log_changes import stand_alone_says
from tests.core.toy import TOY, toy_scenario
from tests.core.toy_orders import MARCH
from tests.matches.toy_match import GAMES, render, sheet

__all__ = [
    "SEATS",
    "audited",
    "begun",
    "bids",
    "codes",
    "log_of",
    "march",
    "offered",
    "pledge",
    "refused_for",
    "reopened",
    "replace",
    "replacement",
    "secrets_of",
]

SEATS = ("blue", "red")
BIDS = {"blue": 1, "red": 1}


def offered(folder: Path, name: str = "toy-2026", mode: Any = "referee") -> log.Offer:
    return offer_match(
        folder, TOY, toy_scenario(None), name=name, mode=mode, title="Toy",
        make_secret=lambda: "5e" * 32,
    )[1]  # fmt: skip


def secrets_of(*words: str) -> Callable[[], str]:
    """Secrets that are the same every time."""
    numbers = iter(range(100))
    return lambda: tfd1.digest(f"{words} {next(numbers)}".encode())


def begun(
    folder: Path, chains: tuple[str, ...] = SEATS, name: str = "toy-2026"
) -> tuple[Match, dict[str, Secret]]:
    """A match in which some seats have chains, and their keys."""
    offer = offered(folder, name)
    made = {
        seat: joined(
            Invitation(offer, None), seat, chain=seat in chains, public_key=None,
            make_secret=secrets_of(name, seat),
        )
        for seat in SEATS
    }  # fmt: skip
    joins = [one.join for one in made.values() if isinstance(one.join, log.Join)]
    rules = TOY.open(toy_scenario(None), {})
    match = begin_match(folder, rules, offer, joins, render=render)
    return match, {seat: one.key for seat, one in made.items() if one.key is not None}


def pledge(match: Match, key: Secret) -> dict[str, str]:
    return {"pledge": pledge_of(key, match.saved.n + 1)}


def bids(match: Match, keys: Mapping[str, Secret], **gold: int) -> list[tuple[str, bytes]]:
    return [
        sheet(
            match, seat, orders={"bids": [{"order": "bid", "gold": bid}]},
            **(pledge(match, keys[seat]) if seat in keys else {}),
        )
        for seat, bid in (BIDS | gold).items()
    ]  # fmt: skip


def march(match: Match, keys: Mapping[str, Secret]) -> tuple[str, bytes]:
    seat = match.position().mover
    return sheet(match, seat, orders=MARCH, **pledge(match, keys[seat]))


def log_of(match: Match) -> bytes:
    return (match.folder / "log.jsonl").read_bytes()


def audited(match: Match) -> DiceAudit:
    """The audit of a log that is sound by both verifiers, and made again byte by byte."""
    raw = log_of(match)
    read = log.parse_log(raw)
    audit = audit_dice(read)
    assert audit.failures == ()
    assert stand_alone_says(raw) == "sound"
    replayed = replay(match.rules, read, stored_sheets(match.folder))
    assert (replayed.problems, replayed.waiting_for) == ((), ())
    assert replayed.saved == match.saved
    return audit


def codes(error: pytest.ExceptionInfo[RefusedFile]) -> list[str]:
    return [one.problem.code for one in error.value.located]


def refused_for(match: Match, *given: tuple[str, bytes]) -> list[str]:
    before = log_of(match)
    with pytest.raises(RefusedFile) as refused:
        match.adjudicate(list(given))
    assert log_of(match) == before
    return codes(refused)


def reopened(match: Match) -> Match:
    return Match.open(match.folder, GAMES, render)


def replacement(match: Match, seat: str, *, chain: bool = True) -> tuple[log.Seat, Secret | None]:
    invited = read_invitation(match.folder, GAMES)
    made = joined(
        invited, seat, chain=chain, public_key=None, make_secret=secrets_of("again", seat)
    )
    assert isinstance(made.join, log.Seat)
    return made.join, made.key


def replace(match: Match, line: log.Seat) -> tuple[str, ...]:
    return replace_seat(match, json.dumps(line.to_json()).encode(), "seat.json").set_aside
