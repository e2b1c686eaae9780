"""What is dropped on the page, as files: mails and archives are unpacked, within bounds.

Nothing that a file says of itself leads anywhere else: names are made harmless, and of an archive
whose paths lead out of it nothing is taken.
"""

from __future__ import annotations

import email
import email.policy
import io
import json
import re
import stat
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage
from itertools import islice
from pathlib import PurePosixPath
from typing import NamedTuple

from adjudicator.core.limits import MAX_LOG, MAX_SIZE
from adjudicator.core.problem import Problem, Refused
from adjudicator.documents.sheet_lines import lines_in, unpacked_state

__all__ = ["MAX_DROPPED", "MAX_FILES", "MAX_MAILS", "MAX_UNPACKED", "Dropped", "unpacked"]

MAX_DROPPED = 1 << 27
"""The largest file that is taken, in bytes."""
MAX_FILES = 20_000
"""How many files an archive may hold, or parts a mail; a long match has some thousands."""
MAX_UNPACKED = 1 << 28
"""How many bytes an archive, or a mail, may unpack to."""
_MAX_PARTS = 200
_MAX_NAME = 100
MAX_MAILS = 8
"""How many mails may stand in one another."""
_BLOCK = re.compile(rb'<script [^<>]*id="pen-data"[^<>]*>([^<]*)</script>')
"""What a report brings along so that sheets can be made on it; no `<` stands in it."""


class Dropped(NamedTuple):
    """A file that came: where it goes below the folder of the page, and its bytes."""

    path: PurePosixPath
    raw: bytes


def unpacked(name: str, raw: bytes) -> tuple[Dropped, ...]:
    """Returns the files that came with a file: itself, or those of an archive, a mail, a report.

    Args:
        name: as the browser, or a mail, calls it.

    Raises:
        Refused: it is too large or damaged, or its paths lead out of it.
    """
    return tuple(_unpacked(name, raw, depth=0))


def _unpacked(name: str, raw: bytes, *, depth: int) -> Iterator[Dropped]:
    if len(raw) > MAX_DROPPED:
        raise _refused("dropped-too-large", f"{name} has more than {MAX_DROPPED} bytes")
    if raw.startswith(b"PK\x03\x04"):
        yield from _of_archive(name, raw)
    elif name.lower().endswith((".eml", ".mht", ".mhtml")) or _is_mail(raw):
        if depth > MAX_MAILS:
            raise _refused("mail-too-deep", f"{name} is a mail in more than {MAX_MAILS} mails")
        yield from _of_mail(name, raw, depth=depth)
    elif raw[:64].lstrip().startswith(b"state:"):
        yield Dropped(PurePosixPath(_file_name(name, "state.json")), unpacked_state(raw))
    elif _is_page(raw):
        yield from _of_page(name, raw)
    else:
        yield Dropped(PurePosixPath(_file_name(name, "dropped")), raw)


def _file_name(name: str, usual: str) -> str:
    """Returns a name that every system can keep: no folder, no sign that a shell could take."""
    last = re.split(r"[/\\]", name)[-1]
    kept = re.sub(r"[^\w.+@ -]", "-", last).strip(" .")[-_MAX_NAME:].lstrip("-.")
    return kept or usual


_HINTS = {"archive": "Unpack it, and drop what you need.", "mail": "Drop what is attached to it."}


def _refused(code: str, what: str) -> Refused:
    hint = _HINTS.get(code.partition("-")[0], "Check that it is the right file.")
    return Refused([Problem(code, what, hint=hint, kind="malformed")])


# -- archives -------------------------------------------------------------------------------------


def _of_archive(name: str, raw: bytes) -> Iterator[Dropped]:
    """Yields the files of a ZIP archive below a folder of its name, if they are not in one.

    Of links, and of what other systems put beside (`__MACOSX`), nothing is taken.
    """
    stem = _file_name(PurePosixPath(name).stem, "archive")
    found: dict[PurePosixPath, bytes] = {}
    room = MAX_UNPACKED
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
        entries = archive.infolist()
        if len(entries) > MAX_FILES:
            raise _refused("archive-too-large", f"{name} holds more than {MAX_FILES} files")
        for entry in entries:
            path = _path_in(name, entry.filename)
            is_link = stat.S_ISLNK(entry.external_attr >> 16)
            if entry.is_dir() or is_link or path.parts[0] == "__MACOSX":
                continue
            with archive.open(entry) as file:
                content = file.read(min(room, MAX_LOG) + 1)
            room -= len(content)
            if room < 0 or len(content) > MAX_LOG:
                raise _refused("archive-too-large", f"{name} unpacks to too many bytes")
            found[path] = content
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError) as error:
        raise _refused("archive-unreadable", f"{name} cannot be unpacked: {error}") from None
    folders = {path.parts[0] for path in found if len(path.parts) > 1}
    is_in_one = len(folders) == 1 and all(len(path.parts) > 1 for path in found)
    flat = all(len(path.parts) == 1 for path in found) and not _is_match(found)
    for path, content in found.items():
        if len(path.parts) == 1 and flat:
            yield from _inner(path.name, content)
        else:
            yield Dropped(path if is_in_one else PurePosixPath(stem, path), content)


