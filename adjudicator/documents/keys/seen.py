"""What a seat's own tool remembers: sheets that `check` called good, and locks that were answered.

key-<match>-<seat>.seen.jsonl, beside the key file and for its owner alone: a line that says whose
it is, then one for each sheet and each lock. No referee shows two logs to whoever keeps it (TFD1
3.10 [A9]). The record is replaced as a whole: a kill leaves the one before or the one after. That
of older versions, key-<match>-<seat>.pledged.json, held locks alone; it is read and carried over.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import StringConstraints

from adjudicator.audit import log, tfd1
from adjudicator.audit.chains import Chain
from adjudicator.core.limits import MAX_SEEN
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap, Hex32, Id, Value, canonical
from adjudicator.documents.json_input import MAX_SIZE, read_json
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.keys.pledges import key_of_seat
from adjudicator.documents.keys.seat_keys import Played, blind_of, is_key_of, keys_for, named_key
from adjudicator.documents.problems import Located, RefusedFile, UnusableFile, unusable_file
from adjudicator.documents.schemas import understood
from adjudicator.documents.storage import cannot_write, read_bytes, write_atomically

__all__ = [
    "OwnKey",
    "Place",
    "Record",
    "SeenLock",
    "SeenSheet",
    "own_key",
    "own_keys",
    "seen_sheet",
]


class _Whose(Value):
    """The first line of a record: what it is, and whose."""

    t: Literal["seen"] = "seen"
    format: Literal[1] = 1
    """The format of the file."""
    game: Hex32
    """The gid of the match."""
    player: Id
    """The seat."""


class SeenSheet(Value):
    """A sheet that `check` called good, or that its player has confirmed."""

    t: Literal["sheet"] = "sheet"
    n: log.Number
    """The number of its opening."""
    head: Hex32
    """The hash of the log line that it answers."""
    hash: Hex32
    """The hash under which a lock names it."""
    rest: Hex32
    """The hash of all of it but its head: two sheets with the same one say the same."""


class SeenLock(Value):
    """A lock that was answered with a pledge, or seen where that counts."""

    t: Literal["lock"] = "lock"
    n: log.Number
    """The number of its opening."""
    hash: Hex32
    """The hash of the lock line."""


_NumberAsKey = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,14}$")]


class _Pledged(Value):
    """The record of older versions: the locks for which a seat has sent pledges."""

    t: Literal["pledged"] = "pledged"
    format: Literal[1] = 1
    game: Hex32
    player: Id
    locks: FrozenMap[_NumberAsKey, Hex32]
    """By number of the opening, the hash of its lock line."""


class Place(NamedTuple):
    """Where something stands that is remembered."""

    source: str
    line: int
    column: int = 1

    def located(self, problem: Problem) -> Located:
        """Returns a problem with this place."""
        return Located(problem, *self)


Seen: TypeAlias = SeenSheet | SeenLock


class Record(NamedTuple):
    """What the tool of a seat remembers of a match."""

    path: Path
    game: str
    """The gid of the match."""
    seat: str
    seen: tuple[tuple[Seen, Place], ...] = ()
    """What is remembered, as it came."""
    torn: bool = False
    """Whether the last line was torn: then it is left out."""
    older: Path | None = None
    """A record of an older version, whose locks are among these."""

    @property
    def sheets(self) -> tuple[tuple[SeenSheet, Place], ...]:
        """The sheets that are remembered."""
        return tuple((one, place) for one, place in self.seen if isinstance(one, SeenSheet))

    @property
    def locks(self) -> tuple[tuple[SeenLock, Place], ...]:
        """The locks that are remembered."""
        return tuple((one, place) for one, place in self.seen if isinstance(one, SeenLock))

    def sheets_of(self, n: int) -> tuple[SeenSheet, ...]:
        """Returns the sheets that are remembered for an opening."""
        return tuple(sheet for sheet, _ in self.sheets if sheet.n == n)

    def knows(self, one: Seen) -> bool:
        """Says whether something is remembered."""
        return any(one == known for known, _ in self.seen)

    def also(self, *more: Seen) -> "Record":
        """Returns what the record would be with more; nothing is written."""
        placed = tuple((one, Place(str(self.path), 0)) for one in more if not self.knows(one))
        return self._replace(seen=(*self.seen, *placed))

    def with_(self, *more: Seen) -> "Record":
        """Returns the record with more; it is on the disk when this returns.

        Raises:
            UnusableFile: it cannot be written.
            TryAgain: the disk is full.
        """
        if self.older is None and all(map(self.knows, more)):
            return self
        # Another run may have added to it since it was read.
        known = [one for read in (_read(self.path, self), self) for one, _ in read.seen]
        every = list(dict.fromkeys([*known, *more]))
        whose = _Whose(game=self.game, player=self.seat)
        lines = [canonical(one.to_json()) + b"\n" for one in (whose, *every)]
        write_atomically(self.path, b"".join(lines), mode=0o600)
        if self.older is not None:
            try:
                self.older.unlink(missing_ok=True)
            except OSError as error:
                cannot_write(self.older, error)
        return Record(self.path, self.game, self.seat, _placed(every, self.path))


def _placed(every: Sequence[Seen], path: Path) -> tuple[tuple[Seen, Place], ...]:
    return tuple((one, Place(str(path), line)) for line, one in enumerate(every, start=2))


def seen_sheet(document: Mapping[str, Any]) -> SeenSheet:
    """Returns what is remembered of a sheet that was understood."""
    rest = {name: value for name, value in document.items() if name != "head"}
    return SeenSheet(
        n=document["n"],
        head=document["head"],
        hash=tfd1.json_hash(document),
        rest=tfd1.json_hash(rest),
    )


# -- a key file with what lies beside it ---------------------------------------------------------


class OwnKey(NamedTuple):
    """A seat's key file, and what it remembers."""

    path: Path
    key: Secret
    record: Record

    def blind(self, n: int) -> str:
        """Returns the blind of the seat's sheets for an opening of the match."""
        return blind_of(self.key, self.record.game, n)


