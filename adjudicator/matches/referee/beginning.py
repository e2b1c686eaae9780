"""A match begins when every seat has joined: offer and joins become line 0 of its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.audit import log
from adjudicator.core.game import Game
from adjudicator.documents.joins import JoinFile, check_joins, joins_folder, read_join, read_offer
from adjudicator.documents.json_input import MAX_SIZE
from adjudicator.documents.keys.referee_secret import chain_value
from adjudicator.documents.maps import places_in
from adjudicator.documents.offers import rules_offered
from adjudicator.documents.problems import Located, RefusedFile, unusable_file
from adjudicator.documents.storage import (
    PRIVATE,
    is_unfinished,
    make_folder,
    match_lock,
    read_bytes,
    remove_unfinished,
    write_atomically,
)
from adjudicator.matches.log_file import whole_log
from adjudicator.matches.match import Match
from adjudicator.matches.match_folder import no_match
from adjudicator.matches.opening_files import Render
from adjudicator.matches.referee.new_match import OFFER_NAME, begin_match
from adjudicator.matches.upkeep import keep_up

__all__ = ["Begun", "awaiting_joins", "begin"]


class Begun(NamedTuple):
    """What one run of `begin` did."""

    match: Match | None
    """None: joins are awaited still."""
    awaited: tuple[str, ...]
    """The seats that have not joined."""
    joined: tuple[str, ...]
    """The seats whose joins are there."""
    replaced: tuple[str, ...]
    """The seats whose earlier join another took the place of."""
    notices: tuple[str, ...] = ()
    """What an older folder lacked, and other things to tell."""


def begin(
    folder: Path,
    files: Sequence[tuple[str, bytes]],
    games: Mapping[str, Game],
    render: Render,
) -> Begun:
    """Takes joins in, and begins the match when none is awaited any more.

    A match that these joins have begun already, and in which nothing was locked yet, is mended
    where the run that began it was killed.

    Args:
        files: joins as names and bytes, besides those that wait in referee/joins/.

    Raises:
        RefusedFile: a join has problems; nothing was changed.
        Unusable: there is no offer here, it has begun otherwise, or its secret is another.
        TryAgain: another run holds the folder, or the disk is full.
    """
    if _has_begun_so(folder, files):
        begun = Match.open(folder, games, render)
        said = "begun already: these are the joins in line 0 of its log"
        return Begun(begun, (), begun.rules.seats, (), (said, *begun.notices))
    _check_offered(folder)
    offer = read_offer(folder / OFFER_NAME, games, places_in(folder))
    rules = rules_offered(offer, games, places_in(folder))
    chain_value(folder, offer, 1)
    with match_lock(folder):
        _check_offered(folder)
        remove_unfinished(folder)
        told = keep_up(folder)
        given = _read(files)
        waiting = _waiting(folder)
        kept = [join for seat, join in waiting.items() if seat not in _seats(given)]
        problems = check_joins(offer, rules.seats, [*kept, *given])
        if problems:
            raise RefusedFile(problems)
        for file, (_, raw) in zip(given, files, strict=True):
            parts = joins_folder(folder).relative_to(folder).parts
            path = make_folder(folder, *parts) / f"{file.join.player}.json"
            write_atomically(path, raw, mode=PRIVATE)
        joins = {file.join.player: file.join for file in (*kept, *given)}
        awaited = tuple(seat for seat in rules.seats if seat not in joins)
        match: Match | None = None
        if not awaited:
            match = begin_match(folder, rules, offer, list(joins.values()), render=render)
        replaced = [
            file.join.player
            for file in given
            if file.join.player in waiting and waiting[file.join.player].join != file.join
        ]
        return Begun(match, awaited, tuple(sorted(joins)), tuple(sorted(replaced)), told)


def awaiting_joins(folder: Path, games: Mapping[str, Game]) -> tuple[log.Offer, Begun]:
    """Returns the offer of a match that has not begun, and whose joins are there; changes nothing.

    Raises:
        RefusedFile: a join that waits has problems.
        Unusable: there is no offer here.
    """
    _check_offered(folder)
    offer = read_offer(folder / OFFER_NAME, games, places_in(folder))
    joined = tuple(sorted(_waiting(folder)))
    seats = rules_offered(offer, games, places_in(folder)).seats
    return offer, Begun(None, tuple(seat for seat in seats if seat not in joined), joined, ())


def _has_begun_so(folder: Path, files: Sequence[tuple[str, bytes]]) -> bool:
    """Whether a log is there that begins with these joins, and nothing of it was locked yet."""
    if is_unfinished(folder) or not (folder / OFFER_NAME).exists():
        return False
    if not (folder / "log.jsonl").exists():
        return False
    read = whole_log(folder).log
    if any(isinstance(line.payload, log.Lock | log.Seat) for line in read.lines):
        return False
    try:
        given = [read_join(raw, source).join.to_json() for source, raw in files]
    except RefusedFile:
        return False
    there = [join.to_json() for join in read.genesis.joins]
    return all(join in there for join in given)


def _check_offered(folder: Path) -> None:
    if is_unfinished(folder):
        raise no_match(folder)
    if (folder / "log.jsonl").exists():
        raise unusable_file(
            folder,
            "begun-already",
            "this match has begun: its joins stand in line 0 of its log",
            "`adjudicator status` says how it stands; `adjudicator seat` replaces a seat.",
        )
    if not (folder / OFFER_NAME).exists():
        raise unusable_file(
            folder,
            "no-offer",
            "no match waits for joins here: offer.json is not there",
            "Name the folder that `adjudicator new GAME FOLDER --joins` made.",
        )


def _read(files: Sequence[tuple[str, bytes]]) -> list[JoinFile]:
    read: list[JoinFile] = []
    refused: list[Located] = []
    for source, raw in files:
        try:
            read.append(read_join(raw, source))
        except RefusedFile as error:
            refused += error.located
    if refused:
        raise RefusedFile(refused)
    return read


def _waiting(folder: Path) -> dict[str, JoinFile]:
    """Returns the joins that came earlier, by the seat for which they lie there."""
    return {
        path.stem: read_join(read_bytes(path, limit=MAX_SIZE), str(path))
        for path in sorted(joins_folder(folder).glob("*.json"))
    }


def _seats(files: Sequence[JoinFile]) -> set[str]:
    return {file.join.player for file in files}
