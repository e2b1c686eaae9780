"""A match in a clone, whose sheets or secret lie with the referee: as its log and views show it.

In mid-turn, or where something is hidden, a log cannot be played again without the sheets that it
withholds, or without the secret. What a player may see stands in everybody's newest state.json; it
is taken if it fits the end of the log. Nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import log, tfd1
from adjudicator.audit.chains import first_chains
from adjudicator.audit.lock_first import moved, moves_head
from adjudicator.audit.opening import NO_LOCK_OPTIONS, SavedMatch, locked_in
from adjudicator.audit.verify import audit_dice
from adjudicator.core.game import Game, Rules
from adjudicator.documents.json_input import MAX_SIZE, Document, read_json
from adjudicator.documents.problems import RefusedFile, UnusableFile, unusable_file
from adjudicator.documents.storage import read_bytes
from adjudicator.documents.views import View, check_position, read_view, saved_of
from adjudicator.matches.locked_opening import still_awaited
from adjudicator.matches.log_file import NotHere, WholeLog, unusable_log, whole_log
from adjudicator.matches.match_folder import rules_in
from adjudicator.matches.newest_views import NOW, OLDER
from adjudicator.matches.saves import sheet_keys

__all__ = ["ShownMatch", "shown_match"]

_VIEWS = re.compile(r"n([0-9]{4,})(?:\.([0-9]+))?-")


class ShownMatch(NamedTuple):
    """A match as everybody may know it, opened to be looked at."""

    folder: Path
    rules: Rules[Any]
    genesis: log.Genesis
    saved: SavedMatch
    view: View
    views: Path
    """The folder of the newest opening's map, report and state."""
    why: NotHere
    """What lacks, so that the match cannot be made again here."""
    keys: Mapping[str, str]
    """By seat, the SSH key with which its sheets must be signed."""

    def awaited(self) -> tuple[str, ...]:
        """Returns what a locked opening awaits: seats for their pledges, or "the beacon"."""
        return still_awaited(self.folder, self.genesis, self.saved, NO_LOCK_OPTIONS)


def shown_match(folder: Path, games: Mapping[str, Game], why: NotHere) -> ShownMatch:
    """Returns what a clone shows of a match that cannot be made again in it.

    Args:
        why: what was raised when the match was opened.

    Raises:
        NotHere: there are no views either.
        UnusableFile: the log is wrong, or the newest state.json is not that of its end.
        RefusedFile: that state.json is malformed or invalid.
    """
    places = _places(folder)
    if not places:
        raise why
    found = whole_log(folder)
    if false := audit_dice(found.log).failures:
        raise unusable_log(folder, false)
    genesis = found.log.genesis
    rules = rules_in(folder, genesis, games)
    newest, document, view, game = _newest(places, found, games)
    saved = saved_of(view, game).model_copy(update={"chains": first_chains(genesis)})
    saved = moved(saved, genesis, found.log.lines)
    saved = saved.model_copy(update={"locked": locked_in(found.log)})
    check_position(rules, saved, document)
    keys = sheet_keys(found.log.lines)
    return ShownMatch(folder, rules, genesis, saved, view, newest, why, keys)


def _places(folder: Path) -> list[Path]:
    """Returns where the newest views may lie: in now/, or where older programs put them.

    There `n0004.1-rewound-to-2` comes after `n0004-turn-2`.
    """
    older = [
        (int(name[1]), int(name[2] or 0), path.parent)
        for path in folder.glob(f"{OLDER}/*/state.json")
        if (name := _VIEWS.match(path.parent.name))
    ]
    now = [folder / NOW] if (folder / NOW / "state.json").exists() else []
    return [*now, *([max(older)[2]] if older else [])]


def _newest(
    places: Sequence[Path], found: WholeLog, games: Mapping[str, Game]
) -> tuple[Path, Document, View, Game]:
    """Returns the folder of the newest views, and the view of their state.json.

    An older program may have gone on with a match that has a now/: then that fits no more. What is
    wrong is told of the first place.
    """
    first: UnusableFile | RefusedFile | None = None
    for place in places:
        path = place / "state.json"
        try:
            document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
            view, game = read_view(document, games)
            _check_fits(view, found, path)
        except (UnusableFile, RefusedFile) as error:
            first = first or error
        else:
            return place, document, view, game
    assert first is not None, "there is a place at least"
    raise first


def _check_fits(view: View, found: WholeLog, path: Path) -> None:
    """Raises UnusableFile if a state.json is not that of the end of a log.

    Its state is hashed in the log, its header names the line. What is awaited stands in no hash.
    """
    genesis, lines = found.log.genesis, list(found.log.lines)
    while isinstance(lines[-1].payload, log.Lock | log.BeaconRound):
        if moves_head(genesis, lines[-1]):
            break
        lines.pop()  # A lock that is published first changes nothing that could be mailed.
    n = max(
        (one.payload.n for one in lines if isinstance(one.payload, log.StateReached)), default=0
    )
    header = view.header
    if (header.game, header.n, header.head) != (genesis.gid, n + 1, lines[-1].hash):
        raise _not_of_the_log(path, "its header names another opening, or another log")
    if view.seat is not None:
        raise _not_of_the_log(path, f"it is that of {view.seat}, and not everybody's")
    if tfd1.json_hash(view.state) != found.end.state:
        raise _not_of_the_log(path, "its state does not have the hash that stands in the log")


def _not_of_the_log(path: Path, message: str) -> UnusableFile:
    return unusable_file(
        path,
        "view-false",
        f"this state.json does not belong to the end of log.jsonl: {message}",
        "Fetch the match anew, or name the state.json that the referee mailed.",
    )