def _inner(name: str, raw: bytes) -> Iterator[Dropped]:
    """Yields a file out of a letter; an archive in it stays one."""
    if _is_page(raw):
        yield from _of_page(name, raw)
    else:
        yield Dropped(PurePosixPath(_file_name(name, "dropped")), raw)


def _is_match(found: dict[PurePosixPath, bytes]) -> bool:
    return PurePosixPath("match.json") in found


def _path_in(name: str, inside: str) -> PurePosixPath:
    """Returns the path of a file in an archive; one that leads out of it is refused."""
    path = PurePosixPath(inside.replace("\\", "/"))
    parts = path.parts
    if not parts or path.is_absolute() or ".." in parts or ":" in parts[0] or "\0" in inside:
        raise _refused("archive-leads-out", f"{name} holds a file whose path leads out of it")
    return path


# -- mails ----------------------------------------------------------------------------------------


def _is_mail(raw: bytes) -> bool:
    """Whether bytes begin as a saved mail does."""
    head = raw[:4096].split(b"\n\n")[0].split(b"\r\n\r\n")[0].lower()
    return bool(re.match(rb"[a-z-]+:[ \t]", head)) and b"\nmime-version:" in b"\n" + head


def _of_mail(name: str, raw: bytes, *, depth: int) -> Iterator[Dropped]:
    """Yields what is attached to a mail, and the sheets and positions that its text holds."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    room = MAX_UNPACKED
    for number, part in enumerate(message.walk()):
        if number > _MAX_PARTS:
            raise _refused("mail-too-large", f"{name} has more than {_MAX_PARTS} parts")
        if part.is_multipart():
            continue
        content = _content(part)
        room -= len(content)
        if room < 0:
            raise _refused("mail-too-large", f"{name} unpacks to too many bytes")
        called = part.get_filename()
        kind = part.get_content_type()
        if called is None and kind == "text/plain":
            yield from _lines_in(content)
        elif called is not None or kind == "text/html":
            yield from _unpacked(called or "mail.html", content, depth=depth + 1)


def _content(part: EmailMessage) -> bytes:
    try:
        found = part.get_payload(decode=True)
    except (ValueError, LookupError):
        return b""
    return found if isinstance(found, bytes) else b""


def _lines_in(text: bytes) -> Iterator[Dropped]:
    """Yields the sheets and positions that stand in a text, each in its line."""
    for number, line in enumerate(islice(lines_in(text), _MAX_PARTS), start=1):
        if line.startswith(b"state:"):
            yield Dropped(PurePosixPath("state.json"), unpacked_state(line))
        else:
            yield Dropped(PurePosixPath(f"sheet-{number}.txt"), line + b"\n")


# -- reports --------------------------------------------------------------------------------------


def _is_page(raw: bytes) -> bool:
    return (
        raw[:256].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith((b"<!doctype html", b"<html"))
    )


def _of_page(name: str, raw: bytes) -> Iterator[Dropped]:
    """Yields the position that a report brings along, and the report.

    No script of it ever runs: a page to make sheets on is made anew from the position.
    """
    block = _BLOCK.search(raw, 0, MAX_LOG)
    try:
        data = json.loads(block[1]) if block is not None else {}
        text = data.get("position") if isinstance(data, dict) else None
    except (ValueError, RecursionError):
        text = None
    if isinstance(text, str) and len(text) <= MAX_SIZE:
        stem = PurePosixPath(_file_name(name, "report")).stem
        called = "state.json" if stem == "report" else f"state-{stem}.json"
        yield Dropped(PurePosixPath(called), text.encode(errors="replace"))
    yield Dropped(PurePosixPath(_file_name(name, "report.html")), raw)
