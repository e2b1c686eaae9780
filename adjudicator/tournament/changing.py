"""What an entry says is put right: rounds that have started keep what it said in their time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from adjudicator.api.beginning import register_address
from adjudicator.api.named_files import pretty
from adjudicator.api.problems import Problem, Refused
from adjudicator.api.texts import visible
from adjudicator.tournament.entering import known_player
from adjudicator.tournament.entries import Entry, read_cell, unfit_cells
from adjudicator.tournament.folder import OpenEvent, held
from adjudicator.tournament.players import REMEMBERED, Change, Player, Players

__all__ = ["CHANGEABLE", "Changed", "change_player"]

CHANGEABLE = ("name", "address", *REMEMBERED)
"""Fields of an entry that may be put right."""
_NOTHING = "none"
"""What is told of a field that is to be empty."""


@dataclass(frozen=True, kw_only=True)
class Changed:
    """What came of it."""

    player: Player
    """As they are now."""
    before: Mapping[str, Any]
    """By field that changed, what it said."""
    matches: tuple[str, ...]
    """Open matches whose letters go elsewhere now, or call them otherwise."""
    keyed: tuple[str, ...]
    """Open matches that keep the old key: it was fixed when they began."""


def change_player(folder: Path, player: str, told: Mapping[str, str], *, now: datetime) -> Changed:
    """Puts right what the entry of a player says; rounds that have started stay as they are.

    Once a round has started, what a pairing or a score may hang on is remembered with its day: the
    audit pairs earlier rounds from what was known then.

    Args:
        told: by field of `CHANGEABLE`, what a spreadsheet would say; `none`: nothing.

    Raises:
        Refused: there is no such player; a field cannot say so (`entry-unfit`, each of them); a
            round for which somebody is to be absent has started (`round-started`); or all of it
            stands there already (`nothing-changed`).
        TryAgain: another run holds the event or a match, or the disk is full.
    """
    with held(folder, now=now) as event:
        old = known_player(event, player)
        new = _changed(event, old, told)
        there, after = _plain(old), _plain(new)
        before = {name: there[name] for name in CHANGEABLE if there[name] != after[name]}
        if not before:
            raise Refused([_problem("nothing-changed", f"the entry of {player} says so already",
                                    "`--help` lists what may be changed.")])  # fmt: skip
        _check_rounds(event, old, new)
        was = {name: before[name] for name in REMEMBERED if name in before}
        if was and event.started:
            count = max((one.n for one in event.players.changes), default=0)
            line = Change(n=count + 1, day=now.date(), was=was)
            new = new.model_copy(update={"changes": [*old.changes, line]})
        mine = [(match, seat) for match in event.open_matches
                for seat, sits in event.seated(match).items() if sits == player]  # fmt: skip
        # Letters first: a run that is killed behind them is done again.
        moved = mine if {"name", "address"} & {*before} else []
        for match, seat in moved:
            if event.match_folder(match).is_dir():
                register_address(event.match_folder(match), seat, new.address, name=new.name)
        event.write_players(Players(
            players=[new if one.id == player else one for one in event.players.players]
        ))  # fmt: skip
        return Changed(
            player=new, before=before, matches=tuple(match for match, _ in moved),
            keyed=tuple(match for match, _ in mine) if "key" in before else (),
        )  # fmt: skip


def _plain(player: Player) -> dict[str, Any]:
    return player.model_dump(mode="json")


def _changed(event: OpenEvent, old: Player, told: Mapping[str, str]) -> Player:
    """Returns the player as they are to be; refuses with all that cannot stand there."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, text in told.items():
        try:
            values[name] = _value(name, text)
        except ValueError as error:
            problems.append(_unfit(name, text, str(error)))
    entry = Entry(line=1, values={"name": old.name, **values})
    problems += [one.problem._replace(code="entry-unfit", rule="event")
                 for one in unfit_cells(entry, "", event.event.all_seats)]  # fmt: skip
    if problems:
        raise Refused(problems)
    return Player.model_validate_json(pretty(_plain(old) | values))


def _value(name: str, text: str) -> Any:
    """Returns what a field is to hold."""
    if text == _NOTHING:
        empty = {"wishes": [], "absent": [], "address": "", "key": "", "handicap": "0",
                 "twice": False}  # fmt: skip
        if name in ("name", "role"):
            raise ValueError("Something belongs here.")
        return empty.get(name)
    found = " ".join(text.split()) if name == "name" else read_cell(name, text)
    if found is None or found == "":
        raise ValueError(f"Say what it is to be, or {_NOTHING}.")
    return found


def _check_rounds(event: OpenEvent, old: Player, new: Player) -> None:
    """Refuses what is said of absence from a round that has started."""
    begun = {one.round for one in event.started}
    if gone := ({*old.absent} ^ {*new.absent}) & begun:
        message = f"round {min(gone)} has started: who plays in it stays"
        hint = "`tournament withdraw` lets somebody leave; `tournament result` forfeits a match."
        raise Refused([_problem("round-started", message, hint)])


def _unfit(name: str, text: str, reason: str) -> Problem:
    return _problem("entry-unfit", f"{name}: '{visible(text[:60])}'", visible(reason))


def _problem(code: str, message: str, hint: str) -> Problem:
    return Problem(code, message, (), "event", hint=hint, kind="invalid")
