"""Leaks: what may not lie in a repository and can be reached in it (repository.md, 9.3).

Whoever clones a match gets every version of every file. So all commits are looked at that any ref
leads to, with the paths and the contents of their files, and what commits and tags say: for paths
that are the referee's or a seat's, for files that say what they are (keys, saves, views of one
seat), for addresses, and for the secrets at hand by their value.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator.api.named_files import MAX_LOG, MAX_SIZE
from adjudicator.api.problems import Problem, shortened
from adjudicator.repository.git import Git, is_id

__all__ = ["Held", "leaks_in", "spellings"]

_MOST = 32 << 20
"""So many bytes of contents are held at once."""
_PATHS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:^|/)referee/"), "the folder of the referee"),
    (re.compile(r"(?:^|/)decrypted/"), "what one seat alone may see"),
    (re.compile(r"(?:^|/)key-[^/]*\.json[^/]*$"), "a key file, or what it remembers"),
    (re.compile(r"(?:^|/)openings/[^/]+/[^/]*-[^/]*\.[^/]*$"), "what one seat alone may see"),
    (re.compile(r"(?:^|/)(?:secret|people)\.json$"), "a secret or the addresses"),
)
_KINDS = {
    "secret": "a key file",
    "secret-share": "a share of a secret",
    "save": "a save, with all that is hidden",
    "seen": "what a seat's tool remembers",
}
_PRIVATE = re.compile(rb"AGE-SECRET-KEY-1[A-Z0-9]{50}|-----BEGIN [A-Z ]*PRIVATE KEY-----")
_CHANGE = re.compile(r":[0-7]{6} (?P<mode>[0-7]{6}) [0-9a-f]+ (?P<id>[0-9a-f]+) [A-Z][0-9]*")
_TOO_LARGE = b"\0"
"""Stands for a content that is larger than any of a match."""
_SHEET = re.compile(r"inbox/[^/]+/n[0-9]+\.json(?:\.sig)?")


class Held(NamedTuple):
    """A secret that is at hand, to be looked for."""

    what: str
    """What it is, in words, such as "the master of amber"."""
    value: str
    """The secret: hexadecimal digits, or any text."""


class _Blob(NamedTuple):
    """A file as it once was."""

    path: str
    commit: str


def leaks_in(git: Git, held: Sequence[Held] = (), *, is_sealed: bool = False) -> Iterator[Problem]:
    """Yields what can be reached in a repository and may not be there, each thing once.

    Args:
        held: secrets at hand, looked for by their value in every spelling.
        is_sealed: whether sheets are sealed here, so that none may lie open in the inbox.

    Raises:
        Unusable: objects of the repository are damaged.
    """
    wanted = [(one.what, spelled) for one in held for spelled in spellings(one.value)]
    blobs: dict[str, _Blob] = {}
    told: set[tuple[str, str]] = set()
    for found, id_ in _changes(git):
        blobs.setdefault(id_, found)
        what = next((what for path, what in _PATHS if path.search(found.path)), "")
        if not what and is_sealed and _SHEET.fullmatch(found.path):
            what = "a sheet that is not sealed"
        if what and (what, found.path) not in told:
            told.add((what, found.path))
            yield _leak(what, found)
    for id_, raw in _contents(git, blobs):
        for what in _in_content(raw, wanted):
            if (what, blobs[id_].path) not in told:
                told.add((what, blobs[id_].path))
                yield _leak(what, blobs[id_])
    yield from _in_messages(git, wanted)


def spellings(value: str) -> tuple[bytes, ...]:
    """Returns in which bytes a secret may stand: as it is, as bytes, in Base64 of either."""
    plain = value.encode()
    found = [plain, base64.b64encode(plain).rstrip(b"=")]
    if re.fullmatch(r"(?:[0-9a-f]{2}){16,}", value):
        raw = bytes.fromhex(value)
        spelled = base64.b64encode(raw).rstrip(b"="), base64.urlsafe_b64encode(raw).rstrip(b"=")
        found += [value.upper().encode(), raw, *spelled]
    return tuple(dict.fromkeys(found))


def _changes(git: Git) -> Iterator[tuple[_Blob, str]]:
    """Yields every file that a reachable commit brought, with the id of its content."""
    words = (
        "log", "--all", "-m", "--raw", "-z", "--no-renames", "--no-abbrev", "--format=%H",
        "--no-show-signature", "--no-color", "--no-relative",
    )  # fmt: skip
    commit, change = "", None
    for raw in git.run(*words, "--end-of-options").out.split(b"\0"):
        for field in raw.decode(errors="surrogateescape").split("\n") if change is None else ():
            if is_id(field):
                commit = field
            elif found := _CHANGE.fullmatch(field):
                change = found
        if change is not None and not raw.endswith(change[0].encode()):
            is_file = change["mode"] in ("100644", "100755", "120000")
            if is_file:
                path = raw.decode(errors="surrogateescape")
                yield _Blob(path, commit), change["id"]
            change = None


def _contents(git: Git, ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yields contents, a few at a time."""
    wanted = "".join(f"{one}\n" for one in ids).encode()
    if not wanted:
        return
    said = git.run("cat-file", "--batch-check=%(objectname) %(objectsize)", stdin=wanted).text
    batch: list[str] = []
    size = 0
    for id_, _, length in (line.partition(" ") for line in said.splitlines()):
        if not length.isdecimal():
            continue  # It is missing: fsck says so.
        if int(length) > MAX_LOG:
            yield id_, _TOO_LARGE
            continue
        if batch and size + int(length) > _MOST:
            yield from zip(batch, git.contents(batch), strict=True)
            batch, size = [], 0
        batch.append(id_)
        size += int(length)
    yield from zip(batch, git.contents(batch), strict=True)


