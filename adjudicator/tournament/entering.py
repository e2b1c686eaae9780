"""Who enters an event, and who leaves it (tournaments.md 2, 6)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from adjudicator.api.named_files import pretty
from adjudicator.api.problems import Located, Problem, Refused, RefusedFile
from adjudicator.api.texts import visible
from adjudicator.tournament.entries import Entry, unfit_cells
from adjudicator.tournament.event import Groups, KnockOut
from adjudicator.tournament.folder import OpenEvent, held, open_event
from adjudicator.tournament.players import Player, Players, player_id

__all__ = ["Entered", "Same", "add_players", "known_player"]


@dataclass(frozen=True, kw_only=True)
class Same:
    """A row about somebody who is entered already, or stands in the file before."""

    line: int
    """The row."""
    player: str
    """Who they are: an id."""
    by: str
    """Of what it shows: `address` or `name`."""
    added: bool
    """Whether the row was taken all the same: namesakes with two addresses are two people."""


@dataclass(frozen=True, kw_only=True)
class Entered:
    """What one run of `add_players` did, or would do."""

    players: tuple[Player, ...]
    """Who is new."""
    same: tuple[Same, ...]
    """Rows that look like somebody who is there."""


def add_players(
    folder: Path, entries: Sequence[Entry], *, source: str, now: datetime, dry_run: bool = False
) -> Entered:
    """Enters players; an id that was given stays theirs for ever.

    Who has an address that is known, or no address and a name that is known, is not entered again.

    Args:
        entries: rows, as `read_entries` understood them.
        source: what problems call the file in which they stand.
        dry_run: whether nothing is to be changed.

    Raises:
        RefusedFile: rows cannot be entered, each with its line; nobody was entered.
        TryAgain: another run holds the event, or the disk is full.
    """
    if dry_run:
        return _entered(open_event(folder), entries, source, now)
    with held(folder, now=now) as event:
        entered = _entered(event, entries, source, now)
        if entered.players:
            everybody = [*event.players.players, *entered.players]
            event.write_players(Players(players=everybody))
    return entered


def _entered(event: OpenEvent, entries: Sequence[Entry], source: str, now: datetime) -> Entered:
    new: list[Player] = []
    same: list[Same] = []
    located: list[Located] = []
    known = _Known(event.players.players)
    count = len(event.players.players)
    for entry in entries:
        twin = known.twin(entry.values)
        if twin is not None:
            same.append(Same(line=entry.line, player=twin[0], by=twin[1], added=twin[2]))
            if not twin[2]:
                continue
        told = {"id": player_id(count + len(new) + 1), "entered": now.date().isoformat()}
        if faults := [*unfit_cells(entry, source, event.event.all_seats)]:
            located += faults
            continue
        player = Player.model_validate_json(pretty({**entry.values, **told}))
        located += [Located(one, source, entry.line, 1) for one in _too_late(event, player)]
        known.add(player)
        new.append(player)
    if located:
        raise RefusedFile(located)
    return Entered(players=tuple(new), same=tuple(same))


def _too_late(event: OpenEvent, player: Player) -> Iterator[Problem]:
    """Yields that somebody would never play: all who do are in their places already."""
    rule, count = event.event, len(event.started)
    is_one_draw = isinstance(rule.format, Groups | KnockOut)
    if not count or player.role == "standby" or not (is_one_draw or count == rule.rounds):
        return
    what = {"groups": "the groups have", "knock-out": "the knock-out has"}
    message = f"{what.get(rule.format.kind, 'the last round has')} started: no match is left"
    yield Problem("entries-closed", message, (), "entries", kind="invalid",
                  hint="Who has the role standby may take a seat over: `tournament result EVENT"
                  " MATCH --replace PLAYER PLAYER`.")  # fmt: skip


class _Known:
    """Who is entered, by address and by name."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.by_address: dict[str, Player] = {}
        self.by_name: dict[str, Player] = {}
        for one in players:
            self.add(one)

    def add(self, player: Player) -> None:
        """Enters somebody; of namesakes the first is known."""
        if player.address:
            self.by_address.setdefault(player.address.casefold(), player)
        self.by_name.setdefault(_folded(player.name), player)

    def twin(self, values: Mapping[str, Any]) -> tuple[str, str, bool] | None:
        """Returns who looks the same, by what, and whether they are somebody else all the same."""
        address = str(values.get("address", "")).casefold()
        same = self.by_address.get(address) if address else None
        if same is not None:
            return same.id, "address", False
        same = self.by_name.get(_folded(str(values["name"])))
        return None if same is None else (same.id, "name", bool(address and same.address))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def known_player(event: OpenEvent, player: str) -> Player:
    """Returns a player of an event.

    Raises:
        Refused: `no-such-player`, there is none of this id.
    """
    found = event.players.named(player)
    if found is None:
        known = len(event.players.players)
        hint = f"Ids go from p001 to {player_id(known)}." if known else "Nobody is entered yet."
        message = f"there is no player {visible(player[:40])}"
        raise Refused([Problem("no-such-player", message, (), "event", hint=hint, kind="invalid")])
    return found
