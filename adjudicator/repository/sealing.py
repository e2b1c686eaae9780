"""Sealing: files that only their reader can open, as age encrypts them (repository.md, 5).

A sealed sheet is the sheet and its `.sig` as a tar that is filled to a multiple of 16 KiB, so that
its size says nothing of what is ordered; `tar --format=ustar -b 32` fills as much. A view is the
same, packed and then filled to a multiple of 4 KiB: it is written each turn for each seat.

What is unsealed was written by a stranger, for anybody can encrypt to a recipient. So nothing but
plain files of the expected names is taken, each at most once, and nothing stands behind them but
zeros. No library reads the tar: what it would do for links, sparse files and names in other headers
is what must not be done.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.api.age_keys import REFEREE, recipient_fault, recipients_of
from adjudicator.api.named_files import MAX_SIZE
from adjudicator.api.problems import Problem, Refused, Unusable
from adjudicator.repository.settings import SETTINGS, RepositorySettings

__all__ = [
    "MAX_SEALED",
    "SHEET",
    "SHEET_MEMBERS",
    "SIGNATURE",
    "VIEW_MEMBERS",
    "Member",
    "recipients_in_force",
    "seal",
    "seal_sheet",
    "unseal",
    "unseal_sheet",
]

SHEET, SIGNATURE = "sheet.json", "sheet.json.sig"
"""What a sealed sheet holds: the sheet as it was signed, and the signature if there is one."""


class Member(NamedTuple):
    """A file that may lie in what is unsealed."""

    limit: int
    """The most bytes that it may have."""
    is_needed: bool = True
    """Whether it must be there."""


SHEET_MEMBERS: Mapping[str, Member] = {
    SHEET: Member(MAX_SIZE),
    SIGNATURE: Member(1 << 14, is_needed=False),
}
"""What a sealed sheet holds."""
VIEW_MEMBERS: Mapping[str, Member] = {
    "state.json": Member(MAX_SIZE),
    "report.txt": Member(MAX_SIZE, is_needed=False),
}
"""What a seat's view holds: its state.json, and its report where that tells it more."""
MAX_SEALED = MAX_SIZE + (1 << 17)
"""The most bytes of a sealed file that is read: a sheet, its signature, the filling."""

_BLOCK = 512
_FILLED = 16 << 10
_FILLED_PACKED = 4 << 10
_MAGIC = b"age-encryption.org/v1\n"
_MAX_HEADER = 4096
"""The longest header of age that is looked at: some forty recipients, each of which costs time."""


def recipients_in_force(log: bytes, settings: RepositorySettings) -> dict[str, str]:
    """Returns by seat, and by "referee", the recipients to which things are sealed.

    What offer and joins say counts: the id of the match is made of them, so nobody can put their
    own in its place, and who reads along would have to be said before the match began. Only for
    whom they say nothing, as in a match whose joins the referee wrote, repository.json does: by the
    same file it is decided who may push for a seat.

    Args:
        log: the whole log.
        settings: what repository.json says.

    Raises:
        Refused: repository.json names another one than the log, or one that is none.
        Unusable: the log does not begin as one.
    """
    said = recipients_of(log)
    for who, other in settings.recipients.items():
        if fault := recipient_fault(other):
            message = f"{SETTINGS} names no recipient of age for {who}: {fault}"
            hint = f"{who} says theirs by `adjudicator git view --recipient`."
            raise Refused(
                [Problem("no-age-recipient", message, ("recipients", who), hint=hint)]
            )  # fmt: skip
        if said.setdefault(who, other) != other:
            message = f"{SETTINGS} names another recipient of {who} than its join in the log"
            if who == REFEREE:
                message = f"{SETTINGS} names another recipient of the referee than the offer"
            hint = f"Take the one of {who} out of {SETTINGS}: whoever reads by it is not meant."
            problem = Problem("other-recipient", message, ("recipients", who), hint=hint)
            raise Refused([problem])
    return said


