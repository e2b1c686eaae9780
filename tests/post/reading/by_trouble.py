"""What cannot be taken, what is somebody else's, and what is asked for beside a sheet."""

from __future__ import annotations

from tests.post.reading.shape import (
    ATTRIBUTION,
    LETTER,
    SHEET,
    SHEET_TEXT,
    TEMPLATE,
    TEMPLATE_TEXT,
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

HTML = "<html><body><p>My orders: {&quot;t&quot;:&quot;orders&quot;}</p></body></html>"
CUT = SHEET_TEXT[:-40]
SHAPES: tuple[Shape, ...] = (
    Shape(
        "pgp-clear-signed",
        "Enigmail",
        mail(
            head(),
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nMy orders\n- -- \n"
            f"{SHEET_TEXT}\n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n",
        ),
        (SHEET,),
        "quoted",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "pgp-mime-signed",
        "Evolution",
        of_parts(
            head(),
            in_parts(
                quoted_printable(SHEET_TEXT),
                part("-----BEGIN PGP SIGNATURE-----", "application/pgp-signature"),
                kind="signed",
                more='; micalg=pgp-sha256; protocol="application/pgp-signature"',
            ),
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "pgp-encrypted",
        "Proton",
        of_parts(
            head(),
            in_parts(
                part("Version: 1\n", "application/pgp-encrypted"),
                part("-----BEGIN PGP MESSAGE-----\n\nhQ\n", "application/octet-stream"),
                kind="encrypted",
                more='; protocol="application/pgp-encrypted"',
            ),
        ),
        problems=("mail-sealed",),
    ),
    Shape(
        "pgp-inline-encrypted",
        "Enigmail",
        mail(head(), "-----BEGIN PGP MESSAGE-----\n\nhQ\n"),
        problems=("mail-sealed",),
    ),
    Shape(
        "smime-signed",
        "Apple Mail Mac",
        of_parts(
            head(),
            in_parts(
                in_parts(part("mine attached"), attached(), mark="in"),
                base64_of(b"0\x82", 'application/pkcs7-signature; name="smime.p7s"'),
                kind="signed",
                mark="out",
                more='; protocol="application/pkcs7-signature"; micalg=sha-256',
            ),
        ),
        (SHEET,),
        "attachment",
    ),
    Shape(
        "smime-opaque",
        "Outlook classic",
        of_parts(
            head(),
            base64_of(
                b"0\x82" + SHEET_TEXT.encode(),
                'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
            ),
        ),
        problems=("mail-sealed",),
    ),
    Shape(
        "winmail",
        "Outlook classic",
        of_parts(
            head(),
            in_parts(
                part("attached"),
                base64_of(
                    b"x\x9f>\x22" + SHEET_TEXT.encode(), 'application/ms-tnef; name="winmail.dat"'
                ),
            ),
        ),
        problems=("mail-winmail",),
    ),
    Shape(
        "winmail-whole",
        "Exchange",
        of_parts(head(), base64_of(b"x\x9f>\x22", 'application/ms-tnef; name="winmail.dat"')),
        problems=("mail-winmail",),
    ),
    Shape(
        "winmail-beside-text",
        "Outlook classic",
        of_parts(
            head(),
            in_parts(
                part(SHEET_TEXT),
                base64_of(b"x\x9f>\x22", 'application/ms-tnef; name="winmail.dat"'),
            ),
        ),
        (SHEET,),
        "text",
    ),
    Shape(
        "zip",
        "Gmail web",
        of_parts(
            head(),
            in_parts(part("zipped"), attached("western.zip", b"PK\x03\x04", "application/zip")),
        ),
        problems=("mail-archive",),
    ),
    Shape(
        "document",
        "Gmail web",
        of_parts(
            head(),
            in_parts(
                part("as Word"),
                attached(
                    "orders.docx",
                    b"PK\x03\x04",
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                ),
            ),
        ),
        problems=("mail-document",),
    ),
    Shape(
        "photograph",
        "Apple Mail iPhone",
        of_parts(
            head(), in_parts(part(""), attached("IMG_1.heic", b"\0\0", "image/heic", "inline"))
        ),
        problems=("mail-document",),
    ),
    Shape(
        "html-only",
        "Outlook new",
        mail(head("X-Mailer: Microsoft Outlook 16.0"), HTML, kind="text/html; charset=utf-8"),
        problems=("mail-html-only",),
    ),
    Shape(
        "html-beside-its-text",
        "Gmail web",
        of_parts(
            head(),
            in_parts(
                part(SHEET_TEXT),
                part(f"<pre>{json_text(other_sheet())}</pre>", "text/html; charset=utf-8"),
                kind="alternative",
            ),
        ),
        (SHEET,),
        "text",
    ),
    Shape(
        "html-attached",
        "judge.html",
        of_parts(
            head(),
            in_parts(
                part("My page"),
                attached("pen.html", f"<script>{SHEET_TEXT}</script>", "text/html"),
                attached("pen.txt", f"{{}}\n{SHEET_TEXT}", "text/css"),
            ),
        ),
        problems=("mail-document",),
    ),
    Shape(
        "html-with-empty-text",
        "Yahoo",
        of_parts(head(), in_parts(part(" \n"), part(HTML, "text/html"), kind="alternative")),
        problems=("mail-html-only",),
    ),
    Shape(
        "forwarded-as-mail",
        "Thunderbird",
        of_parts(
            head(subject="Fwd: orders"),
            in_parts(
                part("From Bob"),
                part(f"From: bob@example.org\nSubject: orders\n\n{SHEET_TEXT}\n", "message/rfc822"),
            ),
        ),
        problems=("mail-forwarded",),
    ),
    Shape(
        "forwarded-inline",
        "Gmail web",
        mail(
            head(subject="Fwd: orders"),
            "see\n\n---------- Forwarded message ---------\nFrom: Bob "
            f"<bob@example.org>\nDate: Fri\nSubject: orders\nTo: Ann\n\n{SHEET_TEXT}\n",
        ),
        problems=("mail-forwarded",),
    ),
    Shape(
        "forwarded-apple",
        "Apple Mail Mac",
        mail(
            head(subject="Fwd: orders"),
            "see\n\n> Begin forwarded message:\n> \n> From: Bob\n> \n"
            + "".join(f"> {line}\n" for line in SHEET_TEXT.split("\n")),
        ),
        problems=("mail-forwarded",),
    ),
    Shape(
        "forwarded-outlook",
        "Outlook classic",
        mail(
            head(subject="WG: orders"),
            "von Bob\n\n________________________________\nVon: Bob\n"
            f"Gesendet: Freitag\nAn: Ann\nBetreff: orders\n\n{SHEET_TEXT}\n",
        ),
        problems=("mail-forwarded",),
    ),
    Shape(
        "forwarded-mutt",
        "mutt",
        mail(
            head(),
            f"----- Forwarded message from Bob <bob@example.org> -----\n\n{SHEET_TEXT}\n\n"
            f"----- End forwarded message -----\n\n{json_text(other_sheet())}\n",
        ),
        (other_sheet(),),
        "text",
    ),
    Shape(
        "digest",
        "Mailman",
        of_parts(
            head(),
            in_parts(
                part("Digest"),
                in_parts(
                    f"\nFrom: bob@example.org\n\n{SHEET_TEXT}".encode(), kind="digest", mark="inner"
                ),
            ),
        ),
        problems=("mail-forwarded",),
    ),
    Shape(
        "mail-without-its-type",
        "eM Client",
        of_parts(
            head(),
            in_parts(
                part("see"),
                b"\nReceived: from x\nFrom: bob@example.org\nMessage-ID: <b@x>\n\n"
                + SHEET_TEXT.encode(),
            ),
        ),
        problems=("mail-forwarded",),
    ),
    Shape(
        "template-quoted",
        "Gmail web",
        mail(head(), f"Thanks, will do!\n\n{ATTRIBUTION}\n\n{letter_quoted()}"),
        problems=("mail-without-sheet",),
    ),
    Shape(
        "template-not-marked", "eM Client", mail(head(), f"status\n\n{LETTER}"), command=("status",)
    ),
    Shape(
        "template-attached",
        "Outlook classic",
        of_parts(head(), in_parts(part("As it is"), attached("western.json", TEMPLATE_TEXT))),
        sheets=(TEMPLATE,),
        where="attachment",
    ),
    Shape(
        "template-in-a-letter-sent-back",
        "Outlook classic",
        of_parts(head(), in_parts(part("Oops"), attached("letter.txt", LETTER, "text/plain"))),
        problems=("blank-sheet",),
    ),
    Shape(
        "template-alone",
        "Gmail web",
        mail(head(), f"{TEMPLATE_TEXT}\n\n{ATTRIBUTION}\n\n{letter_quoted()}"),
        sheets=(TEMPLATE,),
        where="text",
    ),
    Shape(
        "template-among-words",
        "eM Client",
        mail(head(), f"I am away until Monday.\n\n{TEMPLATE_TEXT}\n"),
        problems=("blank-sheet",),
    ),
    Shape("nothing", "mutt", mail(head(), "\n"), problems=("mail-without-sheet",)),
    Shape(
        "greeting-first",
        "GMX",
        mail(head(), "Hello,\n\nstatus\n"),
        problems=("mail-without-sheet",),
    ),
    Shape(
        "unclear-command",
        "GMX",
        mail(head(), "Report from the front: all quiet.\n"),
        problems=("command-unclear",),
    ),
    Shape(
        "cut-off",
        "Gmail app",
        mail(head(), f"{CUT}\n\n{ATTRIBUTION}\n\n{letter_quoted()}"),
        problems=("sheet-cut-off",),
    ),
    Shape(
        "cut-off-beside-good-quote",
        "Gmail app",
        mail(
            head(),
            f"{CUT}\n\n{ATTRIBUTION}\n\n"
            + "".join(f"> {line}\n" for line in json_text(other_sheet()).split("\n")),
        ),
        problems=("sheet-cut-off",),
    ),
    Shape(
        "file-cut-off-at-once-beside-good-quote",
        "broken gateway",
        of_parts(
            head(),
            in_parts(
                part(
                    f"{ATTRIBUTION}\n\n"
                    + "".join(f"> {line}\n" for line in json_text(other_sheet()).split("\n"))
                ),
                attached(raw='{"$schema": "urn:adju'),
            ),
        ),
        problems=("sheet-cut-off",),
    ),
    Shape(
        "no-mark-between-parts",
        "broken gateway",
        of_parts(
            head(),
            in_parts(part(SHEET_TEXT), attached()).replace(
                b'boundary="=_mark_1"', b'boundary="=_mark_2"'
            ),
        ),
        problems=("mail-damaged",),
    ),
    Shape(
        "html-in-the-text",
        "broken gateway",
        mail(head(), f"See:\n{SHEET_TEXT}\n".replace('"', "&quot;")),
        (SHEET,),
        "repaired",
        repairs=("HTML in the text",),
    ),
    Shape(
        "foot-behind-base64",
        "broken gateway",
        of_parts(
            head(),
            base64_of(SHEET_TEXT.encode(), "text/plain; charset=utf-8")
            + b"_______________________________________________\nspring mailing list\n",
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "check-above-sheet",
        "mutt",
        mail(head(), f"check\n\n{SHEET_TEXT}\n"),
        (SHEET,),
        "text",
        command=("check",),
    ),
    Shape(
        "withdraw-beside-sheet",
        "mutt",
        mail(head(), f"withdraw\n\n{SHEET_TEXT}\n"),
        (SHEET,),
        "text",
        problems=("command-beside-sheet",),
    ),
    Shape(
        "join-by-words",
        "Gmail web",
        mail(head(), "Join spring western\n"),
        command=("join", "spring", "western"),
    ),
    Shape(
        "words-and-sheet",
        "Thunderbird",
        mail(
            head(),
            f'--- to all\nThe ford is mine.\n{{"t":"orders"}}\n---\n\n{SHEET_TEXT}\n\n'
            "--- to Eastern\nTruce?\n---\n",
        ),
        (SHEET,),
        "text",
        passages=((None, 'The ford is mine.\n{"t":"orders"}'), ("eastern", "Truce?")),
    ),
    Shape(
        "words-alone",
        "Apple Mail iPhone",
        mail(head(), "\u2014- to all\nHello!\n\u2014-\n"),
        passages=((None, "Hello!"),),
    ),
    Shape(
        "words-not-closed",
        "Gmail app",
        mail(head(), "--- to all\nHello!\n"),
        problems=("words-not-closed",),
    ),
    Shape(
        "words-too-long",
        "Gmail app",
        mail(head(), f"--- to all\n{'ha ' * 1500}\n---\n"),
        problems=("words-too-long",),
    ),
    Shape(
        "words-quoted",
        "K-9",
        mail(head(), f"status\n\n{ATTRIBUTION}\n> --- to all\n> x\n> ---\n"),
        command=("status",),
    ),
)
"""What goes wrong, and commands."""
