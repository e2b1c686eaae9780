"""What machines send: reports of servers, answers of responders, lists, calendars."""

from __future__ import annotations

from tests.post.reading.shape import (
    SHEET,
    SHEET_TEXT,
    Shape,
    attached,
    dedented,
    head,
    in_parts,
    mail,
    of_parts,
    part,
)

__all__ = ["SHAPES"]

ID = "<spring.7.western.turn@play.test>"
LETTER_HEAD = f"""\
Received: from office.play.test by mx.play.test with ESMTP id 4Zy;
 Fri, 27 Nov 2026 19:00:01 +0000
From: Spring <judge+spring.western.K7Q2A4B6C8D1E3F5@play.test>
To: ann@example.org
Subject: [spring] turn 3: your sheet
Message-ID: {ID}
Auto-Submitted: auto-generated
"""


def _report(
    fields: str, status: str, copy: bytes, *, mark: str = "4ZxR.1/mx", words: str = ""
) -> bytes:
    """Returns a report of a server (RFC 3464)."""
    notice = part(words or "I'm sorry to have to inform you that your message could not\n"
                  "be delivered to one or more recipients.\n", "text/plain; charset=us-ascii",
                  "Content-Description: Notification")  # fmt: skip
    parts = (notice, part(dedented(status), "message/delivery-status"), copy)
    content = in_parts(*parts, kind="report", mark=mark, more="; report-type=delivery-status")
    return of_parts(fields + "\nMIME-Version: 1.0", content)


def _from(who: str, subject: str, *more: str) -> str:
    fields = [f"From: {who}", "To: judge+bounce.spring.western@play.test", f"Subject: {subject}",
              "Date: Fri, 27 Nov 2026 20:00:09 +0100", "Message-ID: <r1@example.org>"]  # fmt: skip
    return "\n".join((*more, *fields))


def _answered(*more: str, subject: str = "Re: [spring] turn 3", text: str = "") -> bytes:
    fields = head(subject=subject).replace("Return-Path: <ann@example.org>\n", "")
    return mail("\n".join((*more, fields)), text or "I am away until the 7th.\n\n" + SHEET_TEXT)