def seal_sheet(sheet: bytes, signature: bytes | None, recipients: Sequence[str]) -> bytes:
    """Returns a sheet and its signature as only the referee reads them.

    Args:
        sheet: the file, byte for byte as it was signed.
        signature: what `ssh-keygen -Y sign` wrote beside it; None: it is not signed.
        recipients: `age1...`: the referee's, and any other that is to read it.

    Raises:
        Unusable: the library pyrage is not installed.
        ValueError: one is no recipient; the sheet is larger than any that is read.
    """
    files = {SHEET: sheet} | ({} if signature is None else {SIGNATURE: signature})
    return seal(files, SHEET_MEMBERS, recipients)


def unseal_sheet(sealed: bytes, identities: Sequence[str]) -> tuple[bytes, bytes | None]:
    """Returns the sheet and the signature, or None, that were sealed.

    Whose they are, nobody knows before the sheet was read: compare its `player` with the folder in
    which it lay before you say anything else of it, for whoever copies the sealed sheet of another
    seat into their own folder would read in your answer what it says.

    Raises:
        Refused: it is not sealed to these, or holds what no sealed sheet holds.
        Unusable: the library pyrage is not installed.
        ValueError: one is no identity.
    """
    files = unseal(sealed, SHEET_MEMBERS, identities)
    return files[SHEET], files.get(SIGNATURE)


def seal(
    files: Mapping[str, bytes],
    members: Mapping[str, Member],
    recipients: Sequence[str],
    *,
    is_packed: bool = False,
) -> bytes:
    """Returns files as only some can read them; each time other bytes, of the same length.

    Args:
        files: by name.
        members: the names that there may be, and how long each file.
        recipients: `age1...`, at least one.
        is_packed: whether they are packed before they are filled up.

    Raises:
        Unusable: the library pyrage is not installed.
        ValueError: one is no recipient; a file is not among the members, lacks or is too long.
    """
    for name, member in members.items():
        if len(files.get(name, b"")) > member.limit or (member.is_needed and name not in files):
            raise ValueError(f"{name} lacks, or has more than {member.limit} bytes")
    if any(recipient_fault(one) for one in recipients):
        raise ValueError("one of these is no recipient of age")
    if not files.keys() <= members.keys() or not recipients:
        raise ValueError(f"only {', '.join(members)} are sealed, to one recipient at least")
    raw = b"".join(_entry(name, files[name]) for name in members if name in files)
    raw = raw.ljust(len(raw) + 2 * _BLOCK, b"\0")
    raw = _filled(zlib.compress(raw, 9), _FILLED_PACKED) if is_packed else _filled(raw, _FILLED)
    age = _pyrage()
    sealed: bytes = age.encrypt(raw, [age.x25519.Recipient.from_str(one) for one in recipients])
    return sealed


def unseal(
    sealed: bytes,
    members: Mapping[str, Member],
    identities: Sequence[str],
    *,
    is_packed: bool = False,
) -> dict[str, bytes]:
    """Returns the files that were sealed, by name.

    Args:
        sealed: the file, of which nothing is known.
        members: the names that there may be, and how long each file.
        identities: `AGE-SECRET-KEY-1...`, one of which is to read it.
        is_packed: whether they were packed before they were filled up.

    Raises:
        Refused: it is too long, not sealed to these, or holds anything else.
        Unusable: the library pyrage is not installed.
        ValueError: one is no identity.
    """
    if len(sealed) > MAX_SEALED:
        raise _refused(f"it has {len(sealed)} bytes; {MAX_SEALED} are the most")
    if not sealed.startswith(_MAGIC) or b"\n--- " not in sealed[:_MAX_HEADER]:
        raise _refused("it is no file that age has encrypted to a few recipients")
    age = _pyrage()
    try:
        keys = [age.x25519.Identity.from_str(one) for one in identities]
    except age.IdentityError:
        raise ValueError("one of these is no identity of age") from None
    try:
        raw: bytes = age.decrypt(sealed, keys)
    except age.DecryptError:
        raise _refused("it is sealed to somebody else, or was changed") from None
    if is_packed:
        raw = _unpacked(raw, sum(2 * _BLOCK + one.limit for one in members.values()) + _FILLED)
    elif not raw or len(raw) % _FILLED:
        raise _refused(f"it is not filled to a multiple of {_FILLED} bytes")
    found: dict[str, bytes] = {}
    for name, content in _entries(raw, members):
        if name in found:
            raise _refused(f"it holds {name} twice")
        found[name] = content
    if lacking := [name for name, one in members.items() if one.is_needed and name not in found]:
        raise _refused(f"it holds no {lacking[0]}")
    return found


