"""Bytes that are no file of a match, handed to every command in the place of every kind of file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.intake.bench import Workplace, faults_of
from tests.intake.kinds import KINDS, Kind

ZEROS = b"[" + b"0," * 400_000 + b"0]"
BYTES: dict[str, bytes] = {
    "empty": b"",
    "a NUL byte": b"\x00",
    "a NUL byte at the end": b"{}\x00",
    "deep lists": b"[" * 100_000,
    "deep lists, closed": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "UTF-16 with a mark": '{"t": "orders"}'.encode("utf-16"),
    "UTF-16 without a mark": '{"t": "orders"}'.encode("utf-16-le"),
    "UTF-16, the other way round": '{"t": "orders"}'.encode("utf-16-be"),
    "UTF-32": '{"t": "orders"}'.encode("utf-32"),
    "two byte order marks": b"\xef\xbb\xbf\xef\xbb\xbf{}",
    "half a character, raw": b'{"t":"\xed\xa0\x80"}',
    "half a character, escaped": b'{"t":"\\ud800"}',
    "a character written too long": b'{"t":"\xc0\xaf"}',
    "NaN": b'{"n":NaN}',
    "Infinity": b'{"n":[Infinity,-Infinity]}',
    "1e999": b'{"n":1e999}',
    "1e5": b'{"n":1e5}',
    "a float": b'{"n":1.0}',
    "minus nought": b'{"n":-0}',
    "a huge number": b'{"n":1' + b"0" * 5000 + b"}",
    "a huge negative number": b'{"n":-1' + b"0" * 5000 + b"}",
    "a key twice": b'{"t":"orders","t":"orders"}',
    "a number": b"5",
    "null": b"null",
    "a text": b'"x"',
    "a list": b"[]",
    "an object": b"{}",
    "sixty thousand keys": json.dumps({f"k{i}": 0 for i in range(60_000)}).encode(),
    "a million values": ZEROS,
    "a million held topics": b'{"t":"orders","hold":' + ZEROS + b"}",
    "a million answers": b'{"answers":{' + b'"a":{},' * 150_000 + b'"b":{}}}',
    "one long text": b'"' + b"a" * 1_000_000 + b'"',
    "fifty megabytes of blanks": b" " * 50_000_000,
    "fifty megabytes of line ends": b"\n" * 50_000_000,
    "fifty megabytes of one text": b'"' + b"a" * 50_000_000 + b'"',
    "fifty megabytes of noughts": b"[" + b"0," * 25_000_000 + b"0]",
    "fifty megabytes of lines": b'{"t":"note"}\n' * 4_000_000,
}
TAKEN = {("rolls", "an object"), ("waiting sheet", "empty")}
"""What is a valid file after all; a sheet of which a power cut left nothing is awaited again."""
REMADE = {"save", "toy save", "hand save", "sheets at once", "stamp"}
"""What is made again from log and sheets where it cannot be used, or not needed beside them."""
UNREAD = {
    ("waiting sheet", "verify"),
    ("outlines", "status"),
    ("key file", "template"),
    ("kept signature", "status"),
}
"""Commands that have no need of a file that others read: no picture, no pledge before a lock."""
THOROUGHLY = {"sheet", "scenario", "view", "log"}
"""What people send to each other most."""
ALIKE = {
    "own counters", "own tables", "own shores", "kept hexes", "invasion scenario",
    "invasion sheet", "invasion home sheet", "invasion set-up", "invasion answers",
    "invasion view", "invasion log", "invasion case",
}  # fmt: skip
"""What is read as files of other games are: of the bytes that are left to it, it gets one."""
LARGE = 10_000_000
"""From how many bytes on no reader reads a file."""
MEMORY = 400
"""Megabytes by which this module may grow its process; it holds the files themselves, too."""


def _megabytes(name: str) -> int:
    """What the kernel says of this process: `VmRSS`, its memory now, `VmHWM`, the most it had."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) // 1024


@pytest.fixture(scope="module")
def before() -> int | None:
    """Memory before the first test, from which on the most is counted; None where it cannot be."""
    forget = Path("/proc/self/clear_refs")
    if not os.access(forget, os.W_OK):
        return None
    forget.write_text("5")  # proc(5): the peak becomes what is held now
    return _megabytes("VmRSS")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_file_breaks_a_command(
    workplace: Workplace, kind: Kind, request: pytest.FixtureRequest, before: int | None
) -> None:
    """All kinds are read by few readers: of most, an eighth of the bytes, unless `--exhaustive`.

    The largest, which are refused by their size, are then left to those handled thoroughly.
    """
    everything = request.config.getoption("--exhaustive") or kind.name in THOROUGHLY
    chosen = list(BYTES.items())
    if not everything:
        small = [(name, raw) for name, raw in chosen if len(raw) < LARGE]
        chosen = small[KINDS.index(kind) % 8 :: 8]
    if kind.name in ALIKE and not everything:
        chosen = chosen[1:2]
    for number, (name, raw) in enumerate(chosen):
        # Each goes to one of the commands that read files of its kind, in turn.
        words = kind.commands[number % len(kind.commands)]
        ran = workplace.hand_in(kind, raw, words)
        assert not faults_of(ran), (name, words, faults_of(ran), ran.trace)
        assert ran.seconds < 60, (name, words)
        is_unread = (kind.name, words.split()[0]) in UNREAD
        if not (is_unread or kind.name in REMADE or (kind.name, name) in TAKEN):
            assert ran.code in (1, 2, 4), (name, words, ran.out)


def test_memory_is_bounded(before: int | None) -> None:
    """After all of the above, whatever other modules' tests left in this process."""
    if before is None:
        pytest.skip("/proc/self/clear_refs cannot be written: no peak of this module alone")
    assert _megabytes("VmHWM") - before < MEMORY


VALID_BYTES = {
    "a byte order mark": lambda raw: b"\xef\xbb\xbf" + raw,
    "CR LF": lambda raw: raw.replace(b"\n", b"\r\n"),
    "blanks around": lambda raw: b" \n\t" + raw + b"\r\n" * 100,
    "escapes": lambda raw: raw.replace(b'"orders"', b'"\\u006frders"'),
}


@pytest.mark.parametrize("name", VALID_BYTES)
def test_what_editors_and_mails_do_to_a_sheet_is_harmless(workplace: Workplace, name: str) -> None:
    sheet = KINDS[0]
    raw = VALID_BYTES[name](sheet.bases[0].read_bytes())
    ran = workplace.hand_in(sheet, raw, "check m western.json")
    assert ran.code == 0, ran.err