def _in_content(raw: bytes, wanted: Sequence[tuple[str, bytes]]) -> Iterator[str]:
    """Yields what a content is that may not be there."""
    if raw is _TOO_LARGE:
        yield "a file that is too large to be looked at"
    yield from (what for what, spelled in wanted if spelled in raw)
    if _PRIVATE.search(raw):
        yield "a private key"
    if len(raw) <= MAX_SIZE and raw.lstrip()[:1] == b"{":
        try:
            document = json.loads(raw)
        except (ValueError, RecursionError):
            return
        yield from _in_document(document)


def _in_document(document: dict[str, Any]) -> Iterator[str]:
    kind, seat = document.get("t"), document.get("seat")
    if isinstance(kind, str) and kind in _KINDS:
        yield _KINDS[kind]
    if kind == "view" and seat is not None:
        yield "what one seat alone may see"
    seats, addresses = document.get("seats"), document.get("addresses")
    noted = seats.values() if isinstance(seats, dict) and "format" in document else ()
    if any(isinstance(one, dict) and one.get("address") for one in noted):
        yield "an address"
    if isinstance(addresses, dict) and any(addresses.values()):
        yield "an address"


def _in_messages(git: Git, wanted: Sequence[tuple[str, bytes]]) -> Iterator[Problem]:
    """Yields what commits and tags say that may not be said."""
    names = git.run("for-each-ref", "--format=%(objecttype) %(objectname)").text.splitlines()
    tags = [line.partition(" ")[2] for line in names if line.startswith("tag ")]
    commits = git.run("rev-list", "--all", "--").text.split()
    for id_, raw in _contents(git, dict.fromkeys((*tags, *commits))):
        found = [what for what, spelled in wanted if spelled in raw]
        if _PRIVATE.search(raw):
            found.append("a private key")
        for what in dict.fromkeys(found):
            yield _leak(what, _Blob("what it says", id_))


def _leak(what: str, where: _Blob) -> Problem:
    message = f"{what} can be read in this repository: {shortened(where.path, 100)}, in "
    message += where.commit[:12]
    hint = (
        "Whoever cloned it has it, also when it is taken out of the history. Treat it as known: "
        "a seat joins anew, a match goes on with `new --continue`, an address is told its owner."
    )
    return Problem("leak", message, hint=hint)
