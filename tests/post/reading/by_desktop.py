"""How people's programs send a sheet: those of desktops, and other web mail."""

from __future__ import annotations

from tests.post.reading.shape import (
    ATTRIBUTION,
    FILE,
    GMAIL,
    LETTER,
    ONE_LINE,
    SHEET,
    SHEET_TEXT,
    SIGNATURE,
    TEMPLATE_TEXT,
    Shape,
    alternative,
    attached,
    base64_of,
    flowed,
    head,
    in_parts,
    json_text,
    letter_quoted,
    mail,
    of_parts,
    other_sheet,
    part,
    quoted_printable,
)

__all__ = ["SHAPES"]

SHAPES: tuple[Shape, ...] = (
    Shape(
        "thunderbird-flowed",
        "Thunderbird",
        mail(
            head("User-Agent: Mozilla Thunderbird"),
            f"{ATTRIBUTION.replace(' at ', ' ')}\n{letter_quoted()}\n"
            + flowed(ONE_LINE, 72, inside=False)
            + "\n\n-- \nAnn\n",
            kind="text/plain; charset=UTF-8; format=flowed",
        ),
        (SHEET,),
        "text",
    ),
    Shape(
        "thunderbird-attached-latin1",
        "Thunderbird",
        of_parts(
            head("User-Agent: Mozilla Thunderbird"),
            in_parts(
                part(
                    "Gr\xfc\xdfe".encode("latin-1"),
                    "text/plain; charset=ISO-8859-1; format=flowed",
                    "Content-Transfer-Encoding: 8bit",
                ),
                base64_of(
                    FILE,
                    "application/json; charset=UTF-8;\n name*=UTF-8''w%C3%A9stern.json",
                    "Content-Disposition: attachment;\n filename*=UTF-8''w%C3%A9stern.json",
                ),
                mark="------------0A",
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "thunderbird-inline-edit",
        "Thunderbird",
        mail(
            head("User-Agent: Mozilla Thunderbird"),
            f"{ATTRIBUTION}\n"
            + letter_quoted().replace(
                "".join(f"> {line}\n" for line in TEMPLATE_TEXT.split("\n")),
                "".join(f"> {line}\n" for line in SHEET_TEXT.split("\n")),
            ),
        ),
        (SHEET,),
        "quoted",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "thunderbird-two-seats",
        "Thunderbird",
        of_parts(
            head("User-Agent: Mozilla Thunderbird"),
            in_parts(
                part("Both my seats."),
                attached(),
                attached("eastern.json", json_text(other_sheet("eastern"))),
            ),
        ),
        (SHEET, other_sheet("eastern")),
        "attachment",
    ),
    Shape(
        "k9-pasted",
        "K-9",
        of_parts(
            head("User-Agent: K-9 Mail for Android"),
            quoted_printable(
                f"{ONE_LINE}\n\n\nOn November 27, 2026 8:00:00 PM GMT+01:00, Spring "
                f"<judge@play.test> wrote:\n{letter_quoted('>')}\n-- \nSent from my phone."
            ),
        ),
        (SHEET,),
        "text",
        ONE_LINE.encode(),
    ),
    Shape(
        "k9-typographic",
        "K-9",
        of_parts(
            head("User-Agent: K-9 Mail for Android"),
            quoted_printable(SHEET_TEXT.replace('"', "\u201d").replace(" ", "\u2009")),
        ),
        (SHEET,),
        "repaired",
        repairs=("typographic quotes", "blanks that are none"),
    ),
    Shape(
        "k9-log",
        "K-9",
        mail(head("User-Agent: K-9 Mail for Android"), f"Log.\n\n\n{letter_quoted('>')}"),
        command=("log",),
    ),
    Shape(
        "yahoo-pasted",
        "Yahoo",
        of_parts(
            head("X-Mailer: WebService/1.1.22806 YMailNovation"),
            alternative(
                f" {SHEET_TEXT}\n\n    On Friday, November 27, 2026 at 08:00:00 PM GMT+1, Spring "
                "<judge@play.test> wrote:  \n \n " + LETTER.replace("\n", "\n ")
            ),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "yahoo-older",
        "Yahoo",
        mail(
            head("X-Mailer: YahooMailWebService/0.8"),
            "help\n\n\n----- Original Message -----\nFrom: Spring <judge@play.test>\nTo: ann\n"
            f"Cc:\nSent: Friday, November 27, 2026 8:00 PM\nSubject: turn 3\n\n{LETTER}",
        ),
        command=("help",),
    ),
    Shape(
        "gmx-pasted",
        "GMX",
        of_parts(
            head("X-UI-Message-Type: mail"),
            alternative(
                f'{SHEET_TEXT}\n \n\nGesendet: Freitag, 27. November 2026 um 20:00\nVon: "Spring" '
                f"<judge@play.test>\nAn: ann@example.org\nBetreff: turn 3\n{LETTER}"
            ),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "webde-attached",
        "web.de",
        of_parts(
            head(),
            in_parts(
                part("<html><body>Hallo</body></html>", "text/html; charset=UTF-8"),
                attached("western.json", kind="text/plain"),
                mark="sgnirk-1",
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "proton-pasted",
        "Proton",
        mail(
            head("X-Pm-Message-ID: 4b"),
            f"{SHEET_TEXT}\n\nSent with Proton Mail secure email.\n\n"
            "On Friday, November 27th, 2026 at 8:00 PM, Spring <judge@play.test> wrote:\n\n"
            + letter_quoted(),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "proton-attached-signed",
        "Proton",
        of_parts(
            head("X-Pm-Message-ID: 4c"),
            in_parts(
                in_parts(
                    part("These are mine."),
                    attached(),
                    attached(
                        "publickey.asc",
                        "-----BEGIN PGP PUBLIC KEY BLOCK-----\n",
                        "application/pgp-keys",
                    ),
                    mark="b1",
                ),
                part(
                    "-----BEGIN PGP SIGNATURE-----\n\nwn\n-----END PGP SIGNATURE-----\n",
                    'application/pgp-signature; name="signature.asc"',
                ),
                kind="signed",
                mark="------3f",
                more='; protocol="application/pgp-signature"; micalg=pgp-sha512',
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "mutt-inline-file",
        "mutt",
        of_parts(
            head("User-Agent: Mutt/2.2.13"),
            in_parts(
                part(
                    f"Orders follow.\n\n{ATTRIBUTION}\n{letter_quoted()}",
                    "text/plain; charset=us-ascii",
                    "Content-Disposition: inline",
                ),
                part(
                    SHEET_TEXT + "\n",
                    "application/json",
                    'Content-Disposition: attachment; filename="western.json"',
                ),
                mark="k+w/mQv8wyuph6w0",
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "mutt-signed-file",
        "mutt",
        of_parts(
            head("User-Agent: Mutt/2.2.13"),
            in_parts(
                part("Signed.", "text/plain; charset=us-ascii"),
                attached(),
                attached("western.json.sig", SIGNATURE, "application/octet-stream"),
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
        signed=True,
    ),
    Shape(
        "mutt-renamed-signature",
        "mutt",
        of_parts(
            head("User-Agent: Mutt/2.2.13"),
            in_parts(
                part("Signed."),
                attached("w.json"),
                attached("noname", SIGNATURE, "application/octet-stream"),
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
        signed=True,
    ),
    Shape(
        "mutt-bottom-posted",
        "mutt",
        mail(
            head("User-Agent: Mutt/2.2.13"),
            f"{ATTRIBUTION}\n{letter_quoted()}\nextend 48h\n\n-- \nAnn\n",
        ),
        command=("extend", "48h"),
    ),
    Shape(
        "evolution-pasted",
        "Evolution",
        mail(
            head("User-Agent: Evolution 3.46.4-2"),
            f"{SHEET_TEXT}\n\nOn Fri, 2026-11-27 at 20:00 +0100, Spring wrote:\n" + letter_quoted(),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "evolution-forwarded-original",
        "Evolution",
        mail(
            head("User-Agent: Evolution 3.46.4-2"),
            "leave 5 days\n\n-----Original Message-----\n"
            f"From: Spring <judge@play.test>\nTo: ann@example.org\nSubject: turn 3\n\n{LETTER}",
        ),
        command=("leave", "5"),
    ),
    Shape(
        "kmail-attached",
        "KMail",
        of_parts(
            head("User-Agent: KMail/5.22.3"),
            in_parts(
                part("My orders.", 'text/plain; charset="utf-8"'),
                part(
                    SHEET_TEXT + "\n",
                    'application/json; name="western.json"',
                    'Content-Disposition: attachment; filename="western.json"',
                    "Content-Transfer-Encoding: 7Bit",
                ),
                mark="nextPart1865",
            ),
        ),
        (SHEET,),
        "attachment",
        FILE,
    ),
    Shape(
        "kmail-fenced",
        "KMail",
        mail(
            head("User-Agent: KMail/5.22.3"),
            f"On Friday, 27 November 2026 20:00:00 CET Spring wrote:\n{letter_quoted()}\nMine:\n\n"
            f"```json\n{SHEET_TEXT}\n```\n\nGreetings, Ann\n",
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "zoho-pasted",
        "Zoho",
        of_parts(
            head("X-Mailer: Zoho Mail"),
            alternative(
                f"{SHEET_TEXT}\n\n---- On Fri, 27 Nov 2026 20:00:00 +0100 judge@play.test wrote "
                f"----\n"
                f"\n{LETTER}"
            ),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "gmail-russian",
        "Gmail web",
        of_parts(
            head(GMAIL),
            alternative(
                f"{SHEET_TEXT}\n\nпт, 27 нояб. 2026 \u0433. в 20:00, Spring <judge@play.test>:\n\n"
                + letter_quoted()
            ),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "samsung-pasted",
        "Samsung Email",
        of_parts(
            head(),
            alternative(
                f"{SHEET_TEXT}\n\n\n-------- Oprindelig besked --------\nFra: Spring "
                f"<judge@play.test> \n"
                f"Dato: 27.11.2026  20.00  (GMT+01:00)\nTil: ann@example.org\nEmne: turn "
                f"3\n\n{LETTER}"
            ),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "notes-hard-wrapped",
        "Notes",
        mail(
            head("X-Mailer: Lotus Domino Web Server"),
            "\n".join(
                SHEET_TEXT.replace("\n", "")[at : at + 61] for at in range(0, len(SHEET_TEXT), 61)
            ),
        ),
        (SHEET,),
        "repaired",
        repairs=("line ends in the middle of words",),
    ),
)
"""Of a dozen programs."""
