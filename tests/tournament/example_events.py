"""Makes the examples of events: python -m tests.tournament.example_events [NAME...]

Two whole events by the built-in player, from entry to the pages (tournaments.md 10): a Swiss of 17,
of whom one leaves, one asks for a bye and two are kept apart; and 26 at tables of four and three.
One match of each is judged, and the ruling appealed against. Secrets are no secrets and times are
fixed: the same bytes come out each time, until a rule or the player changes. Of the Swiss its whole
site is kept, of the other what is small: `made` makes all of it.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from adjudicator.api.match import open_match
from adjudicator.tournament.deciding import (
    Decision,
    advise,
    appeal,
    claim,
    decide_appeal,
    gather_results,
    rule,
)
from adjudicator.tournament.entering import add_players
from adjudicator.tournament.entries import Entry
from adjudicator.tournament.exporting import csv_files, report_of, report_text
from adjudicator.tournament.folder import open_event
from adjudicator.tournament.leaving import withdraw_player
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.site.making import make_site
from adjudicator.tournament.site.publishing import public_files
from adjudicator.tournament.starting import new_event, pair_round, start_round

__all__ = ["EVENTS", "KEPT", "kept", "made"]

_BEGINS = datetime(2027, 1, 4, 12, tzinfo=UTC)
_DAYS = 90
_NAMES = (
    "Anna", "Ben", "Carla", "Dora", "Emil", "Frida", "Gustav", "Hanna", "Ivo", "Jana", "Kurt",
    "Lena", "Max", "Nora", "Otto", "Petra", "Quinn", "Rosa", "Sven", "Tilda", "Uwe", "Vera",
    "Willi", "Xenia", "Yara", "Zeno",
)  # fmt: skip
_REFEREES = [{"id": "r1", "name": "Paula"}, {"id": "r2", "name": "Bert"}]


class _Fixed:
    """In the place of `secrets`: 32 bytes that look random and are not, one after another."""

    def __init__(self, name: str) -> None:
        self.name, self.count = name, 0

    def token_hex(self, size: int) -> str:
        """Returns so many bytes, at most 32, in hexadecimal."""
        self.count += 1
        return sha256(f"{self.name}/{self.count}".encode()).hexdigest()[: 2 * size]


@contextmanager
def _fixed(name: str) -> Iterator[None]:
    secret = sha256(f"{name}/draws".encode()).hexdigest()
    with (
        patch("adjudicator.tournament.folder.make_secret", lambda: secret),
        patch("adjudicator.audit.tfd1.secrets", _Fixed(name)),
    ):
        yield


def _day(number: int, days: int) -> datetime:
    """Returns a moment: so many days after a round begins."""
    return _BEGINS + timedelta(days=_DAYS * (number - 1) + days)


def _dates(rounds: int) -> list[dict[str, str]]:
    return [
        {"starts": str(_day(one, 0).date()), "ends": str(_day(one, _DAYS - 1).date())}
        for one in range(1, rounds + 1)
    ]


def _begun(folder: Path, told: dict[str, Any], names: Sequence[str]) -> None:
    """Makes an event and enters players, the strongest first."""
    new_event(folder, {"referees": _REFEREES, **told})
    entries = [
        Entry(line=number, values={"name": name, "rating": 1800 - 20 * number, "built_in": True})
        for number, name in enumerate(names, 1)
    ]
    add_players(folder, entries, source="names", now=_BEGINS - timedelta(days=30))


def _round(folder: Path, number: int, unfinished: Sequence[str] = ()) -> None:
    """Pairs a round, starts it, plays its matches and takes their results."""
    pair_round(folder, Gacrux())
    start_round(folder, now=_day(number, 0))
    event = open_event(folder)
    for match in event.open_matches:
        with open_match(event.match_folder(match)) as opened:
            while not opened.is_over and (match not in unfinished or opened.n < 7):
                opened.adjudicate(play="all")
    gather_results(folder, now=_day(number, 60))


def _judged(folder: Path, match: str, number: int) -> None:
    """An unfinished match: claims, advice, a ruling, an appeal, and what became of it."""
    seated = [*open_event(folder).seated(match).values()]
    for place, player in enumerate(seated):
        claim(folder, match, player, f"Place {place + 1} is mine.", now=_day(number, _DAYS))
    found, winner = None, seated[0]
    if len(seated) == 2:  # Where hands are hidden, nobody may be advised.
        found = advise(folder, match, playouts=20, seed="1")
        best = max(found.share, key=lambda seat: (float(found.share[seat]), seat))
        winner = open_event(folder).seated(match)[best]
    places = {player: 1 if player == winner else 2 for player in seated}
    decided = Decision(
        kind="adjudicated", by="r1", reason="More land, and the playouts agree.", places=places,
        advice=found,
    )  # fmt: skip
    rule(folder, match, decided, now=_day(number, _DAYS))
    loser = next(one for one in seated if one != winner)
    line = appeal(folder, match, loser, "My attack was under way.", now=_day(number, _DAYS))
    decide_appeal(
        folder, line.n, by="r2", upheld=False, reason="It could not have come in time.",
        now=_day(number, _DAYS),
    )  # fmt: skip


def swiss(folder: Path, rounds: int = 3) -> None:
    """A Swiss of 17: p003 and p004 are kept apart, p006 asks for a bye, p009 leaves."""
    told = {
        "id": "spring-cup", "title": "Spring Cup", "game": "nine-fields", "scenario": "standard",
        "format": {"kind": "swiss", "rounds": rounds}, "dates": _dates(rounds),
        "tie_breaks": ["buchholz", "direct-encounter", "lot"], "apart": [["p003", "p004"]],
    }  # fmt: skip
    _begun(folder, told, _NAMES[:17])
    event = open_event(folder)
    (asks,) = [one for one in event.players.players if one.id == "p006"]
    absent = asks.model_copy(update={"absent": [2]})
    players = [absent if one.id == "p006" else one for one in event.players.players]
    event.write_players(event.players.model_copy(update={"players": players}))
    for number in range(1, rounds + 1):
        _round(folder, number, unfinished=["02-03"])
        if number == 2:
            _judged(folder, "02-03", number)
            withdraw_player(folder, "p009", by="r1", reason="No time until summer.",
                            replacement=None, now=_day(number, _DAYS))  # fmt: skip


def tables(folder: Path, rounds: int = 3) -> None:
    """26 players at tables of four, and of three; each table is a match of Galactic Conquest."""
    told = {
        "id": "stars", "title": "Stars", "game": "galactic-conquest", "scenario": "four",
        "format": {"kind": "tables", "rounds": rounds}, "dates": _dates(rounds),
        "scoring": {"kind": "places", "points": ["10", "4", "1"]},
        "tie_breaks": ["wins", "opponents", "lot"], "smaller": {"scenario": "three"},
    }  # fmt: skip
    _begun(folder, told, _NAMES)
    for number in range(1, rounds + 1):
        _round(folder, number, unfinished=["01-02"])
        if number == 1:
            _judged(folder, "01-02", number)


KEPT = Path(__file__).resolve().parents[2] / "examples" / "events"
EVENTS = {"swiss": swiss, "tables": tables}
"""The examples by name."""


def made(out: Path, name: str) -> Path:
    """Makes an event in a folder of its name below `out`, which must not be there."""
    folder = out / name
    with _fixed(name):
        EVENTS[name](folder)
    return folder


def kept(folder: Path, out: Path, *, with_pages: bool) -> None:
    """Writes of an event what is kept under examples/: its site or its files, tables, the report.

    Args:
        folder: the event.
        out: where it goes; what is there makes room.
    """
    event = open_event(folder)
    shutil.rmtree(out, ignore_errors=True)
    if with_pages:
        make_site(event, out)
    else:
        for name, raw in public_files(event):
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_bytes(raw)
    (out / "tables").mkdir()
    for name, raw in csv_files(event, today=_day(len(event.started), _DAYS).date()).items():
        (out / "tables" / name).write_bytes(raw)
    (out / "report.txt").write_text(report_text(report_of(event)), encoding="utf-8")


def main() -> None:
    """Makes the examples that are named, else all."""
    for name in sys.argv[1:] or EVENTS:
        with tempfile.TemporaryDirectory() as work:
            kept(made(Path(work), name), KEPT / name, with_pages=name == "swiss")
        print(KEPT / name)


if __name__ == "__main__":
    main()
