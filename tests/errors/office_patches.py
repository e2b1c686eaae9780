"""Offices in the folder `o`, with the match `m` or without, whole or damaged: for the catalogue."""

from __future__ import annotations

import importlib.util
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adjudicator.api.sheet_text import said_hash
from adjudicator.cli import mails
from adjudicator.post.office.adding import add_match
from adjudicator.post.office.folder import new_office, open_office
from adjudicator.post.office.settings import first_settings

__all__ = ["OFFICE_PATCHES"]

_OFFICE, _MATCH = Path("o"), Path("m")


def office(monkeypatch: pytest.MonkeyPatch) -> None:
    """An office without a match."""
    _office("judge@play.test")


def long_office(monkeypatch: pytest.MonkeyPatch) -> None:
    """An office whose address leaves no room for names of seats."""
    _office(f"{'j' * 40}@play.test")


def office_with_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """An office with the match."""
    _office("judge@play.test")
    now = datetime(2027, 3, 1, tzinfo=UTC)
    add_match(open_office(_OFFICE), _MATCH, name="", modes={}, is_open=False, press=True, now=now)


def office_with_bad_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    """An office whose journal somebody changed."""
    _office("judge@play.test")
    (_OFFICE / "journal.jsonl").write_text('{"k": 7}\n')


def office_with_bad_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """An office whose key is cut."""
    _office("judge@play.test")
    (_OFFICE / "office.key").write_bytes(b"short")


def office_that_trusts(monkeypatch: pytest.MonkeyPatch) -> None:
    """An office that believes a server, where nothing can read what it says."""
    _office("judge@play.test")
    opened = open_office(_OFFICE)
    opened.write_settings(opened.settings.model_copy(update={"trusts": "mx.play.test"}))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)


def office_that_cannot_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """An office whose key for receipts is not there."""
    _office("judge@play.test")
    opened = open_office(_OFFICE)
    opened.write_settings(opened.settings.model_copy(update={"key": "key-that-is-lost"}))


def own_blank_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The blank sheet that a mail holds is that of the letters of the match."""
    sheet = {"t": "orders", "game": "5e" * 32, "n": 1, "player": "western", "orders": {}}
    own = frozenset({said_hash(sheet)})
    monkeypatch.setattr(mails, "_templates", lambda _: own)


def _office(address: str) -> None:
    settings = first_settings(address, "referee@play.test", sendmail=False, plus=True)
    new_office(_OFFICE, settings, secret=bytes(32))


OFFICE_PATCHES = {
    "long-office": long_office,
    "office": office,
    "office-that-cannot-sign": office_that_cannot_sign,
    "office-that-trusts": office_that_trusts,
    "office-with-bad-journal": office_with_bad_journal,
    "office-with-bad-key": office_with_bad_key,
    "office-with-match": office_with_match,
    "own-blank-sheet": own_blank_sheet,
}
