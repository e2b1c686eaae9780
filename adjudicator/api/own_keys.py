"""A seat's own key, and what its tool remembers: its record is held against what is shown.

Nothing is printed: what is to be told of a record stands in `notices`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.api.named_files import pretty, write_new
from adjudicator.api.problems import Located, RefusedFile
from adjudicator.audit import log
from adjudicator.audit.tfd1 import json_hash
from adjudicator.core.english import joined
from adjudicator.documents.kinds import usual_name

if TYPE_CHECKING:  # `verify` without a key at hand needs nothing of it
    from adjudicator.api.position import Position
    from adjudicator.documents.keys.seat_keys import Played
    from adjudicator.documents.keys.seen import OwnKey

__all__ = [
    "Own",
    "Recalled",
    "is_key_near",
    "key_owner",
    "make_key",
    "own_key",
    "played_of",
    "recalled",
    "torn_notice",
    "usual_name",
]


class Own(NamedTuple):
    """The key of a seat that is at hand, and the log with which its record agrees."""

    key: OwnKey
    """The key."""
    read: log.Log | None
    """None: there is nothing yet to hold against it, or only a state.json is there."""
    notices: tuple[str, ...] = ()
    """What is to be told of the record."""

    @property
    def path(self) -> Path:
        """The key file."""
        return self.key.path

    @property
    def record(self) -> Path:
        """The file in which it remembers."""
        return self.key.record.path

    def remember(self, document: Mapping[str, Any]) -> Own:
        """Keeps a good sheet; a second version's notice says what it means for the dice.

        Raises:
            UnusableFile: the record cannot be written.
            TryAgain: the disk is full.
        """
        from adjudicator.documents.keys.seen import seen_sheet
        from adjudicator.documents.keys.two_logs import second_version

        sheet = seen_sheet(document)
        notice = second_version(self.key.record, sheet, self.read)
        kept = self.key._replace(record=self.key.record.with_(sheet))
        return Own(kept, self.read, (notice,) if notice else ())


class Recalled(NamedTuple):
    """What the keys at hand say of a log that is audited."""

    problems: tuple[Located, ...] = ()
    """What contradicts the record."""
    reports: tuple[str, ...] = ()
    """What was found, in lines."""
    notices: tuple[str, ...] = ()
    """What else is to be told."""


def is_key_near(near: Sequence[Path]) -> bool:
    """Whether any key file is at hand: most who verify a log have none."""
    return any(True for folder in near for _ in folder.glob("key-*.json"))


def key_owner(path: Path) -> str:
    """Returns whose key file this is.

    Raises:
        UnusableFile: it is not there, or no key file.
    """
    from adjudicator.documents.keys.seat_keys import read_key

    return read_key(path).who


def played_of(genesis: log.Genesis) -> Played:
    """Returns which match a log is of."""
    from adjudicator.documents.keys.seat_keys import Played

    return Played(genesis.gid, genesis.offer.game, json_hash(genesis.offer.to_json()))


def torn_notice(seat: str) -> str:
    """Returns that the last line of a record was torn."""
    return f"the last line of what {seat} remembers was torn; it is left out"


def own_key(
    position: Position,
    seat: str,
    *,
    key: Path | None = None,
    near: Sequence[Path] = (),
    is_new: bool = True,
) -> Own | None:
    """Returns the key of a seat that is at hand; None: there is none.

    Args:
        key: the key file, as named; None: it is looked for.
        near: the folders in which it is looked for.
        is_new: whether the position is to be the one that the key remembers.

    Raises:
        RefusedFile: the log, or state.json, is another one than the key remembers.
        UnusableFile: the named key is not there or another's; the record is damaged.
    """
    if key is None and not is_key_near(near):
        return None
    from adjudicator.audit.verify import audit_dice
    from adjudicator.documents.keys.seen import own_key
    from adjudicator.documents.keys.two_logs import check_log, check_view

    saved = position.saved
    own = own_key(position.played, seat, saved.chains.get(seat), named=key, near=near)
    if own is None:
        return None
    notices = (torn_notice(seat),) if own.record.torn else ()
    if not own.record.seen or not is_new:
        return Own(own, None, notices)
    read = position.log_near(near)
    if not position.has_log and read is not None:
        moved = any(one.head != saved.head for one in own.record.sheets_of(saved.n + 1))
        if moved and audit_dice(read).failures:
            read = None  # Any line can be put into a log that is not sound.
    if read is not None:
        problems = list(check_log(own.record, read))
    else:
        problems = list(check_view(own.record, saved.n + 1, saved.head))
    if problems:
        raise RefusedFile(problems)
    return Own(own, read, notices)


def make_key(
    position: Position, seat: str, *, path: Path | None = None, near: Sequence[Path] = ()
) -> Own | None:
    """Writes a key file without a chain, for blinds and memory alone; returns what it holds.

    Args:
        path: the file; None: one of the usual name in the current folder.

    Raises:
        UnusableFile: the file is there already.
    """
    from adjudicator.documents.keys.seat_keys import made_key

    played = position.played
    path = path or Path(usual_name("key", played.name or played.gid[:8], seat))
    write_new(path, pretty(made_key(played, seat).to_json()), mode=0o600)
    return own_key(position, seat, key=path, near=near)


def recalled(read: log.Log, near: Sequence[Path], key: Path | None = None) -> Recalled:
    """Returns what the keys at hand say of a sound log; in beacon mode they remember its locks.

    Args:
        near: folders in which keys are looked for.
        key: the key file, as named; None: all that are near.

    Raises:
        RefusedFile: a key has served another match of the same name.
        UnusableFile: the named key is not there or another's; a record is damaged.
    """
    if not read.lines or (key is None and not is_key_near(near)):
        return Recalled()
    from adjudicator.documents.keys.seen import own_keys
    from adjudicator.documents.keys.two_logs import check_log, confirmation_of, sheets_to_ask_about

    seats = [join.player for join in read.genesis.joins]
    problems: list[Located] = []
    reports: list[str] = []
    notices: list[str] = []
    for own in own_keys(played_of(read.genesis), seats, named=key, near=near):
        if own.record.torn:
            notices.append(torn_notice(own.key.who))
        found = list(check_log(own.record, read))
        problems += found
        if not found:
            notices += _keep_locks(own, read)
            reports += filter(None, [confirmation_of(own.record)])
            notices += sheets_to_ask_about(own.record, read)
    return Recalled(tuple(problems), tuple(reports), tuple(notices))


def _keep_locks(own: OwnKey, read: log.Log) -> tuple[str, ...]:
    """Remembers the locks of beacon mode; names those that came when their dice were known."""
    from adjudicator.documents.keys.two_logs import late_locks

    new, late = late_locks(own.record, read, int(datetime.now(UTC).timestamp()))
    if new:
        own.record.with_(*new)
    if not (new and late):
        return ()
    which = joined([str(n) for n in late])
    return (
        f"{own.key.who} first saw the lock of opening {which} after its round came "
        "out: whoever sent it so late knew the dice, and could have dropped a sheet",
    )
