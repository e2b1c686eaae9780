"""What the strict reader is to refuse comes to it byte by byte; nothing tolerant reads before."""

from __future__ import annotations

import pytest

from adjudicator.api.named_files import read_json
from adjudicator.api.problems import RefusedFile
from adjudicator.api.sheet_text import said_hash, value_of
from adjudicator.post.reading.intake import read_mail
from tests.post.reading.shape import (
    SHEET,
    SHEET_TEXT,
    attached,
    head,
    in_parts,
    mail,
    of_parts,
    part,
)

WRONG = {
    "duplicate-key": SHEET_TEXT.replace('"n": 7', '"n": 8,\n  "n": 7'),
    "not-a-number": SHEET_TEXT.replace('"n": 7', '"n": NaN'),
    "not-an-integer": SHEET_TEXT.replace('"n": 7', '"n": 7.0'),
    "integer-too-large": SHEET_TEXT.replace('"n": 7', '"n": 9007199254740993'),
    "comment": SHEET_TEXT.replace('"n": 7', '"n": /* seven */ 7'),
    "comma-too-many": SHEET_TEXT.replace("\n}", ",\n}"),
    "comma-missing": SHEET_TEXT.replace('"n": 7,', '"n": 7'),
    "wrong-bracket": SHEET_TEXT.replace("\n  ],\n  \"blind\"", "\n  },\n  \"blind\""),
    "bad-escape": SHEET_TEXT.replace("elm", "el\\m", 1),
    "lone-surrogate": SHEET_TEXT.replace("elm", "\\ud800", 1),
    "non-ascii-key": SHEET_TEXT.replace('"count"', '"c\u00f6unt"', 1),
}  # fmt: skip


@pytest.mark.parametrize(("code", "text"), WRONG.items(), ids=WRONG.keys())
def test_what_is_wrong_stays_wrong(code: str, text: str) -> None:
    """Pasted or attached: the same bytes, and the same refusal."""
    for raw in (
        mail(head(), f"Mine follow.\n{text}\nGreetings"),
        of_parts(head(), in_parts(part("x"), attached(raw=text))),
    ):
        (found,) = read_mail(raw).found
        assert found.raw == text.encode()
        assert not found.repairs
        assert value_of(found.raw) is None
        with pytest.raises(RefusedFile) as refused:
            read_json(found.raw, source="sheet")
        assert code in [one.problem.code for one in refused.value.located]


def test_kinds_by_their_own_word_alone() -> None:
    """The first "t" of the object itself; neither a deeper one nor one in a text."""
    assert not read_mail(mail(head(), '{"a":{"t":"orders"},"b":"\\"t\\":\\"orders\\""}')).found
    assert not read_mail(mail(head(), '[{"a":1,"t":"view","orders":{}}]')).found
    (found,) = read_mail(mail(head(), '{"t":"pledge","t":"orders"}')).found
    assert found.kind == "pledge"
    (found,) = read_mail(mail(head(), '{"player":"western","orders":{}}')).found
    assert found.kind == "orders"  # The strict reader says that its "t" is missing.


def test_a_hash_is_that_of_the_log() -> None:
    """However a template was wrapped on its way, it is known."""
    assert value_of(SHEET_TEXT.encode()) == SHEET
    assert said_hash(value_of(SHEET_TEXT.replace("\n", " \n\t").encode())) == said_hash(SHEET)
