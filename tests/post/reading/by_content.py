"""What else is sent, in which charsets: pledges, joins, packed lines, several files."""

from __future__ import annotations

import base64
import json
import zlib

from adjudicator.api.sheet_text import packed_sheet
from tests.post.reading.shape import (
    ATTRIBUTION,
    JOIN,
    PLEDGE,
    SEAT,
    SHEET,
    SHEET_LINE,
    SHEET_TEXT,
    Shape,
    attached,
    head,
    in_parts,
    json_text,
    mail,
    of_parts,
    other_sheet,
    part,
)

__all__ = ["SHAPES"]

LONG_LINE = packed_sheet(json_text(
    {**SHEET, "orders": {"march": [{"order": "march", "unit": f"{7919 * n % 99991:x}"}
                                   for n in range(300)]}}).encode())  # fmt: skip
LONG = zlib.decompress(base64.urlsafe_b64decode(LONG_LINE[6:] + "=="))
SHAPES: tuple[Shape, ...] = (
    Shape(
        "pledge-attached",
        "mutt",
        of_parts(head(), in_parts(part("My pledge"), attached("pledge.json", json_text(PLEDGE)))),
        (PLEDGE,),
        "attachment",
    ),
    Shape(
        "pledge-pasted",
        "Gmail web",
        mail(head(), f"Here:\n{json_text(PLEDGE)}\n"),
        (PLEDGE,),
        "text",
    ),
    Shape(
        "join-attached",
        "Thunderbird",
        of_parts(
            head(), in_parts(part("I join."), attached("join-spring-western.json", json_text(JOIN)))
        ),
        (JOIN,),
        "attachment",
    ),
    Shape(
        "join-wrapped-at-its-key",
        "Outlook classic",
        mail(head(), json_text(JOIN).replace("ssh-ed25519 ", "ssh-ed25519\n")),
        (JOIN,),
        "repaired",
        repairs=("line ends in the middle of words",),
    ),
    Shape(
        "seat-and-sheet",
        "Evolution",
        of_parts(
            head(),
            in_parts(
                part("My new key, and my sheet."),
                attached("join.json", json_text(SEAT)),
                attached(),
            ),
        ),
        (SEAT, SHEET),
        "attachment",
    ),
    Shape(
        "line-wrapped",
        "Gmail web",
        mail(
            head(),
            "Mine below.\n\n"
            + "\n".join(LONG_LINE[at : at + 72] for at in range(0, len(LONG_LINE), 72))
            + "\n\nAnn\n",
        ),
        (json.loads(LONG),),
        "line",
        LONG,
    ),
    Shape(
        "line-quoted",
        "Thunderbird",
        mail(
            head(),
            f"{ATTRIBUTION}\n"
            + "".join(f"> {LONG_LINE[at : at + 70]}\n" for at in range(0, len(LONG_LINE), 70))
            + "\n",
        ),
        (json.loads(LONG),),
        "quoted",
        LONG,
    ),
    Shape(
        "line-attached-as-text",
        "K-9",
        of_parts(
            head(),
            in_parts(
                part("See file"), attached("sheet.txt", f"My sheet\n{SHEET_LINE}\n", "text/plain")
            ),
        ),
        (SHEET,),
        "attachment",
        SHEET_TEXT.encode(),
    ),
    Shape("line-cut", "Yahoo", mail(head(), f"{SHEET_LINE[:-20]}\n"), problems=("bad-sheet-line",)),
    Shape(
        "same-twice",
        "Apple Mail Mac",
        of_parts(head(), in_parts(part(f"{SHEET_TEXT}\n"), attached(), attached("copy.json"))),
        (SHEET,),
        "attachment",
    ),
    Shape(
        "two-that-differ",
        "Gmail web",
        of_parts(
            head(),
            in_parts(part("Which?"), attached(), attached("b.json", json_text(other_sheet()))),
        ),
        problems=("second-sheet",),
    ),
    Shape(
        "file-and-text-differ",
        "Gmail web",
        of_parts(head(), in_parts(part(json_text(other_sheet())), attached())),
        problems=("second-sheet",),
    ),
    Shape(
        "three-that-differ",
        "KMail",
        of_parts(
            head(),
            in_parts(
                part(json_text(other_sheet("eastern"))),
                attached(),
                attached("b.json", json_text(other_sheet())),
                attached("c.json"),
            ),
        ),
        (other_sheet("eastern"),),
        "text",
        problems=("second-sheet",),
    ),
    Shape(
        "two-matches",
        "mutt",
        of_parts(
            head(),
            in_parts(
                part("Two games."),
                attached(),
                attached("b.json", json_text(other_sheet(game="6d" * 32))),
            ),
        ),
        (SHEET, other_sheet(game="6d" * 32)),
        "attachment",
    ),
    Shape(
        "log-and-sheet",
        "KMail",
        of_parts(
            head(),
            in_parts(
                part("Log and sheet."),
                attached("log.jsonl", '{"t":"genesis"}\n' + json_text(SEAT)),
                attached("log.txt", '{"t":"genesis","k":0}\n{"t":"seat","n":1}\n'),
                attached("state.json", '{"t":"view","sheet":{"t":"orders"}}'),
                attached(),
            ),
        ),
        (SHEET,),
        "attachment",
    ),
    Shape(
        "file-utf16",
        "Outlook classic",
        of_parts(
            head(),
            in_parts(part("Notepad made it"), attached("w.json", SHEET_TEXT.encode("utf-16"))),
        ),
        (SHEET,),
        "attachment",
        SHEET_TEXT.encode(),
        ("it was not written in UTF-8",),
    ),
    Shape(
        "file-with-mark",
        "Outlook classic",
        of_parts(
            head(),
            in_parts(
                part("Notepad too"), attached("w.json", b"\xef\xbb\xbf" + SHEET_TEXT.encode())
            ),
        ),
        (SHEET,),
        "attachment",
        b"\xef\xbb\xbf" + SHEET_TEXT.encode(),
    ),
    Shape(
        "unknown-charset",
        "Pegasus",
        mail(head(), f"Grüße\n{SHEET_TEXT}", kind="text/plain; charset=x-mac-greek-7"),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "eight-bit-without-charset",
        "Pegasus",
        mail(head(), f"Gr\xfc\xdfe\n{SHEET_TEXT}".encode("latin-1"), kind="text/plain"),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "utf8-called-latin1",
        "mailx",
        mail(head(), SHEET_TEXT.replace('"', "\u201d"), kind="text/plain; charset=iso-8859-1"),
        (SHEET,),
        "repaired",
        repairs=("typographic quotes",),
    ),
    Shape(
        "utf7-is-not-believed",
        "mailx",
        mail(head(), SHEET_TEXT.replace("{", "+AHs-", 1), kind="text/plain; charset=utf-7"),
        problems=("sheet-cut-off",),
    ),
    Shape(
        "japanese",
        "Becky",
        mail(
            head(),
            f"命令です。\n{SHEET_TEXT}\n".encode("iso-2022-jp"),
            kind="text/plain; charset=iso-2022-jp",
        ),
        (SHEET,),
        "text",
        SHEET_TEXT.encode(),
    ),
    Shape(
        "zero-width",
        "Outlook new",
        mail(head(), SHEET_TEXT.replace('"t"', '\u200b"t"\u200b')),
        (SHEET,),
        "repaired",
        repairs=("characters that are not seen",),
    ),
)
"""What may stand in a mail."""
