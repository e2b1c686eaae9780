"""The error catalogue: every problem is provoked and shows the exact text in tests/errors."""

from __future__ import annotations

import re

import pytest

from tests.errors.catalogue import FOLDER, Entry, entries, shown
from tests.errors.codes import codes_in_source
from tests.programs import needed

ENTRIES = entries()

UNWANTED = re.compile(
    r"Input should|Field required|Extra inputs|valid (?:string|integer|dictionary)|Traceback"
    r"|pydantic(?!(?:_core)?==)|None\b|FrozenMap|\bTrue\b|\bFalse\b"
)
"""English of pydantic, and things of Python that are no business of a player's."""

NAMES = {"Fortress", "NaN"}
"""What a message may begin with in upper case."""


def test_every_code_has_an_entry_and_every_entry_a_code() -> None:
    found = codes_in_source()
    lacking = {code: places for code, places in found.items() if not _entries_of(code)}
    assert not lacking, "provoke these in tests/errors, see its README"
    assert {entry.code for entry in ENTRIES} == set(found)
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert folders == set(found)


def _entries_of(code: str) -> list[Entry]:
    return [entry for entry in ENTRIES if entry.code == code]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_what_is_shown(entry: Entry) -> None:
    """If the new text is better: `python -m tests.errors.catalogue`, and read the difference."""
    exit_code, text = shown(entry)
    if "no-ssh-keygen" in text and entry.code != "no-ssh-keygen":
        needed("ssh-keygen")
    assert f"exit {exit_code}\n{text}" == entry.expected


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_how_it_is_said(entry: Entry) -> None:
    text = entry.expected
    assert f" {entry.code}: " in text
    assert not UNWANTED.search(text)
    for line in text.splitlines()[1:]:
        if found := re.match(r"(?:\S+: )?(?:\w+) ([a-z0-9-]+): (.*)", line):
            _, message = found.groups()
            assert message[-1] not in ".!?", "a message is no whole sentence"
            first = message.split()[0]
            assert first.islower() or not first.isalpha() or first in NAMES
        assert "!" not in line
