"""What is too large, too deep, too many; and what hostile mails may cost."""

from __future__ import annotations

import base64
import zlib
from time import process_time  # noqa: TID251 - a bound on what a hostile mail may cost

import pytest

from adjudicator.post.reading.intake import read_mail
from adjudicator.post.reading.parts import MOST_BYTES, MOST_DEEP, MOST_PARTS
from adjudicator.post.reading.scan import MOST_SHEET
from tests.post.reading.shape import (
    SHEET_TEXT,
    attached,
    head,
    in_parts,
    json_text,
    mail,
    of_parts,
    other_sheet,
    part,
)

_SECONDS = 3
"""Processor time that the worst mail may take; half a second on a machine of its own."""


def _codes(raw: bytes) -> tuple[str, ...]:
    read = read_mail(raw)
    assert not read.found
    return tuple(one.code for one in read.problems)


def test_a_mail_of_one_byte_too_much() -> None:
    raw = mail(head(), f"{SHEET_TEXT}\n")
    fits = raw + b" " * (MOST_BYTES - len(raw.replace(b"\r\n", b"\n")))
    assert read_mail(fits).found
    assert _codes(fits + b" ") == ("mail-too-large",)
    assert read_mail(fits + b" ").sender == "ann@example.org"


def test_a_part_too_many() -> None:
    parts = [attached(), *[part("x")] * (MOST_PARTS - 1)]
    assert read_mail(of_parts(head(), in_parts(*parts))).found
    assert _codes(of_parts(head(), in_parts(*parts, part("x")))) == ("mail-too-large",)


def test_a_part_too_deep() -> None:
    inner = attached()
    for number in range(MOST_DEEP):
        inner = in_parts(inner, mark=f"m{number}")
    assert read_mail(of_parts(head(), inner)).found
    assert _codes(of_parts(head(), in_parts(inner, mark="m"))) == ("mail-too-large",)


def test_a_sheet_of_a_byte_too_much() -> None:
    room = MOST_SHEET - len(SHEET_TEXT)
    fits = SHEET_TEXT.replace("\n", " " * room + "\n", 1)
    for text in (fits, f"{fits[:-1]} }}"):
        as_file = of_parts(head(), in_parts(part("x"), attached(raw=text)))
        for raw in (mail(head(), text), as_file):
            if len(text) > MOST_SHEET:
                assert _codes(raw) == ("sheet-too-large",)
            else:
                assert [one.raw.decode() for one in read_mail(raw).found] == [text]


def test_a_packed_line_that_grows() -> None:
    line = b"sheet:" + base64.urlsafe_b64encode(zlib.compress(b" " * 10**7, 9)).rstrip(b"=")
    assert _codes(mail(head(), line)) == ("bad-sheet-line",)


def test_more_sheets_than_anybody_has() -> None:
    sheets = [json_text(other_sheet(f"seat-{number}")) for number in range(51)]
    assert len(read_mail(mail(head(), "\n".join(sheets[:50]))).found) == 50
    assert _codes(mail(head(), "\n".join(sheets))) == ("mail-too-large",)


FILLED = {
    "objects": b'{"t":"orders","a":',
    "objects-in-lines": b'{"t":"orders",\n',
    "open-strings": b'{"t":"orders","a\n',
    "braces": b'{ "',
    "quoted": b"> ",
    "quoted-lines": b"> \n",
    "lines": b"\n",
    "attributions": b"On 2026 20:00 " + b"wrote " * 90 + b"\n",
    "rules": b"-" * 500 + b"\n",
    "heads": b"From: x\n",
    "stars": b"*" * 500 + b"\n",
    "packed": b"sheet:AAAA\n",
    "words": b"--- to all\nx\n---\n",
    "escapes": b"=22=7B",
    "signed": b"-----BEGIN PGP SIGNED MESSAGE-----\n",
    "zeros": b"\0",
}
"""What a text of a megabyte is filled with."""


@pytest.mark.parametrize("unit", FILLED.values(), ids=FILLED.keys())
@pytest.mark.parametrize("kind", ["text/plain", "text/plain; format=flowed; delsp=yes"])
def test_a_text_that_is_made_to_take_long(unit: bytes, kind: str) -> None:
    size = MOST_BYTES - 4096
    raw = mail(head(), (unit * (size // len(unit) + 1))[:size], kind=kind)
    began = process_time()
    read_mail(raw)
    assert process_time() - began < _SECONDS


FIELDS = {
    "addresses": b"To: " + b"a@b.c, " * 150_000,
    "comments": b"To: " + b"(" * 900_000,
    "quotes": b"To: " + b'"\\' * 450_000,
    "many": (b"To: " + b'"(<\\' * 4000 + b"\n") * 60,
    "words": b"Subject: " + b"=?utf-8?B?AAAA?= " * 60_000,
    "ids": b"References: " + b"<a@b> " * 150_000,
    "parameters": b"Content-Type: text/plain" + b';a="' * 1000,
    "nested": b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n)
                       for n in range(20_000)),
    "date": b"Date: " + b"1 " * 400_000,
}  # fmt: skip
"""What a head of a megabyte is filled with."""


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS.keys())
def test_a_head_that_is_made_to_take_long(field: bytes) -> None:
    began = process_time()
    read_mail(b"From: a@b.c\n" + field + b"\n\nx\n")
    assert process_time() - began < _SECONDS
