"""How people's programs send a sheet: web mail, telephones, Apple Mail, Outlook."""

from __future__ import annotations

from tests.post.reading.shape import (
    ATTRIBUTION,
    FILE,
    GMAIL,
    LETTER,
    ONE_LINE,
    SHEET,
    SHEET_LINE,
    SHEET_TEXT,
    Shape,
    alternative,
    attached,
    flowed,
    head,
    in_parts,
    letter_quoted,
    mail,
    of_parts,
    part,
    quoted_printable,
    typographic,
)

__all__ = ["SHAPES"]

SHAPES: tuple[Shape, ...] = (
    Shape(
        "gmail-web-attached",
        "Gmail web",
        of_parts(
            head(GMAIL),
            in_parts(
                alternative(f"Orders attached.\n\n{ATTRIBUTION}\n\n{letter_quoted()}"), attached()
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "gmail-web-pasted",
        "Gmail web",
        of_parts(
            head(GMAIL),
            alternative(
                f"{SHEET_TEXT}\n\nOn Fri, Nov 27, 2026 at 8:00\u202fPM Spring <\n"
                f"judge+spring.western.K7Q2A4B6C8D1E3F5@play.test> wrote:\n\n{letter_quoted()}"
            ),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "gmail-web-plain-mode",
        "Gmail web",
        mail(head(GMAIL), f"Here:\n\n{ONE_LINE}\n\n{ATTRIBUTION}\n>\n{letter_quoted('>')}"),
        (SHEET,),
        "text",
        ONE_LINE.encode(),
    ),
    Shape(
        "gmail-app-typographic",
        "Gmail app",
        of_parts(
            head(GMAIL),
            alternative(
                f"{typographic(SHEET_TEXT)}\n\nAm Fr., 27. Nov. 2026 um 20:00\u202fUhr schrieb "
                f"Spring <\njudge@play.test>:\n\n{letter_quoted()}"
            ),
        ),
        (SHEET,),
        "repaired",
        repairs=("typographic quotes",),
    ),
    Shape(
        "gmail-app-status",
        "Gmail app",
        of_parts(head(GMAIL), alternative(f"Status\n\n{ATTRIBUTION}\n\n{letter_quoted()}")),
        command=("status",),
    ),
    Shape(
        "gmail-app-nbsp",
        "Gmail app",
        of_parts(head(GMAIL), alternative(SHEET_TEXT.replace("  ", "\u00a0 "))),
        (SHEET,),
        "repaired",
        repairs=("blanks that are none",),
    ),
    Shape(
        "apple-mac-attached",
        "Apple Mail Mac",
        of_parts(
            head("X-Mailer: Apple Mail (2.3774.600.62)"),
            in_parts(
                part("My orders.\n\n", "text/plain;\n\tcharset=us-ascii"),
                part(
                    SHEET_TEXT + "\n",
                    "application/json;\n\tx-unix-mode=0644;\n\tname=western.json",
                    "Content-Disposition: inline;\n\tfilename=western.json",
                    "Content-Transfer-Encoding: 7bit",
                ),
                part(
                    f"\n\n> {ATTRIBUTION}\n> \n{letter_quoted()}", "text/plain;\n\tcharset=us-ascii"
                ),
                mark="Apple-Mail=_F1A2",
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "apple-mac-flowed",
        "Apple Mail Mac",
        mail(
            head("X-Mailer: Apple Mail (2.753.1)"),
            flowed(f"{SHEET_TEXT}\n\nAnn\n", 72, inside=True),
            kind="text/plain; charset=US-ASCII; delsp=yes; format=flowed",
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "apple-mac-flowed-line",
        "Apple Mail Mac",
        mail(
            head("X-Mailer: Apple Mail (2.936)"),
            flowed(f"My orders:\n{SHEET_LINE}\n\nAnn\n", 70, inside=True),
            kind="text/plain; charset=US-ASCII; format=flowed; delsp=yes",
        ),
        (SHEET,),
        "line",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "apple-mac-rich-attached",
        "Apple Mail Mac",
        of_parts(
            head("X-Mailer: Apple Mail (2.3826.700.81)"),
            in_parts(
                quoted_printable(f"My orders.\n\n\n\n> {ATTRIBUTION}\n> \n{letter_quoted()}"),
                in_parts(
                    quoted_printable("<html><body>My orders.</body></html>", "text/html"),
                    attached(disposition="inline"),
                    quoted_printable("<html><body><blockquote></html>", "text/html"),
                    mark="Apple-Mail=_B",
                ),
                kind="alternative",
                mark="Apple-Mail=_A",
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "iphone-pasted",
        "Apple Mail iPhone",
        of_parts(
            head("X-Mailer: iPhone Mail (22B83)"),
            quoted_printable(
                f"{typographic(ONE_LINE)}\n\nSent from my iPhone\n\n> On 27 Nov 2026, at 20:00, "
                f"Spring <judge@play.test> wrote:\n> \n\ufeff{letter_quoted()}"
            ),
        ),
        (SHEET,),
        "repaired",
        repairs=("typographic quotes",),
    ),
    Shape(
        "iphone-attached",
        "Apple Mail iPhone",
        of_parts(
            head("X-Mailer: iPhone Mail (22B83)"),
            in_parts(
                part("\n\n\nVon meinem iPhone gesendet"),
                attached(disposition="inline"),
                part(""),
                mark="Apple-Mail-2F",
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "outlook-classic-pasted",
        "Outlook classic",
        of_parts(
            head("X-Mailer: Microsoft Outlook 16.0"),
            in_parts(
                quoted_printable(
                    f"{SHEET_TEXT}\n\n-----Original Message-----\nFrom: Spring "
                    "<judge@play.test> \nSent: Friday, November 27, 2026 8:00 PM\n"
                    f"To: Ann Example <ann@example.org>\nSubject: turn 3\n\n{LETTER}"
                ),
                quoted_printable("<html><body><p>{...}</p></body></html>", "text/html"),
                kind="alternative",
                mark="----=_NextPart_000_0012_01DB40F0.6E2D6A10",
            ),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "outlook-classic-attached",
        "Outlook classic",
        of_parts(
            head("X-Mailer: Microsoft Outlook 16.0"),
            in_parts(
                quoted_printable(
                    "Anbei.\n\nVon: Spring <judge@play.test> \nGesendet: Freitag, 27. "
                    "November 2026 20:00\nAn: Ann <ann@example.org>\nBetreff: turn 3\n\n" + LETTER
                ),
                attached(kind="application/octet-stream"),
                mark="----=_NextPart_000_0013",
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "outlook-windows-1252",
        "Outlook classic",
        of_parts(
            head("X-Mailer: Microsoft Outlook 16.0"),
            quoted_printable(
                typographic(SHEET_TEXT).encode("cp1252"), 'text/plain;\n\tcharset="Windows-1252"'
            ),
        ),
        (SHEET,),
        "repaired",
        repairs=("typographic quotes",),
    ),
    Shape(
        "outlook-french-quotes",
        "Outlook classic",
        of_parts(
            head("X-Mailer: Microsoft Outlook 16.0"),
            quoted_printable(
                typographic(SHEET_TEXT)
                .replace("\u201c", "\u00ab\u00a0")
                .replace("\u201d", "\u00a0\u00bb")
            ),
        ),
        (SHEET,),
        "repaired",
        repairs=("typographic quotes", "blanks that are none"),
    ),
    Shape(
        "outlook-new-pasted",
        "Outlook new",
        of_parts(
            head("X-MS-Exchange-MessageSentRepresentingType: 1"),
            alternative(
                f"{SHEET_TEXT}\r\n\r\n________________________________\r\nFrom: Spring "
                "<judge@play.test>\r\nSent: Friday, November 27, 2026 8:00 PM\r\nTo: Ann Example "
                f"<ann@example.org>\r\nSubject: turn 3\r\n\r\n{LETTER}"
            ),
        ),
        (SHEET,),
        "text",
    ),
    Shape(
        "outlook-new-mine",
        "Outlook new",
        of_parts(
            head(),
            alternative(
                f"mine\n\nGet Outlook for "
                f"Android<https://aka.ms/x>\n________________________________"
                f"\nFrom: Spring <judge@play.test>\nSent: Friday\nTo: Ann\n\n{LETTER}"
            ),
        ),
        command=("mine",),
    ),
    Shape(
        "outlook-com-attached",
        "Outlook.com",
        of_parts(
            head("X-Originating-IP: [192.0.2.7]"),
            in_parts(
                alternative(
                    "See file.\n\n________________________________\nDe : Spring\nEnvoyé : "
                    f"vendredi 27 novembre 2026 20:00\nÀ : Ann\nObjet : turn 3\n\n{LETTER}"
                ),
                attached("western.json", kind="application/json"),
                mark="_004_DB9P",
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "hotmail-report",
        "Outlook.com",
        mail(
            head(),
            "report 2\n\n> Subject: turn 3\n> From: judge@play.test\n> To: ann\n>\n"
            + letter_quoted(),
        ),
        command=("report", "2"),
    ),
)
"""Of eight programs."""
