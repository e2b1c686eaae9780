"""Events that are audited: small, with all that an audit looks at, and files to falsify."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.api.beginning import prepare_match
from adjudicator.api.drawing import draw_commitment, opened_draw
from adjudicator.api.match import open_match
from adjudicator.tournament.chain import event_hash
from adjudicator.tournament.deciding import (
    Decision,
    appeal,
    claim,
    decide_appeal,
    gather_results,
    rule,
)
from adjudicator.tournament.event import Event
from adjudicator.tournament.folder import OpenEvent, open_event
from adjudicator.tournament.pairing.gacrux import Gacrux
from adjudicator.tournament.starting import pair_round, start_round, swap_players
from tests.tournament.cup import after, cup, play

__all__ = [
    "REFEREES",
    "at_tables",
    "edit",
    "lines",
    "match_of",
    "next_round",
    "other_key",
    "remake",
    "rewrite",
    "swiss",
    "write_chained",
]

REFEREES = [{"id": "r1", "name": "Anna", "player": "p001"}, {"id": "r2", "name": "Bert"},
            {"id": "r3", "name": "Cleo"}]  # fmt: skip


def next_round(folder: Path, day: int, *, swap: tuple[str, str] | None = None) -> OpenEvent:
    """Pairs and starts the next round on a day of the event."""
    pair_round(folder, Gacrux())
    if swap is not None:
        swap_players(folder, *swap, by="r2", reason="they travel together")
    start_round(folder, now=after(day))
    return open_event(folder)


class _Counted:
    """In the place of `secrets`: what is no secret, one after another."""

    def __init__(self) -> None:
        self._count = 0

    def token_hex(self, size: int) -> str:
        """Returns so many bytes in hexadecimal."""
        self._count += 1
        return f"{self._count:0{2 * size}x}"


def swiss(folder: Path) -> Path:
    """Makes a Swiss of seven, two rounds, the same each time: a change by hand, an appeal with a
    correction, a claim and a judge, two byes; the correction has a part in the second pairing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adjudicator.tournament.folder.make_secret", lambda: "5e" * 32)
        patch.setattr("adjudicator.audit.tfd1.secrets", _Counted())
        return _swiss(folder)


def _swiss(folder: Path) -> Path:
    cup(folder, [f"N{number}" for number in range(1, 8)], referees=REFEREES,
        format={"kind": "swiss", "rounds": 2}, clock=None)  # fmt: skip
    next_round(folder, 0, swap=("p002", "p003"))
    play(folder)
    gather_results(folder, now=after(1))
    event = open_event(folder)
    match = match_of(event, 1, without="p001")
    loser = next(one for one in event.results[match].players if one.place == 2)
    appeal(folder, match, loser.player, "a ruling was missed", now=after(2))
    decide_appeal(folder, len(event.lines) + 1, by="r3", upheld=True, reason="so", now=after(2))
    decision = Decision(kind="adjudicated", winners=(loser.player,), by="r3", reason="the appeal",
                        corrects=event.results[match].n)  # fmt: skip
    rule(folder, match, decision, now=after(2))
    event = next_round(folder, 10)
    last = match_of(event, 2, without="p001")
    for one in event.open_matches:
        with open_match(event.match_folder(one)) as opened:
            while not opened.is_over and (one != last or opened.n < 2):
                opened.adjudicate(play="all")
    gather_results(folder, now=after(11))
    claim(folder, last, next(iter(event.matches[last].seats.values())), "I was ahead",
          now=after(12))  # fmt: skip
    rule(folder, last, Decision(kind="adjudicated", by="r2", reason="even"), now=after(13))
    return folder


def at_tables(folder: Path) -> Path:
    """Makes an event of eight at tables of four, whose first round has started."""
    cup(folder, [f"N{number}" for number in range(1, 9)], game="galactic-conquest",
        scenario="four", dice={}, format={"kind": "tables", "rounds": 2},
        tie_breaks=["lot"])  # fmt: skip
    next_round(folder, 0)
    return folder


# -- to falsify ---------------------------------------------------------------------------------


def match_of(event: OpenEvent, number: int, *, without: str) -> str:
    """Returns the first match of a round in which somebody does not play."""
    matches = event.started[number - 1].matches
    return next(one.match for one in matches if without not in one.seats.values())


def edit(path: Path, change: Callable[[Any], object]) -> None:
    """Changes a JSON file in place."""
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told))


def lines(folder: Path) -> list[dict[str, Any]]:
    """Returns the lines of results.jsonl."""
    return [json.loads(one) for one in (folder / "results.jsonl").read_text().splitlines()]


def rewrite(folder: Path, change: Callable[[list[dict[str, Any]]], object]) -> None:
    """Changes results.jsonl as a clever forger does: each line cites the one before it again."""
    told = lines(folder)
    change(told)
    write_chained(folder, told)


def write_chained(folder: Path, told: list[dict[str, Any]]) -> None:
    """Writes results.jsonl; each line cites the one before, the first the event."""
    event = Event.model_validate_json((folder / "tournament.json").read_bytes())
    before, text = event_hash(event), ""
    for one in told:
        line = json.dumps({**one, "prev": before}, separators=(",", ":"))
        before, text = hashlib.sha256(line.encode()).hexdigest(), f"{text}{line}\n"
    (folder / "results.jsonl").write_text(text)


def remake(folder: Path, match: str, **how: Any) -> None:
    """Makes a match anew under a new secret, and plays it; who sits there is told as before."""
    event = open_event(folder)
    place = event.match_folder(match)
    notes = (place / "match.json").read_bytes()
    shutil.rmtree(place)
    scenario = how.pop("options", event.event.options)
    game = how.pop("game", event.event.game)
    prepared = prepare_match(game, how.pop("scenario", event.event.scenario), options=scenario)
    plays = event.event.seats if game == event.event.game else ["all"]
    named = {"name": f"{event.event.id}-{match}", "mode": event.event.dice.mode,
             "play": plays, **how}  # fmt: skip
    with prepared.make(place, **named) as made:
        while not made.is_over and made.n < 40:
            made.adjudicate(play="all")
    (place / "match.json").write_bytes(notes)


def other_key(path: Path, number: int) -> None:
    """Puts a draw of another commitment into a file, whose value fits it."""
    key = hashlib.sha256(b"another").hexdigest()
    told = json.loads(path.read_text())
    told |= {"commitment": draw_commitment("cup", key), "value": opened_draw("cup", key, number)}
    path.write_text(json.dumps(told))
