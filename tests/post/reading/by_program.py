"""How people's programs send a sheet: attached, pasted, flowed, quoted, repaired."""

from __future__ import annotations

from tests.post.reading.shape import (
    ATTRIBUTION,
    SHEET,
    SHEET_LINE,
    SHEET_TEXT,
    SIGNATURE,
    TEMPLATE_TEXT,
    LETTER,
    Shape,
    attached,
    base64_of,
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

FILE = (SHEET_TEXT + "\n").encode()
TYPED = SHEET_TEXT.replace('"t"', "\u201ct\u201d").replace('"orders"', "\u201corders\u201d")
GMAIL = "X-Google-Smtp-Source: AGHT+IF"
MESSAGES_HTML = '<div dir=3D"ltr">Here it is.</div>'


def _typographic(text: str) -> str:
    """Returns a text as word processors and phones write its quotation marks."""
    turned, opens = [], True
    for char in text:
        turned.append(("\u201c" if opens else "\u201d") if char == '"' else char)
        opens ^= char == '"'
    return "".join(turned)


def _flowed(text: str, width: int, *, inside: bool) -> str:
    """Returns a text with lines parted as format=flowed does, inside of words too (DelSp)."""
    done = []
    for line in text.split("\n"):
        rest = line
        while len(rest) > width:
            cut = width if inside else rest.rfind(" ", 1, width) + 1
            if cut <= 0:
                break
            done.append(rest[:cut] + (" " if inside else ""))
            rest = rest[cut:]
        done.append(rest)
    stuffed = (f" {line}" if line[:1] in (" ", ">") or line[:5] == "From " else line
               for line in done)  # fmt: skip
    return "\n".join(stuffed)


def _alternative(text: str, html: str = MESSAGES_HTML) -> bytes:
    return in_parts(quoted_printable(text), quoted_printable(html, "text/html; charset=utf-8"),
                    kind="alternative", mark="=_alt_2")  # fmt: skip


ONE_LINE = SHEET_TEXT.replace("\n", " ")
SHAPES: tuple[Shape, ...] = (
    Shape("gmail-web-attached", "Gmail web",
          of_parts(head(GMAIL), in_parts(
              _alternative(f"Orders attached.\n\n{ATTRIBUTION}\n\n{letter_quoted()}"),
              attached())), (SHEET,), "attachment", FILE),
    Shape("gmail-web-pasted", "Gmail web",
          of_parts(head(GMAIL), _alternative(
              f"{SHEET_TEXT}\n\nOn Fri, Nov 27, 2026 at 8:00\u202fPM Spring <\n"
              f"judge+spring.western.K7Q2A4B6C8D1E3F5@play.test> wrote:\n\n{letter_quoted()}")),
          (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("gmail-web-plain-mode", "Gmail web",
          mail(head(GMAIL), f"Here:\n\n{ONE_LINE}\n\n{ATTRIBUTION}\n>\n{letter_quoted('>')}"),
          (SHEET,), "text", ONE_LINE.encode()),
    Shape("gmail-app-typographic", "Gmail app",
          of_parts(head(GMAIL), _alternative(
              f"{_typographic(SHEET_TEXT)}\n\nAm Fr., 27. Nov. 2026 um 20:00\u202fUhr schrieb "
              f"Spring <\njudge@play.test>:\n\n{letter_quoted()}")),
          (SHEET,), "repaired", repairs=("typographic quotes",)),
    Shape("gmail-app-status", "Gmail app",
          of_parts(head(GMAIL), _alternative(f"Status\n\n{ATTRIBUTION}\n\n{letter_quoted()}")),
          command=("status",)),
    Shape("gmail-app-nbsp", "Gmail app",
          of_parts(head(GMAIL), _alternative(SHEET_TEXT.replace("  ", "\u00a0 "))),
          (SHEET,), "repaired", repairs=("blanks that are none",)),
    Shape("apple-mac-attached", "Apple Mail Mac",
          of_parts(head("X-Mailer: Apple Mail (2.3774.600.62)"), in_parts(
              part("My orders.\n\n", "text/plain;\n\tcharset=us-ascii"),
              part(SHEET_TEXT + "\n", "application/json;\n\tx-unix-mode=0644;\n\tname=western.json",
                   "Content-Disposition: inline;\n\tfilename=western.json",
                   "Content-Transfer-Encoding: 7bit"),
              part(f"\n\n> {ATTRIBUTION}\n> \n{letter_quoted()}", "text/plain;\n\tcharset=us-ascii"),
              mark="Apple-Mail=_F1A2")), (SHEET,), "attachment", FILE),
    Shape("apple-mac-flowed", "Apple Mail Mac",
          mail(head("X-Mailer: Apple Mail (2.753.1)"),
               _flowed(f"{SHEET_TEXT}\n\nAnn\n", 72, inside=True),
               kind="text/plain; charset=US-ASCII; delsp=yes; format=flowed"),
          (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("apple-mac-flowed-line", "Apple Mail Mac",
          mail(head("X-Mailer: Apple Mail (2.936)"),
               _flowed(f"My orders:\n{SHEET_LINE}\n\nAnn\n", 70, inside=True),
               kind="text/plain; charset=US-ASCII; format=flowed; delsp=yes"),
          (SHEET,), "line", SHEET_TEXT.encode()),
    Shape("iphone-pasted", "Apple Mail iPhone",
          of_parts(head("X-Mailer: iPhone Mail (22B83)"), quoted_printable(
              f"{_typographic(ONE_LINE)}\n\nSent from my iPhone\n\n> On 27 Nov 2026, at 20:00, "
              f"Spring <judge@play.test> wrote:\n> \n\ufeff{letter_quoted()}")),
          (SHEET,), "repaired", repairs=("typographic quotes",)),
    Shape("iphone-attached", "Apple Mail iPhone",
          of_parts(head("X-Mailer: iPhone Mail (22B83)"), in_parts(
              part("\n\n\nVon meinem iPhone gesendet"), attached(disposition="inline"), part(""),
              mark="Apple-Mail-2F")), (SHEET,), "attachment", FILE),
    Shape("outlook-classic-pasted", "Outlook classic",
          of_parts(head("X-Mailer: Microsoft Outlook 16.0"), in_parts(
              quoted_printable(f"{SHEET_TEXT}\n\n-----Original Message-----\nFrom: Spring "
                               "<judge@play.test> \nSent: Friday, November 27, 2026 8:00 PM\n"
                               f"To: Ann Example <ann@example.org>\nSubject: turn 3\n\n{LETTER}"),
              quoted_printable("<html><body><p>{...}</p></body></html>", "text/html"),
              kind="alternative", mark="----=_NextPart_000_0012_01DB40F0.6E2D6A10")),
          (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("outlook-classic-attached", "Outlook classic",
          of_parts(head("X-Mailer: Microsoft Outlook 16.0"), in_parts(
              quoted_printable(f"Anbei.\n\nVon: Spring <judge@play.test> \nGesendet: Freitag, 27. "
                               "November 2026 20:00\nAn: Ann <ann@example.org>\nBetreff: turn 3\n\n"
                               + LETTER),
              attached(kind="application/octet-stream"),
              mark="----=_NextPart_000_0013")), (SHEET,), "attachment", FILE),
    Shape("outlook-windows-1252", "Outlook classic",
          of_parts(head("X-Mailer: Microsoft Outlook 16.0"), quoted_printable(
              _typographic(SHEET_TEXT).encode("cp1252"), 'text/plain;\n\tcharset="Windows-1252"')),
          (SHEET,), "repaired", repairs=("typographic quotes",)),
    Shape("outlook-new-pasted", "Outlook new",
          of_parts(head("X-MS-Exchange-MessageSentRepresentingType: 1"), _alternative(
              f"{SHEET_TEXT}\r\n\r\n________________________________\r\nFrom: Spring "
              "<judge@play.test>\r\nSent: Friday, November 27, 2026 8:00 PM\r\nTo: Ann Example "
              f"<ann@example.org>\r\nSubject: turn 3\r\n\r\n{LETTER}")),
          (SHEET,), "text"),
    Shape("outlook-new-mine", "Outlook new",
          of_parts(head(), _alternative(
              f"mine\n\nGet Outlook for Android<https://aka.ms/x>\n________________________________"
              f"\nFrom: Spring <judge@play.test>\nSent: Friday\nTo: Ann\n\n{LETTER}")),
          command=("mine",)),
    Shape("outlook-com-attached", "Outlook.com",
          of_parts(head("X-Originating-IP: [192.0.2.7]"), in_parts(
              _alternative("See file.\n\n________________________________\nDe : Spring\nEnvoyé : "
                           f"vendredi 27 novembre 2026 20:00\nÀ : Ann\nObjet : turn 3\n\n{LETTER}"),
              attached("western.json", kind="application/json"), mark="_004_DB9P")),
          (SHEET,), "attachment", FILE),
    Shape("hotmail-report", "Outlook.com",
          mail(head(), "report 2\n\n> Subject: turn 3\n> From: judge@play.test\n> To: ann\n>\n"
               + letter_quoted()), command=("report", "2")),
    Shape("thunderbird-flowed", "Thunderbird",
          mail(head("User-Agent: Mozilla Thunderbird"),
               f"{ATTRIBUTION.replace(' at ', ' ')}\n{letter_quoted()}\n"
               + _flowed(ONE_LINE, 72, inside=False) + "\n\n-- \nAnn\n",
               kind="text/plain; charset=UTF-8; format=flowed"), (SHEET,), "text"),
    Shape("thunderbird-attached-latin1", "Thunderbird",
          of_parts(head("User-Agent: Mozilla Thunderbird"), in_parts(
              part("Gr\xfc\xdfe".encode("latin-1"), "text/plain; charset=ISO-8859-1; format=flowed",
                   "Content-Transfer-Encoding: 8bit"),
              base64_of(FILE, "application/json; charset=UTF-8;\n name*=UTF-8''w%C3%A9stern.json",
                        "Content-Disposition: attachment;\n filename*=UTF-8''w%C3%A9stern.json"),
              mark="------------0A")), (SHEET,), "attachment", FILE),
    Shape("thunderbird-inline-edit", "Thunderbird",
          mail(head("User-Agent: Mozilla Thunderbird"),
               f"{ATTRIBUTION}\n" + letter_quoted().replace(
                   "".join(f"> {line}\n" for line in TEMPLATE_TEXT.split("\n")),
                   "".join(f"> {line}\n" for line in SHEET_TEXT.split("\n")))),
          (SHEET,), "quoted", SHEET_TEXT.encode()),
    Shape("thunderbird-two-seats", "Thunderbird",
          of_parts(head("User-Agent: Mozilla Thunderbird"), in_parts(
              part("Both my seats."), attached(),
              attached("eastern.json", json_text(other_sheet("eastern"))))),
          (SHEET, other_sheet("eastern")), "attachment"),
    Shape("k9-pasted", "K-9",
          of_parts(head("User-Agent: K-9 Mail for Android"), quoted_printable(
              f"{ONE_LINE}\n\n\nOn November 27, 2026 8:00:00 PM GMT+01:00, Spring "
              f"<judge@play.test> wrote:\n{letter_quoted('>')}\n-- \nSent from my phone.")),
          (SHEET,), "text", ONE_LINE.encode()),
    Shape("k9-typographic", "K-9",
          of_parts(head("User-Agent: K-9 Mail for Android"),
                   quoted_printable(SHEET_TEXT.replace('"', "\u201d").replace(" ", "\u2009"))),
          (SHEET,), "repaired", repairs=("typographic quotes", "blanks that are none")),
    Shape("k9-log", "K-9",
          mail(head("User-Agent: K-9 Mail for Android"), f"Log.\n\n\n{letter_quoted('>')}"),
          command=("log",)),
    Shape("yahoo-pasted", "Yahoo",
          of_parts(head("X-Mailer: WebService/1.1.22806 YMailNovation"), _alternative(
              f" {SHEET_TEXT}\n\n    On Friday, November 27, 2026 at 08:00:00 PM GMT+1, Spring "
              "<judge@play.test> wrote:  \n \n " + LETTER.replace("\n", "\n "))),
          (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("yahoo-older", "Yahoo",
          mail(head("X-Mailer: YahooMailWebService/0.8"),
               "help\n\n\n----- Original Message -----\nFrom: Spring <judge@play.test>\nTo: ann\n"
               f"Cc:\nSent: Friday, November 27, 2026 8:00 PM\nSubject: turn 3\n\n{LETTER}"),
          command=("help",)),
    Shape("gmx-pasted", "GMX",
          of_parts(head("X-UI-Message-Type: mail"), _alternative(
              f"{SHEET_TEXT}\n \n\nGesendet: Freitag, 27. November 2026 um 20:00\nVon: \"Spring\" "
              f"<judge@play.test>\nAn: ann@example.org\nBetreff: turn 3\n{LETTER}")),
          (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("webde-attached", "web.de",
          of_parts(head(), in_parts(
              part("<html><body>Hallo</body></html>", "text/html; charset=UTF-8"),
              attached("western.json", kind="text/plain"), mark="sgnirk-1")),
          (SHEET,), "attachment", FILE),
    Shape("proton-pasted", "Proton",
          mail(head("X-Pm-Message-ID: 4b"), f"{SHEET_TEXT}\n\nSent with Proton Mail secure email.\n\n"
               "On Friday, November 27th, 2026 at 8:00 PM, Spring <judge@play.test> wrote:\n\n"
               + letter_quoted()), (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("proton-attached-signed", "Proton",
          of_parts(head("X-Pm-Message-ID: 4c"), in_parts(
              in_parts(part("These are mine."), attached(), attached(
                  "publickey.asc", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n", "application/pgp-keys"),
                  mark="b1"),
              part("-----BEGIN PGP SIGNATURE-----\n\nwn\n-----END PGP SIGNATURE-----\n",
                   'application/pgp-signature; name="signature.asc"'),
              kind="signed", mark="------3f",
              more='; protocol="application/pgp-signature"; micalg=pgp-sha512')),
          (SHEET,), "attachment", FILE),
    Shape("mutt-inline-file", "mutt",
          of_parts(head("User-Agent: Mutt/2.2.13"), in_parts(
              part(f"Orders follow.\n\n{ATTRIBUTION}\n{letter_quoted()}", "text/plain; "
                   "charset=us-ascii", "Content-Disposition: inline"),
              part(SHEET_TEXT + "\n", "application/json",
                   'Content-Disposition: attachment; filename="western.json"'),
              mark="k+w/mQv8wyuph6w0")), (SHEET,), "attachment", FILE),
    Shape("mutt-signed-file", "mutt",
          of_parts(head("User-Agent: Mutt/2.2.13"), in_parts(
              part("Signed.", "text/plain; charset=us-ascii"), attached(),
              attached("western.json.sig", SIGNATURE, "application/octet-stream"))),
          (SHEET,), "attachment", FILE, signed=True),
    Shape("mutt-renamed-signature", "mutt",
          of_parts(head("User-Agent: Mutt/2.2.13"), in_parts(
              part("Signed."), attached("w.json"),
              attached("noname", SIGNATURE, "application/octet-stream"))),
          (SHEET,), "attachment", FILE, signed=True),
    Shape("mutt-bottom-posted", "mutt",
          mail(head("User-Agent: Mutt/2.2.13"),
               f"{ATTRIBUTION}\n{letter_quoted()}\nextend 48h\n\n-- \nAnn\n"),
          command=("extend", "48h")),
    Shape("evolution-pasted", "Evolution",
          mail(head("User-Agent: Evolution 3.46.4-2"),
               f"{SHEET_TEXT}\n\nOn Fri, 2026-11-27 at 20:00 +0100, Spring wrote:\n"
               + letter_quoted()), (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("evolution-forwarded-original", "Evolution",
          mail(head("User-Agent: Evolution 3.46.4-2"), "leave 5 days\n\n-----Original Message-----\n"
               f"From: Spring <judge@play.test>\nTo: ann@example.org\nSubject: turn 3\n\n{LETTER}"),
          command=("leave", "5")),
    Shape("kmail-attached", "KMail",
          of_parts(head("User-Agent: KMail/5.22.3"), in_parts(
              part("My orders.", 'text/plain; charset="utf-8"'),
              part(SHEET_TEXT + "\n", 'application/json; name="western.json"',
                   "Content-Disposition: attachment; filename=\"western.json\"",
                   "Content-Transfer-Encoding: 7Bit"), mark="nextPart1865")),
          (SHEET,), "attachment", FILE),
    Shape("kmail-fenced", "KMail",
          mail(head("User-Agent: KMail/5.22.3"),
               f"On Friday, 27 November 2026 20:00:00 CET Spring wrote:\n{letter_quoted()}\nMine:\n\n"
               f"```json\n{SHEET_TEXT}\n```\n\nGreetings, Ann\n"),
          (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("zoho-pasted", "Zoho",
          of_parts(head("X-Mailer: Zoho Mail"), _alternative(
              f"{SHEET_TEXT}\n\n---- On Fri, 27 Nov 2026 20:00:00 +0100 judge@play.test wrote ----\n"
              f"\n{LETTER}")), (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("gmail-russian", "Gmail web",
          of_parts(head(GMAIL), _alternative(
              f"{SHEET_TEXT}\n\nпт, 27 нояб. 2026 г. в 20:00, Spring <judge@play.test>:\n\n"
              + letter_quoted())), (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("samsung-pasted", "Samsung Email",
          of_parts(head(), _alternative(
              f"{SHEET_TEXT}\n\n\n-------- Oprindelig besked --------\nFra: Spring <judge@play.test> \n"
              f"Dato: 27.11.2026  20.00  (GMT+01:00)\nTil: ann@example.org\nEmne: turn 3\n\n{LETTER}")),
          (SHEET,), "text", SHEET_TEXT.encode()),
    Shape("notes-hard-wrapped", "Notes",
          mail(head("X-Mailer: Lotus Domino Web Server"),
               "\n".join(SHEET_TEXT.replace("\n", "")[at : at + 61]
                         for at in range(0, len(SHEET_TEXT), 61))),
          (SHEET,), "repaired", repairs=("line ends in the middle of words",)),
)  # fmt: skip
"""About forty mails of sixteen programs."""