COPY = part(LETTER_HEAD + "\nthe letter\n" + SHEET_TEXT, "message/rfc822")
HEADERS = part(LETTER_HEAD, "text/rfc822-headers")
REPORT = "multipart/report"
SHAPES: tuple[Shape, ...] = (
    Shape(
        "bounce-postfix",
        "Postfix",
        _report(
            _from(
                "MAILER-DAEMON@mx.example.org (Mail Delivery System)",
                "Undelivered Mail Returned to Sender",
                "Return-Path: <>",
                "Auto-Submitted: auto-replied",
            ),
            """
        Reporting-MTA: dns; mx.example.org
        X-Postfix-Queue-ID: 4ZxR1
        X-Postfix-Sender: rfc822; judge+bounce.spring.western@play.test
        Arrival-Date: Fri, 27 Nov 2026 20:00:08 +0100 (CET)

        Final-Recipient: rfc822; ann@example.org
        Original-Recipient: rfc822;ann@example.org
        Action: failed
        Status: 5.1.1
        Remote-MTA: dns; in.example.org
        Diagnostic-Code: smtp; 550 5.1.1 <ann@example.org>: Recipient address
            rejected: User unknown
        """,
            COPY,
        ),
        automatic="Auto-Submitted",
        bounce=("failed", "ann@example.org", "5.1.1", ID),
    ),
    Shape(
        "bounce-postfix-delayed",
        "Postfix",
        _report(
            _from(
                "MAILER-DAEMON@mx.example.org",
                "Delayed Mail (still being retried)",
                "Return-Path: <>",
                "Auto-Submitted: auto-replied",
            ),
            """
        Reporting-MTA: dns; mx.example.org

        Final-Recipient: rfc822; ann@example.org
        Action: delayed
        Status: 4.4.1
        Will-Retry-Until: Wed, 2 Dec 2026 20:00:08 +0100 (CET)
        """,
            HEADERS,
        ),
        automatic="Auto-Submitted",
        bounce=("delayed", "ann@example.org", "4.4.1", ID),
    ),
    Shape(
        "bounce-exchange",
        "Exchange",
        _report(
            _from(
                "<postmaster@example.org>",
                "Undeliverable: [spring] turn 3",
                "X-MS-Exchange-Message-Is-Ndr:",
            ),
            """
        Reporting-MTA: dns;DB9.prod.example
        Received-From-MTA: dns;mx.play.test
        Arrival-Date: Fri, 27 Nov 2026 19:00:08 +0000

        Final-Recipient: rfc822;ann@example.org
        Action: failed
        Status: 5.1.10
        Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound
        """,
            COPY,
            words="Delivery has failed to these recipients or groups:\n\n_______________\n",
        ),
        automatic=REPORT,
        bounce=("failed", "ann@example.org", "5.1.10", ID),
    ),
    Shape(
        "bounce-gmail",
        "Gmail",
        _report(
            _from(
                "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
                "Delivery Status Notification (Failure)",
                "Return-Path: <>",
                "X-Failed-Recipients: ann@example.org",
                "Auto-Submitted: auto-replied",
            ),
            """
        Reporting-MTA: dns; googlemail.com
        Arrival-Date: Fri, 27 Nov 2026 11:00:08 -0800 (PST)

        Final-Recipient: rfc822; ann@example.org
        Action: failed
        Status: 5.2.2
        Diagnostic-Code: smtp; 552-5.2.2 The recipient's inbox is out of storage
        Last-Attempt-Date: Fri, 27 Nov 2026 11:00:09 -0800 (PST)
        """,
            COPY,
            mark="000000000000ca2d9205f5a5444d",
        ),
        automatic="Auto-Submitted",
        bounce=("failed", "ann@example.org", "5.2.2", ID),
    ),
    Shape(
        "bounce-gmail-empty-status",
        "Gmail",
        _report(
            _from(
                "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
                "Failure",
                "Return-Path: <>",
                "Auto-Submitted: auto-replied",
            ),
            "\n",
            COPY,
        ),
        automatic="Auto-Submitted",
        bounce=("", "", "", ID),
    ),
    Shape(
        "bounce-sendmail",
        "Sendmail",
        _report(
            _from(
                "Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>",
                "Returned mail: see transcript for details",
                "Auto-Submitted: auto-generated (failure)",
            ),
            """
        Reporting-MTA: dns; mx.example.org
        Arrival-Date: Fri, 27 Nov 2026 20:00:08 +0100

        Final-Recipient: RFC822; bob@example.org
        Action: expanded (to multi-recipient alias)
        Status: 2.0.0

        Final-Recipient: RFC822; ann@example.org
        Action: failed
        Status: 5.7.1
        """,
            COPY,
        ),
        automatic="auto-generated",
        bounce=("failed", "ann@example.org", "5.7.1", ID),
    ),
    Shape(
        "bounce-qmail",
        "qmail",
        mail(
            _from("MAILER-DAEMON@qm.example.org", "failure notice", "Return-Path: <>"),
            "Hi. This is the qmail-send program at qm.example.org.\nI'm afraid I wasn't able to "
            "deliver "
            "your message to the following addresses.\nThis is a permanent error; I've given up. "
            "Sorry "
            "it didn't work out.\n\n<ann@example.org>:\nSorry, no mailbox here by that name. "
            "(#5.1.1)\n\n"
            f"--- Below this line is a copy of the message.\n\nReturn-Path: "
            f"<x@y>\n{LETTER_HEAD}\nHello\n",
        ),
        automatic="Return-Path",
        bounce=("failed", "ann@example.org", "5.1.1", ID),
    ),
    Shape(
        "bounce-exim",
        "Exim",
        mail(
            _from(
                "Mail Delivery System <Mailer-Daemon@ex.example.org>",
                "Mail delivery failed: returning message to sender",
                "X-Failed-Recipients: ann@example.org",
                "Auto-Submitted: auto-replied",
            ),
            "This message was created automatically by mail delivery software.\n\nA message that "
            "you sent "
            "could not be delivered to one or more of its\nrecipients. This is a permanent "
            "error. The "
            "following address(es) failed:\n\n  ann@example.org\n    550 5.1.1 no such user\n\n"
            f"------ This is a copy of the message, including all the headers. "
            f"------\n\n{LETTER_HEAD}",
        ),
        automatic="Auto-Submitted",
        bounce=("failed", "ann@example.org", "5.1.1", ID),
    ),
    Shape(
        "bounce-dragonfly",
        "DragonFly",
        mail(
            _from("MAILER-DAEMON <>", "Mail delivery failed"),
            "This is the DragonFly Mail Agent v0.13 at df.example.org.\n\nThere was an error.\n",
        ),
        automatic="mailer-daemon",
    ),
    Shape(
        "read-receipt",
        "Thunderbird",
        of_parts(
            _from("Ann <ann@example.org>", "Return Receipt (displayed) - turn 3")
            + "\nMIME-Version: 1.0",
            in_parts(
                part("This is a Return Receipt for the mail that you sent."),
                part(
                    "Final-Recipient: rfc822;ann@example.org\nDisposition: manual-action/"
                    "MDN-sent-manually; displayed\n",
                    "message/disposition-notification",
                ),
                kind="report",
                more="; report-type=disposition-notification",
            ),
        ),
        automatic=REPORT,
    ),
    Shape(
        "complaint",
        "Yahoo",
        of_parts(
            _from("feedback@arf.example", "FW: turn 3") + "\nMIME-Version: 1.0",
            in_parts(
                part("An abuse report."),
                part("Feedback-Type: abuse\n", "message/feedback-report"),
                COPY,
                kind="report",
                more="; report-type=feedback-report",
            ),
        ),
        automatic=REPORT,
    ),
    Shape(
        "vacation-sieve",
        "Dovecot",
        _answered("Auto-Submitted: auto-replied (vacation)", "Precedence: bulk"),
        automatic="Auto-Submitted",
    ),
    Shape(
        "vacation-bsd",
        "vacation(1)",
        _answered("Precedence: bulk", "Return-Path: <>"),
        automatic="Return-Path",
    ),
    Shape("vacation-junk", "Mercury", _answered("Precedence: junk"), automatic="Precedence"),
    Shape(
        "vacation-exchange",
        "Exchange",
        _answered(
            "X-Auto-Response-Suppress: All",
            "auto-submitted: auto-generated",
            "x-ms-exchange-generated-message-source: Mailbox Rules Agent",
            subject="Automatic reply: turn 3",
        ),
        automatic="auto-generated",
    ),
    Shape(
        "vacation-exchange-rule",
        "Exchange",
        _answered("X-MS-Exchange-Inbox-Rules-Loop: ann@example.org", subject="Selwyn"),
        automatic="x-ms-exchange-inbox-rules-loop",
    ),
    Shape(
        "vacation-gmail",
        "Gmail",
        _answered(
            "Auto-Submitted: auto-replied",
            "Precedence: bulk",
            "X-Autoreply: yes",
            subject="Ich bin weg Re: turn 3",
        ),
        automatic="Auto-Submitted",
    ),
    Shape(
        "vacation-cpanel",
        "cPanel",
        _answered("X-Autorespond: turn 3", "Precedence: auto_reply"),
        automatic="Precedence",
    ),
    Shape(
        "vacation-subject-alone",
        "GMX",
        _answered(subject="Abwesenheitsnotiz: turn 3", text="Ich bin im Urlaub."),
        automatic="subject",
    ),
    Shape(
        "vacation-subject-french",
        "Outlook.com",
        _answered(subject="=?utf-8?Q?R=C3=A9ponse_automatique_=3A?= turn 3", text="status\n"),
        automatic="subject",
    ),
    Shape(
        "ticket-system",
        "Zendesk",
        mail(
            head(
                "X-Mailer: Zendesk Mailer\nAuto-Submitted: auto-generated",
                subject="Request received",
            ),
            "##- Please type your reply above this line -##\n\nYour request (23) has been "
            "received.\n",
        ),
        automatic="auto-generated",
    ),
    Shape(
        "list-footer",
        "Mailman",
        mail(
            head("List-Id: Spring players <spring.lists.example.org>\nPrecedence: list"),
            f"{SHEET_TEXT}\n_______________________________________________\nspring mailing list\n",
        ),
        automatic="Precedence",
    ),
    Shape(
        "list-google-groups",
        "Google Groups",
        mail(
            head("List-ID: <spring.googlegroups.com>"),
            f"{SHEET_TEXT}\n\n-- \nYou received this message "
            'because you are subscribed to the Google Groups "spring" group.\n',
        ),
        automatic="List-Id",
    ),
    Shape(
        "calendar-reply",
        "Outlook classic",
        of_parts(
            head(subject="Accepted: deadline"),
            in_parts(
                part("status\n"),
                part(
                    "BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n",
                    'text/calendar; charset="utf-8"; method=REPLY',
                ),
                kind="alternative",
            ),
        ),
        automatic="calendar",
    ),
    Shape(
        "said-by-a-person",
        "Pine",
        _answered(
            "Auto-Submitted: no", "Precedence: first-class", "X-Autoreply: no", text=SHEET_TEXT
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "sheet-under-such-a-subject",
        "Gmail web",
        of_parts(head(subject="Re: Out of office orders"), in_parts(part("Here"), attached())),
        (SHEET,),
        "attachment",
    ),
)
"""Twenty-six mails; of two of them a person is the author."""
