"""A sheet as one line: as it is, broken by a mail, quoted, among words; and forgeries of it."""

from __future__ import annotations

import zlib
from hashlib import sha512

import pytest

from adjudicator.core.problem import Refused
from adjudicator.documents.sheet_lines import (
    MOST_UNPACKED,
    has_sheet_line,
    lines_in,
    packed_sheet,
    packed_state,
    unpacked_sheet,
)

SHEET = b'{"t": "orders", "orders": {"march": [{"order": "march", "count": 4}]}}\n'
BLINDS = b"".join(sha512(b"%d" % number).digest() for number in range(14)).hex().encode()
"""What cannot be made small, so that its line is long."""


def broken(line: str, width: int, before: str = "", end: str = "\n") -> str:
    """Returns a line as a mail breaks it."""
    return end.join(before + line[at : at + width] for at in range(0, len(line), width))


@pytest.mark.parametrize("raw", [SHEET, BLINDS, b"", b"x"])
@pytest.mark.parametrize("width", [7, 60, 75, 76, 100, 998])
@pytest.mark.parametrize("before", ["", "> ", ">> ", "  "])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_text_gives_its_sheet(raw: bytes, width: int, before: str, end: str) -> None:
    """Words stand before and behind, on lines of their own."""
    line = broken(packed_sheet(raw), width, before, end)
    for text in (
        line,
        f"March:{end}  4 companies{end}{end}{line}{end}Greetings{end}Ann",
        f"Hello{end}{line}",
    ):
        assert has_sheet_line(text.encode())
        assert unpacked_sheet(text.encode()) == raw


def test_no_word_behind_belongs_to_it() -> None:
    """Though letters alone would fit."""
    line = packed_sheet(SHEET)
    assert [*lines_in(f"{line}\nGreetings\n".encode())] == [line.encode()]
    assert unpacked_sheet(f"{line}\nGreetings\nAnn\n".encode()) == SHEET


def test_two_sheets_are_none() -> None:
    """An answer that quotes an older sheet is not guessed at."""
    text = f"{packed_sheet(SHEET)}\n\n> {packed_sheet(b'old')}\n".encode()
    with pytest.raises(Refused, match="2 sheets"):
        unpacked_sheet(text)


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_a_cut_line_is_refused(cut: int) -> None:
    """Also where words follow that look like letters."""
    line = packed_sheet(SHEET)[:-cut]
    for text in (line, f"{line}\nGreetings\n", f"Hello\n{line}\n\nAnn"):
        with pytest.raises(Refused):
            unpacked_sheet(text.encode())


def test_what_is_no_sheet_stays_what_it_is() -> None:
    """JSON that holds such a line is JSON; a position is no sheet."""
    assert not has_sheet_line(b'{"a": "\nsheet:abc"}')
    assert not has_sheet_line(f"{packed_state(SHEET)}\n".encode())
    assert not has_sheet_line(b"see sheet:abc in my mail")


def test_a_line_that_unpacks_to_much_is_refused() -> None:
    large = packed_sheet(b"0" * (MOST_UNPACKED + 1))
    for text in (large, f"Hello\n{broken(large, 76)}\n"):
        with pytest.raises(Refused):
            unpacked_sheet(text.encode())


def test_many_lines_take_no_long_time() -> None:
    """Each line is unpacked once: what a mail may hold costs no more than its size."""
    letters = packed_sheet(zlib.compress(BLINDS * 30))
    text = (f"sheet:{letters[6:60]}\n" + broken(letters[60:-4], 40) + "\n") * 30
    assert len([*lines_in(text.encode())]) == 30