def _filled(raw: bytes, step: int) -> bytes:
    return raw.ljust(-(-len(raw) // step) * step, b"\0")


def _unpacked(raw: bytes, limit: int) -> bytes:
    """Returns what was packed, with nothing but zeros behind it."""
    unpacking = zlib.decompressobj()
    try:
        whole = unpacking.decompress(raw, limit)
    except zlib.error:
        raise _refused("it is not packed as a view is") from None
    if not unpacking.eof or unpacking.unused_data.strip(b"\0"):
        raise _refused("it is cut, or longer than a view is, or something stands behind it")
    return whole


# -- tar (POSIX.1-1988, ustar) --------------------------------------------------------------------


def _entry(name: str, content: bytes) -> bytes:
    """Returns a plain file as it stands in a tar, the same for everybody: no owner, no time."""
    fields = (
        name.encode().ljust(100, b"\0"), b"0000644\0", b"0000000\0", b"0000000\0",
        f"{len(content):011o}\0".encode(), b"00000000000\0", b" " * 8, b"0", bytes(100),
        b"ustar\x0000", bytes(247),
    )  # fmt: skip
    header = b"".join(fields)
    header = header.replace(b" " * 8, f"{sum(header):06o}\0 ".encode(), 1)
    return header + _filled(content, _BLOCK)


def _entries(raw: bytes, members: Mapping[str, Member]) -> Iterator[tuple[str, bytes]]:
    """Yields the files of a tar; whose, since when and with what rights they were does not matter.

    Raises:
        Refused: there is anything else in it, before or behind the end.
    """
    place = 0
    while raw[place : place + _BLOCK].strip(b"\0"):
        header = raw[place : place + _BLOCK]
        if len(header) < _BLOCK or header[257:262] != b"ustar":
            raise _refused("it is no tar of the form ustar")
        check = header[:148] + b" " * 8 + header[156:]
        if _octal(header[148:156]) != sum(check):
            raise _refused("the sum of a header in it is wrong")
        name = header[:100].rstrip(b"\0").decode("ascii", errors="replace")
        if header[156:157] not in (b"0", b"\0") or header[157:257].strip(b"\0"):
            raise _refused("it holds something that is no plain file")
        if name not in members or header[345:500].strip(b"\0"):
            raise _refused(f"it holds a file that is none of {', '.join(members)}")
        size, begin = _octal(header[124:136]), place + _BLOCK
        if size is None or size > members[name].limit:
            raise _refused(f"{name} has more than {members[name].limit} bytes")
        end = begin + size
        place = begin + -(-size // _BLOCK) * _BLOCK
        if place > len(raw) or raw[end:place].strip(b"\0"):
            raise _refused(f"{name} is cut, or something stands behind it")
        yield name, raw[begin:end]
    if len(raw) - place < 2 * _BLOCK or raw[place:].strip(b"\0"):
        raise _refused("something stands behind its end")


def _octal(field: bytes) -> int | None:
    """Returns the number in a field of a header; None: there is none."""
    digits = field.strip(b"\0 ")
    is_number = 0 < len(digits) < 12 and all(digit in b"01234567" for digit in digits)
    return int(digits, 8) if is_number else None


def _refused(why: str) -> Refused:
    problem = Problem(
        "sealed-unreadable",
        f"what is sealed cannot be taken: {why}",
        hint="A sheet: `adjudicator git submit` seals it again, with the newest log at hand.\n"
        "A view: `git pull`, and name the key file of your join with --key; else ask the referee.",
        kind="invalid",
    )
    return Refused([problem])


def _pyrage() -> Any:
    try:
        import pyrage
    except ImportError:
        raise Unusable(
            [
                Problem(
                    "no-pyrage",
                    "sealing needs the library pyrage, which is not installed",
                    hint="Say `pip install 'wargame-adjudicator[git]'`.",
                    kind="unusable",
                )
            ]
        ) from None
    return pyrage