def own_key(
    played: Played, seat: str, chain: Chain | None, *, named: Path | None, near: Sequence[Path]
) -> OwnKey | None:
    """Returns the key of a seat with its record; None: it is not at hand.

    Args:
        chain: the seat's chain, which the key must make; None: it has none.
        named: the key file; None: it is looked for in the folders `near`. Keys of chains that were
            replaced are passed over.

    Raises:
        UnusableFile: the named one is not there or another's; the record is damaged.
        RefusedFile: the key has served another match of the same name.
    """
    if named is not None:
        if chain is not None:
            key_of_seat(seat, chain, named, near)
        return _with_record(played, named, named_key(named, played, (seat,)))
    refused: RefusedFile | None = None
    for path, key in keys_for(played, near):
        if key.who != seat or (chain is not None and not is_key_of(key, chain)):
            continue
        try:
            return _with_record(played, path, key)
        except UnusableFile:
            raise
        except RefusedFile as error:
            refused = refused or error
    if refused is not None:
        raise refused
    return None


def own_keys(
    played: Played, seats: Sequence[str], *, named: Path | None, near: Sequence[Path]
) -> list[OwnKey]:
    """Returns all keys of some seats that are at hand, with their records; see `own_key`."""
    if named is not None:
        return [_with_record(played, named, named_key(named, played, seats))]
    return [
        _with_record(played, path, key) for path, key in keys_for(played, near) if key.who in seats
    ]


def _with_record(played: Played, path: Path, key: Secret) -> OwnKey:
    if not played.is_served_by(key):
        serves = f"offer {key.offer}" if key.game is None else f"match {key.game}"
        shown = f"offer {played.offer}" if key.game is None else f"match {played.gid}"
        raise RefusedFile([Located(_two_matches(serves, shown), str(path))])
    empty = Record(path.with_name(f"{path.stem}.seen.jsonl"), played.gid, key.who)
    return OwnKey(path, key, _with_older(_read(empty.path, empty), path))


def _two_matches(serves: str, shown: str) -> Problem:
    return Problem(
        "two-matches",
        "this key serves another match of the same name",
        rule="TFD1 3.10 [A9]",
        hint=f"It serves {serves}\nShown is {shown}\n"
        "If they are meant to be one match, two were shown: send nothing, and mail both to all "
        "players.\n"
        "If this is another match, keep its files in a folder of their own.",
    )


# -- the files -----------------------------------------------------------------------------------


def _read(path: Path, whose: Record) -> Record:
    """Returns a record from its file, without a last line that is torn.

    Raises:
        UnusableFile: another line is malformed or invalid.
        RefusedFile: it is of another match or seat.
    """
    found = Record(path, whose.game, whose.seat)
    if not path.exists():
        return found
    raw = read_bytes(path, limit=MAX_SEEN)
    if len(raw) > MAX_SEEN:
        message = f"the record has more than {MAX_SEEN} bytes"
        raise unusable_file(path, "file-too-large", message, "Check that it is the right file.")
    *lines, last = raw.split(b"\n")
    every: list[Seen] = []
    for number, line in enumerate([*lines, last] if last or not lines else lines, start=1):
        place = Place(str(path), number)
        try:
            said = _line_of(line, place)
        except UnusableFile:
            if number > max(1, len(lines)):
                return found._replace(seen=_placed(every, path), torn=True)
            raise
        if isinstance(said, _Whose):
            _check_whose(whose, said, place)
        else:
            every.append(said)
    return found._replace(seen=_placed(every, path))


def _line_of(raw: bytes, place: Place) -> Any:
    """Returns what a line of a record says.

    Raises:
        UnusableFile: it is malformed or invalid.
    """
    model: Any = SeenSheet
    if place.line == 1:
        model = _Whose
    elif b'"t":"lock"' in raw:
        model = SeenLock
    try:
        return understood(model, read_json(raw, source=place.source))
    except RefusedFile as error:
        raise UnusableFile(one._replace(line=place.line) for one in error.located) from None


def _with_older(record: Record, key: Path) -> Record:
    """Returns a record with the locks of one that an older version kept beside the same key."""
    path = key.with_name(f"{key.stem}.pledged.json")
    if not path.exists():
        return record
    try:
        document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
        kept = understood(_Pledged, document)
        numbers = {key: int(key) for key in kept.locks}
    except RefusedFile as error:
        raise UnusableFile(error.located) from None
    _check_whose(record, kept, Place(str(path), *document.locate(("game",))))
    known = {one.hash for one, _ in record.locks}
    older: Iterator[tuple[Seen, Place]] = (
        (SeenLock(n=numbers[key], hash=hash_), Place(str(path), *document.locate(("locks", key))))
        for key, hash_ in kept.locks.items()
        if hash_ not in known
    )
    return record._replace(seen=(*older, *record.seen), older=path)


def _check_whose(record: Record, whose: _Whose | _Pledged, place: Place) -> None:
    if whose.player != record.seat or whose.game != record.game:
        serves = f"match {whose.game}, of {whose.player}"
        shown = f"match {record.game}, of {record.seat}"
        raise RefusedFile([place.located(_two_matches(serves, shown))])
