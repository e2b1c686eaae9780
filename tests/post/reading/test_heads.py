"""What the head of a mail says: addresses, ids, subject, date; and which mails are the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from adjudicator.post.reading.intake import read_mail
from tests.post.reading.shape import head, mail

RAW = mail(head(), "status\n")


def test_what_a_head_says() -> None:
    read = read_mail(RAW)
    token = "judge+spring.western.K7Q2A4B6C8D1E3F5@play.test"
    assert read.sender == "ann@example.org"
    assert read.recipients == (token,)
    assert read.subject == "Re: [spring] turn 3: your sheet"
    assert read.message_id == "<one@example.org>"
    assert read.references == ("<spring.1.western.turn@play.test>",
                               "<spring.7.western.turn@play.test>")  # fmt: skip
    assert read.date == datetime(2026, 11, 27, 20, 10, tzinfo=timezone(timedelta(hours=1)))
    assert not read.authenticated


@pytest.mark.parametrize(
    ("field", "sender"),
    [
        ("From: ann@Example.ORG", "ann@example.org"),
        ("From: Ann <ann@example.org>", "ann@example.org"),
        ('From: "Bob <bob@example.org>" <ann@example.org>', "ann@example.org"),
        ("From: =?utf-8?q?J=C3=BCrgen=2C_M?= <j.m+x@example.org>", "j.m+x@example.org"),
        ("From: ann@example.org (Ann, of bob@example.org)", "ann@example.org"),
        ("From: Doe, Ann <ann@example.org>", "ann@example.org"),
        ("From: ann@example.org, bob@example.org", ""),
        ("From: Ann <ann@example.org>, Bob <bob@example.org>", ""),
        ("From: <ann@example.org> <bob@example.org>", ""),
        ("From: ann@example.org <bob@example.org>", ""),
        ("From: ann@example.org\nFrom: bob@example.org", ""),
        ('From: "a b"@example.org', ""),
        ("From: ann@example.org\x00.evil", ""),
        ("From: ann@[192.0.2.1]", ""),
        ("From: ann@example.org@evil.org", ""),
        ("From: Undisclosed:;", ""),
        ("From:", ""),
        ("X-From: ann@example.org", ""),
        ("From: Ann\n <ann@example.org>", "ann@example.org"),
        ("From : Ann <ann@example.org>", "ann@example.org"),
    ],
)
def test_the_sender_is_one_address_or_none(field: str, sender: str) -> None:
    """Who forges a From may do so; a From that reads in two ways is none."""
    assert read_mail(f"{field}\nTo: x@y.z\n\nstatus\n".encode()).sender == sender


def test_recipients_in_their_order() -> None:
    fields = (
        "X-Original-To: judge+a@h.test\nDelivered-To: judge+b@h.test\nEnvelope-To: c@h.test\n"
        'Cc: "x@y" <cc@h.test>, Team: d@h.test, <e@H.test>;\nTo: Judge <judge+A1@H.Test>\n'
        "To: judge+a@h.test\nReply-To: no@h.test\n"
    )
    assert read_mail(f"{fields}\nx\n".encode()).recipients == (
        "judge+A1@h.test", "judge+a@h.test", "cc@h.test", "d@h.test", "e@h.test", "judge+b@h.test",
        "c@h.test",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("written", "subject"),
    [
        ("=?utf-8?Q?Re=3A_=5Bspring=5D?= =?utf-8?B?IPCfjog=?=", "Re: [spring] \U0001f388"),
        ("=?iso-8859-1?Q?Z=FCge?=", "Züge"),
        ("=?x-unknown?Q?Z=C3=BCge?=", "Züge"),
        ("=?utf-8?B?!!!?= x", "x"),
        ("=?utf-8?Q?a=0D=0ABcc=3A_x?=", "a  Bcc: x"),
        ("=?utf-8?Q?=E2=80=AEab=1B[2J?=", "ab[2J"),
        ("folded\n over lines", "folded over lines"),
    ],
)
def test_a_subject_is_decoded_and_has_nothing_that_is_not_seen(written: str, subject: str) -> None:
    assert read_mail(f"Subject: {written}\n\nx\n".encode()).subject == subject


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("Fri, 27 Nov 2026 20:10:00 -0000", datetime(2026, 11, 27, 20, 10, tzinfo=UTC)),
        ("27 Nov 2026 20:10:00 GMT (noon)", datetime(2026, 11, 27, 20, 10, tzinfo=UTC)),
        ("yesterday", None),
        ("Fri, 99 Nov 2026 20:10:00 +0000", None),
        ("Fri, 27 Nov 99999999999 20:10:00 +0000", None),
        ("Fri, 31 Dec 9999 23:59:59 -2300", None),
        ("", None),
    ],
)
def test_a_date_or_none(written: str, date: datetime | None) -> None:
    assert read_mail(f"Date: {written}\n\nx\n".encode()).date == date


def test_the_servers_words_on_the_sender_topmost_first() -> None:
    fields = "Authentication-Results: mx.h.test;\n dmarc=fail\nAuthentication-Results: other; spf=x"
    assert read_mail(f"{fields}\n\nx\n".encode()).authenticated == (
        "mx.h.test; dmarc=fail", "other; spf=x",
    )  # fmt: skip


def test_a_mail_delivered_twice_is_the_same() -> None:
    """What its carriers wrote on it does not count; what its sender wrote does."""
    same = {
        read_mail(raw).identity
        for raw in (
            RAW,
            RAW.replace(b"\r\n", b"\n"),
            b"From ann@example.org Fri Nov 27 20:10:00 2026\n" + RAW.replace(b"\r\n", b"\n"),
            b"Received: from a by b;\r\n Fri\r\nX-Spam-Status: No\r\n" + RAW + b"\r\n",
            RAW.replace(b"Return-Path: <ann@example.org>\r\n", b""),
            RAW.replace(b"Delivered-To: judge", b"Delivered-To: other"),
            b"Authentication-Results: mx; dmarc=pass\r\nARC-Seal: i=1\r\n" + RAW,
        )
    }
    assert len(same) == 1
    for old, new in ((b"status", b"statuS"), (b"<one@", b"<two@"), (b"20:10", b"20:11"),
                     (b"To: Spring", b"To: Summer")):  # fmt: skip
        assert read_mail(RAW.replace(old, new)).identity not in same
