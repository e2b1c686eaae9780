"""What a referee mails of a match folder: the views of everybody, and those of each seat."""

from __future__ import annotations

import email
import io
import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.audit.opening import SavedMatch
from adjudicator.compose import pen
from adjudicator.core.game import Rules
from adjudicator.documents.sheet_lines import lines_in, unpacked_state
from adjudicator.post.letters.turn import turn_letter
from adjudicator.post.letters.way import Letters, Way

__all__ = ["letter_parts", "letters_mailed", "mailed", "own", "tell_all_in_choices"]

_HEAD = re.compile(rb"\.[0-9a-f]{8}(?=[@>])")
"""Digits of the log's head, by which letters are told from one another."""


def own(match: Path | str, seat: str, name: str = "state.json") -> Path:
    """Returns where a file lies that one seat gets in place of everybody's."""
    return Path(match, "referee", "now", seat, name)


def mailed(match: Path) -> dict[str, bytes]:
    """Returns what is mailed of the newest opening, by name; a seat's as `state-blue.json`."""
    found = {path.name: path.read_bytes() for path in sorted((match / "now").iterdir())}
    for path in sorted((match / "referee" / "now").glob("*/*")):
        found[f"{path.stem}-{path.parent.name}{path.suffix}"] = path.read_bytes()
    return found


def letters_mailed(match: Path, kind: Letters = "full") -> dict[str, bytes]:
    """Returns all parts of the letters to the seats, by name; a seat's as `letter text-blue.txt`.

    What is packed in them is unpacked, so that nothing in it hides.
    """
    opened = adjudicator.open_match(match, read_only=True)
    found = {}
    for seat in opened.seats:
        way = Way(
            to=f"{seat}@example.org", date=datetime(2026, 11, 27, tzinfo=UTC), letters=kind,
            sender="judge@example.org", domain="example.org", is_first=opened.n == 0,
        )  # fmt: skip
        for name, raw in letter_parts(turn_letter(opened, seat, way)):
            path = Path(name)
            found[f"letter {kind} {path.stem}-{seat}{path.suffix}"] = raw
    return found


def letter_parts(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """Yields what a mail holds: headers, text, page, picture, packed line, files of its archive."""
    mail = email.message_from_bytes(raw, policy=default)
    headers = "".join(
        f"{name}: {value}\n" for name, value in mail.items() if name != "Content-Type"
    )
    yield "headers.txt", _HEAD.sub(b"", headers.encode())
    for part in mail.walk():
        if part.is_multipart():
            continue
        name, content = part.get_filename(), part.get_content()
        told = content if isinstance(content, bytes) else content.encode()
        if name is None:
            kind = part.get_content_subtype()
            for line in lines_in(told) if kind == "plain" else ():
                yield "packed.json", unpacked_state(line)
            bare = re.sub(rb"state:[A-Za-z0-9_-]+", b"", told)
            yield f"body.{kind}", _HEAD.sub(b"", bare)
        elif name.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(told)) as archive:
                yield from ((one, archive.read(one)) for one in archive.namelist())
        else:
            yield name, told


def tell_all_in_choices(patch: pytest.MonkeyPatch) -> None:
    """Plants a leak: the block of data that a report's page gets holds the whole position."""
    honest = pen.choices_of

    def choices_of(rules: Rules[Any], saved: SavedMatch, seat: str) -> dict[str, Any]:
        return honest(rules, saved, seat) | {"facts": {"all": saved.position}}

    patch.setattr(pen, "choices_of", choices_of)
