"""What a seat's own tool remembers, at the terminal: its record is held against what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from adjudicator.cli.shell import Viewed
from adjudicator.core import log
from adjudicator.core.english import joined
from adjudicator.core.limits import MAX_LOG
from adjudicator.core.problem import Unusable
from adjudicator.core.tfd1 import json_hash
from adjudicator.files.keys.seat_keys import Played
from adjudicator.files.problems import Located, RefusedFile
from adjudicator.files.storage import read_bytes

if TYPE_CHECKING:  # `verify` without a key at hand needs nothing of it
    from adjudicator.files.keys.seen import OwnKey
    from adjudicator.files.matches.match import Match

__all__ = ["Own", "Recalled", "near_to", "own_of", "played_of", "print_torn", "recalled"]


class Own(NamedTuple):
    """The key of a seat that is at hand, and the log with which its record agrees."""

    key: OwnKey
    read: log.Log | None
    """None: there is nothing yet to hold against it, or only a state.json is there."""

    def remember(self, document: Mapping[str, Any]) -> Own:
        """Keeps a good sheet; says once of a second version what it means for the dice."""
        from adjudicator.files.keys.seen import seen_sheet
        from adjudicator.files.keys.two_logs import second_version

        sheet = seen_sheet(document)
        notice = second_version(self.key.record, sheet, self.read)
        kept = self.key._replace(record=self.key.record.with_(sheet))
        if notice:
            typer.echo(f"notice: {notice}", err=True)
        return self._replace(key=kept)


class Recalled(NamedTuple):
    """What the keys at hand say of a log that is audited."""

    problems: tuple[Located, ...] = ()
    reports: tuple[str, ...] = ()


def near_to(where: Path) -> tuple[Path, ...]:
    """Returns the folders in which a key file is looked for: that of what was named, and this."""
    return (where.parent if where.is_file() else where, Path())


def _is_here(near: Sequence[Path]) -> bool:
    """Says whether any key file is at hand: most who verify a log have none."""
    return any(True for folder in near for _ in folder.glob("key-*.json"))


def played_of(subject: Match | Viewed, seat: str) -> Played:
    """Returns which match it is, as far as it says so."""
    if not isinstance(subject, Viewed):
        return _played(subject.genesis)
    if subject.shown is not None:
        return _played(subject.shown.genesis)
    chain = subject.saved.chains.get(seat)
    name = subject.view.match if chain is None else chain.match
    return Played(subject.saved.gid, name)


def _played(genesis: log.Genesis) -> Played:
    return Played(genesis.gid, genesis.offer.game, json_hash(genesis.offer.to_json()))


def own_of(
    subject: Match | Viewed, seat: str, *, key: Path | None, where: Path, is_new: bool = True
) -> Own | None:
    """Returns the key of a seat that is at hand; None: there is none.

    Args:
        key: the key file, as named; None: it is looked for.
        where: what was named as the match.
        is_new: whether what was named is to be the one that the key remembers.

    Raises:
        RefusedFile: the log, or state.json, is another one than the key remembers.
        UnusableFile: the named key is not there or another's; the record is damaged.
    """
    if key is None and not _is_here(near_to(where)):
        return None
    from adjudicator.core.verify import audit_dice
    from adjudicator.files.keys.seen import own_key
    from adjudicator.files.keys.two_logs import check_log, check_view

    chain = subject.saved.chains.get(seat)
    own = own_key(played_of(subject, seat), seat, chain, named=key, near=near_to(where))
    if own is None:
        return None
    if own.record.torn:
        print_torn(seat)
    if not own.record.seen or not is_new:
        return Own(own, None)
    read: log.Log | None
    if not isinstance(subject, Viewed):
        read = log.parse_log(read_bytes(subject.folder / "log.jsonl", limit=MAX_LOG))
    else:
        read = _log_of(subject, near_to(where))
        if read is not None and _is_moved(own, subject) and audit_dice(read).failures:
            read = None  # Any line can be put into a log that is not sound.
    if read is not None:
        problems = list(check_log(own.record, read))
    else:
        problems = list(check_view(own.record, subject.saved.n + 1, subject.saved.head))
    if problems:
        raise RefusedFile(problems)
    return Own(own, read)


def _is_moved(own: OwnKey, subject: Viewed) -> bool:
    """Whether a sheet for the same opening answered another line than the last one now."""
    sheets = own.record.sheets_of(subject.saved.n + 1)
    return any(sheet.head != subject.saved.head for sheet in sheets)


def _log_of(subject: Viewed, near: Sequence[Path]) -> log.Log | None:
    """Returns the log.jsonl that was mailed with a state.json, if it lies beside it."""
    for path in dict.fromkeys(folder / "log.jsonl" for folder in near):
        if not path.is_file():
            continue
        try:
            read = log.parse_log(read_bytes(path, limit=MAX_LOG))
        except Unusable:
            continue
        if any(line.hash == subject.saved.head for line in read.lines):
            return read
    return None


def print_torn(seat: str) -> None:
    """Says that the last line of a record was torn."""
    typer.echo(f"notice: the last line of what {seat} remembers was torn; it is left out", err=True)


def recalled(read: log.Log, path: Path, key: Path | None) -> Recalled:
    """Returns what the keys at hand say of a sound log; in beacon mode they remember its locks.

    Args:
        path: where the log lies.
        key: the key file, as named; None: those beside the log and in the current folder.

    Raises:
        RefusedFile: a key has served another match of the same name.
        UnusableFile: the named key is not there or another's; a record is damaged.
    """
    near = (path.parent, Path())
    if not read.lines or (key is None and not _is_here(near)):
        return Recalled()
    from adjudicator.files.keys.seen import own_keys
    from adjudicator.files.keys.two_logs import check_log, sheets_to_ask_about, what_is_known

    seats = [join.player for join in read.genesis.joins]
    problems: list[Located] = []
    reports: list[str] = []
    for own in own_keys(_played(read.genesis), seats, named=key, near=near):
        if own.record.torn:
            print_torn(own.key.who)
        found = list(check_log(own.record, read))
        problems += found
        if not found:
            _keep_locks(own, read)
            reports += filter(None, [what_is_known(own.record)])
            for said in sheets_to_ask_about(own.record, read):
                typer.echo(f"notice: {said}", err=True)
    return Recalled(tuple(problems), tuple(reports))


def _keep_locks(own: OwnKey, read: log.Log) -> None:
    """Remembers the locks of beacon mode, and names those that came when their dice were known."""
    from adjudicator.files.keys.two_logs import late_locks

    new, late = late_locks(own.record, read, int(datetime.now(UTC).timestamp()))
    if not new:
        return
    own.record.with_(*new)
    if late:
        which = joined([str(n) for n in late])
        typer.echo(
            f"notice: {own.key.who} first saw the lock of opening {which} after its round came "
            "out: whoever sent it so late knew the dice, and could have dropped a sheet",
            err=True,
        )
